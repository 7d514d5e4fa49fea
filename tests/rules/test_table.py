"""The table of rules, the code and the tests of every game name the same rules."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import rules

from .tables import table_of_rules

FLOOR = Path(rules.__file__).parent
TESTS = Path(__file__).parent
#: What every game's positions refuse in the same way stands on the floor, not in the rooms.
SHARED = (FLOOR / "position.py").read_text(encoding="utf-8")
RULES = [(game, rule) for game in rules.games() for rule in table_of_rules(game)]


@cache
def code(game: str) -> dict[str, str]:
    """Read the modules of a game's room."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((FLOOR / game).rglob("*.py"))}


@cache
def written(game: str) -> dict[str, str]:
    """Read the tests of a game's rules."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((TESTS / game).glob("test_*.py"))}


def mentions(text: str, rule: str) -> bool:
    """Say whether a code text names a rule: its id alone, or for ids of one word after "rule" or in quotes."""
    if "-" in rule:
        return re.search(rf"(?<![\w-]){rule}(?![\w-])", text) is not None
    return re.search(rf"\brules? {rule}\b|\"{rule}\",", text) is not None


def named_in_findings(text: str) -> set[str]:
    """List the ids that code gives to findings and problems, known or not."""
    found = set(re.findall(r"(?:finding|short_of)\(\s*\"([^\"]+)\"", text))
    found |= set(re.findall(r"\brule = \"([^\"]+)\"", text))
    found |= set(re.findall(r"Problem\((?:[^()]|\([^()]*\))*,\s*\"([a-z0-9]+(?:-[a-z_0-9]+)+)\"\s*\)", text))
    return found


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_rule_is_in_the_code(game: str, rule: str) -> None:
    """Every rule has a check or an effect that names it."""
    assert any(mentions(text, rule) for text in (*code(game).values(), SHARED)), f"no module of {game} names {rule}"


@pytest.mark.parametrize("game", rules.games())
def test_code_names_only_known_rules(game: str) -> None:
    """Every id that the code uses stands in the table."""
    known = set(table_of_rules(game))
    for name, text in code(game).items():
        unknown = named_in_findings(text) - known
        assert not unknown, f"{name} names {sorted(unknown)}"
    assert sum(len(named_in_findings(text)) for text in code(game).values()) > 40, "the search finds the findings"


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_rule_has_a_test(game: str, rule: str) -> None:
    """Every rule has a test function whose name begins with it."""
    name = "test_" + rule.replace("-", "_") + "__"
    assert any(f"def {name}" in text for text in written(game).values()), name


@pytest.mark.parametrize("game", rules.games())
def test_tests_are_named_after_rules(game: str) -> None:
    """Every test of a rule is named after a rule of the table."""
    known = {"test_" + rule.replace("-", "_") for rule in table_of_rules(game)}
    for name, text in written(game).items():
        for test in re.findall(r"^def (test_\w+?)__", text, flags=re.MULTILINE):
            assert test in known, f"{name}: {test}"


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_rows_are_complete(game: str, rule: str) -> None:
    """Every row has section, page, both wordings and its kind; options exist."""
    row = table_of_rules(game)[rule]
    assert set(row) <= {"section", "page", "en", "de", "kind", "option"}
    assert row["page"] >= 2
    for field in ("section", "en", "de"):
        assert row[field].strip() == row[field]
        assert row[field]
    assert re.fullmatch(r"[A-Z+].*\.", row["en"])
    assert re.fullmatch(r"[A-ZÄÖÜ+].*\.", row["de"])
    assert row["kind"] in {"letter", "reading", "house"}
    if "option" in row:
        assert row["option"] in rules.load(game).options.__struct_fields__  # type: ignore[attr-defined]
        assert row["kind"] == "reading"
    assert row["kind"] != "house" or ("ouse" in row["en"] and "Haus" in row["de"]), "a house rule says so"


@pytest.mark.parametrize("game", rules.games())
def test_every_option_belongs_to_a_rule(game: str) -> None:
    """A disputed reading is an option of a rule, and nothing else is an option."""
    options = set(rules.load(game).options.__struct_fields__)  # type: ignore[attr-defined]
    assert {row["option"] for row in table_of_rules(game).values() if "option" in row} == options
