"""The main board: orders and favours of the king, townsfolk, the six areas, outsiders, and the taverns."""

from __future__ import annotations

from html import escape
from typing import Final

from rules.paladins.outsiders import attack_cost, may_attack
from rules.paladins.rewards import level
from rules.paladins.scoring import ORDER_POINTS, fulfilled
from rules.paladins.scoring import counts as done_counts
from rules.paladins.values import Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.drawing import narrow
from widgets.marks_text import fitted, lines, text, width, wrap
from widgets.views import paladins_words as words
from widgets.views.paladins_icons import SCORED, centred, icon, need, row, spot, tokens, worker
from widgets.views.paladins_words_names import capital, ring, seat_name, space_name, tavern_name

GAP: Final = 8.0
NARROW: Final = 7.0  #: between spaces of an area, so that their rings stay apart
ORDERS, FAVOURS, FIRST_FAVOUR = 3, 5, 3  #: an order in each of the rounds 1 to 3, a favour in each from 3 to 7
KING: Final = 74.0
FOLK: Final = 104.0
SPACE: Final = 27.0
OUTSIDER: Final = 98.0
BAND: Final = 52.0  #: the flags of an area, and what an attack there costs in silver


def main_board(canvas: Canvas, position: Position, own: int, x: float, y: float, w: float) -> float:
    """Draw the board as the seat ``own`` sees it (what it can reach is bold); return the height taken."""
    at = y + king(canvas, position, x, y, w) + 8
    at += townsfolk(canvas, position, x, at, w) + 10
    at += areas(canvas, position, own, x, at, w) + 8
    at += taverns(canvas, position, x, at, w)
    return at - y


def card_name(canvas: Canvas, words_: str, house: bool, middle: float, y: float, room: float) -> str:
    """Write a name in one line, smaller if it must be, in two if it cannot be otherwise."""
    said = canvas.printed(words_, house)
    for kind, size in (("name", 14), ("small", 13)):
        if width(said, size, "serif") <= room:
            return text(said, middle, y, kind, "middle")
    found = wrap(said, room, 13, "serif")
    if len(found) == 1:  # a word cannot be broken
        return fitted(said, middle, y, room)
    if len(found) > 2:
        found = (found[0], found[1] + " …")
    return f"<g><title>{escape(said)}</title>{lines(found, middle, y - 6, 13, 'small', 'middle')}</g>"


def ringed(canvas: Canvas, house: bool, x: float, y: float) -> str:
    """Write the ring of a house value at a point, where one stands there."""
    return text(canvas.printed("", True), x, y, "body") if house else ""


# --- the king -------------------------------------------------------------------------------------------------------


