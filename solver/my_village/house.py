"""Which house values a plan rests on: values of our own where no source prints the real ones.

The line is walked as a replay walks it, over all that chance may show; each decision on the way names what it reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from rules.my_village import moves
from rules.my_village.moves import Move
from rules.my_village.values import ABBOT, KINDS, LETTERS, PROFESSIONS, SYMBOLS, Position, Seat

from .table import ended, on_table

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.request import Request

ALL = ("values", "time", "ways", "fame", "effect", "amount", "slots")
#: Moves that add a card to a category of the Area hall, or a villager to the Population hall (or take one away).
COUNTED = {
    "area": (moves.Church, moves.Monk, moves.Field, moves.Craft, moves.Travel, moves.Serve),
    "population": (moves.Die, moves.Laborer, moves.School),
}
WHITE = (moves.Use, moves.School, moves.Serve, moves.Plow)


def decisions(request: Request, answer: Answer) -> Iterator[tuple[Position, Move]]:
    """Walk a line over all outcomes of chance; return each decision of the seat with the move that it makes there."""
    from . import follow, rival, settle

    start = on_table(request)
    line, replies = cast("tuple[Move, ...]", answer.moves), cast("tuple[Move, ...]", answer.replies)
    open_ = [(start, 0, 0)]
    seen = set(open_)
    while open_:
        position, done, replied = open_.pop()
        if position.over or ended(request, position):
            continue
        following: list[tuple[Position, int, int]] = []
        if position.actor is None:
            settled = settle(request, position)
            outcomes = [settled] if settled is not None else [outcome for outcome, _ in position.chance()]
            following = [(position.play(outcome), done, replied) for outcome in outcomes]
        elif position.actor == request.seat:
            move = line[done] if done < len(line) else follow(request, position)
            yield position, move
            following = [(position.play(move), min(done + 1, len(line)), replied)]
        else:
            move = replies[replied] if replied < len(replies) else rival(request, position)
            following = [(position.play(move), done, replied + 1)]
        for state in following:
            if state not in seen:
                seen.add(state)
                open_.append(state)


def _reads(position: Position, seat: Seat, move: Move) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Name table, row and fields that a move reads."""
    if isinstance(move, moves.Church):
        yield "churches", move.card, ALL
        yield "tracks", "tracks", ("windows",)
    elif isinstance(move, moves.Monk):
        yield "monks", position.monks[SYMBOLS.index(move.symbol)], ALL
        yield "tracks", "tracks", ("windows",)
    elif isinstance(move, moves.Hall):
        yield "halls", move.card, ALL
    elif isinstance(move, moves.Mark):
        yield "halls", seat.hall, ("amount",)
    elif isinstance(move, moves.Meeting | moves.Tile):
        yield "meeting", "meeting", (*ALL, "stories", "copies")
    elif isinstance(move, moves.Field):
        yield "fields", "field", (*ALL, "coins", "copies")
    elif isinstance(move, moves.Craft):
        row = position.catalogue.crafts[move.card]
        yield "crafts", move.card, ("values",)
        yield "craft_kinds", row.kind, ALL
    elif isinstance(move, moves.Travel | moves.Settle):
        letter = LETTERS[len(seat.travel)]
        yield "travel_stacks", letter, ALL
        for card in seat.travel[-1:]:
            yield "travel", card, ("time", "coins", "goods", "ends")
        for card in position.travel_decks[len(seat.travel)]:
            yield "travel", card, ("fame",)
    elif isinstance(move, moves.Use):
        yield from _used(seat, move.banner)
    elif isinstance(move, moves.Serve):
        yield "customers", move.customer, ("values", "time", "goods", "fame")
    elif isinstance(move, moves.Bailiff | moves.Buy):
        yield "places", "bailiff", ("values", "time")
        for number in range(1, 5):
            yield "bailiff", f"price_{number}", ("time", "coins")
    elif isinstance(move, moves.School):
        yield "places", "school", ("values", "time", "stories")
    elif isinstance(move, moves.Headman):
        yield "places", "headman", ("time", "stories")
    elif isinstance(move, moves.Hand):
        yield "places", "hand", ("values",)
        yield "tracks", "tracks", ("hand",)
    elif isinstance(move, moves.Die | moves.Laborer):
        for profession, there in zip(PROFESSIONS, seat.villagers, strict=True):
            if there:
                yield "professions", profession, ("stories",)
        yield "tracks", "tracks", ("laborer",)
    if isinstance(move, WHITE):
        yield from _banners(seat)
    hall = position.catalogue.halls.get(seat.hall)
    if hall is not None and isinstance(move, COUNTED.get(hall.effect, ())):
        yield "halls", seat.hall, ("amount",)
    if seat.church and seat.villagers[ABBOT] and isinstance(move, moves.Bailiff | moves.Travel):
        yield "churches", seat.church, ("effect",)


def _used(seat: Seat, banner: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Name what a white banner of the village reads."""
    if banner == "game":
        yield "boards", seat.board, ("values",)
    elif banner == "hall":
        yield "halls", seat.hall, (*ALL, "white_time")
    elif banner == "meeting":
        yield "meeting", "meeting", ("values", "white_time", "stories", "slots")
    elif banner.startswith("field"):
        yield "fields", "field", ("values", "white_time", "coins", "plow")
    else:
        yield "crafts", seat.crafts[KINDS.index(banner)], ("values",)
        yield "craft_kinds", banner, ("white_time", "slots", "good")


def _banners(seat: Seat) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Name what says which other white banners of the village could be activated: they keep the turn open or not."""
    yield "boards", seat.board, ("values",)
    if seat.hall:
        yield "halls", seat.hall, ("values",)
    for card in filter(None, seat.crafts):
        yield "crafts", card, ("values",)
    for card in seat.customers:
        yield "customers", card, ("values", "goods")
    yield "fields", "field", ("values",)
    yield "meeting", "meeting", ("values", "tile")


def house_values(request: Request, answer: Answer) -> tuple[str, ...]:
    """List the house values that a line rests on, as table.id.field.

    They are those of the cards and boards that its moves use, of the banners of the village that keep a turn open, and
    of what chance may show; answers after chance count like the moves of the line.
    """
    found: dict[str, None] = {}
    for position, move in decisions(request, answer):
        for table, key, fields in _reads(position, position.seats[request.seat], move):
            row = getattr(position.catalogue, table)[key]
            for field in fields:
                if field in row.house:
                    found[f"{table}.{key}.{field}"] = None
    return tuple(found)
