"""What a panel says about moves, chance and parts of moves, in the words of the game that is played.

The words of a game stand in ``widgets.views.<game>_talk``; a game without such a module speaks in its canonical keys.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from rules.findings import Finding
from rules.protocol import Move, Position


class Talk(Protocol):
    """Be the words of a game."""

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called."""

    def phrase(self, position: Position, move: Move) -> str:
        """Say a move as one says it to oneself: "build the Statue"."""

    def told(self, position: Position, step: object) -> str:
        """Say in a sentence what a move or an outcome was, without what only its seat may know."""

    def token_words(self, position: Position, token: str) -> str:
        """Name a part of a move for a button; empty for a bare verb, which needs none."""

    def attempt(self, position: Position, chosen: Sequence[str], token: str) -> Move | None:
        """Return the nearest move that holds what is chosen and this part, legal or not; None where there is none."""

    def rule_of(self, position: Position, token: str) -> Finding | None:
        """Return the rule about a place that is no part of any move, such as a deck; None where there is none."""

    def implied(self, position: Position, token: str) -> bool:
        """Say whether a part goes without saying once the others are chosen; it can still be pressed."""

    def waits(self, position: Position, chosen: Sequence[str], token: str) -> bool:
        """Say whether the button of a part waits until another part is chosen, which is on offer too."""

    def kind_of(self, token: str) -> str:
        """Return what a part is about: where a legal move has a part of this kind, the others of it say why not."""

    def stays(self, position: Position, step: object) -> bool:
        """Say whether what came by itself must stay in sight until somebody decides."""

    def needs_secrets(self, position: Position) -> bool:
        """Say whether the seat that decides must see what only it knows, to decide this."""

    def house_note(self, position: Position) -> str:
        """Say in a sentence on which house values a game's result rests; empty where on none."""


class PlainTalk:
    """Speak in canonical keys."""

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called.

        >>> PlainTalk().seat_name(0)
        'Seat 1'
        """
        return f"Seat {seat + 1}"

    def phrase(self, position: Position, move: Move) -> str:
        """Say a move by its key."""
        return move.key

    def told(self, position: Position, step: object) -> str:
        """Say a move or outcome by its key."""
        who = "Chance" if position.actor is None else self.seat_name(position.actor)
        return f"{who}: {getattr(step, 'key', step)}."

    def token_words(self, position: Position, token: str) -> str:
        """Name a part of a move by itself."""
        return token.replace(":", " ")

    def attempt(self, position: Position, chosen: Sequence[str], token: str) -> Move | None:
        """Know of no move that is not legal."""
        return None

    def rule_of(self, position: Position, token: str) -> Finding | None:
        """Know of no rule."""
        return None

    def implied(self, position: Position, token: str) -> bool:
        """Ask for every part."""
        return False

    def waits(self, position: Position, chosen: Sequence[str], token: str) -> bool:
        """Show every button at once."""
        return False

    def kind_of(self, token: str) -> str:
        """Return what stands before the colon.

        >>> PlainTalk().kind_of("advisor:8"), PlainTalk().kind_of("gold")
        ('advisor', 'gold')
        """
        return token.partition(":")[0]

    def stays(self, position: Position, step: object) -> bool:
        """Leave it to the list of moves."""
        return False

    def needs_secrets(self, position: Position) -> bool:
        """Let a seat see all it knows."""
        return True

    def house_note(self, position: Position) -> str:
        """Know of no house value."""
        return ""


def side_name(talk: Talk, position: Position, number: int) -> str:
    """Return what a side that scores is called: a seat, or the opponent that the rules play and that has none."""
    return talk.seat_name(number) if number < len(position.seats) else "Opponent"


def house_sources(position: Position, seat: int) -> Collection[str]:
    """Return the sources of a seat's points that rest on house values, as far as the words of the game tell them."""
    told = getattr(talk_of(position.game.name), "house_sources", None)
    found: Collection[str] = told(position, seat) if told is not None else ()
    return found


def talk_of(game: str) -> Talk:
    """Return the words of a game by its name."""
    if game.isidentifier() and find_spec(f"widgets.views.{game}_talk") is not None:
        return cast(Talk, import_module(f"widgets.views.{game}_talk"))
    return PlainTalk()
