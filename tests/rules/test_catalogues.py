"""Catalogues of owners: what no box can hold is refused with the path to it, and everything else plays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

import rules
from rules.catalogue import shipped

from .mutants import SIGNS, fields, overlays, played, refused


@pytest.mark.parametrize("game", rules.games())
@pytest.mark.parametrize("seed", range(4))
def test_a_mutated_catalogue_is_refused_or_plays(game: str, seed: int) -> None:
    """Every position of a game with it has no defect, prints and reads back, and scores."""
    random = Random(seed)
    for number, overlay in enumerate(overlays(game, 60, seed)):
        path = played(game, overlay, number)
        if path is None:
            continue
        for position in (path[0], *random.sample(path, 4), path[-1]):
            assert position.problems() == (), overlay
            assert rules.parse(position.to_text()) == position, overlay
            assert rules.parse(position.to_code()) == position, overlay
            for score in position.scores():
                assert sum(score.sources.values()) == score.total


@pytest.mark.parametrize("game", rules.games())
def test_mutations_are_refused_and_accepted(game: str) -> None:
    """The test above is not idle: a quarter at least of the mutants is refused, and a tenth plays."""
    outcomes = [played(game, overlay, 1) is None for overlay in overlays(game, 80, 9)]
    assert 20 <= sum(outcomes) <= 72


@pytest.mark.parametrize("game", rules.games())
def test_every_empty_or_doubled_list_is_refused_or_plays(game: str) -> None:
    """Every list of every row, emptied and doubled: an edition that is made can be played to its end."""
    for (table, field), rows in fields(game).items():
        key, value = rows[-1]
        if field == "house" or not isinstance(value, list):
            continue
        for other in ([], value + value):
            played(game, {table: {key: {field: other}} if key else other}, 3)


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("game", rules.games())
def test_hidden_characters_and_long_names_are_refused_in_every_text(game: str, sign: str) -> None:
    """Wherever a catalogue takes text, also where a name is free: no control, no turned direction, no endless name."""
    for (table, field), rows in fields(game).items():
        key, value = rows[0]
        if isinstance(value, str):
            other: Any = sign
        elif isinstance(value, dict) and "en" in value:
            other = {**value, "de": sign * 10}
        elif isinstance(value, list) and value and isinstance(value[0], str):
            other = [sign, *value[1:]]
        else:
            continue
        problems = refused(game, {table: {key: {field: other}}})
        assert any(problem.path.startswith(f"{table}.{key}.{field}") for problem in problems), problems
    assert refused(game, {sign: {}})
    assert all(str(problem).isprintable() for problem in refused(game, {sign: {sign: {sign: sign}}}))


@pytest.mark.parametrize("name", ["", " ", "\t", {"en": ""}, {"en": " ", "de": "Ja"}, {}, {"fr": "Oui"}, 5, None])
@pytest.mark.parametrize("game", rules.games())
def test_a_name_is_more_than_spaces(game: str, name: object) -> None:
    table, key = next((table, rows[0][0]) for (table, field), rows in fields(game).items() if field == "name")
    assert refused(game, {table: {key: {"name": name}}})[0].path.startswith(f"{table}.{key}.name")


@pytest.mark.parametrize("name", [{"en": "One"}, {"de": "One"}, "One"])
@pytest.mark.parametrize("game", rules.games())
def test_a_name_in_one_language_stands_for_both(game: str, name: object) -> None:
    """The card of an owner has one name on it."""
    table, key = next((table, rows[0][0]) for (table, field), rows in fields(game).items() if field == "name")
    edition: Any = rules.load(game, catalogue={table: {key: {"name": name}}})
    row = getattr(edition.catalogue, table)[key]
    assert (row.name.en, row.name.de) == ("One", "One")
    position = edition.setup(max(edition.players), 1)
    assert rules.parse(position.to_text()).game == edition


@pytest.mark.parametrize("game", rules.games())
def test_what_an_owner_calls_a_house_value_stays_one(game: str) -> None:
    """``source = "house"`` keeps the mark on what the row states; ``house`` lists the marks of the row itself."""
    ours = rules.load(game).house_values()
    value = next(value for value in ours if value.count(".") == 2 and "name" not in value)
    table, key, field = value.split(".")
    row = shipped(f"rules.{game}")[table][key]
    stated = {field: row[field]}

    def marked(more: Mapping[str, object]) -> bool:
        return value in rules.load(game, catalogue={table: {key: more}}).house_values()

    assert not marked(stated)
    assert not marked({**stated, "source": "my box"})
    assert marked({**stated, "source": "house"})
    assert marked({**stated, "house": [field]})
    assert marked({"source": "my box"}), "what a row does not state is still ours"
    assert marked({"source": "house"})
    assert not marked({"house": []}), "the owner confirms the whole row"
    assert marked({})


@pytest.mark.parametrize("game", rules.games())
def test_a_printed_value_can_become_a_house_value(game: str) -> None:
    table, key, row = next(
        (table, key, row)
        for table, rows in shipped(f"rules.{game}").items()
        for key, row in rows.items()
        if "name" in row and "house" not in row
    )
    edition = rules.load(game, catalogue={table: {key: {"name": row["name"], "source": "house"}}})
    assert {f"{table}.{key}.name.en", f"{table}.{key}.name.de"} <= set(edition.house_values())
    for house, at in ((["colour"], 0), (["name", "name"], 1)):
        path = f"{table}.{key}.house[{at}]"
        assert path in [problem.path for problem in refused(game, {table: {key: {"house": house}}})]


@pytest.mark.parametrize("game", rules.games())
@pytest.mark.parametrize(
    "given",
    [5, True, 1.5, float("nan"), [], (), b"x", object(), "", "a\x00b", "\ud800", 10**5000],
    ids=lambda one: type(one).__name__,
)
def test_what_is_no_catalogue_is_refused_with_what_can_be_given(game: str, given: object) -> None:
    assert str(refused(game, given)[0]).isprintable()


@pytest.mark.parametrize("game", rules.games())
def test_any_mapping_is_a_catalogue(game: str, tmp_path: Path) -> None:
    """A mapping that is no dictionary, with tuples in place of lists, is the same edition as a file."""
    (table, field), rows = next(
        (at, rows) for at, rows in fields(game).items() if isinstance(rows[0][1], list) and rows[0][0]
    )
    key, value = rows[0]
    given = MappingProxyType({table: MappingProxyType({key: MappingProxyType({field: tuple(value)})})})
    assert rules.load(game, catalogue=given) == rules.load(game, catalogue={table: {key: {field: value}}})
    cyclic: dict[str, Any] = {}
    cyclic[table] = cyclic
    assert "nested" in str(refused(game, cyclic)[0])
    for other in (object(), {1, 2}, b"x", 10**400, -(10**5000)):
        assert refused(game, {table: {key: {field: other}}})[0].path == f"{table}.{key}.{field}"
    for name in (5, None, 10**5000):
        assert refused(game, {table: {name: {}}})


@pytest.mark.parametrize("game", rules.games())
def test_a_catalogue_inside_a_position_is_refused_by_its_path(game: str) -> None:
    text = rules.load(game).setup(2, 1).to_text()
    table, key = next((table, rows[0][0]) for (table, field), rows in fields(game).items() if field == "name")
    with pytest.raises(rules.BadPosition) as caught:
        rules.parse(f"{text}\n[catalogue.{table}.{key}]\nname = ' '\n")
    assert [problem.path for problem in caught.value.problems] == [f"catalogue.{table}.{key}.name.en"]


@pytest.mark.parametrize("game", rules.games())
def test_a_file_that_begins_with_a_byte_order_mark_is_read(game: str, tmp_path: Path) -> None:
    """Some editors write it, and nobody sees it."""
    table, key = next((table, rows[0][0]) for (table, field), rows in fields(game).items() if field == "name")
    file = tmp_path / "own.toml"
    file.write_text(f"[{table}.{key}]\nname = 'One'\n", encoding="utf-8-sig")
    assert rules.load(game, catalogue=file) == rules.load(game, catalogue={table: {key: {"name": "One"}}})
