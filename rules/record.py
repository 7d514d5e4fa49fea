"""A record of a game: where it began and everything that was played or happened since.

Replay needs no random generator, because the answers of chance are part of the record. Undo is replay of a
prefix.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from .arguments import check_list, check_position, wrong_kind
from .fields import short
from .findings import BadInput, Problem, RulesError, refuse
from .printable import plain_defects, shown
from .protocol import Position
from .quantities import whole_number
from .toml_text import write_toml

VERSION = 1
MOST_STEPS = 20_000
STEPS = "a tuple of moves and outcomes"


class Record(msgspec.Struct, frozen=True):
    """Hold a start position and the moves and outcomes played from it, in order."""

    start: Any
    steps: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what can be no game: it is seen here and not when the record is replayed."""
        check_position(self.start, "start")
        if type(self.steps) is not tuple:
            msgspec.structs.force_setattr(self, "steps", check_list(self.steps, "steps", STEPS))
        for index, step in enumerate(self.steps):
            if not hasattr(type(step), "key"):  # asked of the kind: to ask for the key itself would make it
                raise wrong_kind(f"steps[{index}]", step, "a move or an outcome; play() adds one as text, too")

    def positions(self) -> Iterator[Position]:
        """Go through the positions from the start to the end: one more than there are steps."""
        position: Position = self.start
        yield position
        for step in self.steps:
            position = position.play(step)
            yield position

    @property
    def end(self) -> Position:
        """Replay the whole record."""
        position: Position = self.start
        for step in self.steps:
            position = position.play(step)
        return position

    def play(self, step: Any) -> Record:
        """Return the record with one more move or outcome, as such or typed; it is checked by replaying it."""
        end = self.end
        if isinstance(step, str):
            step = end.outcome(step) if end.chance() else end.move(step)
        end.play(step)
        return Record(self.start, (*self.steps, step))

    def undo(self, number: int = 1) -> Record:
        """Return the record without its last steps."""
        back = whole_number(number)
        if back is None or back < 0:
            raise refuse("number", f"is {shown(number)}; give how many steps to take back, 0 or more.")
        return Record(self.start, self.steps[: max(0, len(self.steps) - back)])

    def to_text(self) -> str:
        """Print the record as TOML: the start position's code, then one line per step."""
        lines = [step.key for step in self.steps]
        return write_toml({"record": VERSION, "start": self.start.to_code(), "steps": lines})


def read_record(document: Mapping[str, object]) -> Record:
    """Read a record back and replay it; a damaged or illegal one is refused with the number of the step."""
    from .reading import position_of

    problems = [
        Problem(short(name), "is no field of a record; fields are record, start and steps.")
        for name in document
        if name not in ("record", "start", "steps")
    ]
    start, steps = document.get("start"), document.get("steps")
    if document.get("record") != VERSION:
        problems.append(Problem("record", f"must be {VERSION}, the version that this release reads."))
    if not isinstance(start, str):
        problems.append(Problem("start", "must be the code of a position."))
    if not isinstance(steps, list) or not all(isinstance(step, str) for step in steps):
        problems.append(Problem("steps", "must be a list of moves and outcomes as text."))
    elif len(steps) > MOST_STEPS:
        problems.append(Problem("steps", f"holds {len(steps):,} entries; at most {MOST_STEPS:,} are read."))
    else:
        problems += [Problem(path, text) for path, text in plain_defects(steps, "steps")]
    if problems:
        raise BadInput(problems)
    assert isinstance(start, str) and isinstance(steps, list)
    position = position_of(start)
    record = Record(position)
    done = []
    for index, key in enumerate(steps):
        try:
            step = position.outcome(key) if position.chance() else position.move(key)
            position = position.play(step)
        except RulesError as error:
            said = str(error).replace("\n", " ")
            raise refuse(f"steps[{index}]", f"{shown(key)} cannot be replayed: {said}") from None
        done.append(step)
    return Record(record.start, tuple(done))
