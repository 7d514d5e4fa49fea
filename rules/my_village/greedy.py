"""The greedy policy's judgement: what each legal move is worth at a glance, in hundredths of a point.

Only what the seat may know counts, and no move is played to judge it, except that dice are judged by the best banner
that their value opens. It is a yardstick for playouts, not advice: plans come from the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from . import moves
from .banners import BLACK, WHITE
from .dice import price
from .market import price as price_of
from .scoring import windows
from .steps import replace
from .values import AREAS, GOODS, HOUSE, KINDS, LETTERS, PROFESSIONS, SYMBOLS, Position, Seat
from .white import field_of

if TYPE_CHECKING:
    from .game import Game

COIN_WORTH, TIME, GOOD, JOKER, SET, STORY, SAFE = 45, -25, 110, 130, 110, 55, 100
CRAFT, FIELD = 330, 160
CHURCHES = {"salvation": 180, "abbey": 150, "trade": 260, "mission": 150}
PLACES = (120, 130, 150, 260, 240)  #: what a villager of each profession is worth alive


def paid(pay: tuple[str, ...]) -> int:
    """Value what is paid in goods and coins."""
    return sum(COIN_WORTH if name == "coin" else JOKER if name == "joker" else GOOD for name in pay)


def _wanted(position: Position, seat: Seat, kind: int) -> int:
    """Count how much of a good the own customers and the next journey ask for."""
    good = GOODS[kind]
    rows = position.catalogue.customers
    wanted = sum(rows[card].goods.count(good) for card in seat.customers)
    if len(seat.travel) < len(LETTERS):
        stack = position.catalogue.travel_stacks[LETTERS[len(seat.travel)]]  # type: ignore[index]
        wanted += any(good in way.goods for way in stack.ways)
    return wanted - seat.goods[kind]


class Customers(dict[str, int]):
    """Value customers to take in a village with certain craft buildings: fame, less what its goods are still to cost.

    ``groups`` are those that were valued before, as the bailiff brings them.
    """

    def __init__(self, game: Game, crafts: tuple[str, ...]) -> None:
        super().__init__()
        self.rows = game.catalogue.customers
        self.lacking = {good for good, craft in zip(GOODS, crafts, strict=True) if not craft}

    def __missing__(self, card: str) -> int:
        """Value a customer."""
        row = self.rows[card]
        missing = sum([good in self.lacking for good in row.goods])
        worth = max(10, 70 * row.fame - 60 * len(row.goods) - 70 * missing + (40 if not row.values else 0))
        self[card] = worth
        return worth


def _customers(position: Position, seat: Seat) -> Customers:
    """Return what customers are worth to a village; remembered, for it has few kinds of craft buildings."""
    memory = position.game.memory
    key = ("customers", seat.crafts)
    found: Customers | None = memory.get(key)
    if found is None:
        found = memory[key] = Customers(position.game, seat.crafts)
    return found


def _bought(position: Position, seat: Seat, customers: tuple[str, ...]) -> int:
    """Value a group of customers at the bailiff's price; those who wait already make each less worth."""
    worths, number = _customers(position, seat), len(customers)
    time, coins = price_of(position, number)
    worth = sum([worths[card] for card in customers])
    return worth + time * TIME - coins * COIN_WORTH - len(seat.customers) * 25 * number


def _best_bought(position: Position, seat: Seat, brought: Sequence[Any]) -> int:
    """Value the best of the groups that the bailiff brings: of each size, those who are worth most."""
    worths = _customers(position, seat)
    row = sorted([worths[card] for card in position.customers if card], reverse=True)
    best = 0
    for number in {len(move.customers) for move in brought}:
        time, coins = price_of(position, number)
        worth = sum(row[:number]) + time * TIME - coins * COIN_WORTH - len(seat.customers) * 25 * number
        best = max(best, worth)
    return best


def _walk(position: Position, seat: Seat, to: str) -> int:
    """Value a step of the headman."""
    if to == "stay":
        return -40
    if to == "coin":
        return COIN_WORTH + (70 if seat.headman == HOUSE else 30) + 8 * seat.tree
    if to == "stories":
        return position.catalogue.places["headman"].stories * STORY - 10
    return seat.tree * (SAFE - STORY)


def _window(position: Position, seat: Seat) -> int:
    points = position.game.windows
    have = windows(position, seat)
    return 100 * (points[min(have + 1, len(points) - 1)] - points[have]) + 60


