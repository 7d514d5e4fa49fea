"""The form in which a Kingsburg position is set up as it lies on the table: fields, and presses on the board."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Final

from rules.kingsburg.game import MODULES, Game, load
from rules.kingsburg.problems import DICE_STEPS, PHASE_STEPS
from widgets.form_fields import (
    ELSEWHERE,
    Document,
    amount,
    document_text,
    edition_of,
    field,
    focus_control,
    list_of,
    no_field,
    number_in,
    put,
    read_number,
    read_seats,
    seat_in_focus,
    seat_of,
    seat_options,
    seat_words,
    seats_of,
    select,
    tables_of,
    typed,
)
from widgets.picture import Mark
from widgets.scene import Control, Refusal
from widgets.views import kingsburg_words as words

TABLES: Final = ("options", "catalogue", "owed", "placements", "seats")
STOCK: Final = (
    ("gold", "Gold"),
    ("wood", "Wood"),
    ("stone", "Stone"),
    ("soldiers", "Soldiers"),
    ("markers", "+2 markers"),
)
FIRST_STEPS: Final = {
    0: "governor",
    1: "sorcerer",
    2: "influence",
    4: "influence",
    6: "influence",
    7: "recruit",
    8: "king",
}
STEP_WORDS: Final = {
    "governor": "governor cards are chosen",
    "sorcerer": "the Sorcerer builds",
    "neutral": "neutral dice are to be rolled",
    "blessing": "the Priest's blessing",
    "bonus": "bonus dice are chosen",
    "roll": "dice are to be rolled",
    "change": "dice are changed",
    "reroll": "dice are to be rolled again",
    "influence": "advisors are influenced",
    "duke": "the Duke moves dice",
    "gifts": "a gift is chosen",
    "peek": "an enemy card is looked at",
    "works": "workshops are used",
    "build": "buildings are built",
    "second": "a second building with the envoy",
    "town_hall": "the Town Hall is paid",
    "recruit": "soldiers are recruited",
    "army": "army markers are chosen",
    "king": "the king's die is to be rolled",
    "academy": "the Military Academy rolls",
    "reveal": "the enemy is to be revealed",
    "losses": "losses are chosen",
    "over": "the game is over",
}
STATEMENT: Final = """game = "kingsburg"
version = 1
year = 1
phase = 2
step = "influence"
order = [0, 1, 2]
queue = [0, 1, 2]
"""


def blank() -> str:
    """Return the text of a position to begin with: three seats in the first spring, nothing on the table.

    >>> blank().startswith('game = "kingsburg"')
    True
    """
    return STATEMENT + "\n[[seats]]\ndice = [1, 2, 3]\n" * 3


def to_text(document: Document) -> str:
    """Print a document as its text."""
    return document_text(document, TABLES)


def game_of(document: Document) -> Game:
    """Return the game with the document's catalogue, or as it is shipped where that cannot be read."""
    return edition_of(load, document)


# --- controls -----------------------------------------------------------------------------------------------------


def controls(document: Document, focus: Mapping[str, str]) -> tuple[Control, ...]:
    """Return the fields of the table, of the seat in focus, and of the advisor in focus."""
    return (*table_controls(document), *seat_controls(document, focus), *advisor_controls(document, focus))


def table_controls(document: Document) -> tuple[Control, ...]:
    """Return what concerns everybody."""
    phase = number_in(document.get("phase"), -1)
    steps = sorted(PHASE_STEPS.get(phase, frozenset()))
    cards = game_of(document).catalogue.enemies
    year = number_in(document.get("year"))
    enemies = {"": "face down"} | {
        key: f"{card.name.en} {card.strength}" for key, card in cards.items() if card.year == year
    }
    envoy = document.get("envoy")
    made = [
        select("players", "Players", str(len(seats_of(document))), {str(n): str(n) for n in (2, 3, 4, 5)}),
        select("year", "Year", str(year), {str(n + 1): name for n, name in enumerate(words.YEARS)}),
        select(
            "phase",
            "Phase",
            str(phase),
            {str(n): f"{n} {words.PHASES[n - 1]}" if n else "set-up" for n in PHASE_STEPS},
        ),
        select("step", "Step", str(document.get("step", "")), {step: STEP_WORDS[step] for step in steps}),
        field("order", "Turn order", seat_words(document.get("order")), "blue red green", "top"),
        field("queue", "Still to act", seat_words(document.get("queue", [])), "next first", "top"),
        select("envoy", "Envoy", "" if envoy is None else str(envoy), {"": "nobody"} | seat_options(document, 5)),
        select("enemy", "Enemy", str(document.get("enemy", "")), enemies),
        amount("reinforcement", "King's soldiers", document.get("reinforcement", 0), 0, 6, "top"),
    ]
    for module in MODULES:
        on = module in list_of(document, "modules")
        made.append(Control(f"form:module-{module}", "toggle", f"Module {module}", value="on" if on else ""))
    return tuple(made)


