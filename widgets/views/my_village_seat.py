"""The own village, large: stores, the way of life, game, school and headman (the areas: ``my_village_areas.py``)."""

from __future__ import annotations

from typing import Final

from rules.my_village.values import HEADMAN, Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.drawing import ground
from widgets.marks_text import noted, text
from widgets.views import my_village_words_seat as said
from widgets.views.my_village_areas import areas, tile_of, used
from widgets.views.my_village_house import laborers_ring, total_ring
from widgets.views.my_village_icons import banner, banner_width, counted, row, span
from widgets.views.my_village_words_names import count, ours, seat_name, values_words

PAD: Final = 12.0
CELL: Final = 80.0
SCHOOL: Final = 62.0  #: the room that the name of the school takes in any language, with its ring
SIGNS: Final = {"house": "house", "coin": "gold", "stories": "story"}
"""The mark of each field of the headman's way."""


def note(position: Position, number: int) -> str:
    """Say in a word what a seat does now."""
    if position.over:
        rank = position.scores()[number].rank
        return "has won" if rank == 1 else f"rank {rank}"
    return "to act" if position.actor == number else ""


def heading(canvas: Canvas, position: Position, number: int, line: int, x: float, y: float, w: float) -> None:
    """Draw banner and name of a seat around the height ``y``, and its fame if the game ended now."""
    total = position.scores()[number].total
    hinted = note(position, number)
    ring = canvas.printed("", bool(total_ring(position, number)))
    label = f"{seat_name(number)}: {said.total_words(position, number)}" + (f"; {hinted}" if hinted else "")
    canvas.place(f"seat:{number}", (x - 4, y - 16, w + 8, 32), label, "seats", (line, 0))
    canvas.add(marks.keyed(f"seat:{number}", marks.flag(number, x + 9, y, 1.1)))
    canvas.add(noted(seat_name(number), hinted, x + 24, y + 5), marks.laurel(total, x + w - 20, y, 1.05, ring))


