"""The form in which a position of My Village is set up as it lies on the table: fields, and presses on the board.

What hangs together follows by itself: with the number of players, the turn or the step, dice are laid and taken away.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping

from rules.my_village.text import TABLES
from rules.my_village.values import HEADMAN, PROFESSIONS
from widgets.form_fields import (
    ELSEWHERE,
    Document,
    document_text,
    number_in,
    put,
    read_number,
    seat_in_focus,
    seat_of,
    seats_of,
    tables_of,
    text_in,
    texts_of,
    toggle,
)
from widgets.picture import Mark
from widgets.scene import Control, Refusal
from widgets.views.my_village_form_arrange import arrange, blank_document, bury, drawn_seat, game_of
from widgets.views.my_village_form_seat import change_seat, seat_controls
from widgets.views.my_village_form_table import change_table, table_controls


def blank() -> str:
    """Return the text of a position to begin with: two seats, the first turn of the first round, dice just rolled.

    >>> blank().startswith('game = "my_village"')
    True
    """
    return to_text(blank_document(2))


def to_text(document: Document) -> str:
    """Print a document as its text."""
    return document_text(document, TABLES)


def controls(document: Document, focus: Mapping[str, str]) -> tuple[Control, ...]:
    """Return the fields of the table, and of the seat in focus."""
    return (*table_controls(document), *seat_controls(document, focus))


def change(document: Document, focus: Mapping[str, str], name: str, value: str) -> Document:
    """Return the document with one field changed."""
    new = copy.deepcopy(document)
    part, _, rest = name.partition(".")
    if part == "seat" and rest:
        change_seat(new, seat_in_focus(new, focus), rest, value)
    elif name == "players":
        change_players(new, read_number(value, "players"))
    else:
        change_table(new, name, value)
    bury(new)
    return new


def change_players(document: Document, number: int) -> None:
    """Add or take away seats; start, turn, rat and dice follow."""
    if number not in (2, 3, 4):
        raise Refusal(f"My Village is played by 2, 3 or 4, not by {number}.")
    fresh = blank_document(number)
    seats = seats_of(document)[:number]
    used = {text_in(seat.get("board")) for seat in seats}
    boards = [board for board in game_of(document).catalogue.boards if board not in used]
    for _ in range(number - len(seats)):
        seats.append({"board": boards.pop(0) if boards else ""})
    document["seats"] = seats
    for name in ("start", "hand"):
        document[name] = min(number_in(document.get(name)), number - 1)
    document["rat"] = min(number_in(document.get("rat"), fresh["rat"]), fresh["rat"])
    pending = [row for row in tables_of(document, "pending") if row.get("seat") in range(number)]
    put(document, "pending", pending, [])
    arrange(document)


# --- presses on the board ---------------------------------------------------------------------------------------------


def press(document: Document, focus: Mapping[str, str], place: str) -> tuple[Document, dict[str, str]]:
    """Turn to a seat, or change what is pressed: a villager, the school, the headman, a card, the value."""
    kind, _, name = place.partition("#")[0].partition(":")
    if kind in ("seat", "people", "village") and name.isdigit():
        return document, {**focus, "seat": name}
    new = copy.deepcopy(document)
    seats = seats_of(new)
    if not seats:
        raise Refusal(ELSEWHERE)
    here = drawn_seat(new)
    seat = seats[here]
    if kind == "value":
        put(new, "value", number_in(int(name)))
    elif kind == "hand":
        change_table(new, "hand", str(seat_of(new, focus)))
    elif kind == "villager" and name in PROFESSIONS:
        toggle(seat, "missing", name)
    elif kind == "school" and name in ("train", "left", "right"):
        toggle(seat, "school", "left" if name == "train" else name)
    elif kind == "path" and name in HEADMAN:
        put(seat, "headman", name, "house")
    elif kind == "mark":
        toggle(seat, "marks", name)
    elif kind in ("church", "hall", "craft", "taken", "meeting", "field"):
        take_card(new, seats[seat_of(new, focus)], kind, name)
        return new, dict(focus)
    else:
        raise Refusal(ELSEWHERE)
    bury(new)
    return new, {**focus, "seat": str(here)} if kind not in ("value", "hand") else dict(focus)


def take_card(document: Document, seat: Document, kind: str, name: str) -> None:
    """Give a card to a seat, or put back one that it has."""
    rows = game_of(document).catalogue
    if kind == "field":
        seat["fields"] = number_in(seat.get("fields")) + 1
    elif kind == "meeting":
        if seat.get("meeting"):
            for field in ("meeting", "sets", "tile"):
                seat.pop(field, None)
        else:
            seat.update(meeting=True, sets=1, tile="game")
    elif kind == "craft" or name in rows.crafts:
        crafts = texts_of(seat, "crafts")
        same = [card for card in crafts if card in rows.crafts and rows.crafts[card].kind == rows.crafts[name].kind]
        kept = [card for card in crafts if card not in same]
        if kind == "taken" and name not in crafts:
            raise Refusal("Somebody else has this card; take it away there first.")
        put(seat, "crafts", kept if name in crafts else [*kept, name], [])
    else:
        field = "church" if name in rows.churches else "hall"
        if kind == "taken" and seat.get(field) != name:
            raise Refusal("Somebody else has this card; take it away there first.")
        put(seat, field, "" if seat.get(field) == name else name, "")


def marks(document: Document, focus: Mapping[str, str]) -> dict[str, Mark]:
    """Ring the seat in focus."""
    return {f"seat:{seat_of(document, focus)}": Mark("chosen")}
