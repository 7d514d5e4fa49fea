"""Prove a round by going forward through all states of numbers, and by playing what they promise by the rules core."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rules.paladins.values import LEFT, RIGHT
from rules.paladins.workers import LETTERS

from .ends import Ends
from .fated import Fated
from .fates import Fates
from .forward import BEGIN, Forward
from .grouping import grouped
from .hopes import FEW, HOPES, Chooser
from .items import Item
from .line import Halted
from .packed import Numbers, Unfit, Words, differ, hashed
from .relaxed import NEVER, Relaxed, expanded, growing
from .unsure import doubtful as doubt

if TYPE_CHECKING:
    from rules.paladins.moves import Move
    from solver.control import Control
    from solver.request import Request

    from .frame import Frame
    from .line import Belief
    from .rehearsal import Act
    from .rounds import Planner, Start

WIDTH, WIDE = 2_000, 8_000  #: states of a layer that go on in the narrow sweep, and where no full one is possible
TRIES, FAILURES = 400, 24  #: ends to choose from for the rules core, and how many of them may bring less than promised
CHUNK = 16_000
PAUSE = 4  #: layers of a narrow sweep, after which it is no small one
MORE = 2  #: so many times more states may be seen in a wide sweep
NOTHING = Item(key=("",))
#: What the promise of an end rests on where it errs: debts, and what draws, taxes and discards make of them.
MARKS = ("unpaid", "draws", "pardon", "spare", "tax", "spoiled")
#: States, whence and how each was reached, its value, and its marks as one number.
Found = tuple[Words, Numbers, Numbers, Numbers, NDArray[np.int32]]


class Layer:
    """Hold one layer of states: whence and how each was reached, what it is worth at most, and its marks."""

    def __init__(self, whence: Numbers, how: Numbers, values: Numbers, marks: NDArray[np.int32]) -> None:
        self.whence, self.how, self.values, self.marks = whence.astype(np.int32), how, values, marks
        self.places: Numbers | None = None  #: where the states that go on stand in the layer


class Sweep:
    """Sweep through the states of one frame, ``most`` of them at most."""

    def __init__(
        self, frame: Frame, request: Request, control: Control, most: int, belief: Belief | None = None
    ) -> None:
        self.frame, self.request, self.control = frame, request, control
        self.forward = Forward(frame)
        self.ends = Ends.exact(self.forward, request)
        self.fated: Fated | None = None
        self.follow(belief)
        self.chooser = Chooser(self.forward, self.ends.scale.unit)
        self.layers: list[Layer] = []
        self.states, self.most = 0, most
        self.finished = self.clash = self.doubtful = False
        self.open = self.ended = NEVER  #: what open states of the newest layer promise at most; the best end so far
        self.tell: Callable[[int], None] = lambda bound: None  #: hears of each bound that the layers so far prove

    def follow(self, belief: Belief | None) -> None:
        """Follow the fates of states from a belief on; without one, every end is thought to be as good as it may be."""
        fates = None
        if belief is not None:
            fates = Fates(self.request, self.frame.seat, belief, self.frame.start_draws, self.forward.least)
        self.forward.fates = fates
        self.fated = Fated(self.ends, fates) if fates is not None else None

    def run(
        self,
        floor: int,
        width: int | None = None,
        above: Relaxed | None = None,
        pause: Callable[[], None] | None = None,
    ) -> bool:
        """Go through the layers, and say whether nothing that matters was left out.

        With a width only the most promising states of a layer go on. States without workers are kept only if they
        promise more than a floor, in units; and others only if they may lead there, where bounds from ``above`` tell.
        ``pause`` is called after the first layers, if there are more.
        """
        self.above, self.ended = above, NEVER
        forward = self.forward
        forward.strange = False  # what another sweep met says nothing about this one
        words, how = forward.start()
        values = self._exactly(words, self.ends.values(words))
        self.layers = [Layer(how * 0, how, values, self._marks(words))]
        self.states, self.finished = len(words), False
        cut, self.doubtful = False, doubt(forward, words)
        while len(words):
            if width is None and (self.doubtful or self.clash or (above is None and self._hopeless())):
                return False  # nothing would be proved, and good lines are found by a narrow sweep, too
            going = np.nonzero(forward.hands(words) > 0)[0]
            if width is not None and len(going) > width:
                going = self.chooser.choose(words, values, going, width, FEW if width <= WIDTH else len(HOPES))
                cut = True
            self.layers[-1].places = going.astype(np.int32)
            found = self._next(words[going], floor)
            if found is None:
                return False
            words, whence, how, values, marks = found
            self.layers.append(Layer(whence, how, values, marks))
            self.states += len(words)
            if above is not None and not (cut or self.doubtful or self.clash):
                self.tell(max(self.open, self.ended))
            if self.states > self.most:
                return False
            if pause is not None and len(self.layers) == PAUSE:
                pause()
        self.finished = not (cut or self.doubtful or self.clash)
        return self.finished

    def _exactly(self, words: Words, most: Numbers) -> Numbers:
        """Return what states are worth by their fates, where these are followed."""
        return self.fated.values(words, most) if self.fated is not None else most

    def _hopeless(self) -> bool:
        """Say whether there will be too many states, by how the layers have grown so far."""
        return growing([len(layer.values) for layer in self.layers], self.states, self.most)

    def floor(self, value: Fraction) -> int:
        """Return a value in units, rounded down."""
        return self.ends.scale.floor(value)

    def most_of(self, relaxed: Relaxed, value: Fraction) -> Fraction:
        """Return the bound that a relaxed round gives, or a value that is known where that is more."""
        first = relaxed.layers[0]
        return max(value, Fraction(int((first.values + first.rest).max()), self.ends.scale.unit))

    def _marks(self, words: Words) -> NDArray[np.int32]:
        found = np.zeros(len(words), dtype=np.int64)
        for name in MARKS:
            found = (found << self.forward.layout.fields[name][2]) + self.forward.layout.get(words, name)
        return found.astype(np.int32)

    def _next(self, words: Words, floor: int) -> Found | None:
        """Make the next layer, each state once, with whence, how and value; None after a stop or with too many."""
        parts: list[Found] = []
        number, self.open = 0, NEVER
        for first in range(0, len(words), CHUNK):
            if number > self.most - self.states and len(parts) > 1:
                parts = [self._merged(parts)]
                number = len(parts[0][0])
            if self.control.stopped or self.states + number > self.most:
                return None
            some = expanded(self.forward, words[first : first + CHUNK], self.control)
            if some is None:
                return None
            if not some:
                continue
            new, whence, how = (np.concatenate(column) for column in zip(*some, strict=True))
            some.clear()
            places = self._once(new)
            new = new.take(places, axis=0)
            self.doubtful = self.doubtful or doubt(self.forward, new)
            values = self.ends.values(new)
            kept = self.forward.hands(new) > 0
            if self.above is not None:
                most = self.above.bounds(len(self.layers), new, values)
                kept &= most > floor
                self.open = max(self.open, int(np.where(kept, most, NEVER).max()))
            values = self._exactly(new, values)
            self.ended = max(self.ended, int(values.max()))
            kept |= values > floor
            places = places[kept]
            new = new[kept]
            parts.append((new, whence[places] + first, how[places], values[kept], self._marks(new)))
            number += len(places)
        if not parts:
            none = np.zeros(0, dtype=np.int64)
            return words[:0], none, none, none, none.astype(np.int32)
        return self._merged(parts)

    def _merged(self, parts: list[Found]) -> Found:
        """Put parts of a layer together, each state once."""
        if len(parts) == 1:
            return parts[0]
        words, whence, how, values, marks = (np.concatenate(column) for column in zip(*parts, strict=True))
        parts.clear()
        places = self._once(words)
        whence, how, values = (column.take(places) for column in (whence, how, values))
        return words.take(places, axis=0), whence, how, values, marks.take(places)

    def _once(self, words: Words) -> Numbers:
        """Return where each state stands first, and note a clash: one of two states with the same name is lost then."""
        whole = self.forward.layout.without(())
        groups = grouped(hashed(words, whole))
        self.clash = self.clash or bool(differ(words, words, groups.first.take(groups.places), whole).any())
        return groups.first

    # --- reading a line back ----------------------------------------------------------------------------

    def better(self, floor: int, most: int) -> list[tuple[int, int, int]]:
        """List the ends that promise more than a floor, best first: value, layer, place."""
        found: list[tuple[int, int, int]] = []
        for depth, layer in enumerate(self.layers):
            places = np.nonzero(layer.values > floor)[0]
            if len(places) > most:
                places = places[np.argpartition(-layer.values[places], most)[:most]]
            found += [(int(layer.values[place]), depth, int(place)) for place in places]
        found.sort(key=lambda entry: (-entry[0], entry[1]))
        return found[:most]

    def play(self, planner: Planner, start: Start, belief: Belief) -> Fraction:
        """Play the ends that promise more than the best line by the rules core; return what is still promised.

        What an end brings less than promised, others with the same marks are expected to bring less, too.
        """
        ends = self.better(self.floor(planner.value), TRIES)
        left, less = list(ends), dict.fromkeys((self._marked(end) for end in ends), 0)
        failures = 0
        while left and failures < FAILURES and not self.control.stopped:
            place = max(range(len(left)), key=lambda number: left[number][0] - less[self._marked(left[number])])
            end = left.pop(place)
            mark = self._marked(end)
            if end[0] - less[mark] <= self.floor(planner.value):
                break
            try:
                reached = self.floor(self.perform(planner, belief, start.line, self.acts(*end[1:])))
            except Halted:
                break
            if reached < end[0]:
                failures += 1
                less[mark] = max(less[mark], end[0] - reached)
        if not ends or ends[0][0] <= self.floor(planner.value):
            return planner.value
        return Fraction(ends[0][0], self.ends.scale.unit)

    def _marked(self, end: tuple[int, int, int]) -> int:
        _, depth, place = end
        return int(self.layers[depth].marks[place])

    def perform(self, planner: Planner, belief: Belief, line: tuple[Move, ...], acts: list[Act]) -> Fraction:
        """Play acts by the rules core, as far as they go there, offer the line, and return its value."""
        from .rounds import performed

        for act in acts:
            move = performed(planner.walker, belief, act)
            after = planner.walker.play(belief, move) if move is not None else belief
            if after is None:
                break
            line = (*line, move) if move is not None else line
            belief = after
        planner.close(line, belief)
        return planner.walker.value(belief)

    def acts(self, depth: int, place: int) -> list[Act]:
        """Read the acts of one end back, with the place of every workshop."""
        forward = self.forward
        steps: list[tuple[int, int, int, int]] = []
        while True:
            layer = self.layers[depth]
            how = int(layer.how[place])
            steps.append((how & 255, how >> 8 & 1023, how >> 18 & 3, how >> 20))
            if not depth:
                break
            before = self.layers[depth - 1].places
            assert before is not None
            place = int(before[int(layer.whence[place])])
            depth -= 1
        acts: list[Act] = []
        open_: list[int] = []
        taken = {
            (name, space)
            for name, mask in zip(RIGHT, self.frame.seat.workshops, strict=True)
            for space in (1, 2)
            if mask & space
        }
        for number, paid, cover, answers in reversed(steps):
            rest = list(forward.answers[answers])
            item = forward.items[number] if number != BEGIN else NOTHING
            for space in (1, 2):
                if cover & space:
                    at = open_.pop(0)
                    name = RIGHT[item.action - LEFT]
                    acts[at] = ((acts[at][0][0], name, str(space)), acts[at][1])
                    taken.add((name, space))
            group = decoded(paid)
            if number == BEGIN:
                pass
            elif item.key[0] == "pray":
                target = rest.pop(0)[1] if rest and rest[0][0] == "free" else ""
                acts.append((item.key, f"{group} {target}"))
            elif item.key[0] == "develop":
                open_.append(len(acts))
                acts.append((("develop",), group))
            else:
                acts.append((item.key, group))
            for answer in rest:
                if answer == ("build",):
                    open_.append(len(acts))
                acts.append((answer, answer[1] if answer[0] == "free" else ""))
        for at in open_:
            name, space = next((n, s) for n in RIGHT for s in (1, 2) if (n, s) not in taken)
            taken.add((name, space))
            acts[at] = ((acts[at][0][0], name, str(space)), acts[at][1])
        return acts


def decoded(paid: int) -> str:
    """Name the workers that were paid."""
    letters = []
    while paid:
        paid, digit = divmod(paid, 7)
        letters.append(LETTERS[digit - 1])
    return "".join(sorted(letters, key=LETTERS.index))


# --- in a plan -------------------------------------------------------------------------------------------------------


def swept(planner: Planner, frame: Frame, start: Start, belief: Belief) -> Fraction | None:
    """Improve the best line of a planner; return a bound for every line from a start, None where none is known.

    A narrow sweep comes first: it is soon done, and finds most of the best lines of easy rounds. Relaxed states then
    tell which others can lead to more: those with joined goods, which are few, then those without. Fates are followed
    only where something is promised still. Where even the relaxed states are too many, a wide sweep looks for better
    lines and proves nothing.
    """
    try:
        sweep = Sweep(frame, planner.request, planner.control, planner.states)
        finished = sweep.run(sweep.floor(planner.value), WIDTH, pause=lambda: _straight(planner, start))
    except Unfit:
        _straight(planner, start)
        return None
    promised = sweep.play(planner, start, belief)
    if finished:
        return surely(sweep, planner, start, belief, promised, None)
    if planner.control.stopped:
        return None
    narrow = sweep.states

    def tell(bound: int) -> None:
        """Note a bound in units."""
        planner.note(start.line, max(planner.value, Fraction(bound, sweep.ends.scale.unit)))

    def branch() -> None:
        """Lower the bound by the rows: this round is no easy one."""
        planner.branched(start)

    sweep.tell = tell
    bound: Fraction | None = None
    above: Relaxed | None = None
    for goods in (True, False):
        most = planner.states * 3 // 5  # each has some ten edges, which are kept until all layers are known
        relaxed = Relaxed(sweep.ends, planner.control, most, goods=goods, above=above)
        relaxed.tell = tell
        if above is None:
            relaxed.pause = branch
        if not relaxed.run(sweep.floor(planner.value)):
            if relaxed.pause is not None:
                relaxed.pause()
            if planner.limits.get(start.line, planner.value + 1) <= planner.value:
                return planner.value
            break
        above, bound = relaxed, sweep.most_of(relaxed, planner.value)
        if bound <= planner.value:
            return planner.value
        planner.note(start.line, bound)
    finished = sweep.run(sweep.floor(planner.value), above=above)
    promised = sweep.play(planner, start, belief)
    if finished:
        return surely(sweep, planner, start, belief, promised, above)
    sweep.follow(belief)
    sweep.most *= MORE  # only little is kept of states that do not go on
    sweep.run(sweep.floor(planner.value), min(WIDE, WIDTH * sweep.most // narrow))
    sweep.play(planner, start, belief)
    return bound


def _straight(planner: Planner, start: Start) -> None:
    """Note the bound of the rows' linear program, where nothing is known yet."""
    if start.line not in planner.limits and not planner.control.stopped:
        planner.note(start.line, planner.straight(start.seat, start.words, start.draws))


def surely(
    sweep: Sweep, planner: Planner, start: Start, belief: Belief, promised: Fraction, above: Relaxed | None
) -> Fraction:
    """Return what a finished sweep promises at most; if that is more than is known, go again and follow all fates."""
    if promised <= planner.value or planner.control.stopped:
        return promised
    sweep.follow(belief)
    if not sweep.run(sweep.floor(planner.value), above=above):
        return promised
    return min(promised, sweep.play(planner, start, belief))
