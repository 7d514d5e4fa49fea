"""Moves of Paladins of the West Kingdom: one small frozen value per verb.

Each has ``key``, its canonical text ("attack SSF archer_saracen"), and ``parts``, the same decision as loose tokens
("attack", "worker:S", "worker:S", "worker:F", "outsider:archer_saracen"), from which an interface builds it click by
click. Workers are a sorted group of letters (see ``workers.py``).
"""

from __future__ import annotations

from typing import ClassVar

import msgspec


def worker_parts(workers: str) -> tuple[str, ...]:
    """List one token per worker."""
    return tuple(f"worker:{letter}" for letter in workers)


class Alone(msgspec.Struct, frozen=True, gc=False):
    """Stand for a move that names workers and nothing else; the verb is its tag."""

    workers: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"{self.__struct_config__.tag} {self.workers}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (str(self.__struct_config__.tag), *worker_parts(self.workers))


class Aimed(Alone, frozen=True, gc=False):
    """Stand for a move that names workers and, in its second field, what they are for.

    ``target`` is that field's name and the word before it in ``parts``.
    """

    target: ClassVar[tuple[str, str]]

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"{self.__struct_config__.tag} {self.workers} {getattr(self, self.target[0])}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        field, word = self.target
        return (str(self.__struct_config__.tag), *worker_parts(self.workers), f"{word}:{getattr(self, field)}")


class ChoosePaladin(msgspec.Struct, frozen=True, gc=False, tag="paladin"):
    """Use one of the three paladins in hand, put one on top of the own deck and one under it."""

    use: str
    top: str
    under: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"paladin {self.use} top {self.top} under {self.under}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"use:{self.use}", f"top:{self.top}", f"under:{self.under}")


class TakeTavern(msgspec.Struct, frozen=True, gc=False, tag="tavern"):
    """Take the four workers of one tavern card."""

    card: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"tavern {self.card}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"tavern:{self.card}",)


class Develop(msgspec.Struct, frozen=True, gc=False, tag="develop"):
    """Develop: cover space 1 or 2 of a right-hand action with the next workshop."""

    workers: str
    action: str
    space: int

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"develop {self.workers} {self.action} {self.space}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("develop", *worker_parts(self.workers), f"area:{self.action}", f"space:{self.space}")


class Recruit(msgspec.Struct, frozen=True, gc=False, tag="recruit"):
    """Recruit: with two workers keep a townsfolk card, with one dismiss it; ``debt`` pays with an unpaid debt."""

    workers: str
    card: str
    debt: bool = False

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"recruit {self.workers} {self.card}{' debt' if self.debt else ''}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("recruit", *worker_parts(self.workers), f"townsfolk:{self.card}", *(("debt",) if self.debt else ()))


class Hunt(Alone, frozen=True, gc=False, tag="hunt"):
    """Hunt for provisions with one or two workers."""


class Trade(Alone, frozen=True, gc=False, tag="trade"):
    """Trade for silver with one or two workers."""


class Pray(Aimed, frozen=True, gc=False, tag="pray"):
    """Pray: free one own action of its workers."""

    action: str
    target = ("action", "area")


class Conspire(Alone, frozen=True, gc=False, tag="conspire"):
    """Conspire: gain a Criminal, and a suspicion card."""


class Commission(Aimed, frozen=True, gc=False, tag="commission"):
    """Commission: send a monk to a space of the main board."""

    space: str
    target = ("space", "space")


class Fortify(Alone, frozen=True, gc=False, tag="fortify"):
    """Fortify: build the top wall card."""


class Garrison(Aimed, frozen=True, gc=False, tag="garrison"):
    """Garrison: place an outpost on a space of the main board."""

    space: str
    target = ("space", "space")


class Absolve(Aimed, frozen=True, gc=False, tag="absolve"):
    """Absolve: put the next jar on one of the seven spaces."""

    jar: str
    target = ("jar", "jar")


class Attack(Aimed, frozen=True, gc=False, tag="attack"):
    """Attack an outsider."""

    card: str
    target = ("card", "outsider")


class Convert(Aimed, frozen=True, gc=False, tag="convert"):
    """Convert an outsider."""

    card: str
    target = ("card", "outsider")


class Favour(Aimed, frozen=True, gc=False, tag="favour"):
    """Use a revealed favour of the king."""

    card: str
    target = ("card", "favour")


class Pass(msgspec.Struct, frozen=True, gc=False, tag="pass"):
    """Pass for the rest of the round."""

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return "pass"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("pass",)


class Keep(Alone, frozen=True, gc=False, tag="keep"):
    """Choose the three unused workers that stay for the next round."""


class Choose(msgspec.Struct, frozen=True, gc=False, tag="choose"):
    """Choose one side of a gain: a word, or several joined by +."""

    gain: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"choose {self.gain}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"gain:{self.gain}",)


class Clear(msgspec.Struct, frozen=True, gc=False, tag="clear"):
    """Free one own action of its workers (the free form of Pray)."""

    action: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"clear {self.action}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("clear", f"area:{self.action}")


class Build(msgspec.Struct, frozen=True, gc=False, tag="build"):
    """Place the next workshop without the action Develop."""

    action: str
    space: int

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"build {self.action} {self.space}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("build", f"area:{self.action}", f"space:{self.space}")


class Hire(msgspec.Struct, frozen=True, gc=False, tag="hire"):
    """Recruit a townsfolk card for nothing; ``dismiss`` where an option allows to dismiss it instead."""

    card: str
    dismiss: bool = False

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"hire {self.card}{' dismiss' if self.dismiss else ''}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("hire", f"townsfolk:{self.card}", *(("dismiss",) if self.dismiss else ()))


class Activate(msgspec.Struct, frozen=True, gc=False, tag="activate"):
    """Use the ability of one own townsfolk card in an inquisition."""

    card: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"activate {self.card}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"activate:{self.card}",)


Move = (
    ChoosePaladin
    | TakeTavern
    | Develop
    | Recruit
    | Hunt
    | Trade
    | Pray
    | Conspire
    | Commission
    | Fortify
    | Garrison
    | Absolve
    | Attack
    | Convert
    | Favour
    | Pass
    | Keep
    | Choose
    | Clear
    | Build
    | Hire
    | Activate
)
