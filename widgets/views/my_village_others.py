"""The villages of the other seats, compact: what they have, area by area."""

from __future__ import annotations

import re
from typing import Final

from rules.my_village.scoring import hall_points, windows
from rules.my_village.values import GOODS, HEADMAN, PROFESSIONS, Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.drawing import ground
from widgets.marks_text import text, width
from widgets.views import my_village_words_seat as said
from widgets.views.my_village_house import hall_ring, laborers_ring, served_ring, windows_ring
from widgets.views.my_village_icons import Flow, counted
from widgets.views.my_village_seat import heading, timer
from widgets.views.my_village_words_cards import travel_words
from widgets.views.my_village_words_names import RING, count, craft_name, name, ring

PAD: Final = 12.0
CHIP: Final = 28.0


def other_seat(canvas: Canvas, position: Position, number: int, line: int, x: float, y: float, w: float) -> float:
    """Draw the village of somebody else; return the height taken."""
    inside, room = x + PAD, w - 2 * PAD
    heading(canvas, position, number, line, inside, y + 22, room)
    people(canvas, position, number, line, inside, y + 42, room)
    high = 82 + chips(canvas, position, number, line, inside, y + 82, room) + 10
    ground(canvas, position.actor == number, x, y, w, high)
    return high


def people(canvas: Canvas, position: Position, number: int, line: int, x: float, y: float, w: float) -> None:
    """Draw villagers, the time to the bridge, coins and stories in one line."""
    seat = position.seats[number]
    middle = y + 16
    pitch = min(25.0, w * 0.32 / 5)
    for index, profession in enumerate(PROFESSIONS):
        mark = f"{'villager' if seat.villagers[index] else 'niche'}-{profession}"
        canvas.add(marks.use(mark, x + 10 + pitch * index, middle, 0.85))
    at = x + 5 * pitch + 10
    canvas.add(timer(number, at + 10, middle, str(position.game.clouds - seat.time)))
    if seat.crossed:
        canvas.add(marks.use("reaper", at + 26, middle - 6, 0.6))
    at += 28
    step = (x + w - at) / 3
    for mark, amount in (("gold", seat.coins), ("tree", seat.tree), ("house", seat.safe)):
        canvas.add(counted(mark, amount, at, middle, min(0.9, step / 60))[0])
        at += step
    parts = (
        said.villagers_words(position, number),
        f"school: {said.school_words(position, number)}",
        said.life_words(position, number),
        said.stores_words(position, number),
        f"headman {said.PATH[HEADMAN[seat.headman]]}",
    )
    canvas.place(f"people:{number}", (x - 4, y, w + 8, 32), "; ".join(parts), "other seats", (line, 0))


def chips(canvas: Canvas, position: Position, number: int, line: int, x: float, y: float, w: float) -> float:
    """Draw the cards as chips, area by area; return the height taken."""
    flow = Flow(x, y, w, CHIP, 6, 5)
    found = listed(position, number)
    if not found:
        canvas.add(text("no card in the village yet", x, y + 18, "mute"))
    for mark, words, _ in found:
        # What is no name may be longer in another language.
        wide = min(34 + width(words, 13) + 0.25 * width("".join(re.findall(r"\b[a-z]+", words)), 13), w)
        left, top = flow.take(wide)
        canvas.add(marks.rect(left, top, wide, CHIP, "slot", 6), marks.use(mark, left + 14, top + 14, 0.75))
        canvas.add(text(words, left + 28, top + 18.5, "body"))
    label = "; ".join(label for _, _, label in found if label) or "no card in the village yet"
    canvas.place(f"village:{number}", (x - 4, y - 1, w + 8, flow.taken + 2), label, "other seats", (line, 1))
    return flow.taken


def listed(position: Position, number: int) -> list[tuple[str, str, str]]:
    """List mark, short words and longer words of all that lies in a village."""
    seat, rows = position.seats[number], position.catalogue
    found: list[tuple[str, str, str]] = []
    if seat.church:
        row = rows.churches[seat.church]
        called = f"{name(row)}{ring(row)}"
        used = f", used {seat.wards} of 2 times" if row.effect == "salvation" else ""
        found.append(("seal-abbot", called, called + used))
        if shown := windows(position, seat):
            words = f"{shown} = {position.game.windows[shown]}{windows_ring(position)}"
            found.append(("window", words, said.windows_words(position, shown)))
    if seat.hall:
        hall, points, mark = rows.halls[seat.hall], hall_points(position, seat), hall_ring(position, number)
        called = f"{name(hall)}{ring(hall)}"
        held = f", {count(seat.jokers, 'joker good')}" if seat.jokers else ""
        held += f", marked {', '.join(seat.marks)}" if seat.marks else ""
        found.append(("seal-councilman", f"{called} {points}{mark}", f"{called}, {points} fame{mark}{held}"))
        if seat.jokers:
            found.append(("joker", f"×{seat.jokers}", ""))
    if seat.meeting:
        found.append(("die", f"×{seat.sets}", said.meeting_state(position, number)))
    if any(seat.school):
        found.append(("pupil", f"×{sum(seat.school)}", ""))
    for index, card in enumerate(seat.crafts):
        if card:
            values = "/".join(map(str, rows.crafts[card].values))
            goods = count(seat.goods[index], GOODS[index])
            mark = ring(rows.crafts[card])
            found.append(
                (GOODS[index], f"{values}{mark}: {seat.goods[index]}", f"{craft_name(rows, card)}{mark} with {goods}")
            )
    if seat.fields:
        plows = f", {sum(seat.fields)} plowed" if any(seat.fields) else ""
        found.append(("wheat", f"×{len(seat.fields)}{plows}", f"{count(len(seat.fields), 'field')}{plows}"))
    if seat.travel:
        laid = [rows.travel[card] for card in seat.travel]
        words = " ".join(f"{row.letter.upper()}{row.fame}{RING if 'fame' in row.house else ''}" for row in laid)
        last = travel_words(rows, seat.travel[-1])
        found.append(("seal-traveller", words, f"journey, letter and fame {words}, the last one {last}"))
    if seat.customers:
        names = ", ".join(name(rows.customers[card]) for card in seat.customers)
        found.append(("seal-merchant", f"{len(seat.customers)} waiting", f"waiting: {names}"))
    if seat.served:
        fame = sum(position.game.customer_fame[card] for card in seat.served)
        mark = served_ring(position, number)
        words = f"{count(len(seat.served), 'customer')} served for {fame} fame{mark}"
        found.append(("laurel", f"{len(seat.served)} served = {fame}{mark}", words))
    if seat.laborers:
        lost, mark = position.game.laborer * seat.laborers, laborers_ring(position)
        words = f"{count(seat.laborers, 'day laborer')}: −{lost} fame{mark}"
        found.append(("laborer", f"{seat.laborers} = −{lost}{mark}", words))
    return found