def seat_controls(document: Document, focus: Mapping[str, str]) -> tuple[Control, ...]:
    """Return what lies before the seat in focus."""
    seats = seats_of(document)
    if not seats:
        return ()
    number = seat_of(document, focus)
    seat = seats[number]
    points = seat.get("points", 0)
    total = sum(map(number_in, points.values())) if isinstance(points, dict) else number_in(points)
    made = [focus_control("seat", "Seat", str(number), seat_options(document, 5))]
    made += [amount(f"seat.{name}", label, seat.get(name, 0)) for name, label in STOCK]
    made.append(amount("seat.points", "Points", total, -99, 999))
    made += [
        field("seat.dice", "Dice not yet placed", typed(seat.get("dice", [])), "1 3 5"),
        field("seat.bonus", "Bonus dice rolled", typed(seat.get("bonus", [])), "2"),
        amount("seat.bonus_dice", "Bonus dice this season", seat.get("bonus_dice", 0), 0, 24),
    ]
    if "governors" in list_of(document, "modules"):
        cards = game_of(document).catalogue.governors
        known = {"": "none"} | {key: card.name.en for key, card in cards.items()}
        made.append(select("seat.governor", "Governor", str(seat.get("governor", "")), known, "side"))
    return tuple(made)


def advisor_controls(document: Document, focus: Mapping[str, str]) -> tuple[Control, ...]:
    """Return the line for the dice that the seat in focus has on the advisor in focus."""
    rank = focus.get("advisor", "")
    if not rank.isdigit() or not seats_of(document):
        return ()
    advisor = next(each for each in game_of(document).advisors if each.rank == int(rank))
    who = focus.get("whose", "") or str(seat_of(document, focus))
    options = seat_options(document, 5) | ({"neutral": "neutral dice"} if len(seats_of(document)) == 2 else {})
    here = next(
        (group for group in groups(document) if owner(group) == who and group.get("advisor") == int(rank)), None
    )
    return (
        focus_control("whose", "Dice of", who, options),
        field("group", f"on {rank} {advisor.name.en}", group_text(here) if here else "", "3 5 w2 +2 market+1 envoy"),
    )


# --- dice on advisors ---------------------------------------------------------------------------------------------


def groups(document: Document) -> list[Document]:
    """Return the placements that are tables of values."""
    return tables_of(document, "placements")


def owner(group: Document) -> str:
    """Return the seat of a group of dice, or "neutral"."""
    return str(group["seat"]) if "seat" in group else "neutral"


def group_text(group: Document) -> str:
    """Print a group of dice as it is typed in a move.

    >>> group_text({"advisor": 10, "seat": 0, "dice": [3, 5], "marker": True})
    '3 5 +2'
    """
    parts = [typed(group.get("dice", [])), *(f"w{die}" for die in list_of(group, "bonus") if isinstance(die, int))]
    parts.append("+2" if group.get("marker") else "")
    parts.append(f"market{group['market']:+d}" if number_in(group.get("market", 0)) else "")
    parts += [word for word in ("envoy", "private") if group.get(word)]
    return " ".join(part for part in parts if part)


def read_group(text: str, rank: int, who: str) -> Document:
    """Read a group of dice as it is typed in a move."""
    group: Document = {"advisor": rank}
    if who.isdigit():
        group["seat"] = int(who)
    for word in text.lower().replace(",", " ").split():
        bare = word.removeprefix("w")
        if bare.isdigit() and 1 <= int(bare) <= 6:
            group.setdefault("bonus" if word.startswith("w") else "dice", []).append(int(bare))
        elif word == "+2":
            group["marker"] = True
        elif word in ("envoy", "private"):
            group[word] = True
        elif word.startswith("market") and word.removeprefix("market").lstrip("+-").isdigit():
            group["market"] = int(word.removeprefix("market"))
        else:
            raise Refusal(f"{word[:20]!r} is no die (1 to 6, w1 to w6), +2, market+1, market-1, envoy or private.")
    return group


# --- changes ------------------------------------------------------------------------------------------------------


def read_numbers(text: str, what: str) -> list[int]:
    """Read dice as they are typed."""
    found = text.replace(",", " ").split()
    if not all(word.isdigit() and 1 <= int(word) <= 6 for word in found):
        raise Refusal(f"{text[:40]!r} is not understood as {what}: write faces from 1 to 6, such as 1 3 5.")
    return [int(word) for word in found]


