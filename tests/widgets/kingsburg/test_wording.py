"""One wording of a move: boards, lists of moves and plans say the same."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kingsburg import moves
from rules.kingsburg.phrases import phrase
from rules.protocol import Position
from solver import rooms
from widgets.talk import talk_of

GAME: Any = rules.load("kingsburg")


def small(text: str) -> str:
    """Begin with a small letter: a plan's step is a sentence, a phrase of the board is not."""
    return text[:1].lower() + text[1:]


@pytest.mark.parametrize("seed", range(8))
def test_plan_and_board_say_every_move_alike(seed: int) -> None:
    """Over whole games, with and without the modules: every legal move, and no two of a position alike."""
    modules = GAME.modules if seed % 2 else ()
    start = GAME.setup(players=GAME.players[seed % len(GAME.players)], seed=seed, modules=modules)
    record = rules.playout(start, policy="random", seed=seed)
    talk, looked = talk_of("kingsburg"), 0
    for position in list(record.positions())[seed % 3 :: 3]:
        legal = position.legal_moves()
        said = [rooms.find(position).describe(position, move) for move in legal]
        assert [small(text) for text in said] == [talk.phrase(position, move) for move in legal]
        assert all(text[0].isupper() and "_" not in text for text in said), said
        assert len(set(said)) == len(said), [text for text in said if said.count(text) > 1][:2]
        looked += len(legal)
    assert looked > 100


def position(players: int = 3) -> Position:
    """Return the first position of a game."""
    first: Position = GAME.setup(players=players, seed=7)
    return first


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (moves.ChooseGovernor("priest"), "keep the Priest"),
        (moves.Take(gold=1, stone=2), "take 1 gold and 2 stone"),
        (moves.Exchange("gold"), "pay 1 gold for 1 wood and 1 stone"),
        (moves.Decline(), "decline"),
        (moves.RollBonus(0), "roll no bonus die"),
        (moves.RollBonus(2), "roll 2 bonus dice"),
        (moves.Change("statue", die=3), "use the Statue on the die showing 3"),
        (
            moves.Change("champion", die=2, white=True, to=5),
            "use the Champion on the bonus die showing 2: turn it to 5",
        ),
        (moves.Keep(), "keep the dice"),
        (moves.Place(8, (3, 5)), "influence 8 Treasurer with 3 + 5"),
        (
            moves.Place(11, (3, 4), (1,), marker=True, market=1, envoy=True, private=True),
            "influence 11 Swordsmith on your governor card with 3 + 4 + bonus 1 + 2 (marker), Market +1 and the envoy",
        ),
        (moves.Build("town_hall"), "build the Town Hall"),
        (moves.Pay("marker"), "pay a +2 marker to the Town Hall for 1 point"),
        (moves.Pay("wood"), "pay 1 wood to the Town Hall for 1 point"),
        (moves.Use("priest"), "use the Priest"),
        (moves.Recruit(), "recruit nobody"),
        (moves.Recruit(wood=2, markers=1), "recruit for 2 wood and 1 +2 marker"),
        (moves.Army(3), "choose the army marker 3"),
        (moves.Lose(gold=2), "lose 2 gold"),
    ],
)
def test_a_move_in_words(move: moves.Move, said: str) -> None:
    where: Any = position()
    assert phrase(where, move) == said
    assert rooms.find(where).describe(where, move) == said[0].upper() + said[1:]


def test_what_is_not_built_is_said_by_what_one_does_then() -> None:
    """To pass is another thing while dice are placed than while buildings are built."""
    where: Any = position()
    positions: Any = rules.playout(where, policy="random", seed=1).positions()
    said = {each.step: phrase(each, moves.Pass()) for each in positions if moves.Pass() in each.legal_moves()}
    assert said["influence"] == "pass" and said["build"] == "build nothing"


def test_the_town_hall_says_what_it_pays() -> None:
    """Another catalogue may print another number."""
    other: Any = rules.load("kingsburg", catalogue={"buildings": {"town_hall": {"amount": 2}}}).setup(3, 7)
    assert phrase(other, moves.Pay("gold")) == "pay 1 gold to the Town Hall for 2 points"
