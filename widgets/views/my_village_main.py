"""The main board: what is asked, dice and banner values, the hand, the rat, the chronicle and the graves."""

from __future__ import annotations

from typing import Final

from rules.my_village.rounds import turns
from rules.my_village.values import PROFESSIONS, Position
from widgets import drawing, marks
from widgets.canvas import Canvas
from widgets.marks_defs import DIE as MARK
from widgets.marks_text import lines, text, width, wrap
from widgets.views import my_village_words as words
from widgets.views.my_village_icons import banner
from widgets.views.my_village_words_names import RING, count, ours, seat_name

STEPS: Final = ("Round", "Dice", "Banner", "White banners", "Death")
SHORT: Final = ("Round", "Dice", "Banner", "White", "Death")
PHASES: Final = {
    **dict.fromkeys(("prepare", "roll_white", "roll_black"), 0),
    "dice": 1,
    "banner": 2,
    "white": 3,
    "again": 3,
    **dict.fromkeys(("death", "rat", "rat_return", "next"), 4),
}
"""On which field of the turn a step stands; the end stands on none."""
DIE: Final = 34.0
DEADLY: Final = 6  #: so many fields before the plague the rat can reach it with one die
HAND: Final = 160.0
LONGER: Final = 1.25  #: so many times longer may a sentence be in another language


