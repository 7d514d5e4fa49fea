"""What is printed on Kingsburg's board, sheets and cards, as data with its origin.

The values stand in ``catalogue/*.toml``. ``house`` lists the fields of a row whose values are our own because
no source states the printed ones; whatever shows or counts such a value marks it. An owner's file is laid over
the shipped one by :func:`rules.load`, and the fields it states are no longer house values.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from rules.printable import Name as Label
from rules.printable import Sentence
from rules.wording import Name

Count = Annotated[int, msgspec.Meta(ge=0, le=20)]
Strength = Annotated[int, msgspec.Meta(ge=-3, le=12)]
GovernorEffect = Literal[
    "prince",
    "sorcerer",
    "tax_collector",
    "fairy",
    "philosopher",
    "preacher",
    "politician",
    "priest",
    "minstrel",
    "architect",
    "carpenter",
    "miner",
    "sculptor",
    "heiress",
    "damsel",
    "duke",
    "general",
    "trickster",
    "heir",
    "quartermaster",
    "chamberlain",
    "scribe",
    "chronicler",
    "constable",
]
BuildingEffect = Literal[
    "none",
    "statue",
    "chapel",
    "cathedral",
    "inn",
    "market",
    "farms",
    "guild",
    "barracks",
    "stable",
    "stone_wall",
    "fortress",
    "crane",
    "town_hall",
    "embassy",
    "workshop",
    "mint",
    "recruiting",
    "improvised",
    "academy",
]
Good = Literal["gold", "wood", "stone"]
Enemy = Literal["barbarians", "goblins", "orcs", "zombies", "demons", "dragons"]


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a sentence in both languages."""

    en: Sentence
    de: Sentence


class Gift(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what an advisor gives: fixed amounts, and ``any`` goods of one's choice."""

    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    any: Count = 0
    soldiers: Count = 0
    markers: Count = 0
    points: Annotated[int, msgspec.Meta(ge=-5, le=10)] = 0


class Advisor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one advisor. ``choose`` lists alternatives of which the influencer takes one; ``exchange`` marks the
    Alchemist's trade, ``pays_points`` the Smuggler's price, ``peek`` a look at the enemy card."""

    rank: Annotated[int, msgspec.Meta(ge=1, le=18)]
    name: Name
    source: Label
    gift: Gift = Gift()
    choose: tuple[Gift, ...] = ()
    exchange: bool = False
    pays_points: Count = 0
    peek: bool = False
    house: tuple[Label, ...] = ()


class Building(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one building. ``strength`` counts against every enemy, ``versus`` instead of it against one kind;
    ``amount``, ``pay`` and ``gain`` are numbers of its effect (their meaning stands with the effect)."""

    row: Literal["A", "B", "C", "D", "E", "F", "G"]
    column: Annotated[int, msgspec.Meta(ge=1, le=4)]
    name: Name
    source: Label
    effect: BuildingEffect
    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    points: Count = 0
    strength: Strength = 0
    versus: dict[Enemy, Strength] = {}
    amount: Count = 0
    pay: Good = "gold"
    pay_number: Count = 0
    gain: Gift = Gift()
    module: bool = False
    house: tuple[Label, ...] = ()


class EnemyCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one enemy card: what a defeat costs and what a victory brings (``goods`` of one's choice)."""

    year: Annotated[int, msgspec.Meta(ge=1, le=5)]
    kind: Enemy
    name: Name
    strength: Annotated[int, msgspec.Meta(ge=1, le=12)]
    source: Label
    lose_gold: Count = 0
    lose_wood: Count = 0
    lose_stone: Count = 0
    lose_goods: Count = 0
    lose_points: Count = 0
    lose_building: bool = False
    win_gold: Count = 0
    win_wood: Count = 0
    win_stone: Count = 0
    win_goods: Count = 0
    win_points: Count = 0
    house: tuple[Label, ...] = ()


class PrivateAdvisor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one of the two advisors on the Politician's card."""

    rank: Annotated[int, msgspec.Meta(ge=1, le=18)]
    gift: Gift


class Governor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one governor card; the numbers are those of its effect, ``text`` says it in our words."""

    name: Name
    text: Words
    effect: GovernorEffect
    source: Label
    at_most: Count = 0
    at_least: Count = 0
    count: Count = 0
    year: Count = 0
    column: Count = 0
    goods: Count = 0
    gold: Count = 0
    wood: Count = 0
    stone: Count = 0
    soldiers: Count = 0
    markers: Count = 0
    strength: Count = 0
    points: Annotated[int, msgspec.Meta(ge=-5, le=10)] = 0
    advisors: tuple[PrivateAdvisor, ...] = ()
    house: tuple[Label, ...] = ()


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold everything printed, by id. ``army`` are the values of one seat's King's-army markers."""

    advisors: dict[str, Advisor]
    buildings: dict[str, Building]
    enemies: dict[str, EnemyCard]
    governors: dict[str, Governor]
    army: tuple[Count, ...]


class Cell(msgspec.Struct, frozen=True):
    """Place one building on a sheet: ``row`` and ``column`` count from 0."""

    id: str
    row: int
    column: int
    building: Building


class Sheet:
    """Lay buildings out in rows (top to bottom) and columns, and find them by id and by effect."""

    def __init__(self, buildings: dict[str, Building]) -> None:
        letters = sorted({building.row for building in buildings.values()})
        self.letters = tuple(letters)
        ordered = sorted(buildings.items(), key=lambda item: (item[1].row, item[1].column))
        self.cells = tuple(Cell(key, letters.index(row.row), row.column - 1, row) for key, row in ordered)
        self.rows = tuple(tuple(c for c in self.cells if c.row == number) for number in range(len(letters)))
        self.by_id = {cell.id: cell for cell in self.cells}
        self.by_effect: dict[str, tuple[Cell, ...]] = {}
        for cell in self.cells:
            self.by_effect[cell.building.effect] = (*self.by_effect.get(cell.building.effect, ()), cell)
        self.empty = (0,) * len(letters)

    def __iter__(self) -> Iterator[Cell]:
        """Go through the cells row by row."""
        return iter(self.cells)

    def owned(self, built: tuple[int, ...]) -> tuple[Cell, ...]:
        """List the cells that are built, row by row."""
        return tuple([cell for row, count in zip(self.rows, built, strict=True) for cell in row[:count]])

    def next_cells(self, built: tuple[int, ...]) -> tuple[Cell, ...]:
        """List each row's first cell that is not built: the only ones that may be built next (R9)."""
        return tuple([row[count] for row, count in zip(self.rows, built, strict=True) if count < len(row)])

    def has(self, built: tuple[int, ...], effect: str) -> bool:
        """Say whether a building with this effect is built."""
        return any(built[cell.row] > cell.column for cell in self.by_effect.get(effect, ()))