def change(document: Document, focus: Mapping[str, str], name: str, value: str) -> Document:
    """Return the document with one field changed."""
    new = copy.deepcopy(document)
    if name.startswith("seat."):
        change_seat(seat_in_focus(new, focus), name.removeprefix("seat."), value)
        return new
    if name == "group":
        return change_group(new, focus, value)
    if name.startswith("module-"):
        module = name.removeprefix("module-")
        on = [
            each
            for each in MODULES
            if (each in list_of(new, "modules") or each == module) and (each != module or value)
        ]
        put(new, "modules", on, [])
        return new
    simple: dict[str, Callable[[], None]] = {
        "players": lambda: change_players(new, read_number(value, "players")),
        "year": lambda: put(new, "year", read_number(value, "the year")),
        "phase": lambda: change_phase(new, read_number(value, "the phase")),
        "step": lambda: put(new, "step", value),
        "order": lambda: put(new, "order", read_seats(value, 5)),
        "queue": lambda: put(new, "queue", read_seats(value, 5), []),
        "envoy": lambda: put(new, "envoy", int(value) if value.isdigit() else None),
        "enemy": lambda: put(new, "enemy", value, ""),
        "reinforcement": lambda: put(new, "reinforcement", read_number(value, "the king's soldiers"), 0),
    }
    if name not in simple:
        raise no_field(name)
    simple[name]()
    return new


def change_seat(seat: Document, name: str, value: str) -> None:
    """Change what lies before a seat."""
    if name in ("dice", "bonus"):
        put(seat, name, read_numbers(value, "dice"), [])
    elif name == "governor":
        put(seat, name, value, "")
    elif name in ("points", "bonus_dice", *(stock for stock, _ in STOCK)):
        put(seat, name, read_number(value, name.replace("_", " ")), 0)
    else:
        raise no_field(name)


def change_players(document: Document, number: int) -> None:
    """Add or take away seats; turn order and queue follow."""
    if number not in (2, 3, 4, 5):
        raise Refusal(f"Kingsburg is played by 2 to 5, not by {number}.")
    seats = seats_of(document)[:number]
    fresh: Document = {"dice": [1, 2, 3]} if document.get("step") in DICE_STEPS else {}
    document["seats"] = seats + [copy.deepcopy(fresh) for _ in range(number - len(seats))]
    for name in ("order", "queue"):
        known = [seat for seat in list_of(document, name) if isinstance(seat, int) and 0 <= seat < number]
        full = name == "order" or bool(document.get(name))
        document[name] = known + [seat for seat in range(number) if seat not in known] if full else known


def change_phase(document: Document, phase: int) -> None:
    """Go to a phase: to its usual step, with everybody still to act."""
    document["phase"] = phase
    if document.get("step") not in PHASE_STEPS.get(phase, frozenset()):
        document["step"] = FIRST_STEPS.get(phase, "")
        if document["step"] not in DICE_STEPS:  # no dice lie before a seat then
            for seat in seats_of(document):
                seat.pop("dice", None)
                seat.pop("bonus", None)
        order = document.get("order")
        document["queue"] = list(order) if isinstance(order, list) else []


def change_group(document: Document, focus: Mapping[str, str], text: str) -> Document:
    """Put dice on the advisor in focus, or take them away."""
    if not focus.get("advisor", "").isdigit():
        raise Refusal("Press an advisor on the board first.")
    rank = int(focus["advisor"])
    who = focus.get("whose", "") or str(seat_of(document, focus))
    rest = [group for group in groups(document) if owner(group) != who or group.get("advisor") != rank]
    if text.strip():
        rest.append(read_group(text, rank, who))
    put(document, "placements", rest, [])
    return document


def press(document: Document, focus: Mapping[str, str], place: str) -> tuple[Document, dict[str, str]]:
    """Build or take away a building of the seat in focus, or turn to a seat or an advisor."""
    kind, _, name = place.partition("#")[0].partition(":")
    if kind == "seat":
        return document, {**focus, "seat": name, "whose": ""}
    if kind == "advisor":
        return document, {**focus, "advisor": name}
    if kind in ("build", "use", "effect") and seats_of(document):
        new = copy.deepcopy(document)
        toggle(new, seats_of(new)[seat_of(new, focus)], name)
        return new, dict(focus)
    raise Refusal(ELSEWHERE)


def toggle(document: Document, seat: Document, building: str) -> None:
    """Build up to this building of its row, or take it and what lies to its right away."""
    cell = game_of(document).long_sheet.by_id.get(building)
    if cell is None:
        raise Refusal("This is no building of the sheet.")
    row = [each.id for each in game_of(document).long_sheet.rows[cell.row]]
    owned = [name for name in list_of(seat, "buildings") if isinstance(name, str)]
    if building in owned:
        gone = set(row[cell.column :])
        owned = [name for name in owned if name not in gone]
    else:
        owned += [name for name in row[: cell.column + 1] if name not in owned]
    put(seat, "buildings", owned, [])


def marks(document: Document, focus: Mapping[str, str]) -> dict[str, Mark]:
    """Ring the seat and the advisor in focus."""
    chosen = {f"seat:{seat_of(document, focus)}": Mark("chosen")}
    if focus.get("advisor"):
        chosen[f"advisor:{focus['advisor']}"] = Mark("chosen")
    return chosen
