"""What the forms of all games are made of: reading documents that may be wrong, controls, and typed values.

A document is the TOML of a position as plain values, right or wrong, so nothing in it is taken for granted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules.catalogue import Overlay
from rules.findings import RulesError
from rules.seats import SEAT_COLOURS
from widgets.scene import Area, Control, Option, Refusal

Document = dict[str, Any]
G = TypeVar("G")

# --- reading what may be wrong --------------------------------------------------------------------------------------


def number_in(value: object, usual: int = 0) -> int:
    """Return a whole number, or the usual one where there is none.

    >>> number_in(3), number_in("3"), number_in(True, 7)
    (3, 0, 7)
    """
    return value if isinstance(value, int) and not isinstance(value, bool) else usual


def text_in(value: object) -> str:
    """Return a text, empty where there is none."""
    return value if isinstance(value, str) else ""


def list_of(table: Mapping[str, Any], name: str) -> list[Any]:
    """Return a list, empty where there is none or something else."""
    value = table.get(name)
    return value if isinstance(value, list) else []


def texts_of(table: Mapping[str, Any], name: str) -> list[str]:
    """Return the texts of a list."""
    return [value for value in list_of(table, name) if isinstance(value, str)]


def table_of(table: Mapping[str, Any], name: str) -> Document:
    """Return a table of values, empty where there is none or something else."""
    value = table.get(name)
    return value if isinstance(value, dict) else {}


def tables_of(table: Mapping[str, Any], name: str) -> list[Document]:
    """Return the tables of values of a list."""
    return [row for row in list_of(table, name) if isinstance(row, dict)]


def edition_of(load: Callable[[Overlay, Mapping[str, object] | None], G], document: Document) -> G:
    """Return the game with the document's catalogue, or as it is shipped where that cannot be read."""
    overlay, options = document.get("catalogue", {}), document.get("options", {})
    try:
        return load(overlay, options)
    except (RulesError, AttributeError, TypeError):
        return load({}, None)


def seats_of(document: Mapping[str, Any]) -> list[Document]:
    """Return the seats that are tables of values."""
    return tables_of(document, "seats")


def seat_of(document: Mapping[str, Any], focus: Mapping[str, str]) -> int:
    """Return the number of the seat in focus."""
    text = focus.get("seat", "0")
    number = int(text) if text.isdigit() else 0
    return min(number, max(0, len(seats_of(document)) - 1))


def put(table: Document, name: str, value: object, usual: object = None) -> None:
    """Set a value; one that is usual is left out."""
    if value == usual:
        table.pop(name, None)
    else:
        table[name] = value


# --- controls -------------------------------------------------------------------------------------------------------


def select(name: str, label: str, value: str, options: Mapping[str, str], area: Area = "top") -> Control:
    """Make a choice; a value that is not among the options stays visible as it is."""
    shown = tuple(Option(key, text) for key, text in options.items())
    if value not in options:
        shown = (Option(value, f"{value or 'nothing'} (not possible)"), *shown)
    return Control(f"form:{name}", "select", label, area, value, shown)


def field(name: str, label: str, value: str, hint: str, area: Area = "side") -> Control:
    """Make a line to type in."""
    return Control(f"form:{name}", "field", label, area, value, placeholder=hint)


def amount(name: str, label: str, value: object, least: int = 0, most: int = 99, area: Area = "side") -> Control:
    """Make a number."""
    return Control(f"form:{name}", "number", label, area, str(number_in(value)), minimum=least, maximum=most)


# --- typed values ---------------------------------------------------------------------------------------------------


def read_number(text: str, what: str) -> int:
    """Read a whole number.

    Raises:
        Refusal: it is none.
    """
    if not text.strip().lstrip("-").isdigit() or len(text) > 6:
        raise Refusal(f"{text[:20]!r} is no whole number for {what}.")
    return int(text)


def seat_words(value: object) -> str:
    """Print a list of seats by their names.

    >>> seat_words([1, 0, 9])
    'red blue 9'
    """
    if not isinstance(value, list):
        return ""
    return " ".join(
        SEAT_COLOURS[each] if number_in(each, -1) in range(len(SEAT_COLOURS)) else str(each) for each in value
    )


def read_seats(text: str, number: int) -> list[int]:
    """Read seats by name or number, out of so many that the game can have.

    >>> read_seats("green, 0", 3)
    [2, 0]

    Raises:
        Refusal: a word is no seat.
    """
    names = SEAT_COLOURS[:number]
    known = {name: seat for seat, name in enumerate(names)} | {str(seat): seat for seat in range(number)}
    found = text.lower().replace(",", " ").split()
    if unknown := [word for word in found if word not in known]:
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        raise Refusal(f"{unknown[0][:20]!r} is no seat; seats are {listed}, or 0 to {number - 1}.")
    return [known[word] for word in found]
