"""The province: every building with cost, points, strength and effect, and the banners of those who built it."""

from __future__ import annotations

from typing import Final

from rules.kingsburg.catalogue import Building, Cell
from rules.kingsburg.values import Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.drawing import narrow
from widgets.marks_text import lines, named, text, width, wrap
from widgets.views import kingsburg_words as words

GUTTER: Final = 22
GAP: Final = 8
HEAD: Final = 26
LONGER: Final = 1.3  #: so many times longer may an effect be in another language
RESTS: Final = {"effect", "amount", "pay", "pay_number", "gain", "versus"}
"""The fields on which the words of an effect rest."""


def province(canvas: Canvas, position: Position, seat: int, x: float, y: float, room: float) -> float:
    """Draw the sheet as the seat sees it: what it has built is filled; return the height taken."""
    sheet = position.sheet
    canvas.block(x, y)
    # Where there is little room, a row of the sheet goes over two lines, and each building says its column itself.
    across = 2 if narrow(room) else len(words.COLUMNS)
    lines_, head = len(words.COLUMNS) // across, 4 if narrow(room) else HEAD
    cell_width = (room - GUTTER - (across - 1) * GAP) / across
    # A row is as high as its effects need; the banners hang in the gap below it.
    body = 84 if any(LONGER * width(words.effect(cell.building), 13) > cell_width - 16 for cell in sheet) else 70
    line = body + 17
    pitch = lines_ * line + 6 * (lines_ - 1)
    for column, name in enumerate(words.COLUMNS if lines_ == 1 else ()):
        canvas.print(text(name, GUTTER + column * (cell_width + GAP) + cell_width / 2, 14, "head", "middle"))
    for row, letter in enumerate(sheet.letters):
        middle = head + row * pitch + (lines_ * line - 17) / 2
        canvas.print(text(letter, 6, middle + 5, "head", "middle"))
        if lines_ > 1:
            first, last = round(head + row * pitch + 5, 1), round(head + row * pitch + line + body - 5, 1)
            canvas.print(marks.path(f"M{GUTTER - 3} {first}h-4V{last}h4", "rule"))
    for cell in sheet:
        below, column = divmod(cell.column, across)
        left = x + GUTTER + column * (cell_width + GAP)
        top = y + head + cell.row * pitch + below * line
        owners = [number for number, each in enumerate(position.seats) if each.built[cell.row] > cell.column]
        label = words.building_label(cell.building, sheet.letters[cell.row], cell.column, owners)
        key = canvas.pick((f"effect:{cell.id}", f"use:{cell.id}", f"build:{cell.id}"))
        canvas.place(key, (left, top, cell_width, body), label, "buildings", (cell.row * lines_ + below, column))
        canvas.under(ground(left, top, cell_width, body, position.seats[seat].built[cell.row] - cell.column))
        name = words.COLUMNS[cell.column] if lines_ > 1 else ""
        canvas.print(building(canvas, cell, left - x, top - y, cell_width, body > 72, name))
        canvas.add(banners(cell, owners, left + cell_width, top + body))
    return head + len(sheet.letters) * pitch - 6


def banners(cell: Cell, owners: list[int], right: float, bottom: float) -> str:
    """Hang the banners of the owners from the lower edge."""
    out = []
    for index, owner in enumerate(reversed(owners)):
        flag = marks.flag(owner, right - 14 - 17 * index, bottom + 4)
        out.append(marks.keyed(f"built:{owner}:{cell.id}", flag))
    return "".join(reversed(out))


def ground(x: float, y: float, w: float, h: float, ahead: int) -> str:
    """Draw the ground of a building: owned (``ahead`` > 0), next to be built (0), or still locked (below 0)."""
    return marks.rect(x, y, w, h, "owned" if ahead > 0 else "card" if ahead == 0 else "locked", 5)


def building(canvas: Canvas, cell: Cell, x: float, y: float, w: float, tall: bool, column: str = "") -> str:
    """Draw what is printed for one building; ``tall`` says that there are two lines for its effect.

    ``column`` stands in its corner where no heading says it.
    """
    card, house = cell.building, set(cell.building.house)
    out = [text(column, x + w - 7, y + 18, "head", "end")] if column else []
    room = w - 16 - (width(column, 16, "serif") + 6 if column else -2)
    out.append(named(canvas.printed(card.name.en, "name.en" in house), x + 8, y + 19, room))
    paid, taken = cost(card, x + 8, y + 38)
    out.append(paid)
    if house & {"gold", "wood", "stone"}:
        out.append(text(canvas.printed("", True), x + 9 + taken, y + 41, "num"))
    middle = x + w - 23
    out.append(marks.laurel(card.points, middle, y + 37))
    if "points" in house:
        out.append(text(canvas.printed("", True), middle + 14, y + 34, "body"))
    if card.strength:
        left, top = (middle, y + 62) if tall else (middle - 38, y + 36)
        out.append(marks.strength(card.strength, left, top))
        if "strength" in house:
            out.append(text(canvas.printed("", True), left + 12, top, "body"))
    does = words.effect(card)
    if does:
        room = w - 16 - (32 if card.strength and tall else 0)
        out.append(lines(told(canvas.printed(does, bool(house & RESTS)), room), x + 8, y + 61, 15, "mute"))
    return "".join(out)


def told(does: str, room: float) -> tuple[str, ...]:
    """Break an effect into two lines at most; each leaves some room for another language where it can."""
    found = (wrap(does, room / longer, 13) for longer in (LONGER, 1.15, 1))
    return next((lines_ for lines_ in found if len(lines_) <= 2), wrap(does, 1.2 * room, 13)[:2])


def cost(card: Building, x: float, y: float) -> tuple[str, float]:
    """Draw what a building costs, numbers and goods; return the fragment and its width."""
    out, at = [], x
    for name, number in (("gold", card.gold), ("wood", card.wood), ("stone", card.stone)):
        if number:
            fragment, taken = marks.counted(name, number, at, y)
            out.append(fragment)
            at += taken + 3
    return "".join(out), at - x - 3
