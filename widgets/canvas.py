"""The sheet a view draws on: it collects fragments, places, rings and plan steps, and makes the picture of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil

from widgets import marks
from widgets.marks_text import number
from widgets.picture import Mark, Picture, Place, State

Marks = Mapping[str, Mark | State]


def as_mark(mark: Mark | State) -> Mark:
    """Return a mark; a bare state is a mark without reason and step."""
    return mark if isinstance(mark, Mark) else Mark(mark)


class Canvas:
    """Collect what a view draws. Rings and plan steps lie above everything else."""

    def __init__(self, given: Marks | None = None) -> None:
        self.marks: dict[str, Mark] = {key: as_mark(mark) for key, mark in (given or {}).items()}
        self.ground: list[str] = []
        self.blocks: list[tuple[float, float, list[str]]] = [(0, 0, [])]
        self.parts: list[str] = []
        self.above: list[str] = []
        self.steps: list[tuple[int, float, float]] = []
        self.places: list[Place] = []
        self.copies: Counter[str] = Counter()
        self.house = False
        """Whether a house value has been shown, so that the legend must explain its mark."""

    def under(self, *fragments: str) -> None:
        """Draw fragments below everything that is printed."""
        self.ground.extend(fragments)

    def block(self, x: float, y: float) -> None:
        """Begin a block of print at (x, y): what is printed from here on counts from that point."""
        self.blocks.append((x, y, []))

    def inside(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the picture as the block that was begun last counts it."""
        return x - self.blocks[-1][0], y - self.blocks[-1][1]

    def print(self, *fragments: str) -> None:
        """Draw what is printed on boards and cards, and stays the same from position to position."""
        self.blocks[-1][2].extend(fragments)

    def add(self, *fragments: str) -> None:
        """Draw what lies on top of the printing, the later above the earlier."""
        self.parts.extend(fragments)

    def printed(self, words: str, house: bool) -> str:
        """Return the words, behind them the mark of a house value if they rest on one."""
        if house:
            self.house = True
        return words + marks.HOUSE if house else words

    def pick(self, keys: Sequence[str]) -> str:
        """Return the first of the keys for which a mark is given, or else the last one."""
        return next((key for key in keys if key in self.marks), keys[-1])

    def place(
        self,
        key: str,
        box: tuple[float, float, float, float],
        label: str,
        group: str,
        cell: tuple[int, int] = (0, 0),
        state: State = "idle",
        radius: float = 6,
    ) -> State:
        """Make a place of a box (x, y, width, height), draw its ring or its veil, and return its state.

        A key that is already there gets ``#2``, ``#3`` behind it. ``state`` holds where the caller gives no mark.
        """
        self.copies[key] += 1
        unique = key if self.copies[key] == 1 else f"{key}#{self.copies[key]}"
        mark = self.marks.get(unique, Mark(state))
        x, y, w, h = (round(value, 1) for value in box)
        self.places.append(Place(unique, x, y, w, h, label, mark.state, mark.reason, group, *cell))
        self.above.append(marks.ring(mark.state, x, y, w, h, radius))
        if mark.step:
            self.steps.append((mark.step, x + w - 4, y + 4))
        return mark.state

    def picture(self, width: int, height: float, title: str, text: str) -> Picture:
        """Return the finished picture."""
        size = ceil(height)
        steps = sorted(self.steps)
        plan = marks.thread([(x, y) for _, x, y in steps]) + "".join(marks.step_disc(*step) for step in steps)
        printed = tuple("".join(block) for _, _, block in self.blocks)
        origins = tuple((round(x, 1), round(y, 1)) for x, y, _ in self.blocks)
        over = "".join([*self.parts, *self.above, plan])
        page = f'<rect class="ml-page" width="{number(width)}" height="{number(size)}"/>' + "".join(self.ground)
        return Picture(page, printed, origins, over, width, size, title, text, tuple(self.places))
