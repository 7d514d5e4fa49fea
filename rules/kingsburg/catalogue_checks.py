"""Refuse values that fit their types and not the box: what an owner's file may say of each card.

A number that a card's effect does not use would be ignored, one of 0 would make it idle or divide by nothing, and a
second card of one effect would never be asked. Each is refused with the path to it and with what would be right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rules.catalogue import house_defects
from rules.findings import BadCatalogue, Problem

from .catalogue import Advisor, Building, Catalogue, Gift, Governor
from .moves import GOODS

Range = tuple[int, int]
#: The numbers that each effect of a building uses, with their range.
BUILDING_NUMBERS: dict[str, dict[str, Range]] = {
    "none": {},
    "statue": {},
    "chapel": {"amount": (3, 20)},
    "cathedral": {"amount": (1, 20)},
    "inn": {"amount": (1, 9)},
    "market": {"amount": (1, 3)},
    "farms": {"amount": (1, 2)},
    "guild": {"amount": (1, 9)},
    "barracks": {},
    "stable": {"amount": (1, 9)},
    "stone_wall": {},
    "fortress": {"amount": (1, 9)},
    "crane": {"amount": (1, 9)},
    "town_hall": {"amount": (1, 9)},
    "embassy": {"amount": (1, 9)},
    "workshop": {"pay_number": (1, 9)},
    "mint": {"amount": (1, 9)},
    "recruiting": {"amount": (1, 9)},
    "improvised": {"amount": (1, 9), "pay_number": (1, 12)},
    "academy": {"amount": (1, 6)},
}
#: Effects that only the buildings of module 1 have: their steps are asked with that module alone.
MODULE_EFFECTS = ("workshop", "mint", "recruiting", "improvised", "academy")
#: The numbers that each effect of a governor uses, with their range.
GOVERNOR_NUMBERS: dict[str, dict[str, Range]] = {
    "prince": {"at_most": (3, 20)},
    "sorcerer": {"count": (1, 7), "year": (1, 5)},
    "tax_collector": {"column": (1, 4), "goods": (1, 9)},
    "fairy": {"count": (1, 2)},
    "philosopher": {"at_most": (3, 20), "points": (1, 10)},
    "preacher": {"points": (1, 10)},
    "politician": {},
    "priest": {"count": (1, 2), "points": (0, 10)},
    "minstrel": {"points": (0, 10), "count": (0, 10)},
    "architect": {"points": (1, 10)},
    "carpenter": {"wood": (0, 9), "count": (0, 9), "column": (1, 4)},
    "miner": {"stone": (0, 9), "gold": (0, 9)},
    "sculptor": {"stone": (0, 9), "column": (1, 4), "points": (0, 10)},
    "heiress": {"at_least": (3, 20), "gold": (1, 9)},
    "damsel": {"strength": (0, 9), "goods": (1, 9)},
    "duke": {"at_most": (12, 12)},
    "general": {"soldiers": (1, 9)},
    "trickster": {"at_most": (2, 5)},
    "heir": {"goods": (1, 9), "points": (-5, 10)},
    "quartermaster": {"goods": (1, 9)},
    "chamberlain": {"goods": (1, 9)},
    "scribe": {"markers": (1, 9)},
    "chronicler": {"points": (1, 10)},
    "constable": {"count": (1, 1)},
}
PRIVATE = 2  #: advisors on the Politician's card


def check_catalogue(catalogue: Catalogue) -> None:
    """Refuse what no box can hold; every defect at once."""
    problems = house_defects(catalogue)
    if sorted(advisor.rank for advisor in catalogue.advisors.values()) != list(range(1, 19)):
        problems.append(Problem("advisors", "must have each rank from 1 to 18 once."))
    for key, advisor in catalogue.advisors.items():
        problems += _advisor(f"advisors.{key}", advisor)
    problems += _sheet(catalogue)
    for key, building in catalogue.buildings.items():
        problems += _building(f"buildings.{key}", building)
    for year in range(1, 6):
        number = sum(card.year == year for card in catalogue.enemies.values())
        if number != 5:
            problems.append(Problem("enemies", f"has {number} cards for year {year}; there are 5 in the box."))
    for key, governor in catalogue.governors.items():
        problems += _governor(f"governors.{key}", governor)
    governors = {key: card.effect for key, card in catalogue.governors.items()}
    problems += list(_doubles("governors", governors, ()))
    if len(catalogue.army) != 6:
        problems.append(Problem("army", f"has {len(catalogue.army)} markers; each seat has 6."))
    if problems:
        raise BadCatalogue(problems)


def _doubles(table: str, effects: Mapping[str, str], often: tuple[str, ...]) -> Iterator[Problem]:
    """Say which cards have an effect that another one has already."""
    first: dict[str, str] = {}
    for key, effect in effects.items():
        other = first.setdefault(effect, key)
        if other != key and effect not in often:
            text = f"is {effect!r}, which {other!r} has already; each effect stands once in the box."
            yield Problem(f"{table}.{key}.effect", text)


def _numbers(
    path: str, row: msgspec.Struct, fields: tuple[str, ...], used: Mapping[str, Range], effect: str
) -> list[Problem]:
    """Check the numbers of a card's effect; those that it does not use must be left out."""
    found = []
    for field in fields:
        value: int = getattr(row, field)
        least, most = used.get(field, (0, 0))
        if field not in used and value:
            text = f"is {value}, but the effect {effect!r} has no such number; leave it out, or 0."
            found.append(Problem(f"{path}.{field}", text))
        elif not least <= value <= most:
            right = f"{least}" if least == most else f"{least} to {most}"
            found.append(Problem(f"{path}.{field}", f"is {value}; with the effect {effect!r} it must be {right}."))
    return found


