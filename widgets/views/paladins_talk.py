"""What is said about the moves, cards and gains of Paladins of the West Kingdom while it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from rules.paladins import moves
from rules.paladins.moves import Move
from rules.paladins.outcomes import Outcome, Paladins, Reveal, Suspicion
from rules.paladins.phrases import phrase as phrase
from rules.paladins.steps import is_opponent, run
from rules.paladins.values import ACTIONS, Position
from rules.paladins.workers import LETTERS, WORDS
from widgets.telling import third, trail
from widgets.views import paladins_talk_told as follows
from widgets.views import paladins_words_names as words
from widgets.views.paladins_house import house_sources as house_sources
from widgets.views.paladins_talk_attempt import attempt as attempt
from widgets.views.paladins_talk_house import house_note as house_note
from widgets.views.paladins_talk_opponent import answer, rewards, without_card
from widgets.views.paladins_talk_rules import rule_of as rule_of
from widgets.views.paladins_words_names import seat_name as seat_name

VERBS: Final = frozenset({"hire", "clear", "build", "keep"})
"""Parts of moves that are a bare verb: the question says it already."""

IMPLIED: Final = frozenset({"develop", "recruit", "pray", "absolve", "favour"})
"""Verbs that the other parts of the move tell; they may be pressed but need not be."""

PILES: Final = {
    "order": "An order of the king is turned up",
    "favour": "A favour of the king is turned up",
    "tavern": "A tavern card is turned up",
    "townsfolk": "A townsfolk card is turned up",
    "outsider": "An outsider is turned up",
}


# --- what was done --------------------------------------------------------------------------------------------------


def told(position: Position, step: Move | Outcome) -> str:
    """Say in sentences what a step was and what came of it, without what only its seat may know."""
    seen = trail(run, position, step)
    said = [done_words(position, step, seen[0]), *rewards(seen)]
    said += follows.gain_sentences(position, seen, step)
    said += [
        without_card(before, after)
        for before, after in pairwise(seen)
        if before.step == "plan" and not before.pending and after.step == "answered"
    ]
    said += follows.judgement_sentences(seen)
    said += follows.round_sentences(seen)
    return " ".join(said)


def done_words(position: Position, step: Move | Outcome, after: Position) -> str:
    """Say what the step itself was. ``after`` is the position before gains are settled."""
    alone = len(position.seats) == 1  # nobody is there from whom a paladin must be kept secret
    if isinstance(step, Paladins):
        cards = f": {words.joined([words.paladin_name(position, card) for card in step.cards])}" if alone else ""
        return f"{seat_name(step.seat)} draws {words.count(len(step.cards), 'paladin')}{cards}."
    if isinstance(step, Suspicion):
        who = words.capital(words.side(position, position.pending[0][0]))
        return f"{who} draws a suspicion card with tax {step.tax}."
    if isinstance(step, Reveal):
        return revealed(position, step, after)
    who = seat_name(position.actor) if position.actor is not None else "Nobody"
    if isinstance(step, moves.ChoosePaladin) and not alone:
        return f"{who} chooses a paladin in secret."
    return f"{who} {third(phrase(position, step))}."


def revealed(position: Position, drawn: Reveal, after: Position) -> str:
    """Say which card was turned up, and what it is."""
    rows = position.catalogue
    card = drawn.card
    if drawn.pile == "scheme":
        return answer(position, card, after)
    if drawn.pile == "wall":
        who = words.capital(words.side(position, position.pending[0][0]))
        return f"{who} builds a wall: {words.wall_words(position, card)}."
    what = {
        "order": lambda: f"{words.name(rows.orders[card])}, {words.order_words(after, len(after.orders) - 1)}",
        "favour": lambda: f"{words.name(rows.favours[card])}, {words.favour_words(rows.favours[card])}",
        "tavern": lambda: words.tavern_name(position, card),
        "townsfolk": lambda: f"{words.name(rows.townsfolk[card])}; {words.townsfolk_words(rows.townsfolk[card])}",
        "outsider": lambda: words.outsider_name(position, card),
    }
    said = f"{PILES[drawn.pile]}: {what[drawn.pile]()}."
    if drawn.pile == "order" and position.opponent is not None:
        action = words.action_name(position, rows.orders[card].action)
        said += f" The opponent gets the workshop on it, for {action}."
    if drawn.pile == "favour" and position.opponent is not None:
        said += " The scheme card on it goes face up to the opponent's."
    return said


# --- parts of moves -------------------------------------------------------------------------------------------------


def token_words(position: Position, token: str) -> str:
    """Name a part of a move for a button; empty for a bare verb.

    >>> import rules
    >>> position = rules.load("paladins").setup(players=3, seed=7)
    >>> token_words(position, "worker:S"), token_words(position, "gain:settle"), token_words(position, "hire")
    ('Scout', 'Settle 1 debt', '')
    """
    if token in VERBS:
        return ""
    kind, _, value = token.partition(":")
    named: dict[str, Callable[[], str]] = {
        "use": lambda: f"Use {words.paladin_name(position, value)}",
        "top": lambda: f"{words.paladin_name(position, value)} on top",
        "under": lambda: f"{words.paladin_name(position, value)} below",
        "tavern": lambda: f"Tavern card: {words.tavern_name(position, value)}",
        "worker": lambda: WORDS[value] if value in LETTERS else value,
        "area": lambda: words.action_name(position, value),
        "space": lambda: f"Space {value}" if value.isdigit() else words.capital(words.space_name(position, value)),
        "townsfolk": lambda: words.townsfolk_name(position, value),
        "outsider": lambda: words.outsider_name(position, value),
        "jar": lambda: words.capital(words.jar_name(position, value)),
        "favour": lambda: f"Favour: {words.favour_name(position, value)}",
        "gain": lambda: words.capital(words.gain_words([value])),
        "activate": lambda: words.townsfolk_name(position, value),
    }
    if value and kind in named:
        return named[kind]()
    plain = {"debt": "Take a debt instead of paying", "dismiss": "Dismiss it", "favour": "Use a favour"}
    return plain.get(token) or words.action_name(position, token)


def implied(position: Position, token: str) -> bool:
    """Say whether a part of a move goes without saying once the others are chosen; it can still be pressed.

    Of three paladins the place of the last one follows from the other two.
    """
    return token in IMPLIED or token.startswith(("use:", "top:", "under:"))


def waits(position: Position, chosen: Sequence[str], token: str) -> bool:
    """Say whether a button waits: a space for its area, an area for Develop or Pray, a debt for its card."""
    kind, _, value = token.partition(":")
    if kind == "space" and value.isdigit():
        return not any(each.startswith("area:") for each in chosen)
    if position.pending:
        return False
    if kind == "area":
        return not {"develop", "pray"} & set(chosen)
    if token == "favour":
        return True  # the favours themselves are chosen
    return token == "debt" and not any(each.startswith("townsfolk:") for each in chosen)


def kind_of(token: str) -> str:
    """Return what a part is about; the twelve actions are of one kind, so that each says why it cannot be done.

    >>> kind_of("worker:S"), kind_of("hunt"), kind_of("attack")
    ('worker', 'action', 'action')
    """
    return "action" if token in ACTIONS else token.partition(":")[0]


def needs_secrets(position: Position) -> bool:
    """Say whether a hand of paladins is asked about; at other times the known cards of the deck are of no use."""
    return position.question == "paladin"


def stays(position: Position, step: Move | Outcome) -> bool:
    """Say whether a step is one of the solo opponent's, which has no seat to be looked at."""
    if isinstance(step, Reveal) and step.pile == "scheme":
        return True
    drawn = isinstance(step, Suspicion) or (isinstance(step, Reveal) and step.pile == "wall")
    return drawn and bool(position.pending) and is_opponent(position, position.pending[0][0])
