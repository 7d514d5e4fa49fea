"""Cuts: what must change about a choice of items that has no order, or about one that brings less than promised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice

from .frame import Frame
from .images import Knot, images, knot
from .items import Key
from .linear import Sum
from .prospect import Prospect, Verdict
from .rehearsal import Rehearsal, Rehearsed
from .supply import Supply

IMAGES = 40  #: images that are looked at after a cut
LOOKED = 300  #: states that are rehearsed for each of them, and for each part of a choice


def chosen(counts: Mapping[Key, int]) -> tuple[Key, ...]:
    """List the items of a choice, each as often as it is done."""
    return tuple(key for key, number in counts.items() if key[0] != "free" for _ in range(number))


def changed(frame: Frame, counts: Mapping[Key, int], more: Collection[Key] | None = None) -> Sum:
    """Count by how much a choice differs: what is done less often, and what (of ``more``) is done more often."""
    change = Sum()
    for key, marks in frame.marks.items():
        number = counts.get(key, 0)
        if number:
            change.add(Sum(1).add(marks[number - 1], -1))
        if number < len(marks) and (more is None or key in more):
            change.add(marks[number])
    return change


def kept_in(frame: Frame, choice: Iterable[Key]) -> tuple[str, ...]:
    """List the townsfolk that a choice keeps."""
    return tuple(dict.fromkeys(frame.items[key].card for key in choice if key[0] in ("recruit", "hire")))


def suppliers(frame: Frame, supply: Supply, verdict: Verdict, choice: Iterable[Key]) -> frozenset[Key]:
    """List the items that supply something that a choice lacks."""
    kept = kept_in(frame, choice)
    return frozenset(key for key in frame.marks if supply.of(frame.items[key], kept) & verdict.lacks)


def helpers(
    frame: Frame, prospect: Prospect, supply: Supply, verdict: Verdict, choice: Iterable[Key]
) -> frozenset[Key]:
    """List the items that could be the first to supply what a choice lacks."""
    return prospect.open_to(verdict.reached, suppliers(frame, supply, verdict, choice))


def forced(frame: Frame, prospect: Prospect, supply: Supply) -> list[Sum]:
    """Say for each item that cannot be done at once what must come with it."""
    clauses: list[Sum] = []
    for key, item in frame.items.items():
        if key in frame.marks:
            verdict = prospect.look((key,))
            if verdict.order is None and not (item.uses and not item.spaces):
                clauses.append(changed(frame, {key: 1}, helpers(frame, prospect, supply, verdict, (key,))))
    return clauses


def unreachable(frame: Frame, prospect: Prospect, supply: Supply, choice: tuple[Key, ...]) -> Knot | None:
    """Say what must change about a choice that cannot be done in any order; None where that is not seen."""
    verdict = prospect.look(choice)
    if verdict.order is not None or not verdict.sure:
        return None

    def look(part: tuple[Key, ...]) -> Verdict | None:
        found = prospect.look(part)
        return found if found.order is None and found.sure else None

    return smallest_cut(frame, prospect, supply, choice, verdict, look)


def unordered(
    frame: Frame, prospect: Prospect, supply: Supply, rehearsal: Rehearsal, choice: tuple[Key, ...], seen: Rehearsed
) -> Knot:
    """Say what must change about a choice that was rehearsed in every order."""

    def look(part: tuple[Key, ...]) -> Verdict | None:
        found = rehearsal.look(part, LOOKED)
        return Verdict(None, found.lacks, found.reached, True) if found.order is None and found.sure else None

    verdict = Verdict(None, seen.lacks, seen.reached, True)
    return smallest_cut(frame, prospect, supply, choice, verdict, look)


def smallest_cut(
    frame: Frame,
    prospect: Prospect,
    supply: Supply,
    choice: tuple[Key, ...],
    verdict: Verdict,
    look: Callable[[tuple[Key, ...]], Verdict | None],
) -> Knot:
    """Leave out of a choice without order what is not to blame, and say what must change about the rest.

    An item is to blame if there is an order without it. One that would supply what the rest lacks stays, too: the cut
    would name it among what helps, and so would not forbid the choice.
    """
    part = choice
    for key in choice:
        place = part.index(key)
        without = (*part[:place], *part[place + 1 :])
        found = look(without)
        if found is not None:
            kept = kept_in(frame, without)
            spare = Counter(choice) - Counter(without)
            if not any(supply.of(frame.items[other], kept) & found.lacks for other in spare):
                part, verdict = without, found
    able = suppliers(frame, supply, verdict, part)
    first = prospect.open_to(verdict.reached, able)
    cut = knot(frame, Counter(part), able, first)
    if cut.holds(Counter(choice)):
        return cut
    # What was left out may be of a class of what stays, and the choice then has "one more of the class" itself: the
    # same choice would come back for ever. Its classes go without what was left out.
    return knot(frame, Counter(part), able, first, frozenset(Counter(choice) - Counter(part)))


def mirrored(
    frame: Frame, prospect: Prospect, supply: Supply, rehearsal: Rehearsal, choice: tuple[Key, ...], known: list[Knot]
) -> Iterator[Knot]:
    """Yield what must change about images of a choice that have no order either and that no cut forbids yet.

    A master solve costs as much as some hundred of these looks, and would bring them one by one.
    """
    for image in islice(images(frame, choice), IMAGES):
        if not any(before.holds(Counter(image)) for before in known):
            seen = rehearsal.look(image, LOOKED)
            if seen.order is None and seen.sure:
                yield unordered(frame, prospect, supply, rehearsal, image, seen)
