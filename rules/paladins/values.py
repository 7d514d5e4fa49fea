"""What lies on the table: seats, the solo opponent, and the position of a game of Paladins of the West Kingdom.

All values are immutable; equality and hash are generated. They can hold no cycles, so the collector skips them. A
position holds no random generator. It is a decision of one seat, a chance node, or over: which of these it is, is
said by the first entry of ``pending`` if there is one, else by the step (see ``steps.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from .moves import Move
from .outcomes import Outcome

if TYPE_CHECKING:
    from rules.choices import Choices
    from rules.findings import Finding, Problem
    from rules.score import Score

    from .catalogue import Catalogue
    from .game import Game

ACTIONS = (
    "develop",
    "recruit",
    "hunt",
    "trade",
    "pray",
    "conspire",
    "commission",
    "fortify",
    "garrison",
    "absolve",
    "attack",
    "convert",
)
DEVELOP, RECRUIT, HUNT, TRADE, PRAY, CONSPIRE, COMMISSION, FORTIFY, GARRISON, ABSOLVE, ATTACK, CONVERT = range(12)
LEFT = 6  #: the first six actions stand on the left of the player board
RIGHT = ACTIONS[LEFT:]
INDEX = {name: number for number, name in enumerate(ACTIONS)}
ATTRIBUTES = ("faith", "strength", "influence")
UNKNOWN = "?"  #: a card that the viewing seat may not see
OPPONENT = 1  #: the number of the solo opponent, which has no seat
ROUNDS = 7
MONK, OUTPOST = "monk", "outpost"


class Seat(msgspec.Struct, frozen=True, gc=False):
    """Hold what one player owns and what lies before them.

    ``workers`` are unused, ``placed`` stand on the twelve actions (in the order of :data:`ACTIONS`). ``workshops``
    says for the six right-hand actions which spaces are covered: 1 the first, 2 the second, 3 both. ``monks``,
    ``outposts``, ``walls``, ``jars``, ``converted`` say what was done with them so far. ``suspicion`` are the taxes on
    the suspicion cards, oldest first. ``paladin`` is the card in use (face down until all have chosen), ``used`` those
    of earlier rounds, ``hand`` the drawn ones, ``top`` the known top card of the deck and ``under`` the known cards at
    its bottom, the highest first; the rest of the deck is a multiset.
    """

    silver: int = 0
    provisions: int = 0
    faith: int = 0
    strength: int = 0
    influence: int = 0
    workers: str = ""
    placed: tuple[str, ...] = ("",) * 12
    workshops: tuple[int, ...] = (0,) * 6
    monks: int = 0
    outposts: int = 0
    walls: tuple[str, ...] = ()
    jars: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    converted: tuple[str, ...] = ()
    townsfolk: tuple[str, ...] = ()
    suspicion: tuple[int, ...] = ()
    unpaid: int = 0
    paid: int = 0
    paladin: str = ""
    used: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    top: str = ""
    under: tuple[str, ...] = ()

    @property
    def developed(self) -> int:
        """Count the workshops that are placed."""
        return 6 - self.workshops.count(0) + self.workshops.count(3)


COVERED = (0, 1, 1, 2)  #: how many spaces a value of ``workshops`` covers


class Opponent(msgspec.Struct, frozen=True, gc=False):
    """Hold the solo opponent.

    ``workers`` are all alike. ``marker`` stands on field 0 to 4 of the resource track. ``stack`` lists the attributes
    in the order in which their markers arrived where they are: of markers on one field, the last listed lies on top.
    ``placed`` counts workers on the twelve actions, ``workshops`` on the six right-hand ones. ``schemes`` are the
    unseen scheme cards, ``schemes_out`` those face up, each sorted. ``resting`` says that it has passed this round.
    """

    workers: int = 0
    marker: int = 0
    faith: int = 0
    strength: int = 0
    influence: int = 0
    stack: tuple[str, ...] = ("influence", "faith", "strength")
    placed: tuple[int, ...] = (0,) * 12
    workshops: tuple[int, ...] = (0,) * 6
    monks: int = 0
    outposts: int = 0
    walls: tuple[str, ...] = ()
    jars: int = 0
    attacked: tuple[str, ...] = ()
    converted: tuple[str, ...] = ()
    suspicion: tuple[int, ...] = ()
    unpaid: int = 0
    paid: int = 0
    resting: bool = False
    schemes: tuple[str, ...] = ()
    schemes_out: tuple[str, ...] = ()


class Position(msgspec.Struct, frozen=True, gc=False):
    """Hold a whole position.

    ``start`` is the starting player, ``queue`` the seats that still act in this step, next first. ``pending`` lists
    what must be settled before the step goes on, as (seat, gain or question), first first. ``fired`` are townsfolk
    already used in the inquisition under way. ``townsfolk`` and ``outsiders`` are the open rows ("" where a card is
    gone); ``townsfolk_deck``, ``outsider_deck``, ``tavern_deck`` and ``wall_deck`` the unseen cards, sorted.
    ``suspicion_out`` counts discarded suspicion cards by tax. ``board`` holds, area by area, 0 for a free space, else
    1 + 2 x seat for a monk and 2 + 2 x seat for an outpost. ``favours`` are the open ones, ``hired`` the worker on
    each ("" if none). ``taverns`` are the open ones, ``guests`` who took each (-1 nobody).
    """

    game: Game
    round: int
    step: str
    start: int
    seats: tuple[Seat, ...]
    queue: tuple[int, ...] = ()
    pending: tuple[tuple[int, str], ...] = ()
    fired: tuple[str, ...] = ()
    tax: int = 0
    townsfolk: tuple[str, ...] = ()
    townsfolk_deck: tuple[str, ...] = ()
    outsiders: tuple[str, ...] = ()
    outsider_deck: tuple[str, ...] = ()
    taverns: tuple[str, ...] = ()
    guests: tuple[int, ...] = ()
    tavern_deck: tuple[str, ...] = ()
    wall_deck: tuple[str, ...] = ()
    suspicion_out: tuple[int, ...] = ()
    orders: tuple[str, ...] = ()
    favours: tuple[str, ...] = ()
    hired: tuple[str, ...] = ()
    board: tuple[tuple[int, ...], ...] = ()
    opponent: Opponent | None = None

    # --- the contract of every game ---------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """Return the seat that decides, or None at a chance node and at the end."""
        if self.pending:
            seat, what = self.pending[0]
            return None if what in CHANCE_STEPS else seat
        if self.step in CHANCE_STEPS or self.step == "over":
            return None
        return self.queue[0]

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""
        return self.step == "over"

    @property
    def modules(self) -> tuple[str, ...]:
        """Return the modules in play: this game has none."""
        return ()

    def legal_moves(self) -> tuple[Move, ...]:
        """List the legal moves in a stable order; empty at a chance node and at the end."""
        return flow.legal_moves(self)

    def why_not(self, move: Move) -> tuple[Finding, ...]:
        """Say every rule that ``move`` breaks here; empty when it is legal."""
        return flow.why_not(self, move)

    def choices(self, partial: tuple[str, ...] = ()) -> Choices[Move]:
        """Offer the tokens that still lead from ``partial`` to a legal move (see ``rules.choices``)."""
        from rules.choices import choices

        return choices(self.legal_moves(), partial)

    def play(self, move: Move | Outcome) -> Position:
        """Return the position after a move or, at a chance node, after an outcome.

        Raises :class:`rules.IllegalMove` with the findings when the move is not legal here, or the outcome cannot
        happen.
        """
        return flow.play(self, move)

    def chance(self) -> tuple[tuple[Outcome, Fraction], ...]:
        """List what may happen at a chance node with exact probabilities; empty elsewhere."""
        return flow.chance(self)

    def scores(self) -> tuple[Score, ...]:
        """Return every seat's points by source, as if the game ended now; solo, the opponent's come second."""
        return flow.scores(self)

    def view(self, seat: int) -> Position:
        """Return the position as ``seat`` may know it."""
        return flow.view(self, seat)

    def problems(self) -> tuple[Problem, ...]:
        """List every defect that makes this position impossible on a table."""
        return flow.problems(self)

    def move(self, key: str) -> Move:
        """Read a typed move; raise with the reason when it is unknown or not legal here."""
        return flow.read_move(self, key)

    def outcome(self, key: str) -> Outcome:
        """Read a typed chance outcome; raise with the reason when it cannot happen here."""
        return flow.read_outcome(self, key)

    def to_text(self) -> str:
        """Print the position as TOML that a person can edit and :func:`rules.parse` reads back."""
        return flow.to_text(self)

    def to_code(self) -> str:
        """Print the position as one line without spaces, for links and tests."""
        return flow.to_code(self)

    # --- what the game's own modules ask again and again --------------------------------------------------

    @property
    def catalogue(self) -> Catalogue:
        """Return what is printed on boards and cards."""
        return self.game.catalogue

    @property
    def question(self) -> str:
        """Name what is settled now: the first pending gain, else the step."""
        return self.pending[0][1] if self.pending else self.step


CHANCE_STEPS = frozenset(
    {"order", "favour_card", "tavern_card", "paladins", "townsfolk_card", "outsider_card"}
    | {"suspicion", "wall", "scheme"}
)


class Flow:
    """Carry the functions behind a position's methods; ``rules.paladins`` fills it when it is imported.

    The position is the lowest module of the room and the steps stand above it, so the methods reach them through this
    one object instead of importing upward.
    """

    legal_moves: Callable[[Position], tuple[Move, ...]]
    why_not: Callable[[Position, Move], tuple[Finding, ...]]
    play: Callable[[Position, Move | Outcome], Position]
    chance: Callable[[Position], tuple[tuple[Outcome, Fraction], ...]]
    scores: Callable[[Position], tuple[Score, ...]]
    view: Callable[[Position, int], Position]
    problems: Callable[[Position], tuple[Problem, ...]]
    read_move: Callable[[Position, str], Move]
    read_outcome: Callable[[Position, str], Outcome]
    to_text: Callable[[Position], str]
    to_code: Callable[[Position], str]


flow = Flow()
