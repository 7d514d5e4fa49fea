"""The solve panel in the language of the tutor: what it shows is the same, said by `plan_words`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from rules.protocol import Position
from widgets.bars import bars
from widgets.panel import Payload
from widgets.scene import Section, picture_section
from widgets.solve_panel import Solve

from .amounts import brought, name_of
from .local import talk_of, view_of
from .local_panel import LocalPanel, refusal_words
from .plan_words import plan_words
from .puzzle_judge import signed

if TYPE_CHECKING:
    from solver.plan import Plan


class LocalSolve(LocalPanel, Solve):
    """Be a solve panel that draws and tells in the language of this session."""

    def __init__(self, position: Position, options: Mapping[str, Any], **looks: Any) -> None:
        """Show the position and wait for Start."""
        super().__init__(position, options, **looks)
        self.view, self.talk = view_of(position), talk_of(position.game.name)
        self.refresh()

    def _in_words(self, text: str) -> str:
        said = plan_words(self.position.game.name, text)
        return refusal_words(self.position.game.name, text) if said == text else said

    # --- what is shown --------------------------------------------------------------------------------------------

    def _section_told(self, section: Section) -> Section:
        title, game = self._in_words(section.title), self.position.game.name
        if section.kind == "code":
            return msgspec.structs.replace(section, title=title)
        if section.key == "gains" and (plan := self.plan) is not None:
            return self._gains(plan, title)
        items = section.items
        if section.key == "steps" and (plan := self.plan) is not None:
            details = [brought(game, step.sources, step.holdings, plan.ring_of(step)) for step in plan.steps]
            moves = [frame.move for frame in self.line if frame.kind != "start"]
            items = tuple(
                msgspec.structs.replace(item, detail=details[move - 1] if 0 < move <= len(details) else "")
                for item, move in zip(items, moves, strict=True)
            )
        items = tuple(msgspec.structs.replace(item, text=self._in_words(item.text)) for item in items)
        rows = tuple(tuple(map(self._in_words, row)) for row in section.rows)
        text = self._in_words(section.text)
        return msgspec.structs.replace(section, title=title, items=items, rows=rows, text=text)

    def _gains(self, plan: Plan, title: str) -> Section:
        """Draw the chart with German names, numbers and words."""
        rows = [(name_of(self.position.game.name, name), value) for name, value in plan.sources.items() if value]
        name = self._in_words("Points gained by source, in expectation")
        picture = bars(rows, name)
        empty = "Nothing is gained or lost."
        drawn = re.sub(r">([−-]?\d+)\.(\d+)<", r">\1,\2<", picture.under).replace(empty, self._in_words(empty))
        told = [name, *(f"{source}: {signed(value)}" for source, value in rows)]
        picture = msgspec.structs.replace(picture, under=drawn, text="\n".join(told))
        return picture_section("gains", picture, title)

    def _read(self, payload: Payload) -> str:
        return self._in_words(super()._read(payload))
