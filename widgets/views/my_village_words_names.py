"""Names and amounts of My Village as the board says them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rules.catalogue import Row
from rules.my_village.catalogue import Catalogue, Cost
from rules.my_village.game import Game
from rules.my_village.naming import AREA_NAMES
from rules.my_village.values import GOODS, KINDS, PROFESSIONS, UNKNOWN, Position
from rules.seats import seat_colour as seat_name
from rules.wording import Name
from rules.wording import both as both_names
from rules.wording import capital as capital
from rules.wording import count as count
from rules.wording import joined as joined

RING: Final = "°"
"""Marks a house value."""

AREA_MARKS: Final = {
    "travel": "seal-traveller",
    "crafts": "seal-craftsman",
    "customers": "seal-merchant",
    "religion": "seal-abbot",
    "fields": "seal-farmer",
}


def name(row: object) -> str:
    """Return the name of the English edition of a row of the catalogue; empty for a row without one."""
    found = getattr(row, "name", None)
    return found.en if isinstance(found, Name) else ""


def both(row: object) -> str:
    """Return the English name of a row, with the German one where it differs."""
    found = getattr(row, "name", None)
    return both_names(found) if isinstance(found, Name) else ""


def ours(row: Row, *also: Row) -> bool:
    """Say whether anything that is shown of a card is a house value."""
    return any(field not in ("name.de", "source") for each in (row, *also) for field in each.house)


def ring(row: Row, *also: Row) -> str:
    """Return the mark of a house value for a card that has one."""
    return RING if ours(row, *also) else ""


def titled(row: Row) -> str:
    """Return the name of a card as its words begin: in both languages, with its mark of a house value."""
    return f"{both(row)}{ring(row)}"


def values_words(values: Sequence[int]) -> str:
    """Say the values of a banner.

    >>> values_words((3, 11)), values_words(())
    ('3 or 11', 'any value')
    """
    return " or ".join(map(str, values)) or "any value"


def good_words(good: str, number: int = 1) -> str:
    """Say a number of goods of a kind.

    >>> good_words("horse", 2), good_words("coin")
    ('2 horses', '1 coin')
    """
    return count(number, good)


def goods_words(goods: Iterable[str]) -> list[str]:
    """List goods, equal ones counted.

    >>> goods_words(("scroll", "scroll", "wagon"))
    ['2 scrolls', '1 wagon']
    """
    listed = list(goods)
    return [good_words(good, listed.count(good)) for good in dict.fromkeys(listed)]


def cost_words(time: int = 0, ways: Sequence[Cost] = (), coins: int = 0, goods: Iterable[str] = ()) -> str:
    """Say a price.

    >>> cost_words(2, (Cost(goods=("wagon",)), Cost(coins=2)))
    '2 time and 1 wagon or 2 coins'
    """
    parts = [f"{time} time"] if time else []
    parts += [count(coins, "coin")] if coins else []
    parts += goods_words(goods)
    found = [joined([*([count(way.coins, "coin")] if way.coins else []), *goods_words(way.goods)]) for way in ways]
    if found:
        parts.append(" or ".join(found))
    return joined(parts) or "nothing"


def customer_words(catalogue: Catalogue, card: str) -> str:
    """Say all about a customer."""
    row = catalogue.customers[card]
    parts = [titled(row), f"white banner {values_words(row.values)}"]
    parts.append(f"wants {cost_words(row.time, goods=row.goods)}")
    parts.append(f"{row.fame} fame")
    return ", ".join(parts)


def banner_name(position: Position, banner: str, seat: int) -> str:
    """Name a white banner: ``game``, ``school``, ``hall``, ``meeting``, ``field1``, a kind of building, a customer."""
    rows = position.catalogue
    plain = {"game": "game banner", "school": "school", "hall": "town hall"}
    if banner == "meeting":
        return name(rows.meeting["meeting"])
    if banner == "hall" and position.seats[seat].hall in rows.halls:
        return name(rows.halls[position.seats[seat].hall])
    if banner in plain:
        return plain[banner]
    if banner.startswith("field"):
        return f"field {banner.removeprefix('field')}"
    if banner in rows.craft_kinds:
        return name(rows.craft_kinds[banner])
    return name(rows.customers[banner]) if banner in rows.customers else banner


def craft_name(catalogue: Catalogue, card: str) -> str:
    """Name a craft building with its values, which tell the four of a kind apart."""
    row = catalogue.crafts[card]
    return f"{name(catalogue.craft_kinds[row.kind])} {'/'.join(map(str, row.values))}"


CHURCHES: Final = {
    "salvation": "twice: no loss to a plague",
    "abbey": "counts as a church window",
    "trade": "bailiff: 1 customer more, free",
    "mission": "once a letter: swap the journey",
}
HALLS: Final = {
    "finance": "take {} coins",
    "area": "marks cards: {} fame each",
    "population": "marks villagers: {} fame each",
    "guild": "take {} joker good",
}
MONKS: Final = {
    "stories": "{} stories",
    "headman": "the headman walks",
    "school": "use the school",
    "bailiff": "bailiff: 1 or 2 customers",
}


def monk_words(catalogue: Catalogue, card: str) -> str:
    """Say what a monk does once."""
    row = catalogue.monks[card]
    said = MONKS[row.effect].format(row.amount)
    return f"{said} {row.amount} times" if row.amount > 1 and row.effect != "stories" else said


__all__ = [
    "AREA_MARKS",
    "AREA_NAMES",
    "CHURCHES",
    "GOODS",
    "HALLS",
    "KINDS",
    "MONKS",
    "PROFESSIONS",
    "RING",
    "UNKNOWN",
    "Game",
    "banner_name",
    "both",
    "capital",
    "cost_words",
    "count",
    "craft_name",
    "customer_words",
    "good_words",
    "goods_words",
    "joined",
    "monk_words",
    "name",
    "ours",
    "ring",
    "seat_name",
    "values_words",
]
