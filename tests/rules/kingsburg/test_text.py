"""Bad input: every defect of a text, code, catalogue or setting gets a clear sentence with its path; nothing runs.

The good text below is what ``to_text`` prints; each case damages one place of it.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rules
from rules.kingsburg.values import Placement, Position
from rules.toml_text import write_toml

from ..tables import clear, set_at
from .table import SPRING, load, play, seat, table


def good() -> Position:
    """Lay out a position that uses most fields."""
    people = (
        seat(gold=1, dice=(1, 3), points=4, markers=1, buildings="statue inn market"),
        seat(wood=2, dice=(2, 2, 5), bonus=(6,), points=(2, 3, 0, 1, 0, 0, 0, 0)),
        seat(stone=1, soldiers=2, dice=()),
    )
    placements = (Placement(5, 0, (5,)), Placement(10, 2, (4, 6)), Placement(3, 2, (3,)))
    return table(*people, phase=SPRING, step="influence", year=2, envoy=1, enemy="orcs_2_4", peeked=(2,),
                 placements=placements)  # fmt: skip


def document() -> dict[str, Any]:
    """Give the good position as plain values."""
    return tomllib.loads(good().to_text())


def problems_of(text: str) -> tuple[rules.Problem, ...]:
    """Read a bad text and give its problems; each is one clear sentence."""
    with pytest.raises(rules.BadInput) as caught:
        rules.parse(text)
    for problem in caught.value.problems:
        clear(problem)
    return caught.value.problems


def damaged(path: str, value: object) -> str:
    """Set (or, with None, delete) one place of the good document, such as ``seats[0].gold``."""
    whole = document()
    set_at(whole, path, value)
    return write_toml(whole)


def test_the_good_position_reads_back() -> None:
    assert good().problems() == ()
    assert rules.parse(good().to_text()) == good()
    assert rules.parse(good().to_code()) == good()
    assert rules.parse(write_toml(document())) == good()


#: What is damaged, how, the path that must be named, and words of the sentence.
CASES: list[tuple[str, object, str, str]] = [
    # wrong fields and types
    ("colour", "red", "colour", "no field"),
    ("seats[0].silver", 3, "seats[0].silver", "no field"),
    ("placements[0].face", 3, "placements[0].face", "no field"),
    ("seats[0].gold", "two", "seats[0].gold", "whole number"),
    ("seats[0].gold", True, "seats[0].gold", "whole number"),
    ("seats[1].dice", "1 2 3", "seats[1].dice", "list"),
    ("seats[1].dice", [1, "2", 3], "seats[1].dice[1]", "whole number"),
    ("seats", "none", "seats", "list"),
    ("seats[0]", 5, "seats[0]", "table"),
    ("year", "two", "year", "whole number"),
    ("year", 6, "year", "5 or less"),
    ("year", 0, "year", "1 or more"),
    ("year", None, "year", "missing"),
    ("order", None, "order", "missing"),
    ("placements[0].advisor", None, "placements[0].advisor", "missing"),
    ("placements[0].advisor", 19, "placements[0].advisor", "18"),
    ("modules", "army", "modules", "list"),
    ("game", 5, "game", "kingsburg"),
    ("game", "chess", "game", "kingsburg"),
    ("version", 99, "version", "99"),
    # impossible positions
    ("seats[1].dice", [1, 2, 3, 4], "seats[1].dice", "4 player dice"),
    ("seats[0].dice", [1, 3, 5], "seats[0].dice", "4 player dice"),
    ("seats[0].dice", [1], "seats[0].dice", "2 player dice"),
    ("seats[1].dice", [1, 2, 7], "seats[1].dice[2]", "6 or less"),
    ("seats[1].bonus", [6, 6], "seats[1].bonus", "bonus"),
    ("seats[0].buildings", ["chapel"], "seats[0].buildings", "left neighbour"),
    ("seats[0].buildings", ["inn", "farms"], "seats[0].buildings", "market"),
    ("seats[0].buildings", ["inn", "inn"], "seats[0].buildings[1]", "twice"),
    ("seats[0].buildings", ["castle"], "seats[0].buildings[0]", "no building"),
    ("seats[0].buildings", ["sawmill"], "seats[0].buildings[0]", "module"),
    ("placements[1].advisor", 3, "placements[1]", "10"),
    ("placements.more", {"advisor": 5, "seat": 2, "dice": [5]}, "placements[3]", "envoy"),
    ("placements[0].dice", [], "placements[0].dice", "at least one player die"),
    ("placements[0].seat", 4, "placements[0].seat", "4"),
    ("placements[0].seat", None, "placements[0]", "neutral"),
    ("seats[0].gold", -1, "seats[0].gold", "0 or more"),
    ("seats[2].soldiers", -3, "seats[2].soldiers", "0 or more"),
    ("order", [0, 1], "order", "each seat"),
    ("order", [0, 1, 1], "order", "each seat"),
    ("queue", [], "queue", "empty"),
    ("queue", [0, 3], "queue", "seats"),
    ("envoy", 4, "envoy", "does not exist"),
    ("enemy", "orcs_1_3", "enemy", "year 1"),
    ("enemy", "giants", "enemy", "giants"),
    ("step", "dancing", "step", "dancing"),
    ("step", "recruit", "step", "phase 2"),
    ("phase", 7, "step", "phase 7"),
    ("seats[0].points", {"cards": 3}, "seats[0].points.cards", "source"),
    ("seats[0].used", ["magic"], "seats[0].used", "magic"),
    ("seats[0].governor", "prince", "seats[0].governor", "governors"),
    ("seats[0].army", [1, 2], "seats[0].army", "army"),
    ("modules", ["dragons"], "modules", "dragons"),
    ("options", {"luck": True}, "options.luck", "no option"),
    ("options", {"priest": "twelve"}, "options.priest", "six"),
    ("owed", [{"seat": 0, "goods": 0}], "owed[0].goods", "1 or more"),
]


@pytest.mark.parametrize(("place", "value", "path", "words"), CASES)
def test_one_defect_one_sentence(place: str, value: object, path: str, words: str) -> None:
    problems = problems_of(damaged(place, value))
    assert any(problem.path == path and words in problem.text for problem in problems), list(map(str, problems))


def test_all_defects_at_once() -> None:
    whole = document()
    whole["colour"] = "red"
    whole["seats"][0]["gold"] = "two"
    whole["seats"][2]["dice"] = [0]
    whole["year"] = 9
    paths = {problem.path for problem in problems_of(write_toml(whole))}
    assert {"colour", "seats[0].gold", "year"} <= paths
    assert any(path.startswith("seats[2].dice") for path in paths)


def test_all_impossible_things_at_once() -> None:
    whole = document()
    whole["seats"][0]["buildings"] = ["chapel"]
    whole["seats"][1]["dice"] = [1, 2, 3, 4]
    whole["order"] = [0, 1, 1]
    whole["envoy"] = 4
    paths = {problem.path for problem in problems_of(write_toml(whole))}
    assert {"seats[0].buildings", "seats[1].dice", "order", "envoy"} <= paths


def test_the_number_of_seats() -> None:
    for number in (0, 1, 6):
        whole = document()
        whole["seats"] = [whole["seats"][2]] * number
        assert any(problem.path == "seats" for problem in problems_of(write_toml(whole)))


# --- texts and codes that are none ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "   ", "year", "year = ", "[[", "\x00", "game.", "a.b.c", "[1, 2]", "= 1", "\ufeffx"]
)
def test_no_position_at_all(text: str) -> None:
    assert problems_of(text)


@pytest.mark.parametrize("thing", [None, 5, b"year = 1", ["year"], {"year": 1}])
def test_no_text_at_all(thing: object) -> None:
    with pytest.raises(rules.BadInput, match="text"):
        rules.parse(thing)  # type: ignore[arg-type]


def test_a_cut_code_is_refused_at_every_length() -> None:
    code = good().to_code()
    for length in range(1, len(code), 7):
        for problem in problems_of(code[:length]):
            assert "Traceback" not in problem.text


def test_a_changed_code_is_refused() -> None:
    code = good().to_code()
    middle = len(code) // 2
    other = "A" if code[middle] != "A" else "B"
    assert "check sum" in str(problems_of(code[:middle] + other + code[middle + 1 :])[0])


def test_a_code_of_another_version_or_game() -> None:
    from rules.code import pack

    whole = {**document(), "version": 2}
    assert any(problem.path == "version" for problem in problems_of(pack("kingsburg", whole)))
    assert any(problem.path == "game" for problem in problems_of(pack("chess", {**document(), "game": "chess"})))


def test_a_code_that_unpacks_to_too_much() -> None:
    from rules.code import pack

    assert "1,000,000" in str(problems_of(pack("kingsburg", {**document(), "step": "x" * 1_500_000}))[0])


def test_fifty_megabytes_are_refused_unread() -> None:
    huge = "year = 1\n" * (50_000_000 // 9)
    problems = problems_of(huge)
    assert len(problems) == 1
    assert "49,999," in problems[0].text or "50," in problems[0].text
    assert problems_of("kingsburg." + "A" * 50_000_000 + ".00000000")


def test_deep_nesting_is_refused() -> None:
    assert problems_of("a = " + "[" * 50_000 + "]" * 50_000)
    assert problems_of("game = 'kingsburg'\na" + ".a" * 20_000 + " = 1")


def test_more_goods_than_can_be_counted_out_are_refused() -> None:
    """Every payment for soldiers is a move: a text with 999 of each good would ask for half a billion of them."""
    begun = play_to("recruit")
    lines = begun.to_text().split("[[seats]]")
    rest = "\n".join(line for line in lines[1].split("\n") if not re.match("gold|wood|stone|markers", line))

    def laid(gold: int, wood: int, stone: int) -> str:
        return "[[seats]]".join((lines[0], f"\ngold = {gold}\nwood = {wood}\nstone = {stone}\n{rest}", *lines[2:]))

    assert [problem.path for problem in problems_of(laid(999, 999, 999))] == ["seats[0].gold"]
    assert problems_of(laid(100, 100, 100))
    for goods in ((999, 20, 20), (60, 60, 60)):
        position: Any = rules.parse(laid(*goods))
        assert position.seats[0].goods == sum(goods)
    many = good().to_text().replace("gold = ", "bonus_dice = 10\ngold = ", 1)
    assert "seats[0].bonus_dice" in [problem.path for problem in problems_of(many)]


def play_to(step: str) -> Any:
    """Return the first position of a game in which a step is asked."""
    path = rules.playout(load().setup(2, 1), seed=1).positions()
    return next(position for position in path if position.step == step)  # type: ignore[attr-defined]


def test_dates_and_fractions_are_no_numbers() -> None:
    for value in ("2026-01-01", "1.5", "nan", "1e300", "99999999999999999999999"):
        text = good().to_text().replace("year = 2", f"year = {value}")
        assert any(problem.path == "year" for problem in problems_of(text)), value


# --- catalogues, options, modules -----------------------------------------------------------------------------------


def refused_catalogue(overlay: object) -> tuple[rules.Problem, ...]:
    """Load with a bad overlay and give its problems."""
    with pytest.raises(rules.BadInput) as caught:
        rules.load("kingsburg", catalogue=overlay)  # type: ignore[arg-type]
    for problem in caught.value.problems:
        clear(problem)
    return caught.value.problems


@pytest.mark.parametrize(
    ("overlay", "path"),
    [
        ({"castles": {}}, "castles"),
        ({"buildings": {"castle": {"gold": 1}}}, "buildings.castle"),
        ({"buildings": {"inn": {"silver": 1}}}, "buildings.inn.silver"),
        ({"buildings": {"inn": {"gold": "one"}}}, "buildings.inn.gold"),
        ({"buildings": {"inn": {"gold": -1}}}, "buildings.inn.gold"),
        ({"buildings": {"inn": {"column": 2}}}, "buildings"),
        ({"buildings": {"inn": 4}}, "buildings.inn"),
        ({"buildings": 4}, "buildings"),
        ({"governors": {"prince": {"effect": "import os"}}}, "governors.prince.effect"),
        ({"enemies": {"orcs_1_3": {"year": 2}}}, "enemies"),
        ({"advisors": {"king": {"rank": 17}}}, "advisors"),
        ({"army": [1, 2]}, "army"),
        ({"army": "many"}, "army"),
    ],
)
def test_a_bad_catalogue_is_refused(overlay: object, path: str) -> None:
    assert any(problem.path == path for problem in refused_catalogue(overlay)), refused_catalogue(overlay)


def test_an_owners_values_are_used_and_no_longer_ours(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text("[buildings.sawmill]\ngold = 4\n", encoding="utf-8")
    game = rules.load("kingsburg", catalogue=file)
    assert game.catalogue.buildings["sawmill"].gold == 4  # type: ignore[attr-defined]
    assert "buildings.sawmill.gold" in load().house_values()
    assert "buildings.sawmill.gold" not in game.house_values()
    position = game.setup(3, 1, ("buildings",))
    assert rules.parse(position.to_text()) == position
    assert rules.parse(position.to_code()) == position
    assert position != load().setup(3, 1, ("buildings",))


def test_files_that_are_no_catalogue(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00\x01")
    broken = tmp_path / "broken.toml"
    broken.write_text("[buildings", encoding="utf-8")
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"# " + b"x" * 2_000_000)
    for path in (binary, broken, huge, tmp_path / "missing.toml", tmp_path):
        assert path.name in str(refused_catalogue(path)[0])


def test_markup_in_a_name_stays_text() -> None:
    """A name is data: it comes back letter by letter, and nothing is made of it."""
    name = "<script>alert('x')</script> & \"quotes\" \\ {braces} {0} %s"
    game = rules.load("kingsburg", catalogue={"buildings": {"statue": {"name": {"en": name, "de": name}}}})
    position = game.setup(2, 1)
    assert rules.parse(position.to_text()) == position
    read: Any = rules.parse(position.to_code())
    assert read.catalogue.buildings["statue"].name.en == name
    build = table(seat(), seat(), phase=SPRING, step="build")
    build = msgspec.structs.replace(build, game=game)
    with pytest.raises(rules.IllegalMove) as caught:
        build.move("build statue")
    assert name in str(caught.value)


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(rules.UnknownName, match="kingsburg"):
        rules.load("chess")
    with pytest.raises(rules.UnknownName, match=r"options\.luck.*smuggler_may_decline"):
        rules.load("kingsburg", options={"luck": 1})
    with pytest.raises(rules.UnknownName, match=r"options\.priest.*bonus_die.*six"):
        rules.load("kingsburg", options={"priest": True})
    with pytest.raises(rules.UnknownName, match="true or false"):
        rules.load("kingsburg", options={"smuggler_may_decline": "no"})
    with pytest.raises(rules.UnknownName, match=r"random.*greedy"):
        rules.playout(load().setup(2, 1), policy="clever")


@pytest.mark.parametrize("players", [1, 6, 0, -1, "3", 3.0, True, None])
def test_a_number_of_players_that_does_not_exist(players: object) -> None:
    with pytest.raises(rules.BadInput, match="players"):
        load().setup(players, 1)


@pytest.mark.parametrize("modules", [("dragons",), "army", 5, ("army", 5), None])
def test_modules_that_do_not_exist(modules: object) -> None:
    with pytest.raises(rules.BadInput, match="modules"):
        load().setup(3, 1, modules)


# --- typed moves ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key",
    ["", " ", "dance", "place", "place x", "place 8", "place 8: a", "place 8: 3 5 +2 +2", "pass now", "build", "take",
     "place 8: " + "3 " * 500, "place 99999999999: 3", "\x00", "pläce 8", "import os", "__class__", "place 8; drop"],
)  # fmt: skip
def test_typed_moves_that_are_none(key: str) -> None:
    position = good()
    with pytest.raises(rules.RulesError) as caught:
        position.move(key)
    assert str(caught.value).strip()
    assert len(str(caught.value)) < 1500
    assert "Traceback" not in str(caught.value)


@pytest.mark.parametrize("thing", [None, 5, b"pass", ["pass"]])
def test_typed_moves_are_text(thing: object) -> None:
    with pytest.raises(rules.RulesError):
        good().move(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize("thing", [None, 5, "dance", "build castle", object(), ("pass",)])
def test_only_moves_are_played(thing: object) -> None:
    """What is neither move nor text of one is refused with a sentence, and the position stays what it was."""
    position = good()
    before = position.to_text()
    with pytest.raises(rules.RulesError):
        position.play(thing)  # type: ignore[arg-type]
    with pytest.raises(rules.RulesError):
        play(position, "pass", "pass", "pass").play(thing)  # type: ignore[arg-type]
    assert position.to_text() == before


# --- records --------------------------------------------------------------------------------------------------------


def test_a_damaged_record_names_the_step() -> None:
    record = rules.playout(load().setup(2, 1), seed=1)
    whole = tomllib.loads(record.to_text())
    for change, words in (
        ({"steps": [*whole["steps"][:10], "pass the salt"]}, r"steps\[10\]"),
        ({"steps": [*whole["steps"][1:]]}, r"steps\["),
        ({"steps": "all"}, "steps"),
        ({"steps": [1, 2]}, "steps"),
        ({"steps": ["pass"] * 30_000}, "20,000"),
        ({"start": 4}, "start"),
        ({"start": "kingsburg.x.y"}, "check sum|cut"),
        ({"record": 2}, "record"),
        ({"extra": 1}, "extra"),
    ):
        with pytest.raises(rules.BadInput, match=words):
            rules.parse_record(write_toml({**whole, **change}))
    with pytest.raises(rules.BadInput):
        rules.parse_record("steps")


def test_an_edition_keeps_its_values_when_the_callers_mapping_changes() -> None:
    overlay = {"buildings": {"statue": {"points": 9}}}
    position = rules.load("kingsburg", catalogue=overlay).setup(3, 1)
    overlay["buildings"]["statue"]["points"] = 1
    assert rules.parse(position.to_text()) == position
