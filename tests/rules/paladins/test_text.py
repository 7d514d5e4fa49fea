"""Positions as text and code, typed moves, house values and owners' catalogues."""

from __future__ import annotations

import re
from typing import Any

import pytest

import rules
from rules.findings import BadPosition, IllegalMove, UnknownName

from .table import load, play, replace, seat, table


def test_a_text_reads_back_and_can_be_edited() -> None:
    position = load().setup(3, 4)
    text = position.to_text()
    assert rules.parse(text) == position
    assert rules.parse(position.to_code()) == position
    richer = rules.parse(text.replace("silver = 3", "silver = 8", 1))
    assert richer.seats[0].silver == 8


def test_a_wrong_text_names_every_field() -> None:
    text = load().setup(2, 4).to_text().replace("tax = 6", "tax = 60").replace("provisions = 1", "monks = 3", 1)
    with pytest.raises(BadPosition) as caught:
        rules.parse(text + "\nnonsense = 1\n")
    assert "nonsense" in str(caught.value)
    with pytest.raises(BadPosition) as caught:
        rules.parse(text)
    assert {problem.path for problem in caught.value.problems} == {"tax", "seats[0].monks"}


def test_options_and_difficulty_survive_a_text() -> None:
    position = load(difficulty="hard", attribute_cap="none").setup(1, 2)
    assert rules.parse(position.to_text()).game.options.difficulty == "hard"
    assert 'difficulty = "hard"' in position.to_text()


def test_typed_moves_forgive_order_and_case() -> None:
    position = table(seat(workers="LSM", provisions=1), seat())
    assert position.move("Fortify mls") == position.move("fortify LSM")
    with pytest.raises(UnknownName, match="not understood"):
        position.move("fly LSM")
    with pytest.raises(IllegalMove, match="page 12"):
        position.move("fortify LLL")


def test_choices_lead_to_every_move() -> None:
    position = table(seat(workers="LSMF", strength=3, provisions=1, silver=2), seat())
    tokens = position.choices().tokens
    assert {"attack", "hunt", "pass", "recruit"} <= set(tokens)
    left = position.choices(("outsider:archer_saracen",))
    assert {move.key for move in left.moves} == {"attack LSF archer_saracen", "attack SMF archer_saracen"}
    done = position.choices(("worker:L", "attack", "worker:S", "outsider:archer_saracen", "worker:F")).complete
    assert done is not None and done.key == "attack LSF archer_saracen"


def test_house_values_are_marked() -> None:
    marked = set(load().house_values())
    for value in (
        "workshops.workshop_1.worker",
        "taxes.players_2.silver",
        "jars.debt_1.reward",
        "schemes.pray.copies",
        "opponent.trade.workers",
        "townsfolk.squire_3.ongoing",
        "outsiders.champion_saracen.attack",
    ):
        assert value in marked
    assert not any(value.startswith(("walls", "paladins", "actions.fortify")) for value in marked)


def test_an_owner_states_the_printed_values() -> None:
    own = {"workshops": {"workshop_1": {"worker": "F"}}, "actions": {"absolve": {"needs": [0, 1, 3, 5, 7, 9, 11]}}}
    game = rules.load("paladins", catalogue=own)
    assert "workshops.workshop_1.worker" not in game.house_values()
    assert "actions.absolve.needs" not in game.house_values()
    position = game.setup(2, 1)
    assert rules.parse(position.to_text()).game == game
    with pytest.raises(rules.BadCatalogue):
        rules.load("paladins", catalogue={"workshops": {"workshop_1": {"worker": "Q"}}})
    with pytest.raises(rules.BadInput, match="24"):
        rules.load("paladins", catalogue={"walls": {"strength_2": {"copies": 9}}})


def test_a_drawn_card_must_be_possible() -> None:
    position = play(table(seat(workers="LSM", provisions=1), seat()), "fortify LSM")
    with pytest.raises(IllegalMove):
        position.outcome("wall nowhere")
    with pytest.raises(IllegalMove):
        position.play(position.chance()[0][0].__class__("tavern", "strength_2"))


