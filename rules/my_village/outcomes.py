"""Outcomes of chance in My Village: dice, the rat, and cards turned up from stacks whose order nobody knows."""

from __future__ import annotations

import msgspec

from rules.questions import Reveal as Reveal


class Roll(msgspec.Struct, frozen=True, gc=False, tag="roll"):
    """Record the faces of all dice of one colour ("white" or "black"), sorted."""

    colour: str
    faces: tuple[int, ...]

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"roll {self.colour} {' '.join(map(str, self.faces))}"


class Rat(msgspec.Struct, frozen=True, gc=False, tag="rat"):
    """Record the roll of the rat die."""

    pips: int

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"rat {self.pips}"


#: Piles of ``Reveal`` are "customer", "monk" and "travel".
Outcome = Roll | Rat | Reveal
