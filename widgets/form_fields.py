"""What the forms of all games are made of: reading documents that may be wrong, controls, and typed values.

A document is the TOML of a position as plain values, right or wrong, so nothing in it is taken for granted.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeVar

from rules.catalogue import Overlay
from rules.findings import RulesError
from rules.seats import SEAT_COLOURS, seat_colour
from rules.toml_text import write_toml
from widgets.scene import Area, Control, Option, Refusal

Document = dict[str, Any]
G = TypeVar("G")

ELSEWHERE: Final = "This is set in the fields beside the board."
"""What a press is answered with that changes nothing."""


def no_field(name: str) -> Refusal:
    """Return the refusal of a field that a form does not have."""
    return Refusal(f"This form has no field {name[:40]!r}.")


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


def seat_in_focus(document: Mapping[str, Any], focus: Mapping[str, str]) -> Document:
    """Return the seat in focus.

    Raises:
        Refusal: there is no seat at all.
    """
    seats = seats_of(document)
    if not seats:
        raise Refusal("There is no seat; choose how many play first.")
    return seats[seat_of(document, focus)]


def document_text(document: Document, tables: Collection[str]) -> str:
    """Print a document as its text; of the names in ``tables`` those that it has stand as tables."""
    return write_toml(document, tables=tuple(name for name in tables if name in document))


# --- changes --------------------------------------------------------------------------------------------------------


def put(table: Document, name: str, value: object, usual: object = None) -> None:
    """Set a value; one that is usual is left out."""
    if value == usual:
        table.pop(name, None)
    else:
        table[name] = value


def toggle(table: Document, field: str, name: str) -> None:
    """Add a name to a list, or take it away."""
    names = texts_of(table, field)
    put(table, field, [each for each in names if each != name] if name in names else [*names, name], [])


def change_cards(owner: Document, field: str, value: str, known: Collection[str], what: str) -> None:
    """Set a list of cards by their ids; a field whose name ends with "+" adds one."""
    if field.endswith("+"):
        field = field.removesuffix("+")
        if value:
            put(owner, field, [*texts_of(owner, field), *read_names(value, known, what)], [])
        return
    put(owner, field, read_names(value, known, what), [])


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


def cards(
    name: str, label: str, owner: Document, part: str, known: Mapping[str, str], area: Area = "side"
) -> list[Control]:
    """Make a line with the ids of cards, and a choice that adds one."""
    hint = " ".join(list(known)[:2])
    options = (Option("", "…"), *(Option(card, f"{title} [{card}]") for card, title in known.items()))
    return [
        field(name, label, typed(list_of(owner, part)), hint, area),
        Control(f"form:{name}+", "select", f"{label}: add", area, "", options),
    ]


def seat_options(document: Mapping[str, Any], most: int) -> dict[str, str]:
    """Return the seats as options, out of so many that the game can have.

    >>> seat_options({"seats": [{}, {}, {}]}, 2)
    {'0': 'Blue', '1': 'Red'}
    """
    return {str(seat): seat_colour(seat) for seat in range(min(most, len(seats_of(document))))}


def focus_control(name: str, label: str, value: str, options: Mapping[str, str]) -> Control:
    """Make the choice of what is being filled in, such as a seat."""
    shown = tuple(Option(key, text) for key, text in options.items())
    return Control(f"focus:{name}", "select", label, "side", value, shown)


# --- typed values ---------------------------------------------------------------------------------------------------


def typed(value: object) -> str:
    """Print a list as one types it.

    >>> typed([1, 3]), typed("no list")
    ('1 3', '')
    """
    return " ".join(map(str, value)) if isinstance(value, list) else ""


def read_names(text: str, known: Collection[str], what: str) -> list[str]:
    """Read names, such as ids of cards, out of those that there are.

    Raises:
        Refusal: one is not known; the sentence names those that are written like it.
    """
    found = text.lower().replace(",", " ").split()
    for word in found:
        if word not in known:
            near = difflib.get_close_matches(word, known, 3, 0.5)
            hint = f" Did you mean {', '.join(near)}?" if near else f" They are written like {next(iter(known), '')}."
            raise Refusal(f"{word[:30]!r} is no {what}.{hint}")
    return found


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
