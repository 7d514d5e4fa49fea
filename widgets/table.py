"""A game in progress at one table: what was played, who decides by itself, undo and redo. Knows nothing of panels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, Final, Literal

import msgspec

from rules import Record
from rules.playouts import draw, find_policy
from rules.protocol import Position

Automatic = Literal["", "chance", "bot", "forced"]
BARRIER: Final = "A die or a card was revealed since your last decision, so there is nothing left to take back."

Policy = Callable[[Any, Random], Any]


class Table:
    """Hold a start position, everything that happened since, and which seats play by themselves.

    ``bots`` are policies by seat; all other seats are people. Chance is drawn by a generator that depends on ``seed``,
    the start position and the number of steps before, so undoing and playing again meets the same dice. With
    ``analysis`` undo goes back through dice and cards.
    """

    def __init__(
        self, record: Record, bots: Mapping[int, str | Policy], seed: int, analysis: bool = False, forced: bool = True
    ) -> None:
        self.positions: tuple[Position, ...] = tuple(record.positions())
        self.steps: tuple[Any, ...] = record.steps
        self.redone: tuple[Any, ...] = ()
        self.analysis = analysis
        self.forced = forced
        self.bots: dict[int, Policy] = {seat: find_policy(policy) for seat, policy in bots.items()}
        self._seed = f"{seed}/{record.start.to_code()}"

    # --- what is the case -----------------------------------------------------------------------------------------

    @property
    def start(self) -> Position:
        """Return the first position."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """Return the present position."""
        return self.positions[-1]

    @property
    def record(self) -> Record:
        """Return everything that happened."""
        return Record(self.start, self.steps)

    @property
    def people(self) -> tuple[int, ...]:
        """List the seats that people play."""
        return tuple(seat for seat in range(len(self.start.seats)) if seat not in self.bots)

    def next(self) -> Automatic:
        """Say what happens by itself now; nothing when a person decides or the game is over."""
        return self.kind(self.position)

    def kind(self, position: Position) -> Automatic:
        """Say what happens by itself in a position of this table; nothing when a person decides or it is over."""
        if position.over:
            return ""
        if position.actor is None:
            return "chance"
        if position.actor in self.bots:
            return "bot"
        return "forced" if self.forced and len(position.legal_moves()) == 1 else ""

    # --- what happens ---------------------------------------------------------------------------------------------

    def play(self, step: Any) -> None:
        """Add a move or an outcome; the rules check it.

        Raises:
            rules.IllegalMove: it is not legal here.
        """
        after = self.position.play(step)
        # Redo stays open only while one goes the old way again.
        self.redone = self.redone[1:] if self.redone and self.redone[0] == step else ()
        self.positions += (after,)
        self.steps += (step,)

    def automatic(self) -> Any:
        """Return the step that comes by itself now: dice, a bot's move, or the only move there is."""
        position = self.position
        kind = self.next()
        if not kind:
            raise ValueError("A person decides here; nothing happens by itself.")
        random = Random(f"{self._seed}/{len(self.steps)}")
        if kind == "chance":
            return draw(position.chance(), random)
        assert position.actor is not None
        if kind == "forced":
            return position.legal_moves()[0]
        # A bot sees what its seat may know, and no more.
        return self.bots[position.actor](position.view(position.actor), random)

    def advance(self) -> Any:
        """Play what comes by itself now and return it."""
        step = self.automatic()
        self.play(step)
        return step

    # --- undo and redo --------------------------------------------------------------------------------------------

    def undo_target(self) -> int | str:
        """Return how many steps are left after an undo, or the sentence that says why there is none."""
        for kept in range(len(self.steps) - 1, -1, -1):
            position = self.positions[kept]
            if position.actor is None and not self.analysis:
                return BARRIER
            if self.kind(position) == "":
                return kept
        return "Nobody has decided anything yet."

    def undo(self) -> int:
        """Go back to the last decision of a person and return how many steps were taken back.

        Raises:
            ValueError: there is none, or a die or card was revealed since.
        """
        kept = self.undo_target()
        if isinstance(kept, str):
            raise ValueError(kept)
        back = self.steps[kept:]
        self.redone = back + self.redone
        self.steps = self.steps[:kept]
        self.positions = tuple(self.record.positions())
        return len(back)

    def redo(self) -> int:
        """Play again what was taken back, up to the next decision of a person; return how many steps that were.

        Raises:
            ValueError: nothing was taken back.
        """
        if not self.redone:
            raise ValueError("Nothing was taken back.")
        number = 0
        while self.redone:
            self.play(self.redone[0])
            number += 1
            if self.next() == "":
                break
        return number


class Pick(msgspec.Struct, frozen=True):
    """Hold one chosen part of a move, and the place of the board where it was chosen (empty: by a button)."""

    token: str
    place: str = ""


class Choice(msgspec.Struct, frozen=True):
    """Hold a move that is being built from parts: what is picked, and what may follow.

    ``offered`` are the parts that still lead to a legal move, ``instead`` those that could take the place of the one
    part that is the whole move; ``whole`` are legal moves that need no part beyond bare
    verbs; ``complete`` is the move that the picked parts spell, if they do.
    """

    picked: tuple[Pick, ...]
    offered: tuple[str, ...]
    whole: tuple[Any, ...]
    complete: Any | None
    instead: tuple[str, ...] = ()

    @property
    def tokens(self) -> tuple[str, ...]:
        """Return the picked parts."""
        return tuple(pick.token for pick in self.picked)


def choose(
    position: Position,
    picked: tuple[Pick, ...],
    silent: Callable[[str], bool],
    implied: Callable[[str], bool] = lambda token: False,
) -> Choice:
    """Say what may follow the picked parts. ``silent`` tells which parts are bare verbs, which nobody has to pick.

    ``implied`` tells which parts may be picked and go without saying when all others are. A pick whose token begins
    with "=" is a whole move by its key.
    """
    silent, implied = cache(silent), cache(implied)  # asked for each part of every legal move
    if picked and picked[0].token.startswith("="):
        bare = choose(position, (), silent, implied)
        return Choice(picked, (), bare.whole, position.move(picked[0].token[1:]), bare.offered)
    found = position.choices(tuple(pick.token for pick in picked))
    offered = tuple(token for token in found.tokens if not silent(token))
    spelled = []
    for move in found.moves:
        rest = list(move.parts)
        for pick in picked:
            rest.remove(pick.token)
        if all(silent(token) or (bool(picked) and implied(token)) for token in rest):
            spelled.append(move)
    if picked:
        complete = spelled[0] if len(spelled) == 1 else None
        bare = choose(position, (), silent, implied)
        # One part that is the whole move gives way to any other; to pass or decline is possible at any moment.
        alone = [[token for token in move.parts if not silent(token)] for move in position.legal_moves()]
        single = {parts[0] for parts in alone if len(parts) == 1}
        gives_way = complete is not None and len(picked) == 1
        others = [token for token in bare.offered if gives_way or token in single]
        chosen = {pick.token for pick in picked}
        return Choice(picked, offered, (), complete, tuple(t for t in others if t not in offered and t not in chosen))
    return Choice(picked, offered, tuple(spelled), None)
