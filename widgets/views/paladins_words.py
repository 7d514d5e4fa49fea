"""Paladins of the West Kingdom in words: whose turn it is and what is asked, and the whole table as text."""

from __future__ import annotations

from typing import Final

from rules.paladins.scoring import counts as done_counts
from rules.paladins.scoring import fulfilled
from rules.paladins.steps import asked
from rules.paladins.values import ROUNDS, Opponent, Position, Seat
from widgets.telling import ended
from widgets.views.paladins_house import total_ring
from widgets.views.paladins_words_names import (
    KINDS,
    RING,
    both,
    capital,
    count,
    favour_words,
    gain_words,
    joined,
    name,
    order_words,
    outsider_words,
    ring,
    seat_name,
    side,
    tavern_name,
    townsfolk_words,
    workers_words,
)
from widgets.views.paladins_words_seat import opponent_lines, seat_lines

CHANCE: Final = {
    "order": "An order of the king is turned up.",
    "favour_card": "A favour of the king is turned up.",
    "tavern_card": "A tavern card is turned up.",
    "townsfolk_card": "A townsfolk card is turned up.",
    "outsider_card": "An outsider is turned up.",
    "scheme": "The opponent turns up a scheme card.",
}
QUESTIONS: Final = {
    "welcome": "choose the first townsfolk card, for nothing",
    "recruit": "choose a townsfolk card to recruit for nothing",
    "pray": "choose the action to free of workers",
    "workshop": "choose where to place the workshop",
    "keep": "choose three unused workers to keep",
    "abilities": "choose which of your townsfolk acts next in the inquisition",
    "paladin": "choose which paladin you use, which goes on top of your deck, and which below",
    "tavern": "choose a tavern card",
    "action": "do one action, use a favour of the king, or pass",
}


def status(position: Position) -> str:
    """Say in one sentence whose turn it is and what is asked."""
    if position.over:
        return ended(position, lambda seat: side(position, seat), lambda total: count(total, "point"), total_ring)
    what = position.question
    actor = position.actor
    if actor is None:
        return chance_words(position, what)
    if "/" in what:
        return f"{seat_name(actor)}: choose {gain_words([what])}."
    question = asked(position)
    said = QUESTIONS.get(what) or (question.question[:1].lower() + question.question[1:-1] if question else "decide")
    return f"{seat_name(actor)}: {said}."


def chance_words(position: Position, what: str) -> str:
    """Say what chance decides now."""
    if position.pending:
        who = capital(side(position, position.pending[0][0]))
        return f"{who} draws {'a suspicion card' if what == 'suspicion' else 'a wall card'}."
    if what == "paladins":
        return f"{seat_name(position.queue[0])} draws paladins."
    return CHANCE.get(what, "Chance decides.")


# --- what everybody shares ------------------------------------------------------------------------------------------


def order_line(position: Position, place: int) -> str:
    """Say an open order and who fulfils it."""
    row = position.catalogue.orders[position.orders[place]]
    owners: list[Seat | Opponent] = [*position.seats, *([position.opponent] if position.opponent else [])]
    who = [
        side(position, number) for number, each in enumerate(owners) if place in fulfilled(position, done_counts(each))
    ]
    done = f"; fulfilled by {joined(who)}" if who else ""
    return f"{both(row)}: {order_words(position, place)}{done}"


def favour_line(position: Position, place: int) -> str:
    """Say an open favour and the worker on it."""
    row = position.catalogue.favours[position.favours[place]]
    hired = position.hired[place]
    if not hired:
        used = "free"
    elif position.opponent is not None and hired == "L":
        used = "used"  # the opponent's workers are all alike; the rules keep them as this letter
    else:
        used = f"used with {workers_words(hired)}"
    return f"{both(row)}, {favour_words(row)}; {used}"


