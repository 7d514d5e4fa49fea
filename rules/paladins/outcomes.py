"""Outcomes of chance in Paladins of the West Kingdom: which cards are drawn from piles that nobody has seen."""

from __future__ import annotations

import msgspec

from rules.questions import Reveal as Reveal


class Paladins(msgspec.Struct, frozen=True, gc=False, tag="paladins"):
    """Record which paladins a seat draws from its deck, sorted (its known top card not among them)."""

    seat: int
    cards: tuple[str, ...]

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"paladins {self.seat}: {' '.join(self.cards)}"


class Suspicion(msgspec.Struct, frozen=True, gc=False, tag="suspicion"):
    """Record the tax on a suspicion card that is drawn."""

    tax: int

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"suspicion {self.tax}"


#: Piles of ``Reveal`` are order, favour, tavern, townsfolk, outsider, wall and scheme.
Outcome = Paladins | Reveal | Suspicion
