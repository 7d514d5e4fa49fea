"""Names and amounts of Paladins of the West Kingdom: what cards, spaces and gains are called, and house values.

Every value that no source states is ours and carries the ring ° wherever it is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Protocol

from rules import wording
from rules.catalogue import Row
from rules.paladins.catalogue import Catalogue, Favour, Outsider, Townsfolk
from rules.paladins.scoring import ORDER_POINTS
from rules.paladins.values import ATTRIBUTES, UNKNOWN, Position
from rules.paladins.workers import ANY, WORDS, described, named
from rules.wording import Name
from rules.wording import capital as capital
from rules.wording import count as count
from rules.wording import joined as joined
from rules.wording import plain as plain

from .catalogue import TAXES

RING: Final = "°"
"""Marks a house value."""

KINDS: Final = {"saracen": "Saracen", "viking": "Viking", "byzantine": "Byzantine"}
PIECES: Final = {
    "commission": ("monk", "monks"),
    "fortify": ("wall", "walls"),
    "garrison": ("outpost", "outposts"),
    "absolve": ("absolution", "absolutions"),
    "attack": ("attack", "attacks"),
    "convert": ("conversion", "conversions"),
    "develop": ("workshop", "workshops"),
}
TRIGGERS: Final = {
    "settle": "each debt you settle",
    "inquisition": "each inquisition",
    "suspected": "each inquisition with 2 suspicion cards or more",
    "innocent": "each inquisition without a suspicion card",
}
TRIGGER_NAMES: Final = {
    "commission": "each Commission",
    "fortify": "each Fortify",
    "garrison": "each Garrison",
    "absolve": "each Absolve",
    "attack": "each Attack",
    "convert": "each Convert",
    "develop": "each Develop",
} | TRIGGERS
#: What a converted outsider counts at the end.
SCORINGS: Final = {
    "commission": "1 point for every 2 monks",
    "fortify": "1 point for every 2 walls",
    "garrison": "1 point for every 2 outposts",
    "absolve": "1 point for every 2 absolutions",
    "develop": "1 point for every 2 workshops",
    "recruit": "1 point for every 2 townsfolk cards",
    "faith": "1 point for every 4 faith",
    "strength": "1 point for every 4 strength",
    "influence": "1 point for every 4 influence",
    "saracen": "1 point for each attacked Saracen",
    "viking": "1 point for each attacked Viking",
    "byzantine": "1 point for each attacked Byzantine",
    "orders": "1 point and 1 for each order fulfilled",
    "mercenaries": "1 point and 1 for each Mercenary converted",
    "paid": "1 point for each paid debt",
    "unpaid": "1 point for each unpaid debt",
    "suspicion": "1 point for each suspicion card",
}
#: Gains that are counted with a noun: one, several.
NOUNS: Final = {
    "silver": ("silver", "silver"),
    "provision": ("provision", "provisions"),
    "faith": ("faith", "faith"),
    "strength": ("strength", "strength"),
    "influence": ("influence", "influence"),
} | {letter: (word, word + "s") for letter, word in WORDS.items()}
#: Gains that are done rather than taken.
DEEDS: Final = {
    "pardon": ("discard 1 suspicion card", "discard {} suspicion cards"),
    "destroy": ("return 1 unpaid debt", "return {} unpaid debts"),
    "settle": ("settle 1 debt", "settle {} debts"),
    "debt": ("take 1 debt", "take {} debts"),
    "pray": ("free 1 action (Pray)", "free {} actions (Pray)"),
    "recruit": ("recruit 1 townsfolk card for nothing", "recruit {} townsfolk cards for nothing"),
    "welcome": ("recruit the first townsfolk card for nothing", ""),
    "workshop": ("place 1 workshop", "place {} workshops"),
    "wall": ("build the top wall card", ""),
    "suspicion": ("take 1 suspicion card", "take {} suspicion cards"),
}
ABILITIES: Final = {
    "fortify_free": "Fortify costs no provisions",
    "garrison_free": "Garrison costs no provisions",
    "commission_free": "Commission costs no provisions",
    "convert_free": "Convert costs no silver",
    "absolve_free": "Absolve costs no silver",
    "pray_free": "Pray costs no silver",
    "recruit_free": "Recruit costs no silver",
    "develop_less": "Develop costs {} silver less",
    "attack_silver": "Attack gives {} silver",
    "conspire_silver": "Conspire gives {} silver",
    "hunt_more": "Hunt gives {} provisions more",
    "trade_more": "Trade gives {} silver more",
}


class Printed(Protocol):
    """Be something with a catalogue: a position, or the game itself."""

    @property
    def catalogue(self) -> Catalogue:
        """Return what is printed on boards and cards."""


def name(row: object) -> str:
    """Return the name of the English edition of a row of the catalogue; empty for a row without one."""
    found = getattr(row, "name", None)
    return found.en if isinstance(found, Name) else ""


def both(row: object) -> str:
    """Return the English name of a row, with the German one where it differs."""
    found = getattr(row, "name", None)
    return wording.both(found) if isinstance(found, Name) else ""


def ring(row: Row, *fields: str) -> str:
    """Return the ring when one of the fields (of all, without any) is a house value.

    >>> import rules
    >>> rows = rules.load("paladins").catalogue
    >>> ring(rows.taxes["players_1"], "silver"), ring(rows.actions["hunt"])
    ('°', '')
    """
    return RING if any(not fields or field in fields for field in row.house) else ""


def needs_ring(row: Row, place: int) -> str:
    """Return the ring of what an action asks for the next time, ``place`` times done: what the first asks is printed.

    >>> import rules
    >>> row = rules.load("paladins").catalogue.actions["absolve"]
    >>> needs_ring(row, 0), needs_ring(row, 1)
    ('', '°')
    """
    return ring(row, "needs") if place else ""


def amount(number: int, what: str) -> str:
    """Return a number of a kind of goods that is called by its plural.

    >>> amount(1, "provisions"), amount(2, "provisions"), amount(1, "silver")
    ('1 provision', '2 provisions', '1 silver')
    """
    return f"{number} {what.removesuffix('s') if number == 1 else what}"


def workers_words(workers: str) -> str:
    """Name a group of workers.

    >>> workers_words("LLX"), workers_words("")
    ('2 Labourers and 1 Criminal', 'no worker')
    """
    return joined(named(workers).split(", "))


def spaces_words(spaces: str) -> str:
    """Name worker spaces.

    >>> spaces_words("S*C"), spaces_words("**"), spaces_words("")
    ('a Scout, any worker and a Cleric', '2 workers of any kind', 'no worker')
    """
    if len(spaces) > 1 and set(spaces) == {ANY}:
        return f"{len(spaces)} workers of any kind"
    return described(spaces) if spaces else "no worker"


# --- gains ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2_048)
def _gains(gains: tuple[str, ...]) -> tuple[str, ...]:
    parts: list[str] = []
    for gain in dict.fromkeys(gains):
        number = gains.count(gain)
        if "/" in gain:
            sides = [joined(_gains(tuple(side.split("+")))) for side in gain.split("/")]
            parts += [f"either {joined(sides, 'or')}"] * number
        elif "+" in gain:
            parts += [joined(_gains(tuple(gain.split("+"))))] * number
        elif gain in NOUNS:
            parts.append(count(number, *NOUNS[gain]))
        elif gain in DEEDS:
            one, many = DEEDS[gain]
            parts.append(one if number == 1 or not many else many.format(number))
        elif gain in TAXES:
            parts.append(f"{number * TAXES[gain]} silver from the tax supply")
        else:
            parts.append(gain)
    return tuple(parts)


def gain_words(gains: Iterable[str]) -> str:
    """Say what gains are, in their order, equal ones counted together.

    >>> gain_words(["influence", "L", "S"])
    '1 influence, 1 Labourer and 1 Scout'
    >>> gain_words(["strength", "settle/silver+silver"])
    '1 strength and either settle 1 debt or 2 silver'
    >>> gain_words([])
    'nothing'
    """
    return joined(_gains(tuple(gains))) or "nothing"


# --- cards ----------------------------------------------------------------------------------------------------------


def paladin_words(position: Printed, card: str) -> str:
    """Say what a paladin brings, lends and can do."""
    row = position.catalogue.paladins[card]
    amount = row.amount or 1
    lent = joined([f"{getattr(row, each)} {each}" for each in ATTRIBUTES if getattr(row, each)])
    parts = [f"brings {workers_words(row.workers)}", *([f"lends {lent}"] if lent else [])]
    return "; ".join([*parts, ABILITIES[row.ability].format(amount)]) + ring(row)


def townsfolk_words(row: Townsfolk) -> str:
    """Say what a townsfolk card gives when dismissed, when kept, and later."""
    parts = [f"dismissed: {gain_words(row.dismiss)}{ring(row, 'dismiss')}"]
    if row.recruit:
        parts.append(f"kept: {gain_words(row.recruit)}{ring(row, 'recruit')}")
    parts.append(f"{TRIGGER_NAMES[row.trigger]}: {gain_words(row.ongoing)}{ring(row, 'ongoing', 'trigger')}")
    return "; ".join(parts)


def outsider_words(row: Outsider) -> str:
    """Say what an outsider gives when attacked and when converted, and what it counts at the end."""
    strength = gain_words(("strength",) * row.strength)
    return (
        f"attacked: {gain_words(row.attack)}{ring(row, 'attack')}; converted: {strength}{ring(row, 'strength')}, "
        f"at the end {SCORINGS[row.scoring]}{ring(row, 'scoring')}"
    )


def favour_words(row: Favour) -> str:
    """Say what a favour costs and gives."""
    price = [spaces_words(row.worker) + ring(row, "worker"), *price_words(row)]
    return f"for {joined(price)}: {gain_words(row.gain)}{ring(row, 'gain')}"


def price_words(row: Favour) -> list[str]:
    """List what a favour costs besides its worker."""
    price = []
    if row.silver:
        price.append(f"{row.silver} silver{ring(row, 'silver')}")
    if row.provisions:
        price.append(count(row.provisions, "provision") + ring(row, "provisions"))
    if row.debt:
        price.append(count(row.debt, "debt") + ring(row, "debt"))
    return price


def order_words(position: Position, place: int) -> str:
    """Say what an open order asks for and counts."""
    row = position.catalogue.orders[position.orders[place]]
    asks = count(row.at_least, *PIECES[row.action])
    return f"at least {asks}{ring(row, 'at_least')}, {count(ORDER_POINTS[place], 'point')}"


@lru_cache(maxsize=512)
def _titles(rows: tuple[tuple[str, str, str, str], ...], other: str) -> dict[str, str]:
    """Tell cards of one name apart by what they pay, and where that is the same by what they pay in another use."""
    titles = {}
    for key, title, pays, else_pays in rows:
        alike = [row for row in rows if row[1] == title]
        if len(alike) == 1:
            titles[key] = title
        elif sum(row[2] == pays for row in alike) == 1:
            titles[key] = f"{title} ({pays})"
        else:
            titles[key] = f"{title} ({pays}; {other}: {else_pays})"
    return titles


def townsfolk_name(position: Printed, card: str, *, dismissed: bool = False) -> str:
    """Name a townsfolk card so that it is told apart from others of its name: by what it pays in the use it is put to.

    >>> import rules
    >>> game = rules.load("paladins")
    >>> townsfolk_name(game, "abbot_1"), townsfolk_name(game, "abbot_1", dismissed=True)
    ('Abbot (1 Labourer)', 'Abbot (1 Cleric and 1 Labourer)')
    """
    rows = tuple(
        (
            key,
            name(row),
            gain_words(row.ongoing) + ring(row, "ongoing"),
            gain_words(row.dismiss) + ring(row, "dismiss"),
        )
        for key, row in position.catalogue.townsfolk.items()
    )
    if dismissed:
        rows = tuple((key, title, gone, kept) for key, title, kept, gone in rows)
    return _titles(rows, "kept" if dismissed else "dismissed").get(card, plain(card))


def outsider_name(position: Printed, card: str) -> str:
    """Name an outsider with its kind, and with what an attack gives where two are alike in both."""
    rows = position.catalogue.outsiders
    row = rows.get(card)
    if row is None:
        return plain(card)
    alike = sum((other.name, other.kind) == (row.name, row.kind) for other in rows.values()) > 1
    gives = f"; {gain_words(row.attack)}{ring(row, 'attack')}" if alike else ""
    return f"{name(row)} ({KINDS[row.kind]}{gives})"


def paladin_name(position: Printed, card: str) -> str:
    """Name a paladin."""
    row = position.catalogue.paladins.get(card)
    return "a paladin face down" if card == UNKNOWN else name(row) or plain(card)


def favour_name(position: Printed, card: str) -> str:
    """Name a favour of the king."""
    return name(position.catalogue.favours.get(card)) or plain(card)


def tavern_name(position: Printed, card: str) -> str:
    """Name a tavern card by its workers."""
    row = position.catalogue.taverns.get(card)
    return workers_words(row.workers) if row is not None else plain(card)


def scheme_name(position: Printed, card: str) -> str:
    """Name a scheme card of the solo opponent."""
    return name(position.catalogue.schemes.get(card)) or plain(card)


def wall_words(position: Printed, card: str) -> str:
    """Say what a wall card gives."""
    row = position.catalogue.walls[card]
    points = f", {count(row.points, 'point')} at the end{ring(row, 'points')}" if row.points else ""
    return gain_words(row.gain) + ring(row, "gain") + points


def action_name(position: Printed, action: str) -> str:
    """Name one of the twelve actions."""
    return name(position.catalogue.actions.get(action)) or plain(action)


def space_name(position: Printed, space: str) -> str:
    """Name a space of the main board by its area and what it gives; equal ones of an area are numbered."""
    row = position.catalogue.spaces.get(space)
    if row is None:
        return plain(space)
    spaces = position.catalogue.spaces.items()
    alike = [key for key, other in spaces if (other.area, other.reward) == (row.area, row.reward)]
    which = f", number {alike.index(space) + 1} of {len(alike)}" if len(alike) > 1 else ""
    return f"the space in area {row.area} ({gain_words(row.reward)}{ring(row, 'reward')}{which})"


def jar_name(position: Printed, jar: str) -> str:
    """Name a space for a jar by what it gives."""
    row = position.catalogue.jars.get(jar)
    if row is None:
        return plain(jar)
    alike = [key for key, other in position.catalogue.jars.items() if other.reward == row.reward]
    which = f", number {alike.index(jar) + 1} of {len(alike)}" if len(alike) > 1 else ""
    return f"the jar space ({gain_words(row.reward)}{ring(row, 'reward')}{which})"
