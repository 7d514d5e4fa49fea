"""White banners in the turn's master: a set of them, under totals of goods and time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules.my_village.market import shows
from rules.my_village.values import COUNCILMAN, CRAFTSMAN, GOODS, KINDS, MERCHANT, PLOW, PROFESSIONS
from rules.my_village.white import field_of, own_banners, time_of, values_of

if TYPE_CHECKING:
    from .model_rows import Rows


class White:
    """Hold one choice for each white banner; ``released`` says by profession who comes from the school."""

    def __init__(self, rows: Rows) -> None:
        self.rows, self.model = rows, rows.model
        self.position, self.seat = rows.position, rows.seat
        self.used: list[Any] = []
        self.released: list[Any] = [0] * len(PROFESSIONS)
        self._school()
        self._plain()
        self._customers()
        self._spaces()

    def only_if(self, white: Any) -> None:
        """Let white banners be used only in a white turn, and at least one in it."""
        for used in self.used:
            self.model.add(used <= white)
        self.model.add(sum(self.used) >= white)

    def _banner(self, name: str, values: tuple[int, ...], villager: int = -1) -> Any:
        """Make the choice of one banner."""
        used = self.model.new_bool_var(f"use {name}")
        if values:
            self.model.add(used <= sum(self.rows.value[number] for number in sorted(set(values))))
        if villager >= 0:
            self.model.add(used <= int(self.seat.villagers[villager]) + self.released[villager])
        if name in self.position.used:
            self.model.add(used == 0)
        self.used.append(used)
        return used

    # --- the school -------------------------------------------------------------------------------------------------

    def _school(self) -> None:
        """Choose what the school does: once by its banner, or as often as a monk says."""
        rows, seat, model = self.rows, self.seat, self.model
        place = self.position.catalogue.places["school"]
        used = self._banner("school", shows(self.position, seat, "school", place.values))
        done, trained, advanced, sent = [], [], [], {}
        for number in range(2):
            train, advance = (model.new_bool_var(f"{name} {number}") for name in ("train", "advance"))
            trained.append(train)
            advanced.append(advance)
            done += [train, advance]
        for side in ("left", "right"):
            for index, name in enumerate(PROFESSIONS):
                if not seat.villagers[index]:
                    sent[side, index] = model.new_bool_var(f"{side} {name}")
                    done.append(sent[side, index])
        allowed = used + sum(times * taught for taught, times in rows.taught)
        model.add(sum(done) <= allowed)
        model.add(sum(done) >= used)
        left, right = (sum(sent[side, index] for one, index in sent if one == side) for side in ("left", "right"))
        # Totals alone: what leaves a space must have come there.
        model.add(left + sum(advanced) <= int(seat.school[0]) + sum(trained))
        model.add(right <= int(seat.school[1]) + sum(advanced))
        model.add(int(seat.school[0]) + sum(trained) - left - sum(advanced) <= 1)
        model.add(int(seat.school[1]) + sum(advanced) - right <= 1)
        self.released = [
            sum(variable for (_, index), variable in sent.items() if index == wanted)
            for wanted in range(len(PROFESSIONS))
        ]
        for index, there in enumerate(seat.villagers):
            if not there:
                model.add(self.released[index] <= 1)
        rows.add("time", place.time, left + right)
        rows.add("stories", place.stories, right)
        rows.add("descendants", 1, sum(trained))
        rows.add("descendants", -1, left + right)

    # --- game, hall, meeting place, fields, craft buildings ----------------------------------------------------------

    def _plain(self) -> None:
        """Choose the banners that ask nothing."""
        rows, seat, model, position = self.rows, self.seat, self.model, self.position
        laid = {
            number: model.new_bool_var(f"plow on field {number + 1}")
            for number, there in enumerate(seat.fields)
            if not there
        }
        lent = model.new_int_var(0, 9, "jokers on fields")
        model.add(lent <= sum(laid.values()))
        model.add(lent <= seat.jokers + 1)  # one more may come from the hall in this turn
        rows.add("jokers", -1, lent)
        rows.add("plow", 1, lent)  # a joker on a field is a plow
        for name in own_banners(seat):
            values = values_of(position, seat, name)
            villager = CRAFTSMAN if name in KINDS else COUNCILMAN if name in ("hall", "meeting") else -1
            used = self._banner(name, values, villager)
            rows.add("time", time_of(position, seat, name), used)
            if name == "game":
                rows.add("stories", 1, used)
            elif name == "hall":
                rows.hall(seat.hall, used)
            elif name == "meeting":
                rows.add("stories", position.game.meeting.stories, used)
                gained = model.new_bool_var("a marker on the meeting place")
                model.add(gained <= used)
                rows.add("sets", 1, gained)
            elif (field := field_of(name)) >= 0:
                row = position.game.field
                rows.add("coins", row.coins, used)
                if seat.fields[field]:
                    rows.add("coins", row.plow, used)
                else:
                    both = model.new_bool_var(f"field {field + 1} with a plow")
                    model.add(both <= used)
                    model.add(both <= laid[field])
                    rows.add("coins", row.plow, both)
            else:
                made = model.new_bool_var(f"made in the {name}")
                model.add(made <= used)
                rows.add(GOODS[KINDS.index(name)], 1, made)
        # Plows stand on fields already, come from the smithy, or are made in this turn, as jokers are.
        model.add(sum(laid.values()) <= seat.goods[PLOW] + 1 + seat.jokers + 1)

    def _spaces(self) -> None:
        """Let no building hold more than it has spaces; plows may stand on fields as well."""
        rows, seat = self.rows, self.seat
        kinds = self.position.catalogue.craft_kinds
        for index, kind in enumerate(KINDS):
            if not seat.crafts[index]:
                continue
            room = max(kinds[kind].slots, seat.goods[index])  # type: ignore[index]
            held = seat.goods[index]
            if index == PLOW:
                room, held = room + len(seat.fields), held + sum(seat.fields)
            self.model.add(held + rows.of(GOODS[index]) <= room)

    # --- customers --------------------------------------------------------------------------------------------------

    def _customers(self) -> None:
        """Choose who is served, and how it is paid."""
        rows, seat, position = self.rows, self.seat, self.position
        served = []
        for card in dict.fromkeys(seat.customers):
            row = position.catalogue.customers[card]
            values = shows(position, seat, card, row.values)
            used = self._banner(card, values, MERCHANT)
            wild = rows.model.new_int_var(0, len(row.goods), f"jokers for {card}")
            own = {}
            for good in dict.fromkeys(row.goods):
                number = row.goods.count(good)
                own[good] = rows.model.new_int_var(0, number, f"{good} for {card}")
                rows.model.add(own[good] <= number * used)
                rows.add(good, -1, own[good])
            rows.model.add(sum(own.values()) + wild == len(row.goods) * used)
            rows.add("jokers", -1, wild)
            rows.add("time", row.time, used)
            rows.add("points", row.fame, used)
            rows.add("customers", -1, used)
            served.append(used)
        rows.served = sum(served) if served else 0
