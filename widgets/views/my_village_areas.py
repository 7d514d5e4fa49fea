"""The areas of the own village: in each line a villager's place, and beside it the cards that need him."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.my_village.scoring import hall_points, windows
from rules.my_village.values import AREAS, GOODS, KINDS, LETTERS, PROFESSIONS, WINDOWS, Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.marks_text import text, width
from widgets.views import my_village_words_seat as said
from widgets.views.my_village_house import hall_ring, served_ring, windows_ring
from widgets.views.my_village_icons import Flow, banner, banner_width, price, row, span
from widgets.views.my_village_offer import title
from widgets.views.my_village_words_cards import travel_words
from widgets.views.my_village_words_names import AREA_MARKS, AREA_NAMES, RING, customer_words, name, ours

CARD: Final = 46.0
LEFT: Final = 46.0
GAP: Final = 8.0
TWICE: Final = 780.0  #: from which width on the areas lie in two columns
GOOD: Final = 28.5  #: pitch of goods and markers on a card


def tile_of(position: Position, number: int, banner_: str) -> bool:
    """Say whether the 2/12 tile lies beside a white banner of a seat."""
    return position.seats[number].tile == banner_


def used(position: Position, number: int, banner_: str) -> bool:
    """Say whether a white banner has been activated in this turn."""
    return number == position.acting and banner_ in position.used


def areas(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> float:
    """Draw the six areas; return the height taken."""
    rows = ("abbot", "councilman", "traveller", "craftsman", "merchant", "farmer")
    draws = (religion, council, travel, crafts, customers, fields)
    across = 2 if w >= TWICE else 1
    size = (w - (across - 1) * 16) / across
    ends = [y] * across
    for line, (profession, draw) in enumerate(zip(rows, draws, strict=True)):
        column = line // 3 if across > 1 else 0
        left, at = x + column * (size + 16), ends[column]
        if line % (3 if across > 1 else 6):
            canvas.add(marks.path(f"M{round(left, 1)} {round(at, 1)}h{round(size, 1)}", "hair"))
        area = Area(canvas, position, number, line, left + LEFT, at + 5, size - LEFT)
        villager(canvas, position, number, profession, line, left, at + 5)
        draw(area)
        ends[column] = at + area.flow.taken + 10
    return max(ends) - y


def villager(canvas: Canvas, position: Position, number: int, profession: str, line: int, x: float, y: float) -> None:
    """Draw the place of a villager: he is there, or it is empty."""
    middle = x + 19, y + CARD / 2 + 1
    if profession not in PROFESSIONS:
        canvas.add(marks.use(f"seal-{profession}", *middle, 1))
        return
    there = position.seats[number].villagers[PROFESSIONS.index(profession)]
    label = f"{profession}: {'there' if there else 'nobody there; the banners of this area rest'}"
    canvas.place(f"villager:{profession}", (x, y, 38, CARD), label, "own villagers", (line, 0))
    drawn = marks.use(f"{'villager' if there else 'niche'}-{profession}", *middle, 1.3)
    canvas.add(marks.keyed(f"villager:{number}:{profession}", drawn) if there else drawn)


class Area:
    """Put the cards of one area beside the place of its villager."""

    def __init__(
        self, canvas: Canvas, position: Position, number: int, line: int, x: float, y: float, room: float
    ) -> None:
        self.canvas, self.position, self.number, self.line = canvas, position, number, line
        self.seat = position.seats[number]
        self.flow = Flow(x, y, room, CARD, GAP, 6)
        self.column = 0
        self.right = x  #: where the card ends that was drawn last

    def box(self, w: float) -> tuple[float, float]:
        """Draw the ground of a card and return its corner."""
        corner = self.flow.take(min(w, self.flow.room))
        self.canvas.add(marks.rect(*corner, min(w, self.flow.room), CARD, "slot", 6))
        return corner

    def place(
        self, keys: Sequence[str], box: tuple[float, float, float, float], label: str, group: str = "cards"
    ) -> None:
        """Make a place that stands for the first of the keys that is asked for."""
        self.column += 1
        self.canvas.place(self.canvas.pick(keys), box, label, f"own {group}", (self.line, self.column))

    def empty(self, words: str) -> None:
        """Say that nothing lies here."""
        self.canvas.add(text(words, self.flow.x, self.flow.y + CARD / 2 + 5, "mute"))

    def bannered(
        self, banner_: str, values: Sequence[int], called: str, house: bool, inner: float, label: str, corner: float = 0
    ) -> tuple[float, float]:
        """Draw a card with a white banner at its left; return where its inner part begins.

        ``inner`` is the width of that part, in which the name leaves the ``corner`` free.
        """
        tile = tile_of(self.position, self.number, banner_)
        extra = self.position.game.meeting.tile if tile else ()
        wide = banner_width(values, extra)
        whole = self.canvas.printed(called, house)
        inner = max(inner, min(width(whole, 13, "serif") + 2, 120) + corner)
        x, y = self.box(wide + inner + 25)
        self.right = x + min(wide + inner + 25, self.flow.room)
        token = f"customer:{banner_}" if banner_ in self.seat.customers else f"banner:{banner_}"
        said_ = label + ("; the 2/12 tile lies here" if tile else "")
        self.place((f"beside:{banner_}", token), (x + 1, y + 1, wide + 10, CARD - 2), said_)
        self.canvas.add(banner(values, x + 6, y + 23, "white", extra))
        left = x + wide + 19
        self.canvas.add(title(self.canvas, called, house, left, y + 16, inner - corner))
        if used(self.position, self.number, banner_):
            self.canvas.add(marks.use("banner-done", x + 10, y + 10, 0.95))
        return left, y + 32

    def pieces(self, mark: str, number: int, slots: int, x: float, y: float, keys: Sequence[str], label: str) -> None:
        """Draw pieces and the free spaces beside them."""
        for index in range(max(slots, number)):
            at = x + 11 + GOOD * index
            if index < number:
                self.place(keys, (at - 11, y - 11, 22, 22), label, "goods")
                self.canvas.add(marks.keyed(f"{keys[-1]}:{self.number}:{index}", marks.use(mark, at, y, 0.92)))
            else:
                self.canvas.add(marks.use("slot", at, y, 0.8))


def religion(area: Area) -> None:
    """Draw the church and its windows."""
    canvas, position, seat = area.canvas, area.position, area.seat
    if not seat.church:
        area.empty("no church")
        return
    row_ = position.catalogue.churches[seat.church]
    room = min(166.0, area.flow.room - 150) if area.flow.room > 300 else area.flow.room
    x, y = area.box(room)
    label = said.church_state(position, area.number)
    area.place(("ward", f"own:{seat.church}"), (x, y, room, CARD), label)
    canvas.add(
        title(canvas, name(row_), ours(row_), x + 8, y + 17, room - 48),
        marks.laurel(row_.fame, x + room - 20, y + 23, 0.9),
    )
    if row_.effect == "salvation":
        drawn = "".join(
            marks.use("marker" if i < seat.wards else "slot", x + 17 + 22 * i, y + 33, 0.85) for i in range(2)
        )
    elif row_.effect == "mission":
        parts = [(letter.upper(), letter in seat.missions) for letter in LETTERS]
        drawn = "".join(
            (marks.use("marker", x + 15 + 22 * i, y + 33, 0.85) if done else "")
            + text(letter, x + 15 + 22 * i, y + 38, "bold ml-white" if done else "bold", "middle")
            for i, (letter, done) in enumerate(parts)
        )
    elif row_.effect == "abbey":
        drawn = text("1 window", x + 8, y + 37, "mute")
    else:
        drawn = text("1 customer free", x + 8, y + 37, "mute")
    canvas.add(drawn)
    shown = windows(position, seat)
    x, y = area.box(142)
    for index in range(WINDOWS):
        canvas.add(marks.use("window" if index < shown else "window-free", x + 13 + 16 * index, y + 23, 0.95))
    ring = canvas.printed("", bool(windows_ring(position)))
    canvas.add(marks.laurel(position.game.windows[shown], x + 121, y + 23, 0.9, ring))
    area.place(
        (f"windows:{area.number}",),
        (x, y, 142, CARD),
        said.windows_words(position, shown),
    )


def council(area: Area) -> None:
    """Draw town hall and meeting place."""
    if not area.seat.hall and not area.seat.meeting:
        area.empty("no town hall, no meeting place")
        return
    if area.seat.hall:
        hall(area)
    if area.seat.meeting:
        meeting(area)


def hall(area: Area) -> None:
    """Draw the town hall with what it marks or holds."""
    canvas, position, seat = area.canvas, area.position, area.seat
    row_ = position.catalogue.halls[seat.hall]
    label = said.hall_state(position, area.number)
    inner = {"finance": 90.0, "guild": GOOD * row_.slots}.get(row_.effect, GOOD * 5)
    wide = inner + 38
    left, y = area.bannered("hall", row_.values, name(row_), ours(row_), wide, label, 36)
    ring = canvas.printed("", bool(hall_ring(position, area.number)))
    canvas.add(marks.laurel(hall_points(position, seat), area.right - 20, y - 9, 0.9, ring))
    if row_.effect == "finance":
        canvas.add(row([f"+{row_.amount}", "gold"], left, y)[0])
    elif row_.effect == "guild":
        area.pieces(
            "joker", seat.jokers, row_.slots, left, y, ("from:hall", "pay:joker"), "joker good of the town hall"
        )
    else:
        slots = AREAS if row_.effect == "area" else PROFESSIONS
        for index, slot in enumerate(slots):
            at = left + 11 + GOOD * index
            marked = slot in seat.marks
            mark = AREA_MARKS[slot] if row_.effect == "area" else f"seal-{slot}"
            words = f"{AREA_NAMES.get(slot, slot)}: {'marked' if marked else 'not marked'}"
            area.place((f"mark:{slot}",), (at - 11, y - 11, 22, 22), words, "marks")
            drawn = marks.use(mark, at, y, 0.82)
            canvas.add(drawn if marked else f'<g class="ml-none">{drawn}</g>')
            if marked:
                canvas.add(marks.use("banner-done", at + 6, y - 6, 0.6))


def meeting(area: Area) -> None:
    """Draw the meeting place with its markers, each of which sets a die."""
    row_, seat = area.position.game.meeting, area.seat
    tile = seat.tile in ("", "meeting")
    places = max(row_.slots, seat.sets)
    inner = max(GOOD * places + (30 if tile else 4), width(name(row_), 13, "serif") + 10) + 36
    label = said.meeting_state(area.position, area.number)
    left, y = area.bannered("meeting", row_.values, name(row_), ours(row_), inner, label, 36)
    area.canvas.add(marks.laurel(row_.fame, area.right - 20, y - 9, 0.9))
    for index in range(places):
        at = left + 11 + GOOD * index
        area.canvas.add(marks.use("die" if index < seat.sets else "slot", at, y, 0.9 if index < seat.sets else 0.8))
    if tile:
        area.canvas.add(marks.use("tile", left + GOOD * places + 14, y - 1, 0.8))


def travel(area: Area) -> None:
    """Draw the journey: card by card its fame, and what it adds to the price of the next."""
    canvas, position, seat = area.canvas, area.position, area.seat
    turned_up = bool(position.drawn) and position.acting == area.number
    if not seat.travel and not turned_up:
        area.empty("no journey yet")
    for index, card in enumerate(seat.travel):
        row_ = position.catalogue.travel[card]
        more = price(row_.time, row_.coins, row_.goods)
        whole = name(row_) + (RING if ours(row_) else "")
        wide = max(118.0 if row_.ends else 92.0, 44 + 20 + span(more) + 8, min(30 + width(whole, 13, "serif"), 170.0))
        x, y = area.box(wide)
        area.place(
            (f"trip:{index}",), (x, y, wide, CARD), f"{card[0].upper()}: {travel_words(position.catalogue, card)}"
        )
        canvas.add(text(card[0].upper(), x + 8, y + 18, "rank"))
        canvas.add(title(canvas, name(row_), ours(row_), x + 24, y + 17, wide - 28))
        canvas.add(marks.laurel(row_.fame, x + 20, y + 32, 0.85))
        if row_.ends:
            canvas.add(text("the end", x + 42, y + 37, "mute"))
        elif more:
            canvas.add(text("+", x + 42, y + 37, "bold"), row(more, x + 53, y + 32)[0])
    if turned_up:
        drawn_card(area)


def drawn_card(area: Area) -> None:
    """Draw the travel card that was turned up and is not settled yet."""
    canvas, position = area.canvas, area.position
    row_ = position.catalogue.travel.get(position.drawn)
    x, y = area.flow.take(150)
    canvas.add(marks.rect(x, y, 150, CARD, "lent", 6))
    if row_ is None:
        canvas.add(text("face down", x + 75, y + 28, "mute", "middle"))
        area.place(("drawn",), (x, y, 150, CARD), "travel card, face down")
        return
    more = price(row_.time, row_.coins, row_.goods)
    canvas.add(
        title(canvas, f"{name(row_)}?", ours(row_), x + 9, y + 17, 132), marks.laurel(row_.fame, x + 22, y + 32, 0.85)
    )
    if more:
        canvas.add(text("+", x + 44, y + 37, "bold"), row(more, x + 55, y + 32, 90)[0])
    area.place(("keep", "drawn"), (x, y, 150, CARD), f"turned up: {travel_words(position.catalogue, position.drawn)}")


def crafts(area: Area) -> None:
    """Draw the craft buildings with their goods."""
    position, seat = area.position, area.seat
    if not any(seat.crafts):
        area.empty("no craft building")
    for index, card in enumerate(seat.crafts):
        if not card:
            continue
        kind, row_ = KINDS[index], position.catalogue.crafts[card]
        what = position.catalogue.craft_kinds[kind]  # type: ignore[index]
        label = said.craft_state(position, area.number, index)
        house = ours(row_, what)
        left, y = area.bannered(kind, row_.values, name(what), house, GOOD * max(what.slots, seat.goods[index]), label)
        good = GOODS[index]
        keys = ("from:smithy", "pay:plow") if good == "plow" else (f"pay:{good}",)
        area.pieces(good, seat.goods[index], what.slots, left, y, keys, f"{good} of the {name(what)}")


def customers(area: Area) -> None:
    """Draw the customers that wait, and the pile of those that were served."""
    canvas, position, seat = area.canvas, area.position, area.seat
    for card in seat.customers:
        row_ = position.catalogue.customers[card]
        wants = price(row_.time, goods=row_.goods)
        inner = span(wants) + 42
        label = f"customer {customer_words(position.catalogue, card)}"
        left, y = area.bannered(card, row_.values, name(row_), ours(row_), inner, label)
        canvas.add(row(wants, left - 2, y)[0], marks.laurel(row_.fame, left + span(wants) + 19, y, 0.8))
    if seat.served:
        total = sum(position.game.customer_fame[card] for card in seat.served)
        ring = canvas.printed("", bool(served_ring(position, area.number)))
        x, y = area.box(118)
        area.place((f"served:{area.number}",), (x, y, 118, CARD), said.served_words(position, area.number))
        canvas.add(text(str(len(seat.served)), x + 10, y + 22, "num"), text("served", x + 10, y + 38, "mute"))
        canvas.add(marks.laurel(total, x + 92, y + 23, 0.95, ring))
    elif not seat.customers:
        area.empty("no customer")


def fields(area: Area) -> None:
    """Draw the fields with their plows; they need no villager."""
    canvas, position, seat = area.canvas, area.position, area.seat
    row_ = position.game.field
    if not seat.fields:
        area.empty("no field")
    for index, plow in enumerate(seat.fields):
        gives = ["gold"] * (row_.coins + row_.plow * plow)
        token = f"field{index + 1}"
        label = said.field_state(position, area.number, index)
        left, y = area.bannered(token, row_.values, name(row_), ours(row_), 64, label)
        canvas.add(row(gives, left - 2, y, 38)[0])
        at = left + 51
        area.place(
            (f"field:{index + 1}", f"pay:{token}"),
            (at - 11, y - 11, 22, 22),
            f"plow space of {token}: {'a plow' if plow else 'free'}",
            "goods",
        )
        canvas.add(marks.use("plow" if plow else "slot", at, y, 0.9 if plow else 0.8))
