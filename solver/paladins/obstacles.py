"""What may stand in the way of a goal in Paladins: shortages and rules, each of which can be lifted by itself.

What is lifted changes the position or the edition (more silver, flags that ask for nothing), so that planner and rules
core go on as ever: how much can be reached then is a plan in earnest, in an order that the rules accept. Rules that
cannot be lifted (an action is done once until it is freed, what lies in the rows) hold throughout.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from copy import deepcopy
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from rules.paladins.game import load
from rules.paladins.rewards import level
from rules.paladins.steps import replace, with_seat
from rules.paladins.values import ACTIONS, ATTRIBUTES, Position, Seat
from rules.paladins.workers import LETTERS, WORDS, added
from rules.wording import joined
from solver.control import Control

from .forecast_figures import ahead
from .table import CHOOSING, on_table

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.blockers import Blocker, Goal
    from solver.request import Request

PLENTY = 30  #: silver and provisions; a multiple of 3, so that goods in threes count as before
HANDS = 2  #: workers of one kind
GRACE = 0.3  #: seconds to finish a proof once it is known whether the goal is reached
RULES = {
    "silver": "develop-cost",
    "provisions": "piece-cost",
    "faith": "commission-faith",
    "strength": "garrison-strength",
    "influence": "fortify-influence",
    "occupied": "action-once",
    "spaces": "space-free",
    "favours": "favour-once",
}
ASKS = {
    "faith": "monks and conversions ask for more",
    "strength": "outposts and attacks ask for more",
    "influence": "walls and absolutions ask for more",
}


def blockers(request: Request) -> Sequence[Blocker]:
    """List the shortages and rules that may bind here; those of nothing (no action is occupied) are left out."""
    from solver.blockers import Blocker

    position = on_table(request)
    if ahead(request):
        return ()
    own = position.seats[request.seat]
    rows: list[tuple[str, str]] = []  # in this order they are lifted: what makes planning hardest comes last
    if taken := sum(bool(piece) for area in position.board for piece in area):
        verb = "space is" if taken == 1 else "spaces are"
        rows.append(("spaces", f"{taken} {verb} taken on the board."))
    if hired := [
        position.catalogue.favours[card].name.en
        for card, guest in zip(position.favours, position.hired, strict=True)
        if guest
    ]:
        rows.append(("favours", f"These favours have been used already: {joined(hired)}."))
    for name in ATTRIBUTES:
        lent = level(position, own, name) - getattr(own, name)
        help_ = f", {lent} of it lent by your paladin" if lent else ""
        rows.append((name, f"Your {name} is {getattr(own, name) + lent}{help_}; {ASKS[name]}."))
    for name in ("provisions", "silver"):
        rows.append((name, f"You hold {getattr(own, name)} {name}, and must win what you pay besides."))
    for letter in LETTERS:
        if letter != "X":  # a Criminal stands for each of them
            number = own.workers.count(letter)
            named = f"{number or 'no'} {WORDS[letter]}{'' if number == 1 else 's'}"
            where = " before a tavern is chosen" if position.step in CHOOSING else ""
            rows.append((WORDS[letter].lower(), f"You have {named}{where}, and must win or replace any others."))
    if names := _occupied(own):
        rows.append(("occupied", f"Your workers stand on {joined(names)}, which only Pray empties."))
    return tuple(Blocker(name=name, text=text, rule=RULES.get(name, "worker-own")) for name, text in rows)


def _occupied(own: Seat) -> list[str]:
    return [name.capitalize() for name, group in zip(ACTIONS, own.placed, strict=True) if group]


def lifted(request: Request, gone: frozenset[str]) -> Position:
    """Return the request's position with the named obstacles lifted."""
    position = on_table(request)
    own = position.seats[request.seat]
    letters = {WORDS[letter].lower(): letter for letter in LETTERS}
    own = replace(
        own,
        silver=own.silver + PLENTY * ("silver" in gone),
        provisions=own.provisions + PLENTY * ("provisions" in gone),
        workers=added(own.workers, "".join(letters[name] * HANDS for name in sorted(gone & letters.keys()))),
        placed=("",) * len(ACTIONS) if "occupied" in gone else own.placed,
    )
    if "spaces" in gone:
        position = replace(position, board=tuple((0,) * len(area) for area in position.board))
    if "favours" in gone:
        position = replace(position, hired=("",) * len(position.hired))
    if needs := gone.intersection(ATTRIBUTES):
        position = replace(position, game=_needless(position, needs))
    return with_seat(position, request.seat, own)


def _needless(position: Position, attributes: frozenset[str]) -> Any:
    """Return the edition in which nothing asks for these attributes."""
    overlay: dict[str, Any] = deepcopy(position.game.overlay)

    def put(table: str, key: str, field: str, value: object) -> None:
        overlay.setdefault(table, {}).setdefault(key, {})[field] = value

    for name in sorted(attributes & {"faith", "strength"}):
        for area in position.catalogue.areas:
            put("areas", area, name, 0)
    if "influence" in attributes:
        for action in ("fortify", "absolve"):
            put("actions", action, "needs", [0] * len(position.catalogue.actions[action].needs))
    return load(overlay, position.game.chosen_options())


class Deciding(Control):
    """Come to an end soon after it is known whether a number of points is reached."""

    def __init__(self, seconds: float, wanted: Fraction) -> None:
        super().__init__(seconds)
        self.wanted = wanted
        self._clock: threading.Timer | None = None

    def offer(self, answer: Answer) -> bool:
        """Keep a better answer; the goal may be reached by it."""
        better = super().offer(answer)
        if answer.value >= self.wanted:
            self._decided()
        return better

    def tighten(self, bound: Fraction) -> None:
        """Note a bound; the goal may lie above it."""
        super().tighten(bound)
        if bound < self.wanted:
            self._decided()

    def _decided(self) -> None:
        if self._clock is None:
            self._clock = threading.Timer(GRACE, self.stop)
            self._clock.daemon = True
            self._clock.start()

    def end(self) -> None:
        """Let the clock go."""
        if self._clock is not None:
            self._clock.cancel()


def reach(request: Request, goal: Goal, kept: frozenset[str], control: Control) -> Answer:
    """Return how much can be gained when only the kept obstacles stand in the way.

    It need not be proved: the search ends soon after it is known whether the goal is reached. Raises
    :class:`solver.run.NoAnswer` when the time was too short for any answer.
    """
    from solver import rooms
    from solver.after import after
    from solver.run import NoAnswer

    from .solving import solve_plan

    names = frozenset(blocker.name for blocker in blockers(request))
    free = msgspec.structs.replace(request, position=lifted(request, names - kept))
    own = Deciding(control.remaining, goal.points)
    control.at_stop(own.stop)
    try:
        if goal.move:
            found = after(free, rooms.find(free.position), free.position.move(goal.move), own)
        else:
            found = solve_plan(free, own)
    finally:
        own.end()
        control.forget_stop(own.stop)
    if found is None:
        raise NoAnswer
    known = [bound for bound in (found.bound, None if goal.move else own.bound) if bound is not None]
    return msgspec.structs.replace(found, bound=max(found.value, min(known)) if known else None)


__all__ = ["Deciding", "blockers", "lifted", "reach"]
