"""What lies before each seat: score, dice, goods, soldiers, markers, cards, and a small map of what is built."""

from __future__ import annotations

from typing import Final

from rules.kingsburg.catalogue import PrivateAdvisor
from rules.kingsburg.values import NO_MARKER, UNKNOWN, UNKNOWN_MARKER, Position
from rules.wording import both, count
from widgets import marks
from widgets.canvas import Canvas
from widgets.drawing import ground
from widgets.marks_text import lines, named, noted, text, wrap
from widgets.views import kingsburg_words as words
from widgets.views.kingsburg_court import DieKeys, gift, group
from widgets.views.kingsburg_house import total_ring

DIE: Final = 28
GOODS: Final = ("gold", "wood", "stone")


class SeatView:
    """Draw one seat. ``own`` is whether its dice, goods and cards are places that a move is made of."""

    def __init__(self, canvas: Canvas, position: Position, keys: DieKeys, number: int, own: bool, row: int) -> None:
        self.canvas, self.position, self.keys = canvas, position, keys
        self.number, self.own, self.row = number, own, row
        self.seat = position.seats[number]
        self.acts = position.actor == number

    # --- parts ------------------------------------------------------------------------------------------------------

    def frame(self, x: float, y: float, w: float, h: float) -> None:
        """Draw the ground, and the place that says all about the seat."""
        ground(self.canvas, self.acts, x, y, w, h)

    def name(self, x: float, y: float, turn: int) -> None:
        """Draw turn number, banner, name, and whether the seat acts or has passed."""
        label = words.seat_line(self.position, self.number)
        wide = 146 if self.note() else 104  # a ring around the place takes the note in, too
        self.canvas.place(
            f"seat:{self.number}", (x, y - 16, wide, 32), f"Turn {turn + 1}. {label}", "seats", (self.row, 0)
        )
        named = noted(words.seat_name(self.number), self.note(), x + 44, y + 5)
        banner = marks.keyed(f"seat:{self.number}", marks.flag(self.number, x + 29, y, 1.15))
        self.canvas.add(text(f"{turn + 1}.", x + 4, y + 5, "mute"), banner, named)

    def note(self) -> str:
        """Say in a word what the seat does in this step."""
        if self.acts:
            return "to act"
        step = self.position.step
        if step == "influence" and self.number not in self.position.queue:
            return "passed"
        return ""

    def score(self, x: float, y: float) -> None:
        """Draw the points."""
        ring = self.canvas.printed("", bool(total_ring(self.position, self.number)))
        self.canvas.add(marks.laurel(self.seat.total, x, y, 1.15, ring))

    def dice(self, x: float, y: float, room: float) -> None:
        """Draw the dice not yet placed, or how many bonus dice will be rolled."""
        seat = self.seat
        names = self.keys.named(self.number, seat.dice, seat.bonus)
        number = len(names) or seat.bonus_dice
        size = min(DIE, (room - 30) / max(number, 1) - 5)
        for index, (key, face) in enumerate(zip(names, (*seat.dice, *seat.bonus), strict=True)):
            white = index >= len(seat.dice)
            left = x + index * (size + 5)
            drawn = marks.keyed(key, marks.die(face, left + size / 2, y, None if white else self.number, size))
            if self.own:
                token = f"white:{face}" if white else f"die:{face}"
                label = f"{'bonus die' if white else 'die'} showing {face}"
                self.canvas.place(token, (left, y - size / 2, size, size), label, "own dice", (0, index))
            self.canvas.add(drawn)
        if names:
            total = sum(seat.dice) + sum(seat.bonus)
            self.canvas.add(text(f"= {total}", x + len(names) * (size + 5) + 2, y + 5, "mute"))
        if not names and seat.bonus_dice:
            blank = marks.rect(x + 1, y - 11, 22, 22, "blank", 5)
            self.canvas.add(blank, text(count(seat.bonus_dice, "bonus die", "bonus dice"), x + 30, y + 5, "mute"))

    def many(self) -> bool:
        """Say whether there are more dice than fit beside the goods at their full size."""
        return len(self.seat.dice) + len(self.seat.bonus) > 3

    def stock(self, x: float, y: float, pitch: float) -> None:
        """Draw goods, soldiers (and what buildings add to them) and +2 markers; what is not there is quiet."""
        seat, left = self.seat, x
        goods = (("gold", seat.gold), ("wood", seat.wood), ("stone", seat.stone))
        for index, (name, number) in enumerate((*goods, ("soldier", seat.soldiers), ("plus", seat.markers))):
            piece = marks.use(name, left + 11, y)
            added = words.modifiers(self.position, self.number) if name == "soldier" else 0
            sign = f"{added:+d}".replace("-", "−") if added else ""
            figure = noted(str(number), sign, left + 26, y + 5, "num" if number else "mute")
            self.canvas.add((piece if number else f'<g class="ml-none">{piece}</g>') + figure)
            room = pitch
            if name == "soldier":
                room = pitch + 24
            elif self.own:
                token = "marker" if name == "plus" else name
                label = count(number, "+2 marker") if name == "plus" else f"{number} {name}"
                self.canvas.place(token, (left, y - 15, pitch - 4, 30), label, "own goods", (0, index))
            left += room

    def envoy(self, x: float, y: float) -> None:
        """Draw the envoy, if the seat holds it."""
        if self.position.envoy != self.number:
            return
        drawn = marks.keyed("envoy", marks.use("envoy", x + 10, y))
        if self.own:
            self.canvas.place("envoy", (x - 2, y - 14, 28, 28), "the king's envoy", "own goods", (0, 5))
        self.canvas.add(drawn)

    def map(self, x: float, y: float, cell: float, high: float) -> None:
        """Draw a small map of the sheet: filled where built."""
        sheet = self.position.sheet
        empty: list[str] = []
        full: list[str] = []
        for each in sheet:
            left, top = x + each.column * (cell + 2), y + each.row * (high + 2)
            box = f"M{round(left, 1)} {round(top, 1)}h{cell}v{high}h-{cell}z"
            (full if self.seat.built[each.row] > each.column else empty).append(box)
        built = f'<path class="ml-built ml-s{self.number}" d="{"".join(full)}"/>' if full else ""
        self.canvas.add(marks.path("".join(empty), "empty") + built)

    def extras(self, x: float, y: float, room: float, beside: float = 0) -> float:
        """Draw governor, dealt cards and army markers; return the height taken. ``beside`` is where words may begin."""
        seat, cards = self.seat, self.position.game.catalogue.governors
        used = self.army(x + room, y) if seat.army or seat.chosen != NO_MARKER else 0.0
        side = room - 29 * (len(seat.army) + 3 * (seat.chosen != NO_MARKER)) - 8 if beside else room
        at = 0.0
        if seat.governor == UNKNOWN or UNKNOWN in seat.hand:
            self.canvas.add(text("Governor face down", x, y + 18, "mute"))
            at = 26
        shown = (seat.governor,) if seat.governor else seat.hand
        for card in shown:
            if card in cards:
                key = f"use:{card}" if card == seat.governor else f"governor:{card}"
                at += self.governor(card, x, y + at, side, beside, key)
        return max(used, at)

    def governor(self, card: str, x: float, y: float, room: float, beside: float, key: str) -> float:
        """Draw a governor's name and effect, the effect below the name or beside it."""
        governor = self.position.game.catalogue.governors[card]
        house = set(governor.house)
        name = self.canvas.printed(governor.name.en, "name.en" in house)
        told = self.canvas.printed(governor.text.en, bool(house - {"name.en", "name.de"}))
        found = wrap(told, room - beside - 4, 13)
        first = y + (19 if beside else 39)
        high = 16 * len(found) + (12 if beside else 30)
        free = beside - 8 if beside else room - 8
        drawn = named(name, x, y + 19, free, "strong") + lines(found, x + beside, first, 16, "mute")
        if self.own:
            token = self.canvas.pick((f"effect:{card}", key)) if key.startswith("use:") else key
            label = f"governor {both(governor.name)}: {governor.text.en}"
            self.canvas.place(token, (x - 5, y, room, high), label, "own cards", (self.row, int(y)))
        self.canvas.add(drawn)
        if governor.advisors and card == self.seat.governor:
            self.private(governor.advisors, x, y + high)
            return high + 40
        return high

    def private(self, advisors: tuple[PrivateAdvisor, ...], x: float, y: float) -> None:
        """Draw the advisors on the own governor card: rank, gift, and the dice on them."""
        pairs = list(zip(self.position.placements, self.keys.placed, strict=True))
        for index, advisor in enumerate(advisors):
            left = x + 144 * index
            self.canvas.add(marks.rect(left, y + 2, 138, 36, "card", 4), marks.crest(advisor.rank, left + 18, y + 19))
            given, taken = gift(advisor.gift, left + 36, y + 20)
            self.canvas.add(given)
            label = f"own advisor {advisor.rank}: {words.gift_words(advisor.gift)}"
            for placement, names in pairs:
                if placement.private and placement.rank == advisor.rank and placement.seat == self.number:
                    label += f"; {words.placed_words(placement)}"
                    room = 138 - 36 - taken
                    self.canvas.add(group(placement, names, left + 36 + taken + room / 2, y + 20, room + 12, 18))
            if self.own:
                key = f"private:{advisor.rank}"
                self.canvas.place(key, (left, y + 2, 138, 36), label, "own cards", (98, index))

    def army(self, right: float, y: float) -> float:
        """Draw the king's-army markers that are left, up to ``right``, and before them the one that is chosen."""
        left = right - 29 * len(self.seat.army) + 2
        for index, value in enumerate(self.seat.army):
            hidden = value == UNKNOWN_MARKER
            drawn = marks.use("army", left + 12, y + 14)
            drawn += text("?" if hidden else str(value), left + 12, y + 19, "bold", "middle")
            if self.own and not hidden:
                label = f"king's-army marker {value}"
                self.canvas.place(f"army:{value}", (left, y + 2, 25, 24), label, "own cards", (99, index))
            self.canvas.add(drawn)
            left += 29
        chosen = self.seat.chosen
        if chosen != NO_MARKER:
            at = right - 29 * len(self.seat.army) - 24
            shown = "?" if chosen == UNKNOWN_MARKER else str(chosen)
            self.canvas.add(text("chosen", at - 16, y + 19, "mute", "end"), marks.use("army", at, y + 14))
            self.canvas.add(text(shown, at, y + 19, "bold", "middle"))
        return 30


