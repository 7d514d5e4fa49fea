"""The province: every building with cost, points, strength and effect, and the banners of those who built it."""

from __future__ import annotations

from typing import Final

from rules.kingsburg.catalogue import Building, Cell
from rules.kingsburg.values import Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.marks_text import lines, named, text, width, wrap
from widgets.views import kingsburg_words as words

GUTTER: Final = 22
GAP: Final = 8
HEAD: Final = 26
RESTS: Final = {"effect", "amount", "pay", "pay_number", "gain", "versus"}
"""The fields on which the words of an effect rest."""


def province(canvas: Canvas, position: Position, seat: int, x: float, y: float, room: float) -> float:
    """Draw the sheet as the seat sees it: what it has built is filled; return the height taken."""
    sheet = position.sheet
    canvas.block(x, y)
    cell_width = (room - GUTTER - 3 * GAP) / 4
    # A row is as high as its effects need; the banners hang in the gap below it.
    body = 84 if any(width(words.effect(cell.building), 13) > cell_width - 24 for cell in sheet) else 70
    pitch = body + 17
    for column, name in enumerate(words.COLUMNS):
        canvas.print(text(name, GUTTER + column * (cell_width + GAP) + cell_width / 2, 14, "head", "middle"))
    for row, letter in enumerate(sheet.letters):
        canvas.print(text(letter, 6, HEAD + row * pitch + body / 2 + 5, "head", "middle"))
    for cell in sheet:
        left = x + GUTTER + cell.column * (cell_width + GAP)
        top = y + HEAD + cell.row * pitch
        owners = [number for number, each in enumerate(position.seats) if each.built[cell.row] > cell.column]
        label = words.building_label(cell.building, sheet.letters[cell.row], cell.column, owners)
        key = canvas.pick((f"effect:{cell.id}", f"use:{cell.id}", f"build:{cell.id}"))
        canvas.place(key, (left, top, cell_width, body), label, "buildings", (cell.row, cell.column))
        canvas.under(ground(left, top, cell_width, body, position.seats[seat].built[cell.row] - cell.column))
        canvas.print(building(canvas, cell, left - x, top - y, cell_width, body > 72))
        canvas.add(banners(cell, owners, left + cell_width, top + body))
    return HEAD + len(sheet.letters) * pitch - 6


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


def building(canvas: Canvas, cell: Cell, x: float, y: float, w: float, tall: bool) -> str:
    """Draw what is printed for one building; ``tall`` says that there are two lines for its effect."""
    card, house = cell.building, set(cell.building.house)
    out = []
    out.append(named(canvas.printed(card.name.en, "name.en" in house), x + 8, y + 19, w - 14))
    paid, taken = cost(card, x + 8, y + 38)
    out.append(paid)
    if house & {"gold", "wood", "stone"}:
        out.append(text(canvas.printed("", True), x + 9 + taken, y + 41, "num"))
    middle = x + w - 23
    out.append(marks.laurel(card.points, middle, y + 37))
    if "points" in house:
        out.append(text(canvas.printed("", True), middle + 14, y + 34, "num"))
    if card.strength:
        left, top = (middle, y + 62) if tall else (middle - 38, y + 36)
        out.append(marks.strength(card.strength, left, top))
        if "strength" in house:
            out.append(text(canvas.printed("", True), left + 12, top, "num"))
    does = words.effect(card)
    if does:
        told = wrap(canvas.printed(does, bool(house & RESTS)), w - 16 - (34 if card.strength and tall else 0), 13)
        out.append(lines(told[:2], x + 8, y + 61, 15, "mute"))
    return "".join(out)


def cost(card: Building, x: float, y: float) -> tuple[str, float]:
    """Draw what a building costs, numbers and goods; return the fragment and its width."""
    out, at = [], x
    for name, number in (("gold", card.gold), ("wood", card.wood), ("stone", card.stone)):
        if number:
            fragment, taken = marks.counted(name, number, at, y)
            out.append(fragment)
            at += taken + 3
    return "".join(out), at - x - 3
