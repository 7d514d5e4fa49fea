"""The cards on offer: churches and monks, town halls and the meeting place, fields, journeys, and craft buildings.

Each card shows its black banner, its price, and the seal of the villager that must be there to take it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Final

from rules.catalogue import Row
from rules.my_village.game import Game
from rules.my_village.values import GOODS, KINDS, LETTERS, PROFESSIONS, SYMBOLS, Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.marks_text import fitted, lines, named, text, width, wrap
from widgets.views import my_village_words_cards as said
from widgets.views.my_village_house import stack_ring
from widgets.views.my_village_icons import Flow, banner, banner_width, columns, price, row, span
from widgets.views.my_village_words_names import (
    AREA_MARKS,
    CHURCHES,
    HALLS,
    count,
    craft_name,
    monk_words,
    name,
    ours,
    seat_name,
)

GAP: Final = 8.0
CARD: Final = 92.0
CRAFTS: Final = 124.0
TALL: Final = 114.0  #: cards with a line more: monks, the meeting place, fields and journeys
LONGER: Final = (1.3, 1.2, 1.1, 1.0)
"""How many times longer a sentence may be in another language, as far as the card has room."""
SEAL: Final = 17.0, 45.0
SEALS: Final = {
    "churches": "seal-abbot",
    "monks": "seal-abbot",
    "halls": "seal-councilman",
    "meeting": "seal-councilman",
    "fields": "seal-farmer",
    "travel": "seal-traveller",
    "crafts": "seal-craftsman",
}


# --- what stands on a card ------------------------------------------------------------------------------------------


def title(canvas: Canvas, called: str, house: bool, x: float, y: float, room: float, lines_: int = 1) -> str:
    """Write a name from the left in one line, smaller if it must be, with the ring of a house value behind it."""
    whole = canvas.printed(called, house)
    for kind, size in (("name", 14), ("small", 13)):
        if width(whole, size, "serif") <= room:
            return text(whole, x, y, kind)
    found = wrap(whole, room, 13, "serif")
    if lines_ > 1 and len(found) == 2:
        return "".join(named(line, x, y - 7 + 13 * index, room, "small") for index, line in enumerate(found))
    return fitted(whole, x, y, room, anchor="start")


def told_short(mark: str, number: int) -> list[str]:
    """Return marks as a number and one of them.

    >>> told_short("time", 3), told_short("gold", 1)
    (['3', 'time'], ['gold'])
    """
    return [str(number), mark] if number > 1 else [mark]


def head(values: Sequence[int], found: Sequence[str], w: float, fame: int | None, corner: float = 6) -> str:
    """Draw banner and price at the top of a card, and its fame in the corner, which else is ``corner`` wide."""
    out = banner(values, 7, 19)
    at = 7 + banner_width(values) + 6
    room = w - at - (36 if fame is not None else corner)
    if span(found) > 1.2 * room:
        found = [each for mark, group in groupby(found) for each in told_short(mark, len(list(group)))]
        if span(found) > room:
            out = f'<g transform="translate(7 19) scale(0.84)">{banner(values, 0, 0)}</g>'
            at, room = at - 0.16 * banner_width(values) - 3, room + 0.16 * banner_width(values) + 3
    out += row(found, at, 18, room)[0]
    return out + (marks.laurel(fame, w - 20, 18, 0.95) if fame is not None else "")


def body(canvas: Canvas, table: str, row_: Row, w: float, high: float = CARD, corner: float = 4) -> str:
    """Draw the frame of a card with its seal and its name, which ends ``corner`` before the edge."""
    out = marks.rect(0, 0, w, high, "card", 6) + marks.use(SEALS[table], *SEAL, 0.78)
    return out + title(canvas, name(row_), ours(row_), 30, 50, w - 30 - corner, 2 if high > CARD else 1)


def told(words: str, x: float, w: float, y: float = 68) -> str:
    """Write what a card does in at most two lines, with room for a language that needs more of it."""
    room = w - x - 5
    found = next((each for share in LONGER if len(each := wrap(words, room / share, 13)) <= 2), wrap(words, room, 13))
    if len(found) > 2:
        found = (found[0], found[1] + " …")
    first = y if len(found) > 1 else y + 8
    return f"<g><title>{escape(words)}</title>{lines(found, x, first, 15, 'mute')}</g>"


def small(colour: str, time: int, y: float) -> tuple[str, float]:
    """Draw a small banner before what it does, and its time; return where to go on too."""
    drawn = marks.use(f"{colour}-1", 15, y, 0.58)
    more, taken = row(["time"] * time, 24, y)
    return drawn + more, 28 + taken


def church(canvas: Canvas, game: Game, key: str, w: float) -> str:
    """Draw a church."""
    row_ = game.catalogue.churches[key]
    out = body(canvas, "churches", row_, w)
    return out + head(row_.values, price(row_.time, ways=row_.ways), w, row_.fame) + told(CHURCHES[row_.effect], 8, w)


def hall(canvas: Canvas, game: Game, key: str, w: float) -> str:
    """Draw a town hall: what it brings at once and again by its white banner."""
    row_ = game.catalogue.halls[key]
    out = body(canvas, "halls", row_, w)
    out += head(row_.values, price(row_.time, ways=row_.ways), w, row_.fame)
    drawn, at = small("white", row_.white_time, 76)
    if row_.effect in ("finance", "guild"):
        gain = row([f"+{row_.amount}", "gold" if row_.effect == "finance" else "joker"], at + 4, 76)[0]
    else:
        signs = AREA_MARKS.values() if row_.effect == "area" else [f"villager-{each}" for each in PROFESSIONS]
        gain = "".join(marks.use(sign, at + 5 + 10.5 * index, 76, 0.45) for index, sign in enumerate(signs))
        gain += marks.laurel(row_.amount, at + 67, 75, 0.66)
    return out + drawn + f"<g><title>{escape(HALLS[row_.effect].format(row_.amount))}</title>{gain}</g>"


def monk(canvas: Canvas, game: Game, key: str, w: float) -> str:
    """Draw a monk: its symbol, its price, and what it brings once."""
    row_ = game.catalogue.monks[key]
    out = body(canvas, "monks", row_, w, TALL)
    out += head(row_.values, price(row_.time), w, None) + row(price(ways=row_.ways), 9, 72, w - 44)[0]
    out += marks.use(row_.symbol, w - 17, 73, 0.9) + marks.use("window", 14, TALL - 17, 0.75)
    low, left = TALL - 16, 26
    if row_.effect == "stories":
        drawn = row([f"{row_.amount}", "story"], left + 2, low)[0]
    elif row_.effect == "headman":
        drawn = marks.use("black-1", left + 12, low, 0.8) + text("?", left + 12, low + 4, "bold ml-white", "middle")
    elif row_.effect == "school":
        drawn = "".join(marks.use("school", left + 12 + 23 * index, low, 0.8) for index in range(row_.amount))
    else:
        drawn = row(["seal-merchant"], left, low)[0] + text("1–2", left + 25.5, low + 5, "bold")
    return out + f"<g><title>{escape(monk_words(game.catalogue, key))}</title>{drawn}</g>"


def meeting(canvas: Canvas, game: Game, w: float) -> str:
    """Draw the meeting place: what it brings at once, and what its white banner brings."""
    row_ = game.meeting
    out = body(canvas, "meeting", row_, w, TALL) + head(row_.values, price(row_.time), w, row_.fame)
    gains = ["story"] * row_.stories + ["die"]
    first, _ = small("black", 0, 72)
    later, at = small("white", row_.white_time, TALL - 16)
    out += first + row(["tile", *gains], 28, 72, w - 34)[0]
    return out + later + row(gains, at, TALL - 16, w - at - 6)[0]


def field(canvas: Canvas, game: Game, w: float) -> str:
    """Draw a field: what it brings at once, and what its white banner brings, with a plow more."""
    row_ = game.field
    out = body(canvas, "fields", row_, w, TALL) + head(row_.values, price(row_.time), w, row_.fame)
    first, _ = small("black", 0, 72)
    out += first + row(["gold"] * row_.coins, 28, 72)[0]
    later, at = small("white", row_.white_time, TALL - 16)
    out += later + row(["gold"] * row_.coins, at, TALL - 16)[0]
    left = at + span(["gold"] * row_.coins) + 6
    return out + row(["plow", f"+{row_.plow}"], left, TALL - 16, w - left - 5)[0]


def journey(canvas: Canvas, game: Game, letter: str, w: float) -> str:
    """Draw the black side of a letter's travel cards."""
    row_ = game.catalogue.travel_stacks[letter]  # type: ignore[index]
    out = body(canvas, "travel", row_, w, TALL) + head(row_.values, price(row_.time), w, None)
    return out + row(price(ways=row_.ways), 9, 72, w - 14)[0]