def header(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the sentence that says what is asked, the turns of the round and the steps of a turn; return the height."""
    number = turns(len(position.seats))
    beside = 24.0 * number + 96
    wide = w > 620
    # Some room is left for a language that needs more of it.
    longer = LONGER if w > 700 else 1.55
    kept = beside + (w - beside) * (1 - 1 / longer) if wide else w * (1 - 1 / longer)
    high = drawing.headline(canvas, words.status(position), position.actor, x, y, w, kept)
    top = y if wide else y + high + 4
    right, middle = x + w - 24.0 * number, top + (high if wide else 26) / 2
    order = [(position.start + turn) % len(position.seats) for turn in range(number)]
    if not position.over:
        canvas.add(text(f"Round {position.round}", right - 8, middle + 5, "head", "end"))
        for turn, seat in enumerate(order):
            at = right + 12 + 24 * turn
            if turn == position.turn:
                canvas.add(marks.rect(at - 11, middle - 14, 22, 28, "owned", 6))
            drawn = marks.flag(seat, at, middle, 0.95)
            canvas.add(f'<g class="ml-none">{drawn}</g>' if turn < position.turn else drawn)
    said = ", ".join(map(seat_name, order))
    label = f"round {position.round}, turn {position.turn + 1} of {number}; order of turns: {said}"
    canvas.place("round", (right - 90, middle - 15, 90 + 24 * number, 30), label, "course", (0, 0))
    top += (high if wide else 26) + 10
    phase = PHASES.get(position.step, -1)
    canvas.place("step", (x, top, w, 28), f"step: {STEPS[phase] if phase >= 0 else 'the end'}", "course", (1, 0))
    canvas.add(marks.track(STEPS if wide else SHORT, phase, x, top, w, 28, (1, 2, 3)))
    return top + 28 - y


# --- dice and values ------------------------------------------------------------------------------------------------


def pool(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the dice of the pool, beside them the hand, below them the values that two dice can make."""
    beside = w > 560
    room = w - (HAND + 12 if beside else 0)
    dice = [("w", face) for face in position.white] + [("b", face) for face in position.black]
    total = position.game.table(len(position.seats))
    # All dice lie in one line, smaller where it is short; between them there is room for two rings.
    pitch = min(DIE + 9, (room + 6.5) / max(1, total.white + total.black))
    side = min(DIE, pitch - 6.5)
    used: dict[str, int] = {}
    for index, (colour, face) in enumerate(dice):
        left, top = x + index * pitch, y + 3 + (DIE - side) / 2
        token = f"die:{colour}{face}"
        used[token] = used.get(token, 0) + 1
        label = f"{'white' if colour == 'w' else 'black'} die showing {face}"
        label += f", costs {count(position.game.black_die, 'time', 'time')}" if colour == "b" else ""
        canvas.place(token, (left, top, side, side), label, "dice", (0, index), radius=7)
        kind = "ml-sw" if colour == "w" else "ml-sk"
        drawn = marks.use(f"die-{face}", left + side / 2, top + side / 2, side / MARK, kind)
        canvas.add(marks.keyed(f"{token}:{used[token]}", drawn))
    if not dice and not position.over:
        canvas.add(text("The dice are rolled at the beginning of a round", x, y + 25, "mute"))
    high = DIE + 13
    if beside:
        hand(canvas, position, x + w - HAND, y, HAND, high)
    values(canvas, position, x, y + high + 4, w)
    high += 44
    if not beside:
        hand(canvas, position, x, y + high, HAND, 40)
        canvas.add(time_of_black(canvas, position, x + HAND + 14, y + high + 20))
        high += 42
    return high


def time_of_black(canvas: Canvas, position: Position, x: float, y: float) -> str:
    """Say what a black die costs."""
    die = marks.use("die-1", x + 8, y, 0.6, "ml-sk")
    return (
        die
        + text("+", x + 22, y + 5, "mute")
        + "".join(marks.use("time", x + 40 + 12 * index, y, 0.85) for index in range(position.game.black_die))
    )


def values(canvas: Canvas, position: Position, x: float, y: float, w: float) -> None:
    """Draw the values 2 to 12; the one that was made is filled."""
    step = (w + 6) // 11
    canvas.block(x, y)
    for column, value in enumerate(range(2, 13)):
        left = x + column * step
        here = position.value == value
        label = f"banner value {value}" + (", made in this turn" if here else "")
        canvas.place(f"value:{value}", (left, y, step - 6, 32), label, "values", (0, column), radius=6)
        canvas.print(marks.rect(left - x, 0, step - 6, 32, "card", 6))
        canvas.print(text(str(value), left - x + (step - 6) / 2, 21.5, "rank", "middle"))
        if here:
            canvas.add(marks.keyed("value", marks.rect(left, y, step - 6, 32, "solid", 6)))
            canvas.add(text(str(value), left + (step - 6) / 2, y + 21.5, "rank ml-page-ink", "middle"))


def hand(canvas: Canvas, position: Position, x: float, y: float, w: float, high: float) -> None:
    """Draw the starting player's hand: its banner, the stories on it, and who holds it."""
    row_ = position.catalogue.places["hand"]
    back = position.hand_back
    label = f"starting player's hand, black banner {words.values_words(row_.values)}; "
    label += f"{count(position.hand_stories, 'story', 'stories')} on it; {seat_name(position.hand)} holds it"
    label += "; taken in this round, back side up" if back else ""
    canvas.place("hand", (x, y, w, high), label, "table", (0, 0))
    middle = y + min(high, 44) / 2
    canvas.add(marks.rect(x, y, w, high, "card", 6), banner(row_.values, x + 7, middle + 1))
    drawn = marks.use("hand", x + 74, middle, 1.1)
    canvas.add(marks.keyed("hand", f'<g class="ml-none">{drawn}</g>' if back else drawn))
    canvas.add(marks.use("story", x + 100, middle, 0.85), text(str(position.hand_stories), x + 113, middle + 5, "num"))
    canvas.add(marks.flag(position.hand, x + w - 14, middle, 0.95))


# --- what the dead do -----------------------------------------------------------------------------------------------


def village_road(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the rat's way, the chronicle and the graves; return the height taken."""
    high = rat(canvas, position, x, y, w) + 8
    return high + chronicle(canvas, position, x, y + high, w)


def rat(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw the fields up to the plague; from the darker ones a roll can reach it."""
    table = position.game.table(len(position.seats))
    fields = max(table.rat, position.rat)
    ring = ours(table)
    step = (w - (9 if ring else 0)) / (fields + 1)
    middle = y + 15
    label = f"rat: {count(position.rat, 'field')} to the plague{RING if ring else ''}; it starts {table.rat} before it"
    canvas.place("rat", (x, y, w, 30), label, "table", (1, 0))
    canvas.block(x, y)
    for index in range(fields + 1):
        away = fields - index
        kind = "danger" if 0 < away <= DEADLY else "card"
        canvas.print(marks.rect(index * step + 1, 3, step - 2, 24, kind, 5))
    canvas.print(marks.use("plague", (fields + 0.5) * step, 15, min(0.9, step / 25)))
    if ring:
        canvas.print(text(canvas.printed("", True), w, 13, "mute", "end"))
    at = x + (fields - position.rat + 0.5) * step
    canvas.add(marks.keyed("rat", marks.use("rat", at, middle, min(1.0, max(0.8, step / 27)))))
    return 30


def chronicle(canvas: Canvas, position: Position, x: float, y: float, w: float) -> float:
    """Draw two spaces of the chronicle for each profession, the graves, and how many coffins end the game."""
    beside = w > 560
    size = 70.0 if beside else w / 5
    house = any(ours(row) for row in position.catalogue.professions.values())
    canvas.block(x, y)
    free = []
    for index, profession in enumerate(PROFESSIONS):
        left, middle = x + index * size, y + 16
        spaces, filled = position.game.chronicle[index], position.chronicle[index]
        canvas.print(marks.use(f"seal-{profession}", index * size + 11, 16, 0.85))
        for space, stories in enumerate(spaces):
            at = left + 31 + 17 * space
            canvas.print(marks.use("coffin-free", at - x, 16), text(str(stories), at - x, 20.5, "mute", "middle"))
            if space < filled:
                canvas.add(marks.keyed(f"grave:{profession}:{space}", marks.use("coffin", at, middle)))
        free.append(f"{profession} {' and '.join(map(str, spaces[filled:])) or 'full'}")
    label = f"chronicle, stories of the free spaces{RING if house else ''}: {'; '.join(free)}"
    canvas.place("chronicle", (x, y, 5 * size - 4, 32), label, "table", (2, 0))
    if house:
        canvas.house = True
        canvas.add(text(RING, x + 4 * size + 58, y + 14, "mute"))
    limit = position.game.table(len(position.seats)).coffins
    left, top = (x + 5 * size + 14, y) if beside else (x, y + 38)
    label = f"{position.coffins} of {limit} coffins are full; the game ends with the round in which all are"
    label += f"; {count(position.graves, 'nameless grave')}"
    canvas.place("graves", (left - 3, top, x + w - left + 3, 32), label, "table", (3, 0))
    said = f"{position.coffins} of {limit}"
    canvas.add(text(said, left, top + 21, "num"))
    begin = left + width("18 of 18", 15, bold=True) + 6
    pitch = min(13.0, (x + w - begin) / limit)
    middle = top + 16
    full = min(position.coffins, limit)
    canvas.add("".join(marks.use("coffin", begin + pitch * (i + 0.5), middle, pitch / 16) for i in range(full)))
    canvas.print(
        "".join(marks.use("coffin-free", begin - x + pitch * (i + 0.5), middle - y, pitch / 16) for i in range(limit))
    )
    return 32 if beside else 70


LEGEND: Final = (
    ("time", "time"),
    ("gold", "coin"),
    ("story", "story"),
    ("laurel", "fame"),
    ("horse", "horse"),
    ("beer", "beer"),
    ("plow", "plow"),
    ("scroll", "scroll"),
    ("wagon", "wagon"),
    ("joker", "any good"),
    ("die", "sets a die"),
    ("window", "church window"),
    ("seal-abbot", "abbot"),
    ("seal-councilman", "councilman"),
    ("seal-traveller", "traveller"),
    ("seal-craftsman", "craftsman"),
    ("seal-merchant", "merchant"),
    ("seal-farmer", "needs nobody"),
    ("tree", "stories at risk"),
    ("house", "safe stories"),
    ("pupil", "descendant"),
    ("laborer", "day laborer"),
)


def legend(canvas: Canvas, x: float, y: float, w: float, house: bool) -> float:
    """Explain the marks in columns, that of a house value where the game has any; return the height taken."""
    entries = [(mark, label, 0.75) for mark, label in LEGEND]
    note = f"{RING} on this card values are ours: printed in no source" if house else ""
    across = max(3, int(w // 136))
    begun = len(entries) % across * w / across
    if begun + width(note, 13) * LONGER <= w or (begun + width(note, 13) > w >= width(note, 13) * LONGER):
        return drawing.legend(canvas, entries, across, note, x, y, w)
    high = drawing.legend(canvas, entries, across, "", x, y, w)
    broken = wrap(note, w / LONGER, 13)
    canvas.print(lines(broken, 2, high + 15, 17, "mute"))
    return high + 17.0 * len(broken) + 4
