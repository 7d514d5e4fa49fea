"""A replayed plan: moves, value, bound, and the sentences that explain it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.wording import joined

from .replay import Replay, Step, replay
from .rooms import first_bound
from .telling import told

if TYPE_CHECKING:
    from .answer import Answer
    from .contract import Move, Position
    from .request import Request
    from .rooms import Room

RING = "°"  #: the mark of a house value: one of our own, where no source prints the real one
OPTIMAL = "optimal"
BEST_SO_FAR = "best so far"
INFEASIBLE = "infeasible"


class Plan(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Hold a plan that the rules core has confirmed.

    ``moves`` are the seat's moves in order, ``value`` the exact expected gain under the objective, ``bound`` what
    no line can exceed (None: not known). ``status`` is "optimal" exactly when bound and value meet, "best so
    far" when they do not, "infeasible" when it is proved that there is no plan. ``sources`` are the points
    won by source, ``holdings`` the changes in goods and the like, ``steps`` both per move; all are exact
    expectations. ``beyond`` is the part of the value that a forecast adds after the moves. ``house`` names the
    catalogue values of our own on which the plan rests.

    Two plans are equal when all of this is, however long each was looked for.
    """

    position: Position
    seat: int
    horizon: str
    covers: str
    objective: str
    rivals: str
    moves: tuple[Move, ...]
    value: Fraction
    bound: Fraction | None
    status: str
    sources: dict[str, Fraction]
    holdings: dict[str, Fraction]
    steps: tuple[Step, ...]
    method: str
    seconds: float
    replies: tuple[str, ...] = ()
    beyond: Fraction = Fraction(0)
    worths: tuple[tuple[str, Fraction], ...] = ()
    outline: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    house: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Say whether another plan holds the same; ``seconds`` do not count."""
        if not isinstance(other, Plan):
            return NotImplemented
        names = [name for name in self.__struct_fields__ if name != "seconds"]
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __hash__(self) -> int:
        """Return a number that is the same for equal plans."""
        return hash((self.position, self.seat, self.horizon, self.objective, self.moves, self.value, self.bound))

    @property
    def gap(self) -> Fraction | None:
        """Return how much more than the value may be possible; None when no bound is known."""
        return None if self.bound is None else self.bound - self.value

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the moves as canonical text."""
        return tuple(move.key for move in self.moves)

    def explain(self) -> str:
        """Say what each move buys, what is proved, and what the plan assumes; one sentence a line.

        It speaks the language of the session where the tutor is there; the parts of it, such as `proof`, are English.
        """
        return told(self.position.game.name, "\n".join((*self.what(), self.proof(), *self.conditions())))

    @property
    def ring(self) -> str:
        """Return the mark of a house value where the plan rests on one: its value is then one, too."""
        return RING if self.house else ""

    def ring_of(self, step: Step) -> str:
        """Return the mark of a house value where a step uses a card that holds one of those the plan rests on."""
        cards = {path.split(".")[1] for path in self.house if "." in path}
        return RING if cards & set(re.findall(r"\w+", step.key)) else ""

    def what(self) -> tuple[str, ...]:
        """Say in sentences what the plan and each of its moves brings."""
        if self.status == INFEASIBLE:
            return ("There is no plan that satisfies the request.",)
        lines = [f"The plan covers {self.covers}." if self.covers else f"The plan covers the {self.horizon}."]
        for place, step in enumerate((step for step in self.steps if step.key), start=1):
            brought = changes(step.sources, step.holdings, self.ring_of(step)) or "brings nothing by itself"
            lines.append(f"{place}. {step.text}: {brought}.")
        rest = self.steps[-1] if self.steps and not self.steps[-1].key else None
        if rest and (text := changes(rest.sources, rest.holdings, self.ring)):
            lines.append(f"{'After that' if self.moves else 'Without a move'}: {text}.")
        won = sum(self.sources.values(), Fraction(0))
        parts = ", ".join(f"{lost(n)}{self.ring} from {name}" for name, n in self.sources.items())
        whose = "Together, by the end of these moves" if self.beyond else "Together"
        lines.append(f"{whose}: {points(won)}{self.ring}{f' ({parts})' if len(self.sources) > 1 else ''}.")
        if self.objective != "points":
            lines.append(f"Under the objective this is worth {points(self.value - self.beyond)}{self.ring}.")
        if self.beyond:
            lines.append(
                f"With what the forecast expects after them, the gain over {self.covers or self.horizon} is "
                f"{points(self.value)}{self.ring}. These are points won from here on, not the final score."
            )
        return tuple(lines)

    def proof(self) -> str:
        """Say in one sentence what is proved about the plan."""
        if self.status == INFEASIBLE:
            return f"This is proved ({self.method})."
        if self.bound is None:
            return f"Best so far ({self.method}): nothing is proved about how much more is possible."
        if self.status == OPTIMAL:
            return f"Optimal ({self.method}): no other plan brings more than {points(self.value)}{self.ring}."
        return f"Best so far ({self.method}): at most {points(self.bound - self.value)} more may be possible."

    def conditions(self) -> tuple[str, ...]:
        """Say in sentences what the plan assumes and which house values it rests on."""
        lines = [*self.assumptions, *self.outline]
        if self.beyond:
            lines.append(f"{points(self.beyond)} of that gain come from the forecast and not from moves in the plan.")
        if self.worths:
            table = ", ".join(f"{name} {lost(worth)}" for name, worth in self.worths)
            whose = "the shipped table of worths" if self.objective == "worth" else "your table of worths"
            lines.append(f"In points, by {whose}, one of each counts: {table}.")
        if self.house:
            lines.append(f"It rests on values of our own, not printed ones (house values): {', '.join(self.house)}.")
        return tuple(lines)

    def to_text(self) -> str:
        """Print the moves, one a line, under a line that says what they are worth."""
        return "\n".join((f"{self.status}: {points(self.value)}{self.ring} ({self.horizon})", *self.keys))

    def __str__(self) -> str:
        """Print the explanation."""
        return self.explain()


