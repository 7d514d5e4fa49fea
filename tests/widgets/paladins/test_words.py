"""Paladins in words: the sentence of the status, and the whole table as text."""

from __future__ import annotations

import msgspec
import pytest

import rules
from tests.widgets.paladins.games import GAME, decisions, steps, whole
from widgets.views import paladins_words as words
from widgets.views import paladins_words_names as names
from widgets.views.paladins_words_seat import costs, debts_words, open_spaces

ALL = (1, 2, 3, 4)


@pytest.mark.parametrize("players", ALL)
def test_the_status_says_who_and_what(players: int) -> None:
    for position, _ in steps(players):
        said = words.status(position)
        assert said.endswith(".") and "_" not in said and "/" not in said
        if position.actor is not None:
            assert said.startswith(f"{names.seat_name(position.actor)}: ")


def test_every_question_has_its_own_words() -> None:
    found = [position for players in ALL for position in decisions(players, 5, "random")]
    asked = {position.question: words.status(position) for position in found}
    assert {"welcome", "paladin", "tavern", "action", "keep"} <= set(asked)
    assert len({said.partition(": ")[2] for said in asked.values()}) == len(asked)


@pytest.mark.parametrize(("players", "seed"), [(1, 3), (1, 4), (2, 3), (4, 3)])
def test_the_end_names_the_winners(players: int, seed: int) -> None:
    end = whole(players, seed).end
    said = words.status(end)
    best = [score for score in end.scores() if score.rank == 1]
    assert f"{best[0].total} point" in said
    for score in best:
        assert names.side(end, score.seat) in said


@pytest.mark.parametrize("players", ALL)
def test_the_text_says_everything_that_lies_open(players: int) -> None:
    for position, _ in steps(players)[::9]:
        said = words.text(position)
        rows = position.catalogue
        for card in filter(None, position.townsfolk):
            assert f"{rows.townsfolk[card].name.en}" in said
        for card in filter(None, position.outsiders):
            assert f"{names.KINDS[rows.outsiders[card].kind]}; attacked" in said
        for card in position.taverns:
            assert names.workers_words(rows.taverns[card].workers) in said
        for seat in position.seats:
            assert f"{seat.silver} silver; {names.count(seat.provisions, 'provision')}; workers: " in said
            assert debts_words(seat) in said
        assert "_" not in said, "no id of the catalogue is shown to a person"
        assert (position.opponent is not None) == ("The opponent (" in said)


def test_house_values_carry_the_ring() -> None:
    position = GAME.setup(players=1, seed=3)
    said = words.text(position)
    assert "of 5 silver°" in said, "the tax supply of one player is a house value"
    assert "the next brings 1 Scout°" in said
    assert "influence 0" in said and "influence 0°" not in said, "what the first jar asks for is printed"
    later = msgspec.structs.replace(position.seats[0], jars=("faith",))
    said_later = words.text(msgspec.structs.replace(position, seats=(later,)))
    assert "influence 1°" in said_later, "what the other jars ask for is ours"
    assert "scheme cards°" in said
    assert said.endswith("° marks a house value: no source states the printed one.")
    four = words.text(GAME.setup(players=4, seed=3))
    assert "of 8 silver." in four, "the tax supply of four players stands in the rulebook"


def test_an_owners_value_carries_no_ring() -> None:
    own = rules.load("paladins", catalogue={"taxes": {"players_1": {"silver": 4, "source": "owner", "house": []}}})
    assert "of 4 silver." in words.text(own.setup(players=1, seed=3))


@pytest.mark.parametrize("players", [2, 3])
def test_a_view_keeps_the_others_paladins_secret(players: int) -> None:
    for position, _ in steps(players)[::5]:
        said = words.text(position.view(0)).split("\n")
        for number, seat in enumerate(position.seats):
            if not number:
                continue
            begin = next(at for at, line in enumerate(said) if line.startswith(f"{names.seat_name(number)}: "))
            block = "\n".join(said[begin:]).split(f"\n{names.seat_name((number + 1) % players)}: ")[0]
            hidden = {*seat.hand, *seat.under, seat.top, seat.paladin if position.step == "paladin" else ""}
            for card in filter(None, hidden):
                assert position.catalogue.paladins[card].name.en not in block


def test_what_an_action_takes_now() -> None:
    position = decisions(1)[0]
    covered = msgspec.structs.replace(position.seats[0], workshops=(3,) * 6)
    assert open_spaces(position, covered, 6) == "C", "both first spaces of Commission are covered"
    assert names.spaces_words("C") == "a Cleric"
    assert costs(position, covered, 6) == ["1 provision"]
    assert costs(position, covered, 9) == ["1 silver", "influence 0"]
    later = msgspec.structs.replace(covered, jars=("faith",))
    assert costs(position, later, 9) == ["2 silver", "influence 1°"]


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        (("L", "L", "S"), "2 Labourers and 1 Scout"),
        (("tax1", "provision", "provision"), "1 silver from the tax supply and 2 provisions"),
        (("settle/pardon+pardon",), "either settle 1 debt or discard 2 suspicion cards"),
        (("faith/strength/influence",), "either 1 faith, 1 strength or 1 influence"),
        (("destroy",), "return 1 unpaid debt"),
        ((), "nothing"),
    ],
)
def test_gains_in_words(gains: tuple[str, ...], said: str) -> None:
    assert names.gain_words(gains) == said


def test_cards_are_told_apart() -> None:
    rows = GAME.catalogue
    for told, table in ((names.townsfolk_name, rows.townsfolk), (names.outsider_name, rows.outsiders)):
        assert len({told(GAME, card) for card in table}) == len(table)
    assert len({names.space_name(GAME, space) for space in rows.spaces}) == len(rows.spaces)
    assert len({names.jar_name(GAME, jar) for jar in rows.jars}) == len(rows.jars)


def test_every_gain_of_the_catalogue_has_words() -> None:
    rows = GAME.catalogue
    gains = {gain for row in rows.townsfolk.values() for gain in (*row.dismiss, *row.recruit, *row.ongoing)}
    gains |= {gain for row in rows.outsiders.values() for gain in row.attack}
    for table in (rows.walls, rows.favours):
        gains |= {gain for row in table.values() for gain in row.gain}  # type: ignore[attr-defined]
    gains |= {gain for table in (rows.spaces, rows.jars) for row in table.values() for gain in row.reward}  # type: ignore[attr-defined]
    for gain in gains:
        assert any(sign.isdigit() for sign in names.gain_words([gain])), gain
    assert all(names.SCORINGS[row.scoring] for row in rows.outsiders.values())
    assert all(names.ABILITIES[row.ability] for row in rows.paladins.values())
