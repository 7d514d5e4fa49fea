"""What hangs together in a position of Paladins: how many cards lie where in which round and step.

Whoever sets up a position changes the round or the step; the cards that the rules count then are dealt or taken away,
and what can stay stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rules.paladins.game import Game, load
from rules.paladins.problems import DRAWN_BELOW, KNOWN_BELOW, QUEUED
from rules.paladins.rounds import HAND
from rules.paladins.text import VERSION
from rules.paladins.values import ROUNDS
from widgets.form_fields import Document, edition_of, list_of, number_in, put, seats_of, text_in, texts_of

BEFORE: Final = frozenset({"welcome_end", "townsfolk_card", "outsider_card", "order"})
"""Steps in which the cards of the round are still to come."""

DEALT: Final = frozenset({"paladins", "paladin", "tavern", "action", "scheme", "next", "answered", "over"})
CHOSEN: Final = frozenset({"tavern", "action", "scheme", "next", "answered", "over"})
LATE: Final = CHOSEN - {"tavern"}


def game_of(document: Document) -> Game:
    """Return the game with the document's catalogue, or as it is shipped where that cannot be read."""
    return edition_of(load, document)


def blank_document(players: int) -> Document:
    """Return a position to begin with: the first turn of the first round, nothing done yet.

    The rows hold the first cards of the catalogue, to be replaced by those that lie on the table.
    """
    game = load({}, None)
    rows = game.catalogue
    document: Document = {
        "game": "paladins",
        "version": VERSION,
        "round": 1,
        "step": "action",
        "start": 0,
        "tax": game.full_tax(players),
        "queue": list(range(players)),
        "townsfolk": sorted(rows.townsfolk)[:5],
        "outsiders": sorted(rows.outsiders)[:6],
        "seats": [{"silver": game.start.silver, "provisions": game.start.provisions} for _ in range(players)],
    }
    if players == 1:
        document["opponent"] = {"workers": 4}
    arrange(document)
    return document


def filled(cards: Iterable[str], number: int, known: Iterable[str], gone: Iterable[str] = ()) -> list[str]:
    """Return so many cards: the given ones first, then others that are known and not gone.

    >>> filled(["b", "x"], 2, ["a", "b", "c"], ["a"])
    ['b', 'c']
    """
    away = set(gone)
    kept = [card for card in dict.fromkeys(cards) if card in set(known) and card not in away]
    kept += [card for card in known if card not in away and card not in kept]
    return kept[:number]


def arrange(document: Document) -> None:
    """Deal and take away what round, step and queue ask for."""
    game = game_of(document)
    number = len(seats_of(document))
    round_ = max(1, min(ROUNDS, number_in(document.get("round"), 1)))
    step = text_in(document.get("step"))
    if step == "over":
        document["queue"] = []
    elif step in QUEUED and not list_of(document, "queue"):
        document["queue"] = list(range(number))
    queue = list_of(document, "queue")
    orders = min(3, round_) - (step == "order" and round_ <= 3)
    document["orders"] = filled(texts_of(document, "orders"), orders, sorted(game.catalogue.orders))
    favours = max(0, round_ - 2 - (step in BEFORE or step == "favour_card"))
    document["favours"] = filled(texts_of(document, "favours"), favours, sorted(game.catalogue.favours))
    document["hired"] = [*texts_of(document, "hired"), *[""] * favours][:favours]
    arrange_taverns(document, game, step, [seat for seat in range(number) if seat not in queue])
    for name in ("orders", "favours", "hired", "taverns", "guests"):
        put(document, name, document[name], [])
    for seat_number, seat in enumerate(seats_of(document)):
        arrange_paladins(seat, game, round_, step, seat_number in queue)


def arrange_taverns(document: Document, game: Game, step: str, done: list[int]) -> None:
    """Open tavern cards and say who has taken which."""
    number = len(seats_of(document))
    size = number + 1 if step in DEALT else 0
    if step == "tavern_card":
        size = min(number, len(list_of(document, "taverns")))
    gone = texts_of(document, "taverns_out")
    document["taverns"] = filled(texts_of(document, "taverns"), size, game.taverns, gone)
    size = len(document["taverns"])
    guests = list(range(number)) if step in LATE else done if step == "tavern" else []
    old = [number_in(guest, -1) for guest in list_of(document, "guests")][:size]
    kept = [guest if guest in guests and guest not in old[:at] else -1 for at, guest in enumerate(old)]
    kept += [-1] * (size - len(kept))
    for guest in guests:
        if guest not in kept and -1 in kept:
            kept[kept.index(-1)] = guest
    document["guests"] = kept


def arrange_paladins(seat: Document, game: Game, round_: int, step: str, waits: bool) -> None:
    """Put the twelve paladins of a seat where round and step want them; known ones stay known."""
    past = round_ - 1
    holds = (step == "paladin" and waits) or (step == "paladins" and not waits)
    chosen = step in CHOSEN or (step == "paladin" and not waits)
    laid = past + chosen
    below = KNOWN_BELOW[min(laid, ROUNDS)] - (DRAWN_BELOW[round_] if holds else 0)
    wanted = {
        "paladin": int(chosen),
        "used": past,
        "hand": HAND if holds else 0,
        "top": int(laid > 0 and not holds),
        "under": max(0, below),
    }
    old: dict[str, list[str]] = {
        name: [text_in(seat.get(name))] if name in ("paladin", "top") else texts_of(seat, name) for name in wanted
    }
    pool = [card for name in wanted for card in old[name]]
    rest = filled(pool, len(game.paladins), game.paladins)
    taken: list[str] = []
    dealt: dict[str, Any] = {}
    for name, number in wanted.items():  # first what can stay where it is, so that nothing of it is dealt elsewhere
        dealt[name] = filled(old[name], number, [card for card in old[name] if card in rest], taken)
        taken += dealt[name]
    for name, number in wanted.items():
        more = filled([], number - len(dealt[name]), rest, taken)
        taken += more
        dealt[name] = [*dealt[name], *more]
    for name in ("used", "hand", "under"):
        put(seat, name, dealt[name], [])
    for name in ("paladin", "top"):
        put(seat, name, "".join(dealt[name]), "")
