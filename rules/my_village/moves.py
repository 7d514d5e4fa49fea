"""Moves of My Village: one small frozen value per verb.

Each has ``key``, its canonical text ("serve miller scroll scroll"), and ``parts``, the same decision as loose tokens
("serve", "customer:miller", "pay:scroll", "pay:scroll"), from which an interface builds it click by click.

What is paid is listed good by good, sorted: the goods by name (from their building), ``joker`` (from the Guild hall),
``field1`` (the plow of the first field, and so on). Where there are several ways to pay, the coins of the chosen one
are listed, too; otherwise coins and time are due in any case and not listed.
"""

from __future__ import annotations

import msgspec


def tokens(word: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """List one token per name."""
    return tuple(f"{word}:{name}" for name in names)


class Take(msgspec.Struct, frozen=True, gc=False, tag="dice"):
    """Make a value of two dice ("w4" is a white 4; white before black, then by face) with ``markers`` and few coins."""

    dice: tuple[str, str]
    value: int
    markers: int = 0

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"dice {' '.join(self.dice)} {self.value}{f' markers {self.markers}' if self.markers else ''}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        markers = (f"markers:{self.markers}",) if self.markers else ()
        return (*tokens("die", self.dice), f"value:{self.value}", *markers)


class Headman(msgspec.Struct, frozen=True, gc=False, tag="headman"):
    """Activate the banner "?" and move the headman to ``to``: house, coin or stories, or let him ``stay``."""

    to: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"headman {self.to}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("headman", f"path:{self.to}")


class Hand(msgspec.Struct, frozen=True, gc=False, tag="hand"):
    """Take the starting player's hand and the story points on it."""

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return "hand"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("hand",)


class Bailiff(msgspec.Struct, frozen=True, gc=False, tag="bailiff"):
    """Activate the market bailiff and take these open customers, sorted; none yet where the Trade church acts first."""

    customers: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return " ".join(("bailiff", *self.customers))

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("bailiff", *tokens("customer", self.customers))


class Free(msgspec.Struct, frozen=True, gc=False, tag="free"):
    """Take one open customer for nothing (Trade church), or "none"."""

    customer: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"free {self.customer}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("free", f"customer:{self.customer}")


class Buy(msgspec.Struct, frozen=True, gc=False, tag="buy"):
    """Take these open customers, sorted, at the bailiff's price after the free one; perhaps none."""

    customers: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return " ".join(("buy", *(self.customers or ("none",))))

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("buy", *tokens("customer", self.customers or ("none",)))


class Church(msgspec.Struct, frozen=True, gc=False, tag="church"):
    """Take a church."""

    card: str
    pay: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return " ".join(("church", self.card, *self.pay))

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"church:{self.card}", *tokens("pay", self.pay))


class Monk(msgspec.Struct, frozen=True, gc=False, tag="monk"):
    """Take the top monk of a stack."""

    symbol: str
    pay: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return " ".join(("monk", self.symbol, *self.pay))

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"monk:{self.symbol}", *tokens("pay", self.pay))


class Hall(msgspec.Struct, frozen=True, gc=False, tag="hall"):
    """Take a town hall."""

    card: str
    pay: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return " ".join(("hall", self.card, *self.pay))

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"hall:{self.card}", *tokens("pay", self.pay))


class Meeting(msgspec.Struct, frozen=True, gc=False, tag="meeting"):
    """Take a meeting place."""

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return "meeting"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("meeting",)


class Field(msgspec.Struct, frozen=True, gc=False, tag="field"):
    """Take a field."""

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return "field"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("field",)


class Craft(msgspec.Struct, frozen=True, gc=False, tag="craft"):
    """Take a craft building."""

    card: str
    pay: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return " ".join(("craft", self.card, *self.pay))

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"craft:{self.card}", *tokens("pay", self.pay))


class Travel(msgspec.Struct, frozen=True, gc=False, tag="travel"):
    """Take the top travel card of a letter and pay with ``pay``."""

    letter: str
    pay: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return " ".join(("travel", self.letter, *self.pay))

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"travel:{self.letter}", *tokens("pay", self.pay))


class Settle(msgspec.Struct, frozen=True, gc=False, tag="journey"):
    """Keep the travel card, or put it under its stack and take the next one (``again``; Mission church)."""

    again: bool

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"journey {'again' if self.again else 'keep'}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("journey", "again" if self.again else "keep")


class Use(msgspec.Struct, frozen=True, gc=False, tag="use"):
    """Activate the white banner of ``game``, ``hall``, ``meeting``, ``field1``..., or a kind of craft building."""

    banner: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"use {self.banner}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"banner:{self.banner}",)


class School(msgspec.Struct, frozen=True, gc=False, tag="school"):
    """Let the school ``train`` or ``advance`` a descendant, or send the ``left`` or ``right`` one to a profession."""

    how: str
    profession: str = ""

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"school {self.how}{f' {self.profession}' if self.profession else ''}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        where = (f"villager:{self.profession}",) if self.profession else ()
        return ("banner:school", f"school:{self.how}", *where)


class Serve(msgspec.Struct, frozen=True, gc=False, tag="serve"):
    """Serve a customer and pay with ``pay``."""

    customer: str
    pay: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return " ".join(("serve", self.customer, *self.pay))

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("serve", f"customer:{self.customer}", *tokens("pay", self.pay))


class Plow(msgspec.Struct, frozen=True, gc=False, tag="plow"):
    """Put a plow (from the ``smithy``) or a joker (from the Guild ``hall``) on a field, counted from 1."""

    source: str
    field: int

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"plow {self.source} {self.field}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("plow", f"from:{self.source}", f"field:{self.field}")


class Mark(msgspec.Struct, frozen=True, gc=False, tag="mark"):
    """Put a marker on a category of the Area hall or a profession of the Population hall."""

    slot: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"mark {self.slot}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"mark:{self.slot}",)


class Tile(msgspec.Struct, frozen=True, gc=False, tag="tile"):
    """Lay the 2/12 tile beside a white banner, named as in Use and Serve or ``school``; or let it ``stay``."""

    banner: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"tile {self.banner}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("tile", f"beside:{self.banner}")


class Skip(msgspec.Struct, frozen=True, gc=False, tag="skip"):
    """Let a monk's bonus go."""

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return "skip"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("skip",)


class Done(msgspec.Struct, frozen=True, gc=False, tag="done"):
    """Activate no further white banner."""

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return "done"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("done",)


class Die(msgspec.Struct, frozen=True, gc=False, tag="dies"):
    """Choose the villager who dies."""

    profession: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"dies {self.profession}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("dies", f"villager:{self.profession}")


class Laborer(msgspec.Struct, frozen=True, gc=False, tag="laborer"):
    """Choose the place of the day laborer."""

    profession: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"laborer {self.profession}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("laborer", f"villager:{self.profession}")


class Ward(msgspec.Struct, frozen=True, gc=False, tag="plague"):
    """Fill a space of the Salvation church and lose nothing to this plague (``ward``), or let it come."""

    ward: bool

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"plague {'ward' if self.ward else 'suffer'}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("plague", "ward" if self.ward else "suffer")


Move = (
    Take
    | Headman
    | Hand
    | Bailiff
    | Free
    | Buy
    | Church
    | Monk
    | Hall
    | Meeting
    | Field
    | Craft
    | Travel
    | Settle
    | Use
    | School
    | Serve
    | Plow
    | Mark
    | Tile
    | Skip
    | Done
    | Die
    | Laborer
    | Ward
)