def seats_wide(canvas: Canvas, position: Position, keys: DieKeys, own: int, x: float, y: float, w: float) -> float:
    """Draw the seats as rows of a table, in turn order; return the height taken."""
    rows = len(position.sheet.letters)
    high = max(50, rows * 9 + 8)
    at = y
    for turn, number in enumerate(position.order):
        view = SeatView(canvas, position, keys, number, number == own, turn)
        middle = at + high / 2
        view.name(x + 12, middle, turn)
        view.score(x + 182, middle)
        many = view.many()
        if not many:
            view.dice(x + 212, middle, 136)
        view.stock(x + 352, middle, 44)
        view.envoy(x + 597, middle)
        view.map(x + w - 66, at + (high - rows * 9 + 2) / 2, 12, 7)
        extra = 0.0
        if many:
            view.dice(x + 44, at + high + 12, w - 60)
            extra = 36
        extra += view.extras(x + 44, at + high - 2 + extra, w - 56, 124)
        total = high + (extra + 4 if extra else 0)
        view.frame(x, at, w, total)
        at += total + 6
    return at - y - 6


def seats_tall(canvas: Canvas, position: Position, keys: DieKeys, own: int, x: float, y: float, w: float) -> float:
    """Draw the seats as cards below each other, in turn order; return the height taken."""
    rows = len(position.sheet.letters)
    at = y
    for turn, number in enumerate(position.order):
        view = SeatView(canvas, position, keys, number, number == own, turn)
        map_left = x + w - 4 * 16 - 10
        view.name(x + 12, at + 22, turn)
        view.score(map_left - 30, at + 22)
        view.dice(x + 18, at + 58, map_left - x - 66)
        view.envoy(map_left - 38, at + 58)
        view.stock(x + 14, at + 94, min(54, (w - 40) / 5))
        view.map(map_left, at + 10, 14, min(9, 66 / rows - 2))
        high = 114.0
        extra = view.extras(x + 18, at + high - 4, w - 30)
        high += extra + 4 if extra else 0
        view.frame(x, at, w, high)
        at += high + 8
    return at - y - 8
