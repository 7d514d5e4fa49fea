"""Kingsburg's board as a picture: the court, the course of the year, the seats and the province."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kingsburg.values import Position
from widgets.canvas import Canvas
from widgets.drawing import EDGE, TWO_COLUMNS, edge_of, narrow, seat_drawn, seen_by
from widgets.picture import Mark, Picture, State
from widgets.views.kingsburg_court import DieKeys, court
from widgets.views.kingsburg_province import province
from widgets.views.kingsburg_seats import seats_tall, seats_wide
from widgets.views.kingsburg_track import enemy, header, legend
from widgets.views.kingsburg_words import YEARS, status, text


def draw(
    position: Position,
    seat: int | None = None,
    marks: Mapping[str, Mark | State] | None = None,
    width: int = 1100,
) -> Picture:
    """Draw a position.

    ``seat`` is who looks: the picture then holds what that seat may know and nothing else; without it, what all may
    know. The province is filled in for that seat, or else for the one that acts. ``marks`` says how places stand, by
    their key (see `widgets.picture.Place`); ``width`` is in pixels: one column below 1060, two from there on, and 420
    at least.

    Raises:
        ValueError: there is no such seat, or no layout for the width.
    """
    seen = seen_by(position, seat, width, "Kingsburg's board")
    own = seat_drawn(seat, seen.actor, seen.order[0])
    canvas = Canvas(marks)
    keys = DieKeys(seen)
    edge = edge_of(width)
    inner = width - 2 * edge
    top = edge + header(canvas, seen, edge, edge, inner) + 18
    if width < TWO_COLUMNS:
        top += court(canvas, seen, keys, edge, top, inner) + 14
        top += enemy(canvas, seen, edge, top, inner) + 12
        seats = seats_tall if narrow(inner) else seats_wide
        top += seats(canvas, seen, keys, own, edge, top, inner) + 14
        top += province(canvas, seen, own, edge, top, inner) + 10
    else:
        side = max(330.0, min(420.0, 0.3 * width))
        main = inner - side - 24
        left = top + court(canvas, seen, keys, EDGE, top, main) + 16
        beside = len(seen.seats) > 3
        if beside:
            left += province(canvas, seen, own, EDGE, left, main)
        right = top + enemy(canvas, seen, EDGE + main + 24, top, side) + 12
        right += seats_tall(canvas, seen, keys, own, EDGE + main + 24, right, side)
        top = max(left, right) + 14
        if not beside:
            top += province(canvas, seen, own, EDGE, top, inner)
    # Said from the first position on, so that the legend is the same throughout a game.
    house = bool({"buildings", "governors"} & set(seen.modules)) and bool(seen.game.house_values())
    top += 10 + legend(canvas, edge, top + 10, inner, house) + EDGE - 4
    return canvas.picture(width, top, f"Kingsburg, year {YEARS[seen.year - 1]}: {status(seen)}", text(seen))
