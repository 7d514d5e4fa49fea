"""Say a move of My Village in words: one wording for boards, lists of moves and plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from . import moves
from . import naming as words
from .dice import price
from .moves import Move
from .values import PROFESSIONS, Position


def _take(position: Position, move: moves.Take) -> str:
    said = f"take {words.joined([words.die_name(die) for die in move.dice])} for {move.value}"
    coins, _ = price(move)
    paid = [words.count(coins, "coin")] if coins else []
    if move.markers:
        paid.append(f"{words.count(move.markers, 'marker')} of the meeting place")
    return f"{said}, paying {words.joined(paid)}" if paid else said


def _headman(position: Position, move: moves.Headman) -> str:
    where = {
        "house": "home, with the stories of the tree",
        "coin": "to the coin",
        "stories": "to the stories",
    }
    return "let the headman stay" if move.to == "stay" else f"move the headman {where.get(move.to, move.to)}"


def _customers(position: Position, customers: tuple[str, ...]) -> str:
    return words.joined([words.customer_name(position, name) for name in customers])


def _bailiff(position: Position, move: moves.Bailiff) -> str:
    if not move.customers:
        return "ask the bailiff: one more customer is turned up first"
    return f"ask the bailiff for {_customers(position, move.customers)}"


def _for(move: Any) -> str:
    paid = words.paid_words(move.pay)
    return f" for {paid}" if paid else ""


def _travel(position: Position, move: moves.Travel) -> str:
    return f"travel on to {move.letter.upper()}{_for(move)}"


def _school(position: Position, move: moves.School) -> str:
    if move.how == "train":
        return "train a descendant in the school"
    if move.how == "advance":
        return "move the descendant of the school to the right"
    name = words.profession_name(position, move.profession) if move.profession in PROFESSIONS else move.profession
    return f"send the {move.how} descendant as {name}"


def _mark(position: Position, move: moves.Mark) -> str:
    name = words.profession_name(position, move.slot) if move.slot in PROFESSIONS else words.area_name(move.slot)
    return f"mark {name} on the town hall"


def _tile(position: Position, move: moves.Tile) -> str:
    if move.banner == "stay":
        return "leave the 2/12 tile where it is"
    return f"lay the 2/12 tile beside the {words.banner_name(position, move.banner)}"


def _plow(position: Position, move: moves.Plow) -> str:
    return f"put {'a joker' if move.source == 'hall' else 'a plow'} on field {move.field}"


PHRASES: Final[dict[type, Callable[[Position, Any], str]]] = {
    moves.Take: _take,
    moves.Headman: _headman,
    moves.Hand: lambda position, move: "take the starting player's hand",
    moves.Bailiff: _bailiff,
    moves.Free: lambda position, move: (
        "take no free customer"
        if move.customer == "none"
        else f"take {words.customer_name(position, move.customer)} for nothing"
    ),
    moves.Buy: lambda position, move: (
        f"take {_customers(position, move.customers)} too" if move.customers else "take no further customer"
    ),
    moves.Church: lambda position, move: f"take the {words.church_name(position, move.card)}{_for(move)}",
    moves.Monk: lambda position, move: f"take the {words.top_monk_name(position, move.symbol)}{_for(move)}",
    moves.Hall: lambda position, move: f"take the {words.hall_name(position, move.card)}{_for(move)}",
    moves.Meeting: lambda position, move: "take a meeting place",
    moves.Field: lambda position, move: "take a field",
    moves.Craft: lambda position, move: f"take the {words.craft_name(position, move.card)}{_for(move)}",
    moves.Travel: _travel,
    moves.Settle: lambda position, move: (
        "put the travel card back and take the next one" if move.again else "keep the travel card"
    ),
    moves.Use: lambda position, move: f"use the {words.banner_name(position, move.banner)}",
    moves.School: _school,
    moves.Serve: lambda position, move: f"serve {words.customer_name(position, move.customer)}{_for(move)}",
    moves.Plow: _plow,
    moves.Mark: _mark,
    moves.Tile: _tile,
    moves.Skip: lambda position, move: "let the monk's bonus go",
    moves.Done: lambda position, move: "activate nothing more",
    moves.Die: lambda position, move: f"let the {words.profession_name(position, move.profession)} die",
    moves.Laborer: lambda position, move: (
        f"put the day laborer in the place of the {words.profession_name(position, move.profession)}"
    ),
    moves.Ward: lambda position, move: "keep the plague away" if move.ward else "let the plague come",
}


def phrase(position: Position, move: Move) -> str:
    """Say what a seat does with a move, as a part of a sentence: "use the smithy"."""
    return PHRASES[type(move)](position, move)
