"""Cuts over classes: what holds for an item without order holds for others that take no less and help no more.

A choice without an order tends to come back with one item exchanged for its like: another card of the row, another
space for a monk, another place for a workshop. So a cut does not forbid its items but "so many of their class". Say
that the items ``k`` of a class are in the choice and ``other`` is not. If a choice with ``other`` in the place of some
``k`` had an order, ``k`` could stand there instead: it fills no more spaces, costs and needs no more, belongs to the
same action, and what ``other`` brings besides is nothing that the choice lacks. So the cut of ``k`` holds for it, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rules.paladins.values import LEFT, RIGHT

from .frame import Frame
from .items import Item, Key
from .linear import Sum, total

COVERING = ("develop", "build")


class Knot(NamedTuple):
    """Hold a choice without order, by classes.

    At least so many of each class are done (``tied``), and the order is missing unless one of ``loosed`` is done so
    many times, or of one of the classes in ``larger`` so many.
    """

    tied: tuple[tuple[frozenset[Key], int], ...]
    loosed: tuple[tuple[Key, int], ...]
    larger: tuple[tuple[frozenset[Key], int], ...] = ()

    def holds(self, counts: Mapping[Key, int]) -> bool:
        """Say whether a choice is forbidden."""
        if any(counts.get(key, 0) >= number for key, number in self.loosed):
            return False
        if any(sum(counts.get(key, 0) for key in members) >= number for members, number in self.larger):
            return False
        return all(sum(counts.get(key, 0) for key in members) >= number for members, number in self.tied)

    def clause(self, frame: Frame) -> Sum:
        """Count what differs from the choice: 1 at least is asked. Adds the rows of its classes to the frame."""
        change = Sum()
        for members, number in self.tied:
            key = next(iter(members))
            flag = frame.marks[key][number - 1] if len(members) == 1 else _at_least(frame, members, number)
            change.add(Sum(1).add(flag, -1))
        for members, number in self.larger:
            change.add(_credited(frame, members, number))
        for key, number in self.loosed:
            change.add(frame.marks[key][number - 1])
        return change


def knot(
    frame: Frame,
    part: Mapping[Key, int],
    suppliers: frozenset[Key],
    helpers: frozenset[Key],
    apart: frozenset[Key] = frozenset(),
) -> Knot:
    """Say what is missing of a choice without order, and of its images by classes.

    ``suppliers`` are the items that supply something that the choice lacks, ``helpers`` those of them that could be
    the first to do so. No item ``apart`` is put into a class: a smaller class forbids less.
    """
    more = set(helpers)
    busy = {frame.items[key].action for key in part}
    tied: list[tuple[frozenset[Key], int]] = []
    larger: list[tuple[frozenset[Key], int]] = []
    seen: set[Key] = set()
    for key, number in part.items():
        if key in seen:
            continue
        group = [key] if number > 1 else [other for other in part if part[other] == 1 and _alike(frame, key, other)]
        alone = number > 1 or not apart.isdisjoint(group)
        like = [] if alone else [other for other in _like(frame, group, part, suppliers, busy) if other not in apart]
        seen |= set(group)
        if not like:
            tied += [(frozenset({one}), part[one]) for one in group]
            continue
        if key[0] in COVERING:  # a workshop elsewhere makes the first supplier there cheaper
            places = {LEFT + RIGHT.index(other[1]) for other in like}
            more |= {other for other in suppliers if frame.items[other].action in places}
        members = frozenset((*group, *like))
        tied.append((members, len(group)))
        if members & more:
            larger.append((members, len(group) + 1))
    inside = {key for members, _ in larger for key in members}
    loosed = tuple(
        (key, part.get(key, 0) + 1)
        for key in frame.marks
        if key in more and key not in inside and part.get(key, 0) < len(frame.marks[key])
    )
    return Knot(tuple(tied), loosed, tuple(larger))


def images(frame: Frame, choice: tuple[Key, ...]) -> Iterator[tuple[Key, ...]]:
    """Yield the choices in which one item is exchanged for its like, whether that makes it harder or not."""
    for place, key in enumerate(choice):
        for other in frame.marks:
            if other not in choice and _alike(frame, key, other) and frame.rows.high(frame.flag(other)):
                yield (*choice[:place], other, *choice[place + 1 :])


def _alike(frame: Frame, one: Key, other: Key) -> bool:
    """Say whether two items of a choice may be of one class at all."""
    a, b = frame.items[one], frame.items[other]
    return a.action == b.action and a.uses == b.uses and one[0] == other[0]


def _like(
    frame: Frame, group: list[Key], part: Mapping[Key, int], suppliers: frozenset[Key], busy: set[int]
) -> list[Key]:
    """List what is not in the choice and can stand for none of a group without making it harder."""
    found = []
    for key in frame.marks:
        if key in part or not _alike(frame, group[0], key):
            continue
        item = frame.items[key]
        if key[0] in COVERING and not _idle(frame, group, key, busy):
            continue
        if all(_no_easier(item, frame.items[one], key in suppliers) for one in group):
            found.append(key)
    return found


def _idle(frame: Frame, group: list[Key], key: Key, busy: set[int]) -> bool:
    """Say whether a workshop saves no worker of the choice, or the same one as each of the group."""
    index = LEFT + RIGHT.index(key[1])
    spaces = frame.game.actions[index].spaces
    same = all(one[1] == key[1] for one in group) and spaces[0] == spaces[1]
    return same or index not in busy


def _no_easier(item: Item, than: Item, supplies: bool) -> bool:
    """Say whether an item takes and needs at least what another one does, and brings nothing besides that helps."""
    if item.silver < than.silver or item.provisions < than.provisions or not _fills(item.spaces, than.spaces):
        return False
    if than.attribute and (item.attribute != than.attribute or _need(item) < _need(than)):
        return False
    if not supplies:
        return True
    if item.key[0] in ("recruit", "hire") and item.card != than.card:  # a card that is kept pays later, too
        return False
    return not Counter(item.gains) - Counter(than.gains)


def _need(item: Item) -> int:
    return item.rises[0] if item.rises else item.level


def _fills(spaces: str, less: str) -> bool:
    """Say whether whoever fills some spaces could fill others as well."""
    for letter in less.replace("*", ""):
        if letter not in spaces:
            return False
        spaces = spaces.replace(letter, "", 1)
    return len(spaces) >= less.count("*")


def _marks(frame: Frame, members: Iterable[Key]) -> Sum:
    return total(mark for key in members for mark in frame.marks[key])


def _at_least(frame: Frame, members: frozenset[Key], number: int) -> Sum:
    """Return a flag that must be set when so many of a class are done."""
    rows, sum_ = frame.rows, _marks(frame, members)
    flag = rows.flag(f"class {number}")
    rows.most(sum_ - (number - 1), flag * max(1, rows.high(sum_) - number + 1))
    return flag


def _credited(frame: Frame, members: frozenset[Key], number: int) -> Sum:
    """Return a flag that may be set only when so many of a class are done."""
    flag = frame.rows.flag(f"more of class {number}")
    frame.rows.most(flag * number, _marks(frame, members))
    return flag
