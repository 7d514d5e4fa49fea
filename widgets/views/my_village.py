"""The board of My Village as a picture: the main board, the cards on offer, the own village, and the others'."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.my_village.values import Position
from widgets.canvas import Canvas
from widgets.drawing import EDGE, TWO_COLUMNS, edge_of, others_around, seat_drawn, seen_by
from widgets.picture import Mark, Picture, State
from widgets.views.my_village_main import header, legend, pool, village_road
from widgets.views.my_village_market import market
from widgets.views.my_village_offer import offer
from widgets.views.my_village_others import other_seat
from widgets.views.my_village_seat import own_seat
from widgets.views.my_village_words import status, text

GAP: Final = 20
PAIR: Final = 570.0  #: from which width on two villages of others lie side by side


def draw(
    position: Position,
    seat: int | None = None,
    marks: Mapping[str, Mark | State] | None = None,
    width: int = 1100,
) -> Picture:
    """Draw a position.

    ``seat`` is who looks: the picture then holds what that seat may know and nothing else; without it, what all may
    know. That seat's village, or else the one of the seat that acts, is drawn large; the others' are compact. ``marks``
    says how places stand, by their key (see `widgets.picture.Place`); ``width`` is in pixels: one column below 1060,
    two from there on, and 420 at least.

    Raises:
        ValueError: there is no such seat, or no layout for the width.
    """
    seen = seen_by(position, seat, width, "The board of My Village")
    own = seat_drawn(seat, seen.actor, seen.acting)
    canvas = Canvas(marks)
    edge = edge_of(width)
    inner = float(width - 2 * edge)
    house = bool(seen.game.house_values())
    top = edge + header(canvas, seen, edge, edge, inner) + 14
    others = others_around(seen, own)
    if width < TWO_COLUMNS:
        top += pool(canvas, seen, edge, top, inner) + 12
        top += village_road(canvas, seen, edge, top, inner) + 12
        top += own_seat(canvas, seen, own, edge, top, inner) + 12
        top += market(canvas, seen, edge, top, inner) + 8
        top += offer(canvas, seen, edge, top, inner) + 12
        top += villages(canvas, seen, others, 1, edge, top, inner)
    else:
        side = float(int(min(max(420.0, 0.42 * inner - 12), 640.0)))
        main = inner - side - GAP
        right = edge + main + GAP
        left = top + pool(canvas, seen, edge, top, main) + 12
        left += village_road(canvas, seen, edge, left, main) + 12
        left += market(canvas, seen, edge, left, main) + 8
        left += offer(canvas, seen, edge, left, main) + 12
        beside = top + own_seat(canvas, seen, own, right, top, side) + 12
        # The first of the others lies below the own village, always: boards must not jump about.
        beside += villages(canvas, seen, others[:1], 1, right, beside, side)
        if len(others) > 1:
            left += villages(canvas, seen, others[1:], 2, edge, left, main)
        top = max(left, beside)
    top += 4 + legend(canvas, edge, top + 4, inner, house) + EDGE - 4
    title = f"{seen.game.title}, round {seen.round}: {status(seen)}"
    return canvas.picture(width, top, title, text(seen))


def villages(canvas: Canvas, position: Position, others: list[int], first: int, x: float, y: float, w: float) -> float:
    """Draw villages of others below each other, or two side by side where there is room; ``first`` is their row."""
    across = 2 if w >= PAIR and len(others) > 1 else 1
    size = (w - (across - 1) * GAP) // across
    at = y
    for line in range(0, len(others), across):
        highest = 0.0
        for column, number in enumerate(others[line : line + across]):
            left = x + column * (size + GAP)
            highest = max(highest, other_seat(canvas, position, number, first + line + column, left, at, size))
        at += highest + 10
    return at - y
