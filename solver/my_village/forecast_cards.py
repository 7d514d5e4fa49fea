"""What may be done with a value in the turns to come: black banners, white banners, school and customers.

Left out are the hand, cards that nobody sees yet, the 2/12 tile's moves, and the powers of the Mission church.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from rules.my_village.naming import church_name, craft_name, customer_name, hall_name, kind_name, monk_name
from rules.my_village.scoring import area_cards, hall_points
from rules.my_village.values import (
    ABBOT,
    AREAS,
    COUNCILMAN,
    CRAFTSMAN,
    GOODS,
    KINDS,
    LETTERS,
    MERCHANT,
    PROFESSIONS,
    TRAVELLER,
    WINDOWS,
)
from solver.search import SearchStopped

from .forecast_rows import Column, Expr, Rows
from .forecast_stages import Stage, mean_fame, middle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rules.my_village.catalogue import Cost
    from solver.control import Control
    from solver.request import Request

NOTHING: tuple[int, tuple[str, ...]] = (0, ())
FULL = 60  #: cards: more than a village has of any category


class Cards(Rows):
    """Add the turns, and what counts at the end. Raises :class:`solver.search.SearchStopped`."""

    def __init__(self, request: Request, stages: Sequence[Stage], control: Control | None = None) -> None:
        super().__init__(request, stages)
        position, own = self.position, self.village
        #: Cards that lie open now or are held now: of what is turned up later, nobody knows.
        self.churches = sorted({*position.churches, own.church} - {""})
        self.halls = sorted({*position.halls, own.hall} - {""})
        self.monks = [card for card in position.monks if card]
        self.customers = sorted({card for card in (*position.customers, *own.customers) if card})
        self.crafts = [sorted({*row, card} - {""}) for row, card in zip(position.crafts, own.crafts, strict=True)]
        for card in self.churches:
            self.own[card] = self.at(lambda seat, card=card: seat.church == card)
        for card in self.halls:
            self.own[card] = self.at(lambda seat, card=card: seat.hall == card)
        for kind, row in enumerate(self.crafts):
            for card in row:
                self.own[card] = self.at(lambda seat, kind=kind, card=card: seat.crafts[kind] == card)
        self.own["meeting"] = self.at(lambda seat: seat.meeting)
        self.own["field"] = self.at(lambda seat: len(seat.fields))
        self.religion = self.at(lambda seat: len(seat.monks))
        self.has = {card: self.at(lambda seat, card=card: card in seat.customers) for card in self.customers}
        self.open = {card: self.of([card in stage.end.customers for stage in stages]) for card in self.customers}
        self.left = {card: self.at(lambda seat, card=card: card not in seat.monks) for card in self.monks}
        self.fields_left: Expr = self.of([stage.end.fields for stage in stages])
        self.served: Expr = self.at(lambda seat: len(seat.served))
        self.gone = {letter: self.at(lambda s, n=n: len(s.travel) > n) for n, letter in enumerate(LETTERS)}
        #: Cards on which a journey may stand, by letter: those of the first states, and "" for one still to come.
        self.last: dict[str, dict[str, Expr]] = {letter: {} for letter in LETTERS}
        for card in sorted({seat.travel[-1] for seat in self.seats if seat.travel}):
            letter = self.cards.travel[card].letter
            self.last[letter][card] = self.at(lambda seat, card=card: seat.travel[-1:] == (card,))
        self.started = self.at(lambda seat: bool(seat.travel))
        self.marking: list[tuple[str, Expr]] = []
        for number in range(1, self.turns + 1):
            if control is not None and control.stopped:
                raise SearchStopped(f"The rows of {number - 1} turns had been written when the search was stopped.")
            self.turn(number)
        self.end()

    def turn(self, number: int) -> None:
        """Add one turn."""
        column = self.begin(number)
        self.columns.append(column)
        taken: dict[str, Expr] = {}
        self._religion(column, taken)
        self._council(column, taken)
        self._crafts(column, taken)
        self._travel(column)
        market = self._bailiff(column)
        self._school(column)
        self._white(column)
        self._serve(column)
        self.close(column, [self.cards.craft_kinds[kind].slots for kind in KINDS], self._joker_slots())
        for card, flag in taken.items():
            self.own[card] = self.own[card] + flag
        for card, flag in market.items():
            self.has[card] = self.has[card] + flag
            self.open[card] = self.open[card] - flag

    def pay(
        self, column: Column, flag: Expr, ways: Iterable[Cost], more: tuple[int, tuple[str, ...]] = NOTHING
    ) -> None:
        """Pay one of the ways, and ``more`` on top of it (rule banner-cost)."""
        listed = tuple(ways)
        chosen = [flag] if len(listed) < 2 else [self.flag() for _ in listed]
        if len(listed) > 1:
            self.model.add(sum(chosen) == flag)
        for way, choice in zip(listed, chosen, strict=False):
            column.paid.append(way.coins * self.scale * choice)
            for good in way.goods:
                column.need[GOODS.index(good)].append(choice)
        column.paid.append(more[0] * self.scale * flag)
        for name in more[1]:
            column.need[GOODS.index(name)].append(flag)

    # --- black banners -------------------------------------------------------------------------------------------

    def _religion(self, column: Column, taken: dict[str, Expr]) -> None:
        """Take a church, or a monk who lies open (rules church-*, monk-*)."""
        churches = sum(self.own[card] for card in self.churches)
        windows = self.religion + self.own.get(self.game.abbey, 0)
        for card in self.churches:
            row = self.cards.churches[card]
            flag = self.deed(column, f"take the {church_name(self.position, card)}", ("churches", card))
            self.is_black(column, flag, row.values, (ABBOT,))
            self.model.add(flag + churches <= 1)
            column.hours.append(row.time * flag)
            self.pay(column, flag, row.ways)
            self.score(row.fame, flag)
            taken[card] = flag
        for card in self.monks:
            monk = self.cards.monks[card]
            flag = self.deed(column, f"take the monk {monk_name(self.position, card)}", ("monks", card))
            self.is_black(column, flag, monk.values, (ABBOT,))
            self.model.add(flag <= churches)
            self.model.add(flag <= self.left[card])
            self.model.add(flag + windows <= WINDOWS)
            column.hours.append(monk.time * flag)
            self.pay(column, flag, monk.ways)
            if monk.effect == "stories":
                column.tree.append(monk.amount * flag)
            else:
                column.bonus[monk.effect].append(flag)
            self.left[card] = self.left[card] - flag
            self.religion = self.religion + flag

    def _council(self, column: Column, taken: dict[str, Expr]) -> None:
        """Take a hall, the meeting place or a field (rules hall-*, meeting-*, field-*)."""
        halls = sum(self.own[card] for card in self.halls)
        for card in self.halls:
            row = self.cards.halls[card]
            flag = self.deed(column, f"take the {hall_name(self.position, card)}", ("halls", card))
            self.is_black(column, flag, row.values, (COUNCILMAN,))
            self.model.add(flag + halls <= 1)
            column.hours.append(row.time * flag)
            self.pay(column, flag, row.ways)
            self._hall(column, card, flag)
            taken[card] = flag
        meeting, field = self.game.meeting, self.game.field
        flag = self.deed(column, "take the meeting place", ("meeting", "meeting"))
        self.is_black(column, flag, meeting.values, (COUNCILMAN,))
        self.model.add(flag + self.own["meeting"] <= 1)
        self.model.add(flag <= self.of([stage.end.meetings for stage in self.stages]))
        column.hours.append(meeting.time * flag)
        column.tree.append(meeting.stories * flag)
        column.sets.append(flag)
        self.score(meeting.fame, flag)
        taken["meeting"] = flag
        flag = self.deed(column, "take a field", ("fields", "field"))
        self.is_black(column, flag, field.values, ())
        self.model.add(flag <= self.fields_left)
        self.fields_left = self.fields_left - flag
        column.hours.append(field.time * flag)
        column.coins.append(field.coins * flag)
        self.score(field.fame, flag)
        taken["field"] = flag

    def _hall(self, column: Column, card: str, flag: Expr) -> None:
        """Do what a hall does: coins, a joker, or a marker whose space is chosen at the end (rules hall-*)."""
        row = self.cards.halls[card]
        if row.effect == "finance":
            column.coins.append(row.amount * flag)
        elif row.effect == "guild":
            column.jokers.append(row.amount * flag)
        else:
            self.marking.append((card, flag))

    def _joker_slots(self) -> int:
        slots = [self.cards.halls[card].slots for card in self.halls if self.cards.halls[card].effect == "guild"]
        return max([*slots, *(seat.jokers for seat in self.seats)], default=0)

    def _crafts(self, column: Column, taken: dict[str, Expr]) -> None:
        """Take a craft building with its first good (rules craft-*)."""
        for kind, row in enumerate(self.crafts):
            common = self.cards.craft_kinds[KINDS[kind]]
            there = sum(self.own[card] for card in row)
            for card in row:
                reads = (("crafts", card), ("craft_kinds", KINDS[kind]))
                flag = self.deed(column, f"take the {craft_name(self.position, card)}", *reads)
                self.is_black(column, flag, self.cards.crafts[card].values, (CRAFTSMAN,))
                self.model.add(flag + there <= 1)
                column.hours.append(common.time * flag)
                self.pay(column, flag, common.ways)
                column.made[kind].append(flag)
                taken[card] = flag

    def _travel(self, column: Column) -> None:
        """Make the next journey; the grey banner is that of the card before (rules travel-*)."""
        made: list[tuple[str, Expr]] = []
        for place, letter in enumerate(LETTERS):
            deck = self.position.travel_decks[place]
            if not deck:
                continue
            row = self.cards.travel_stacks[letter]
            befores: list[tuple[str, Expr]] = []
            if place == 0:
                befores = [("", 1 - self.gone[letter])]
            else:
                before = LETTERS[place - 1]
                stack = self.position.travel_decks[place - 1]
                befores = list(self.last[before].items())
                if stack and "" not in self.last[before]:
                    befores.append(("", 0))
            for card, there in befores:
                known = self.cards.travel.get(card)
                if place and known is None:
                    known = self.cards.travel[middle(self.position, self.position.travel_decks[place - 1])]
                if isinstance(there, int) and not there:
                    continue
                reads = [("travel_stacks", letter), *(("travel", other) for other in deck)]
                reads += [("travel", card)] if card else []
                flag = self.deed(column, f"travel on to {letter.upper()}", *reads)
                self.is_black(column, flag, row.values, (TRAVELLER,))
                self.model.add(flag <= there)
                self.model.add(flag + self.gone[letter] <= 1)
                if known is not None and place:
                    if known.ends:
                        self.model.add(flag == 0)
                    self.pay(column, flag, row.ways, (known.coins, known.goods))
                else:
                    self.pay(column, flag, row.ways)
                grey = known.time if known is not None and place else 0
                column.hours.append((row.time + grey) * flag)
                self.score(mean_fame(self.position, deck), flag)
                made.append((letter, flag))
        for letter in LETTERS:
            new = [flag for name, flag in made if name == letter]
            if new:
                self.gone[letter] = self.gone[letter] + sum(new)
                self.last[letter][""] = self.last[letter].get("", 0) + sum(new)

    def _bailiff(self, column: Column) -> dict[str, Expr]:
        """Take customers of the open row, one for nothing with the Trade church (rules bailiff-*, church-trade)."""
        place = self.cards.places["bailiff"]
        black = self.flag()
        self.is_black(column, black, place.values, ())
        monk, count = self.flag(), [self.flag() for _ in range(4)]
        self.model.add(monk <= sum(column.bonus["bailiff"]))
        self.model.add(sum(count) <= black + monk)
        for number in (3, 4):
            self.model.add(count[number - 1] <= black)
        free = self.flag()
        self.model.add(free <= self.own.get(self.game.trade, 0))
        self.model.add(free <= self.alive[ABBOT])
        self.model.add(free <= black + monk)
        flags = {}
        for card in self.customers:
            words = f"take {customer_name(self.position, card)}"
            flags[card] = self.deed(column, words, ("places", "bailiff"))
            self.model.add(flags[card] <= self.open[card])
        for number, flag in enumerate(count, start=1):
            price = self.cards.bailiff[f"price_{number}"]
            column.hours.append(price.time * flag)
            column.paid.append(price.coins * self.scale * flag)
        self.model.add(sum(flags.values()) == free + sum(n * flag for n, flag in enumerate(count, start=1)))
        return flags

    # --- white banners -------------------------------------------------------------------------------------------

    def _white(self, column: Column) -> None:
        """Use the game banner, hall, meeting place, fields and craft buildings (rules white-*)."""
        cards, game = self.cards, self.game
        board = self.village.board
        flag = self.deed(column, "use the game banner", ("boards", board))
        self.is_white(column, flag, cards.boards[board].values, (), "game")
        column.tree.append(flag)
        for card in self.halls:
            row = cards.halls[card]
            flag = self.deed(column, f"use the {hall_name(self.position, card)}", ("halls", card))
            self.is_white(column, flag, row.values, (COUNCILMAN,), "hall")
            self.model.add(flag <= self.own[card])
            column.hours.append(row.white_time * flag)
            self._hall(column, card, flag)
        flag = self.deed(column, "use the meeting place", ("meeting", "meeting"))
        self.is_white(column, flag, game.meeting.values, (COUNCILMAN,))
        self.model.add(flag <= self.own["meeting"])
        column.hours.append(game.meeting.white_time * flag)
        column.tree.append(game.meeting.stories * flag)
        gets = self.flag()  # the marker has no space when all are taken
        self.model.add(gets <= flag)
        column.sets.append(gets)
        self._use_fields(column)
        for kind, name in enumerate(KINDS):
            common = cards.craft_kinds[name]
            for card in self.crafts[kind]:
                reads = (("crafts", card), ("craft_kinds", name))
                flag = self.deed(column, f"use the {kind_name(self.position, name)}", *reads)
                self.is_white(column, flag, cards.crafts[card].values, (CRAFTSMAN,), name)
                self.model.add(flag <= self.own[card])
                column.hours.append(common.white_time * flag)
                column.made[kind].append(flag)

    def _use_fields(self, column: Column) -> None:
        """Use some of the fields, those with a plow first (rules field-plow, white-once)."""
        row = self.game.field
        any_ = self.deed(column, "use the fields", ("fields", "field"))
        self.is_white(column, any_, row.values, ())
        number, plowed = self.whole(0, 8), self.whole(0, 8)
        self.model.add(number <= self.own["field"])
        self.model.add(number <= 8 * any_)
        self.model.add(any_ <= number)
        self.model.add(plowed <= number)
        column.bonus["fields"].append(plowed)
        column.hours.append(row.white_time * number)
        column.coins += [row.coins * number, row.plow * plowed]

    def _school(self, column: Column) -> None:
        """Train, advance, or send a descendant, by the school's banner or at a monk's word (rules school-*)."""
        place = self.cards.places["school"]
        reads = ("places", "school")
        left, right = self.school
        taught = self.flag()
        self.model.add(taught <= sum(column.bonus["school"]))
        banner = self.flag()
        self.is_white(column, banner, place.values, (), "school")
        train = self.deed(column, "train a descendant", reads)
        advance = self.deed(column, "move the descendant to the right", reads)
        sent = [
            [self.deed(column, f"send the {side} descendant as {name}", reads) for name in PROFESSIONS]
            for side in ("left", "right")
        ]
        self.model.add(train + advance + sum(map(sum, sent)) == banner + taught)
        self.model.add(banner + taught <= 1)
        self.model.add(train + left <= 1)
        self.model.add(advance <= left)
        self.model.add(advance + right <= 1)
        self.next_alive = []
        for profession in range(len(PROFESSIONS)):
            new = sent[0][profession] + sent[1][profession]
            self.next_alive.append(self.fixed(self.alive[profession] + new, 0, 1))
        lefts, rights = sum(sent[0]), sum(sent[1])
        column.hours.append(place.time * (lefts + rights))
        column.tree.append(place.stories * rights)
        self.school = [
            self.fixed(left + train - advance - lefts, 0, 1),
            self.fixed(right + advance - rights, 0, 1),
        ]

    def _serve(self, column: Column) -> None:
        """Serve customers of the own market (rules customer-*)."""
        for card in self.customers:
            row = self.cards.customers[card]
            flag = self.deed(column, f"serve {customer_name(self.position, card)}", ("customers", card))
            self.is_white(column, flag, row.values, (MERCHANT,), card)
            self.model.add(flag <= self.has[card])
            column.hours.append(row.time * flag)
            for good in row.goods:
                column.need[GOODS.index(good)].append(flag)
            self.score(row.fame, flag)
            self.has[card] = self.has[card] - flag
            self.served = self.served + flag

    # --- the end -------------------------------------------------------------------------------------------------

    def end(self) -> None:
        """Count what counts at the end only: windows and the halls with markers (rules score-windows, hall-area,
        hall-population); what the first state has of it already is part of its gain."""
        now = [min(WINDOWS, len(seat.monks) + (seat.church == self.game.abbey)) for seat in self.seats]
        levels = [self.flag() for _ in range(WINDOWS + 1)]
        self.model.add(sum(levels) == 1)
        windows = self.religion + self.own.get(self.game.abbey, 0)
        self.model.add(sum(level * flag for level, flag in enumerate(levels)) <= windows)
        for points, flag in zip(self.game.windows, levels, strict=True):
            self.score(points, flag)
        self.score(-1, self.of([self.game.windows[level] for level in now]))
        for card in self.halls:
            row = self.cards.halls[card]
            if row.effect not in ("area", "population"):
                taken = self.own[card] - self.at(lambda seat, card=card: seat.hall == card)
                self.score(row.fame, taken)
                continue
            self._marks(card)

    def _marks(self, card: str) -> None:
        """Count the fame of a hall, and what its markers count."""
        row = self.cards.halls[card]
        names = AREAS if row.effect == "area" else PROFESSIONS
        start = [self.at(lambda s, n=name: s.hall == card and n in s.marks) for name in names]
        marks = [self.flag() for _ in names]
        for mark, there in zip(marks, start, strict=True):
            self.model.add(mark >= there)
        placed = sum(flag for hall, flag in self.marking if hall == card)
        self.model.add(sum(marks) - sum(start) <= placed)
        counts = self._counts() if row.effect == "area" else self.alive
        #: What of each can be counted at most: as few as possible, for the rows bound the better by it.
        most = self._most_cards() if row.effect == "area" else [1] * len(names)
        for mark, number, limit in zip(marks, counts, most, strict=True):
            counted = self.whole(0, limit)
            self.model.add(counted <= number)
            self.model.add(counted <= limit * mark)
            self.score(row.amount, counted)
        self.score(row.fame, self.own[card])
        ends = zip(self.stages, self.seats, strict=True)
        self.score(-1, self.of([hall_points(stage.end, seat) if seat.hall == card else 0 for stage, seat in ends]))

    def _counts(self) -> list[Expr]:
        """Count the cards of each category of the Area hall, in the order of AREAS."""
        religion = self.religion + sum(self.own[card] for card in self.churches)
        crafts = sum(self.own[card] for row in self.crafts for card in row)
        travel = sum(self.gone.values())
        return [travel, crafts, self.served, religion, self.own["field"]]

    def _most_cards(self) -> list[int]:
        """Return how many cards of each category of the Area hall there can be: now, and with the turns to come."""
        now = [max([area_cards(seat, area) for seat in self.seats]) for area in AREAS]
        full = {"travel": len(LETTERS), "crafts": len(KINDS), "customers": FULL}
        more = dict.fromkeys(AREAS, self.turns) | {"customers": len(self.customers)}
        return [min(full.get(area, FULL), number + more[area]) for area, number in zip(AREAS, now, strict=True)]

    def worth(self) -> tuple[Expr, Fraction]:
        """Return the objective as whole parts, and what one part is worth in points of the request."""
        point = self.request.worth("points")
        rows = [(stage.gain, flag) for stage, flag in zip(self.stages, self.begins, strict=True)]
        rows += [(points * point, expr) for points, expr in self.points]
        parts = lcm(*(amount.denominator for amount, _ in rows))
        return sum(int(amount * parts) * expr for amount, expr in rows), Fraction(1, parts)


__all__ = ["Cards"]
