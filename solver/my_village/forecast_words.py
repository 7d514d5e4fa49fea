"""A plan for the turns to come in sentences: what each turn does, and what the plan takes for granted."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.wording import capital, joined
from solver.plan import number

from .forecast_cards import Cards

if TYPE_CHECKING:
    from solver.request import Request

    from .forecast_rows import Deed, Expr

#: The value of an expression of the model in a solution.
Read = Callable[["Expr"], int]

FORECAST = "This is a forecast: dice of later turns are an average, not a promise."
PLAINLY = (
    "Later turns use what lies open now or is yours; nobody takes any of it before you, and no other seat's villager "
    "fills a space of the chronicle."
)
LEFT_OUT = (
    "Not in later turns: the hand, monks and customers turned up later, moving the 2/12 tile, and the second look of "
    "the Mission church."
)
UNSEEN = (
    "A travel card that nobody has seen counts the mean fame of its letter, and the one nearest it says what it asks."
)
NARROWED = "Not every way through this turn was kept, so the bound is coarse: it adds up what any of them could bring."


def assumptions(request: Request, complete: bool) -> tuple[str, ...]:
    """Say what a plan takes for granted, the whole forecast included."""
    figures = dict(request.forecast)
    turns, plague = int(figures["turns"]), int(figures["plague"])
    texts = [
        FORECAST,
        f"After this turn you have {turns} more turn{'' if turns == 1 else 's'}; the game is taken to end then.",
        f"A wanted value takes {number(figures['coins'])} coins from 4 to 10, {number(figures['edge'])} for 2, 3, 11 "
        f"and 12, none with a marker of the meeting place; black dice take {number(figures['clouds'])} clouds a turn.",
        f"The plague comes in the turn {plague} after this one."
        if 0 < plague <= turns
        else "The plague does not come in these turns.",
        "In this turn's plan for later the rat's die shows 3.",
        PLAINLY,
        UNSEEN,
        LEFT_OUT,
    ]
    return (*texts, *(() if complete else (NARROWED,)))


def done(rows: Cards, read: Read) -> list[Deed]:
    """List what a solution does."""
    return [deed for deed in rows.deeds if read(deed.flag)]


def outline(rows: Cards, read: Read) -> tuple[str, ...]:
    """Say turn by turn what a solution does."""
    deeds = done(rows, read)
    lines = []
    for turn, column in enumerate(rows.columns, start=1):
        value = next((value for value, flag in column.value.items() if read(flag)), None)
        words = joined([deed.words for deed in deeds if deed.turn == turn]) or "nothing that counts"
        lines.append(f"In {turn} turn{'' if turn == 1 else 's'}, value {value or '?'}: {capital(words)}.")
    coins = Fraction(read(rows.coins), rows.scale)
    lines.append(f"Left at the end: {number(coins)} coins, {read(rows.tree)} stories on the tree.")
    return tuple(lines)


def house(rows: Cards, read: Read) -> tuple[str, ...]:
    """List the house values of the rows that a solution rests on, as table.id.field."""
    found: dict[str, None] = {}
    for deed in done(rows, read):
        for table, key in deed.reads:
            for field in getattr(rows.cards, table)[key].house:
                found[f"{table}.{key}.{field}"] = None
    return tuple(found)


__all__ = ["assumptions", "house", "outline"]