def _brings(gift: Gift) -> bool:
    return gift != Gift()


def _advisor(path: str, advisor: Advisor) -> list[Problem]:
    """An advisor gives one thing: a gift, one gift out of several, or an exchange."""
    found = []
    if advisor.exchange:
        for field, given in (("gift", _brings(advisor.gift)), ("choose", advisor.choose)):
            if given:
                found.append(Problem(f"{path}.{field}", "must be left out, since this advisor exchanges goods."))
    elif advisor.choose:
        if _brings(advisor.gift):
            found.append(Problem(f"{path}.gift", "must be left out, since this advisor lets choose between gifts."))
        if len(advisor.choose) < 2:
            found.append(Problem(f"{path}.choose", "has 1 gift; to choose there are 2 or more. Give it as 'gift'."))
    elif not _brings(advisor.gift) and not advisor.peek:
        found.append(Problem(path, "gives nothing; state 'gift', 'choose' or 'exchange'."))
    for index, gift in enumerate(advisor.choose):
        here = f"{path}.choose[{index}]"
        if gift != Gift(gold=gift.gold, wood=gift.wood, stone=gift.stone) or not _brings(gift):
            found.append(Problem(here, f"must hold goods of a kind ({', '.join(GOODS)}), and nothing else."))
        if gift in advisor.choose[:index]:
            found.append(Problem(here, "stands there twice; the gifts to choose from differ."))
    if advisor.pays_points and not (advisor.choose or advisor.gift.any):
        found.append(
            Problem(f"{path}.pays_points", "is a price for goods of one's choice, and this advisor gives none.")
        )
    return found


def _sheet(catalogue: Catalogue) -> list[Problem]:
    """Each place of the sheet has one building, in the rows of its module."""
    found = []
    places: dict[tuple[str, int], str] = {}
    for key, building in catalogue.buildings.items():
        if building.module != (building.row in "AG"):
            found.append(Problem(f"buildings.{key}.row", "must be A or G for module 1, and B to F otherwise."))
        other = places.setdefault((building.row, building.column), key)
        if other != key:
            text = f"has two buildings in row {building.row}, column {building.column}: {other} and {key}; move one."
            found.append(Problem("buildings", text))
    found += _doubles("buildings", {k: b.effect for k, b in catalogue.buildings.items()}, ("none", "workshop"))
    return found


def _building(path: str, building: Building) -> list[Problem]:
    """The effect has its numbers, and its row is one whose steps ask for it."""
    effect = building.effect
    found = _numbers(path, building, ("amount", "pay_number"), BUILDING_NUMBERS[effect], effect)
    if effect in MODULE_EFFECTS and not building.module:
        found.append(Problem(f"{path}.effect", f"is {effect!r}, which belongs to rows A and G (module 1)."))
    workshop = effect == "workshop"
    if workshop != _brings(building.gain):
        text = "is missing; a workshop brings something." if workshop else "is for workshops alone; leave it out."
        found.append(Problem(f"{path}.gain", text))
    if workshop and building.gain.any:
        found.append(Problem(f"{path}.gain.any", "must be 0: a workshop asks nothing; name the goods it gives."))
    if not workshop and building.pay != "gold":
        found.append(Problem(f"{path}.pay", "is for workshops alone; leave it out."))
    return found


def _governor(path: str, card: Governor) -> list[Problem]:
    """The effect has its numbers; the Politician has his two advisors, and nobody else has any."""
    fields = tuple(dict.fromkeys(name for numbers in GOVERNOR_NUMBERS.values() for name in numbers))
    found = _numbers(path, card, fields, GOVERNOR_NUMBERS[card.effect], card.effect)
    wanted = PRIVATE if card.effect == "politician" else 0
    if len(card.advisors) != wanted:
        found.append(
            Problem(f"{path}.advisors", f"has {len(card.advisors)} entries; with this effect there are {wanted}.")
        )
    ranks = [advisor.rank for advisor in card.advisors]
    for index, advisor in enumerate(card.advisors):
        if advisor.rank in ranks[:index]:
            found.append(Problem(f"{path}.advisors[{index}].rank", "is that of the other advisor; the ranks differ."))
        if not _brings(advisor.gift):
            found.append(Problem(f"{path}.advisors[{index}].gift", "is empty; the advisor gives something."))
    return found
