"""The rows of the turn's master: what may be chosen together, what it costs, and what the village is worth after it.

Everything is a total: nothing says in which order white banners are used, so a good that is made may pay for a customer
who was served before. Such a choice is too good, never too bad, and the rules core finds out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules.my_village.banners import banner_moves
from rules.my_village.dice import price
from rules.my_village.moves import (
    Bailiff,
    Church,
    Craft,
    Field,
    Hall,
    Hand,
    Headman,
    Meeting,
    Monk,
    Move,
    Take,
    Travel,
)
from rules.my_village.scoring import area_cards
from rules.my_village.steps import replace
from rules.my_village.values import (
    ABBOT,
    AREAS,
    GOODS,
    HEADMAN,
    KINDS,
    LETTERS,
    PROFESSIONS,
    SYMBOLS,
    Position,
)

from .ends import ends
from .forecast_stages import mean_fame
from .hope import counted, windows_more
from .model_white import White
from .table import holdings

if TYPE_CHECKING:
    from solver.request import Request

BLACK = (Hand, Headman, Bailiff, Church, Monk, Hall, Meeting, Field, Craft, Travel)
FAR = 60  #: more than any stock or sum of clouds in a turn


class Rows:
    """Build the master of one turn. ``chosen`` are the classes of dice, ``objective`` the gain in parts of a point."""

    def __init__(self, model: Any, request: Request, position: Position, takes: list[Take | None], unit: int) -> None:
        self.model, self.request, self.position, self.unit = model, request, position, unit
        self.seat = position.seats[request.seat]
        self.worths = {name: worth for name, worth in request.worths if name != "points"}
        self.point = request.worth("points")
        #: Sums of (coefficient, variable or number) by holding, by "points", and "time" for the clouds spent.
        self.sums: dict[str, list[Any]] = {name: [] for name in (*holdings(position, request.seat), "points", "time")}
        self.takes = takes
        self.chosen = [model.new_bool_var(f"take {index}") for index in range(len(takes))]
        model.add_exactly_one(self.chosen)
        self.value = {number: self._made(number) for number in range(2, 13)}
        self._dice()
        self.alive = [model.new_bool_var(f"alive {name}") for name in PROFESSIONS]
        self.marks: dict[str, Any] = {}
        self.served: Any = 0  #: how many customers are served
        self.bought: list[Any] = []  #: choices of how many customers are bought after a free one, or at a monk's word
        self.taught: list[tuple[Any, int]] = []  #: choices that activate the school besides its banner, how often
        self.black = self._black()
        self.white = White(self)
        if position.question == "dice" or not position.used:
            # One of the two ways: one black banner, or at least one white one.
            any_white = model.new_bool_var("white")
            model.add_exactly_one([any_white, *self.black])
            self.white.only_if(any_white)
        self._death()
        self._marks()
        self.objective = self._objective()

    # --- the dice ---------------------------------------------------------------------------------------------------

    def _made(self, number: int) -> Any:
        """Return whether the value is made."""
        if self.position.value:
            return int(self.position.value == number)
        return sum(
            chosen
            for chosen, take in zip(self.chosen, self.takes, strict=True)
            if take is not None and take.value == number
        )

    def _dice(self) -> None:
        """Pay for the pair: coins, markers, and time for black dice."""
        for chosen, take in zip(self.chosen, self.takes, strict=True):
            if take is None:
                continue
            cost, black = price(take)
            self.add("coins", -cost, chosen)
            self.add("sets", -take.markers, chosen)
            self.add("time", black * self.position.game.black_die, chosen)

    def add(self, name: str, number: int | Fraction, variable: Any) -> None:
        """Add a number of something for a choice."""
        if number:
            self.sums[name].append((number, variable))

    def of(self, name: str) -> Any:
        """Return the whole change of something; all numbers of it are whole."""
        return sum(int(number) * variable for number, variable in self.sums[name])

    # --- black banners ------------------------------------------------------------------------------------------------

    def _black(self) -> list[Any]:
        """Make one choice for every black banner and every way to pay for it, by the values that the dice can make."""
        position = self.position
        if position.question == "white":
            return []
        made = [position.value] if position.value else sorted({take.value for take in self.takes if take is not None})
        found: dict[str, Any] = {}
        for number in made:
            there = replace(position, value=number, step="banner")
            for move in banner_moves(there):
                if not isinstance(move, BLACK):
                    continue
                if move.key not in found:
                    found[move.key] = (move, self.model.new_bool_var(move.key), [])
                    self._gain(move, found[move.key][1])
                found[move.key][2].append(self.value[number])
        for _, variable, shown in found.values():
            self.model.add(variable <= sum(shown))
        return [variable for _, variable, _ in found.values()]

    def pay(self, names: tuple[str, ...], due: int, variable: Any) -> None:
        """Return what is paid to the supply."""
        self.add("coins", -due, variable)
        for name in names:
            good = "coins" if name == "coin" else "jokers" if name == "joker" else name
            self.add(good if good in self.sums else "plow", -1, variable)

    def _gain(self, move: Move, x: Any) -> None:
        """Add what a black banner costs and brings."""
        from rules.my_village.black import bill
        from rules.my_village.travel import journey

        rows, game, seat = self.position.catalogue, self.position.game, self.seat
        if isinstance(move, Headman):
            self.add("time", rows.places["headman"].time, x)
            self._walk(HEADMAN.index(move.to) if move.to in HEADMAN else -1, x)
        elif isinstance(move, Hand):
            self.add("stories", self.position.hand_stories, x)
            self.add("points", game.hand * (self.position.hand != self.request.seat), x)
        elif isinstance(move, Bailiff):
            self._bailiff(move, x)
        elif isinstance(move, Church):
            row = rows.churches[move.card]
            self.pay(move.pay, bill(row.ways).due(move.pay), x)
            self.add("time", row.time, x)
            step = windows_more(self.position, seat, int(move.card == game.abbey))
            self.add("points", row.fame + step + self._area("religion"), x)
        elif isinstance(move, Monk):
            self._monk(move, x)
        elif isinstance(move, Hall):
            hall = rows.halls[move.card]
            self.pay(move.pay, bill(hall.ways).due(move.pay), x)
            self.add("time", hall.time, x)
            self.add("points", hall.fame, x)
            self.hall(move.card, x)
        elif isinstance(move, Meeting):
            self.add("time", game.meeting.time, x)
            self.add("points", game.meeting.fame, x)
            self.add("stories", game.meeting.stories, x)
            self.add("sets", min(1, game.meeting.slots), x)
        elif isinstance(move, Field):
            self.add("time", game.field.time, x)
            self.add("coins", game.field.coins, x)
            self.add("points", game.field.fame + self._area("fields"), x)
        elif isinstance(move, Craft):
            kind = rows.crafts[move.card].kind
            common = rows.craft_kinds[kind]
            self.pay(move.pay, bill(common.ways).due(move.pay), x)
            self.add("time", common.time, x)
            self.add(GOODS[KINDS.index(kind)], 1, x)
            self.add("crafts", 1, x)
            self.add("points", self._area("crafts"), x)
        elif isinstance(move, Travel):
            cost, time = journey(self.position, seat)
            self.pay(move.pay, cost.due(move.pay), x)
            self.add("time", time, x)
            self.add("points", self._fame(move.letter) + self._area("travel"), x)

    def _area(self, name: str) -> int:
        """Return what one more card of a category brings by the Area hall."""
        return counted(self.position, self.seat, name)

    def _fame(self, letter: str) -> Fraction:
        """Return the mean fame of the next card of a letter; with the Mission church a bad one is put back."""
        game, seat = self.position.game, self.seat
        cards = self.position.travel_decks[LETTERS.index(letter)]
        mean = mean_fame(self.position, cards)
        mission = seat.church == game.mission and seat.villagers[ABBOT] and letter not in seat.missions
        if not mission or len(cards) < 2:
            return mean
        others = [mean_fame(self.position, [other for other in cards if other != card]) for card in cards]
        kept = [max(Fraction(game.travel_fame[card]), other) for card, other in zip(cards, others, strict=True)]
        return sum(kept, Fraction(0)) / len(cards)

    def _walk(self, to: int, x: Any) -> None:
        """Move the headman to a field."""
        if to == 1:
            self.add("coins", 1, x)
        elif to == 2:
            self.add("stories", self.position.catalogue.places["headman"].stories, x)
        elif to == 0 and self.seat.headman == 1:
            self.add("points", self.seat.tree, x)
            self.add("stories", -self.seat.tree, x)

    def _prices(self, most: int, x: Any, free: int) -> None:
        """Take up to so many customers at the bailiff's price, and before them at most ``free`` ones for nothing.

        By one reading of the Trade church at least one must be bought after the free one, if one is left (option
        ``free_customer_only``).
        """
        there = sum(map(bool, self.position.customers)) + (1 if free and self.position.customer_deck else 0)
        given: Any = 0
        if free and there:
            given = self.model.new_bool_var("free")
            self.model.add(given <= x)
            self.add("customers", 1, given)
        choices = []
        for number in range(1, min(most, there) + 1):
            row = self.position.catalogue.bailiff[f"price_{number}"]
            bought = self.model.new_bool_var(f"buy {number}")
            self.model.add(bought <= x)
            if number == there:  # nobody is left for nothing
                self.model.add(bought + given <= 1)
            choices.append(bought)
            self.add("customers", number, bought)
            self.add("time", row.time, bought)
            self.add("coins", -row.coins, bought)
        self.bought += choices
        if self.bought:
            self.model.add_at_most_one(self.bought)
        if free and there and not self.position.game.options.free_customer_only:
            self.model.add(sum(choices) + (given if there == 1 else 0) >= x)

    def _trading(self) -> int:
        """Return 1 where the Trade church acts."""
        return int(self.seat.church == self.position.game.trade and self.seat.villagers[ABBOT])

    def _bailiff(self, move: Bailiff, x: Any) -> None:
        """Take the named customers, or what the Trade church lets one take."""
        if move.customers:
            row = self.position.catalogue.bailiff[f"price_{len(move.customers)}"]
            self.add("customers", len(move.customers), x)
            self.add("time", row.time, x)
            self.add("coins", -row.coins, x)
        else:
            self._prices(4, x, 1)

    def _monk(self, move: Monk, x: Any) -> None:
        """Take a monk: window, cost, and the bonus or none of it."""
        from rules.my_village.black import bill

        position, seat = self.position, self.seat
        row = position.catalogue.monks[position.monks[SYMBOLS.index(move.symbol)]]
        self.pay(move.pay, bill(row.ways).due(move.pay), x)
        self.add("time", row.time, x)
        self.add("points", windows_more(position, seat, 1) + self._area("religion"), x)
        if row.effect == "stories":
            self.add("stories", row.amount, x)
        elif row.effect == "bailiff":
            sent = self.model.new_bool_var("sent to the bailiff")
            self.model.add(sent <= x)
            self._prices(2, sent, self._trading())
        elif row.effect == "headman":
            ways = []
            for to in {0: (1,), 1: (0, 2), 2: (1,)}[seat.headman]:
                step = self.model.new_bool_var(f"walk {to}")
                self.model.add(step <= x)
                self.add("time", position.catalogue.places["headman"].time, step)
                self._walk(to, step)
                ways.append(step)
            self.model.add_at_most_one(ways)
        elif row.effect == "school":
            self.taught.append((x, row.amount))

    # --- the town hall --------------------------------------------------------------------------------------------

    def hall(self, card: str, x: Any) -> None:
        """Do what a town hall does; a marker's place is chosen."""
        row = self.position.catalogue.halls[card]
        if row.effect == "finance":
            self.add("coins", row.amount, x)
        elif row.effect == "guild":
            gained = self.model.new_int_var(0, row.amount, f"jokers from {card}")  # without a space they are lost
            self.model.add(gained <= row.amount * x)
            self.add("jokers", 1, gained)
        else:
            names = AREAS if row.effect == "area" else PROFESSIONS
            places = []
            for name in names:
                if name not in self.seat.marks:
                    marked = self.model.new_bool_var(f"mark {name} {card}")
                    self.model.add(marked <= x)
                    self.marks[f"{card}/{name}"] = marked
                    places.append(marked)
            if places:
                self.model.add_at_most_one(places)

    def _marks(self) -> None:
        """Count what markers on the hall bring at the end of the turn."""
        rows, seat, model = self.position.catalogue, self.seat, self.model
        row = rows.halls.get(seat.hall)
        amount = row.amount if row is not None else 0
        if row is not None and row.effect == "population":
            for name in seat.marks:
                index = PROFESSIONS.index(name)
                self.add("points", amount, self.alive[index])
                self.add("points", -amount * seat.villagers[index], 1)
        if row is not None and row.effect == "area" and "customers" in seat.marks:
            self.add("points", amount, self.served)
        for key, marked in self.marks.items():
            card, name = key.split("/")
            worth = rows.halls[card].amount
            if name in PROFESSIONS:
                both = model.new_bool_var(f"{key} alive")
                model.add(both <= marked)
                model.add(both <= self.alive[PROFESSIONS.index(name)])
                self.add("points", worth, both)
            else:
                count = area_cards(seat, name)
                self.add("points", worth * count, marked)
                if name == "customers":
                    more = model.new_int_var(0, FAR, f"{key} more")
                    model.add(more <= self.served)
                    model.add(more <= FAR * marked)
                    self.add("points", worth, more)

    # --- clock, death, rat -------------------------------------------------------------------------------------------

    def _death(self) -> None:
        """Let somebody die where the clock passes the bridge, and value the tree after the rat."""
        model, seat, position = self.model, self.seat, self.position
        clouds = position.game.clouds
        spent = model.new_int_var(0, FAR, "clouds spent")
        model.add(spent == self.of("time"))
        rounds = model.new_int_var(0, FAR // clouds + 1, "times over the bridge")
        model.add_division_equality(rounds, spent + seat.time, clouds)
        crossed = model.new_bool_var("crossed")
        if seat.crossed:
            model.add(crossed == 1)
        else:
            model.add(rounds >= 1).only_enforce_if(crossed)
            model.add(rounds == 0).only_enforce_if(crossed.negated())
        self.sums["clouds"] += [(clouds, rounds), (-1, spent)]
        dies = [model.new_bool_var(f"dies {name}") for name in PROFESSIONS]
        hired = [model.new_bool_var(f"hired {name}") for name in PROFESSIONS]
        model.add(sum(dies) == crossed)
        last = model.new_bool_var("the last one dies")
        before = sum(int(there) + released for there, released in zip(seat.villagers, self.white.released, strict=True))
        model.add(before - crossed >= 1 - last)
        model.add(before - crossed <= FAR * (1 - last))
        model.add(sum(hired) == last)
        self.add("points", -position.game.laborer, last)
        for index in range(len(PROFESSIONS)):
            there = int(seat.villagers[index]) + self.white.released[index]
            model.add(dies[index] <= there)
            model.add(self.alive[index] == there - dies[index] + hired[index])
            filled, spaces = position.chronicle[index], position.game.chronicle[index]
            if filled < len(spaces):
                self.add("stories", spaces[filled], dies[index])
            self.add("villagers", 1, self.alive[index])
            self.add("villagers", -int(seat.villagers[index]), 1)
        self._rat(crossed)

    def _rat(self, crossed: Any) -> None:
        """Lose half of the tree in expectation where somebody has died."""
        model, seat, position = self.model, self.seat, self.position
        left = model.new_int_var(0, 400, "tree")
        model.add(left == seat.tree + self.of("stories"))
        half = model.new_int_var(0, 200, "half of the tree")
        model.add_division_equality(half, left, 2)
        self.lost = model.new_int_var(0, 200, "lost to the plague")
        safe = model.new_bool_var("warded")
        salvation = seat.church == position.game.salvation and seat.wards < 2
        model.add(safe <= (self.alive[ABBOT] if salvation else 0))
        model.add(self.lost >= half - 400 * (1 - crossed) - 400 * safe)

    # --- what it is worth -------------------------------------------------------------------------------------------

    def _objective(self) -> Any:
        """Bound the stocks, and add up points and holdings in parts of a point."""
        position, seat, model = self.position, self.seat, self.model
        held = holdings(position, self.request.seat)
        rows = position.catalogue
        for name in ("coins", "jokers", "sets", *GOODS):
            model.add(held[name] + self.of(name) >= 0)
        guild = rows.halls.get(seat.hall)
        if guild is not None and guild.effect == "guild":
            model.add(held["jokers"] + self.of("jokers") <= max(guild.slots, held["jokers"]))
        slots = max(position.game.meeting.slots, held["sets"])
        model.add(held["sets"] + self.of("sets") <= slots)
        total = []
        for name, terms in self.sums.items():
            worth = self.point if name == "points" else self.worths.get(name, Fraction(0))
            total += [int(worth * number * self.unit) * variable for number, variable in terms if worth]
        story = self.worths.get("stories", Fraction(0))
        chance = ends(self.request).plague(position)
        if story and chance:
            total.append(-int(story * chance * self.unit) * self.lost)
        return sum(total) if total else 0