def king(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the three orders and five favours, each with the round that opens it; return the height taken."""
    if narrow(w):  # two lines of four
        size = (w - 3 * GAP) / 4
        spots = [(x + place % 4 * (size + GAP), y + place // 4 * (KING + GAP), size) for place in range(8)]
    else:
        short = (w - 7 * GAP) * 0.098
        long = (w - 7 * GAP - ORDERS * short) / FAVOURS
        left = x + ORDERS * (short + GAP)
        spots = [(x + place * (short + GAP), y, short) for place in range(ORDERS)]
        spots += [(left + place * (long + GAP), y, long) for place in range(FAVOURS)]
    for place in range(ORDERS):
        order(canvas, position, place, *spots[place])
    for place in range(FAVOURS):
        favour(canvas, position, place, *spots[ORDERS + place])
    return spots[-1][1] + KING - y


def closed(canvas: Canvas, what: str, opens: int, x: float, y: float, w: float, key: str) -> None:
    """Draw a card that is still face down, with the round that opens it."""
    canvas.block(x, y)
    canvas.print(marks.rect(0, 0, w, KING, "empty", 6), text(what, w / 2, 32, "mute", "middle"))
    canvas.print(text(f"round {opens}", w / 2, 50, "mute", "middle"))
    canvas.place(key, (x, y, w, KING), f"{what}, opened in round {opens}", "king", (0, int(x)))


def order(canvas: Canvas, position: Position, place: int, x: float, y: float, w: float) -> None:
    """Draw one order: points, what is asked, who fulfils it."""
    if place >= len(position.orders):
        closed(canvas, "Order", place + 1, x, y, w, f"order-place:{place + 1}")
        return
    row_ = position.catalogue.orders[position.orders[place]]
    canvas.block(x, y)
    canvas.print(marks.rect(0, 0, w, KING, "card", 6), marks.laurel(ORDER_POINTS[place], w / 2, 16, 0.8))
    ours = ring(row_, "at_least")
    asked = f"{row_.at_least}{canvas.printed('', bool(ours))}"
    left = w / 2 - (11 * len(asked) + 20) / 2
    canvas.print(text(asked, left, 45, "bold"), marks.use(SCORED[row_.action], left + 11 * len(asked) + 12, 40, 0.85))
    label = words.order_line(position, place)
    canvas.place(f"order:{position.orders[place]}", (x, y, w, KING), label, "king", (0, int(x)))
    done = [number for number, seat in enumerate(position.seats) if place in fulfilled(position, done_counts(seat))]
    opponent = position.opponent is not None and place in fulfilled(position, done_counts(position.opponent))
    step = min(15.0, (w - 10) / max(1, len(done) + opponent))
    left = x + w / 2 - step * (len(done) + opponent) / 2 + step / 2
    canvas.add("".join(marks.flag(number, left + step * i, y + 62, 0.75) for i, number in enumerate(done)))
    if opponent:
        canvas.add(marks.use("pawn", left + step * len(done), y + 62, 0.75))


def favour(canvas: Canvas, position: Position, place: int, x: float, y: float, w: float) -> None:
    """Draw one favour: the worker space and other costs above, what it brings below."""
    opens = place + FIRST_FAVOUR
    if place >= len(position.favours):
        closed(canvas, "Favour", opens, x, y, w, f"favour-place:{opens}")
        return
    card = position.favours[place]
    row_ = position.catalogue.favours[card]
    canvas.block(x, y)
    canvas.print(marks.rect(0, 0, w, KING, "card", 6), spot(row_.worker, 18, 20))
    price = ["silver"] * row_.silver + ["provision"] * row_.provisions + ["debt"] * row_.debt
    drawn, taken = row(price, 33, 20, 0.85)
    canvas.print(drawn, ringed(canvas, bool(ring(row_, "worker", "silver", "provisions", "debt")), 33 + taken, 20))
    canvas.print(marks.path(f"M8 38H{round(w - 8)}", "hair"))
    ours = bool(ring(row_, "gain"))
    canvas.print(centred(tokens(row_.gain), w / 2, 55, 0.85, w - 10), ringed(canvas, ours, w - 9, 52))
    label = f"favour: {words.favour_line(position, place)}"
    canvas.place(f"favour:{card}", (x, y, w, KING), label, "king", (0, int(x)))
    if hired := position.hired[place]:
        alike = position.opponent is not None and hired == "L"
        canvas.add(marks.use("pawn", x + 18, y + 20) if alike else worker(hired, x + 18, y + 20))


# --- townsfolk ------------------------------------------------------------------------------------------------------


def townsfolk(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the row of townsfolk, below each place what it costs; return the height taken."""
    top = y
    across = 3 if narrow(w) else 5
    for place, name in enumerate(position.townsfolk):
        line, column = divmod(place, across)
        here = min(across, len(position.townsfolk) - line * across)
        card = (w - (here - 1) * GAP) / here
        left, y = x + column * (card + GAP), top + line * (FOLK + 34)
        canvas.block(left, y)
        price = position.game.places[place]
        label = words.townsfolk_line(position, place)
        if name:
            canvas.print(folk_card(canvas, position, name, card))
            canvas.place(f"townsfolk:{name}", (left, y, card, FOLK + 24), label, "townsfolk", (line, column))
        else:
            canvas.print(marks.rect(0, 0, card, FOLK, "empty", 6))
            canvas.place(f"townsfolk-place:{place + 1}", (left, y, card, FOLK + 24), label, "townsfolk", (line, column))
        found = ["silver"] * price.silver + (["/", "debt"] if price.debt else [])
        middle = FOLK + 13
        if found:
            canvas.print(centred(found, card / 2, middle, 0.8, card - 20))
        else:
            canvas.print(text("no silver", card / 2, middle + 5, "mute", "middle"))
        canvas.print(ringed(canvas, bool(ring(price, "silver", "debt")), card - 12, middle))
    return y + FOLK + 24 - top


def folk_card(canvas: Canvas, position: Position, name: str, w: float) -> str:
    """Draw a townsfolk card: what a dismissal pays, and below the line what keeping it pays now and later."""
    row_ = position.catalogue.townsfolk[name]
    out = [marks.rect(0, 0, w, FOLK, "card", 6)]
    out.append(card_name(canvas, row_.name.en, bool(ring(row_, "name.en")), w / 2, 18, w - 10))
    room = w - 46
    for middle, mark, gains, fields in (
        (38, "dismiss", row_.dismiss, ("dismiss",)),
        (65, "keep", row_.recruit, ("recruit",)),
        (89, SCORED.get(row_.trigger, row_.trigger), row_.ongoing, ("ongoing", "trigger")),
    ):
        if mark == "keep" and not gains:
            out.append(trigger(mark, 17, middle) + text("–", 42, middle + 5, "mute"))
            continue
        drawn, taken = row(tokens(gains), 38, middle, 0.85, room)
        out.append(trigger(mark, 17, middle) + drawn)
        out.append(ringed(canvas, bool(ring(row_, *fields)), 38 + taken, middle + 1))
    out.append(text(":", 32, 94, "bold") + marks.path(f"M8 51.5H{round(w - 8)}", "hair"))
    return "".join(out)


def trigger(name: str, x: float, y: float) -> str:
    """Draw when a townsfolk card pays: with an action, a settled debt, or an inquisition."""
    return marks.use(name, x, y, 0.8)


# --- areas and outsiders --------------------------------------------------------------------------------------------


def areas(canvas: Canvas, position: Position, own: int, x: float, y: float, w: float) -> float:
    """Draw the six areas, below each its flags, and below those the outsider they guard; return the height taken."""
    names = position.game.spaces[len(position.seats) - 1]
    beside = 3 if narrow(w) else len(names)
    column = (w - (beside - 1) * GAP) / beside
    across = 2 if column < 150 else 3
    size = (column - 10 - NARROW * (across - 1)) / across
    top = y
    for first in range(0, len(names), beside):
        # As high as the areas of this number of players need.
        deep = max(-(-len(area) // across) for area in names[first : first + beside])
        flags = top + deep * (SPACE + NARROW) + 6
        end = flags + BAND + OUTSIDER + 6
        for area in range(first, first + beside):
            left = x + (area - first) * (column + GAP)
            canvas.under(marks.rect(left, top, column, end - top, "card", 6))
            canvas.block(left, top)
            for index, space in enumerate(names[area]):
                line, place = divmod(index, across)
                box = (left + 5 + place * (size + NARROW), top + 6 + line * (SPACE + NARROW), size, SPACE)
                board_space(canvas, position, area, index, space, box, (10 * first + line, across * area + place))
            band(canvas, position, own, area, left, flags, column)
            outsider(canvas, position, area, left, flags + BAND, column)
        top = end + GAP
    return top - GAP - y


Box = tuple[float, float, float, float]


def board_space(
    canvas: Canvas, position: Position, area: int, index: int, space: str, box: Box, cell: tuple[int, int]
) -> None:
    """Draw one space with what it gives, or the piece that covers it."""
    x, y, w, _ = box
    piece = position.board[area][index]
    row_ = position.catalogue.spaces[space]
    said = capital(space_name(position, space))
    said += f"; {words.piece_words(position, piece)}" if piece else ""
    canvas.place(f"space:{space}", box, said, "spaces", cell, radius=4)
    left, top = canvas.inside(x, y)
    canvas.print(marks.rect(left, top, w, SPACE, "slot", 4))
    canvas.print(centred(tokens(row_.reward), left + w / 2, top + SPACE / 2, 0.85, w - 4))
    canvas.print(ringed(canvas, bool(ring(row_, "reward")), left + w - 8, top + 12))
    if not piece:
        return
    canvas.add(marks.rect(x, y, w, SPACE, "spent", 4))
    owner, kind = (piece - 1) // 2, "monk" if piece % 2 else "outpost"
    middle = y + SPACE / 2 + (0.5 if kind == "monk" else 0)
    if owner >= len(position.seats):
        canvas.add(marks.use(kind, x + w / 2, middle, 1.05))
    else:
        canvas.add(marks.use(f"{kind}-{owner}", x + w / 2, middle, 1.05))


def band(canvas: Canvas, position: Position, own: int, area: int, x: float, y: float, w: float) -> None:
    """Draw the two flags of an area: bold what the own seat reaches; and the silver an attack would cost it."""
    game, seat = position.game, position.seats[own]
    faith, strength = game.faith_flags[area], game.strength_flags[area]
    row_ = position.catalogue.areas[sorted(position.catalogue.areas)[area]]
    reached = [level(position, seat, "faith") >= faith, level(position, seat, "strength") >= strength]
    missing = attack_cost(position, seat, area)
    said = f"area {area + 1}: faith {faith}{ring(row_, 'faith')} for monks and conversions, strength {strength}"
    said += f"{ring(row_, 'strength')} for outposts and attacks"
    if missing and may_attack(position, seat, area):
        said += f"; an attack here costs {missing} silver for missing strength"
    # On the board itself, so that a click on a card or space below is never taken for one on the flags.
    canvas.place(f"flags:{area + 1}", (x, y + 2, w, BAND - 4), said, "areas", (0, area))
    canvas.add(marks.path(f"M{round(x + 6, 1)} {y}h{round(w - 12, 1)}", "hair"))
    at, middle = x + 7, y + 15
    for name, value, can in (("faith", faith, reached[0]), ("strength", strength, reached[1])):
        drawn, taken = need(name, value, at, middle, "bold" if can else "mute")
        house = bool(ring(row_, name))
        canvas.add(drawn, ringed(canvas, house, at + taken - 3, middle))
        at += taken + (6 if w < 130 else 12)
    if missing and may_attack(position, seat, area):
        kind = "mute" if missing <= seat.silver else "lack"
        canvas.add(marks.use("attack", x + 14, y + 39, 0.65), text(f"−{missing}", x + 44, y + 44, kind, "end"))
        canvas.add(marks.use("silver", x + 56, y + 39, 0.75))


def outsider(canvas: Canvas, position: Position, place: int, x: float, y: float, w: float) -> None:
    """Draw one place of the row of outsiders: what an attack brings, what a conversion brings, and how it counts."""
    card = position.outsiders[place]
    label = words.outsider_line(position, place)
    canvas.block(x, y)
    if not card:
        canvas.print(text("empty", w / 2, OUTSIDER / 2, "mute", "middle"))
        canvas.place(f"outsider-place:{place + 1}", (x, y, w, OUTSIDER), label, "outsiders", (0, place))
        return
    row_ = position.catalogue.outsiders[card]
    canvas.place(f"outsider:{card}", (x, y, w, OUTSIDER), label, "outsiders", (0, place))
    canvas.print(marks.rect(3, 0, w - 6, OUTSIDER, "slot", 5), marks.use(row_.kind, 15, 14, 0.85))
    canvas.print(card_name(canvas, row_.name.en, bool(ring(row_, "name.en")), (w + 22) / 2, 19, w - 30))
    drawn, taken = row(tokens(row_.attack), 28, 38, 0.8, w - 38)
    canvas.print(marks.use("attack", 15, 38, 0.7), drawn, ringed(canvas, bool(ring(row_, "attack")), 29 + taken, 38))
    drawn, taken = row(["strength"] * row_.strength, 28, 60, 0.8)
    canvas.print(
        marks.use("convert", 15, 60, 0.75), drawn, ringed(canvas, bool(ring(row_, "strength")), 28 + taken, 61)
    )
    canvas.print(scoring(canvas, row_.scoring, bool(ring(row_, "scoring")), 17, 83))


def scoring(canvas: Canvas, name: str, house: bool, x: float, y: float) -> str:
    """Draw how a converted outsider counts: one point for each, or for every so many, of something."""
    if name in ("faith", "strength", "influence"):
        said, mark = "per 4", name
    elif name in ("saracen", "viking", "byzantine", "paid", "unpaid", "suspicion"):
        said, mark = "per", SCORED.get(name, name)
    elif name in ("orders", "mercenaries"):
        said, mark = "+1 per", SCORED[name]
    else:
        said, mark = "per 2", SCORED[name]
    out = marks.use("laurel", x - 1, y, 0.65) + text("1", x - 1, y + 4.5, "bold", "middle")
    out += text(said, x + 11, y + 5, "mute")
    at = x + 13 + width(said, 13)
    out += marks.use(mark, at + 8, y, 0.7)
    if name in ("saracen", "viking", "byzantine"):
        out += marks.use("attack", at + 22, y, 0.5)
    return out + ringed(canvas, house, at + 20, y)


# --- taverns --------------------------------------------------------------------------------------------------------


def taverns(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the open tavern cards, and on each whose it is; return the height taken, the same when none is open."""
    number = len(position.seats) + 1
    canvas.add(text("Taverns", x + 2, y + 22, "head"))
    across = min(number, int((w - 76) // (94 + GAP)))
    if across < number:  # shared evenly over two lines
        across = -(-number // 2)
    room = min(142.0, (w - 76 - GAP * across) / across)
    top = y
    for place in range(number):
        line, column = divmod(place, across)
        left, y = x + 76 + column * (room + GAP), top + line * 42
        canvas.block(left, y)
        if place >= len(position.taverns):
            canvas.print(marks.rect(0, 0, room, 34, "empty", 6))
            continue
        card = position.taverns[place]
        guest = position.guests[place]
        taken = f"; taken by {seat_name(guest)}" if guest >= 0 else ""
        label = f"tavern card: {tavern_name(position, card)}{taken}"
        canvas.place(f"tavern:{card}", (left, y, room, 34), label, "taverns", (line, column))
        workers = position.catalogue.taverns[card].workers
        ours = bool(ring(position.catalogue.taverns[card], "workers"))
        canvas.print(marks.rect(0, 0, room, 34, "card", 6), ringed(canvas, ours, room - 8, 12))
        canvas.print(centred([icon(letter) for letter in workers], room / 2 - 8, 17, 0.95, room - 22))
        if guest >= 0:
            canvas.add(marks.rect(left + 1, y + 1, room - 2, 32, "gone", 5))
            canvas.add(marks.flag(guest, left + room - 11, y + 17, 0.85))
    return y + 34 - top
