"""Follow one line through a sweep: the states that its items lead to, however workers are paid, and their worth."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import numpy as np

from rules.paladins.moves import Build, Choose, Clear, Hire, Move, Pass
from rules.paladins.steps import replace
from rules.paladins.workers import LETTERS
from solver.control import Control
from solver.paladins.frame import Frame
from solver.paladins.items import Key
from solver.paladins.line import ANSWERS, Belief, Walker, own_question
from solver.paladins.packed import Words
from solver.paladins.sweep import Sweep
from solver.paladins.table import on_table
from solver.paladins.unsure import doubtful
from solver.request import Request

from .claims import LARGE, LONG, done, played
from .small import OBJECTIVES, Objective, ask

#: Townsfolk that pay in inquisitions, or when a debt is settled, and moves that chance follows.
UNSURE = tuple(f"{name}_{copy}" for name in ("peddler", "squire", "debt_collector") for copy in (1, 2, 3))
UNSURE += ("conspirator_1", "conspirator_2", "gatekeeper_3")
RISKY = frozenset({"fortify", "attack", "conspire", "absolve", "recruit", "pray", "favour"})
PRICED: tuple[Objective, ...] = (
    {"points": 1, "suspicion": -3},
    {"points": 1, "suspicion": -1, "debts": -2, "workers": 1, "silver": 1},
)


def unsure(seed: int) -> Request:
    """Return a request of a seed in which much rests on chance: few taxes, debts, walls in reach, such townsfolk."""
    rng = random.Random(f"unsure {seed}")
    request = played(seed)
    position, number = on_table(request), request.seat
    seat = position.seats[number]
    own = [card for card in rng.sample(UNSURE, 3) if rng.random() < 0.5]
    free = [card for card in UNSURE if card not in own and all(card not in other.townsfolk for other in position.seats)]
    row = ["" if card in own else card for card in position.townsfolk]
    for place in range(len(row)):
        if free and rng.random() < 0.4 and free[-1] not in row:
            row[place] = free.pop()
    seat = replace(
        seat,
        workers="".join(sorted(rng.choices(LETTERS, k=rng.randint(6, 9)), key=LETTERS.index)),
        influence=rng.randint(3, 10),
        provisions=rng.randint(3, 9),
        silver=rng.randint(0, 6),
        unpaid=rng.randint(0, 2),
        strength=rng.randint(0, 8),
        faith=rng.randint(0, 9),
        townsfolk=tuple(own) if rng.random() < 0.7 else seat.townsfolk,
        suspicion=seat.suspicion[: rng.randint(0, 2)],
        placed=tuple("" if rng.random() < 0.7 else group for group in seat.placed),
    )
    seats = (*position.seats[:number], seat, *position.seats[number + 1 :])
    position = replace(position, seats=seats, tax=rng.randint(1, 4), townsfolk=tuple(row))
    return ask(position, rng.choice((*OBJECTIVES, *PRICED)))


def risky_line(walker: Walker, rng: random.Random) -> list[tuple[tuple[Move, ...], Belief]]:
    """Play at random, and often what chance follows; return the line after each of its turns."""
    belief, line = walker.start(), tuple[Move, ...]()
    found = []
    while len(line) < LONG:
        asked = [position for position in belief if own_question(walker.request, position)]
        kinds: dict[str, list[Move]] = {}
        legal = list((asked or list(belief))[0].legal_moves())
        rng.shuffle(legal)
        for move in legal:
            kinds.setdefault(move.key.split()[0], []).append(move)
        names = list(kinds)
        rng.shuffle(names)
        names.sort(key=lambda name: not (name in RISKY and rng.random() < 0.7))
        for move in [move for name in names for move in kinds[name][:6]][:40]:
            after = None if isinstance(move, Pass) else walker.play(belief, move)
            if after is not None and len(after) <= LARGE:
                break
        else:
            break
        belief, line = after, (*line, move)
        if not all(own_question(walker.request, position) for position in belief):
            found.append((line, belief))
    return found


class Followed:
    """Promise the ends of lines by a sweep that keeps to their items; ``doubtful`` where it would prove nothing.

    Raises Unfit.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        position = on_table(request)
        frame = Frame(position, position.seats[request.seat])
        self.sweep = Sweep(frame, request, Control(60), 10**6)
        self.doubtful = False

    def promise(self, line: tuple[Move, ...]) -> Fraction | None:
        """Return the most that is promised for a line; None where no state is like it."""
        walker, forward = Walker(self.request), self.sweep.forward
        belief = walker.start()
        turns: list[tuple[Key, list[Move]]] = []
        for move in line:
            if isinstance(move, ANSWERS):
                turns[-1][1].append(move)
            else:
                turns.append((done(walker, belief, move), []))
            after = walker.play(belief, move)
            assert after is not None, f"{move.key} is not legal"
            belief = after
        words, _ = forward.start()
        self.doubtful = forward.strange = False
        for key, answers in turns:
            asked = [move for move in answers if key[0] != "fortify" or not isinstance(move, Choose)]
            words = self._turn(words, key, Counter(filter(None, map(_answer, asked))))
            if not len(words):
                return None
            self.doubtful = self.doubtful or doubtful(forward, words)
        return Fraction(int(self.sweep.ends.values(words).max()), self.sweep.ends.scale.unit)

    def _turn(self, words: Words, key: Key, answers: Counter[Key]) -> Words:
        forward = self.sweep.forward
        found = []
        for new, _, how in forward.expand(words):
            items = [forward.items[number].key for number in how & 255]
            given = [Counter(map(_plain, forward.answers[number])) for number in how >> 20]
            fits = [_same(item, key) and answers <= given[place] for place, item in enumerate(items)]
            found.append(new[np.array(fits, dtype=bool)])
        new = np.concatenate(found) if found else words[:0]
        return np.unique(new, axis=0)


def _same(item: Key, key: Key) -> bool:
    return item == key or (item[0] == key[0] == "develop")


def _answer(move: Move) -> Key | None:
    """Name an answer that a sweep gives too, and not a side that may have been taken by itself."""
    if isinstance(move, Clear):
        return ("free", move.action)
    if isinstance(move, Hire):
        return ("send" if move.dismiss else "hire", move.card)
    if isinstance(move, Build):
        return ("build",)
    if isinstance(move, Choose) and "silver" not in move.gain:
        return ("choose", move.gain)
    return None


def _plain(key: Key) -> Key:
    return ("choose", key[2]) if key[0] == "choose" else key
