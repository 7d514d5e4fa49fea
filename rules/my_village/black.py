"""Cards of the offer: churches, monks, halls, meeting places, fields and craft buildings; and the hand.

A card is taken by its black banner: value, villager, limits, costs; then its action, and it lies in the village.

Source: rulebook pages 5 (hand) and 8 to 11 (the cards).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from rules.findings import Finding

from . import catalogue
from . import naming as words
from .banners import BLACK, Verb
from .catalogue import Cost
from .moves import Church, Craft, Field, Hall, Hand, Mark, Meeting, Monk, Move, Tile
from .outcomes import Reveal
from .payment import Bill, cannot_pay, spend
from .scoring import windows
from .seats import needs, off_value, passed, stored
from .steps import CHANCES, DECISIONS, Chance, Decision, finding, prepare, replace, settled, with_seat
from .values import (
    ABBOT,
    AREAS,
    COUNCILMAN,
    CRAFTSMAN,
    KINDS,
    PROFESSIONS,
    SYMBOLS,
    WINDOWS,
    Position,
    Seat,
)

MANY = 4  #: so many cards on offer are named at most


@lru_cache(maxsize=512)
def bill(ways: tuple[Cost, ...]) -> Bill:
    """Return what a black banner asks for besides time."""
    return Bill(ways)


def offers(
    verb: type[Church] | type[Hall],
    position: Position,
    seat: Seat,
    cards: tuple[str, ...],
    rows: Mapping[str, catalogue.Church | catalogue.Hall],
) -> list[Move]:
    """List the cards on offer that show the value, with every way to pay."""
    value = position.value
    return [
        verb(card, pay) for card in cards if value in rows[card].values for pay in bill(rows[card].ways).payments(seat)
    ]


def absent(position: Position, card: str, what: str, offered: Iterable[str]) -> list[Finding]:
    """Refuse a card that does not lie on offer, and name those that do."""
    text = f"There is no {words.pile_name(position, what, card)} on offer."
    names = list(dict.fromkeys(words.pile_name(position, what, other) for other in offered))
    if len(names) > MANY:
        return [finding("cards-limited", text, f"Choose one of those on offer, such as the {names[0]}.")]
    return [finding("cards-limited", text, f"On offer: {words.joined(names)}." if names else "None is left.")]


# --- the starting player's hand (rules hand-*) ---------------------------------------------------------------------


def check_hand(position: Position, seat: Seat, move: Hand) -> list[Finding]:
    """Refuse the hand to the starting player, and while its back is up."""
    place = position.catalogue.places["hand"]
    wrong = off_value(position, place.values, "The hand", "hand-value")
    if position.hand_back:
        wrong.append(
            finding("hand-back", "The back of the hand is up: it was taken in this round.", "Wait for the next.")
        )
    elif position.turn == 0:
        text = "You are the starting player, so you may not take the hand now."
        wrong.append(finding("hand-own", text, "Another player may; with two, you may in your second turn."))
    return wrong


def take_hand(position: Position, number: int, move: Hand) -> Position:
    """Take hand and story points; you begin the next round (rule hand-take)."""
    seat = position.seats[number]
    seat = replace(seat, tree=seat.tree + position.hand_stories)
    return with_seat(position, number, seat, hand=number, hand_back=True, hand_stories=0)


def hands(position: Position, seat: Seat) -> list[Move]:
    """List the hand where it can be taken."""
    if position.hand_back or position.turn == 0 or position.value not in position.catalogue.places["hand"].values:
        return []
    return [Hand()]


BLACK[Hand] = Verb(hands, check_hand, take_hand)


# --- churches (rules church-*) -------------------------------------------------------------------------------------


def churches(position: Position, seat: Seat) -> list[Move]:
    """List the churches on offer that show the value, with every way to pay."""
    if seat.church or not seat.villagers[ABBOT]:
        return []
    return offers(Church, position, seat, position.churches, position.catalogue.churches)


def check_church(position: Position, seat: Seat, move: Church) -> list[Finding]:
    """Refuse a church that may not be taken."""
    if move.card not in position.churches:
        return absent(position, move.card, "church", position.churches)
    row = position.catalogue.churches[move.card]
    wrong = off_value(position, row.values, row.name.en, "banner-value")
    wrong += needs(position, seat, ABBOT, "church-villager")
    if seat.church:
        wrong.append(finding("church-one", "You have a church already, and there may be only one.", "Take a monk."))
    return wrong + cannot_pay(seat, bill(row.ways), move.pay)


def take_church(position: Position, number: int, move: Church) -> Position:
    """Lay a church in the village."""
    row = position.catalogue.churches[move.card]
    seat = passed(position, spend(position.seats[number], bill(row.ways), move.pay), row.time)
    left = tuple([card for card in position.churches if card != move.card])
    return with_seat(position, number, replace(seat, church=move.card), churches=left)


BLACK[Church] = Verb(churches, check_church, take_church)


# --- monks (rules monk-*) ------------------------------------------------------------------------------------------


def monks(position: Position, seat: Seat) -> list[Move]:
    """List the top monks that show the value, with every way to pay."""
    if not seat.church or not seat.villagers[ABBOT] or windows(position, seat) >= WINDOWS:
        return []
    rows = position.catalogue.monks
    return [
        Monk(symbol, pay)
        for symbol, card in zip(SYMBOLS, position.monks, strict=True)
        if card and position.value in rows[card].values
        for pay in bill(rows[card].ways).payments(seat)
    ]


def check_monk(position: Position, seat: Seat, move: Monk) -> list[Finding]:
    """Refuse a monk who may not be taken."""
    card = position.monks[SYMBOLS.index(move.symbol)] if move.symbol in SYMBOLS else ""
    if not card:
        stacks = [symbol for symbol, top in zip(SYMBOLS, position.monks, strict=True) if top]
        return absent(position, move.symbol, "monk of the stack", stacks)
    row = position.catalogue.monks[card]
    wrong = off_value(position, row.values, row.name.en, "banner-value")
    wrong += needs(position, seat, ABBOT, "monk-villager")
    if not seat.church:
        wrong.append(finding("monk-church", "A monk needs a church, and you have none.", "Take a church first."))
    if windows(position, seat) >= WINDOWS:
        text = f"You have {WINDOWS} church windows already, and more there may not be."
        wrong.append(finding("monk-windows", text, windows=WINDOWS))
    return wrong + cannot_pay(seat, bill(row.ways), move.pay)


def take_monk(position: Position, number: int, move: Monk) -> Position:
    """Lay the top monk of a stack in the village (rules monk-top, monk-stories).

    His bonus is asked for, then the next card of the stack is turned up.
    """
    stack = SYMBOLS.index(move.symbol)
    card = position.monks[stack]
    row = position.catalogue.monks[card]
    seat = passed(position, spend(position.seats[number], bill(row.ways), move.pay), row.time)
    seat = replace(seat, monks=(*seat.monks, card), tree=seat.tree + (row.amount if row.effect == "stories" else 0))
    asked = () if row.effect == "stories" else ((number, f"bonus/{row.effect}"),) * row.amount
    tops = (*position.monks[:stack], "", *position.monks[stack + 1 :])
    return with_seat(position, number, seat, monks=tops, pending=(*asked, (number, f"monk/{move.symbol}")))


BLACK[Monk] = Verb(monks, check_monk, take_monk)


def _register_stack(stack: int, symbol: str) -> None:
    """Register the chance node that turns up the next monk of a stack."""
    question = f"monk/{symbol}"

    def outcomes(position: Position) -> tuple[tuple[Reveal, Fraction], ...]:
        return drawn_from("monk", position.monk_decks[stack])

    def turn_up(position: Position, outcome: Reveal) -> Position:
        deck = tuple([card for card in position.monk_decks[stack] if card != outcome.card])
        tops = (*position.monks[:stack], outcome.card, *position.monks[stack + 1 :])
        decks = (*position.monk_decks[:stack], deck, *position.monk_decks[stack + 1 :])
        return settled(position, monks=tops, monk_decks=decks)

    CHANCES[question] = Chance(outcomes, turn_up, Reveal)

    @prepare(question)
    def empty(position: Position) -> Position | None:
        return None if position.monk_decks[stack] else settled(position)


@lru_cache(maxsize=4_096)
def drawn_from(pile: str, cards: tuple[str, ...]) -> tuple[tuple[Reveal, Fraction], ...]:
    """List the cards of a stack, each with the same probability."""
    chance = Fraction(1, max(1, len(cards)))
    return tuple([(Reveal(pile, card), chance) for card in cards])


for _stack, _symbol in enumerate(SYMBOLS):
    _register_stack(_stack, _symbol)


# --- town halls (rules hall-*) -------------------------------------------------------------------------------------


def halls(position: Position, seat: Seat) -> list[Move]:
    """List the halls on offer that show the value, with every way to pay."""
    if seat.hall or not seat.villagers[COUNCILMAN]:
        return []
    return offers(Hall, position, seat, position.halls, position.catalogue.halls)


def check_hall(position: Position, seat: Seat, move: Hall) -> list[Finding]:
    """Refuse a hall that may not be taken."""
    if move.card not in position.halls:
        return absent(position, move.card, "hall", position.halls)
    row = position.catalogue.halls[move.card]
    wrong = off_value(position, row.values, row.name.en, "banner-value")
    wrong += needs(position, seat, COUNCILMAN, "hall-villager")
    if seat.hall:
        wrong.append(finding("hall-one", "You have a town hall already, and there may be only one."))
    return wrong + cannot_pay(seat, bill(row.ways), move.pay)


def take_hall(position: Position, number: int, move: Hall) -> Position:
    """Lay a hall in the village and do its action."""
    row = position.catalogue.halls[move.card]
    seat = passed(position, spend(position.seats[number], bill(row.ways), move.pay), row.time)
    left = tuple([card for card in position.halls if card != move.card])
    return hall_action(with_seat(position, number, replace(seat, hall=move.card), halls=left), number)


def hall_action(position: Position, number: int) -> Position:
    """Do what the own hall does: coins (rule hall-finance), a joker, or a marker whose place is asked for."""
    seat = position.seats[number]
    row = position.catalogue.halls[seat.hall]
    if row.effect == "finance":
        return with_seat(position, number, replace(seat, coins=seat.coins + row.amount))
    if row.effect == "guild":
        return with_seat(
            position, number, replace(seat, jokers=min(max(row.slots, seat.jokers), seat.jokers + row.amount))
        )
    return replace(position, pending=((number, "mark"), *position.pending)) if free_marks(position, seat) else position


def free_marks(position: Position, seat: Seat) -> tuple[str, ...]:
    """List the spaces of the own hall that have no marker yet."""
    row = position.catalogue.halls[seat.hall]
    names = AREAS if row.effect == "area" else PROFESSIONS
    return tuple([name for name in names if name not in seat.marks])


def check_mark(position: Position, move: Mark) -> list[Finding]:
    """Refuse a space that is not free."""
    free = free_marks(position, position.seats[position.pending[0][0]])
    if move.slot in free:
        return []
    text = f"{words.capital(words.slot_name(position, move.slot))} is no free space of your hall."
    names = ", ".join(words.slot_name(position, slot) for slot in free)
    return [finding("hall-marks", text, f"Choose one of {names}.")]


def mark(position: Position, move: Mark) -> Position:
    """Put a marker on the hall; it stays to the end of the game."""
    number = position.pending[0][0]
    seat = position.seats[number]
    seat = replace(seat, marks=tuple(sorted((*seat.marks, move.slot))))
    return with_seat(settled(position), number, seat)


BLACK[Hall] = Verb(halls, check_hall, take_hall)
DECISIONS["mark"] = Decision(
    "Choose the space of your hall for the marker.",
    (Mark,),
    lambda position: tuple([Mark(slot) for slot in free_marks(position, position.seats[position.pending[0][0]])]),
    check_mark,
    mark,
)


# --- the meeting place and its tile (rules meeting-*, tile-*) --------------------------------------------------------


def check_meeting(position: Position, seat: Seat, move: Meeting) -> list[Finding]:
    """Refuse a meeting place that may not be taken."""
    row = position.game.meeting
    wrong = off_value(position, row.values, row.name.en, "banner-value")
    wrong += needs(position, seat, COUNCILMAN, "meeting-villager")
    if seat.meeting:
        wrong.append(finding("meeting-one", "You have a meeting place already, and there may be only one."))
    if not position.meetings:
        wrong.append(finding("cards-limited", "No meeting place is left."))
    return wrong


def take_meeting(position: Position, number: int, move: Meeting) -> Position:
    """Pay for a meeting place; where its tile lies is asked first."""
    seat = passed(position, position.seats[number], position.game.meeting.time)
    seat = replace(seat, meeting=True)
    return with_seat(position, number, seat, meetings=position.meetings - 1, pending=((number, "tile"),))


def laid_banners(seat: Seat) -> list[str]:
    """List the white banners of the town hall, the fields and the craft buildings of a village."""
    fields = [f"field{index + 1}" for index in range(len(seat.fields))]
    kinds = [kind for kind, card in zip(KINDS, seat.crafts, strict=True) if card]
    return [*(["hall"] if seat.hall else []), *fields, *kinds]


def white_banners(seat: Seat) -> tuple[str, ...]:
    """List the white banners of a village beside which the tile can lie."""
    return ("game", "school", *laid_banners(seat), *seat.customers)


def tiles(position: Position) -> tuple[Move, ...]:
    """List where the tile may go: at first it must be laid, later it may stay."""
    seat = position.seats[position.pending[0][0]]
    places = tuple([Tile(banner) for banner in white_banners(seat) if banner != seat.tile])
    return (*places, Tile("stay")) if seat.tile else places


def check_tile(position: Position, move: Tile) -> list[Finding]:
    """Refuse a place where the tile cannot lie."""
    seat = position.seats[position.pending[0][0]]
    if move in tiles(position):
        return []
    if move.banner == "stay":
        return [finding("meeting-first-tile", "A new tile must be laid beside a white banner of your village.")]
    places = ", ".join(words.banner_name(position, banner) for banner in white_banners(seat))
    text = f"The tile cannot be laid beside the {words.banner_name(position, move.banner)} now."
    return [finding("meeting-tile", text, f"Choose one of {places}.")]


def lay_tile(position: Position, move: Tile) -> Position:
    """Lay the tile; then a story point and a marker come (rules meeting-story, meeting-marker)."""
    number = position.pending[0][0]
    seat = position.seats[number]
    row = position.game.meeting
    seat = replace(
        seat,
        tile=seat.tile if move.banner == "stay" else move.banner,
        tree=seat.tree + row.stories,
        sets=min(max(row.slots, seat.sets), seat.sets + 1),
    )
    return with_seat(settled(position), number, seat)


def meetings(position: Position, seat: Seat) -> list[Move]:
    """List the meeting place where it can be taken."""
    if seat.meeting or not position.meetings or position.value not in position.game.meeting.values:
        return []
    return [Meeting()] if seat.villagers[COUNCILMAN] else []


BLACK[Meeting] = Verb(meetings, check_meeting, take_meeting)
DECISIONS["tile"] = Decision(
    "Choose the white banner beside which the tile lies.", (Tile,), tiles, check_tile, lay_tile
)


# --- fields (rules field-*) ----------------------------------------------------------------------------------------


def check_field(position: Position, seat: Seat, move: Field) -> list[Finding]:
    """Refuse a field that does not show the value, or that is not there any more."""
    row = position.game.field
    wrong = off_value(position, row.values, row.name.en, "banner-value")
    return wrong if position.fields else [*wrong, finding("cards-limited", "No field is left.")]


def take_field(position: Position, number: int, move: Field) -> Position:
    """Lay a field in the village; it brings a coin, and needs nobody (rules field-coin, field-always)."""
    row = position.game.field
    seat = passed(position, position.seats[number], row.time)
    seat = replace(seat, fields=(*seat.fields, False), coins=seat.coins + row.coins)
    return with_seat(position, number, seat, fields=position.fields - 1)


def fields(position: Position, seat: Seat) -> list[Move]:
    """List the field where it can be taken."""
    return [Field()] if position.fields and position.value in position.game.field.values else []


BLACK[Field] = Verb(fields, check_field, take_field)


# --- craft buildings (rules craft-*) -------------------------------------------------------------------------------


def crafts(position: Position, seat: Seat) -> list[Move]:
    """List the buildings on offer that show the value, of kinds that the village lacks, with every way to pay."""
    found: list[Move] = []
    if not seat.villagers[CRAFTSMAN]:
        return found
    kinds = position.catalogue.craft_kinds
    for kind, card in position.game.crafts_at.get(position.value, ()):
        if not seat.crafts[kind] and card in position.crafts[kind]:
            payments = bill(kinds[KINDS[kind]].ways).payments(seat)  # type: ignore[index]
            found += [Craft(card, pay) for pay in payments]
    return found


def check_craft(position: Position, seat: Seat, move: Craft) -> list[Finding]:
    """Refuse a craft building that may not be taken."""
    if not any(move.card in row for row in position.crafts):
        shown = [card for row in position.crafts for card in row if position.catalogue.crafts[card].values]
        fitting = [card for card in shown if position.value in position.catalogue.crafts[card].values]
        return absent(position, move.card, "craft building", fitting or shown)
    row = position.catalogue.crafts[move.card]
    common = position.catalogue.craft_kinds[row.kind]
    wrong = off_value(position, row.values, f"This {common.name.en.lower()}", "banner-value")
    wrong += needs(position, seat, CRAFTSMAN, "craft-villager")
    if seat.crafts[KINDS.index(row.kind)]:
        text = f"You have a {common.name.en.lower()} already, and there may be only one of each kind."
        wrong.append(finding("craft-one", text))
    return wrong + cannot_pay(seat, bill(common.ways), move.pay)


def take_craft(position: Position, number: int, move: Craft) -> Position:
    """Lay a craft building in the village, with one good on it."""
    row = position.catalogue.crafts[move.card]
    common = position.catalogue.craft_kinds[row.kind]
    kind = KINDS.index(row.kind)
    seat = passed(position, spend(position.seats[number], bill(common.ways), move.pay), common.time)
    seat = replace(seat, crafts=(*seat.crafts[:kind], move.card, *seat.crafts[kind + 1 :]))
    rows = position.crafts
    left = tuple([card for card in rows[kind] if card != move.card])
    seat = stored(seat, kind, common.slots)
    return with_seat(position, number, seat, crafts=(*rows[:kind], left, *rows[kind + 1 :]))


BLACK[Craft] = Verb(crafts, check_craft, take_craft)
