"""Say with an answer what it assumes, what it rests on, and what happens with the worst cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec

from rules.paladins.moves import Move
from solver.plan import points

from .forecast_figures import ahead, eye
from .house import house_values
from .line import Walker
from .table import CHOOSING, on_table

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.request import Request


def dressed(request: Request, answer: Answer, walker: Walker | None = None) -> Answer:
    """Add the assumptions of a line and the house values that it rests on; the worst case stands beside the mean.

    What a forecast has said of itself stays; its later rounds rest on values that the moves do not tell.
    """
    if not answer.feasible:
        return answer
    moves = cast("tuple[Move, ...]", answer.moves)
    if ahead(request):
        request = eye(request)
        told = answer.assumptions or others(request)
    else:
        told = (*others(request), *hidden(request, moves, walker or Walker(request)))
    house = dict.fromkeys((*house_values(request, moves), *answer.house))
    return msgspec.structs.replace(answer, assumptions=told, house=tuple(house))


def others(request: Request) -> tuple[str, ...]:
    """Say in sentences what every plan takes for granted of the others."""
    position = on_table(request)
    said = []
    if position.opponent is not None:
        said.append("The opponent is taken to rest: what it may take from the table is not foreseen, so ask again.")
    elif len(position.seats) > 1:
        said.append("The other seats are taken to pass: what they may take from the table is not foreseen.")
    if position.step in CHOOSING:
        said.append("Of the taverns that others choose before, the last one lying open is taken to be gone.")
    return tuple(said)


def hidden(request: Request, moves: tuple[Move, ...], walker: Walker) -> tuple[str, ...]:
    """Say in sentences which hidden cards a line turns up, and what it brings with the worst and the best of them."""
    said: list[str] = []
    belief = walker.walk(moves)
    if belief is None:
        return tuple(said)
    ends = walker.finish(belief)
    gains = [walker.gain(end) for end in ends]
    drawn = _drawn(request, walker, moves)
    if drawn:
        text = f"It turns up hidden cards ({drawn}), valued in expectation over all that are still unseen"
        if min(gains) != max(gains):
            text += f": with the worst of them it brings {points(min(gains))}, with the best {points(max(gains))}"
        said.append(f"{text}.")
        said.append("Its moves are fixed in advance and stay legal whatever the cards show; after a card, ask again.")
    return tuple(said)


def _drawn(request: Request, walker: Walker, moves: tuple[Move, ...]) -> str:
    """Name the hidden cards that a line turns up."""
    start = on_table(request).seats[request.seat]
    belief = walker.walk(moves)
    assert belief is not None
    end = next(iter(walker.finish(belief)))
    seat = end.seats[request.seat]
    walls = len(seat.walls) - len(start.walls)
    criminals = sum(_criminals(walker, moves))
    parts = [f"{walls} wall card{'s' if walls > 1 else ''}"] * bool(walls)
    parts += [f"{criminals} suspicion card{'s' if criminals > 1 else ''}"] * bool(criminals)
    return " and ".join(parts)


def _criminals(walker: Walker, moves: tuple[Move, ...]) -> list[int]:
    """Count the Criminals that come to the hand, move by move: each draws a suspicion card."""
    belief = walker.start()
    counts = []
    for move in moves:
        position = next(iter(belief))
        after = walker.play(belief, move)
        if after is None:
            break
        seat, later = position.seats[walker.request.seat], next(iter(after)).seats[walker.request.seat]
        paid = str(getattr(move, "workers", "")).count("X") if type(move).__name__ != "Keep" else 0
        if type(move).__name__ not in ("Pass", "Keep"):
            counts.append(max(0, later.workers.count("X") - seat.workers.count("X") + paid))
        belief = after
    return counts
