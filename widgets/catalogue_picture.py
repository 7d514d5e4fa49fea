"""How the form for an owner's cards looks: the card in hand, and beside it the box with what is entered so far.

A game's own picture of a card is taken where it has one; otherwise a card is drawn from its fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from rules.cards import Card, Row, value_at
from rules.printable import escaped
from widgets import marks
from widgets.canvas import Canvas
from widgets.catalogue_box import Box, Field
from widgets.catalogue_fields import told
from widgets.catalogue_file import NOTHING
from widgets.marks_defs import DEFINED
from widgets.marks_text import lines, named, text, wrap
from widgets.picture import Picture

LAYOUTS: Final = (400, 540, 680, 900, 1060)
"""The widths for which the form is laid out; below `BESIDE` the card stands alone."""

BESIDE: Final = 680

CARD: Final = 340
EDGE: Final = 16
PITCH: Final = 27
LARGE: Final = 13
"""Lines that a card has room for; the fields beside it show all of them."""


class Line(msgspec.Struct, frozen=True):
    """Hold one value on a card: its name, its words, how it stands ("ours", "entered", "wrong", "") and a mark."""

    label: str
    words: str
    state: str = ""
    mark: str = ""


def card_lines(box: Box, card: Card, fields: Sequence[Field]) -> list[Line]:
    """Return what stands on a card: its values of ours, what is entered, and all else that it has at all."""
    found: list[Line] = []
    parts: dict[tuple[str | int, ...], list[Field]] = {}
    for field in fields:
        path = field.leaf.path
        if path[0] != "name":
            long = len(path) > 2 and isinstance(path[1], int)
            parts.setdefault(path[:2] if long else path[:1], []).append(field)
    row = box.row(card)
    for path, group in parts.items():
        state = "wrong" if any(one.problem for one in group) else "ours" if any(one.ours for one in group) else ""
        state = state or ("entered" if any(one.entered for one in group) else "")
        if len(group) == 1 and group[0].leaf.path == path:
            field, value = group[0], value_at(row, path)
            words = escaped(field.text) if field.problem else told(field.leaf, value, box.words)
            if not state and value in (None, "", 0, False, []):
                continue
        else:
            words = _parts(box, card, row, path, group)
            if not state and words == "–":
                continue
        found.append(Line(box.words.field(card, path), words, state, mark_of(str(path[0]))))
    return found


def _parts(box: Box, card: Card, row: Row, path: tuple[str | int, ...], group: Sequence[Field]) -> str:
    """Say a table inside a row in one line: what it has, one after the other."""
    said = []
    for field in group:
        value = value_at(row, field.leaf.path)
        if field.problem or value not in (None, "", 0, False, []):
            last = field.leaf.path[-1]
            words = escaped(field.text) if field.problem else told(field.leaf, value, box.words)
            if last in ("en", "de"):
                said += [words] if last == box.words.code else []
            else:
                said.append(f"{box.words.step(last)} {words}")
    return ", ".join(said) or "–"


def mark_of(name: str) -> str:
    """Return the mark that shows what a field counts, or nothing.

    >>> mark_of("soldiers"), mark_of("colour")
    ('soldier', '')
    """
    name = {"points": "laurel", "markers": "plus", "provisions": "provision"}.get(name, name)
    return next((each for each in (name, name.removesuffix("s")) if each in DEFINED and each != "any"), "")


def stamp(box: Box, card: Card) -> str:
    """Say how a card stands."""
    say, state, left = box.words.say, box.state(card), len(box.left(card))
    if state == "waiting":
        return say("Waits: it does not fit the other cards yet")
    if state == "half":
        return say("Half entered, not saved")
    if state == "ours":
        return box.words.count(left, "{number} value is ours °", "{number} values are ours °")
    return {"entered": say("Entered"), "own": say("Corrected by you")}.get(state, say("From a source"))


def draw(box: Box, card: Card, fields: Sequence[Field], shown: Sequence[Card], width: int) -> Picture:
    """Draw a card, and where there is room beside it the box: its tables, and the cards of this one's table."""
    canvas = Canvas()
    alone = width < BESIDE
    name = box.words.both(box.row(card), card)
    own = box.words.picture(_edition(box, card), card)
    left = (width - CARD) / 2 if alone else EDGE
    high, said = _own_card(canvas, box, card, own, left) if own is not None else _card(canvas, box, card, fields, left)
    words = [f"{box.words.table(card.table)}: {name}", *said, stamp(box, card)]
    if not alone:
        below, map_words = _map(canvas, box, card, shown, EDGE + CARD + 2 * EDGE, width)
        high = max(high, below)
        words += ["", *map_words]
    drawn = canvas.picture(width, high + EDGE, f"{name}: {stamp(box, card)}", "\n".join(words))
    return msgspec.structs.replace(drawn, titles=box.words.titles())