def craft_kind(canvas: Canvas, game: Game, kind: str, w: float) -> str:
    """Draw the head of a row of craft buildings: good, name, price, and what the white banner takes."""
    row_ = game.catalogue.craft_kinds[kind]  # type: ignore[index]
    index = KINDS.index(kind)
    cards = [game.catalogue.crafts[card] for card in game.crafts[index]]
    house = ours(row_, *cards)
    out = marks.rect(0, 0, w, CRAFTS, "card", 6) + marks.use(GOODS[index], 19, 21, 1)
    out += title(canvas, name(row_), house, 36, 18, w - 40)
    out += row(price(row_.time, ways=row_.ways), 36, 33, w - 40)[0]
    drawn, at = small("white", row_.white_time, CRAFTS - 14)
    slots = marks.use("slot", at + 9, CRAFTS - 14, 0.62) + text(f"×{row_.slots}", at + 17, CRAFTS - 9.5, "mute")
    return out + drawn + slots + marks.use(SEALS["crafts"], w - 16, CRAFTS - 14, 0.72)


# --- the table of cards ---------------------------------------------------------------------------------------------


def offer(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw all rows of cards on offer; return the height taken."""
    at = y + churches_and_halls(canvas, position, x, y, w) + GAP
    at += middle_row(canvas, position, x, at, w) + GAP
    at += journeys(canvas, position, x, at, w) + GAP
    at += crafts(canvas, position, x, at, w)
    return at - y


def gone(canvas: Canvas, owners: Sequence[int], x: float, y: float, w: float, high: float) -> None:
    """Cover a card that is taken, and show by whom where the seal stood: it is free of words on every card."""
    canvas.add(marks.rect(x - 0.5, y - 0.5, w + 1, high + 1, "veil", 6))
    left, top = x + SEAL[0], y + SEAL[1]
    if len(owners) == 1:
        canvas.add(marks.flag(owners[0], left, top, 0.95))
    for index, seat in enumerate(owners if len(owners) > 1 else ()):
        line, column = divmod(index, 2)
        canvas.add(marks.flag(seat, left - 5.5 + 11 * column, top - 6.5 + 13 * line, 0.6))


def taken_words(called: str, owners: Sequence[int]) -> str:
    """Say that a card is taken, and by whom.

    >>> taken_words("Stable 5/9", (1,))
    'Stable 5/9, taken by Red'
    """
    return f"{called}, taken{' by ' if owners else ''}{', '.join(map(seat_name, owners))}"


def churches_and_halls(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the churches, and below them the town halls."""
    game, at = position.game, y
    for line, (table, keys, left_, draw, words) in enumerate(
        (
            ("churches", list(game.catalogue.churches), position.churches, church, said.church_words),
            ("halls", list(game.catalogue.halls), position.halls, hall, said.hall_words),
        )
    ):
        size = columns(w, len(keys), 136)[1]
        flow = Flow(x, at, w, CARD, GAP)
        for key in keys:
            corner = flow.take(size)
            canvas.block(*corner)
            canvas.print(draw(canvas, game, key, size))
            token = f"{'church' if table == 'churches' else 'hall'}:{key}"
            label = words(game.catalogue, key)
            if key not in left_:
                who = said.owners(position, table, key)
                gone(canvas, who, *corner, size, CARD)
                token, label = f"taken:{key}", taken_words(name(getattr(game.catalogue, table)[key]), who)
            row_, column = flow.cell
            canvas.place(token, (*corner, size, CARD), label, "offer", (line * 2 + row_, column))
        at += flow.taken + (GAP if line == 0 else 0)
    return at - y


def pile(canvas: Canvas, number: int, x: float, y: float, w: float, dy: float = TALL - 16) -> None:
    """Write how many cards of a stack are left, in its lower corner."""
    canvas.add(text(f"×{number}", x + w - 8, y + dy + 5, "mute", "end"))


def middle_row(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the open monks, the meeting place and the field."""
    game = position.game
    size = columns(w, 5, 110)[1]
    flow = Flow(x, y, w, TALL, GAP)
    for index, symbol in enumerate(SYMBOLS):
        corner = flow.take(size)
        row_, column = flow.cell
        card, below = position.monks[index], len(position.monk_decks[index])
        label = f"{symbol}: no monk left"
        if card:
            canvas.add(marks.moved(*corner, monk(canvas, game, card, size)))
            label = f"{symbol}: {said.monk_line(game.catalogue, card)}; {count(below, 'card')} below"
            pile(canvas, below + 1, *corner, size)
        else:
            canvas.add(
                marks.rect(*corner, size, TALL, "empty", 6), marks.use(symbol, corner[0] + size / 2, corner[1] + 46)
            )
        canvas.place(f"monk:{symbol}", (*corner, size, TALL), label, "offer", (4 + row_, column))
    for token, table, draw, left_, words in (
        ("meeting", "meeting", meeting, position.meetings, said.meeting_words),
        ("field", "fields", field, position.fields, said.field_words),
    ):
        corner = flow.take(size)
        row_, column = flow.cell
        canvas.block(*corner)
        canvas.print(draw(canvas, game, size))
        label = f"{words(game.catalogue)}; {left_} left"
        if left_:
            pile(canvas, left_, *corner, size, TALL - 16 if token == "meeting" else 72)
        else:
            gone(canvas, said.owners(position, table, token), *corner, size, TALL)
        canvas.place(token, (*corner, size, TALL), label, "offer", (4 + row_, column))
    return flow.taken


def journeys(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the five stacks of travel cards, with the fame that is still in each."""
    game = position.game
    size = columns(w, 5, 110)[1]
    flow = Flow(x, y, w, TALL, GAP)
    for letter, stack in zip(LETTERS, position.travel_decks, strict=True):
        corner = flow.take(size)
        canvas.block(*corner)
        canvas.print(journey(canvas, game, letter, size))
        fames = sorted(game.travel_fame[card] for card in stack)
        label = f"travel {said.stack_words(game.catalogue, letter)}; {count(len(stack), 'card')}"
        if fames:
            alike = fames[0] == fames[-1]
            mark = stack_ring(game.catalogue, letter, stack)
            label += f", {fames[0]} fame{mark}" if alike else f", {fames[0]} to {fames[-1]} fame{mark}"
            range_ = f"{fames[0]}{mark}" if alike else f"{fames[0]}–{fames[-1]}{mark}"
            low = corner[1] + TALL - 16
            canvas.add(marks.use("laurel", corner[0] + 19, low, 0.72), text(range_, corner[0] + 37, low + 5, "num"))
            pile(canvas, len(stack), *corner, size)
        else:
            gone(canvas, (), *corner, size, TALL)
        canvas.place(f"travel:{letter}", (*corner, size, TALL), label, "offer", (6 + flow.line, flow.cell[1]))
    return flow.taken


def crafts(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the five rows of craft buildings; of each card only the banner differs."""
    game = position.game
    size = columns(w, 5, 110)[1]
    flow = Flow(x, y, w, CRAFTS, GAP)
    for index, kind in enumerate(KINDS):
        left, top = flow.take(size)
        canvas.block(left, top)
        canvas.print(craft_kind(canvas, game, kind, size))
        step = (size - 4) / 2
        for number, card in enumerate(game.crafts[index]):
            values = game.catalogue.crafts[card].values
            line, column = divmod(number, 2)
            wide = banner_width(values)
            at, level = 2 + column * step + (step - wide) / 2, 57 + 29 * line
            canvas.print(banner(values, at, level))
            token, label = f"craft:{card}", said.craft_words(game.catalogue, card)
            if card not in position.crafts[index]:
                who = said.owners(position, "crafts", card)
                canvas.add(marks.rect(left + at - 2, top + level - 14, wide + 4, 28, "gone", 3))
                canvas.add("".join(marks.flag(seat, left + at + wide - 24, top + level, 0.8) for seat in who[:1]))
                token, label = f"taken:{card}", taken_words(craft_name(game.catalogue, card), who)
            box = (left + at - 1, top + level - 13, wide + 2, 26)
            canvas.place(token, box, label, "offer crafts", (flow.line * 2 + line, flow.cell[1] * 2 + column), radius=3)
    return flow.taken
