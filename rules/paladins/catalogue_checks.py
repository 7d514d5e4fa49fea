"""Refuse values that fit their types and not the box: what an owner's file may say of cards and boards.

What the rulebook counts (cards, slots, spaces, workers of a tavern) is fixed; what it leaves to the cards may change in
its range. Each defect is refused with the path to it and with what would be right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from rules.catalogue import house_defects
from rules.findings import BadCatalogue, Problem

from .catalogue import TAXES, Action, Catalogue, Gains, Townsfolk

CARDS = {"walls": 24, "suspicion": 24, "schemes": 17}  #: copies in all (rule setup-table, solo-setup)
FAVOURS = 5  #: scheme cards of the king's favour: one for each favour of a game
TAVERN = 4  #: workers on a tavern card
PALADIN = 2  #: workers on a paladin card
LEVELS = 13  #: levels of an attribute, from 0
MOST_IN_AREA = 10  #: spaces of the largest area of the board
#: Worker spaces of each action, and how many numbers stand on the player board below it (all others have none).
BOARD: dict[str, tuple[int, dict[str, int]]] = {
    "develop": (2, {"silver": 8, "points": 9}),
    "recruit": (2, {}),
    "hunt": (2, {}),
    "trade": (2, {}),
    "pray": (1, {"silver": 1}),
    "conspire": (1, {}),
    "commission": (3, {"provisions": 7, "points": 8}),
    "fortify": (3, {"provisions": 7, "needs": 7, "points": 8}),
    "garrison": (3, {"provisions": 7, "points": 8}),
    "absolve": (3, {"silver": 7, "needs": 7, "points": 8}),
    "attack": (3, {}),
    "convert": (3, {"silver": 7}),
}
#: Abilities that have a number.
COUNTED = ("develop_less", "attack_silver", "conspire_silver", "hunt_more", "trade_more")
INQUISITION = ("inquisition", "suspected", "innocent")  #: triggers of an inquisition
#: What may empty the tax supply: taxes, suspicion cards, and whatever a kept card or a worker below a workshop brings.
TAXING = frozenset({*TAXES, "X", "recruit", "workshop"})


def check_catalogue(catalogue: Catalogue) -> None:
    """Refuse what no box can hold; every defect at once."""
    problems = house_defects(catalogue)
    cards = {"walls": catalogue.walls, "suspicion": catalogue.suspicion, "schemes": catalogue.schemes}
    for table, wanted in CARDS.items():
        copies = sum(row.copies for row in cards[table].values())  # type: ignore[attr-defined]
        if copies != wanted:
            problems.append(Problem(table, f"has {copies} cards in all; there are {wanted} in the box."))
    favours = catalogue.schemes["favour"].copies
    if favours != FAVOURS:
        problems.append(Problem("schemes.favour.copies", f"is {favours}; there are {FAVOURS}, one for each favour."))
    for name, action in catalogue.actions.items():
        problems += _action(name, action)
    problems += _levels(catalogue)
    problems += _workers(catalogue)
    problems += _distinct("suspicion", "tax", {key: row.tax for key, row in catalogue.suspicion.items()})
    problems += _distinct("orders", "action", {key: row.action for key, row in catalogue.orders.items()})
    problems += _spaces(catalogue)
    for path, gains in _gains(catalogue):
        for index, gain in enumerate(gains):
            sides = gain.split("/")
            if len(set(sides)) != len(sides):
                problems.append(Problem(f"{path}[{index}]", f"is {gain!r}; the sides of a choice differ."))
    taxed = any(TAXING & parts(card.ongoing) for card in catalogue.townsfolk.values() if card.trigger == "settle")
    for key, card in catalogue.townsfolk.items():
        problems += _endless(f"townsfolk.{key}.ongoing", card, taxed)
    if problems:
        raise BadCatalogue(problems)


def _action(name: str, action: Action) -> Iterator[Problem]:
    """The player board has so many spaces and numbers; needs and points do not fall from left to right."""
    spaces, lengths = BOARD[name]
    if len(action.spaces) != spaces:
        yield Problem(f"actions.{name}.spaces", f"has {len(action.spaces)} worker spaces; there are {spaces}.")
    for field in ("provisions", "silver", "needs", "points"):
        values: tuple[int, ...] = getattr(action, field)
        wanted = lengths.get(field, 0)
        if len(values) != wanted:
            right = f"there are {wanted}, from left to right" if wanted else "this action has none"
            yield Problem(f"actions.{name}.{field}", f"has {len(values)} numbers; {right}.")
        if field in ("needs", "points") and list(values) != sorted(values):
            yield Problem(f"actions.{name}.{field}", "must not fall from left to right.")


def _levels(catalogue: Catalogue) -> Iterator[Problem]:
    """Points by level, and the flags of the areas, do not fall."""
    points = catalogue.levels["attribute"].points
    if len(points) != LEVELS:
        yield Problem("levels.attribute.points", f"has {len(points)} numbers; there are 13, for the levels 0 to 12.")
    if list(points) != sorted(points):
        yield Problem("levels.attribute.points", "must not fall from left to right.")
    areas = sorted(catalogue.areas)
    for before, area in pairwise(areas):
        for field in ("faith", "strength"):
            low, high = (getattr(catalogue.areas[key], field) for key in (before, area))
            if low > high:
                text = f"is {high}, but the flag of the area before is {low}; flags must not fall."
                yield Problem(f"areas.{area}.{field}", text)


def _workers(catalogue: Catalogue) -> Iterator[Problem]:
    """Paladins and taverns bring the workers that the rulebook counts; an ability has a number where it needs one."""
    for key, tavern in catalogue.taverns.items():
        if len(tavern.workers) != TAVERN:
            yield Problem(f"taverns.{key}.workers", f"has {len(tavern.workers)} workers; a tavern card has {TAVERN}.")
    for key, paladin in catalogue.paladins.items():
        if len(paladin.workers) != PALADIN:
            yield Problem(f"paladins.{key}.workers", f"has {len(paladin.workers)} workers; a paladin has {PALADIN}.")
        counted = paladin.ability in COUNTED
        if counted != (paladin.amount > 0):
            right = "it must be 1 to 12" if counted else "it has no number; leave it out, or 0"
            text = f"is {paladin.amount}; with the ability {paladin.ability!r} {right}."
            yield Problem(f"paladins.{key}.amount", text)


def _distinct(table: str, field: str, values: Mapping[str, object]) -> Iterator[Problem]:
    """Say which rows repeat what each row has for itself."""
    first: dict[object, str] = {}
    for key, value in values.items():
        other = first.setdefault(value, key)
        if other != key:
            yield Problem(f"{table}.{key}.{field}", f"is {value!r}, as in {other!r}; each row has another one.")


def _spaces(catalogue: Catalogue) -> Iterator[Problem]:
    """Every area has a space in a game of any number of players, and room for all of them."""
    for area in range(1, 7):
        players = [row.players for row in catalogue.spaces.values() if row.area == area]
        if not players or min(players) > 1 or len(players) > MOST_IN_AREA:
            text = (
                f"has {len(players)} spaces in area {area}; it has 1 to {MOST_IN_AREA}, one of them from 1 player on."
            )
            yield Problem("spaces", text)


def _gains(catalogue: Catalogue) -> Iterator[tuple[str, Gains]]:
    """List every list of gains with its path."""
    for table, fields in (
        ("townsfolk", ("dismiss", "ongoing", "recruit")),
        ("outsiders", ("attack",)),
        ("favours", ("gain",)),
        ("walls", ("gain",)),
        ("spaces", ("reward",)),
        ("jars", ("reward",)),
    ):
        for key, row in getattr(catalogue, table).items():
            for field in fields:
                yield f"{table}.{key}.{field}", getattr(row, field)


def _endless(path: str, card: Townsfolk, taxed: bool) -> Iterator[Problem]:
    """Refuse what would call its own trigger again and again; ``taxed``: a settled debt may empty the tax supply."""
    endless: frozenset[str] = frozenset()
    if card.trigger == "settle":
        endless = frozenset({"settle"})
    elif card.trigger in INQUISITION:
        endless = TAXING | {"settle"} if taxed else TAXING
    for index, gain in enumerate(card.ongoing):
        if endless & parts((gain,)):
            text = f"is {gain!r}, which may bring the trigger {card.trigger!r} again without end."
            yield Problem(f"{path}[{index}]", text)


def parts(gains: Gains) -> frozenset[str]:
    """List the words in gains, those of both sides of a choice too."""
    return frozenset(word for gain in gains for side in gain.split("/") for word in side.split("+"))