def _edition(box: Box, card: Card) -> Any:
    """Return the game with what has been entered for a card, where the rules take it, else as it is saved."""
    import rules

    if box.draft(card) == NOTHING:
        return box.edition
    try:
        return rules.load(box.game, catalogue=box.with_rows(box.document, {card.id: box.stated(card)}))
    except rules.RulesError:
        return box.edition


def _own_card(canvas: Canvas, box: Box, card: Card, own: Picture, left: float) -> tuple[float, list[str]]:
    """Put a game's own picture of a card here, as large as there is room."""
    scale = min(CARD / own.width, 2.0)
    x = left + (CARD - own.width * scale) / 2
    move = f"translate({round(x, 1)} {EDGE}) scale({round(scale, 3)})"
    canvas.add(f'<g transform="{move}">{own.layers(own.printed)}</g>')
    below = EDGE + own.height * scale + 28
    canvas.add(_stamp(box, card, left + CARD / 2, below))
    return below + 8, own.text.splitlines()


def _card(canvas: Canvas, box: Box, card: Card, fields: Sequence[Field], left: float) -> tuple[float, list[str]]:
    """Draw a card from its fields; return where it ends, and its words."""
    all_lines = card_lines(box, card, fields)
    shown = all_lines[:LARGE]
    name = box.words.name(box.row(card), card)
    if any(field.ours and field.leaf.path[0] == "name" for field in fields):
        name += f" {marks.HOUSE}"
    middle, inner, top = left + CARD / 2, CARD - 56, float(EDGE)
    titles = wrap(escaped(name), inner, 21, "serif")[:3]
    parts = [text(box.words.table(card.table), middle, top + 34, "head", "middle")]
    parts.append(_titles(titles, middle, top + 64, inner))
    other = box.words.both(box.row(card), card).removesuffix(")").partition(" (")[2] if card.key else ""
    y = top + 64 + 26 * (len(titles) - 1)
    if other:
        y += 21
        parts.append(named(escaped(other), middle, y, inner, "small", "middle"))
    y += 18
    parts.append(_divider(left + 28, y, inner))
    y += 12
    for line in shown:
        drawn, y = _line(line, left + 28, y, inner)
        parts.append(drawn)
    if not all_lines:
        y += 26
        parts.append(text(box.words.say("Nothing is printed on it."), middle, y, "mute", "middle"))
        y += 8
    if more := len(all_lines) - len(shown):
        y += 20
        parts.append(text(box.words.say("and {number} more values", number=more), middle, y, "mute", "middle"))
    y = max(y + 18, top + 330)
    parts.append(_divider(left + 28, y, inner))
    parts.append(_stamp(box, card, middle, y + 27))
    bottom = y + 46
    frame = marks.rect(left, top, CARD, bottom - top, "card-own", 16)
    frame += marks.rect(left + 8, top + 8, CARD - 16, bottom - top - 16, "empty", 10)
    canvas.add(frame, *parts)
    sign = {"ours": f" {marks.HOUSE}", "entered": f" ({box.words.say('entered, not saved')})"}
    wrong = f" ({box.words.say('cannot be')})"
    return bottom, [
        f"{line.label}: {line.words}{wrong if line.state == 'wrong' else sign.get(line.state, '')}"
        for line in all_lines
    ]


def _titles(titles: Sequence[str], x: float, y: float, room: float) -> str:
    if len(titles) == 1:
        return text(titles[0], x, y, "title", "middle") if len(titles[0]) < 30 else named(titles[0], x, y, room)
    return lines(tuple(titles), x, y, 26, "title", "middle")


def _divider(x: float, y: float, w: float) -> str:
    """Draw a fine line with a lozenge in its middle."""
    middle = round(x + w / 2, 1)
    y = round(y, 1)
    halves = f"M{round(x, 1)} {y}H{middle - 9}M{middle + 9} {y}H{round(x + w, 1)}"
    return marks.path(halves, "rule") + marks.path(f"M{middle} {y - 4}l4 4-4 4-4-4z", "quiet")


def _stamp(box: Box, card: Card, x: float, y: float) -> str:
    said, state = stamp(box, card), box.state(card)
    tick = marks.path(f"M{x - 62} {y - 5}l5 5 9-11", "tick") if state == "entered" else ""
    kind = {"entered": "bold", "own": "bold", "half": "bold", "waiting": "lack"}.get(state, "mute")
    return tick + text(said, x, y, kind, "middle")


