"""Say a move of Paladins of the West Kingdom in words: one wording for boards, lists of moves and plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from . import moves
from . import naming as words
from .left import develop_cost, pray_cost, recruit_cost
from .moves import Move
from .outsiders import attack_cost
from .right import piece_cost, silver_cost
from .values import ABSOLVE, CONVERT, INDEX, Position, Seat


def _seat(position: Position) -> Seat:
    return position.seats[position.actor or 0]


def _cost(amount: int, noun: str) -> str:
    """Say a price behind a move; nothing costs nothing."""
    if not amount:
        return ""
    return f" for {words.count(amount, noun, 'silver' if noun == 'silver' else '')}"


def _with(workers: str) -> str:
    return f"with {words.workers_words(workers)}"


def _paladin(position: Position, move: moves.ChoosePaladin) -> str:
    use, top, under = (words.paladin_name(position, card) for card in (move.use, move.top, move.under))
    return f"use {use}, with {top} on top and {under} below"


def _develop(position: Position, move: moves.Develop) -> str:
    price = _cost(develop_cost(position, _seat(position)), "silver")
    return (
        f"develop {_with(move.workers)}{price}: a workshop on space {move.space} of "
        f"{words.action_name(position, move.action)}"
    )


def _recruit(position: Position, move: moves.Recruit) -> str:
    alone = len(move.workers) == 1
    verb = "dismiss" if alone else "recruit"
    price = " for a debt" if move.debt else ""
    if not move.debt and move.card in position.townsfolk:
        place = position.townsfolk.index(move.card)
        price = _cost(recruit_cost(position, _seat(position), place), "silver")
    return f"{verb} the {words.townsfolk_name(position, move.card, dismissed=alone)} {_with(move.workers)}{price}"


def _pray(position: Position, move: moves.Pray) -> str:
    price = _cost(pray_cost(position, _seat(position)), "silver")
    return f"pray {_with(move.workers)}{price} to free {words.action_name(position, move.action)}"


def _piece(position: Position, move: moves.Commission | moves.Garrison) -> str:
    index, act = (
        (INDEX["commission"], "send a monk to")
        if isinstance(move, moves.Commission)
        else (INDEX["garrison"], "place an outpost on")
    )
    price = _cost(piece_cost(position, _seat(position), index), "provision")
    return f"{act} {words.space_name(position, move.space)} {_with(move.workers)}{price}"


def _fortify(position: Position, move: moves.Fortify) -> str:
    return f"fortify {_with(move.workers)}{_cost(piece_cost(position, _seat(position), INDEX['fortify']), 'provision')}"


def _absolve(position: Position, move: moves.Absolve) -> str:
    price = _cost(silver_cost(position, _seat(position), ABSOLVE), "silver")
    return f"put a jar on {words.jar_name(position, move.jar)} {_with(move.workers)}{price}"


def _attack(position: Position, move: moves.Attack) -> str:
    price = ""
    if move.card in position.outsiders:
        price = _cost(attack_cost(position, _seat(position), position.outsiders.index(move.card)), "silver")
    return f"attack the {words.outsider_name(position, move.card)} {_with(move.workers)}{price}"


def _convert(position: Position, move: moves.Convert) -> str:
    price = _cost(silver_cost(position, _seat(position), CONVERT), "silver")
    return f"convert the {words.outsider_name(position, move.card)} {_with(move.workers)}{price}"


def _favour(position: Position, move: moves.Favour) -> str:
    row = position.catalogue.favours.get(move.card)
    paid = words.joined(words.price_words(row)) if row is not None else ""
    price = f" for {paid}" if paid else ""
    return f"use the favour {words.favour_name(position, move.card)} {_with(move.workers)}{price}"


def _build(position: Position, move: moves.Build) -> str:
    return f"place a workshop on space {move.space} of {words.action_name(position, move.action)}"


def _hire(position: Position, move: moves.Hire) -> str:
    verb = "dismiss" if move.dismiss else "recruit"
    return f"{verb} the {words.townsfolk_name(position, move.card, dismissed=move.dismiss)} for nothing"


PHRASES: Final[dict[type, Callable[[Position, Any], str]]] = {
    moves.ChoosePaladin: _paladin,
    moves.TakeTavern: lambda position, move: f"take the tavern card with {words.tavern_name(position, move.card)}",
    moves.Develop: _develop,
    moves.Recruit: _recruit,
    moves.Hunt: lambda position, move: f"hunt {_with(move.workers)}",
    moves.Trade: lambda position, move: f"trade {_with(move.workers)}",
    moves.Pray: _pray,
    moves.Conspire: lambda position, move: f"conspire {_with(move.workers)}",
    moves.Commission: _piece,
    moves.Fortify: _fortify,
    moves.Garrison: _piece,
    moves.Absolve: _absolve,
    moves.Attack: _attack,
    moves.Convert: _convert,
    moves.Favour: _favour,
    moves.Pass: lambda position, move: "pass",
    moves.Keep: lambda position, move: f"keep {words.workers_words(move.workers)}",
    moves.Choose: lambda position, move: f"choose: {words.gain_words([move.gain])}",
    moves.Clear: lambda position, move: f"free {words.action_name(position, move.action)} of its workers",
    moves.Build: _build,
    moves.Hire: _hire,
    moves.Activate: lambda position, move: f"let the {words.townsfolk_name(position, move.card)} act",
}


def phrase(position: Position, move: Move) -> str:
    """Say a move as one says it to oneself.

    >>> import rules
    >>> position = rules.load("paladins").setup(players=3, seed=7)
    >>> phrase(position, moves.Hunt("SS"))
    'hunt with 2 Scouts'
    """
    say = PHRASES.get(type(move))
    return say(position, move) if say is not None else str(getattr(move, "key", move))
