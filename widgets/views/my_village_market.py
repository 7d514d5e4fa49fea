"""The market: the bailiff with his prices, and the open customers."""

from __future__ import annotations

from typing import Final

from rules.my_village.game import Game
from rules.my_village.values import ROW, Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.marks_text import text
from widgets.views import my_village_words_cards as said
from widgets.views.my_village_icons import Flow, banner, banner_width, price, row, span
from widgets.views.my_village_offer import title
from widgets.views.my_village_words_names import count, customer_words, ours, values_words

GAP: Final = 8.0
CUSTOMER: Final = 62.0
BAILIFF: Final = 122.0
NARROW: Final = 560.0  #: up to this width the bailiff lies above the customers
STRIP: Final = 68.0


def market(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the bailiff, and beside or below him the customers in lines; return the height taken."""
    beside = w > NARROW
    left, top = (x + BAILIFF + GAP, y) if beside else (x, y + STRIP + GAP)
    room = x + w - left
    places = max(ROW, len(position.customers))
    # A seventh customer lies in the same two lines, so that the board below does not jump.
    across = -(-places // 2) if beside else 2
    size = (room - (across - 1) * GAP) // across
    flow = Flow(left, top, room, CUSTOMER, GAP)
    for index in range(places):
        card = position.customers[index] if index < len(position.customers) else ""
        corner = flow.take(size)
        if card:
            canvas.add(marks.moved(*corner, customer(canvas, position.game, card, size)))
            label = f"customer {customer_words(position.catalogue, card)}"
            canvas.place(f"customer:{card}", (*corner, size, CUSTOMER), label, "market", (1 + flow.line, flow.cell[1]))
        else:
            canvas.add(marks.rect(*corner, size, CUSTOMER, "empty", 6))
    high = flow.taken if beside else STRIP
    bailiff(canvas, position, x, y, BAILIFF if beside else w, high)
    return high if beside else STRIP + GAP + flow.taken


def bailiff(canvas: Canvas, position: Position, x: float, y: float, w: float, high: float) -> None:
    """Draw the bailiff's banner and his prices by number of customers: below each other, or in a strip."""
    row_ = position.catalogue.places["bailiff"]
    prices = sorted(position.catalogue.bailiff.values(), key=lambda one: one.customers)
    canvas.block(x, y)
    canvas.print(marks.rect(0, 0, w, high, "card", 6), banner(row_.values, 7, 19))
    canvas.print(title(canvas, "Bailiff", ours(row_, *prices), 60, 24, 60))
    strip = high <= STRIP
    takes = [42 + span(price(each.time, each.coins)) for each in prices]
    between = (w - 24 - sum(takes)) / max(1, len(prices) - 1)
    for line, each in enumerate(prices):
        left = 10 + sum(takes[:line]) + line * between if strip else 10
        middle = 51 if strip else 48 + line * min(22.0, (high - 54) / len(prices) + 2)
        canvas.print(
            marks.use("seal-merchant", left + 8, middle, 0.6), text(f"×{each.customers}", left + 19, middle + 5)
        )
        canvas.print(row(price(each.time, each.coins), left + 42, middle)[0])
    left_ = len(position.customer_deck)
    label = f"market bailiff, black banner {values_words(row_.values)}; {said.price_line(position.catalogue)}"
    label += f"; {count(left_, 'customer')} in the deck"
    canvas.place("bailiff", (x, y, w, high), label, "market", (0, 0))


def customer(canvas: Canvas, game: Game, card: str, w: float, *, short: bool = False) -> str:
    """Draw a customer: what he wants, his fame, his banner."""
    row_ = game.catalogue.customers[card]
    out = marks.rect(0, 0, w, CUSTOMER, "slot" if short else "card", 6) + banner(row_.values, 7, 19, "white")
    at = 7 + banner_width(row_.values) + 4
    out += row(price(row_.time, goods=row_.goods), at, 19, w - at - 36)[0]
    out += marks.laurel(row_.fame, w - 20, 18, 0.9)
    return out + title(canvas, row_.name.en, ours(row_), 9, 52, w - 14)
