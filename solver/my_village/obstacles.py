"""What may stand in the way of a goal in My Village: shortages and rules, each of which can be lifted by itself.

What is lifted changes the position (more coins, more dice in the pool, cards back on offer), so that the search goes on
as ever over the rules core: how much can be reached then is a plan in earnest. Rules that cannot be lifted (one black
banner or white ones, one church, each white banner once) hold throughout.

Goods and markers come with room for them, so that no more is lost than before. Some of what is lifted is not better in
every respect: who is there already cannot come from the school. With these every combination is tried, and the best
one counts.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

import msgspec

from rules.my_village.dice import names_of
from rules.my_village.game import Game
from rules.my_village.steps import replace, run, with_seat
from rules.my_village.values import GOODS, KINDS, PROFESSIONS, Position
from rules.wording import capital, count, joined
from solver.control import Control

from .exact import moment, solve_turn
from .forecast import later
from .round_solve import solve_round
from .table import ahead, on_table

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.blockers import Blocker, Goal
    from solver.request import Request

PLENTY = 12  #: coins: more than one turn can use
GOODS_MORE = 6  #: of each good
MARKERS = 2  #: markers that can help to make one value
DICE = tuple(sorted((1, 2, 3, 4, 5, 6) * 2))  #: a pair of each face
VALUES = range(2, 13)
RULES = {
    "dice": "dice-coins",
    "value": "banner-value",
    "markers": "dice-markers",
    "coins": "banner-cost",
    "villagers": "banner-area",
    "clock": "death-cross",
    "customers": "bailiff-take",
    "offer": "cards-limited",
    "hand": "hand-back",
}


def blockers(request: Request) -> Sequence[Blocker]:
    """List the shortages and rules that may bind here; those of nothing (nobody is missing) are left out."""
    from solver.blockers import Blocker

    if later(request):
        return ()
    found = shortages(on_table(request), request.seat)
    return tuple(Blocker(name=name, text=text, rule=RULES.get(name, "banner-cost")) for name, text in found)


def shortages(position: Position, number: int) -> Iterator[tuple[str, str]]:
    """Name what may be short, with a sentence."""
    own = position.seats[number]
    if position.hand_back:
        yield "hand", "The hand has been taken in this round."
    if gone := list(_gone(position, number)):
        yield "offer", f"Of the cards on offer these are gone: {joined(gone)}."
    if row := sum(map(bool, position.customers)):
        waiting = some(len(own.customers), "customer")
        verb = "wait" if len(own.customers) > 1 else "waits"
        others = "the open one" if row == 1 else f"the {row} open ones"
        yield "customers", f"{capital(waiting)} {verb} in your market; {others} must be brought by the bailiff first."
    if missing := [name for name, there in zip(PROFESSIONS, own.villagers, strict=True) if not there]:
        verb = "is not there, so this area is" if len(missing) == 1 else "are not there, so their areas are"
        yield "villagers", f"Your {joined(missing)} {verb} not active."
    if own.time:
        clouds = position.game.clouds
        text = f"Your time marker has passed {own.time} of {clouds} clouds; who passes the bridge loses a villager."
        yield "clock", text
    for kind, good in enumerate(GOODS):
        yield good, f"You have {some(own.goods[kind], good)}, and must make what you pay besides."
    yield "coins", f"You have {some(own.coins, 'coin')}, and must win what you pay besides."
    if position.question == "dice":
        yield "markers", f"You have {some(own.sets, 'marker')} of the meeting place to set dice with."
        pool = ", ".join(names_of(position.white, position.black))
        yield "dice", f"The pool holds {pool}, and each coin turns a die by 1."
    elif position.value and position.question in ("banner", "white"):
        yield "value", f"Your dice make {position.value}, and only what shows it can be activated."


def some(number: int, thing: str) -> str:
    """Say how many there are.

    >>> some(0, "wagon"), some(2, "coin")
    ('no wagon', '2 coins')
    """
    return count(number, thing) if number else f"no {thing}"


def _gone(position: Position, number: int) -> Iterator[str]:
    """Name what has been taken from the offer, other than by the seat itself."""
    own, catalogue = position.seats[number], position.catalogue
    churches = len(catalogue.churches) - len(position.churches) - bool(own.church)
    halls = len(catalogue.halls) - len(position.halls) - bool(own.hall)
    for gone, name in ((churches, "church"), (halls, "hall")):
        if gone:
            yield f"{gone} {name}" if gone == 1 else f"{gone} {name}{'es' if name == 'church' else 's'}"
    kinds = zip(position.game.crafts, position.crafts, own.crafts, KINDS, strict=True)
    for cards, left, mine, kind in kinds:
        if gone := len(cards) - len(left) - bool(mine):
            yield count(gone, str(catalogue.craft_kinds[kind].name.en).lower())  # type: ignore[index]
    if not position.fields:
        yield "all fields"
    if not position.meetings and not own.meeting:
        yield "all meeting places"


def lifted(position: Position, number: int, gone: frozenset[str]) -> Position:
    """Return a position with the named obstacles lifted; the value of the dice is lifted elsewhere."""
    own, game = position.seats[number], position.game
    changes: dict[str, object] = {}
    if "hand" in gone:
        changes |= {"hand_back": False, "hand_stories": 1}
    if "offer" in gone:
        mine = {own.church, own.hall, *own.crafts}
        changes |= {
            "churches": tuple(card for card in position.catalogue.churches if card not in mine),
            "halls": tuple(card for card in position.catalogue.halls if card not in mine),
            "crafts": tuple(tuple(card for card in row if card not in mine) for row in game.crafts),
            "fields": max(position.fields, 2),
            "meetings": max(position.meetings, 1),
        }
    if "dice" in gone:
        changes["white"] = tuple(sorted((*position.white, *DICE)))
    extra = {good: GOODS_MORE for good in GOODS if good in gone}
    goods = tuple(have + extra.get(good, 0) for have, good in zip(own.goods, GOODS, strict=True))
    if extra or "markers" in gone:
        changes["game"] = roomy(position, tuple(extra), MARKERS * ("markers" in gone))
    own = replace(
        own,
        goods=goods,
        coins=own.coins + PLENTY * ("coins" in gone),
        sets=own.sets + MARKERS * ("markers" in gone),
        villagers=(True,) * len(own.villagers) if "villagers" in gone else own.villagers,
        time=0 if "clock" in gone else own.time,
    )
    if "customers" in gone:
        more = tuple(card for card in position.customers if card and card not in own.customers)
        own = replace(own, customers=(*own.customers, *more))
    return with_seat(position, number, own, **changes)


def roomy(position: Position, goods: tuple[str, ...], markers: int) -> Game:
    """Return the edition with as much more room for goods and markers as there are more of them."""
    game = position.game
    key = "roomy", goods, markers
    found: Game | None = game.memory.get(key)
    if found is None:
        catalogue = game.catalogue
        kinds = dict(catalogue.craft_kinds)
        for good in goods:
            kind: Any = KINDS[GOODS.index(good)]
            kinds[kind] = replace(kinds[kind], slots=kinds[kind].slots + GOODS_MORE)
        meeting = replace(game.meeting, slots=game.meeting.slots + markers)
        catalogue = replace(catalogue, craft_kinds=kinds, meeting={"meeting": meeting})
        found = game.memory[key] = Game(catalogue, game.options, game.overlay)
    return found


def mixed(request: Request) -> Iterator[str]:
    """Name what is not better in every respect once it is lifted, under the request's objective."""
    position = on_table(request)
    hall = position.catalogue.halls.get(position.seats[request.seat].hall)
    worths = {name for name, worth in request.worths if worth and name != "points"}
    if worths or ahead(request):  # a death brings stories
        yield "clock"
    if worths or ahead(request) or (hall is not None and hall.effect == "population"):
        yield "villagers"


