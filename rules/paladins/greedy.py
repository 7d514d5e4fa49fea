"""The greedy policy's judgement: what each legal move is worth at a glance, in hundredths of a point.

No move is played to judge it. What a move brings counts as far as it can be expected to pay in the rounds that are
left: the points of an order, of the fifth and later times of an action and of high attributes are shared among the
steps that lead to them. What a move takes, workers and goods, has a price. It is a yardstick for playouts, not advice:
plans come from the solver. What gains and workers are worth stands in ``merits.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import moves, turn
from .merits import WEIGHTS, Merits, prices_of
from .values import Position

TRIGGERS = {"suspected": 2, "inquisition": 1, "innocent": 0}  #: which townsfolk card is used first in an inquisition


def _space(merits: Merits, move: moves.Commission | moves.Garrison) -> int:
    name = "commission" if type(move) is moves.Commission else "garrison"
    return merits.action(name) + merits.all(merits.cards.spaces[move.space].reward)


def _absolve(merits: Merits, move: moves.Absolve) -> int:
    return merits.action("absolve") + merits.all(merits.cards.jars[move.jar].reward)


def _attack(merits: Merits, move: moves.Attack) -> int:
    game, seat = merits.position.game, merits.seat
    row = merits.cards.outsiders[move.card]
    own = seat.strength + game.boosts["strength"].get(seat.paladin, 0)
    missing = game.strength_flags[merits.position.outsiders.index(move.card)] - own
    cost = ((missing + 1) // 2 if missing > 0 else 0) - merits.able("attack_silver")
    return merits.action("attack") + merits.all(row.attack) + merits.silver(-cost) + 100 * merits.scoring(row.kind)


def _convert(merits: Merits, move: moves.Convert) -> int:
    row = merits.cards.outsiders[move.card]
    return merits.action("convert") + row.strength * merits["strength"] + merits.outsider(row.scoring)


def _develop(merits: Merits, move: moves.Develop) -> int:
    return merits.action("develop") + merits.workshop(move.action, move.space)


def _recruit(merits: Merits, move: moves.Recruit) -> int:
    dismissed, kept, paid = merits.townsfolk(move.card)
    return (dismissed if len(move.workers) == 1 else kept) + (merits["debt"] if move.debt else paid)


def _hunt(merits: Merits, move: moves.Hunt) -> int:
    return merits.provisions((1 if len(move.workers) == 1 else 3) + merits.able("hunt_more"))


def _trade(merits: Merits, move: moves.Trade) -> int:
    return merits.silver((1 if len(move.workers) == 1 else 3) + merits.able("trade_more"))


def _conspire(merits: Merits, move: moves.Conspire) -> int:
    return merits["X"] + merits.silver(merits.able("conspire_silver"))


def _pray(merits: Merits, move: moves.Pray) -> int:
    cost = 0 if merits.able("pray_free") else merits.cards.actions["pray"].silver[0]
    return merits.freed(move.action) + merits.silver(-cost)


def _favour(merits: Merits, move: moves.Favour) -> int:
    row = merits.cards.favours[move.card]
    return (
        merits.all(row.gain)
        + merits.silver(-row.silver)
        + merits.provisions(-row.provisions)
        + (row.debt * merits["debt"])
    )


def _pass(merits: Merits, move: moves.Pass) -> int:
    """Value passing: three workers stay for the next round, and after the last one none is of use."""
    spare = len(merits.seat.workers) - turn.KEPT
    return -WEIGHTS.passing * max(0, spare) - (0 if merits.left else WEIGHTS.ending)


def _hire(merits: Merits, move: moves.Hire) -> int:
    dismissed, kept, _ = merits.townsfolk(move.card)
    return dismissed if move.dismiss else kept


def _paladin(merits: Merits, move: moves.ChoosePaladin) -> int:
    return merits.paladin(move.use) + WEIGHTS.top * merits.paladin(move.top) // 100


def _tavern(merits: Merits, move: moves.TakeTavern) -> int:
    """Value the workers, the less the more of their kind there are."""
    workers = merits.cards.taverns[move.card].workers
    held = merits.seat.workers + "".join(workers)
    return merits.all(workers) - WEIGHTS.alike * sum([held.count(letter) ** 2 for letter in "LSMFC"])


#: What each kind of move is worth before the price of its workers.
WORTHS: dict[type, Callable[[Merits, Any], int]] = {
    moves.Commission: _space,
    moves.Garrison: _space,
    moves.Fortify: lambda merits, _: merits.action("fortify"),
    moves.Absolve: _absolve,
    moves.Attack: _attack,
    moves.Convert: _convert,
    moves.Develop: _develop,
    moves.Recruit: _recruit,
    moves.Hunt: _hunt,
    moves.Trade: _trade,
    moves.Conspire: _conspire,
    moves.Pray: _pray,
    moves.Favour: _favour,
    moves.Pass: _pass,
    moves.Keep: lambda merits, move: 2 * merits.prices[move.workers],  # the price comes off once, and they stay
    moves.Choose: lambda merits, move: merits[move.gain],
    moves.Clear: lambda merits, move: merits.freed(move.action),
    moves.Build: lambda merits, move: merits.workshop(move.action, move.space),
    moves.Hire: _hire,
    moves.ChoosePaladin: _paladin,
    moves.TakeTavern: _tavern,
    moves.Activate: lambda merits, move: TRIGGERS.get(merits.cards.townsfolk[move.card].trigger, 0),
}


def weigh(position: Position, legal: Sequence[Any]) -> list[int]:
    """Value legal moves for the seat that decides."""
    number = position.actor
    assert number is not None
    merits = Merits(position, number)
    prices = merits.prices
    found = []
    for move in legal:
        worth = WORTHS[type(move)](merits, move)
        workers = getattr(move, "workers", "")
        found.append(worth - prices[workers] if workers else worth)
    return found


def shortlist(position: Position) -> Sequence[Any]:
    """List the legal moves without those that only pay dearer for what another one does as well.

    The best move by `weigh`, the first of several, is among them, and the order is that of all legal moves.
    """
    if position.pending or position.step != "action":
        return position.legal_moves()
    seat = position.seats[position.queue[0]]
    return turn.turn_moves(position, prices_of(position, seat).cheapest)
