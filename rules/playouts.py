"""Play a game to its end by a policy, with a random generator of its own."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from random import Random, SystemRandom
from typing import Any

from .arguments import check_position, check_seed
from .findings import Problem, UnknownName
from .printable import shown
from .protocol import Position
from .record import Record
from .rooms import room

Policy = Callable[[Any, Random], Any]


#: Running sums by identity of the outcomes' tuple: hashing thousands of outcomes at each roll would cost more
#: than the roll. The tuple is kept beside them, so an identity is never reused.
_sums: dict[int, tuple[tuple[tuple[Any, Fraction], ...], tuple[float, ...]]] = {}


def alike(outcomes: tuple[tuple[Any, Fraction], ...]) -> bool:
    """Say whether all outcomes share one probability, as when a card is drawn from a pile without doubles."""
    first = outcomes[0][1]
    return outcomes[-1][1] is first and [probability for _, probability in outcomes].count(first) == len(outcomes)


def draw(outcomes: tuple[tuple[Any, Fraction], ...], random: Random) -> Any:
    """Draw one outcome by its probability."""
    kept = _sums.get(id(outcomes))
    if kept is None or kept[0] is not outcomes:
        if alike(outcomes):
            return outcomes[int(random.random() * len(outcomes))][0]
        if len(_sums) > 512:
            _sums.clear()
        sums = tuple(accumulate(float(probability) for _, probability in outcomes))
        kept = _sums[id(outcomes)] = (outcomes, sums)
    sums = kept[1]
    return outcomes[min(bisect(sums, random.random() * sums[-1]), len(outcomes) - 1)][0]


def random_policy(position: Any, random: Random) -> Any:
    """Choose any legal move."""
    moves = position.legal_moves()
    return moves[int(random.random() * len(moves))]


@cache
def _judgement(game: str) -> tuple[Callable[[Any], tuple[Any, ...]], Callable[[Any, Sequence[Any]], list[int]]]:
    """Return how a game lists moves for the greedy policy, and how it weighs them."""
    found = room(game)
    return getattr(found, "shortlist", _legal), found.weigh


def _legal(position: Any) -> tuple[Any, ...]:
    """List all legal moves."""
    legal: tuple[Any, ...] = position.legal_moves()
    return legal


def greedy_policy(position: Any, random: Random) -> Any:
    """Choose the move that the game's own quick judgement values most; ties by the stable order of moves."""
    shortlist, weigh = _judgement(position.game.name)
    moves = shortlist(position)
    if len(moves) == 1:
        return moves[0]
    values = weigh(position, moves)
    return moves[values.index(max(values))]


POLICIES: dict[str, Policy] = {"random": random_policy, "greedy": greedy_policy}


def find_policy(policy: str | Policy) -> Policy:
    """Return a policy by name, or a function as it is."""
    if callable(policy):
        return policy
    if not isinstance(policy, str) or policy not in POLICIES:
        raise UnknownName((Problem("policy", f"is {shown(policy)}; policies are {', '.join(POLICIES)}."),))
    return POLICIES[policy]


def new_seed() -> int:
    """Draw a seed for a new game from the system's chance; whoever draws it shows it, so that it can be repeated."""
    return SystemRandom().randrange(10**9)


def playout(position: Position, policy: str | Policy = "random", seed: int = 0) -> Record:
    """Play from ``position`` to the end, every seat by ``policy`` ("random", "greedy" or a function of position
    and generator); chance is drawn with the same generator, seeded with ``seed``. Returns the record.
    """
    choose = find_policy(policy)
    lists = choose in POLICIES.values()  # these choose from the list of legal moves; others may do what they like
    seed = check_seed(seed)
    check_position(position)
    random = Random(seed)
    steps = []
    current: Any = position
    while not current.over:
        outcomes = current.chance()
        step = draw(outcomes, random) if outcomes else choose(current, random)
        current = current.after(step) if outcomes or lists else current.play(step)
        steps.append(step)
    return Record(position, tuple(steps))
