"""Paladins of the West Kingdom in words: what lies before a seat, and before the solo opponent."""

from __future__ import annotations

from rules.paladins.left import develop_cost, pray_cost, recruit_cost
from rules.paladins.rewards import level
from rules.paladins.right import SLOTS, needed, piece_cost, silver_cost, spaces_of
from rules.paladins.scoring import counts as done_counts
from rules.paladins.steps import opponent_of
from rules.paladins.values import (
    ABSOLVE,
    ACTIONS,
    ATTRIBUTES,
    COMMISSION,
    CONVERT,
    DEVELOP,
    FORTIFY,
    GARRISON,
    LEFT,
    OPPONENT,
    RIGHT,
    UNKNOWN,
    Opponent,
    Position,
    Seat,
)
from widgets.views.paladins_house import total_ring
from widgets.views.paladins_words_names import (
    PIECES,
    RING,
    action_name,
    capital,
    count,
    gain_words,
    joined,
    name,
    needs_ring,
    outsider_name,
    paladin_name,
    paladin_words,
    ring,
    scheme_name,
    seat_name,
    spaces_words,
    townsfolk_words,
    wall_words,
    workers_words,
)

# --- a seat ---------------------------------------------------------------------------------------------------------


def attribute_words(position: Position, seat: Seat) -> str:
    """Say the three attributes, with what the paladin lends."""
    parts = []
    for attribute in ATTRIBUTES:
        own = getattr(seat, attribute)
        lent = level(position, seat, attribute) - own
        parts.append(f"{attribute} {own}" + (f" and {lent} lent, {own + lent} in all" if lent else ""))
    return "; ".join(parts)


def action_line(position: Position, seat: Seat, index: int) -> str:
    """Say of one action what it takes now, what stands there, and how often it was done."""
    action = ACTIONS[index]
    parts = [capital(action_name(position, action)) + ":", f"takes {spaces_words(open_spaces(position, seat, index))}"]
    parts[1] += "".join(f", {each}" for each in costs(position, seat, index))
    line = " ".join(parts)
    if action in PIECES:
        done = done_counts(seat)[action]
        line += f"; {count(done, *PIECES[action])} so far"
    group = seat.placed[index]
    return f"{line}; {f'occupied by {workers_words(group)}' if group else 'free'}"


def open_spaces(position: Position, seat: Seat, index: int) -> str:
    """Return the worker spaces that an action has now, without those below workshops."""
    return spaces_of(position, seat, index) if index >= LEFT else position.game.actions[index].spaces


def costs(position: Position, seat: Seat, index: int) -> list[str]:
    """List what an action costs and asks for now, besides workers."""
    row = position.game.actions[index]
    done = done_counts(seat).get(ACTIONS[index], 0)
    found = []
    if index in (COMMISSION, FORTIFY, GARRISON) and done < SLOTS:
        found.append(count(piece_cost(position, seat, index), "provision") + ring(row, "provisions"))
    if index in (ABSOLVE, CONVERT) and done < SLOTS:
        found.append(f"{silver_cost(position, seat, index)} silver{ring(row, 'silver')}")
    if index in (FORTIFY, ABSOLVE) and done < SLOTS:
        found.append(f"influence {needed(position, index, done)}{needs_ring(row, done)}")
    if index == DEVELOP:
        found.append(f"{develop_cost(position, seat)} silver{ring(row, 'silver')}")
    if ACTIONS[index] == "pray":
        found.append(f"{pray_cost(position, seat)} silver{ring(row, 'silver')}")
    if ACTIONS[index] == "recruit" and not any(recruit_cost(position, seat, place) for place in range(5)):
        found.append("no silver")
    return found


def paladin_line(position: Position, seat: Seat) -> str:
    """Say what is known of the paladins of a seat."""
    parts = []
    if seat.paladin:
        known = seat.paladin != UNKNOWN
        said = f": {paladin_words(position, seat.paladin)}" if known else ""
        parts.append(f"in use {paladin_name(position, seat.paladin)}{said}")
    for label, cards in (("in hand", seat.hand), ("on top", (seat.top,) if seat.top else ()), ("below", seat.under)):
        if cards:
            hidden = all(card == UNKNOWN for card in cards)
            said = f"{len(cards)} face down" if hidden else joined([paladin_name(position, card) for card in cards])
            parts.append(f"{label} {said}")
    if seat.used:
        parts.append("used before: " + ", ".join(paladin_name(position, card) for card in seat.used))
    return "; ".join(parts)


