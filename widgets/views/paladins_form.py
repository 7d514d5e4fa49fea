"""The form in which a position of Paladins of the West Kingdom is set up as it lies on the table.

Fields for everything that lies open, before the seats and before the solo opponent, and presses on the board. What
hangs together follows by itself: with the round, the step or the number of players, cards are dealt and taken away.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping

from widgets.form_fields import (
    ELSEWHERE,
    Document,
    document_text,
    list_of,
    number_in,
    put,
    read_number,
    seat_in_focus,
    seat_of,
    seats_of,
    table_of,
    toggle,
)
from widgets.picture import Mark
from widgets.scene import Control, Refusal
from widgets.views.paladins_form_arrange import arrange, blank_document, game_of
from widgets.views.paladins_form_board import change_piece, cycled, keep_pieces
from widgets.views.paladins_form_seat import change_opponent, change_seat, opponent_controls, seat_controls
from widgets.views.paladins_form_table import change_table, table_controls

TABLES = ("options", "catalogue", "pending", "board", "opponent", "seats")
OPPONENT_FOCUS = "opponent"


def blank() -> str:
    """Return the text of a position to begin with: two seats, the first turn of the first round, nothing done yet.

    >>> blank().startswith('game = "paladins"')
    True
    """
    return to_text(blank_document(2))


def to_text(document: Document) -> str:
    """Print a document as its text."""
    return document_text(document, TABLES)


def controls(document: Document, focus: Mapping[str, str]) -> tuple[Control, ...]:
    """Return the fields of the table, and of the seat or the opponent in focus."""
    made = table_controls(document, focus)
    if whose(document, focus) == OPPONENT_FOCUS:
        return (*made, *opponent_controls(document))
    return (*made, *seat_controls(document, focus))


def whose(document: Document, focus: Mapping[str, str]) -> str:
    """Return the seat in focus by its number, or the solo opponent."""
    if focus.get("seat") == OPPONENT_FOCUS and isinstance(document.get("opponent"), dict):
        return OPPONENT_FOCUS
    return str(seat_of(document, focus))


def change(document: Document, focus: Mapping[str, str], name: str, value: str) -> Document:
    """Return the document with one field changed."""
    new = copy.deepcopy(document)
    part, _, rest = name.partition(".")
    if part == "seat" and rest:
        change_seat(new, seat_in_focus(new, focus), rest, value)
    elif part == "opponent" and rest:
        if not isinstance(new.get("opponent"), dict):
            raise Refusal("There is an opponent in the game of one player only.")
        change_opponent(new, new["opponent"], rest, value)
    elif name == "piece":
        change_piece(new, focus.get("space", ""), value)
    elif name == "players":
        change_players(new, read_number(value, "players"))
    else:
        change_table(new, name, value)
    return new


def change_players(document: Document, number: int) -> None:
    """Add or take away seats; the opponent comes and goes with the game of one player."""
    if number not in (1, 2, 3, 4):
        raise Refusal(f"Paladins is played by 1, 2, 3 or 4, not by {number}.")
    fresh = blank_document(number)
    seats = seats_of(document)[:number]
    document["seats"] = seats + [copy.deepcopy(fresh["seats"][0]) for _ in range(number - len(seats))]
    kept = min(number, len(seats))
    if number == 1:
        kept += "opponent" in document
        document.setdefault("opponent", fresh["opponent"])
    else:
        document.pop("opponent", None)
        options = table_of(document, "options")
        options.pop("difficulty", None)
        put(document, "options", options, {})
    keep_pieces(document, game_of(document).spaces[number - 1], kept)
    full = game_of(document).full_tax(number)
    document["tax"] = min(full, number_in(document.get("tax"), full)) or full
    document["start"] = min(number_in(document.get("start")), number - 1)
    document["queue"] = [seat for seat in list_of(document, "queue") if number_in(seat, -1) in range(number)]
    arrange(document)


def press(document: Document, focus: Mapping[str, str], place: str) -> tuple[Document, dict[str, str]]:
    """Put a piece on a space, a jar on its space, or turn to a seat."""
    kind, _, name = place.partition("#")[0].partition(":")
    if kind in ("seat", "stores") and name:
        return document, {**focus, "seat": name}
    if kind == OPPONENT_FOCUS and isinstance(document.get("opponent"), dict):
        return document, {**focus, "seat": OPPONENT_FOCUS}
    if kind == "space" and name and not name.isdigit():
        new = copy.deepcopy(document)
        side = 1 if whose(document, focus) == OPPONENT_FOCUS else seat_of(document, focus)
        cycled(new, name, side)
        return new, {**focus, "space": name}
    if kind == "jar" and seats_of(document) and whose(document, focus) != OPPONENT_FOCUS:
        new = copy.deepcopy(document)
        toggle(seat_in_focus(new, focus), "jars", name)
        return new, dict(focus)
    raise Refusal(ELSEWHERE)


def marks(document: Document, focus: Mapping[str, str]) -> dict[str, Mark]:
    """Ring the seat or the opponent, and the space, in focus."""
    chosen = whose(document, focus)
    found = {chosen if chosen == OPPONENT_FOCUS else f"seat:{chosen}": Mark("chosen")}
    if focus.get("space"):
        found[f"space:{focus['space']}"] = Mark("chosen")
    return found