def _marked(position: Position, seat: Seat, slot: str) -> int:
    """Value a marker on the hall: what its category counts by now, and may count."""
    if slot in PROFESSIONS:
        index = PROFESSIONS.index(slot)
        return 300 if seat.villagers[index] else 120
    now = {
        "travel": len(seat.travel) + 1,
        "crafts": sum(map(bool, seat.crafts)) + 1,
        "customers": len(seat.served) + len(seat.customers) // 2 + 1,
        "religion": len(seat.monks) + bool(seat.church) + 1,
        "fields": len(seat.fields),
    }
    return 90 * now[slot] + 10 * (len(AREAS) - AREAS.index(slot))


def _hall(position: Position, seat: Seat, card: str) -> int:
    """Value a town hall: fame and what it does now and later."""
    row = position.catalogue.halls[card]
    more = {"finance": 260, "area": 420, "population": 480, "guild": 330}[row.effect]
    return 100 * row.fame + more


def judge(position: Position, seat: Seat, move: Any) -> int:
    """Value one move of step II or of a question after it."""
    game, rows = position.game, position.catalogue
    match move:  # the most frequent ones first
        case moves.Bailiff():
            return _bought(position, seat, move.customers) if move.customers else 260
        case moves.Use():
            return _use(position, seat, move.banner)
        case moves.Headman():
            return TIME + _walk(position, seat, move.to)
        case moves.Craft():
            craft = rows.crafts[move.card]
            kind = KINDS.index(craft.kind)
            common = rows.craft_kinds[craft.kind]
            need = 60 * max(0, _wanted(position, seat, kind))
            return CRAFT + need + common.time * TIME - paid(move.pay)
        case moves.Serve():
            customer = rows.customers[move.customer]
            return 100 * customer.fame + 60 + customer.time * TIME - paid(move.pay) // 2
        case moves.Field():
            return FIELD + game.field.coins * COIN_WORTH + game.field.time * TIME
        case moves.School():
            return _school(position, seat, move)
        case moves.Travel():
            stack = rows.travel_stacks[move.letter]  # type: ignore[index]
            deck = position.travel_decks[LETTERS.index(move.letter)]
            fame = sum(rows.travel[card].fame for card in deck) * 100 // max(1, len(deck))
            return fame + 40 + stack.time * TIME - paid(move.pay)
        case moves.Plow():
            return 30 if position.value in game.field.values else -20
        case moves.Hand():
            return position.hand_stories * STORY + 60
        case moves.Buy():
            return _bought(position, seat, move.customers) if move.customers else 0
        case moves.Free():
            return 0 if move.customer == "none" else 100 + _customers(position, seat)[move.customer]
        case moves.Church():
            church = rows.churches[move.card]
            extra = _window(position, seat) - 60 if church.effect == "abbey" else 0
            return 100 * church.fame + CHURCHES[church.effect] + extra + church.time * TIME - paid(move.pay)
        case moves.Monk():
            monk = rows.monks[position.monks[SYMBOLS.index(move.symbol)]]
            bonus = {"stories": STORY, "headman": 40, "school": 110, "bailiff": 110}[monk.effect] * monk.amount
            return _window(position, seat) + bonus + monk.time * TIME - paid(move.pay)
        case moves.Hall():
            return _hall(position, seat, move.card) + rows.halls[move.card].time * TIME - paid(move.pay)
        case moves.Meeting():
            return 100 * game.meeting.fame + STORY + SET + 120 + game.meeting.time * TIME
        case moves.Settle():
            deck = position.travel_decks[LETTERS.index(rows.travel[position.drawn].letter)]
            mean = sum(rows.travel[card].fame for card in deck) / max(1, len(deck))
            return int(100 * (mean if move.again else rows.travel[position.drawn].fame))
        case moves.Mark():
            return _marked(position, seat, move.slot)
        case moves.Tile():
            return {"school": 70, "hall": 60}.get(move.banner, 20 if move.banner in KINDS else 0)
        case moves.Die():
            index = PROFESSIONS.index(move.profession)
            filled, spaces = position.chronicle[index], game.chronicle[index]
            story = spaces[filled] * STORY if filled < len(spaces) else 0
            marked = 350 if move.profession in seat.marks else 0
            return story - PLACES[index] - marked
        case moves.Laborer():
            return PLACES[PROFESSIONS.index(move.profession)]
        case moves.Ward():
            return seat.tree // 2 * STORY - 80 if move.ward else 0
    return 0