def test_a_pending_choice_between_equal_sides_is_refused() -> None:
    """It would offer one move several times."""
    path = rules.playout(load().setup(2, 1), seed=1).positions()
    text = next(one.to_text() for one in path if one.step == "action" and one.actor == 0 and not one.pending)
    spoiled = text.replace("\n[[", '\n[[pending]]\nseat = 0\ngain = "L/S"\n\n[[', 1)
    assert len(rules.parse(spoiled).legal_moves()) == 2
    for gain in ("L/L", "L/S/L"):
        with pytest.raises(BadPosition, match=r"pending\[0\]\.gain.*differ"):
            rules.parse(spoiled.replace('"L/S"', f'"{gain}"'))


def test_every_defect_of_a_seats_paladins_is_named_at_once() -> None:
    """A text without them is told of all four, not of one after the other."""
    text = rules.playout(load().setup(3, 4), "greedy", 1)
    position = next(one for one in text.positions() if one.step == "action" and one.round == 3)  # type: ignore[attr-defined]
    lines = position.to_text().splitlines()
    bare = "\n".join(line for line in lines if line.split(" ")[0] not in ("paladin", "top", "under", "used"))
    with pytest.raises(BadPosition) as caught:
        rules.parse(bare)
    names = ("paladin", "top", "under", "used")
    wanted = {f"seats[{number}].{name}" for number in range(3) for name in names}
    assert wanted <= {problem.path for problem in caught.value.problems}


def solo(marker: int) -> Any:
    """Set up a game of one player with the opponent's marker on a field, counted from 0."""
    start: Any = load().setup(1, 2)
    return replace(start, opponent=replace(start.opponent, marker=marker))


def test_the_opponents_marker_counts_from_1_as_it_is_shown() -> None:
    text = solo(4).to_text()
    assert "marker = 5" in text and "version = 2" in text
    for number in (0, 6):
        with pytest.raises(BadPosition, match=r"opponent\.marker"):
            rules.parse(text.replace("marker = 5", f"marker = {number}"))


@pytest.mark.parametrize("marker", [0, 4])
def test_a_text_of_the_older_version_counts_the_marker_from_0(marker: int) -> None:
    position = solo(marker)
    text = position.to_text()
    lines = [line for line in text.splitlines() if not line.startswith("marker")]
    lines[lines.index("version = 2")] = "version = 1"
    if marker:
        lines.insert(lines.index("[opponent]") + 1, f"marker = {marker}")
    assert rules.parse("\n".join(lines)) == position == rules.parse(text)
    with pytest.raises(BadPosition, match="version"):
        rules.parse(text.replace("version = 2", "version = 3"))


def test_workers_of_a_text_stand_in_any_order() -> None:
    record: Any = rules.playout(load().setup(3, 4), "greedy", 1)
    for position in record.positions():
        groups = {group for seat in position.seats for group in (seat.workers, *seat.placed) if len(set(group)) > 2}
        if position.step == "action" and len(groups) > 3:
            break
    text = position.to_text()
    other = re.sub(r'"([LSMFCX]{2,})"', lambda found: f'"{found[1][::-1]}"', text)
    assert other != text and rules.parse(other) == position
    group = next(iter(groups))
    with pytest.raises(BadPosition, match="no group of workers"):
        rules.parse(text.replace(f'"{group}"', '"LSQ"'))


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("absolve LMC foo", "Foo is no space for a jar."),
        ("pray C foo", "Foo is no action."),
        ("develop LL foo 1", "Foo is no action."),
        ("commission LSC foo", "Foo is no space of the board."),
    ],
)
def test_an_unknown_name_is_called_unknown(key: str, said: str) -> None:
    position = table(seat(workers="LLSMCC", silver=9, provisions=9, influence=9), seat())
    assert said in [finding.text for finding in position.why_not(key)]
