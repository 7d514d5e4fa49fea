"""A sensible player of My Village with a leaning of its own, for the bench that balances the house values.

It is no advice and no solver: it looks one turn ahead. For each banner value that it can make it takes the cheapest
dice, lists what the value allows, and adds up what that is worth to it in hundredths of fame: fame itself, what a card
will still bring in the turns that are left, and prices for time, coins and goods. The leaning multiplies what
the areas of the village are worth to it, so that the seats of a table go different ways.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rules.my_village import moves
from rules.my_village.scoring import windows
from rules.my_village.values import CRAFTSMAN, GOODS, KINDS, LETTERS, PROFESSIONS, SYMBOLS, TRAVELLER, Position, Seat

AREAS = ("religion", "council", "travel", "market", "fields", "stories")
TIME, COIN_WORTH, GOOD, VILLAGER = 32, 60, 70, 330
WHITE = (moves.Use, moves.School, moves.Serve, moves.Plow)


def leaning(random: Random) -> dict[str, float]:
    """Deal a leaning: how much each area is worth to this player."""
    return {area: random.uniform(0.6, 1.4) for area in AREAS}


class Villager:
    """Play one seat with a leaning."""

    def __init__(self, likes: dict[str, float]) -> None:
        self.likes = likes

    def choose(self, position: Position) -> Any:
        """Choose a move for the seat that decides."""
        legal = position.legal_moves()
        if len(legal) == 1:
            return legal[0]
        if position.question == "dice":
            return self.dice(position, legal)
        if position.question in ("banner", "white"):
            return self.turn(position, legal)[1]
        number = position.actor
        assert number is not None
        return max(legal, key=lambda move: self.worth(position, number, move))

    def dice(self, position: Position, legal: tuple[Any, ...]) -> Any:
        """Choose the dice: for each value the cheapest, then what the value is worth."""
        seat = position.seats[position.acting]
        coin = self.coin(position, seat)
        cheapest: dict[int, tuple[float, Any]] = {}
        for move in legal:
            faces = [int(name[1]) for name in move.dice]
            black = sum(name[0] == "b" for name in move.dice)
            coins = 0 if move.markers else abs(move.value - sum(faces))
            price = coins * coin + black * 2 * TIME + 110 * move.markers
            if move.value not in cheapest or price < cheapest[move.value][0]:
                cheapest[move.value] = (price, move)
        best = None
        for price, move in cheapest.values():
            after = position.play(move)
            if after.question != "banner":
                continue
            gain = self.turn(after, after.legal_moves())[0] - price
            if best is None or gain > best[0]:
                best = (gain, move)
        return best[1] if best else legal[0]

    def turn(self, position: Position, legal: tuple[Any, ...]) -> tuple[float, Any]:
        """Value the best use of a banner value, and choose the first move of it."""
        number = position.acting
        black: tuple[float, Any] = (float("-inf"), None)
        white: dict[str, tuple[float, Any]] = {}
        for move in legal:
            gain = self.worth(position, number, move)
            if isinstance(move, WHITE):
                name = getattr(move, "banner", "") or getattr(move, "customer", "") or type(move).__name__
                if gain > 0 and (name not in white or gain > white[name][0]):
                    white[name] = (gain, move)
            elif gain > black[0]:
                black = (gain, move)
        together = sum(gain for gain, _ in white.values())
        if white and together >= black[0]:
            # What ends the chain comes last, goods come before the customers who ask for them.
            order = {"meeting": 2}
            first = min(
                white.items(),
                key=lambda item: (order.get(item[0], int(isinstance(item[1][1], moves.Serve))), -item[1][0]),
            )
            return together, first[1][1]
        return black

    # --- what things are worth --------------------------------------------------------------------------------

    def left(self, position: Position) -> float:
        """Guess how many turns each seat still has."""
        coffins = position.game.table(len(position.seats)).coffins
        return max(0.0, (coffins - position.coffins) * position.game.clouds / len(position.seats) / 2.2)

    def coin(self, position: Position, seat: Seat) -> float:
        """Value a coin: less the more there are, little at the end, and more while the next journey asks for coins."""
        letter = self.journey(position, seat)
        if letter and len(seat.travel) >= 2 and seat.villagers[TRAVELLER]:
            asked = max((way.coins for way in position.catalogue.travel_stacks[letter].ways), default=0)
            if seat.coins <= asked:
                return 130 * self.likes["travel"] * min(1.0, self.left(position) / 2)
        return COIN_WORTH * min(1.0, 0.15 + self.left(position) / 6) * (1.0 if seat.coins < 5 else 0.4)

    def story(self, position: Position, seat: Seat) -> float:
        """Value a story point on the tree: it must still be brought home."""
        return 70 * min(1.0, 0.2 + self.left(position) / 5) * self.likes["stories"]

    def villager(self, position: Position, seat: Seat, profession: int) -> float:
        """Value a villager who is there."""
        left = self.left(position)
        need = {
            0: self.likes["religion"] * (1.0 if windows(position, seat) < 6 else 0.1),
            1: self.likes["council"] * (0.6 if not seat.hall or not seat.meeting else 0.4),
            2: self.likes["travel"] * (1.0 if self.journey(position, seat) else 0.0),
            3: self.likes["market"] * 1.2,
            4: self.likes["market"] * (0.8 + 0.2 * len(seat.customers)),
        }[profession]
        marked = 400 if PROFESSIONS[profession] in seat.marks else 0
        return VILLAGER * need * min(1.0, left / 7) + marked

    def journey(self, position: Position, seat: Seat) -> str:
        """Name the letter that would be next, or nothing."""
        if seat.travel and (position.catalogue.travel[seat.travel[-1]].ends or len(seat.travel) == len(LETTERS)):
            return ""
        return LETTERS[len(seat.travel)]

    def good(self, position: Position, seat: Seat, good: str) -> float:
        """Value one good more: customers who wait, the next journey, and what may come."""
        index = GOODS.index(good)
        left = self.left(position)
        wanted = sum(position.catalogue.customers[key].goods.count(good) for key in seat.customers)
        letter = self.journey(position, seat)
        if letter and any(good in way.goods for way in position.catalogue.travel_stacks[letter].ways):
            wanted += 1
        short = wanted > seat.goods[index]
        return (150 if short else GOOD) * min(1.0, left / (3 if short else 8)) * self.likes["market"]

    def time(self, position: Position, seat: Seat, hours: int) -> float:
        """Price time: a death is a villager less, and dearer the fewer there are."""
        alive = sum(seat.villagers)
        dear = 1.0 if alive > 2 else 2.5 if alive == 1 else 1.5
        return hours * TIME * dear

    def paid(self, position: Position, seat: Seat, row: Any) -> float:
        """Price what a card costs: time, and the cheapest way."""
        coin = self.coin(position, seat)
        ways = [way.coins * coin + 90 * len(way.goods) for way in row.ways]
        return self.time(position, seat, row.time) + (min(ways) if ways else 0)

    def customer(self, position: Position, seat: Seat, key: str, more: int) -> float:
        """Value a customer who is not served yet."""
        row = position.catalogue.customers[key]
        left = self.left(position)
        makes = sum(bool(seat.crafts[GOODS.index(good)]) or seat.jokers > 0 for good in row.goods) / len(row.goods)
        crowded = len(seat.customers) + more
        likely = (0.25 + 0.55 * makes) * min(1.0, max(0.0, (left - 0.7 * crowded) / 5))
        return likely * (100 * row.fame - 70 * len(row.goods) + 60) * self.likes["market"]

    def worth(self, position: Position, number: int, move: Any) -> float:
        """Value one move that is no choice of dice."""
        cards, seat, left = position.catalogue, position.seats[number], self.left(position)
        likes, coin = self.likes, self.coin(position, seat)
        match move:
            case moves.Church():
                row = cards.churches[move.card]
                power = {
                    "abbey": 200.0,
                    "trade": 160 * min(1.0, left / 12) * likes["market"],
                    "mission": 220 * min(1.0, left / 10) * likes["travel"],
                    "salvation": 200 * min(1.0, left / 10) * likes["stories"],
                }[row.effect]
                later = 60 * min(5.0, left / 2) + power
                return likes["religion"] * (100 * row.fame + later) - self.paid(position, seat, row)
            case moves.Monk():
                top = position.monks[SYMBOLS.index(move.symbol)]
                now = windows(position, seat)
                steps = position.game.windows
                more = 100 * (steps[now + 1] - steps[now]) + (40 * min(3.0, left / 2) if now < 5 else 0)
                monk = cards.monks[top]
                bonus = {
                    "stories": monk.amount * self.story(position, seat),
                    "headman": 130.0,
                    "school": 150.0 * monk.amount * (1 if not all(seat.villagers) else 0.3),
                    "bailiff": 150.0 * min(1.0, left / 6),
                }[monk.effect]
                return likes["religion"] * more + bonus - self.paid(position, seat, monk)
            case moves.Hall():
                hall = cards.halls[move.card]
                uses = left / 5
                later = {
                    "finance": 2 * coin * (1 + uses),
                    "area": 160 * min(5.0, 1 + uses),
                    "population": 220 * min(4.0, 1 + uses),
                    "guild": 100 * (1 + uses),
                }[hall.effect]
                return likes["council"] * (100 * hall.fame + later) - self.paid(position, seat, hall)
            case moves.Meeting():
                row_ = cards.meeting["meeting"]
                gain = 100 * row_.fame + self.story(position, seat) + 110 + 12 * left
                return likes["council"] * gain - self.time(position, seat, row_.time)
            case moves.Field():
                field = cards.fields["field"]
                gain = 100 * field.fame + coin + 0.16 * left * COIN_WORTH
                return likes["fields"] * gain - self.time(position, seat, field.time)
            case moves.Craft():
                building = cards.crafts[move.card]
                kind = cards.craft_kinds[building.kind]
                others = [cards.crafts[key].values for key in seat.crafts if key] + [cards.boards[seat.board].values]
                same = sum(len(set(values) & set(building.values)) for values in others)
                demand = sum(cards.customers[key].goods.count(kind.good) for key in seat.customers)
                gain = self.good(position, seat, kind.good) + likes["market"] * left * (11 + 3 * same + 3 * demand)
                return gain - self.paid(position, seat, kind)
            case moves.Travel():
                stack = position.travel_decks[LETTERS.index(move.letter)]
                fame = sum(cards.travel[key].fame for key in stack) / len(stack)
                paid = sum(coin if name == "coin" else 90 for name in move.pay)
                last = cards.travel[seat.travel[-1]] if seat.travel else None
                grey = (last.coins * coin + self.time(position, seat, last.time)) if last else 0
                fixed = min((way.coins for way in cards.travel_stacks[move.letter].ways), default=0)
                due = fixed * coin if "coin" not in move.pay else 0
                hours = self.time(position, seat, cards.travel_stacks[move.letter].time)
                later = 60 * min(5 - len(seat.travel), left / 2)
                return likes["travel"] * (100 * fame + later) - paid - grey - due - hours
            case moves.Hand():
                return position.hand_stories * self.story(position, seat) + 60
            case moves.Bailiff() | moves.Buy():
                if not move.customers:
                    return 250.0 * min(1.0, left / 6) if isinstance(move, moves.Bailiff) else 0.0
                price = cards.bailiff[f"price_{len(move.customers)}"]
                gain = sum(self.customer(position, seat, key, more) for more, key in enumerate(sorted(move.customers)))
                return gain - self.time(position, seat, price.time) - price.coins * coin
            case moves.Free():
                return 0.0 if move.customer == "none" else self.customer(position, seat, move.customer, 0)
            case moves.Headman():
                return self.headman(position, seat, move.to) - self.time(position, seat, 1)
            case moves.Serve():
                row__ = cards.customers[move.customer]
                used = sum(60 if name != "joker" else 90 for name in move.pay) * min(1.0, left / 6)
                return likes["market"] * 100 * row__.fame - used - self.time(position, seat, row__.time)
            case moves.Use():
                return self.use(position, seat, move.banner)
            case moves.School():
                return self.school(position, seat, move)
            case moves.Plow():
                return 30.0 * min(1.0, left / 6) if left > 6 and seat.goods[2] > 1 else -1.0
            case moves.Mark():
                return self.mark(position, seat, move.slot)
            case moves.Tile():
                return {"school": 3.0, "hall": 4.0}.get(move.banner, 2.0 if move.banner in KINDS else 1.0)
            case moves.Die():
                place = PROFESSIONS.index(move.profession)
                used_ = position.chronicle[place]
                gain = position.game.chronicle[place][used_] * self.story(position, seat) if used_ < 2 else 0.0
                return gain - self.villager(position, seat, place)
            case moves.Laborer():
                return self.villager(position, seat, PROFESSIONS.index(move.profession))
            case moves.Settle():
                return self.settle(position, seat, move.again)
            case moves.Ward():
                return 1.0 if move.ward and seat.tree >= 4 else 0.0
            case _:
                return 0.0

    def headman(self, position: Position, seat: Seat, to: str) -> float:
        """Value a step of the headman."""
        story = self.story(position, seat)
        home = seat.tree * max(0.0, 100 * min(1.0, 0.5 + self.likes["stories"] / 2) - story)
        if to == "house":
            return home
        if to == "stories":
            return 3 * story + 0.3 * home if self.left(position) > 2 else 0.0
        if to == "coin":
            return self.coin(position, seat) + 0.6 * home + 20
        return 0.0

    def use(self, position: Position, seat: Seat, banner: str) -> float:
        """Value a white banner without a choice."""
        cards = position.catalogue
        coin = self.coin(position, seat)
        if banner == "game":
            return self.story(position, seat)
        if banner == "meeting":
            slots = cards.meeting["meeting"].slots
            marker = 100 * min(1.0, self.left(position) / 4) if seat.sets < slots else 0
            return marker + self.story(position, seat) - self.time(position, seat, cards.meeting["meeting"].white_time)
        if banner == "hall":
            hall = cards.halls[seat.hall]
            gain = {"finance": 2 * coin, "guild": 100.0 if seat.jokers < hall.slots else 0.0}.get(hall.effect, 0.0)
            if hall.effect in ("area", "population") and len(seat.marks) < hall.slots:
                gain = 260.0 * self.likes["council"]
            return gain - self.time(position, seat, hall.white_time)
        if banner.startswith("field"):
            field = cards.fields["field"]
            number = int(banner.removeprefix("field")) - 1
            return coin * (field.coins + field.plow * seat.fields[number]) - self.time(position, seat, field.white_time)
        kind = cards.craft_kinds[banner]  # type: ignore[index]
        index = KINDS.index(banner)
        if seat.goods[index] >= kind.slots:
            return 0.0
        return self.good(position, seat, kind.good) - self.time(position, seat, kind.white_time)

    def school(self, position: Position, seat: Seat, move: moves.School) -> float:
        """Value a step of the school."""
        missing = [place for place, there in enumerate(seat.villagers) if not there]
        best = max((self.villager(position, seat, place) for place in missing), default=VILLAGER * 0.5)
        coming = min(1.0, self.left(position) / 6)
        if move.profession:
            place = PROFESSIONS.index(move.profession)
            more = 2 * self.story(position, seat) if move.how == "right" else 0
            return self.villager(position, seat, place) + more - self.time(position, seat, 1)
        if move.how == "train":
            return 0.45 * best * coming
        return 1.2 * self.story(position, seat) * coming

    def mark(self, position: Position, seat: Seat, slot: str) -> float:
        """Value a marker of a hall."""
        if slot in PROFESSIONS:
            there = seat.villagers[PROFESSIONS.index(slot)]
            return 2.0 * there + (PROFESSIONS.index(slot) == CRAFTSMAN)
        cards = {
            "travel": len(seat.travel) + self.likes["travel"],
            "crafts": 5 - seat.crafts.count(""),
            "customers": len(seat.served) + 3 * self.likes["market"],
            "religion": len(seat.monks) + bool(seat.church) + 2 * self.likes["religion"],
            "fields": len(seat.fields) + self.likes["fields"],
        }
        return float(cards[slot])

    def settle(self, position: Position, seat: Seat, again: bool) -> float:
        """Keep a travel card that is no worse than the mean of its stack."""
        stack = position.travel_decks[len(seat.travel)]
        fame = [position.catalogue.travel[key].fame for key in stack]
        mean = sum(fame) / len(fame)
        return mean if again else position.catalogue.travel[position.drawn].fame + 0.2