def variants(request: Request, gone: frozenset[str]) -> Iterator[Position]:
    """Go through the positions of which the best one shows what can be reached with these obstacles lifted."""
    position, number = on_table(request), request.seat
    unsure = gone.intersection(mixed(request))
    sure = gone - unsure
    for some in chain.from_iterable(combinations(sorted(unsure), size) for size in range(len(unsure) + 1)):
        free = lifted(position, number, sure.union(some))
        for value in VALUES if "value" in gone else (position.value,):
            made = free if value == free.value else replace(free, value=value)
            # Whether a white banner can still be activated may have changed: the rules core asks anew.
            yield run(replace(made, step="again")) if gone and made.question == "white" else made


class Deciding(Control):
    """Come to an end when it is known that a number of points is not reached, and a moment after it has been."""

    def __init__(self, seconds: float, wanted: Fraction) -> None:
        super().__init__(seconds)
        self.wanted = wanted

    def offer(self, answer: Answer) -> bool:
        """Keep a better answer; the goal may be reached by it."""
        if answer.value >= self.wanted:
            self.deadline = min(self.deadline, time.monotonic() + moment(self))
        return super().offer(answer)

    def tighten(self, bound: Fraction) -> None:
        """Note a bound; the goal may lie above it."""
        if bound < self.wanted:
            self.deadline = time.monotonic()
        super().tighten(bound)


def reach(request: Request, goal: Goal, kept: frozenset[str], control: Control) -> Answer:
    """Return how much can be gained when only the kept obstacles stand in the way.

    Once it is known whether the goal is reached, the rest is searched only if that is a matter of a moment. Raises
    :class:`solver.run.NoAnswer` when the time was too short for any answer.
    """
    from solver.answer import Answer
    from solver.run import NoAnswer

    from . import after_move

    if later(request):  # nothing is told apart there, and so nothing can be lifted
        raise NoAnswer
    start = on_table(request)
    gone = frozenset(name for name, _ in shortages(start, request.seat)) - kept
    best: Fraction | None = None
    bounds: list[Fraction | None] = []
    for position in variants(request, gone):
        if position.actor != request.seat:  # nothing is left to decide: the turn is over
            continue
        free = msgspec.structs.replace(request, position=position)
        reached = best is not None and best >= goal.points
        own = Deciding(moment(control) if reached else control.remaining, goal.points)
        control.at_stop(own.stop)
        try:
            if goal.move:
                move = next((move for move in position.legal_moves() if move.key == goal.move), None)
                if move is None:
                    continue
                found = after_move(free, move, own)
            elif ahead(request):
                found = solve_round(free, own, goal.points)
            else:
                found = solve_turn(free, own, goal.points)
        except NoAnswer:
            found = None
        finally:
            control.forget_stop(own.stop)
        if found is not None:
            best = found.value if best is None else max(best, found.value)
        bounds.append(None if found is None else found.bound)
    if best is None:
        raise NoAnswer
    known = [bound for bound in bounds if bound is not None]
    return Answer(moves=(), value=best, bound=max(known) if len(known) == len(bounds) else None)
