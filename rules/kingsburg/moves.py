"""Moves and chance outcomes of Kingsburg: one small frozen value per verb.

Each has ``key``, its canonical text ("place 8: 3 5 +2"), and each move has ``parts``, the same decision as
loose tokens ("place", "advisor:8", "die:3", "die:5", "marker"), from which an interface builds it click by
click. Two spellings of one decision are one value: dice are sorted when a move is parsed.
"""

from __future__ import annotations

import msgspec

GOODS = ("gold", "wood", "stone")


def goods_text(gold: int, wood: int, stone: int) -> str:
    """Print an amount of goods, leaving out kinds that are not there.

    >>> goods_text(1, 0, 2)
    '1 gold 2 stone'
    """
    amounts = zip((gold, wood, stone), GOODS, strict=True)
    return " ".join(f"{amount} {good}" for amount, good in amounts if amount) or "nothing"


def goods_parts(gold: int, wood: int, stone: int) -> tuple[str, ...]:
    """List one token per good."""
    return ("gold",) * gold + ("wood",) * wood + ("stone",) * stone


class ChooseGovernor(msgspec.Struct, frozen=True, tag="governor"):
    """Keep one of the three dealt governor cards (module 2)."""

    card: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"governor {self.card}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"governor:{self.card}",)


class Take(msgspec.Struct, frozen=True, tag="take"):
    """Take goods of one's choice from the supply (phase 1, an advisor's gift, a reward)."""

    gold: int = 0
    wood: int = 0
    stone: int = 0

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"take {goods_text(self.gold, self.wood, self.stone)}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("take", *goods_parts(self.gold, self.wood, self.stone))


class Exchange(msgspec.Struct, frozen=True, tag="exchange"):
    """Pay one good to the Alchemist for one each of the two other kinds."""

    good: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"exchange {self.good}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("exchange", self.good)


class Decline(msgspec.Struct, frozen=True, tag="decline"):
    """Leave an optional effect unused."""

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return "decline"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("decline",)


class RollBonus(msgspec.Struct, frozen=True, tag="bonus"):
    """Say how many of the bonus dice on offer are rolled with the player dice."""

    number: int

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"bonus {self.number}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"bonus-dice:{self.number}",)


class Change(msgspec.Struct, frozen=True, tag="change"):
    """Use an effect that changes or rerolls dice in step a.

    ``effect`` is the building or governor; ``die`` the face of the die it acts on (0: all of them), ``white``
    whether that is a bonus die, ``to`` the face it is turned to (0: it is rolled, or the effect fixes it).
    """

    effect: str
    die: int = 0
    white: bool = False
    to: int = 0

    @property
    def key(self) -> str:
        """Return the canonical text."""
        words = [self.effect]
        if self.die:
            words.append(f"w{self.die}" if self.white else str(self.die))
        if self.to:
            words.append(f"to {self.to}")
        return "change " + " ".join(words)

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        tokens = [f"effect:{self.effect}"]
        if self.die:
            tokens.append(f"white:{self.die}" if self.white else f"die:{self.die}")
        if self.to:
            tokens.append(f"to:{self.to}")
        return tuple(tokens)


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """Leave the dice as they lie."""

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return "keep"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("keep",)


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Influence an advisor with dice whose total is its rank.

    ``dice`` are faces of player dice, ``bonus`` of bonus dice, each sorted. ``marker`` adds a +2 marker,
    ``market`` (-1, 0 or 1) is what the Market adds, ``envoy`` says that the envoy opens an advisor with dice
    on it, ``private`` that the advisor stands on the seat's own governor card.
    """

    rank: int
    dice: tuple[int, ...]
    bonus: tuple[int, ...] = ()
    marker: bool = False
    market: int = 0
    envoy: bool = False
    private: bool = False

    def __post_init__(self) -> None:
        """Sort the dice, so that two spellings of one placement are one value."""
        for field, dice in (("dice", self.dice), ("bonus", self.bonus)):
            if len(dice) > 1 and list(dice) != (ordered := sorted(dice)):
                msgspec.structs.force_setattr(self, field, tuple(ordered))

    @property
    def key(self) -> str:
        """Return the canonical text."""
        words = [str(die) for die in self.dice]
        words += [f"w{die}" for die in self.bonus]
        if self.marker:
            words.append("+2")
        if self.market:
            words.append(f"market{self.market:+d}")
        if self.envoy:
            words.append("envoy")
        return f"place {'private ' if self.private else ''}{self.rank}: {' '.join(words)}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        tokens = [f"{'private' if self.private else 'advisor'}:{self.rank}"]
        tokens += [f"die:{die}" for die in self.dice]
        tokens += [f"white:{die}" for die in self.bonus]
        if self.marker:
            tokens.append("marker")
        if self.market:
            tokens.append(f"market:{self.market:+d}")
        if self.envoy:
            tokens.append("envoy")
        return tuple(tokens)


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Influence nobody any more this season, or build nothing."""

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return "pass"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("pass",)


