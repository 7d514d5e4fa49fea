"""Rows of the turns to come: dice, clock and deaths, coins, goods, headman and stories.

One column a turn. Its first state is that of the chosen way through the present turn; each turn makes one value and
uses it for one black banner, for the banner "?", or for a set of white banners. Coins and clouds are counted in parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from rules.my_village.values import ABBOT, HEADMAN, HOUSE, KINDS, PROFESSIONS, STORIES, Seat

from .forecast import scale
from .forecast_stages import Stage
from .table import on_table

if TYPE_CHECKING:
    from solver.request import Request

Expr = Any  #: a linear expression of CP-SAT
VALUES = tuple(range(2, 13))
EDGE_VALUES = frozenset({2, 3, 11, 12})
MOST_TREE, MOST_COINS, MOST_HOURS = 60, 99, 19
#: Arcs of the headman's path.
PATH = ((HOUSE, 1), (1, HOUSE), (1, STORIES), (STORIES, 1))


class Deed(NamedTuple):
    """Name what a flag of the model means: the turn, words for a person, and the catalogue's rows it reads."""

    turn: int
    flag: Expr
    words: str
    reads: tuple[tuple[str, str], ...] = ()


class Column:
    """Gather what one turn does, until its state is closed."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.hours: list[Expr] = []  #: clouds
        self.paid: list[Expr] = []  #: coins that are paid before any come in
        self.coins: list[Expr] = []  #: coins that come in
        self.tree: list[Expr] = []  #: stories on the tree
        self.made: list[list[Expr]] = [[] for _ in KINDS]
        self.need: list[list[Expr]] = [[] for _ in KINDS]
        self.jokers: list[Expr] = []
        self.sets: list[Expr] = []
        self.blacks: list[Expr] = []
        self.whites: list[Expr] = []
        self.bonus: dict[str, list[Expr]] = {name: [] for name in ("headman", "school", "bailiff", "fields")}
        self.value: dict[int, Expr] = {}
        self.asks: Expr = 0  #: the banner "?"
        self.black: Expr = 0
        self.white: Expr = 0


class Rows:
    """Hold the model: the choice of the first state, and what each turn changes."""

    def __init__(self, request: Request, stages: Sequence[Stage]) -> None:
        from ortools.sat.python import cp_model

        self.request, self.stages = request, stages
        self.position = on_table(request)
        self.game = self.position.game
        self.cards: Any = self.position.catalogue
        self.village = self.position.seats[request.seat]
        self.figures = dict(request.forecast)
        self.scale = scale(self.figures)
        self.turns = int(self.figures["turns"])
        self.model = cp_model.CpModel()
        self.begins = [self.flag() for _ in stages]
        self.model.add(sum(self.begins) == 1)
        self.points: list[tuple[Fraction, Expr]] = []
        self.deeds: list[Deed] = []
        self.columns: list[Column] = []
        self.own: dict[str, Expr] = {}  #: what a village has, by name of card; grows from turn to turn
        self.seats: list[Seat] = [stage.seat(request.seat) for stage in stages]
        self.alive: list[Expr] = [self.at(lambda s, p=p: s.villagers[p]) for p in range(len(PROFESSIONS))]
        self.coins: Expr = self.at(lambda seat: seat.coins) * self.scale
        clouds = self.game.clouds  # a bridge that has been passed already is still ahead of the death
        self.clock: Expr = self.at(lambda seat: seat.time + clouds * seat.crossed) * self.scale
        self.sets: Expr = self.at(lambda seat: seat.sets)
        self.tree: Expr = self.at(lambda seat: seat.tree)
        #: Stories that can be on the tree before a turn: as few as possible, for the rows bound the better by it.
        self.most_tree = min(MOST_TREE, max(seat.tree for seat in self.seats))
        self.most_stories = self._most_stories()
        self.goods: list[Expr] = [self.at(lambda s, k=k: s.goods[k]) for k in range(len(KINDS))]
        self.jokers: Expr = self.at(lambda seat: seat.jokers)
        self.plows: Expr = self.at(lambda seat: sum(seat.fields))
        self.school: list[Expr] = [self.at(lambda s, side=side: s.school[side]) for side in (0, 1)]
        self.headman: list[Expr] = [self.at(lambda s, f=f: s.headman == f) for f in range(len(HEADMAN))]
        self.next_alive = self.alive
        self.wards: Expr = self.at(lambda seat: seat.wards)
        self.spaces = self._spaces()

    # --- small words ---------------------------------------------------------------------------------------------

    def flag(self) -> Expr:
        """Make a flag."""
        return self.model.new_bool_var("")

    def whole(self, low: int, high: int) -> Expr:
        """Make a whole number."""
        return self.model.new_int_var(low, high, "")

    def at(self, amount: Callable[..., Any]) -> Expr:
        """Return what the chosen first state has of something."""
        return self.of([int(amount(seat)) for seat in self.seats])

    def of(self, numbers: Sequence[int]) -> Expr:
        """Return the number of the chosen first state."""
        if len(set(numbers)) == 1:
            return numbers[0]
        return sum(number * flag for number, flag in zip(numbers, self.begins, strict=True) if number)

    def fixed(self, expr: Expr, low: int, high: int) -> Expr:
        """Hold an expression in a variable, so that rows stay short."""
        variable = self.whole(low, high)
        self.model.add(variable == expr)
        return variable

    def deed(self, column: Column, words: str, *reads: tuple[str, str]) -> Expr:
        """Make a flag for something that may be done in a turn."""
        flag = self.flag()
        self.deeds.append(Deed(column.number, flag, words, reads))
        return flag

    def limited(self, column: Column, flag: Expr, values: Iterable[int], needs: Iterable[int], tile: Expr = 0) -> None:
        """Allow a banner only at its values (none: at any) and with the villager of its area (rules white-value,
        banner-value, banner-area); ``tile`` says whether the 2/12 tile lies beside it (rule tile-values)."""
        shown = tuple(values)
        if shown:
            at = sum(column.value[value] for value in shown)
            if not isinstance(tile, int) or tile:
                extra = self.flag()
                more = [value for value in self.game.meeting.tile if value not in shown]
                self.model.add(extra <= sum(column.value[value] for value in more))
                self.model.add(extra <= tile)
                at = at + extra
            self.model.add(flag <= at)
        for profession in needs:
            self.model.add(flag <= self.alive[profession])

    def is_black(self, column: Column, flag: Expr, values: Iterable[int], needs: Iterable[int]) -> None:
        """Make a flag one of the black banners of a turn."""
        column.blacks.append(flag)
        self.limited(column, flag, values, needs)

    def is_white(self, column: Column, flag: Expr, values: Iterable[int], needs: Iterable[int], tile: str = "") -> None:
        """Make a flag one of the white banners of a turn."""
        column.whites.append(flag)
        self.model.add(flag <= column.white)
        self.limited(column, flag, values, (), self.at(lambda seat: seat.tile == tile) if tile else 0)
        for profession in needs:  # whom the school sends can work at once
            self.model.add(flag <= self.next_alive[profession])

    def score(self, points: int | Fraction, expr: Expr) -> None:
        """Count points for something."""
        if points:
            self.points.append((Fraction(points), expr))

    def variables(self) -> list[Expr]:
        """Return all variables, in the order of their numbers."""
        return [self.model.get_int_var_from_proto_index(number) for number in range(len(self.model.proto.variables))]

    def only_headman(self) -> None:
        """Let the next run begin with the banner "?" in every turn."""
        for column in self.columns:
            self.model.add_hint(column.asks, 1)

    def hint(self, numbers: Sequence[int]) -> None:
        """Let the next run begin with a solution."""
        self.model.clear_hints()  # type: ignore[no-untyped-call]
        for variable, number in zip(self.variables(), numbers, strict=True):
            self.model.add_hint(variable, number)

    # --- a turn --------------------------------------------------------------------------------------------------

    def begin(self, number: int) -> Column:
        """Open a turn: its value, its kind, and what the dice cost (rules dice-coins, dice-markers, banner-one-black).

        A marker of the meeting place saves the coins.
        """
        column = Column(number)
        column.value = {value: self.flag() for value in VALUES}
        column.black, column.white = self.flag(), self.flag()
        column.asks = asks = self.flag()
        self.model.add(sum([*column.value.values(), asks]) == 1)
        self.model.add(sum([column.black, column.white, asks]) == 1)
        for name, values in (("coins", set(VALUES) - EDGE_VALUES), ("edge", EDGE_VALUES)):
            price = int(self.figures[name] * self.scale)
            wanted, marker = sum(column.value[value] for value in values), self.flag()
            self.model.add(marker <= wanted)
            column.paid.append(price * (wanted - marker))
            column.sets.append(-marker)
        column.hours.append(self.figures["clouds"])
        self.headman_rows(column, asks)
        return column

    def headman_rows(self, column: Column, asks: Expr) -> None:
        """Move the headman by "?" or at a monk's word (rules headman-path, headman-coin, headman-stories, headman-home,
        monk-headman)."""
        place = self.cards.places["headman"]
        reads = ("places", "headman")
        words = ("headman to the coin", "headman home", "headman to the stories", "headman back to the coin")
        arcs = [self.deed(column, text, reads) for text in words]
        self.woken = self.flag()  # closed once the monks of the turn are known
        self.arcs = arcs
        self.model.add(sum(arcs) <= asks + self.woken)
        self.model.add(self.woken <= sum(arcs))
        for (start, _), arc in zip(PATH, arcs, strict=True):
            self.model.add(arc <= self.headman[start])
        column.hours += [place.time * asks, place.time * self.woken]
        column.coins += [arcs[0], arcs[3]]
        column.tree.append(place.stories * arcs[2])
        saved = self.whole(0, self.most_tree)  # who comes home brings all that was on the tree
        self.model.add(saved <= self.most_tree * arcs[1])
        self.model.add(saved <= self.tree)
        self.model.add(saved >= self.tree - self.most_tree * (1 - arcs[1]))
        column.tree.append(-saved)
        self.score(1, saved)
        moved = [self.flag() for _ in HEADMAN]
        for field, after in enumerate(moved):
            change = sum(
                arc * ((end == field) - (start == field)) for (start, end), arc in zip(PATH, arcs, strict=True)
            )
            self.model.add(after == self.headman[field] + change)
        self.next_headman = moved

    def close(self, column: Column, slots: Sequence[int], joker_slots: int) -> None:
        """Close a turn: what is paid is there, what is gained fits, and time has passed."""
        model, scale_ = self.model, self.scale
        model.add(sum(column.blacks) == column.black)
        model.add(column.white <= sum(column.whites))  # rule banner-must
        model.add(self.woken <= sum(column.bonus["headman"]))
        self.headman = self.next_headman
        paid = sum(column.paid)
        model.add(paid <= self.coins)
        self.coins = self.fixed(self.coins - paid + scale_ * sum(column.coins), 0, MOST_COINS * scale_)
        self.sets = self.fixed(
            self.sets + sum(column.sets), 0, max(self.game.meeting.slots, *(seat.sets for seat in self.seats))
        )
        self._stock(column, slots, joker_slots)
        self._pass(column)

    def _stock(self, column: Column, slots: Sequence[int], joker_slots: int) -> None:
        """Pay goods from their buildings, plows also from fields, any of them as jokers (hall-joker, slot-full)."""
        wild = [self.whole(0, 4) for _ in KINDS]
        placed = [self.whole(0, 4), self.whole(0, 4)]  # plows and jokers that go to fields (rule plow-place)
        lent = self.whole(0, 4)
        for kind, name in enumerate(KINDS):
            out = sum(column.need[kind]) - wild[kind]
            if name == "smithy":
                out = out - lent + placed[0]
            self.goods[kind] = self.fixed(self.goods[kind] + sum(column.made[kind]) - out, 0, slots[kind])
        self.jokers = self.fixed(self.jokers - sum(wild) - placed[1] + sum(column.jokers), 0, joker_slots)
        self.plows = self.fixed(self.plows + sum(placed) - lent, 0, 8)
        self.model.add(self.plows + lent <= self.own["field"])
        worked = column.bonus["fields"]
        for flag in worked:  # a plow that works stands there first
            self.model.add(flag <= self.plows + lent)

    def _spaces(self) -> list[list[Expr]]:
        """Return the free spaces of the chronicle by profession, as the chosen first state leaves them."""
        found = []
        for profession, stories in enumerate(self.game.chronicle):
            filled = [stage.end.chronicle[profession] for stage in self.stages]
            found.append([self.of([int(number <= space) for number in filled]) for space in range(len(stories))])
        return found

    def _pass(self, column: Column) -> None:
        """Let time pass; who passes the bridge loses a villager, and in his turn the plague may come (rules
        banner-time, death-cross, death-choose, death-chronicle, death-grave, laborer-hire, rat-half)."""
        model, number = self.model, column.number
        clouds = self.game.clouds * self.scale
        spent = self.fixed(sum(self._parts(hour) for hour in column.hours), 0, MOST_HOURS * self.scale)
        dead, last = self.flag(), self.flag()
        self.clock = self.fixed(self.clock + spent - clouds * dead, 0, clouds - 1)
        dies = [self.deed(column, f"the {name} dies", ("professions", name)) for name in PROFESSIONS]
        model.add(sum(dies) == dead)
        left = [self.flag() for _ in PROFESSIONS]
        hired = [self.flag() for _ in PROFESSIONS]
        model.add(sum(hired) == last)
        model.add(last <= dead)
        after: list[Expr] = []
        for profession in range(len(PROFESSIONS)):
            there = self.next_alive[profession]
            model.add(left[profession] == there - dies[profession])
            after.append(self.fixed(left[profession] + hired[profession], 0, 1))
            column.tree.append(self._buried(profession, dies[profession]))
        model.add(sum(left) + len(PROFESSIONS) * last <= len(PROFESSIONS))
        model.add(sum(left) + last >= 1)
        self.score(-self.game.laborer, last)
        self.alive = after
        self.most_tree = min(MOST_TREE, self.most_tree + self.most_stories)
        tree = self.fixed(self.tree + sum(column.tree), 0, self.most_tree)
        self.tree = self._plague(tree) if number == self.figures["plague"] else tree

    def _most_stories(self) -> int:
        """Return the most stories that a turn brings: by a black banner, by white ones or by "?", and by a death."""
        places, meeting = self.cards.places, self.game.meeting.stories
        monks = [self.cards.monks[card] for card in self.position.monks if card]
        black = [meeting, places["headman"].stories, places["school"].stories]
        black += [monk.amount for monk in monks if monk.effect == "stories"]
        buried = max(stories for spaces in self.game.chronicle for stories in spaces)
        return int(max(*black, 1 + meeting + places["school"].stories) + buried)

    def _parts(self, hour: Expr) -> Expr:
        return int(hour * self.scale) if isinstance(hour, Fraction) else hour * self.scale

    def _buried(self, profession: int, dies: Expr) -> Expr:
        """Return the stories of a burial: the first free space of the chronicle, else a grave."""
        stories = self.game.chronicle[profession]
        flags: list[Expr] = []
        spaces = self.spaces[profession]
        for space, free in enumerate(spaces):
            flag = self.flag()
            self.model.add(flag <= free)
            for before in spaces[:space]:  # the spaces before it are filled
                self.model.add(flag + before <= 1)
            flags.append(flag)
        self.model.add(sum(flags) <= dies)
        self.spaces[profession] = [self.fixed(free - flag, 0, 1) for free, flag in zip(spaces, flags, strict=True)]
        return sum(amount * flag for amount, flag in zip(stories, flags, strict=True))

    def _plague(self, tree: Expr) -> Expr:
        """Lose half of the tree, unless a space of the Salvation church is free (rule church-salvation)."""
        warded, lost = self.flag(), self.whole(0, self.most_tree)
        self.model.add(warded <= self.own.get(self.game.salvation, 0))
        self.model.add(warded <= self.alive[ABBOT])
        self.model.add(2 * warded + self.wards <= 3)
        self.model.add(2 * lost >= tree - 1 - self.most_tree * warded)
        return self.fixed(tree - lost, 0, self.most_tree)


__all__ = ["Column", "Deed", "Expr", "Rows"]