def own_seat(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> float:
    """Draw the village of the seat that plays or looks; return the height taken."""
    inside, room = x + PAD, w - 2 * PAD
    heading(canvas, position, number, 0, inside, y + 24, room)
    at = y + 44
    stores(canvas, position, number, inside, at, room)
    at += 36
    life(canvas, position, number, inside, at, room)
    at += 46
    cells(canvas, position, number, inside, at, room)
    at += CELL + 10
    at += areas(canvas, position, number, inside, at, room)
    high = at - y + 8
    ground(canvas, position.actor == number, x, y, w, high)
    return high


def stores(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> None:
    """Draw coins, stories on the tree and in the house, and day laborers."""
    seat, middle = position.seats[number], y + 15
    ring = canvas.printed("", bool(seat.laborers and laborers_ring(position)))
    lost = position.game.laborer * seat.laborers
    hired = f"{seat.laborers} = −{lost}{ring}" if seat.laborers else ""
    parts = [
        (canvas.pick(("pay:coin", f"coins:{number}")), "gold", seat.coins, count(seat.coins, "coin"), ""),
        (f"tree:{number}", "tree", seat.tree, f"{count(seat.tree, 'story', 'stories')} on the tree, at risk", ""),
        (f"safe:{number}", "house", seat.safe, f"{count(seat.safe, 'story', 'stories')} safe in the main house", ""),
    ]
    if seat.laborers:
        label = f"{count(seat.laborers, 'day laborer')}: −{lost} fame{ring}"
        parts.append((f"laborers:{number}", "laborer", seat.laborers, label, hired))
    pitch = min(112.0, w / max(4, len(parts)))
    for column, (key, mark, amount, label, words) in enumerate(parts):
        left = x + column * pitch
        drawn, taken = counted(mark, amount, left + 2, middle, 1.05, words)
        canvas.place(key, (left - 3, y, taken + 10, 30), label, "own stores", (0, column))
        canvas.add(drawn)


def life(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> None:
    """Draw the clouds up to the bridge; each says how much time is left there."""
    seat, clouds = position.seats[number], position.game.clouds
    step = w / (clouds + 1.25)
    middle = y + 19
    canvas.place(f"life:{number}", (x - 4, y, w + 8, 40), said.life_words(position, number), "own stores", (1, 0))
    scale = min(1.05, step / 35.5)
    canvas.block(x, y)
    for index in range(clouds):
        at = (index + 0.5) * step
        canvas.print(marks.use("cloud", at, 19, scale), text(str(clouds - index), at, 25, "mute", "middle"))
    bridge = x + w - 0.62 * step
    canvas.print(marks.use("bridge", bridge - x, 24, min(1.0, 1.25 * step / 36)))
    here = x + (min(seat.time, clouds - 1) + 0.5) * step
    canvas.add(marks.keyed(f"time:{number}", timer(number, here, middle, str(clouds - seat.time))))
    reaper = (here + 16, middle - 5, 0.66) if seat.crossed else (bridge, middle - 6, 0.9)
    canvas.add(marks.keyed(f"reaper:{number}", marks.use("reaper", *reaper)))


def timer(number: int, x: float, y: float, words: str) -> str:
    """Draw the time marker of a seat with a number on it."""
    disc = f'<circle class="ml-flag" cx="{round(x, 1)}" cy="{round(y, 1)}" r="12.5"/>'
    return f'<g class="ml-s{number}">{disc}{text(words, x, y + 5, "num", "middle")}</g>'


# --- game, school and headman -----------------------------------------------------------------------------------------


def cells(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> None:
    """Draw the three banners that are printed on the village board."""
    parts = [0.22 * (w - 16), 0.38 * (w - 16), 0.4 * (w - 16)]
    left = x
    for size, draw in zip(parts, (game, school, headman), strict=True):
        canvas.add(marks.rect(left, y, size, CELL, "slot", 6))
        draw(canvas, position, number, left, y, size)
        left += size + 8


def game(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> None:
    """Draw the game banner, which brings a story."""
    seat = position.seats[number]
    rows = position.catalogue.boards
    board = rows.get(seat.board)
    values = board.values if board is not None else ()
    tile = tile_of(position, number, "game")
    token = canvas.pick(("beside:game", "banner:game"))
    label = f"game, white banner {values_words(values)}: 1 story" + ("; the 2/12 tile lies here" if tile else "")
    canvas.place(token, (x, y, w, CELL), label, "own board", (0, 0))
    left = x + (w - banner_width(values)) / 2
    canvas.add(banner(values, left, y + 20, "white"))
    canvas.add(
        text(canvas.printed("Game", bool(board is not None and board.house)), x + w / 2, y + 52, "name", "middle")
    )
    if tile:
        canvas.add(marks.use("tile", x + w / 2 - 16, y + 66, 0.8), marks.use("story", x + w / 2 + 16, y + 66, 0.8))
    else:
        canvas.add(marks.use("story", x + w / 2, y + 66, 0.8))
    if used(position, number, "game"):
        canvas.add(marks.use("banner-done", x + w - 12, y + 12, 0.9))


def school(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> None:
    """Draw the school: its banner, the left and the right space, and what leaving brings."""
    seat = position.seats[number]
    row_ = position.catalogue.places["school"]
    tile = tile_of(position, number, "school")
    label = f"school, white banner {values_words(row_.values)}: {said.school_words(position, number)}"
    label += "; the 2/12 tile lies here" if tile else ""
    token = canvas.pick(("beside:school", "banner:school"))
    canvas.place(token, (x + 2, y + 3, w - 4, 35), label, "own board", (0, 1))
    canvas.add(banner(row_.values, x + 7, y + 20, "white", position.game.meeting.tile if tile else ()))
    room = w - 38 - 13 - banner_width(row_.values, position.game.meeting.tile if tile else ())
    canvas.add(marks.use("school", x + w - 20, y + 21, 1))
    if called := canvas.printed("School" if room >= SCHOOL else "", ours(row_)):
        canvas.add(text(called, x + w - 38, y + 26, "name", "end"))
    if used(position, number, "school"):
        canvas.add(marks.use("banner-done", x + w - 12, y + 12, 0.9))
    middle, step = y + 59, min(46.0, max(29.0, (w - 73) / 2.5))
    spaces = (
        (canvas.pick(("school:train", "school:left")), 0, "left place of the school"),
        ("school:advance", 1, "move the descendant to the right place"),
        ("school:right", 2, "right place of the school"),
    )
    for key, column, words in spaces:
        at = x + 8 + step * (column + 0.5)
        state = "" if column == 1 else ": a descendant" if seat.school[column // 2] else ": free"
        half = 10 if column == 1 else 13
        canvas.place(key, (at - half, middle - 16, 2 * half, 32), words + state, "own board", (1, column))
        if column == 1:
            canvas.add(marks.use("arrow", at, middle, 1.2))
            continue
        canvas.add(marks.rect(at - 13, middle - 15, 26, 30, "locked", 6))
        if seat.school[column // 2]:
            canvas.add(marks.keyed(f"pupil:{number}:{column}", marks.use("pupil", at, middle, 1.05)))
    begin = 8 + 2.5 * step + 17
    canvas.add(row([f"+{row_.stories}", "story"], x + begin, middle, w - begin - 4)[0])


def headman(canvas: Canvas, position: Position, number: int, x: float, y: float, w: float) -> None:
    """Draw the banner "?" and the headman's way: main house, coin, stories."""
    seat = position.seats[number]
    row_ = position.catalogue.places["headman"]
    where = said.PATH[HEADMAN[seat.headman]]
    label = f'headman, black banner "?" for {count(row_.time, "time", "time")}: he stands {where}'
    canvas.place("headman", (x + 2, y + 3, w - 4, 35), label, "own board", (0, 2))
    canvas.add(banner((), x + 7, y + 20), row(["time"] * row_.time, x + 37, y + 20)[0])
    canvas.add(text(canvas.printed("Headman", ours(row_)), x + w - 8, y + 25, "name", "end"))
    step = (w - 12) / 3
    middle = y + 60
    canvas.add(marks.path(f"M{round(x + 6 + step / 2, 1)} {middle}H{round(x + 6 + 2.5 * step, 1)}", "rule"))
    tight = min(1.0, (step - 8) / 44)
    labels = ("main house: all stories of the tree are safe", "coin field: 1 coin", f"{row_.stories} stories")
    for column, (field, words) in enumerate(zip(HEADMAN, labels, strict=True)):
        at = x + 6 + step * (column + 0.5)
        canvas.place(
            f"path:{field}", (at - step / 2 + 4, middle - 16, step - 8, 32), words, "own board", (1, 3 + column)
        )
        canvas.add(marks.rect(at - step / 2 + 4, middle - 16, step - 8, 32, "card", 8))
        here = seat.headman == column
        if field == "stories" and not here:
            gain = [f"+{row_.stories}", "story"]
            canvas.add(row(gain, at - min(span(gain), step - 10) / 2, middle, step - 10)[0])
        else:
            aside, size = (11 * tight, 0.72 * tight) if here else (0, 0.85)
            canvas.add(marks.use(SIGNS[field], at + aside, middle, size))
        if here:
            canvas.add(
                marks.keyed(f"headman:{number}", marks.use(f"headman-{number}", at - 11 * tight, middle, 0.92 * tight))
            )