class Build(msgspec.Struct, frozen=True, tag="build"):
    """Build one building of the own province sheet."""

    building: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"build {self.building}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"build:{self.building}",)


class Pay(msgspec.Struct, frozen=True, tag="pay"):
    """Pay the Town Hall one good ("gold", "wood", "stone") or one +2 marker ("marker") for a point."""

    what: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"pay {self.what}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("pay", self.what)


class Use(msgspec.Struct, frozen=True, tag="use"):
    """Use an optional effect that needs no further choice (a workshop of row A, a governor)."""

    effect: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"use {self.effect}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"use:{self.effect}",)


class Recruit(msgspec.Struct, frozen=True, tag="recruit"):
    """Recruit soldiers for the goods (and, with the recruiting building, +2 markers) that are paid."""

    gold: int = 0
    wood: int = 0
    stone: int = 0
    markers: int = 0

    @property
    def key(self) -> str:
        """Return the canonical text."""
        words = goods_text(self.gold, self.wood, self.stone)
        if self.markers:
            words = f"{'' if words == 'nothing' else words + ' '}{self.markers} markers"
        return f"recruit {words}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("recruit", *goods_parts(self.gold, self.wood, self.stone), *("marker",) * self.markers)


class Army(msgspec.Struct, frozen=True, tag="army"):
    """Choose one of the own King's-army markers in secret (module 3)."""

    value: int

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"army {self.value}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return (f"army:{self.value}",)


class Lose(msgspec.Struct, frozen=True, tag="lose"):
    """Choose which goods are lost after a defeat."""

    gold: int = 0
    wood: int = 0
    stone: int = 0

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"lose {goods_text(self.gold, self.wood, self.stone)}"

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""
        return ("lose", *goods_parts(self.gold, self.wood, self.stone))


Move = (
    ChooseGovernor
    | Take
    | Exchange
    | Decline
    | RollBonus
    | Change
    | Keep
    | Place
    | Pass
    | Build
    | Pay
    | Use
    | Recruit
    | Army
    | Lose
)


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    """Record what one seat's dice show: the faces that were rolled, sorted."""

    seat: int
    dice: tuple[int, ...]
    bonus: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """Return the canonical text."""
        words = [str(die) for die in self.dice] + [f"w{die}" for die in self.bonus]
        return f"roll {self.seat}: {' '.join(words)}"


class Neutral(msgspec.Struct, frozen=True, tag="neutral"):
    """Record what the neutral dice of the two-player game show, sorted."""

    dice: tuple[int, ...]

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return "neutral " + " ".join(map(str, self.dice))


class King(msgspec.Struct, frozen=True, tag="king"):
    """Record the King's die: the reinforcement of every seat."""

    value: int

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"king {self.value}"


class Academy(msgspec.Struct, frozen=True, tag="academy"):
    """Record the die that the Military Academy's owner rolls when King's-army markers are in play."""

    seat: int
    value: int

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"academy {self.seat}: {self.value}"


class Enemy(msgspec.Struct, frozen=True, tag="enemy"):
    """Record which card lies on top of the enemy deck."""

    card: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"enemy {self.card}"


Outcome = Roll | Neutral | King | Academy | Enemy
