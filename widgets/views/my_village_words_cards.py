"""Everything printed on one card of My Village, in words: for labels, for the table as text, and for the catalogue."""

from __future__ import annotations

from collections.abc import Sequence

from rules.my_village.catalogue import Catalogue, Cost
from rules.my_village.values import KINDS, Position
from widgets.views.my_village_words_names import (
    CHURCHES,
    HALLS,
    cost_words,
    count,
    craft_name,
    monk_words,
    name,
    ring,
    titled,
    values_words,
)


def banner_words(values: Sequence[int], time: int, ways: Sequence[Cost] = ()) -> str:
    """Say the values of a banner and what it costs to activate it.

    >>> banner_words((3, 11), 2)
    'banner 3 or 11, costs 2 time'
    """
    return f"banner {values_words(values)}, costs {cost_words(time, ways)}"


def church_words(catalogue: Catalogue, card: str) -> str:
    """Say all about a church."""
    row = catalogue.churches[card]
    head = f"{titled(row)}, black {banner_words(row.values, row.time, row.ways)}"
    return f"{head}, {row.fame} fame; {CHURCHES[row.effect]}"


def monk_line(catalogue: Catalogue, card: str) -> str:
    """Say all about a monk."""
    row = catalogue.monks[card]
    head = f"{titled(row)}, black {banner_words(row.values, row.time, row.ways)}"
    return f"{head}; 1 church window, once: {monk_words(catalogue, card)}"


def hall_words(catalogue: Catalogue, card: str) -> str:
    """Say all about a town hall."""
    row = catalogue.halls[card]
    head = f"{titled(row)}, {banner_words(row.values, row.time, row.ways)}"
    later = f"white banner costs {cost_words(row.white_time)}"
    return f"{head}, {row.fame} fame; {HALLS[row.effect].format(row.amount)}; {later}"


def meeting_words(catalogue: Catalogue) -> str:
    """Say all about the meeting place."""
    row = catalogue.meeting["meeting"]
    head = f"{titled(row)}, {banner_words(row.values, row.time)}, {row.fame} fame"
    tile = f"a tile that adds {' and '.join(map(str, row.tile))} to a white banner"
    gives = f"{tile}, {count(row.stories, 'story', 'stories')} and a marker that sets a die"
    return f"{head}; {gives}; white banner costs {cost_words(row.white_time)}"


def field_words(catalogue: Catalogue) -> str:
    """Say all about a field."""
    row = catalogue.fields["field"]
    head = f"{titled(row)}, {banner_words(row.values, row.time)}, {row.fame} fame"
    gives = f"{count(row.coins, 'coin')}, on its white banner {row.plow} more with a plow"
    return f"{head}; {gives}; white banner costs {cost_words(row.white_time)}"


def kind_words(catalogue: Catalogue, kind: str) -> str:
    """Say what the buildings of a kind have in common."""
    row = catalogue.craft_kinds[kind]  # type: ignore[index]
    head = f"{titled(row)}, costs {cost_words(row.time, row.ways)}"
    later = f"white banner costs {cost_words(row.white_time)}"
    return f"{head}; 1 {row.good} each time, space for {row.slots}; {later}"


def craft_words(catalogue: Catalogue, card: str) -> str:
    """Say all about a craft building."""
    row = catalogue.crafts[card]
    kind = catalogue.craft_kinds[row.kind]
    return f"{craft_name(catalogue, card)}{ring(row, kind)}, costs {cost_words(kind.time, kind.ways)}; {kind.good}"


def kind_line(position: Position, index: int) -> str:
    """Say what the buildings of a kind have in common, and the banners of those on offer."""
    rows = position.catalogue
    cards = [rows.crafts[card] for card in position.crafts[index]]
    left = ", ".join(f"{'/'.join(map(str, card.values))}{ring(card)}" for card in cards) or "none"
    return f"{kind_words(rows, KINDS[index])}; banners left: {left}"


def stack_words(catalogue: Catalogue, letter: str) -> str:
    """Say what the travel cards of a letter cost."""
    row = catalogue.travel_stacks[letter]  # type: ignore[index]
    return f"{letter.upper()}: {titled(row)}, black {banner_words(row.values, row.time, row.ways)}"


def travel_words(catalogue: Catalogue, card: str) -> str:
    """Say the light side of a travel card."""
    row = catalogue.travel[card]
    parts = [f"{titled(row)}, {row.fame} fame"]
    if row.ends:
        parts.append("the journey ends here")
    more = cost_words(row.time, coins=row.coins, goods=row.goods)
    if more != "nothing":
        parts.append(f"the next journey costs {more} more")
    return "; ".join(parts)


def price_line(catalogue: Catalogue) -> str:
    """Say what the bailiff asks for so many customers."""
    rows = sorted(catalogue.bailiff.values(), key=lambda row: row.customers)
    return "; ".join(
        f"{count(row.customers, 'customer')}{ring(row)}: {cost_words(row.time, coins=row.coins)}" for row in rows
    )


def owners(position: Position, table: str, card: str) -> tuple[int, ...]:
    """Return the seats that have taken a card."""
    found = []
    for number, seat in enumerate(position.seats):
        has = {
            "churches": seat.church == card,
            "halls": seat.hall == card,
            "meeting": seat.meeting,
            "fields": bool(seat.fields),
            "crafts": card in seat.crafts,
        }
        if has[table]:
            found.append(number)
    return tuple(found)


__all__ = [
    "church_words",
    "craft_words",
    "field_words",
    "hall_words",
    "kind_line",
    "kind_words",
    "meeting_words",
    "monk_line",
    "name",
    "owners",
    "price_line",
    "stack_words",
    "travel_words",
]
