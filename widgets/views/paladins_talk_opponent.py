"""What the solo opponent did, and why: its scheme card, what stood against it, and by which order it chose."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.paladins.opponent import FIELDS
from rules.paladins.solo import SLOTS, done_times, posted, workers_needed
from rules.paladins.steps import is_opponent, opponent_of
from rules.paladins.values import (
    ABSOLVE,
    ACTIONS,
    ATTACK,
    ATTRIBUTES,
    COMMISSION,
    CONSPIRE,
    CONVERT,
    FORTIFY,
    GARRISON,
    INDEX,
    LEFT,
    PRAY,
    RECRUIT,
    TRADE,
    Opponent,
    Position,
)
from widgets.views import paladins_words_names as words

FALL_BACK = "the first that is possible of Recruit, Pray, Trade, Conspire and Rest"


def action_done(before: Opponent, after: Opponent) -> int | None:
    """Return the action on which the opponent has put workers; None for a favour and for a rest."""
    return next((index for index in range(len(ACTIONS)) if after.placed[index] > before.placed[index]), None)


def answer(position: Position, card: str, after: Position) -> str:
    """Say what the opponent does with a scheme card. ``after`` is the position before its gains are settled."""
    before = opponent_of(position)
    index = action_done(before, opponent_of(after))
    opening = f"The opponent turns up {words.scheme_name(position, card)}"
    deed = described(position, after, index)
    if card == "favour":
        if after.hired != position.hired:
            return f"{opening}: it {deed}."
        return f"{opening}, but no free favour lies open, so it does {FALL_BACK}: it {deed}."
    if card == "order":
        if index is not None and index >= LEFT:
            return f"{opening}: it {deed}."
        why = "no order lies open" if not position.orders else "it can do none of the open orders"
        return f"{opening}, but {why}, so it does {FALL_BACK}: it {deed}."
    if index == INDEX[card]:
        return f"{opening}: it {deed}."
    return f"{opening}, but {hindrance(position, INDEX[card])}, so it does {FALL_BACK}: it {deed}."


def without_card(before: Position, after: Position) -> str:
    """Say what the opponent does when there is no scheme card left (option ``scheme_deck``)."""
    index = action_done(opponent_of(before), opponent_of(after))
    return f"The opponent has no scheme card left, so it does {FALL_BACK}: it {described(before, after, index)}."


def hindrance(position: Position, index: int) -> str:
    """Say why the opponent cannot do an action."""
    opponent = opponent_of(position)
    if posted(position, index) is None:
        if opponent.placed[index]:
            return "workers stand there already"
        needed = workers_needed(position, index)
        return f"this takes {words.count(needed, 'worker')} and it has {opponent.workers}"
    if index == RECRUIT:
        return "the row of townsfolk is empty"
    action = ACTIONS[index]
    done = done_times(opponent, action) if index >= LEFT else 0
    if index != ATTACK and done >= SLOTS:
        return "it has done so seven times"
    if index == FORTIFY and not position.wall_deck:
        return "no wall card is left"
    if index in (FORTIFY, ABSOLVE):
        row = position.game.actions[index]
        ours = words.ring(row, "needs")
        return f"this asks for influence {row.needs[done]}{ours} and it has {opponent.influence}"
    attribute = "faith" if index in (COMMISSION, CONVERT) else "strength"
    what = "outsider" if index in (ATTACK, CONVERT) else "free space"
    return f"no {what} is within the reach of its {attribute} {getattr(opponent, attribute)}"


def described(before: Position, after: Position, index: int | None) -> str:
    """Say what the opponent did, in the third person, with the reason for its choice."""
    old, new = opponent_of(before), opponent_of(after)
    if index is None:
        if new.resting:
            steps = 1 + old.workers
            more = f", 1 and 1 for each of its {words.count(old.workers, 'unused worker')}" if old.workers else ""
            return f"rests and has passed; its marker moves {words.count(steps, 'field')}{more}"
        place = next(at for at, worker in enumerate(after.hired) if worker != before.hired[at])
        return f"uses the favour {words.favour_name(before, before.favours[place])}, {at_marker(old, place)}"
    if index == RECRUIT:
        return dismissal(before, gone(before.townsfolk, after.townsfolk))
    if index == PRAY:
        did = "frees its right side" if any(old.placed[LEFT:]) else "gains a worker, as its right side is free"
        return f"prays and {did}; all scheme cards are shuffled"
    if index == TRADE:
        return "trades, which moves its marker 1 field"
    if index == CONSPIRE:
        return "conspires for a suspicion card and 2 workers"
    if index in (COMMISSION, GARRISON):
        return f"{'sends a monk to' if index == COMMISSION else 'places an outpost on'} {where(before, after)}"
    if index == FORTIFY:
        return "fortifies with the top wall card"
    if index == ABSOLVE:
        return "absolves and turns over its next jar"
    place = gone(before.outsiders, after.outsiders)
    verb = "attacks" if index == ATTACK else "converts"
    return f"{verb} the {words.outsider_name(before, before.outsiders[place])}, {at_marker(old, place)}"


def rewards(seen: Sequence[Position]) -> list[str]:
    """Say what the opponent did with gains that are deeds: a recruit, a Pray, a workshop."""
    said = []
    for before, after in pairwise(seen):
        if not before.pending or not is_opponent(before, before.pending[0][0]):
            continue
        old, new = opponent_of(before), opponent_of(after)
        what = before.pending[0][1]
        if what == "recruit" and before.townsfolk != after.townsfolk:
            place = gone(before.townsfolk, after.townsfolk)
            said.append(f"It {dismissal(before, place)}.")
        elif what == "pray":
            frees = "It frees its right side. " if any(old.placed[LEFT:]) else ""
            said.append(f"{frees}All scheme cards are shuffled.")
        elif what == "workshop" and new.workshops != old.workshops:
            index = next(at for at in range(6) if new.workshops[at] > old.workshops[at])
            said.append(
                f"It gets a workshop on {words.action_name(before, ACTIONS[LEFT + index])}, where fewest stand."
            )
    return said


def dismissal(before: Position, place: int) -> str:
    """Say which townsfolk card the opponent dismisses, why that one, and for what."""
    card = before.townsfolk[place]
    row = before.catalogue.townsfolk[card]
    gives = words.gain_words(row.dismiss) + words.ring(row, "dismiss")
    which = at_marker(opponent_of(before), place)
    return f"dismisses the {words.name(row)}, {which}; reward: {gives}"


def gone(before: tuple[str, ...], after: tuple[str, ...]) -> int:
    """Return the place of a row from which a card was taken."""
    return next(at for at, card in enumerate(before) if card and not after[at])


def at_marker(opponent: Opponent, place: int) -> str:
    """Say how the opponent came to a place of a row: from its marker to the right, then from the left."""
    if place == opponent.marker:
        return f"the one at its marker (place {place + 1})"
    return f"the next one it can take from its marker at place {opponent.marker + 1}"


def where(before: Position, after: Position) -> str:
    """Say where the opponent has put a piece, and why there."""
    names = before.game.spaces[len(before.seats) - 1]
    for area, row in enumerate(names):
        for place, name in enumerate(row):
            if after.board[area][place] != before.board[area][place]:
                return f"{words.space_name(before, name)}, which comes first in its order of rewards"
    return "the board"


def moved(before: Opponent, after: Opponent) -> list[str]:
    """Say where marker and attributes of the opponent have gone."""
    said = []
    if after.marker != before.marker:
        said.append(f"its marker is on field {after.marker + 1} of {FIELDS}")
    for attribute in ATTRIBUTES:
        if getattr(after, attribute) > getattr(before, attribute):
            said.append(f"its {attribute} rises to {getattr(after, attribute)}")
    return said