def townsfolk_line(position: Position, place: int) -> str:
    """Say what lies at one place of the row of townsfolk, and what it costs there."""
    card = position.townsfolk[place]
    spot = position.game.places[place]
    price = f"{spot.silver} silver{ring(spot, 'silver')}" + (f" or a debt{ring(spot, 'debt')}" if spot.debt else "")
    if not card:
        return f"place {place + 1}, {price}: empty"
    row = position.catalogue.townsfolk[card]
    return f"place {place + 1}, {price}: {both(row)}; {townsfolk_words(row)}"


def outsider_line(position: Position, place: int) -> str:
    """Say what lies at one place of the row of outsiders, and which attributes it asks for."""
    game = position.game
    card = position.outsiders[place]
    flags = f"strength {game.strength_flags[place]} or faith {game.faith_flags[place]}"
    if not card:
        return f"place {place + 1}, {flags}: empty"
    row = position.catalogue.outsiders[card]
    return f"place {place + 1}, {flags}: {both(row)}, {KINDS[row.kind]}; {outsider_words(row)}"


def area_lines(position: Position) -> list[str]:
    """Say of each area what its spaces give and who stands there."""
    lines = []
    for area, names in enumerate(position.game.spaces[len(position.seats) - 1]):
        parts = []
        for space, piece in zip(names, position.board[area], strict=True):
            row = position.catalogue.spaces[space]
            reward = gain_words(row.reward) + ring(row, "reward")
            parts.append(f"{reward}{f' ({piece_words(position, piece)})' if piece else ''}")
        flags = f"faith {position.game.faith_flags[area]}, strength {position.game.strength_flags[area]}"
        lines.append(f"area {area + 1} ({flags}): " + "; ".join(parts))
    return lines


def piece_words(position: Position, piece: int) -> str:
    """Say which piece stands on a space and whose it is."""
    return f"{'monk' if piece % 2 else 'outpost'} of {side(position, (piece - 1) // 2)}"


def tavern_line(position: Position, place: int) -> str:
    """Say an open tavern card and who took it."""
    guest = position.guests[place]
    taken = f"taken by {seat_name(guest)}" if guest >= 0 else "not taken"
    return f"{tavern_name(position, position.taverns[place])}; {taken}"


# --- the whole table ------------------------------------------------------------------------------------------------


def text(position: Position) -> str:
    """Say the whole table in lines, for terminals and screen readers."""
    seats = len(position.seats)
    full = position.catalogue.taxes[f"players_{seats}"]
    drawn = sum(position.suspicion_out)
    out = [
        f"{position.game.title}, round {position.round} of {ROUNDS}. {status(position)}",
        f"Starting player: {seat_name(position.start)}. Tax supply: {position.tax} of {full.silver} silver"
        f"{ring(full, 'silver')}. Suspicion cards: {drawn} discarded. Wall cards left: {len(position.wall_deck)}.",
    ]
    if position.queue and not position.over:
        out.append("Still to act, next first: " + ", ".join(seat_name(number) for number in position.queue))
    rows = {
        "King's orders": [order_line(position, place) for place in range(len(position.orders))],
        "King's favours": [favour_line(position, place) for place in range(len(position.favours))],
        "Townsfolk, from the left": [townsfolk_line(position, place) for place in range(len(position.townsfolk))],
        "Outsiders, from the left": [outsider_line(position, place) for place in range(len(position.outsiders))],
        "Main board": area_lines(position),
        "Tavern cards": [tavern_line(position, place) for place in range(len(position.taverns))],
    }
    for title, lines in rows.items():
        if lines:
            out.append(f"{title}:")
            out += [f"  {line}" for line in lines]
    blocks = [seat_lines(position, number) for number in range(seats)]
    if position.opponent is not None:
        blocks.append(opponent_lines(position))
    for block in blocks:
        out.append(block[0])
        out += [f"  {line}" for line in block[1:]]
    said = "\n".join(out)
    return f"{said}\n{RING} marks a house value: no source states the printed one." if RING in said else said


__all__ = ["name", "status", "text"]
