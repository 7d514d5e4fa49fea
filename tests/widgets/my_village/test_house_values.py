"""A sum that a house value counts in carries its mark wherever it stands, and one that rests on printed values none.

Which sums rest on house values is found out without asking the board: in another edition each house value is one
higher, and what counts differently there rests on one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest

import rules
from rules.my_village.game import Game
from rules.my_village.scoring import SOURCES, sources
from tests.rules.my_village import table as laid
from tests.widgets.my_village.games import GAME, PLAYERS, decisions, end, panel_for, sample
from widgets.views import my_village
from widgets.views import my_village_words as words
from widgets.views.my_village_house import hall_ring, house_sources

replace = msgspec.structs.replace
COLOURS = ("Blue", "Red", "Green", "Yellow")


@cache
def raised(game: Any = GAME) -> Any:
    """Return the game with each house value that is a number one higher, and each list of numbers, too."""
    tables = {}
    for table in game.catalogue.__struct_fields__:
        rows = getattr(game.catalogue, table)
        tables[table] = {key: replace(row, **higher(row)) for key, row in rows.items()}
    return Game(replace(game.catalogue, **tables), game.options, game.overlay)


def higher(row: Any) -> dict[str, Any]:
    """Return the house values of a row, each one higher."""
    found: dict[str, Any] = {}
    for field in row.house:
        value = getattr(row, field, None)
        if isinstance(value, int) and not isinstance(value, bool):
            found[field] = value + 1
        elif isinstance(value, tuple) and value and all(isinstance(each, int) for each in value):
            found[field] = tuple(each + 1 for each in value)
    return found


def resting(position: Any, number: int) -> set[str]:
    """Return the sources of fame that count differently where the house values are higher."""
    other = replace(position, game=raised(position.game))
    before, after = sources(position, number), sources(other, number)
    return {source for source in SOURCES if before[source] != after[source]}


def played() -> list[Any]:
    """Return positions of games of every size, early and late, some of them over."""
    return [position for players in PLAYERS for position in (*sample(players)[::3], end(players))]


def all_ours() -> Any:
    """Return the game with what is printed on the boards declared house values, too."""
    tracks = {"tracks": {"house": ["windows", "laborer", "hand"]}}
    fields = {"field": {"house": ["values", "time", "white_time", "fame"]}}
    return rules.load("my_village", catalogue={"tracks": tracks, "fields": fields})


def everything(game: Any) -> Any:
    """Return a position in which every source of fame counts, for one seat by house values alone, for one by none."""
    position = laid.table(
        laid.seat(church="trade", monks=(GAME.monks[0][0],), hall="population", meeting=True, safe=3, laborers=1),
        laid.seat(fields=(False,), travel="a_1 b_1", served="widow squire"),
        laid.seat(church="abbey", hall="area", marks=("religion",), safe=4),
        step="dice",
    )
    return replace(position, game=game)


def test_the_board_knows_what_rests_on_house_values() -> None:
    positions = [*played(), everything(GAME), everything(all_ours())]
    marked = 0
    for position in positions:
        for number in range(len(position.seats)):
            assert house_sources(position, number) == resting(position, number)
            marked += bool(resting(position, number))
    assert marked > 20, "there are sums of both kinds"
    assert not resting(everything(GAME), 2), "a village of printed values alone"


def rings_of(drawn: str, value: int) -> set[str]:
    """Return with what this number is followed in the wreaths of a picture: "°" or nothing."""
    figure = str(value).replace("-", "−")
    return set(re.findall(rf">{figure}(°?)</text>", drawn))


@pytest.mark.parametrize("width", [420, 1200])
def test_every_drawn_total_is_marked_as_it_rests(width: int) -> None:
    """The wreath behind the name of a seat, its label, and the same sum in words."""
    for position in [*played()[::2], everything(GAME), everything(all_ours())]:
        picture = my_village.draw(position, 0, None, width)
        said = words.text(position.view(0))
        for score in position.view(0).scores():
            ring = "°" if resting(position.view(0), score.seat) else ""
            line = f"{score.total} fame{ring} if the game ended now"
            assert line in picture.place(f"seat:{score.seat}").label
            assert f"{COLOURS[score.seat]}: {line}" in said
            assert picture.place(f"seat:{score.seat}").label.count("°") == bool(ring)
            head = picture.over.index(f'data-key="seat:{score.seat}"')
            wreath = picture.over.index('href="#ml-laurel"', head)
            figure = re.search(r">([−0-9]+)(°?)</text>", picture.over[wreath:])
            assert figure is not None
            assert (figure[1].replace("−", "-"), figure[2]) == (str(score.total), ring)


def test_sums_inside_a_village_are_marked_as_they_rest() -> None:
    """Town hall, church windows, served customers and day laborers: in the own village and in another one."""
    for game in (GAME, all_ours()):
        position = everything(game)
        for number in range(3):
            found = resting(position, number)
            seat, counted = position.seats[number], sources(position, number)
            own = my_village.draw(position, number)
            chips = my_village.draw(position, (number + 1) % 3).place(f"village:{number}").label
            people = words.text(position)
            for source, there, said in (
                ("windows", bool(seat.church), "church window"),
                ("customers", bool(seat.served), "served for"),
                ("laborers", bool(seat.laborers), "day laborer"),
                ("hall", bool(seat.hall), "fame"),
            ):
                if not there:
                    continue
                ring = "°" if source in found else ""
                points = str(counted[source]).replace("-", "−")
                assert said in chips
                assert re.search(rf"{points} fame{ring}(?!°)", chips), (source, chips)
                assert ring in rings_of(own.over, counted[source]) or source == "laborers"
                if source == "laborers":
                    assert f"= {points}{ring}<" in own.over
                elif source != "hall":
                    assert f"{points} fame{ring}" in people


def test_a_town_hall_rests_on_what_its_markers_count() -> None:
    game = rules.load(
        "my_village", catalogue={"halls": {"area": {"house": ["values", "time", "ways", "white_time", "amount"]}}}
    )
    bare = replace(everything(GAME), game=game)
    assert hall_ring(bare, 2) == "°"
    empty = replace(bare, seats=(*bare.seats[:2], replace(bare.seats[2], marks=("fields",))))
    assert hall_ring(empty, 2) == "", "nothing is counted yet"


def test_the_end_is_told_with_the_mark() -> None:
    for players in PLAYERS:
        position = end(players)
        winners = [score for score in position.scores() if score.rank == 1]
        ring = "°" if any(resting(position, score.seat) for score in winners) else ""
        assert f"won with {winners[0].total} fame{ring}." in words.status(position)


def test_the_table_of_final_scores_is_marked_source_by_source() -> None:
    panel = panel_for(2, seats={0: "greedy", 1: "greedy"}, seed=5)
    panel.advance()
    position: Any = panel.position
    assert position.over
    table = next(section for section in panel.sections if section["key"] == "scores")
    names = [name.lower() for name in table["head"]]
    for row in table["rows"]:
        number = COLOURS.index(row[1])
        found, counted = resting(position, number), sources(position, number)
        assert found, "a whole game rests on house values"
        assert row[2] == f"{sum(counted.values())}°"
        for source in set(SOURCES) & set(names):
            mark = "°" if source in found else ""
            assert row[names.index(source)] == f"{counted[source]}{mark}"


def test_fields_of_the_own_village_carry_the_mark() -> None:
    position = everything(GAME)
    assert GAME.field.house
    drawn = my_village.draw(position, 1).over
    assert drawn.count(">Field°<") == 1


def test_what_is_left_in_a_stack_of_journeys_is_marked_in_words_too() -> None:
    position = decisions(2)[0]
    for letter, black in GAME.catalogue.travel_stacks.items():
        line = next(
            each for each in words.text(position).splitlines() if each.strip().startswith(f"{letter.upper()}: ")
        )
        assert line.count("°") == 1, (line, black.house)