def _use(position: Position, seat: Seat, banner: str) -> int:
    """Value a white banner."""
    game, rows = position.game, position.catalogue
    if banner == "game":
        return STORY
    if banner == "meeting":
        return STORY + SET + game.meeting.white_time * TIME
    if banner == "hall":
        row = rows.halls[seat.hall]
        worth = {"finance": row.amount * COIN_WORTH, "area": 220, "population": 260, "guild": JOKER}[row.effect]
        return worth + row.white_time * TIME
    if banner in KINDS:
        kind = KINDS.index(banner)
        row_ = rows.craft_kinds[banner]  # type: ignore[index]
        full = seat.goods[kind] >= row_.slots
        return (0 if full else GOOD + 20 * max(0, _wanted(position, seat, kind))) + row_.white_time * TIME
    plow = seat.fields[field_of(banner)]
    return (game.field.coins + (game.field.plow if plow else 0)) * COIN_WORTH + game.field.white_time * TIME


def _school(position: Position, seat: Seat, move: moves.School) -> int:
    """Value what the school does."""
    if move.how in ("train", "advance"):
        missing = seat.villagers.count(False)
        return 60 + 30 * missing if move.how == "train" else 40 + 10 * missing
    stories = position.catalogue.places["school"].stories * STORY if move.how == "right" else 0
    return PLACES[PROFESSIONS.index(move.profession)] + stories + TIME - 80


def _pairs(position: Position, seat: Seat, legal: Sequence[Any]) -> list[int]:
    """Value pairs of dice by the best banner that their value opens, and by what they cost."""
    best: dict[int, int] = {}
    found = []
    for move in legal:
        if move.value not in best:
            best[move.value] = _best(replace(position, value=move.value, step="banner"), seat)
        coins, black = price(move)
        cost = black * position.game.black_die * TIME - coins * COIN_WORTH - move.markers * SET
        found.append(best[move.value] + cost)
    return found


def _best(position: Position, seat: Seat) -> int:
    """Value the best use of a banner value: one black banner, or all white ones that bring something."""
    black = 0
    for kind, verb in BLACK.items():
        found: Sequence[Any] = verb.moves(position, seat)
        if not found:
            continue
        if kind is moves.Bailiff and found[0].customers:
            black = max(black, _best_bought(position, seat, found))
        else:
            black = max(black, *[judge(position, seat, move) for move in found])
    white = 0
    for kind, verb in WHITE.items():
        name = BANNERS[kind]
        best: dict[str, int] = {}
        for move in verb.moves(position, seat):
            banner, worth = name(move), judge(position, seat, move)
            if worth > best.get(banner, 0):
                best[banner] = worth
        white += sum(best.values())
    return max(black, white)


#: How a move of a white banner names that banner.
BANNERS: dict[type, Callable[[Any], str]] = {
    moves.Serve: lambda move: move.customer,
    moves.Use: lambda move: move.banner,
    moves.School: lambda move: "school",
}


def _banner(move: Any) -> str:
    """Name the white banner that a move activates; nothing for another move."""
    name = BANNERS.get(type(move))
    return name(move) if name is not None else ""


def _bests(legal: Sequence[Any], weights: Sequence[int]) -> dict[str, int]:
    """Return the best weight of every white banner that brings something."""
    best: dict[str, int] = {}
    for move, worth in zip(legal, weights, strict=True):
        if worth > 0 and (name := _banner(move)):
            best[name] = max(best.get(name, 0), worth)
    return best


def weigh(position: Position, legal: Sequence[Any]) -> list[int]:
    """Value legal moves for the seat that decides."""
    number = position.actor or 0
    seat = position.seats[number]
    if position.question == "dice":
        return _pairs(position, seat, legal)
    weights = [judge(position, seat, move) for move in legal]
    best = _bests(legal, weights)
    if position.question == "banner":
        # A white banner opens the way to the others of the same value; the meeting place, which must be last, does not.
        total = sum(best.values())
        for index, move in enumerate(legal):
            name = _banner(move)
            if name in best and weights[index] > 0 and not (name == "meeting" and len(best) > 1):
                weights[index] += total - best[name]
    elif position.question == "white":
        for index, move in enumerate(legal):
            if _banner(move) == "meeting" and len(best) > 1:
                weights[index] = min(weights[index], 1)
    return weights
