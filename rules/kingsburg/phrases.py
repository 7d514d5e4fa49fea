"""Say a move of Kingsburg in words: one wording for boards, lists of moves and plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from . import moves
from . import naming as words
from .moves import GOODS, Move
from .values import Position


def _place(position: Position, move: moves.Place) -> str:
    own = " on your governor card" if move.private else ""
    dice = words.dice_words(move.dice, move.bonus, marker=move.marker, market=move.market)
    envoy = " and the envoy" if move.envoy else ""
    return f"influence {move.rank} {words.advisor_name(position, move.rank)}{own} with {dice}{envoy}"


def _change(position: Position, move: moves.Change) -> str:
    said = f"use the {words.called(position, move.effect)}"
    if move.die:
        said += f" on the {'bonus die' if move.white else 'die'} showing {move.die}"
    return said + (f": turn it to {move.to}" if move.to else "")


def _exchange(position: Position, move: moves.Exchange) -> str:
    return f"pay 1 {move.good} for {words.joined([f'1 {good}' for good in GOODS if good != move.good])}"


def _bonus(position: Position, move: moves.RollBonus) -> str:
    return f"roll {words.count(move.number, 'bonus die', 'bonus dice')}" if move.number else "roll no bonus die"


def _recruit(position: Position, move: moves.Recruit) -> str:
    paid = words.goods(move.gold, move.wood, move.stone, move.markers)
    return "recruit nobody" if paid == "nothing" else f"recruit for {paid}"


def _pay(position: Position, move: moves.Pay) -> str:
    paid = "a +2 marker" if move.what == "marker" else f"1 {move.what}"
    halls = position.sheet.by_effect.get("town_hall", ())
    points = max((cell.building.amount for cell in halls), default=0)
    return f"pay {paid} to the Town Hall for {words.count(points, 'point')}"


PHRASES: Final[dict[type, Callable[[Position, Any], str]]] = {
    moves.ChooseGovernor: lambda position, move: f"keep the {words.called(position, move.card)}",
    moves.Take: lambda position, move: f"take {words.goods(move.gold, move.wood, move.stone)}",
    moves.Exchange: _exchange,
    moves.Decline: lambda position, move: "decline",
    moves.RollBonus: _bonus,
    moves.Change: _change,
    moves.Keep: lambda position, move: "keep the dice",
    moves.Place: _place,
    moves.Pass: lambda position, move: "pass" if position.step == "influence" else "build nothing",
    moves.Build: lambda position, move: f"build the {words.called(position, move.building)}",
    moves.Pay: _pay,
    moves.Use: lambda position, move: f"use the {words.called(position, move.effect)}",
    moves.Recruit: _recruit,
    moves.Army: lambda position, move: f"choose the army marker {move.value}",
    moves.Lose: lambda position, move: f"lose {words.goods(move.gold, move.wood, move.stone)}",
}


def phrase(position: Position, move: Move) -> str:
    """Say a move as one says it to oneself.

    >>> import rules
    >>> position = rules.load("kingsburg").setup(players=3, seed=7)
    >>> phrase(position, moves.Place(8, (3, 5), marker=False))
    'influence 8 Treasurer with 3 + 5'
    """
    say = PHRASES.get(type(move))
    return say(position, move) if say is not None else str(getattr(move, "key", move))
