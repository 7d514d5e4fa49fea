"""What is said about Kingsburg's moves, dice and cards while it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from rules.findings import Finding
from rules.kingsburg import moves
from rules.kingsburg.moves import GOODS, Move, Outcome
from rules.kingsburg.naming import advisor_name, called
from rules.kingsburg.phrases import phrase as phrase
from rules.kingsburg.values import Position
from rules.wording import count
from widgets.telling import third
from widgets.views.kingsburg_house import house_sources as house_sources
from widgets.views.kingsburg_words import seat_name as seat_name

VERBS: Final = frozenset({"take", "exchange", "pay", "recruit", "lose"})
"""Parts of moves that are a bare verb: the step says it already."""


def told(position: Position, step: Move | Outcome) -> str:
    """Say in a sentence what a move or an outcome was, without what only its seat may know."""
    if isinstance(step, moves.Roll):
        dice = " ".join(map(str, step.dice)) or "no player die"
        white = f" and bonus {' '.join(map(str, step.bonus))}" if step.bonus else ""
        return f"{seat_name(step.seat)} rolls {dice}{white}."
    if isinstance(step, moves.Neutral):
        return f"The neutral dice show {' '.join(map(str, step.dice))}."
    if isinstance(step, moves.King):
        return f"The king sends {count(step.value, 'soldier')} to everybody."
    if isinstance(step, moves.Academy):
        return f"{seat_name(step.seat)}'s Military Academy rolls {step.value}."
    if isinstance(step, moves.Enemy):
        if position.step == "peek":
            who = seat_name(position.queue[0]) if position.queue else "Somebody"
            return f"{who} looks at the top enemy card."
        card = position.catalogue.enemies[step.card]
        return f"The enemy is revealed: {card.name.en} of strength {card.strength}."
    who = seat_name(position.actor) if position.actor is not None else "Nobody"
    if isinstance(step, moves.Army):
        return f"{who} chooses an army marker in secret."
    if isinstance(step, moves.ChooseGovernor):
        return f"{who} keeps a governor card in secret."
    said = phrase(position, step).replace("your governor", "the own governor")
    return f"{who} {third(said)}."


# --- parts of moves -------------------------------------------------------------------------------------------------


def token_words(position: Position, token: str) -> str:
    """Name a part of a move for a button; empty for a bare verb.

    >>> import rules
    >>> position = rules.load("kingsburg").setup(players=3, seed=7)
    >>> token_words(position, "market:+1"), token_words(position, "take")
    ('Market: 1 more', '')
    """
    if token in VERBS:
        return ""
    kind, _, value = token.partition(":")
    if kind == "market":
        return f"Market: {value.lstrip('+-')} {'more' if value.startswith('+') else 'less'}"
    if kind in ("advisor", "private"):
        name = advisor_name(position, int(value)) if value.isdigit() else ""
        return f"{value} {name}{' (own card)' if kind == 'private' else ''}"
    if kind == "bonus-dice":
        return count(int(value), "bonus die", "bonus dice") if int(value) else "No bonus die"
    plain = {
        "die": f"Die {value}",
        "white": f"Bonus die {value}",
        "to": f"Turn it to {value}",
        "army": f"Army marker {value}",
        "marker": "+2 marker",
        "envoy": "The envoy",
        "pass": "Pass" if position.step == "influence" else "Build nothing",
        "keep": "Keep the dice",
        "decline": "Decline",
    }
    if kind in plain:
        return plain[kind]
    if kind in ("effect", "use", "build", "governor"):
        verb = {"build": "Build", "governor": "Keep"}.get(kind, "Use")
        return f"{verb} the {called(position, value)}"
    return token.replace(":", " ").capitalize()


def rule_of(position: Position, token: str) -> Finding | None:
    """Leave it at that: what is no part of a move is explained by its own label."""
    return None


def implied(position: Position, token: str) -> bool:
    """Ask for every part of a move that is no bare verb."""
    return False


def waits(position: Position, chosen: Sequence[str], token: str) -> bool:
    """Show every button at once: there are few."""
    return False


def kind_of(token: str) -> str:
    """Return what a part is about.

    >>> kind_of("advisor:8"), kind_of("gold")
    ('advisor', 'gold')
    """
    return token.partition(":")[0]


def stays(position: Position, step: Move | Outcome) -> bool:
    """Leave what came by itself to the list of moves: the board shows it."""
    return False


def needs_secrets(position: Position) -> bool:
    """Let a seat see all it knows: an enemy that it has looked at counts in every decision."""
    return True


def house_note(position: Position) -> str:
    """Leave it to the legend of the board, which marks house values from the first position on."""
    return ""


# --- the nearest move -----------------------------------------------------------------------------------------------


def attempt(position: Position, chosen: Sequence[str], token: str) -> Move | None:
    """Return the nearest move that holds what is chosen and this part, legal or not; None where there is none."""
    kind, _, value = token.partition(":")
    if kind in ("advisor", "private") and value.isdigit():
        return nearest_place(position, int(value), chosen, kind == "private")
    if kind in ("die", "white", "marker", "market", "envoy") and position.step == "influence":
        return place_with(position, [*chosen, token])
    single: dict[str, Callable[[str], Move]] = {
        "build": moves.Build,
        "use": moves.Use,
        "effect": moves.Change,
        "governor": moves.ChooseGovernor,
    }
    if kind in single:
        return single[kind](value)
    if kind == "army" and value.lstrip("-").isdigit():
        return moves.Army(int(value))
    bare: dict[str, Move] = {"pass": moves.Pass(), "keep": moves.Keep(), "decline": moves.Decline()}
    if kind in bare:
        return bare[kind]
    return with_good(position, chosen, token) if token in (*GOODS, "marker") else None


def with_good(position: Position, chosen: Sequence[str], good: str) -> Move | None:
    """Return the move of this step that takes, pays or loses one more of a good."""
    count = Counter((*chosen, good))
    legal = position.legal_moves()
    verbs = {type(move) for move in legal}
    amounts = {name: count[name] for name in GOODS}
    if moves.Recruit in verbs:
        return moves.Recruit(**amounts, markers=count["marker"])
    if moves.Pay in verbs:
        return moves.Pay(good)
    if good == "marker":
        return None
    if moves.Exchange in verbs:
        return moves.Exchange(good)
    for verb in (moves.Take, moves.Lose):
        if verb in verbs:
            return verb(**amounts)
    return None


def place_with(position: Position, tokens: Sequence[str]) -> Move | None:
    """Return the placement that these parts spell; without an advisor, the one that the dice add up to."""
    faces: dict[str, list[int]] = {"die": [], "white": []}
    rank, private, market = 0, False, 0
    for token in tokens:
        kind, _, value = token.partition(":")
        if kind in faces:
            faces[kind].append(int(value))
        elif kind in ("advisor", "private"):
            rank, private = int(value), kind == "private"
        elif kind == "market":
            market = int(value)
    marker = "marker" in tokens
    total = sum(faces["die"]) + sum(faces["white"]) + 2 * marker + market
    dice, white = tuple(sorted(faces["die"])), tuple(sorted(faces["white"]))
    return moves.Place(rank or total, dice, white, marker, market, "envoy" in tokens, private)


def nearest_place(position: Position, rank: int, chosen: Sequence[str], private: bool) -> Move | None:
    """Return the placement on an advisor with what is chosen, or else with the dice whose total comes nearest."""
    where = f"{'private' if private else 'advisor'}:{rank}"
    kept = [token for token in chosen if token.partition(":")[0] not in ("advisor", "private")]
    if any(token.startswith(("die:", "white:")) for token in kept) or position.actor is None:
        return place_with(position, [*kept, where])
    seat = position.seats[position.actor]
    hand = [f"die:{face}" for face in seat.dice] + [f"white:{face}" for face in seat.bonus]
    best, least = [where], float("inf")
    for size in range(1, len(hand) + 1):
        for group in combinations(hand, size):
            if not any(token.startswith("die:") for token in group):
                continue
            far = abs(rank - sum(int(token.partition(":")[2]) for token in group))
            if far < least:
                best, least = [*kept, where, *group], far
    return place_with(position, best)