def workshop_words(position: Position, seat: Seat) -> str:
    """Say which spaces are covered by workshops, and which worker the next one brings."""
    covered = [
        f"{action_name(position, action)} {' and '.join(str(space) for space in (1, 2) if mask & space)}"
        for action, mask in zip(RIGHT, seat.workshops, strict=True)
        if mask
    ]
    line = f"workshops: {', '.join(covered) or 'none'}"
    if seat.developed < len(position.game.workshops):
        row = position.catalogue.workshops[sorted(position.catalogue.workshops)[seat.developed]]
        line += f"; the next brings {workers_words(row.worker)}{ring(row, 'worker')}"
    return line


def debts_words(owner: Seat | Opponent) -> str:
    """Say suspicion cards and debts."""
    taxes = f" (taxes {', '.join(map(str, owner.suspicion))}, oldest first)" if owner.suspicion else ""
    return (
        f"{count(len(owner.suspicion), 'suspicion card')}{taxes}; "
        f"{count(owner.unpaid, 'unpaid debt')}; {count(owner.paid, 'paid debt')}"
    )


def cards_line(position: Position, owner: Seat | Opponent) -> list[str]:
    """Say walls and outsiders, each with what it is."""
    lines = []
    if owner.walls:
        lines.append("walls: " + "; ".join(wall_words(position, card) for card in owner.walls))
    for label, cards in (("attacked", owner.attacked), ("converted", owner.converted)):
        if cards:
            lines.append(f"{label}: " + ", ".join(outsider_name(position, card) for card in cards))
    return lines


def total_words(position: Position, number: int) -> str:
    """Say the points that a side would have now, with the mark of a house value where they rest on one."""
    return f"{count(position.scores()[number].total, 'point')}{total_ring(position, number)} if the game ended now"


def seat_lines(position: Position, number: int) -> list[str]:
    """Say all that lies before a seat, the first line whose it is."""
    seat = position.seats[number]
    lines = [
        f"{seat_name(number)}: {total_words(position, number)}; {seat.silver} silver; "
        f"{count(seat.provisions, 'provision')}; workers: {workers_words(seat.workers)}",
        attribute_words(position, seat),
        debts_words(seat),
        workshop_words(position, seat),
    ]
    if paladins := paladin_line(position, seat):
        lines.append(f"paladins: {paladins}")
    if seat.townsfolk:
        cards = position.catalogue.townsfolk
        lines.append(
            "townsfolk: " + "; ".join(f"{name(cards[card])}, {kept_words(position, card)}" for card in seat.townsfolk)
        )
    lines += cards_line(position, seat)
    if seat.jars:
        rows = position.catalogue.jars
        lines.append(
            "jars: " + "; ".join(gain_words(rows[jar].reward) + ring(rows[jar], "reward") for jar in seat.jars)
        )
    lines += [action_line(position, seat, index) for index in range(len(ACTIONS))]
    return lines


def kept_words(position: Position, card: str) -> str:
    """Say what a kept townsfolk card pays."""
    return townsfolk_words(position.catalogue.townsfolk[card]).rpartition("; ")[2]


def opponent_lines(position: Position) -> list[str]:
    """Say all about the solo opponent, the first line its points and workers."""
    owner = opponent_of(position)
    resting = "; has passed" if owner.resting else ""
    on_top = ", ".join(reversed(owner.stack))
    done = done_counts(owner)
    lines = [
        f"The opponent ({position.game.options.difficulty}): {total_words(position, OPPONENT)}; "
        f"{count(owner.workers, 'worker')}{resting}",
        f"resource track: field {owner.marker + 1} of 5",
        "; ".join(f"{attribute} {getattr(owner, attribute)}" for attribute in ATTRIBUTES)
        + f"; markers last moved first: {on_top}",
        debts_words(owner),
        "; ".join(count(done[action], *PIECES[action]) for action in (*RIGHT, "develop")),
    ]
    for index, action in enumerate(ACTIONS):
        shops = owner.workshops[index - LEFT] if index >= LEFT else 0
        if owner.placed[index] or shops:
            here = f"{count(owner.placed[index], 'worker')} there" if owner.placed[index] else "free"
            built = f"; {count(shops, 'workshop')}" if shops else ""
            lines.append(f"{action_name(position, action)}: {here}{built}")
    lines += cards_line(position, owner)
    out = ", ".join(scheme_name(position, card) for card in owner.schemes_out) or "none"
    house = RING if any(ring(row) for row in position.catalogue.schemes.values()) else ""
    lines.append(f"scheme cards{house}: {len(owner.schemes)} face down; face up: {out}")
    return lines
