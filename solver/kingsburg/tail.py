"""What the rest of a season (and of the year) is worth once the advisors have given their gifts.

From here nobody can interfere and no dice fall before winter, so a seat's goods decide everything: which
workshop to use, what to build, what to pay the Town Hall, how many soldiers to recruit. All of it is searched
exactly, with memory. Goods of one's choice stay open ("open" goods) until they are spent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.kingsburg import build as building
from rules.kingsburg import winter
from rules.kingsburg.catalogue import Cell
from rules.kingsburg.moves import GOODS
from rules.kingsburg.steps import governor_of, replace, run, with_seat
from rules.kingsburg.values import Position, Seat

from .battle import Winter
from .rivals import on_table
from .stock import Stock, kept_mixes, spend, workshop_price
from .weights import TIE, Weights

if TYPE_CHECKING:
    from solver.control import Control
    from solver.request import Request

LOOK = 8  #: steps of the search between two looks at the clock; one may take some tenths of a millisecond
#: The stages after the gifts, in order; a position inside one of them starts there.
WORKS, BUILD, SECOND, TOWN_HALL, RECRUIT, ARMY = range(6)


class Option(NamedTuple):
    """Hold one way to build: nothing, one building, or two with the envoy."""

    cells: tuple[Cell, ...]
    cost: tuple[int, int, int]
    points: int
    markers: int
    soldiers: int
    town_hall: int
    seat: Seat


class Decision(NamedTuple):
    """Hold the best continuation: workshops in order, what to build, what to pay the Town Hall, and which goods
    to keep when recruiting (None: the season ends before) with the +2 markers paid for soldiers."""

    works: tuple[str, ...]
    option: Option
    pays: str
    kept: tuple[int, int, int] | None
    markers: int


class Freedom(NamedTuple):
    """Say which rules are lifted: any totals of dice, a Market, buildings without left neighbours, two buildings."""

    dice: bool = False
    bend: int = 0
    neighbours: bool = False
    second: bool = False


STRICT = Freedom()


class Tail:
    """Value stocks after the gifts, for one seat, one horizon and one set of possible enemies."""

    def __init__(
        self,
        request: Request,
        camp: Position,
        weights: Weights,
        enemies: tuple[str, ...],
        freedom: Freedom = STRICT,
        control: Control | None = None,
    ) -> None:
        position = on_table(request)
        self.control = control
        self._looks = 0
        self.seat_number = request.seat
        self.freedom = freedom
        self.position = position
        self.weights = weights
        self.year = request.horizon != "season"
        self.winter = Winter(camp, request.seat, enemies, weights) if self.year else None
        self.own: Seat = position.seats[request.seat]
        steps = {
            "works": WORKS,
            "build": BUILD,
            "second": SECOND,
            "town_hall": TOWN_HALL,
            "recruit": RECRUIT,
            "army": ARMY,
        }
        self.first = steps.get(position.step, WORKS)
        self._options: dict[tuple[bool, int], tuple[Option, ...]] = {}
        self._rank: dict[tuple[bool, int], list[tuple[int, int, Option]]] = {}
        self._known: dict[tuple[Stock, bool, int, int], tuple[int, Decision]] = {}
        self._recruits: dict[tuple[int, Stock, int], tuple[int, tuple[int, int, int], int]] = {}
        worths = weights.goods
        self.goods_matter = self.year and (
            max(worths) >= TIE or (self.winter is not None and self.winter.effect == "minstrel")
        )

    def look(self) -> None:
        """Raise :class:`solver.NoAnswer` when the time is up; called wherever a millisecond may have gone."""
        if self.control is not None:
            self._looks += 1
            if self._looks % LOOK == 0:
                self.control.look()

    def share(self, other: Tail) -> None:
        """Use the ways to build that another tail of the same season has listed: they do not depend on the enemy."""
        self._options = other._options

    # --- what may be built ---------------------------------------------------------------------------------------

    def options(self, envoy: bool, first: int) -> tuple[Option, ...]:
        """List the ways to build from the stage ``first`` on; two buildings only with the envoy."""
        key = (envoy, first)
        found = self._options.get(key)
        if found is None:
            found = self._options[key] = tuple(self._make_options(envoy, first))
        return found

    def _make_options(self, envoy: bool, first: int) -> list[Option]:
        none = self._option((), (0, 0, 0), 0, self.own, first)
        if first > SECOND:
            return [none]
        options = [none]
        for cell in self._next_cells(self.own):
            self.look()
            cost, points, seat = self._construct(self.own, cell)
            options.append(self._option((cell,), cost, points, seat, first))
            if (envoy or self.freedom.second) and first < SECOND:
                for other in self._next_cells(seat):
                    self.look()
                    more, extra, both = self._construct(seat, other)
                    total = (cost[0] + more[0], cost[1] + more[1], cost[2] + more[2])
                    options.append(self._option((cell, other), total, points + extra, both, first))
        return options

    def _next_cells(self, seat: Seat) -> tuple[Cell, ...]:
        """Return the cells that may be built next; all that are not built where neighbours are not needed."""
        if self.freedom.neighbours:
            return tuple(cell for cell in self.position.sheet if seat.built[cell.row] <= cell.column)
        return self.position.sheet.next_cells(seat.built)

    def _construct(self, seat: Seat, cell: Cell) -> tuple[tuple[int, int, int], int, Seat]:
        """Return cost and points of a building for a seat, and the seat with it, by the rules core."""
        position = with_seat(self.position, self.seat_number, seat)
        cost = building.cost(position, seat, cell)
        built = (*seat.built[: cell.row], cell.column + 1, *seat.built[cell.row + 1 :])
        points = cell.building.points
        if "governors" in position.modules:
            points += building.builder_points(position, self.seat_number, cell, sum(built))
        return cost, points, replace(seat, built=built)

    def _option(
        self, cells: tuple[Cell, ...], cost: tuple[int, int, int], points: int, seat: Seat, first: int
    ) -> Option:
        """Add what the end of the season and the event after it bring with these buildings."""
        position, number = self.position, self.seat_number
        if first >= RECRUIT:
            return Option(cells, cost, points, 0, 0, 0, seat)
        passes = not cells and first <= BUILD and position.step == "build" and len(position.queue) == 1
        preacher = governor_of(position, "preacher") == number and "preacher" not in seat.used
        others_pass = first <= SECOND and (position.step not in ("build", "second") or len(position.queue) > 1)
        if preacher and (others_pass or passes):
            points += position.catalogue.governors[seat.governor].points
        seats = tuple(
            replace(own, dice=(), bonus=(), bonus_dice=0, gold=0, wood=0, stone=0, soldiers=0, markers=0)
            for own in with_seat(position, number, seat).seats
        )
        bare = replace(position, seats=seats, placements=(), paid=0, queue=position.order, owed=())
        before = bare.seats[number]
        ended = bare
        if first < TOWN_HALL:
            ended = building.end_season(bare)
        hall = max(
            (c.building.amount for c in position.sheet.by_effect.get("town_hall", ()) if seat.built[c.row] > c.column),
            default=0,
        )
        # The event that follows by itself (King's reward after spring, soldiers of the General after autumn).
        rest = replace(ended, seats=_buildings_only(ended.seats), step="season_close", queue=())
        after = run(rest).seats[number]
        gained = ended.seats[number]
        points += (gained.total - before.total) + (after.total - rest.seats[number].total)
        markers = gained.markers - before.markers
        return Option(cells, cost, points, markers, after.soldiers, hall, seat)

    # --- the value -----------------------------------------------------------------------------------------------

    def value(self, stock: Stock, envoy: bool, points: int = 0, first: int | None = None) -> int:
        """Return the weighted value of all that follows, holdings at the end included."""
        return self.best(stock, envoy, points, first)[0]

    def best(self, stock: Stock, envoy: bool, points: int = 0, first: int | None = None) -> tuple[int, Decision]:
        """Return value and decision. ``points`` are those won so far; they matter to the Minstrel alone."""
        stage = self.first if first is None else first
        key = (stock, envoy, points if self.winter is not None and self.winter.effect == "minstrel" else 0, stage)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._search(stock, envoy, key[2], stage)
        return known

    def _search(self, stock: Stock, envoy: bool, points: int, stage: int) -> tuple[int, Decision]:
        if self.winter is None:
            return self._search_season(stock, envoy, stage)
        best: tuple[int, Decision] | None = None
        for works, after, gained in self.works(stock, stage):
            self.look()
            for option in self.options(envoy, stage):
                left = spend(after, option.cost)
                if left is None:
                    continue
                base = (gained + option.points) * self.weights.points
                left = left._replace(markers=left.markers + option.markers, soldiers=left.soldiers + option.soldiers)
                for pays, rest, hall in self._town_hall(left, option, stage):
                    value, kept, markers = self.recruit(rest, option, points + gained + option.points + hall)
                    value += base + hall * self.weights.points
                    if best is None or value > best[0]:
                        best = (value, Decision(works, option, pays, kept, markers))
        assert best is not None  # to build nothing is always possible
        return best

    def _search_season(self, stock: Stock, envoy: bool, stage: int) -> tuple[int, Decision]:
        """Search where the season is all: holdings count by their worths, so that an option's gain is known
        before, but for open goods that stand in for a kind that is worth less."""
        weights = self.weights
        gold_, wood_, stone_ = weights.goods
        open_ = max(weights.goods)
        best: tuple[int, Decision] | None = None
        for works, after, gained in self.works(stock, stage):
            self.look()
            held = after.gold * gold_ + after.wood * wood_ + after.stone * stone_ + after.open_ * open_
            held += after.soldiers * weights.soldiers + after.markers * weights.markers + gained * weights.points
            for most, net, option in self._ranked(envoy, stage):
                if best is not None and held + most <= best[0]:
                    break
                gold, wood, stone = option.cost
                gold, wood, stone = max(0, gold - after.gold), max(0, wood - after.wood), max(0, stone - after.stone)
                if gold + wood + stone > after.open_:
                    continue
                value = held + net - gold * (open_ - gold_) - wood * (open_ - wood_) - stone * (open_ - stone_)
                if best is None or value > best[0]:
                    best = (value, Decision(works, option, "", None, 0))
                if option.town_hall and stage <= TOWN_HALL:
                    best = self._season_hall(after, option, works, value, best)
        assert best is not None  # to build nothing is always possible
        return best

    def _season_hall(
        self, after: Stock, option: Option, works: tuple[str, ...], value: int, best: tuple[int, Decision]
    ) -> tuple[int, Decision]:
        """Look for a better value by paying the Town Hall at the end of the season."""
        weights = self.weights
        left = spend(after, option.cost)
        assert left is not None
        left = left._replace(markers=left.markers + option.markers)
        for pays, rest, hall in self._town_hall(left, option, TOWN_HALL):
            paid = (left.markers - rest.markers) * weights.markers + (left.open_ - rest.open_) * max(weights.goods)
            for kind, weight in enumerate(weights.goods):
                paid += (left[kind] - rest[kind]) * weight
            total = value + hall * weights.points - paid
            if total > best[0]:
                best = (total, Decision(works, option, pays, None, 0))
        return best

    def _ranked(self, envoy: bool, stage: int) -> list[tuple[int, int, Option]]:
        """List the ways to build by the most that each can add to what is held (with the Town Hall, without)."""
        ranked = self._rank.get((envoy, stage))
        if ranked is None:
            weights = self.weights
            ranked = []
            for option in self.options(envoy, stage):
                net = option.points * weights.points
                net += option.markers * weights.markers + option.soldiers * weights.soldiers
                net -= sum(number * weight for number, weight in zip(option.cost, weights.goods, strict=True))
                hall = option.town_hall * weights.points - min(*weights.goods, weights.markers)
                ranked.append((net + max(0, hall if option.town_hall else 0), net, option))
            ranked.sort(key=lambda row: -row[0])
            self._rank[(envoy, stage)] = ranked
        return ranked

    def works(self, stock: Stock, stage: int) -> list[tuple[tuple[str, ...], Stock, int]]:
        """List the ways to use workshops: (ids in order, stock after, points)."""
        found: list[tuple[tuple[str, ...], Stock, int]] = [((), stock, 0)]
        if stage > WORKS or "buildings" not in self.position.modules:
            return found
        cells = [
            cell
            for cell in self.position.sheet.by_effect.get("workshop", ())
            if self.own.built[cell.row] > cell.column and cell.id not in self.own.used
        ]
        seen: set[tuple[tuple[str, ...], Stock]] = {((), stock)}
        queue = list(found)
        while queue:
            self.look()
            done, have, points = queue.pop()
            for cell in cells:
                left = spend(have, workshop_price(cell)) if cell.id not in done else None
                if left is None:
                    continue
                gain = cell.building.gain
                left = Stock(
                    left.gold + gain.gold,
                    left.wood + gain.wood,
                    left.stone + gain.stone,
                    left.open_,
                    left.soldiers + gain.soldiers,
                    left.markers + gain.markers,
                )
                ids = (*done, cell.id)
                mark = (tuple(sorted(ids)), left)
                if mark not in seen:
                    seen.add(mark)
                    found.append((ids, left, points + gain.points))
                    queue.append(found[-1])
        return found

    def opened(self, stock: Stock, decision: Decision) -> tuple[int, int, int]:
        """Return how many open goods a decision turns into gold, wood and stone, in all."""
        turned = [0, 0, 0]

        def pay(have: Stock, cost: tuple[int, int, int]) -> Stock:
            for kind in range(3):
                turned[kind] += max(0, cost[kind] - have[kind])
            left = spend(have, cost)
            assert left is not None
            return left

        for name in decision.works:
            cell = self.position.sheet.by_id[name]
            gain = cell.building.gain
            left = pay(stock, workshop_price(cell))
            stock = left._replace(gold=left.gold + gain.gold, wood=left.wood + gain.wood, stone=left.stone + gain.stone)
        stock = pay(stock, decision.option.cost)
        if decision.pays in GOODS:
            stock = pay(stock, tuple(int(good == decision.pays) for good in GOODS))  # type: ignore[arg-type]
        if decision.kept is not None and self.keeps_kinds(decision.option.seat):
            pay(stock, decision.kept)
        return turned[0], turned[1], turned[2]

    def _town_hall(self, stock: Stock, option: Option, stage: int) -> list[tuple[str, Stock, int]]:
        """List the ways to pay the Town Hall: (what, stock after, points)."""
        found = [("", stock, 0)]
        if not option.town_hall or stage > TOWN_HALL:
            return found
        if stock.markers:
            found.append(("marker", stock._replace(markers=stock.markers - 1), option.town_hall))
        for index, good in enumerate(GOODS):
            left = spend(stock, tuple(int(i == index) for i in range(3)))  # type: ignore[arg-type]
            if left is not None:
                found.append((good, left, option.town_hall))
        return found

    # --- recruiting ----------------------------------------------------------------------------------------------

    def recruit(self, stock: Stock, option: Option, points: int) -> tuple[int, tuple[int, int, int], int]:
        """Return the best value over all recruitings, the goods kept, and the +2 markers paid."""
        winter_ = self.winter
        assert winter_ is not None
        key = (id(option), stock, points if winter_.effect == "minstrel" else 0)
        known = self._recruits.get(key)
        if known is None:
            known = self._recruits[key] = self._recruit(stock, option, points)
        return known

    def _recruit(self, stock: Stock, option: Option, points: int) -> tuple[int, tuple[int, int, int], int]:
        winter_ = self.winter
        assert winter_ is not None
        seat = option.seat
        stopped = self.first == ARMY
        price = winter.price(winter_.camp, seat)
        office = 0 if stopped else winter.soldiers_per_marker(winter_.camp, seat)
        exact = self.keeps_kinds(seat)
        goods = stock.gold + stock.wood + stock.stone + stock.open_
        best: tuple[int, tuple[int, int, int], int] | None = None
        for used in range(stock.markers + 1 if office else 1):
            soldiers = stock.soldiers + used * office
            rest = (stock.markers - used) * self.weights.markers
            for kept in kept_mixes(stock, exact):
                paid = goods - sum(kept)
                if paid % price or (stopped and paid):
                    continue
                self.look()
                value = rest + self._winter(seat, kept, soldiers + paid // price, points, exact)
                if best is None or value > best[0]:
                    best = (value, kept, used)
        assert best is not None
        return best

    def keeps_kinds(self, seat: Seat) -> bool:
        """Say whether it matters which goods, or how many, are kept over the winter."""
        winter_ = self.winter
        cathedral = winter_ is not None and winter_.final and winter_.camp.sheet.has(seat.built, "cathedral")
        return self.goods_matter or cathedral

    def _winter(self, seat: Seat, kept: tuple[int, int, int], soldiers: int, points: int, exact: bool) -> int:
        winter_ = self.winter
        assert winter_ is not None
        gold, wood, stone = kept
        weights = self.weights
        value = gold * weights.gold + wood * weights.wood + stone * weights.stone
        if not exact:
            return value + winter_.table(seat, soldiers)
        column = list(self.own.points)
        column[0] += points  # only the total matters
        held = replace(seat, gold=gold, wood=wood, stone=stone, points=tuple(column))
        return value + winter_.exact(held, soldiers)


def _buildings_only(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return seats without goods, so that an event's gains show by themselves."""
    return tuple(replace(seat, gold=0, wood=0, stone=0, soldiers=0, markers=0) for seat in seats)
