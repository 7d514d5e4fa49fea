"""What a step of My Village was and what came of it, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.my_village.moves import Move, Settle
from rules.my_village.outcomes import Outcome, Rat, Reveal, Roll
from rules.my_village.phrases import phrase
from rules.my_village.steps import run
from rules.my_village.values import GOODS, UNKNOWN, Position
from widgets.telling import third, trail
from widgets.views import my_village_words_names as words
from widgets.views.my_village_words_cards import monk_line, travel_words
from widgets.views.my_village_words_names import count, good_words, joined, seat_name


def told(position: Position, step: Move | Outcome) -> str:
    """Say in sentences what a step was and what came of it, without what only its seat may know."""
    seen = (position, *trail(run, position, step))
    said = [done_words(position, step), *gains(seen), *plagues(seen), *deaths(seen), *rounds(seen)]
    return " ".join(part for part in said if part)


def done_words(position: Position, step: Move | Outcome) -> str:
    """Say what the step itself was."""
    if isinstance(step, Roll):
        return f"The {step.colour} dice show {' '.join(map(str, step.faces))}."
    if isinstance(step, Rat):
        return f"The rat moves {count(step.pips, 'field')}."
    if isinstance(step, Reveal):
        return revealed(position, step)
    who = seat_name(position.actor) if position.actor is not None else "Nobody"
    said = f"{who} {third(phrase(position, step))}"
    if isinstance(step, Settle) and not step.again and position.drawn != UNKNOWN:
        return f"{said}: {travel_words(position.catalogue, position.drawn)}."
    return f"{said}."


def revealed(position: Position, drawn: Reveal) -> str:
    """Say which card was turned up, if everybody may know it."""
    rows = position.catalogue
    if drawn.pile == "customer":
        row = rows.customers.get(drawn.card)
        return f"A customer is turned up: {words.name(row) or drawn.card}."
    if drawn.pile == "monk":
        return f"A monk is turned up: {monk_line(rows, drawn.card)}."
    who = seat_name(position.acting)
    # With the Mission church the card may still go back, and then nobody else has seen it.
    seat = position.seats[position.acting]
    secret = seat.church == position.game.mission and drawn.card != UNKNOWN and drawn.card[:1] not in seat.missions
    if secret:
        return f"{who} looks at a travel card {drawn.card[:1].upper()}."
    return f"{who} turns up a travel card: {travel_words(rows, drawn.card)}."


# --- what follows by itself -----------------------------------------------------------------------------------------


def gains(seen: Sequence[Position]) -> list[str]:
    """Say which coins, stories, goods and markers a seat has got."""
    said = []
    for number in range(len(seen[0].seats)):
        parts = []
        for index, good in enumerate(GOODS):
            up = sum(max(0, b.seats[number].goods[index] - a.seats[number].goods[index]) for a, b in pairwise(seen))
            parts += [good_words(good, up)] if up else []
        for name, one, many in (
            ("coins", "coin", "coins"),
            ("tree", "story", "stories"),
            ("safe", "story in the main house", "stories in the main house"),
            ("jokers", "joker good", "joker goods"),
            ("sets", "marker of the meeting place", "markers of the meeting place"),
        ):
            steps = [getattr(b.seats[number], name) - getattr(a.seats[number], name) for a, b in pairwise(seen)]
            up = sum(step for step in steps if step > 0)
            if up:
                parts.append(count(up, one, many))
        if parts:
            said.append(f"{seat_name(number)} gets {joined(parts)}.")
    return said


def plagues(seen: Sequence[Position]) -> list[str]:
    """Say that the plague has come and what it took."""
    said = []
    for before, after in pairwise(seen):
        if after.rat == 0 and before.rat > 0:
            said.append("The rat brings the plague.")
        if after.step == "rat_return" or before.step == "rat_return":
            lost = [
                f"{seat_name(number)} {count(old.tree - new.tree, 'story', 'stories')}"
                for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
                if new.tree < old.tree
            ]
            if lost:
                said.append(f"The plague takes from {joined(lost)}.")
    return said


def deaths(seen: Sequence[Position]) -> list[str]:
    """Say that the time marker has passed the bridge."""
    said = []
    for before, after in pairwise(seen):
        for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
            if new.crossed and not old.crossed:
                said.append(f"{seat_name(number)}'s time passes the bridge: a villager dies at the end of the turn.")
    return said


def rounds(seen: Sequence[Position]) -> list[str]:
    """Say that a round or the game has ended."""
    said = []
    for before, after in pairwise(seen):
        if after.over and not before.over:
            said.append("The game is over.")
        elif after.round > before.round:
            said.append(f"Round {after.round} begins; {seat_name(after.hand)} starts.")
    return said
