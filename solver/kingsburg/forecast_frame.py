"""What a building plan over the rest of the game starts from: the present season on its real dice, the income that
the forecast expects of later ones, prices, and the battles to come. Read once, from the rules core.

Goods are counted in ``scale`` parts, points in ``denominator`` parts, so that everything is a whole number.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from rules.kingsburg import build as building
from rules.kingsburg.catalogue import Cell, EnemyCard, Governor
from rules.kingsburg.moves import GOODS
from rules.kingsburg.steps import replace
from rules.kingsburg.values import AUTUMN, SPRING, SUMMER

from .forecast_values import Last
from .gifts import Chain
from .rivals import on_table
from .season import Candidate, Season
from .stock import Stock
from .tail import Decision, Option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solver.control import Control
    from solver.request import Request

#: Names of a forecast with first guesses, used where no table is shipped. Per productive season: what advisors
#: give, and what an effect adds from the season after its building (in goods of one's choice; the Stable in
#: soldiers). "marker" are goods of one's choice for a +2 marker spent on the dice; the last two are points.
DEFAULTS: dict[str, Fraction] = {
    "gold": Fraction(3, 2),
    "wood": Fraction(1),
    "stone": Fraction(1),
    "any": Fraction(1, 2),
    "soldiers": Fraction(1, 2),
    "markers": Fraction(1, 4),
    "points": Fraction(1, 2),
    "die": Fraction(1),
    "statue": Fraction(1, 4),
    "chapel": Fraction(1, 4),
    "market": Fraction(1, 2),
    "mint": Fraction(1, 2),
    "stable": Fraction(1, 4),
    "marker": Fraction(1, 2),
    "good_worth": Fraction(1, 2),
    "lost_building": Fraction(3),
}
#: Effects that add goods of one's choice in each later season, and the forecast's name for how many.
ANY_EFFECTS = {"farms": "die", "statue": "statue", "chapel": "chapel", "market": "market", "mint": "mint"}
#: Governors of whom every effect is counted in later seasons, too, or already rests in the position.
COUNTED = frozenset(
    {"", "carpenter", "miner", "sculptor", "damsel", "general", "quartermaster", "scribe", "chronicler", "constable"}
    | {"heir", "sorcerer"}
)
LARGEST = 1_000_000  #: the largest common denominator of a forecast


class Turn(NamedTuple):
    """Name one productive season."""

    year: int
    phase: int


class Year(NamedTuple):
    """Hold one battle: the turn that it follows, the cards that may come, and soldiers that a governor brings."""

    year: int
    turn: int
    cards: tuple[EnemyCard, ...]
    soldiers: int


class Start(NamedTuple):
    """Hold one outcome of the present gifts and workshops: what is held, points, whether the envoy is left."""

    stock: Stock
    points: int
    envoy: bool
    candidate: Candidate | None
    chain: Chain
    works: tuple[str, ...]
    before: Stock  #: the same before the workshops


class Frame:
    """Read a request. Turn 0 is the present season; in the step "recruit" only its recruiting is left.

    ``last`` is the season's last move where it is given and not to be chosen.
    """

    def __init__(self, request: Request, control: Control | None = None, last: Last | None = None) -> None:
        position = on_table(request)
        self.request = request
        self.given = last or Last()
        self.position = position
        self.number = request.seat
        self.own = position.seats[request.seat]
        self.sheet = position.sheet
        card = position.catalogue.governors.get(self.own.governor)
        self.governor: Governor | None = card
        self.effect = card.effect if card is not None else ""
        self.figures = DEFAULTS | dict(request.forecast)
        self.recruiting = position.step == "recruit"
        self.turns = [
            Turn(year, phase)
            for year in range(position.year, 6)
            for phase in (SPRING, SUMMER, AUTUMN)
            if year > position.year or phase >= min(position.phase, AUTUMN)
        ]
        self.last = len(self.turns) - 1
        self._scales()
        self._cells()
        self.years = [
            Year(turn.year, number, self._cards(turn.year), self._general(number))
            for number, turn in enumerate(self.turns)
            if turn.phase == AUTUMN
        ]
        self.army = self.own.army if "army" in position.modules else None
        #: the envoy is taken back in phase 5, so he can be used in turns up to this one
        limit = position.year + (position.phase >= AUTUMN)
        self.envoy_until = max(
            (number for number, turn in enumerate(self.turns) if (turn.year, turn.phase) <= (limit, SUMMER)), default=0
        )
        self.season: Season | None = None
        self.starts: tuple[Start, ...]
        self.options: tuple[Option, ...]
        self._begin(control)

    # --- numbers -------------------------------------------------------------------------------------------------

    def _scales(self) -> None:
        figures, request = self.figures, self.request
        self.scale = self.common(figures)
        point = request.worth("points")
        self.worths = {name: request.worth(name) for name in (*GOODS, "markers", "soldiers")}
        parts = [point, point * figures["points"], point * figures["good_worth"], point * figures["lost_building"]]
        deck = self.position.game.deck
        chances = lcm(*(6 * len(cards) for cards in deck))
        self.denominator = lcm(*(value.denominator for value in (*parts, *self.worths.values()))) * chances
        self.point = self.exact(point)

    @staticmethod
    def common(figures: Mapping[str, Fraction]) -> int:
        """Return the common denominator of all that is counted in parts of goods."""
        goods = [value for name, value in figures.items() if name not in ("points", "good_worth", "lost_building")]
        return lcm(*(value.denominator for value in goods))

    def exact(self, points: Fraction) -> int:
        """Turn points into parts; they must be whole."""
        parts = points * self.denominator
        assert parts.denominator == 1
        return parts.numerator

    def parts(self, name: str) -> int:
        """Return a figure of the forecast for goods, soldiers or markers in parts."""
        return int(self.figures[name] * self.scale)

    # --- buildings -----------------------------------------------------------------------------------------------

    def _cells(self) -> None:
        own = self.own
        self.cells: tuple[Cell, ...] = tuple(cell for cell in self.sheet if own.built[cell.row] <= cell.column)
        crane = {cell.row: cell.column + 1 for cell in self.sheet.by_effect.get("crane", ())}
        craned = tuple(max(have, crane.get(row, 0)) for row, have in enumerate(own.built))
        with_crane = replace(own, built=craned)
        self.cost = {cell.id: building.cost(self.position, own, cell) for cell in self.cells}
        #: what the Crane, once it stands, takes off
        self.discount = {
            cell.id: self.cost[cell.id][0] - building.cost(self.position, with_crane, cell)[0] for cell in self.cells
        }
        self.points = {cell.id: cell.building.points + self._sculptor(cell) for cell in self.cells}

    def _sculptor(self, cell: Cell) -> int:
        card = self.governor
        return card.points if card is not None and card.effect == "sculptor" and cell.column == card.column - 1 else 0

    def amount(self, effect: str, built: tuple[int, ...]) -> int:
        """Add up the amounts of an effect's buildings that stand (1 for one without an amount)."""
        cells = self.sheet.by_effect.get(effect, ())
        return sum((cell.building.amount or 1) for cell in cells if built[cell.row] > cell.column)

    # --- later seasons -------------------------------------------------------------------------------------------

    def gold_at(self, turn: int) -> int:
        """Return the gold that a governor brings at the start of a later season."""
        card = self.governor
        return card.gold if card is not None and card.effect == "miner" and self.turns[turn].phase == AUTUMN else 0

    def markers_at(self, turn: int) -> int:
        """Return the +2 markers that a governor brings at the start of a later season."""
        card = self.governor
        return card.markers if card is not None and card.effect == "scribe" and self.turns[turn].phase == SPRING else 0

    def year_end(self) -> tuple[int, int, int]:
        """Return the goods that a governor brings at the end of each year."""
        card = self.governor
        if card is None or card.effect not in ("carpenter", "miner", "sculptor"):
            return 0, 0, 0
        return (0, card.wood, 0) if card.effect == "carpenter" else (0, 0, card.stone)

    def _general(self, turn: int) -> int:
        """Return the General's soldier, where the start of recruiting still lies ahead and is not in an option."""
        card = self.governor
        return card.soldiers if turn and card is not None and card.effect == "general" else 0

    def _cards(self, year: int) -> tuple[EnemyCard, ...]:
        position = self.position
        known = year == position.year and position.enemy
        names = (position.enemy,) if known else position.game.deck[year - 1]
        return tuple(position.catalogue.enemies[name] for name in names)

    # --- the present season --------------------------------------------------------------------------------------

    def _begin(self, control: Control | None) -> None:
        own = self.own
        stock = Stock(own.gold, own.wood, own.stone, 0, own.soldiers, own.markers)
        envoy = self.position.envoy == self.number
        if self.recruiting:
            self.starts = (Start(stock, 0, envoy, None, (), (), stock),)
            self.options = (Option((), (0, 0, 0), 0, 0, 0, 0, own),)
            return
        season = self.season = Season(replace(self.request, horizon="season"), control)
        tail = season.tail
        self.options = tail.options(envoy, tail.first)
        if self.given.cells is not None:
            cells = self.given.cells
            self.options = tuple(row for row in self.options if tuple(cell.id for cell in row.cells) == cells)
        best: dict[tuple[Stock, bool], Start] = {}
        for candidate in season.candidates():
            if control is not None:
                control.look()
            left = envoy and candidate.envoy < 0
            for state in season.gifts.states(season.groups(candidate)):
                before = season.without_marker(state.stock, candidate)
                for works, after, gained in tail.works(before, tail.first):
                    points = state.points + gained
                    kept = best.get((after, left))
                    if kept is None or points > kept.points:
                        best[after, left] = Start(after, points, left, candidate, state.chain, works, before)
        monotone = all(worth >= 0 for worth in (self.request.worth("points"), *self.worths.values()))
        self.starts = undominated(tuple(best.values()), control) if monotone else tuple(best.values())

    def uses_envoy(self, option: Option) -> bool:
        """Say whether an option of the present season needs the envoy."""
        return len(option.cells) == 2 or (self.position.step == "second" and len(option.cells) == 1)

    def settle(self, start: Start, kinds: list[int]) -> Chain:
        """Fix which kinds the open goods of the present season become: ``kinds`` in the order of their use."""
        turned = [0, 0, 0]
        if self.season is not None and start.works:
            turned = list(self.season.tail.opened(start.before, Decision(start.works, self.options[0], "", None, 0)))
        worths = [self.worths[good] for good in GOODS]
        best = max(range(3), key=lambda kind: (worths[kind], -kind))
        used = kinds[: start.stock.open_]
        for kind in [*used, *[best] * (start.stock.open_ - len(used))]:
            turned[kind] += 1
        return (*start.chain, ("settle", turned[0], turned[1], turned[2]))


def covers(one: Start, other: Start) -> bool:
    """Say whether whatever ``other`` can pay for, ``one`` can pay for, too, with no fewer points."""
    if one.points < other.points or one.envoy < other.envoy:
        return False
    have, need = one.stock, other.stock
    if have.soldiers < need.soldiers or have.markers < need.markers:
        return False
    lacking = max(0, need.gold - have.gold) + max(0, need.wood - have.wood) + max(0, need.stone - have.stone)
    return lacking + need.open_ <= have.open_


def undominated(starts: tuple[Start, ...], control: Control | None = None) -> tuple[Start, ...]:
    """Leave out every start that another one covers; of equals the first stays."""

    def size(start: Start) -> int:
        stock = start.stock
        goods = stock.gold + stock.wood + stock.stone + stock.open_
        return goods * 100 + stock.open_ + 100 * (stock.soldiers + stock.markers + start.points + start.envoy)

    kept: list[Start] = []
    for start in sorted(starts, key=size, reverse=True):
        if control is not None:
            control.look()
        if not any(covers(other, start) for other in kept):
            kept.append(start)
    return tuple(kept)
