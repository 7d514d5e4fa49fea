"""The own board, large: workers, stores, attributes, paladins and townsfolk (the actions: ``paladins_actions.py``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.paladins.rewards import level
from rules.paladins.values import ATTRIBUTES, UNKNOWN, Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.drawing import ground
from widgets.marks_text import lines, named, text, wrap
from widgets.views.paladins_actions import Actions
from widgets.views.paladins_icons import SCORED, icon, row, tokens, worker
from widgets.views.paladins_main import Box, card_name, ringed, trigger
from widgets.views.paladins_pieces import WorkerKeys, heading, laurel, stores
from widgets.views.paladins_words_names import (
    ABILITIES,
    both,
    count,
    paladin_name,
    paladin_words,
    ring,
    townsfolk_name,
    townsfolk_words,
    workers_words,
)
from widgets.views.paladins_words_seat import debts_words

PAD: Final = 12.0
WORKER: Final = 33.0
LEVELS: Final = 12
LONGER: Final = 1.2  #: so many times longer may a sentence be in another language
STRIP: Final = 180.0  #: where a drawn paladin has less room, each has a line of its own


def own_seat(canvas: Canvas, position: Position, keys: WorkerKeys, number: int, x: float, y: float, w: float) -> float:
    """Draw the board of the seat that plays or looks; return the height taken."""
    inside, room = x + PAD, w - 2 * PAD
    at = y + 24
    heading(canvas, position, number, 0, inside, at)
    seat = position.seats[number]
    first = len(canvas.ground)
    laurel(canvas, position, number, x + w - 30, at, 1.05)
    # The workers on the actions are named first, so that each keeps its name when the next is placed.
    placed = [[keys.next(number, letter) for letter in group] for group in seat.placed]
    at += 22
    at += hand_of_workers(canvas, position, keys, number, inside, at, room) + 4
    stores(canvas, seat, inside, at + 14, 54, taxes=True)
    label = f"{seat.silver} silver, {count(seat.provisions, 'provision')}; {debts_words(seat)}"
    canvas.place(f"stores:{number}", (inside - 4, at, room + 8, 28), label, "own stores", (0, 0))
    at += 34
    at += attributes(canvas, position, number, inside, at, room) + 8
    at += paladins(canvas, position, number, inside, at, room)
    at += townsfolk(canvas, position, number, inside, at, room)
    at += Actions(canvas, position, number, placed).draw(inside, at, room)
    high = at - y + 6
    last = len(canvas.ground)
    ground(canvas, position.actor == number, x, y, w, high)
    # How high the board is shows in the end; the grounds of the actions lie on it all the same.
    canvas.ground[first:] = canvas.ground[last:] + canvas.ground[first:last]
    return high


def hand_of_workers(
    canvas: Canvas, position: Position, keys: WorkerKeys, number: int, x: float, y: float, w: float
) -> float:
    """Draw the unused workers, each a thing to choose; return the height taken, room for one row at least."""
    workers = position.seats[number].workers
    across = max(1, int(w // WORKER))
    for index, letter in enumerate(workers):
        line, column = divmod(index, across)
        middle, level_ = x + 12 + column * WORKER, y + 16 + line * 34
        canvas.place(
            f"worker:{letter}", (middle - 13, level_ - 14, 26, 28), workers_words(letter)[2:], "own workers",
            (line, column), radius=4,
        )  # fmt: skip
        canvas.add(worker(letter, middle, level_, 1.05, keys.next(number, letter)))
    if not workers:
        canvas.add(text("no unused worker", x, y + 20, "mute"))
    return 34.0 * max(1, -(-len(workers) // across))


def attributes(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> float:
    """Draw the three tracks: the own level filled, what the paladin lends outlined, the points below."""
    seat = position.seats[number]
    game = position.game
    step = (w - 26) / (LEVELS + 1)
    left = x + 26
    ours = bool(position.catalogue.levels["attribute"].house)
    canvas.block(x, y)
    canvas.print(levels(canvas, game.levels, ours, w, step))
    for line, name in enumerate(ATTRIBUTES):
        own = getattr(seat, name)
        lent = level(position, seat, name) - own
        middle = y + 12 + 25 * line
        label = f"{name} {own}" + (f" and {lent} lent by the paladin, {own + lent} in all" if lent else "")
        label += f"; {count(game.levels[min(own, len(game.levels) - 1)], 'point')} at this level"
        canvas.place(f"{name}:{number}", (x - 4, middle - 12, w + 8, 24), label, "own attributes", (line, 0))
        at, reach = min(own, LEVELS), min(own + lent, LEVELS)
        if lent:
            canvas.add(marks.rect(left + at * step + 1, middle - 10, (reach - at + 1) * step - 2, 20, "lent", 10))
        disc = marks.rect(left + (at + 0.5) * step - 13, middle - 10, 26, 20, "solid", 10)
        canvas.add(marks.keyed(f"{name}:{number}", disc))
        for value in range(at, reach + 1):
            said = own if value == at else own + lent if value == reach else value
            kind = "inverse" if value == at else "bold" if value == reach else "mute"
            canvas.add(text(str(said), left + (value + 0.5) * step, middle + 4.5, kind, "middle"))
    return 25.0 * len(ATTRIBUTES) + 18


def levels(canvas: Canvas, points: Sequence[int], ours: bool, w: float, step: float) -> str:
    """Draw the three tracks as they are printed, and what each level is worth; ``ours`` marks house values."""
    middles = [26 + (value + 0.5) * step for value in range(LEVELS + 1)]
    out = []
    for line, name in enumerate(ATTRIBUTES):
        middle = 12 + 25 * line
        out += [marks.use(name, 9, middle, 0.95), marks.rect(26, middle - 10, w - 26, 20, "slot", 10)]
        out += [text(str(value), at, middle + 4.5, "mute", "middle") for value, at in enumerate(middles)]
    under = 25 * len(ATTRIBUTES) + 12
    out.append(marks.use("laurel", 9, under - 4, 0.62))
    for value in range(1, LEVELS + 1):
        if points[value] != points[value - 1]:
            out.append(text(canvas.printed(str(points[value]), ours), middles[value], under, "mute", "middle"))
    return "".join(out)


# --- paladins -------------------------------------------------------------------------------------------------------


def paladins(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> float:
    """Draw the paladin in use, the known cards of the deck, and the drawn ones to choose from; return the height."""
    seat = position.seats[number]
    at = y
    if seat.hand:
        at += hand(canvas, position, number, x, at, w) + 8
    known = seat.paladin and seat.paladin != UNKNOWN
    if known:
        at += in_use(canvas, position, seat.paladin, x, at, w) + 6
    elif not seat.hand:
        canvas.add(marks.rect(x, at, w, 46, "empty", 6), text("No paladin in use", x + 12, at + 28, "mute"))
        at += 52
    deck = []
    if seat.top:
        deck.append(f"Top of deck: {'face down' if seat.top == UNKNOWN else paladin_name(position, seat.top)}")
    if seat.under:
        hidden = all(card == UNKNOWN for card in seat.under)
        below = f"{len(seat.under)} face down" if hidden else ", ".join(paladin_name(position, c) for c in seat.under)
        deck.append(f"bottom: {below}" if deck else f"Bottom of deck: {below}")
    if deck:
        found = wrap("; ".join(deck), w / LONGER, 13)
        canvas.add(lines(found, x, at + 12, 17, "mute"))
        at += 17 * len(found) + 4
    return at - y


def in_use(canvas: Canvas, position: Position, card: str, x: float, y: float, w: float) -> float:
    """Draw the paladin in use: name, ability, and what it lends."""
    row_ = position.catalogue.paladins[card]
    name = canvas.printed(row_.name.en, bool(ring(row_, "name.en")))
    told = canvas.printed(ABILITIES[row_.ability].format(row_.amount or 1), bool(ring(row_, "ability", "amount")))
    canvas.place(
        f"paladin:{card}", (x, y, w, 46), f"paladin {both(row_)}: {paladin_words(position, card)}", "own cards"
    )
    canvas.add(marks.rect(x, y, w, 46, "slot", 6), marks.use("helm", x + 18, y + 23, 1.15))
    lent, taken = lends(canvas, position, card, 0, 0)
    canvas.add(named(name, x + 38, y + 19, w - taken - 44, "strong"), text(told, x + 38, y + 37, "body"))
    canvas.add(marks.moved(x + w - taken, y + 16, lent))
    return 46


def lends(canvas: Canvas, position: Position, card: str, x: float, y: float) -> tuple[str, float]:
    """Draw what a paladin lends to the attributes, beginning at a point; return the fragment and its width."""
    row_ = position.catalogue.paladins[card]
    out, at = "", x
    for name in ATTRIBUTES:
        if value := getattr(row_, name):
            said = f"+{value}"
            out += text(canvas.printed(said, bool(ring(row_, name))), at, y + 5, "bold") + marks.use(
                name, at + 34, y, 0.9
            )
            at += 52
    return out, at - x


def hand(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> float:
    """Draw the drawn paladins, below each the three things that can be done with it; return the height taken."""
    cards = position.seats[number].hand
    if all(card == UNKNOWN for card in cards):
        canvas.add(
            marks.rect(x, y, w, 34, "slot", 6),
            text(f"{len(cards)} paladins in hand, face down", x + 12, y + 22, "mute"),
        )
        return 34
    size = (w - 8 * (len(cards) - 1)) / len(cards)
    if size < STRIP:
        for line, card in enumerate(cards):
            strip(canvas, position, card, line, x, y + line * (STRIP_HIGH + 8), w)
        return len(cards) * (STRIP_HIGH + 8) - 8
    rows = {card: position.catalogue.paladins[card] for card in cards}
    told = {
        card: wrap(ABILITIES[row_.ability].format(row_.amount or 1) + ring(row_, "ability", "amount"), size - 14, 13)
        for card, row_ in rows.items()
    }
    deep = max(len(found) for found in told.values())
    body = 74.0 + 16 * deep
    for column, card in enumerate(cards):
        row_ = rows[card]
        left = x + column * (size + 8)
        canvas.add(marks.rect(left, y, size, body + 34, "slot", 6), marks.use("helm", left + 15, y + 17, 0.85))
        canvas.add(
            card_name(canvas, row_.name.en, bool(ring(row_, "name.en")), left + size / 2 + 10, y + 22, size - 34)
        )
        drawn, taken = row([icon(letter) for letter in row_.workers], left + 6, y + 44, 0.9)
        canvas.add(drawn, ringed(canvas, bool(ring(row_, "workers")), left + 7 + taken, y + 42))
        lent, taken = lends(canvas, position, card, 0, 0)
        canvas.add(marks.moved(left + size - taken - 4, y + 44, lent))
        canvas.add(lines(told[card], left + 7, y + 74, 16, "body"))
        third = (size - 20) / 3
        for index, kind in enumerate(DECK):
            box = (left + 4 + index * (third + 6), y + body + 6, third, 24)
            button(canvas, position, kind, card, box, (index, column))
    return body + 34


DECK: Final = {"use": ("Use", "use"), "top": ("On top of the deck", "top"), "under": ("Below the deck", "below")}
"""What can be done with a drawn paladin: as it is said, and in short."""
STRIP_HIGH: Final = 78.0
BUTTON: Final = 56.0


def strip(canvas: Canvas, position: Position, card: str, line: int, x: float, y: float, w: float) -> None:
    """Draw a drawn paladin in a line of its own, beside its name the three things that can be done with it."""
    row_ = position.catalogue.paladins[card]
    canvas.add(marks.rect(x, y, w, STRIP_HIGH, "slot", 6), marks.use("helm", x + 16, y + 19, 0.85))
    buttons = x + w - 3 * BUTTON - 2 * 8 - 6
    name = canvas.printed(row_.name.en, bool(ring(row_, "name.en")))
    canvas.add(named(name, x + 32, y + 24, buttons - x - 38, "strong"))
    drawn, taken = row([icon(letter) for letter in row_.workers], x + 7, y + 48, 0.9)
    canvas.add(drawn, ringed(canvas, bool(ring(row_, "workers")), x + 8 + taken, y + 46))
    lent, wide = lends(canvas, position, card, 0, 0)
    canvas.add(marks.moved(x + w - wide - 8, y + 49, lent))
    told = canvas.printed(ABILITIES[row_.ability].format(row_.amount or 1), bool(ring(row_, "ability", "amount")))
    canvas.add(text(told, x + 9, y + 70, "body"))
    for index, kind in enumerate(DECK):
        box = (buttons + index * (BUTTON + 8), y + 6, BUTTON, 26)
        button(canvas, position, kind, card, box, (line, index))


def button(canvas: Canvas, position: Position, kind: str, card: str, box: Box, cell: tuple[int, int]) -> None:
    """Draw one thing that can be done with a drawn paladin."""
    words_, label = DECK[kind]
    said = f"{words_}: paladin {both(position.catalogue.paladins[card])}: {paladin_words(position, card)}"
    state = canvas.place(f"{kind}:{card}", box, said, "own cards", cell, radius=4)
    canvas.add(marks.rect(*box, "card", 4))
    middle = box[0] + box[2] / 2
    canvas.add(text(label, middle, box[1] + box[3] / 2 + 4.5, "bold" if state == "chosen" else "body", "middle"))


# --- townsfolk ------------------------------------------------------------------------------------------------------


def townsfolk(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> float:
    """Draw the kept townsfolk as small cards: name, when they pay, what they pay; return the height taken."""
    cards = position.seats[number].townsfolk
    if not cards:
        return 0
    across = max(2, int(w // 135))
    size = (w - 8 * (across - 1)) / across
    for index, card in enumerate(cards):
        line, column = divmod(index, across)
        left, top = x + column * (size + 8), y + 4 + line * 52
        row_ = position.catalogue.townsfolk[card]
        pays = townsfolk_words(row_).rpartition("; ")[2]
        label = f"{townsfolk_name(position, card).partition(' (')[0]}, kept: {pays}"
        canvas.place(f"activate:{card}", (left, top, size, 44), label, "own townsfolk", (line, column))
        canvas.add(marks.rect(left, top, size, 44, "slot", 5))
        canvas.add(card_name(canvas, row_.name.en, bool(ring(row_, "name.en")), left + size / 2, top + 16, size - 8))
        drawn, taken = row(tokens(row_.ongoing), 0, 0, 0.8)
        begin = left + size / 2 - (34 + taken) / 2
        mark = SCORED.get(row_.trigger, row_.trigger)
        canvas.add(trigger(mark, begin + 10, top + 31), text(":", begin + 24, top + 35, "bold"))
        canvas.add(marks.moved(begin + 32, top + 31, drawn))
        canvas.add(ringed(canvas, bool(ring(row_, "ongoing", "trigger")), begin + 33 + taken, top + 31))
    return 52.0 * -(-len(cards) // across) + 6