def _line(line: Line, x: float, y: float, room: float) -> tuple[str, float]:
    """Draw one value: its name at the left, its words at the right or, where they are long, below."""
    sign = f" {marks.HOUSE}" if line.state == "ours" else ""
    kind = {"wrong": "lack", "entered": "num", "ours": "num"}.get(line.state, "body")
    half = room * 0.52
    icon = marks.use(line.mark, x + 8, y + 15, 0.8) if line.mark else ""
    name = named(line.label, x + (24 if line.mark else 0), y + 20, room - half - (30 if line.mark else 6), "small")
    said = wrap(escaped(line.words) + sign, half - 8, 15, bold=True)
    if len(said) > 2:
        said = wrap(escaped(line.words) + sign, room - 16, 13)[:6]
        drawn = lines(said, x + 8, y + 40, 17, "lack" if line.state == "wrong" else "body")
        end = y + 49 + 17 * (len(said) - 1)
    else:
        drawn = lines(said, x + room - 2, y + 20, 18, kind, "end")
        end = y + PITCH + 18 * (len(said) - 1)
    under = ""
    if line.state == "entered":
        under = marks.rect(x - 8, y + 1, room + 16, end - y - 3, "lent", 5)
    elif line.state == "wrong":
        under = marks.rect(x - 8, y + 1, room + 16, end - y - 3, "slot", 5)
    return under + icon + name + drawn, end


def _map(
    canvas: Canvas, box: Box, card: Card, shown: Sequence[Card], left: float, width: int
) -> tuple[float, list[str]]:
    """Draw the box: a row for each table, and a tile for each card of the table in hand."""
    say, words = box.words.say, []
    room = width - left - EDGE
    canvas.add(text(say("Your box"), left, EDGE + 34, "head"))
    tables = list(dict.fromkeys(one.table for one in shown))
    columns = 2 if len(tables) > 6 and room >= 400 else 1
    wide, y = (room - 12 * (columns - 1)) / columns, EDGE + 48.0
    for number, table in enumerate(tables):
        mine = [one for one in shown if one.table == table]
        x, top = left + (number % columns) * (wide + 12), y + (number // columns) * 40
        words.append(_table(canvas, box, table, mine, (x, top, wide), (number // columns, number % columns), card))
    y += -(-len(tables) // columns) * 40 + 14
    canvas.add(_divider(left, y, room))
    y += 16
    mine = [one for one in shown if one.table == card.table]
    columns = max(1, int((room + 8) // 140))
    wide = (room - 8 * (columns - 1)) / columns
    for number, one in enumerate(mine):
        at = (left + (number % columns) * (wide + 8), y + (number // columns) * 40, wide, 32.0)
        _tile(canvas, box, one, at, (number // columns, number % columns), one == card)
    return y + -(-len(mine) // columns) * 40, words


def _table(
    canvas: Canvas,
    box: Box,
    table: str,
    mine: Sequence[Card],
    at: tuple[float, float, float],
    cell: tuple[int, int],
    card: Card,
) -> str:
    """Draw the row of a table with how much of it is entered, and return it in words."""
    x, y, wide = at
    done, asked = box.done_of(mine)
    name = box.words.table(table)
    count = box.words.say("{done} of {total}", done=done, total=asked) if asked else str(len(mine))
    here = table == card.table
    canvas.add(marks.rect(x, y, wide, 34, "card-own" if here else "card", 6))
    if asked and done:
        canvas.add(marks.rect(x + 3, y + 28, (wide - 6) * done / asked, 3.5, "bar", 1.5))
    canvas.add(named(name, x + 12, y + 21, wide - 96, "strong" if here else "name"))
    canvas.add(text(count, x + wide - 12, y + 21, "bold" if asked and done == asked else "mute", "end"))
    said = box.words.say("{done} of {total} entered", done=done, total=asked) if asked else count
    label = f"{name}: {said}"
    canvas.place(f"table:{table}", (x, y, wide, 34), label, box.words.say("Tables"), cell)
    return label


def _tile(
    canvas: Canvas,
    box: Box,
    card: Card,
    at: tuple[float, float, float, float],
    cell: tuple[int, int],
    here: bool,
) -> None:
    """Draw the tile of a card: its name, and how it stands as a sign before it."""
    x, y, wide, high = at
    state = box.state(card)
    name = escaped(box.label(card))
    entered = state in ("entered", "own")
    canvas.add(
        marks.rect(x, y, wide, high, "owned" if entered else "lent" if state in ("half", "waiting") else "card", 6)
    )
    if entered:
        canvas.add(marks.path(f"M{round(x + 9, 1)} {round(y + 16, 1)}l4 5 8-10", "tick"))
    else:
        sign = {"ours": marks.HOUSE, "half": "…", "waiting": "!"}.get(state, "")
        canvas.add(text(sign, x + 15, y + 21, "big", "middle"))
    canvas.add(named(name, x + 27, y + 21, wide - 34, "name"))
    label = f"{name}: {stamp(box, card)}"
    canvas.place(f"card:{card.id}", at, label, box.words.table(card.table), cell, "chosen" if here else "idle")
