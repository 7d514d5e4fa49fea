"""What is said about the moves, dice and cards of My Village while it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rules.my_village.moves import Move
from rules.my_village.outcomes import Outcome, Rat
from rules.my_village.phrases import phrase as phrase
from rules.my_village.values import UNKNOWN, Position
from widgets.views import my_village_words_names as words
from widgets.views.my_village_house import house_sources as house_sources
from widgets.views.my_village_talk_attempt import attempt as attempt
from widgets.views.my_village_talk_house import house_note as house_note
from widgets.views.my_village_talk_rules import rule_of as rule_of
from widgets.views.my_village_talk_told import told as told
from widgets.views.my_village_words_names import seat_name as seat_name

VERBS: Final = frozenset({"serve", "free", "buy", "tile", "dies", "laborer", "plague", "journey", "plow"})
"""Parts of moves that are a bare verb: the question or the other parts say it already."""

IMPLIED: Final = frozenset({"headman", "bailiff", "banner:school"})
"""Verbs that the other parts of the move tell; they may be pressed but need not be."""

COLOURS: Final = {"w": "White", "b": "Black"}
PATHS: Final = {
    "house": "Headman: to the main house",
    "coin": "Headman: to the coin",
    "stories": "Headman: to the stories",
    "stay": "The headman stays",
}
SCHOOL: Final = {
    "train": "A new descendant",
    "advance": "Move the descendant to the right",
    "left": "Send the left descendant",
    "right": "Send the right descendant",
}
PLAIN: Final = {
    "headman": "The headman walks",
    "hand": "Take the starting player's hand",
    "bailiff": "Market bailiff",
    "meeting": "Take a meeting place",
    "field": "Take a field",
    "skip": "Let the bonus go",
    "done": "End the turn",
    "keep": "Keep this journey",
    "again": "Put it back and take the next one",
    "ward": "Keep the plague away",
    "suffer": "Let the plague come",
}
SOURCES: Final = {"smithy": "A plow of the smithy", "hall": "A joker good of the town hall"}


def token_words(position: Position, token: str) -> str:
    """Name a part of a move for a button; empty for a bare verb.

    >>> import rules
    >>> position = rules.load("my_village").setup(players=3, seed=7)
    >>> token_words(position, "die:w4"), token_words(position, "school:train"), token_words(position, "serve")
    ('White die 4', 'A new descendant', '')
    """
    if token in VERBS:
        return ""
    if token in PLAIN:
        return PLAIN[token]
    kind, _, value = token.partition(":")
    seat = position.acting if position.actor is None else position.actor
    rows = position.catalogue
    named: dict[str, Callable[[], str]] = {
        "die": lambda: f"{COLOURS.get(value[:1], '')} die {value[1:]}",
        "value": lambda: f"Value {value}",
        "markers": lambda: f"Return {value} marker{'' if value == '1' else 's'} of the meeting place",
        "path": lambda: PATHS.get(value, value),
        "customer": lambda: "No customer" if value == "none" else words.name(rows.customers.get(value)),
        "church": lambda: words.name(rows.churches.get(value)),
        "monk": lambda: f"The monk with the {value}",
        "hall": lambda: words.name(rows.halls.get(value)),
        "craft": lambda: words.craft_name(rows, value) if value in rows.crafts else value,
        "travel": lambda: f"Journey {value.upper()}",
        "banner": lambda: words.capital(words.banner_name(position, value, seat)),
        "school": lambda: SCHOOL.get(value, value),
        "villager": lambda: f"Place of the {value}",
        "pay": lambda: f"Pay {paid_words(value)}",
        "from": lambda: SOURCES.get(value, value),
        "mark": lambda: f"Mark {words.AREA_NAMES.get(value, f'the {value}')}",
        "beside": lambda: beside_words(position, value, seat),
    }
    if kind == "field":
        return f"On field {value}"
    return (named[kind]() if kind in named else "") or token


def paid_words(good: str) -> str:
    """Say one thing that is paid.

    >>> paid_words("horse"), paid_words("field2")
    ('1 horse', 'the plow of field 2')
    """
    return f"the plow of field {good.removeprefix('field')}" if good.startswith("field") else f"1 {good}"


def beside_words(position: Position, banner: str, seat: int) -> str:
    """Say where the tile is laid."""
    return "Leave the tile where it is" if banner == "stay" else f"Beside {words.banner_name(position, banner, seat)}"


def implied(position: Position, token: str) -> bool:
    """Say whether a part of a move goes without saying once the others are chosen; it can still be pressed."""
    return token in IMPLIED


def waits(position: Position, chosen: Sequence[str], token: str) -> bool:
    """Say whether a button waits: markers of the meeting place for the value that they help to make."""
    return token.startswith("markers:") and not any(each.startswith("value:") for each in chosen)


BANNERS: Final = frozenset(
    "hand bailiff church monk hall meeting craft travel headman path banner customer field done".split()  # noqa: SIM905
)
"""Parts that activate a banner."""


def kind_of(token: str) -> str:
    """Return what a part is about; all banners are of one kind, so that each says why it cannot be activated.

    Goods, villagers and spaces that no move needs now stay as they are: they are there, and nothing is wrong with them.

    >>> kind_of("die:w4"), kind_of("church:abbey"), kind_of("field"), kind_of("pay:horse")
    ('die', 'banner', 'banner', 'pay:horse')
    """
    kind, _, value = token.partition(":")
    if kind in ("pay", "villager", "from", "school", "path") or (kind == "field" and value):
        return token
    return "banner" if kind in BANNERS else kind


def stays(position: Position, step: Move | Outcome) -> bool:
    """Keep the rat in sight: it may have eaten stories of everybody."""
    return isinstance(step, Rat)


def needs_secrets(position: Position) -> bool:
    """Say whether a travel card is to be settled that only the acting seat has seen."""
    return position.question == "journey" or position.drawn == UNKNOWN
