"""A second counter of legal turns, which shares nothing with the game's code but the printed values.

Dice are labelled and turned coin by coin; white banners are plain functions of a small record, called by name. It knows
steps I and II as far as white banners, the hand, fields and craft buildings and the headman go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple


class Village(NamedTuple):
    """One village as the second counter knows it: coins, markers, and what stands where, by name."""

    coins: int
    sets: int
    banners: frozenset[str]
    goods: tuple[tuple[str, int], ...]
    plows: frozenset[int]
    school: tuple[bool, bool]
    gone: frozenset[str]
    customers: frozenset[str]
    jokers: int
    tile: str
    used: frozenset[str] = frozenset()


def pairs(dice: list[str], coins: int, sets: int) -> set[tuple[tuple[str, str], int, int]]:
    """List (dice, value, markers) by turning labelled dice one coin at a time; markers only where they save coins."""
    found: dict[tuple[tuple[str, str], int, int], int] = {}
    for one, two in combinations(range(len(dice)), 2):
        names = (dice[one], dice[two])
        start = (int(names[0][1]), int(names[1][1]))
        for markers in range(min(2, sets) + 1):
            for base in set_freely(start, markers):
                for faces, price in turned(base, coins).items():
                    key = (names, sum(faces), markers)
                    found[key] = min(found.get(key, 99), price)
    return {
        (names, value, markers)
        for (names, value, markers), price in found.items()
        if all(price < found.get((names, value, fewer), 99) for fewer in range(markers))
    }


def set_freely(start: tuple[int, int], markers: int) -> set[tuple[int, int]]:
    """List the faces that markers can set."""
    free = range(1, 7)
    if markers == 0:
        return {start}
    if markers == 1:
        return {(face, start[1]) for face in free} | {(start[0], face) for face in free}
    return {(first, second) for first in free for second in free}


def turned(start: tuple[int, int], coins: int) -> dict[tuple[int, int], int]:
    """List the faces that coins reach, each with its price, in waves of one coin."""
    reached, wave = {start: 0}, [start]
    for price in range(1, coins + 1):
        following = []
        for first, second in wave:
            for other in ((first + 1, second), (first - 1, second), (first, second + 1), (first, second - 1)):
                if min(other) >= 1 and max(other) <= 6 and other not in reached:
                    reached[other] = price
                    following.append(other)
        wave = following
    return reached


def translate(position: Any) -> Village:
    """Give the acting village to the second counter."""
    seat = position.seats[position.acting]
    kinds = ("stable", "brewery", "smithy", "scriptorium", "wainwright")
    goods = ("horse", "beer", "plow", "scroll", "wagon")
    names = ("abbot", "councilman", "traveller", "craftsman", "merchant")
    banners = {"game", "school", *[kind for kind, card in zip(kinds, seat.crafts, strict=True) if card]}
    banners |= {f"field{number + 1}" for number in range(len(seat.fields))}
    return Village(
        seat.coins,
        seat.sets,
        frozenset(banners),
        tuple(zip(goods, seat.goods, strict=True)),
        frozenset(number + 1 for number, there in enumerate(seat.fields) if there),
        seat.school,
        frozenset(name for name, there in zip(names, seat.villagers, strict=True) if not there),
        frozenset(seat.customers),
        seat.jokers,
        seat.tile,
        frozenset(position.used),
    )


def whites(position: Any, village: Village) -> Iterator[tuple[str, Village]]:
    """List white banners by the key of their move, with the village after each."""
    printed = position.catalogue
    seat = position.seats[position.acting]
    cards = dict(zip(("stable", "brewery", "smithy", "scriptorium", "wainwright"), seat.crafts, strict=True))
    made = {"stable": "horse", "brewery": "beer", "smithy": "plow", "scriptorium": "scroll", "wainwright": "wagon"}

    def fits(banner: str, values: tuple[int, ...]) -> bool:
        return position.value in values or (village.tile == banner and position.value in (2, 12))

    for banner in village.banners - village.used:
        used = village._replace(used=village.used | {banner})
        if banner == "game" and fits(banner, printed.boards[seat.board].values):
            yield "use game", used
        elif banner.startswith("field") and fits(banner, printed.fields["field"].values):
            more = 2 if int(banner[5:]) in village.plows else 1
            yield f"use {banner}", used._replace(coins=village.coins + more)
        elif banner in made and "craftsman" not in village.gone and fits(banner, printed.crafts[cards[banner]].values):
            slots = printed.craft_kinds[banner].slots
            goods = tuple((name, min(slots, number + (name == made[banner]))) for name, number in village.goods)
            yield f"use {banner}", used._replace(goods=goods)
        elif banner == "school" and fits(banner, (3, 11)):
            yield from schooled(used)
    if "merchant" in village.gone:
        return
    for name in village.customers:
        row = printed.customers[name]
        if not row.values or fits(name, row.values):
            for pay, after in paid(village, list(row.goods)):
                yield (
                    " ".join(("serve", name, *pay)),
                    after._replace(customers=village.customers - {name}, used=village.used | {name}),
                )


def schooled(village: Village) -> Iterator[tuple[str, Village]]:
    """List what the school does."""
    left, right = village.school
    if not left:
        yield "school train", village._replace(school=(True, right))
    if left and not right:
        yield "school advance", village._replace(school=(False, True))
    for name in village.gone:
        if left:
            yield f"school left {name}", village._replace(school=(False, right), gone=village.gone - {name})
        if right:
            yield f"school right {name}", village._replace(school=(left, False), gone=village.gone - {name})


def paid(village: Village, wanted: list[str]) -> Iterator[tuple[tuple[str, ...], Village]]:
    """List the ways to pay goods, by choosing among labelled markers."""
    markers = [(name, f"{name}{copy}") for name, number in village.goods for copy in range(number)]
    markers += [("joker", f"joker{copy}") for copy in range(village.jokers)]
    markers += [(f"field{number}", f"field{number}") for number in sorted(village.plows)]
    seen = set()
    for chosen in combinations(markers, len(wanted)):
        names = tuple(sorted(name for name, _ in chosen))
        if names in seen or not covers(names, wanted):
            continue
        seen.add(names)
        spent = Counter(names)
        yield (
            names,
            village._replace(
                goods=tuple((name, number - spent[name]) for name, number in village.goods),
                jokers=village.jokers - spent["joker"],
                plows=frozenset(number for number in village.plows if not spent[f"field{number}"]),
            ),
        )


def covers(names: tuple[str, ...], wanted: list[str]) -> bool:
    """Say whether markers stand for the goods, one for one."""
    left = Counter(wanted)
    for name in names:
        good = "plow" if name.startswith("field") else name
        if good != "joker":
            if not left[good]:
                return False
            left[good] -= 1
    return True


def sequences(position: Any, village: Village, depth: int) -> set[tuple[str, ...]]:
    """List all sequences of up to ``depth`` white banners that end with being done, or are cut off there."""
    found: set[tuple[str, ...]] = set()
    following = list(whites(position, village))
    if not following or depth == 0:
        return {()}
    for key, after in following:
        found |= {(key, *rest) for rest in sequences(position, after, depth - 1)}
    return found
