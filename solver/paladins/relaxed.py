"""Bounds for states of numbers, by going through far fewer states of a relaxed round.

A relaxed state stands for all that differ only in what the value of an end does not count: which letters the workers
have (all are jokers), which cards of the row and which favours are taken (those that all have taken), which spaces and
jars are used (none); and, where goods are joined, how much silver and how many provisions there are (the most of any).
Whatever a line can do from one of them can be done from the relaxed state too, and brings as much; so the best that the
relaxed states reach is a bound for each. What is won on the way to a joined state counts in one of two ways, whichever
is less: as the states themselves win it, and a single point for goods that it holds more of (as three goods make one,
whoever is two goods behind may be nearer to the next point); or as the joined state is worth, with all its goods.

States that have not been followed to their ends yet are bounded by what is known from above; so a run that is stopped
proves something, too.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rules.paladins.workers import LETTERS

from .grouping import Groups, Names, grouped
from .packed import Numbers, Words, differ, hashed
from .paying import Part
from .unsure import doubtful

if TYPE_CHECKING:
    from solver.control import Control

    from .ends import Ends
    from .forward import Forward

CHUNK = 12_000
MANY = 80_000  #: states that take a second or more
UNJOINED = 2  #: so many times more states than at most there may be while a layer is not joined
ROOM = 180 * 10**6  #: bytes that states and edges may take
EACH, BESIDE = 26, 48  #: bytes of a state beside its words, and while it is joined
PARTS = 16  #: parts of a value that may be rounded
NEVER = -(2**62)
TAKEN = ("taken", "favours")  #: bits that only stand in the way
GOODS = ("silver", "provisions")
Edges = tuple[NDArray[np.int32], NDArray[np.int32], Numbers]  #: from, to, and what is won by it
#: Edges to joined states of a part of a layer, and the goods and values of the states before they were joined.
Joined = tuple[Edges, Words, NDArray[np.uint8], Numbers]


class Layer:
    """Hold the relaxed states of one layer by their names, what they are worth, and the best rest of each."""

    def __init__(self, names: Names, words: Words, values: Numbers, goods: Numbers, quiet: NDArray[np.bool_]) -> None:
        self.names, self.words, self.values = names, words, values
        #: Silver and provisions together, and whether their number is certain.
        self.goods, self.quiet = goods.astype(np.uint8), quiet
        self.rest = np.zeros(len(names), dtype=np.int64)
        self.edges: list[Edges] = []


class Relaxed:
    """Go through the relaxed states of one forward search, ``most`` at most; ``above`` knows bounds already."""

    def __init__(self, ends: Ends, control: Control, most: int, *, goods: bool, above: Relaxed | None = None) -> None:
        self.ends, self.control, self.most, self.goods, self.above = ends, control, most, goods, above
        self.forward: Forward = copy.copy(ends.forward)
        self.forward.lapses = self.forward.jokers = True
        self.forward.fates, self.forward.strange = None, False
        layout = self.layout = ends.layout
        spaces = [name for name in layout.fields if name.startswith("group ")]
        self.joined = (*TAKEN, *GOODS) if goods else TAKEN
        self.plainly = layout.without([*LETTERS, *spaces, "fate", "credit"])
        self.named = layout.without(self.joined)
        self.layers: list[Layer] = []
        self.states = self.held = 0  #: and how many bytes these and their edges take
        self.open, self.ended = NEVER, NEVER  #: what states of the newest layer promise at most; the best end so far
        self.frontier: int | None = None  #: the least bound for all lines that the layers so far have proved
        self.tell: Callable[[int], None] = lambda bound: None  #: hears of each lower one
        self.pause: Callable[[], None] | None = None  #: called once, when there are many states
        self.clash = False  #: whether two different states had the same name, so that nothing is known

    # --- joining ----------------------------------------------------------------------------------------

    def _plain(self, words: Words) -> Words:
        """Return states with jokers for all workers, and with no space and no jar in use."""
        hands = self.forward.hands(words)
        words = words & self.plainly
        self.layout.raise_(words, "X", hands)
        return words

    def _names(self, words: Words) -> Names:
        """Return one number for all plain states that are joined."""
        return hashed(words, self.named)

    def _join(self, words: Words) -> tuple[Groups, Words]:
        """Join plain states; return their groups, and a joined state for each."""
        groups = grouped(self._names(words))
        found = words.take(groups.first, axis=0)
        self.clash = self.clash or bool(differ(words, found, groups.places, self.named).any())
        if len(found) < len(words):
            for name in self.joined:
                take = np.bitwise_and if name in TAKEN else np.maximum
                numbers = take.reduceat(self.layout.get(words, name).take(groups.order), groups.begins)
                self.layout.raise_(found, name, numbers - self.layout.get(found, name))
        return groups, found

    def _goods(self, words: Words) -> Numbers:
        return self.layout.get(words, "silver") + self.layout.get(words, "provisions")

    def _layer(self, names: Names, words: Words) -> Layer:
        """Make a layer of joined states."""
        get = self.layout.get
        quiet = (get(words, "draws") == 0) & (get(words, "done 1") == self.forward.before)
        return Layer(names, words, self.ends.values(words), self._goods(words), quiet)

    def _behind(self, goods: NDArray[np.uint8], layer: Layer, places: Numbers) -> Numbers | int:
        """Return what states with so many goods may win more than the joined states, which hold more of them."""
        if not self.goods:
            return 0
        more = layer.goods.take(places)
        rounded, point = PARTS * self.ends.scale.more, self.ends.scale.units(self.ends.point)
        alike = (goods == more) | (layer.quiet.take(places) & (goods % 3 <= more % 3))
        return np.where(alike, rounded, point + rounded)

    # --- forward and back ---------------------------------------------------------------------------------

    def run(self, floor: int) -> bool:
        """Go through all layers, and back; states that can lead to no more than a floor are left out."""
        self.states = self.held = 0
        self.frontier, self.ended = None, NEVER
        words, _ = self.forward.start()
        if self._unknown(words) or self._unknown(words := self._plain(words)):
            return False
        groups, words = self._join(words)
        self.layers = [self._layer(groups.names, words)]
        while len(self.layers[-1].words):
            if not self._next(floor) or self.clash:
                return False
            self._prove()
            if self.pause is not None and self.states > MANY:
                self.pause()
                self.pause = None
        for layer, after in zip(self.layers[-2::-1], self.layers[:0:-1], strict=True):
            for source, target, won in layer.edges:
                if self.control.stopped:
                    return False
                np.maximum.at(layer.rest, source, won + after.rest[target])
            layer.edges.clear()
        return True

    def _prove(self) -> None:
        """Note what the layers so far prove: no line ends better than some end so far, or as an open state promises."""
        if self.above is not None:
            most = max(self.open, self.ended)
            if self.frontier is None or most < self.frontier:
                self.frontier = most
                self.tell(most)

    def _unknown(self, words: Words) -> bool:
        """Say whether there is something in plain states that no number here knows."""
        return doubtful(self.forward, words)

    def _next(self, floor: int) -> bool:
        """Make the next layer."""
        layer, number = self.layers[-1], 0
        words_held = layer.words.itemsize * self.layout.words
        unjoined = 2 * words_held + BESIDE  # twice while they are joined
        parts: list[Joined] = []
        self.open = NEVER
        going = np.nonzero(self.forward.hands(layer.words) > 0)[0]
        for first in range(0, len(going), CHUNK):
            if self.control.stopped or number > UNJOINED * self.most or self.held + number * unjoined > ROOM:
                return False
            here = going[first : first + CHUNK]
            some = expanded(self.forward, layer.words.take(here, axis=0), self.control)
            if some is None:
                return False
            if not some:
                continue
            source = here.take(np.concatenate([whence for _, whence, _ in some]))
            words = self._plain(np.concatenate([new for new, _, _ in some]))
            some.clear()
            if self._unknown(words):
                return False
            values = self.ends.values(words)
            won = values - layer.values.take(source)
            ends = self.forward.hands(words) == 0
            over = ends.nonzero()[0]
            np.maximum.at(layer.rest, source.take(over), won.take(over))
            self.ended = max(self.ended, int(values.max()))
            if self.above is not None:
                most = self.above.bounds(len(self.layers), words, values)
                ends |= most <= floor
                self.open = max(self.open, int(np.where(ends, NEVER, most).max()))
            stay = (~ends).nonzero()[0]
            if len(stay):
                words = words.take(stay, axis=0)
                groups, joined = self._join(words)
                edges = source.take(stay).astype(np.int32), groups.places.astype(np.int32), won.take(stay)
                parts.append((edges, joined, self._goods(words).astype(np.uint8), values.take(stay)))
                number += len(joined)
                self.held += sum(column.nbytes for column in edges) + len(words)
        self.layers.append(self._merged(layer, parts))
        if not self.goods and len(self.layers) > 2:
            layer.values = layer.values[:0]  # only what the first states promise is asked later
        self.states += len(self.layers[-1].names)
        self.held += len(self.layers[-1].names) * (words_held + EACH)
        return self.states <= self.most and not self._hopeless()

    def _merged(self, layer: Layer, parts: list[Joined]) -> Layer:
        """Join the parts of a layer, and note the edges to it."""
        if not parts:
            return self._layer(layer.names[:0], layer.words[:0])
        groups, words = self._join(np.concatenate([joined for _, joined, _, _ in parts]))
        found = self._layer(groups.names, words)
        first = 0
        for (source, inside, won), joined, goods, values in parts:
            target = groups.places[first : first + len(joined)].take(inside)
            first += len(joined)
            if self.goods:
                more = found.values.take(target) - values + PARTS * self.ends.scale.more
                won = won + np.minimum(self._behind(goods, found, target), more)
            layer.edges.append((source, target.astype(np.int32), won))
        return found

    def _hopeless(self) -> bool:
        """Say whether there will be too many states, by how the layers have grown so far."""
        return self.above is None and growing([len(layer.names) for layer in self.layers], self.states, self.most)

    def bounds(self, depth: int, words: Words, values: Numbers) -> Numbers:
        """Return the most that lines bring which go on from states of a layer; NEVER where that is below the floor."""
        if depth >= len(self.layers) or not len(self.layers[depth].names):
            return np.full(len(words), NEVER, dtype=np.int64)
        layer = self.layers[depth]
        plain = self._plain(words)
        places = np.minimum(np.searchsorted(layer.names, self._names(plain)), len(layer.names) - 1)
        behind = self._behind(self._goods(words).astype(np.uint8), layer, places)
        if self.goods:
            behind = np.minimum(behind, layer.values.take(places) - values + PARTS * self.ends.scale.more)
        found = values + layer.rest.take(places) + behind
        return np.where(differ(plain, layer.words, places, self.named), NEVER, found)


def expanded(forward: Forward, words: Words, control: Control) -> list[Part] | None:
    """Expand states; None where the control stops that."""
    found = []
    for part in forward.expand(words):
        if control.stopped:
            return None
        found.append(part)
    return found


FEW = 8_000  #: states that are made sooner than it is worth to guess how many will follow
SEEN, LEAST, MOST = 4, 0.3, 0.9  #: layers before a guess how many states there will be, and how their growth may change


def growing(sizes: list[int], states: int, most: int) -> bool:
    """Say whether there will be more states than ``most``, by the sizes of the first layers.

    From the third layer on each grows less, in proportion, than the one before; the last ones tell by how much.

    >>> growing([1, 50, 1_000, 8_000, 30_000], 39_051, 600_000), growing([1, 50, 1_000, 8_000, 60_000], 69_051, 600_000)
    (False, True)
    """
    if states < FEW or len(sizes) < SEEN or not sizes[-2] or not sizes[-3]:
        return False
    size, growth, all_ = float(sizes[-1]), sizes[-1] / sizes[-2], float(states)
    change = min(MOST, max(LEAST, growth * sizes[-3] / sizes[-2]))
    while size >= 1 and all_ <= most:
        growth *= change
        size *= growth
        all_ += size
    return all_ > most
