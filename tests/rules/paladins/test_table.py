"""The table of rules, the code and the tests name the same rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules

from .table import load, table_of_rules

ROOM = Path(rules.__file__).parent / "paladins"
TESTS = Path(__file__).parent
RULES = table_of_rules()
CODE = {path.name: path.read_text(encoding="utf-8") for path in sorted(ROOM.rglob("*.py"))}


def named_in_findings(text: str) -> set[str]:
    """List the ids that code gives to findings and problems, known or not."""
    found = set(re.findall(r"(?:finding|short_of)\(\s*\"([^\"]+)\"", text))
    return found | set(re.findall(r"Problem\((?:[^()]|\([^()]*\))*,\s*\"([a-z0-9]+(?:-[a-z_0-9]+)+)\"\s*\)", text))


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_in_the_code(rule: str) -> None:
    """Every rule has a check or an effect that names it."""
    pattern = rf"(?<![\w-]){rule}(?![\w-])"
    assert any(re.search(pattern, text) for text in CODE.values()), f"no module of {ROOM.name} names {rule}"


def test_code_names_only_known_rules() -> None:
    """Every id that the code uses stands in the table."""
    for name, text in CODE.items():
        unknown = named_in_findings(text) - set(RULES)
        assert not unknown, f"{name} names {sorted(unknown)}"
    assert sum(len(named_in_findings(text)) for text in CODE.values()) > 40, "the search finds the findings"


@pytest.mark.parametrize("rule", RULES)
def test_rule_has_a_test(rule: str) -> None:
    """Every rule has a test function whose name begins with it."""
    name = "test_" + rule.replace("-", "_") + "__"
    assert any(f"def {name}" in path.read_text(encoding="utf-8") for path in TESTS.glob("test_*.py")), name


def test_tests_are_named_after_rules() -> None:
    """Every test of a rule is named after a rule of the table."""
    known = {"test_" + rule.replace("-", "_") for rule in RULES}
    for path in TESTS.glob("test_*.py"):
        for name in re.findall(r"^def (test_\w+?)__", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            assert name in known, f"{path.name}: {name}"


@pytest.mark.parametrize("rule", RULES)
def test_rows_are_complete(rule: str) -> None:
    """Every row has section, page, both wordings and its kind; options exist."""
    row = RULES[rule]
    assert set(row) <= {"section", "page", "en", "de", "kind", "option"}
    assert 2 <= row["page"] <= 34
    assert re.fullmatch(r"[A-Z].*\.", row["en"])
    assert re.fullmatch(r"[A-ZÄÖÜ].*\.", row["de"])
    assert row["kind"] in {"letter", "reading", "house"}
    if "option" in row:
        assert row["option"] in load().options.__struct_fields__
        assert row["kind"] == "reading"
    assert row["kind"] != "house" or ("house" in row["en"] and "Haus" in row["de"]), "a house rule says so"


def test_every_option_belongs_to_a_rule() -> None:
    """A disputed reading is an option of a rule, and nothing else is an option."""
    assert {row["option"] for row in RULES.values() if "option" in row} == set(load().options.__struct_fields__)