def make_plan(request: Request, room: Room, answer: Answer, seconds: float) -> Plan:
    """Replay an answer and make the plan; raise :class:`ReplayMismatch` where the rules core disagrees.

    An answer that comes without a bound, since its search was ended early, gets the room's first one.
    """
    if answer.feasible:
        if answer.bound is None:
            answer = msgspec.structs.replace(answer, bound=first_bound(request, room))
        seen = replay(request, answer, room)
        answer = room.dressed(request, answer)
        proved = answer.bound is not None and answer.bound == answer.value
        status = OPTIMAL if proved else BEST_SO_FAR
    else:
        seen = Replay(value=Fraction(0), sources={}, holdings={}, steps=(), ends=0)
        status = INFEASIBLE
    return Plan(
        position=request.position,
        seat=request.seat,
        horizon=request.horizon,
        covers=room.horizons[request.horizon],
        objective=request.objective,
        rivals=request.rivals,
        moves=answer.moves,
        value=answer.value,
        bound=answer.bound,
        status=status,
        sources=seen.sources,
        holdings=seen.holdings,
        steps=seen.steps,
        method=answer.method,
        seconds=seconds,
        replies=tuple(reply.key for reply in answer.replies),
        beyond=answer.beyond,
        worths=request.worths,
        outline=answer.outline,
        assumptions=answer.assumptions,
        house=answer.house,
    )


def number(value: Fraction) -> str:
    """Print an exact number for a person: whole or with up to two decimals, "about" where these are rounded.

    >>> number(Fraction(7, 2)), number(Fraction(25, 3)), number(Fraction(4))
    ('3.5', 'about 8.33', '4')
    """
    if value.denominator == 1:
        return str(value.numerator)
    text = f"{float(value):.2f}"
    return text.rstrip("0") if Fraction(text) == value else f"about {text}"


def points(value: Fraction) -> str:
    """Print a number of points; a loss in words, for a sign is easily overlooked or misread.

    >>> points(Fraction(1)), points(Fraction(-3, 2))
    ('1 point', 'a loss of 1.5 points')
    """
    size = f"{number(abs(value))} point{'' if abs(value) == 1 else 's'}"
    return f"a loss of {size}" if value < 0 else size


def lost(value: Fraction) -> str:
    """Print a number that stands beside others, a loss in words.

    >>> lost(Fraction(3)), lost(Fraction(-1, 2))
    ('3', 'a loss of 0.5')
    """
    return f"a loss of {number(-value)}" if value < 0 else number(value)


def amount(value: Fraction, name: str) -> str:
    """Print an amount of a holding, in the singular for one.

    >>> amount(Fraction(1), "markers"), amount(Fraction(2), "markers")
    ('1 marker', '2 markers')
    >>> amount(Fraction(1), "stories")
    '1 story'
    """
    words = name.replace("_", " ")
    one = f"{words.removesuffix('ies')}y" if words.endswith("ies") else words.removesuffix("s")
    return f"{number(value)} {one if value == 1 else words}"


def changes(sources: Mapping[str, Fraction], holdings: Mapping[str, Fraction], ring: str = "") -> str:
    """Print what came and what went, points by source first, with ``ring`` behind them; empty when nothing did.

    >>> changes({"tower": Fraction(2)}, {"wood": Fraction(-1), "gold": Fraction(1, 2)})
    'brings 2 points (tower) and 0.5 gold; costs 1 wood'
    """
    came = [f"{points(n)}{ring} ({name})" for name, n in sources.items() if n > 0]
    came += [amount(n, name) for name, n in holdings.items() if n > 0]
    went = [f"{points(-n)}{ring} ({name})" for name, n in sources.items() if n < 0]
    went += [amount(-n, name) for name, n in holdings.items() if n < 0]
    halves = [f"brings {joined(came)}"] * bool(came) + [f"costs {joined(went)}"] * bool(went)
    return "; ".join(halves)
