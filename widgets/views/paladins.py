"""The board of Paladins of the West Kingdom as a picture: the main board, the own board, and all others'."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.paladins.values import Position
from widgets.canvas import Canvas
from widgets.drawing import EDGE, TWO_COLUMNS, edge_of, others_around, seat_drawn, seen_by
from widgets.picture import Mark, Picture, State
from widgets.views.paladins_main import main_board
from widgets.views.paladins_opponent import opponent_board
from widgets.views.paladins_others import other_seat
from widgets.views.paladins_pieces import WorkerKeys
from widgets.views.paladins_seat import own_seat
from widgets.views.paladins_track import header, legend, supply
from widgets.views.paladins_words import status, text

WIDE: Final = 560.0  #: from which width on a column can hold the board of another seat
GAP: Final = 20


def draw(
    position: Position,
    seat: int | None = None,
    marks: Mapping[str, Mark | State] | None = None,
    width: int = 1100,
) -> Picture:
    """Draw a position.

    ``seat`` is who looks: the picture then holds what that seat may know and nothing else; without it, what all may
    know. That seat's board, or else the one of the seat that acts, is drawn large; the others' are compact. ``marks``
    says how places stand, by their key (see `widgets.picture.Place`); ``width`` is in pixels: one column below 1060,
    two from there on, and 420 at least.

    Raises:
        ValueError: there is no such seat, or no layout for the width.
    """
    seen = seen_by(position, seat, width, "The board of Paladins")
    own = seat_drawn(seat, seen.actor, seen.start)
    canvas = Canvas(marks)
    keys = WorkerKeys()
    edge = edge_of(width)
    inner = float(width - 2 * edge)
    house = bool(seen.game.house_values())
    top = edge + header(canvas, seen, edge, edge, inner) + 10
    top += supply(canvas, seen, edge, top, inner) + 12
    others = others_around(seen, own)
    if width < TWO_COLUMNS:
        top += main_board(canvas, seen, own, edge, top, inner) + 14
        top += own_seat(canvas, seen, keys, own, edge, top, inner) + 10
        if seen.opponent is not None:
            top += opponent_board(canvas, seen, edge, top, inner) + 10
        for row, number in enumerate(others):
            top += other_seat(canvas, seen, keys, number, row + 1, edge, top, inner) + 10
    else:
        side = min(max(438.0, 0.41 * inner), 760.0)
        main = inner - side - GAP
        right = edge + main + GAP
        left = top + main_board(canvas, seen, own, edge, top, main) + 14
        if seen.opponent is not None:
            left += opponent_board(canvas, seen, edge, left, main) + 10
        beside = top + own_seat(canvas, seen, keys, own, right, top, side) + 10
        for row, number in enumerate(others):
            # The third lies below the own board where that is wide enough, always: boards must not jump about.
            if row == 2 and side >= WIDE:
                beside += other_seat(canvas, seen, keys, number, row + 1, right, beside, side) + 10
            else:
                left += other_seat(canvas, seen, keys, number, row + 1, edge, left, main) + 10
        if len(seen.seats) < 3:  # there is room left beside the own board
            left += 4 + legend(canvas, edge, left + 4, main, house)
        top = max(left, beside)
    if width < TWO_COLUMNS or len(seen.seats) > 2:
        top += 4 + legend(canvas, edge, top + 4, inner, house)
    top += EDGE - 4
    title = f"{seen.game.title}, round {seen.round}: {status(seen)}"
    return canvas.picture(width, top, title, text(seen))
