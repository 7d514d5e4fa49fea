"""The greedy policy's judgement: what each legal move is worth at a glance, in hundredths of a point.

No move is played to judge it. It is a yardstick for playouts, not advice: plans come from the solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import moves
from .right import find_space
from .values import RIGHT, ROUNDS, Position, Seat

WORKER = {"L": 60, "S": 75, "M": 75, "F": 75, "C": 80, "X": 60}
GAIN = {
    **WORKER,
    "silver": 55,
    "provision": 65,
    "faith": 170,
    "strength": 170,
    "influence": 170,
    "tax1": 40,
    "tax2": 60,
    "pardon": 40,
    "destroy": 150,
    "settle": 200,
    "debt": -300,
    "pray": 90,
    "recruit": 150,
    "workshop": 200,
}
ACTION = {"commission": 170, "fortify": 250, "garrison": 180, "absolve": 200, "attack": 40, "convert": 230}


def gain_worth(gain: str, seat: Seat) -> int:
    """Value one gain: of a choice the best side that does something."""
    if "/" in gain:
        return max(gain_worth(side, seat) for side in gain.split("/"))
    if "+" in gain:
        return sum(gain_worth(part, seat) for part in gain.split("+"))
    if gain in ("settle", "destroy") and not seat.unpaid:
        return 0
    if gain == "pardon" and not seat.suspicion:
        return 0
    if gain == "pray" and not any(seat.placed):
        return 0
    return GAIN.get(gain, 0)


def gains_worth(gains: Sequence[str], seat: Seat) -> int:
    """Value several gains."""
    return sum(gain_worth(gain, seat) for gain in gains)


def kept_worth(position: Position, card: str, seat: Seat) -> int:
    """Value keeping a townsfolk card: what it pays now, and about twice a round a third of what it pays later."""
    row = position.catalogue.townsfolk[card]
    left = ROUNDS + 1 - position.round
    return gains_worth(row.recruit, seat) + left * gains_worth(row.ongoing, seat) * 6 // 10


def paladin_worth(position: Position, card: str, seat: Seat) -> int:
    """Value using a paladin now: its boost as far as it opens something, its workers and its ability."""
    row = position.catalogue.paladins.get(card)
    if row is None:
        return 0
    boost = 30 * (row.faith + row.strength + row.influence)
    able = 60 + 20 * (row.ability.endswith("_free") and row.ability.split("_")[0] in RIGHT)
    return sum(WORKER[letter] for letter in row.workers) + boost + able


def action_worth(position: Position, seat: Seat, move: Any) -> int:
    """Value one of the right-hand actions before the price of its workers."""
    cards = position.catalogue
    if isinstance(move, moves.Attack):
        row = cards.outsiders[move.card]
        return ACTION["attack"] + gains_worth(row.attack, seat)
    if isinstance(move, moves.Convert):
        return ACTION["convert"] + 170 * cards.outsiders[move.card].strength
    if isinstance(move, moves.Absolve):
        return ACTION["absolve"] + 170 + gains_worth(cards.jars[move.jar].reward, seat)
    if isinstance(move, moves.Fortify):
        return ACTION["fortify"] + 240
    name = "commission" if isinstance(move, moves.Commission) else "garrison"
    where = find_space(position, move.space)
    area = where[0] if where else 0
    return ACTION[name] + 170 + gains_worth(cards.spaces[move.space].reward, seat) - 5 * area


def worth(position: Position, seat: Seat, move: Any) -> int:
    """Value one legal move."""
    cards = position.catalogue
    last = position.round == ROUNDS
    price = sum(WORKER[letter] for letter in getattr(move, "workers", "")) // (3 if last else 2)
    if isinstance(move, moves.Keep):
        return sum(WORKER[letter] for letter in move.workers)
    if isinstance(
        move, moves.Commission | moves.Fortify | moves.Garrison | moves.Absolve | moves.Attack | moves.Convert
    ):
        return action_worth(position, seat, move) - price
    if isinstance(move, moves.Hunt | moves.Trade):
        number = 1 if len(move.workers) == 1 else 3
        return (30 if last else 70) * number - price
    if isinstance(move, moves.Develop):
        return 420 * (ROUNDS - position.round) // ROUNDS + 10 * (move.space == 1) - price
    if isinstance(move, moves.Recruit):
        place = position.townsfolk.index(move.card)
        paid = 320 if move.debt else 50 * position.game.places[place].silver
        if len(move.workers) == 1:
            return gains_worth(cards.townsfolk[move.card].dismiss, seat) - paid - price
        return kept_worth(position, move.card, seat) - paid - price
    if isinstance(move, moves.Conspire):
        return 40 - price
    if isinstance(move, moves.Pray):
        return (160 if move.action in RIGHT and len(seat.workers) > 3 else -50) - price
    if isinstance(move, moves.Favour):
        row = cards.favours[move.card]
        return gains_worth(row.gain, seat) - 55 * row.silver - 65 * row.provisions - 300 * row.debt - price
    if isinstance(move, moves.Choose):
        return gain_worth(move.gain, seat)
    if isinstance(move, moves.Clear | moves.Build):
        return ACTION.get(move.action, 0)
    if isinstance(move, moves.Hire):
        row_ = cards.townsfolk[move.card]
        return gains_worth(row_.dismiss, seat) if move.dismiss else kept_worth(position, move.card, seat)
    if isinstance(move, moves.ChoosePaladin):
        return 2 * paladin_worth(position, move.use, seat) + paladin_worth(position, move.top, seat)
    if isinstance(move, moves.TakeTavern):
        return sum(WORKER[letter] for letter in cards.taverns[move.card].workers)
    if isinstance(move, moves.Activate):
        order = {"suspected": 2, "inquisition": 1, "innocent": 0}
        return order.get(cards.townsfolk[move.card].trigger, 0)
    return -10


def weigh(position: Position, legal: Sequence[Any]) -> list[int]:
    """Value legal moves for the seat that decides."""
    number = position.actor
    assert number is not None
    seat = position.seats[number]
    return [worth(position, seat, move) for move in legal]
