"""Refuse values that fit their types and not the box: what an owner's file may say of cards and boards.

What the rulebook counts (cards, dice, coffin spaces, coins at the start, windows) is fixed, and so is what it says of
all cards of a kind; everything else may change in its range. Each defect is refused with the path to it and with what
would be right. Source: rulebook pages 2 to 12, by rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.catalogue import house_defects
from rules.findings import BadCatalogue, Problem

from .catalogue import Catalogue, Ways

#: How many cards of each sort there are, by the field that tells the sort.
MONKS = {"quill": 3, "jug": 4, "rosary": 5}
TRAVEL = {"a": 4, "b": 4, "c": 4, "d": 4, "e": 3}
GOODS = {"stable": "horse", "brewery": "beer", "smithy": "plow", "scriptorium": "scroll", "wainwright": "wagon"}
CRAFTS = dict.fromkeys(GOODS, 4)
CHURCHES = ("salvation", "abbey", "trade", "mission")
HALLS = ("finance", "area", "population", "guild")
COPIES = {"meeting": ("meeting", 4), "fields": ("field", 8)}
#: The banners of the boards: values, and time where the banner has a price of its own.
PLACES: dict[str, tuple[tuple[int, ...], int]] = {
    "hand": ((4, 10), 0),
    "bailiff": ((4, 10), 0),
    "school": ((3, 11), 1),
    "headman": ((), 1),
}
PRICES = ((1, 0), (2, 0), (2, 1), (3, 1))  #: time and coins for 1, 2, 3 and 4 customers (rule bailiff-price)
TABLES = {"players_2": (8, 3, 9), "players_3": (6, 2, 14), "players_4": (8, 3, 18)}  #: white, black, coffin spaces
NUMBERS: dict[str, Any] = {"windows": (0, 2, 4, 7, 10, 14, 20), "coins": (1, 2, 3, 4), "laborer": 5, "hand": 1}
BLACK_DIE = 2  #: time for a black die (rule dice-black)
SCHOOL_STORIES, HEADMAN_STORIES = 2, 3
AREA_FAME = 0  #: the Area hall has no fame of its own (example of page 12)
CATEGORIES = 5  #: markers that the Area hall and the Population hall have room for, one on each
TILE = (2, 12)


def check_catalogue(catalogue: Catalogue) -> None:
    """Refuse what no box can hold; every defect at once. Raises :class:`rules.BadCatalogue`."""
    problems = house_defects(catalogue)
    problems += _counted("monks", "symbol", catalogue.monks, MONKS)
    problems += _counted("travel", "letter", catalogue.travel, TRAVEL)
    problems += _counted("crafts", "kind", catalogue.crafts, CRAFTS)
    problems += _one_each("churches", catalogue.churches, CHURCHES)
    problems += _one_each("halls", catalogue.halls, HALLS)
    problems += _distinct_values(catalogue)
    problems += _crafts(catalogue)
    problems += _council(catalogue)
    problems += _monks(catalogue)
    problems += _journeys(catalogue)
    problems += _boards(catalogue)
    problems += _numbers(catalogue)
    if problems:
        raise BadCatalogue(problems)


# --- what is counted ----------------------------------------------------------------------------------------------


def _counted(table: str, field: str, rows: Mapping[str, object], wanted: Mapping[str, int]) -> Iterator[Problem]:
    """There are so many cards of each sort (page 1, and rule setup-stacks)."""
    for sort, number in wanted.items():
        there = sum(getattr(row, field) == sort for row in rows.values())
        if there != number:
            yield Problem(table, f"has {there} cards with the {field} {sort!r}; there are {number} in the box.")


def _one_each(table: str, rows: Mapping[str, Any], wanted: tuple[str, ...]) -> Iterator[Problem]:
    """There is one card of each effect."""
    for effect in wanted:
        there = [key for key, row in rows.items() if row.effect == effect]
        if len(there) != 1:
            text = f"has {len(there)} cards with the effect {effect!r}; there is one in the box."
            yield Problem(f"{table}.{there[-1]}.effect" if there else table, text)


def _distinct_values(catalogue: Catalogue) -> Iterator[Problem]:
    """A banner shows one value, or two that differ; they are named in rising order."""
    for table in ("churches", "monks", "halls", "meeting", "fields", "crafts", "travel_stacks", "customers", "boards"):
        for key, row in getattr(catalogue, table).items():
            if list(row.values) != sorted(set(row.values)):
                text = f"is {list(row.values)}; a banner names different values, the lower one first."
                yield Problem(f"{table}.{key}.values", text)


# --- what the rulebook says of all cards of a kind ----------------------------------------------------------------


def _crafts(catalogue: Catalogue) -> Iterator[Problem]:
    """Each kind gives its own good; buildings of a kind differ in their values (rules craft-good, craft-row), and the
    values of the game banners occur on them (rule game-banner)."""
    for kind, good in GOODS.items():
        row = catalogue.craft_kinds.get(kind)  # type: ignore[call-overload]
        if row is None:
            yield Problem("craft_kinds", f"lacks {kind!r}; each of the five kinds has its row.")
        elif row.good != good:
            yield Problem(f"craft_kinds.{kind}.good", f"is {row.good!r}; this kind gives {good!r}.")
    seen: dict[tuple[str, tuple[int, ...]], str] = {}
    for key, craft in catalogue.crafts.items():
        other = seen.setdefault((craft.kind, craft.values), key)
        if other != key:
            text = f"is {list(craft.values)}, as on {other!r}; the buildings of a kind differ in their values."
            yield Problem(f"crafts.{key}.values", text)
    printed = {value for craft in catalogue.crafts.values() for value in craft.values}
    pairs: dict[tuple[int, ...], str] = {}
    for key, board in catalogue.boards.items():
        path = f"boards.{key}.values"
        if len(board.values) != 2:
            yield Problem(path, f"has {len(board.values)} value; a game banner shows two.")
        if missing := [value for value in board.values if value not in printed]:
            text = f"shows {missing[0]}, which no craft building has; game banners show values of craft buildings."
            yield Problem(path, text)
        if (other := pairs.setdefault(board.values, key)) != key:
            text = f"is {list(board.values)}, as on {other!r}; the boards differ in their game banners."
            yield Problem(path, text)


def _council(catalogue: Catalogue) -> Iterator[Problem]:
    """There are so many meeting places and fields; the tile is a 2/12 one; what halls give is told by the rulebook."""
    for table, (key, copies) in COPIES.items():
        there = getattr(catalogue, table)[key].copies
        if there != copies:
            yield Problem(f"{table}.{key}.copies", f"is {there}; there are {copies} in the box.")
    meeting, field = catalogue.meeting["meeting"], catalogue.fields["field"]
    if meeting.tile != TILE:
        yield Problem("meeting.meeting.tile", f"is {list(meeting.tile)}; the tile shows 2 and 12.")
    for path, there, number, what in (
        ("meeting.meeting.stories", meeting.stories, 1, "story point"),
        ("fields.field.coins", field.coins, 1, "coin"),
        ("fields.field.plow", field.plow, 1, "coin"),
        ("fields.field.fame", field.fame, 1, "fame"),
    ):
        if there != number:
            yield Problem(path, f"is {there}; the rulebook gives {number} {what}.")
    amounts = {"finance": 2, "area": 1, "population": 4, "guild": 1}
    for key, hall in catalogue.halls.items():
        number = amounts[hall.effect]
        if hall.amount != number:
            yield Problem(f"halls.{key}.amount", f"is {hall.amount}; for the {hall.effect} hall it is {number}.")
        if hall.effect == "area" and hall.fame != AREA_FAME:
            text = f"is {hall.fame}; this hall has no fame of its own, only what its markers count."
            yield Problem(f"halls.{key}.fame", text)
        if hall.effect in ("area", "population") and hall.slots != CATEGORIES:
            text = f"is {hall.slots}; there is one space for each of {CATEGORIES} categories or professions."
            yield Problem(f"halls.{key}.slots", text)


def _monks(catalogue: Catalogue) -> Iterator[Problem]:
    """A monk gives 2 or 3 story points, or lets the school be activated once or twice, the others once."""
    ranges = {"stories": (2, 3), "school": (1, 2)}
    for key, monk in catalogue.monks.items():
        right = ranges.get(monk.effect, (1,))
        if monk.amount not in right:
            allowed = " or ".join(map(str, right))
            text = f"is {monk.amount}; with the effect {monk.effect!r} it must be {allowed}."
            yield Problem(f"monks.{key}.amount", text)


def _journeys(catalogue: Catalogue) -> Iterator[Problem]:
    """Every letter has its black side; one card, in D, ends the journey early; a grey banner shows coins, beer or time,
    and none where nothing can follow (rules travel-grey, travel-end); ways to pay differ (rule travel-ways)."""
    for letter in TRAVEL:
        if letter not in catalogue.travel_stacks:
            yield Problem("travel_stacks", f"lacks {letter!r}; each of the five letters has its row.")
    chapels = [key for key, row in catalogue.travel.items() if row.ends and row.letter == "d"]
    if len(chapels) != 1:
        yield Problem("travel", f"has {len(chapels)} cards of D that end the journey; the chapel is the only one.")
    for key, row in catalogue.travel.items():
        if row.ends and row.letter != "d":
            text = "is true; only the chapel of D ends the journey before E."
            yield Problem(f"travel.{key}.ends", text)
        if wrong := [good for good in row.goods if good != "beer"]:
            text = f"names {wrong[0]!r}; of the goods only beer stands on grey banners."
            yield Problem(f"travel.{key}.goods", text)
        if bool(row.time) + bool(row.coins) + bool(row.goods) > 1:
            yield Problem(
                f"travel.{key}",
                "asks for several things; a grey banner shows coins, beer or time, and the others are 0.",
            )
        if (row.ends or row.letter == "e") and (row.time or row.coins or row.goods):
            yield Problem(f"travel.{key}", "has a grey banner, but the journey ends with this card.")
    for table in ("churches", "monks", "halls", "craft_kinds", "travel_stacks"):
        for key, card in getattr(catalogue, table).items():
            yield from _ways(f"{table}.{key}.ways", card.ways)


def _ways(path: str, ways: Ways) -> Iterator[Problem]:
    """Each way to pay asks for something, and no two ask for the same."""
    asked: list[tuple[int, tuple[str, ...]]] = []
    for index, way in enumerate(ways):
        this = (way.coins, tuple(sorted(way.goods)))
        if this == (0, ()):
            yield Problem(f"{path}[{index}]", "asks for nothing; leave it out, or name coins or goods.")
        elif this in asked:
            yield Problem(f"{path}[{index}]", "asks for the same as another way to pay; the ways differ.")
        asked.append(this)


def _boards(catalogue: Catalogue) -> Iterator[Problem]:
    """The rulebook states the banners printed on the boards (rules hand-value, bailiff-price, school-value)."""
    for key, (values, time) in PLACES.items():
        row = catalogue.places[key]
        if row.values != values:
            right = f"it is {list(values)}" if values else "the banner takes any value, so it names none"
            yield Problem(f"places.{key}.values", f"is {list(row.values)}; {right}.")
        if row.time != time:
            yield Problem(f"places.{key}.time", f"is {row.time}; it is {time}.")
        stories = {"school": SCHOOL_STORIES, "headman": HEADMAN_STORIES}.get(key, 0)
        if row.stories != stories:
            yield Problem(f"places.{key}.stories", f"is {row.stories}; it is {stories}.")
    for number, (time, coins) in enumerate(PRICES, 1):
        price = catalogue.bailiff[f"price_{number}"]
        for field, right_number in (("customers", number), ("time", time), ("coins", coins)):
            if getattr(price, field) != right_number:
                text = f"is {getattr(price, field)}; the market bailiff's list says {right_number}."
                yield Problem(f"bailiff.price_{number}.{field}", text)


def _numbers(catalogue: Catalogue) -> Iterator[Problem]:
    """Dice, coffin spaces, start coins and scoring are counted in the rulebook; so is one space of the chronicle."""
    for key, numbers in TABLES.items():
        for field, right in zip(("white", "black", "coffins"), numbers, strict=True):
            there = getattr(catalogue.players[key], field)
            if there != right:
                yield Problem(f"players.{key}.{field}", f"is {there}; with so many players it is {right}.")
    tracks = catalogue.tracks["tracks"]
    for field, right in (*NUMBERS.items(), ("black_die", BLACK_DIE)):
        value = getattr(tracks, field)
        if value != right:
            shown = list(right) if isinstance(right, tuple) else right
            there = list(value) if isinstance(value, tuple) else value
            yield Problem(f"tracks.tracks.{field}", f"is {there}; the rulebook says {shown}.")
    second = catalogue.professions["merchant"].stories[1]
    if second != 1:
        text = f"is {second}; the second space of the merchant gives 1 (example of page 7)."
        yield Problem("professions.merchant.stories[1]", text)
