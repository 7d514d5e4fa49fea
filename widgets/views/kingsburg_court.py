"""The court: the eighteen advisors with what they give, and the dice that lie on them."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rules.kingsburg.catalogue import Advisor, Gift
from rules.kingsburg.values import Placement, Position
from rules.wording import both
from widgets import marks
from widgets.canvas import Canvas
from widgets.drawing import narrow
from widgets.marks_text import fitted, lines, text, width, wrap
from widgets.views import kingsburg_words as words

GAP: Final = 8
CREST: Final = 13
CARD: Final = 114
LEAST: Final = 94.0  #: so wide a card is at least
PITCH: Final = CARD + CREST + 12


def court(canvas: Canvas, position: Position, keys: DieKeys, x: float, y: float, room: float) -> float:
    """Draw the advisors in three rows of six, in shorter ones where there is little room; return the height taken."""
    advisors = position.game.advisors
    columns = int((room + GAP) // (LEAST + GAP)) if narrow(room) else 6
    canvas.block(x, y)
    for index, advisor in enumerate(advisors):
        row, column = divmod(index, columns)
        # The last of them have the whole line to themselves: they are the mightiest.
        beside = min(columns, len(advisors) - row * columns)
        card = (room - (beside - 1) * GAP) / beside
        left, top = x + column * (card + GAP), y + CREST + row * PITCH
        pairs = zip(position.placements, keys.placed, strict=True)
        here = [
            (placement, names) for placement, names in pairs if placement.rank == advisor.rank and not placement.private
        ]
        label = f"{advisor.rank} {both(advisor.name)}: {words.reward_words(advisor)}"
        for placement, _ in here:
            label += f"; {words.seat_name(placement.seat)} with {words.placed_words(placement)}"
        key = f"advisor:{advisor.rank}"
        canvas.place(key, (left, top - CREST, card, CARD + CREST), label, "advisors", (row, column))
        canvas.print(advisor_card(canvas, advisor, left - x, top - y, card))
        canvas.add(groups(here, left, top, card))
    return -(-len(advisors) // columns) * PITCH - 12


def advisor_card(canvas: Canvas, advisor: Advisor, x: float, y: float, card: float) -> str:
    """Draw one advisor: rank on its crest, name, reward, and a slot for dice."""
    middle = x + card / 2
    out = [marks.rect(x, y, card, CARD, "card", 6)]
    out.append(marks.crest(advisor.rank, middle, y))
    out.append(name(canvas.printed(advisor.name.en, bool(advisor.house)), middle, y + 32, card - 6))
    drawn, taken = reward(advisor)
    scale = min(1.0, (card - 6) / taken)
    out.append(marks.moved(middle - scale * taken / 2, y + 51, drawn, scale))
    out.append(marks.rect(x + 6, y + 64, card - 12, CARD - 70, "slot", 4))
    return "".join(out)


def name(words_: str, middle: float, y: float, room: float) -> str:
    """Write a name in one line, smaller if it must be, in two if it cannot be otherwise."""
    for kind, size in (("name", 14), ("small", 13)):
        if width(words_, size, "serif") <= room:
            return text(words_, middle, y, kind, "middle")
    found = wrap(words_, room, 13, "serif")[:2]
    if len(found) == 1:  # a word cannot be broken
        return fitted(words_, middle, y, room)
    return lines(found, middle, y - 6, 13, "small", "middle")


def gift(given: Gift, x: float, y: float) -> tuple[str, float]:
    """Draw a gift, beginning at ``x``; return the fragment and its width."""
    out, at = [], x
    for kind, number in (
        ("any", given.any),
        ("gold", given.gold),
        ("wood", given.wood),
        ("stone", given.stone),
        ("soldier", given.soldiers),
    ):
        if number:
            fragment, taken = marks.amount(kind, number, at, y)
            out.append(fragment)
            at += taken + 1
    if given.markers:
        out.append(marks.use("plus", at + 12, y))
        at += 25
    if given.points:
        out.append(marks.laurel(given.points, at + 15, y))
        at += 31
    return "".join(out), at - x - 1


def reward(advisor: Advisor) -> tuple[str, float]:
    """Draw what an advisor gives, beginning at (0, 0); return the fragment and its width."""
    if advisor.exchange:
        goods = "".join(marks.use("any", left, 0) for left in (9, 47, 66))
        return goods + marks.use("arrow", 28, 0), 75
    out, left = [], 0.0
    if advisor.pays_points:
        out.append(marks.laurel(-advisor.pays_points, 14, 0) + marks.use("arrow", 36, 0))
        left = 43
    for index, choice in enumerate(advisor.choose or (advisor.gift,)):
        if index:
            out.append(text("/", left + 6, 5, "mute", "middle"))
            left += 12
        fragment, taken = gift(choice, left, 0)
        out.append(fragment)
        left += taken
    if advisor.peek:
        out.append(marks.use("eye", left + 13, 0))
        left += 22
    return "".join(out), left


class DieKeys:
    """Name each die so that the same die keeps its name from the hand to an advisor."""

    def __init__(self, position: Position) -> None:
        self.used: Counter[str] = Counter()
        self.placed = [self.named(p.seat, p.dice, p.bonus) for p in position.placements]

    def named(self, seat: int, dice: tuple[int, ...], bonus: tuple[int, ...]) -> list[str]:
        """Return the names of these dice, player dice first; call it for the hand after the placements."""
        names = []
        for token in (*(f"die:{seat}:{face}" for face in dice), *(f"white:{seat}:{face}" for face in bonus)):
            names.append(f"{token}:{self.used[token]}")
            self.used[token] += 1
        return names


def groups(placements: list[tuple[Placement, list[str]]], x: float, y: float, card: float) -> str:
    """Draw the dice on an advisor: one group large with its figures below, two groups (by the envoy) as two lines."""
    if len(placements) == 1:
        placement, keys = placements[0]
        if len(keys) + extras(placement) > 5:
            return group(placement, keys, x + card / 2, y + 76, card, 18, 2)
        shown = group(placement, keys, x + card / 2, y + 81, card, 24)
        return shown + text(figures(placement), x + card / 2, y + 107, "body", "middle")
    return "".join(
        group(placement, keys, x + card / 2, y + 76 + 22 * index, card, 18)
        for index, (placement, keys) in enumerate(placements)
    )


def figures(placement: Placement) -> str:
    """Print what a group adds up to.

    >>> figures(Placement(rank=10, seat=0, dice=(3, 5), marker=True))
    '3+5+2'
    """
    addends = "+".join(map(str, (*placement.dice, *placement.bonus, *((2,) if placement.marker else ()))))
    return addends + f"{placement.market:+d}".replace("-", "−") if placement.market else addends


def extras(placement: Placement) -> int:
    """Count what lies beside the dice of a group: +2 marker, Market, envoy."""
    return int(placement.marker) + int(bool(placement.market)) + int(placement.envoy)


def group(
    placement: Placement, keys: list[str], middle: float, y: float, card: float, largest: float, rows: int = 1
) -> str:
    """Draw one group of dice, the first row around the height ``y``, behind the banner of its seat."""
    drawn: list[tuple[str, str]] = []
    number = len(keys) + extras(placement)
    columns = -(-number // rows)
    owner = 17 if placement.seat >= 0 else 0
    size = min(largest, (card - 12 - owner) / columns - 2)
    start = middle - (owner + columns * (size + 2) - 2) / 2
    spots = [
        (start + owner + size / 2 + (size + 2) * (index % columns), y + 22 * (index // columns))
        for index in range(number)
    ]
    for index, (key, face) in enumerate(zip(keys, (*placement.dice, *placement.bonus), strict=True)):
        seat = placement.seat if index < len(placement.dice) else None
        drawn.append((key, marks.die(face, *spots[index], seat, size)))
    if placement.marker:
        drawn.append((f"marker:{placement.seat}", marks.use("plus", *spots[len(drawn)], size / 24)))
    if placement.market:
        left, top = spots[len(drawn)]
        chip = marks.rect(left - size / 2, top - size / 2, size, size, "outline", size / 2)
        sign = text(f"{placement.market:+d}".replace("-", "−"), left, top + 4, "glyph", "middle")
        drawn.append((f"market:{placement.seat}", chip + sign))
    if placement.envoy:
        drawn.append(("envoy", marks.use("envoy", *spots[len(drawn)], size / 22)))
    banner = marks.flag(placement.seat, start + 6, y + 11 * (rows - 1), min(1.0, size / 19)) if owner else ""
    return banner + "".join(marks.keyed(key, piece) for key, piece in drawn)
