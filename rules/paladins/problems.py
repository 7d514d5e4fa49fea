"""Name every defect that makes a position impossible on a table, all at once, each by its field."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from rules.findings import Problem

from .rewards import ASKING, suspicion_deck
from .rounds import HAND, paladin_pool, to_draw
from .steps import CHANCES, DECISIONS, PREPARE, run
from .values import ATTRIBUTES, OPPONENT, ROUNDS, UNKNOWN, Opponent, Position, Seat

STEPS = frozenset({"order", "favour_card", "tavern_card", "paladins", "paladin", "tavern", "action", "townsfolk_card"}
                  | {"outsider_card", "scheme", "over"})  # fmt: skip
#: What a position may stand in while something is pending: what comes after it.
WAITING = frozenset({"welcome_end", "tavern", "taverns_end", "action", "next", "answered"})
#: Known paladins at the bottom of a deck by choices made; how many of them are drawn in a round.
KNOWN_BELOW = (0, 1, 2, 3, 4, 5, 5, 4)
DRAWN_BELOW = (0, 0, 0, 0, 0, 0, 1, 2)
QUEUED = frozenset({"paladins", "paladin", "tavern", "action"})
GAIN = re.compile(
    r"([LSMFCX]|silver|provision|faith|strength|influence|tax[1-9]|pardon|destroy|settle|debt|pray|recruit|workshop)"
    r"([+/]([LSMFCX]|silver|provision|faith|strength|influence|tax[1-9]|pardon|destroy|settle|debt|pray|recruit|workshop))*"
)
Owner = Seat | Opponent


def problems(position: Position) -> tuple[Problem, ...]:
    """List the defects, in the order of the fields."""
    found: list[Problem] = []
    _step(position, found)
    _rows(position, found)
    _cards(position, found)
    for number, seat in enumerate(position.seats):
        _seat(position, number, seat, found)
    if position.opponent is not None:
        _opponent(position, position.opponent, found)
    _pieces(position, found)
    if not found:
        _question(position, found)
    return tuple(found)


def _step(position: Position, found: list[Problem]) -> None:
    seats = range(len(position.seats))
    allowed = WAITING if position.pending else STEPS
    if position.step not in allowed:
        text = f"is {position.step!r}; {'with gains pending' if position.pending else 'here'} it is one of "
        found.append(Problem("step", text + ", ".join(sorted(allowed)) + ".", "turn-step"))
    if position.start not in seats:
        found.append(Problem("start", f"is seat {position.start}, which does not exist."))
    if len(set(position.queue)) != len(position.queue) or any(number not in seats for number in position.queue):
        found.append(Problem("queue", f"must hold different seats from 0 to {len(seats) - 1}."))
    if position.step in QUEUED and not position.queue:
        found.append(Problem("queue", f"is empty, but in step {position.step!r} a seat must act."))
    if position.step == "over" and position.round != ROUNDS:
        found.append(Problem("step", "is 'over', but the game ends with round 7.", "game-end"))
    if position.step in ("scheme", "answered") and position.opponent is None:
        found.append(Problem("step", f"is {position.step!r}, which belongs to the solo game."))
    if not 1 <= position.tax <= position.game.full_tax(len(seats)):
        solo = position.opponent is not None and not position.game.options.opponent_inquisition
        asked = position.pending and any(what in ("inquisition", "judgement") for _, what in position.pending)
        if not (position.tax == 0 and (asked or solo)):
            text = f"is {position.tax}; it is 1 to {position.game.full_tax(len(seats))} between inquisitions."
            found.append(Problem("tax", text, "inquisition-refill"))
    people = len(seats) + (position.opponent is not None)
    for index, (number, gain) in enumerate(position.pending):
        if number >= people:
            found.append(Problem(f"pending[{index}].seat", f"is {number}; there is no such seat."))
        if gain not in ASKING and not GAIN.fullmatch(gain):
            found.append(Problem(f"pending[{index}].gain", f"is {gain[:60]!r}, which is no gain or question."))
        elif len(set(gain.split("/"))) <= gain.count("/"):
            found.append(Problem(f"pending[{index}].gain", f"is {gain[:60]!r}; the sides of a choice differ."))
        elif position.opponent is not None and number == OPPONENT and gain in ("keep", "abilities"):
            found.append(Problem(f"pending[{index}].gain", f"is {gain!r}, which the opponent is never asked."))


def _known(path: str, cards: tuple[str, ...], known: Any, what: str, found: list[Problem]) -> None:
    for index, card in enumerate(cards):
        if card not in known:
            found.append(Problem(f"{path}[{index}]", f"is {card[:60]!r}, which is no {what}."))


def _rows(position: Position, found: list[Problem]) -> None:
    rows = position.catalogue
    for name, row, size, known, what in (
        ("townsfolk", position.townsfolk, 5, rows.townsfolk, "townsfolk card"),
        ("outsiders", position.outsiders, 6, rows.outsiders, "outsider"),
    ):
        if len(row) != size:
            found.append(Problem(name, f'has {len(row)} places; the row has {size} (empty ones as "").'))
        _known(name, tuple(card for card in row if card), known, what, found)
    _known("orders", position.orders, rows.orders, "order", found)
    _known("favours", position.favours, rows.favours, "favour", found)
    _known("taverns", position.taverns, rows.taverns, "tavern card", found)
    before = position.step in ("welcome_end", "townsfolk_card", "outsider_card", "order")
    orders = min(3, position.round)
    if not orders - 1 <= len(position.orders) <= orders or (not before and len(position.orders) != orders):
        found.append(
            Problem(
                "orders", f"has {len(position.orders)}; in round {position.round} {orders} lie open.", "round-cards"
            )
        )
    favours = max(0, position.round - 2)
    early = before or position.step == "favour_card"
    if not favours - 1 <= len(position.favours) <= favours or (not early and len(position.favours) != favours):
        text = f"has {len(position.favours)}; in round {position.round} {favours} lie open."
        found.append(Problem("favours", text, "round-cards"))
    if len(position.hired) != len(position.favours) or any(len(guest) > 1 for guest in position.hired):
        found.append(Problem("hired", 'must have one worker, or "", for each favour.', "favour-once"))
    if len(position.guests) != len(position.taverns):
        found.append(Problem("guests", "must have one entry (a seat, or -1) for each tavern card.", "tavern-choose"))
    seats = range(len(position.seats))
    taken = [guest for guest in position.guests if guest != -1]
    if len(set(taken)) != len(taken) or any(guest not in seats for guest in taken):
        found.append(Problem("guests", "must name each seat once at most.", "tavern-choose"))
    open_ = len(position.seats) + 1
    dealt = position.step in ("paladins", "paladin", "tavern", "taverns_end", "action", "next", "answered", "scheme")
    if len(position.taverns) > open_ or (dealt and len(position.taverns) != open_):
        text = f"has {len(position.taverns)} cards; {open_} are revealed."
        found.append(Problem("taverns", text, "tavern-cards"))
    elif position.step == "tavern_card" and len(position.taverns) >= open_:
        found.append(Problem("taverns", "are all revealed already.", "tavern-cards"))
    late = position.step in ("action", "next", "answered", "scheme", "over")
    choosing = position.step in ("tavern", "taverns_end")
    guests = [guest for guest in seats if late or (choosing and guest not in position.queue)]
    if sorted(taken) != guests:
        text = "must name the seats that have chosen already, and those only."
        found.append(Problem("guests", text, "tavern-choose"))


def owners(position: Position) -> list[tuple[str, Owner]]:
    """List seats and opponent with their paths."""
    found: list[tuple[str, Owner]] = [(f"seats[{number}]", seat) for number, seat in enumerate(position.seats)]
    if position.opponent is not None:
        found.append(("opponent", position.opponent))
    return found


def _cards(position: Position, found: list[Problem]) -> None:
    """No card lies in two places; no more copies than there are."""
    rows = position.catalogue
    people = owners(position)
    piles: list[tuple[str, list[str], Counter[str]]] = []
    held = [card for seat in position.seats for card in seat.townsfolk]
    piles.append(("townsfolk", [*filter(None, position.townsfolk), *held, *position.townsfolk_deck],
                  Counter(dict.fromkeys(rows.townsfolk, 1))))  # fmt: skip
    beaten = [card for _, owner in people for card in (*owner.attacked, *owner.converted)]
    piles.append(("outsiders", [*filter(None, position.outsiders), *beaten, *position.outsider_deck],
                  Counter(dict.fromkeys(rows.outsiders, 1))))  # fmt: skip
    piles.append(("orders", list(position.orders), Counter(dict.fromkeys(rows.orders, 1))))
    piles.append(("favours", list(position.favours), Counter(dict.fromkeys(rows.favours, 1))))
    piles.append(("taverns", [*position.taverns, *position.tavern_deck], Counter(dict.fromkeys(rows.taverns, 1))))
    walls = [card for _, owner in people for card in owner.walls]
    piles.append(("walls", [*walls, *position.wall_deck], Counter(position.game.walls)))
    for name, cards, copies in piles:
        for card, number in Counter(cards).items():
            if card in copies and number > copies[card]:
                found.append(Problem(name, f"has {card!r} {number} times; the box has {copies[card]}."))
    if len(position.suspicion_out) != len(position.game.suspicion_values):
        found.append(Problem("suspicion_out", "must count the discarded suspicion cards for each tax."))
    elif min(suspicion_deck(position)) < 0:
        found.append(Problem("suspicion_out", "together with the cards before players, is more than the box has."))


def _owner(position: Position, path: str, owner: Owner, found: list[Problem]) -> None:
    """Check what seats and the opponent have alike."""
    rows = position.catalogue
    for name in ATTRIBUTES:
        if not 0 <= getattr(owner, name) <= position.game.cap:
            text = f"is {getattr(owner, name)}; it is 0 to {position.game.cap}."
            found.append(Problem(f"{path}.{name}", text, "attribute-cap"))
    for name in ("monks", "outposts", "unpaid", "paid"):
        if getattr(owner, name) < 0:
            found.append(Problem(f"{path}.{name}", "must be 0 or more."))
    jars = len(owner.jars) if isinstance(owner, Seat) else owner.jars
    for name, number in (("monks", owner.monks), ("outposts", owner.outposts), ("walls", len(owner.walls)),
                         ("jars", jars), ("converted", len(owner.converted))):  # fmt: skip
        if not 0 <= number <= 7:
            found.append(Problem(f"{path}.{name}", f"is {number}; there are 7.", "action-seven"))
    _known(f"{path}.walls", owner.walls, rows.walls, "wall card", found)
    _known(f"{path}.attacked", owner.attacked, rows.outsiders, "outsider", found)
    _known(f"{path}.converted", owner.converted, rows.outsiders, "outsider", found)
    for index, tax in enumerate(owner.suspicion):
        if tax not in position.game.suspicion_values:
            found.append(Problem(f"{path}.suspicion[{index}]", f"is {tax}; no suspicion card has this tax."))


def _seat(position: Position, number: int, seat: Seat, found: list[Problem]) -> None:
    path = f"seats[{number}]"
    rows = position.catalogue
    _owner(position, path, seat, found)
    for name in ("silver", "provisions"):
        if getattr(seat, name) < 0:
            found.append(Problem(f"{path}.{name}", "must be 0 or more."))
    _known(f"{path}.townsfolk", seat.townsfolk, rows.townsfolk, "townsfolk card", found)
    _known(f"{path}.jars", seat.jars, rows.jars, "space for a jar", found)
    if len(set(seat.jars)) != len(seat.jars):
        found.append(Problem(f"{path}.jars", "names a space twice.", "absolve-space"))
    if seat.developed > 8:
        found.append(Problem(f"{path}.workshops", f"are {seat.developed}; there are 8.", "develop-place"))
    for index, (group, action) in enumerate(zip(seat.placed, position.game.actions, strict=True)):
        if len(group) > len(action.spaces):
            text = f"has {len(group)} workers on {len(action.spaces)} spaces."
            found.append(Problem(f"{path}.placed.{tuple(rows.actions)[index]}", text, "worker-spaces"))
    _paladins(position, path, seat, number, found)


def _paladins(position: Position, path: str, seat: Seat, number: int, found: list[Problem]) -> None:
    known = (*seat.used, *seat.hand, *seat.under, *filter(None, (seat.top, seat.paladin)))
    named = [card for card in known if card != UNKNOWN]
    _known(f"{path}.paladins", tuple(named), position.catalogue.paladins, "paladin", found)
    if len(set(named)) != len(named) or len(known) > len(position.game.paladins):
        found.append(Problem(f"{path}.used", "a paladin lies in two places.", "paladin-choose"))
    step, past = position.step, position.round - 1
    if len(seat.used) != past:
        text = f"has {len(seat.used)} paladins; {past} were used in earlier rounds."
        found.append(Problem(f"{path}.used", text, "paladin-choose"))
    if step == "paladin":
        waits = number in position.queue
    elif step == "paladins":
        waits = number not in position.queue
    else:
        waits = False
    if len(seat.hand) != (HAND if waits else 0):
        found.append(Problem(f"{path}.hand", f"has {len(seat.hand)} paladins; it has {HAND if waits else 0} now."))
    chosen = step in ("tavern", "taverns_end", "action", "next", "answered", "scheme", "over") or (
        step == "paladin" and not waits
    )
    if bool(seat.paladin) != chosen:
        text = "is missing: the paladins of this round are chosen." if chosen else "is chosen too early."
        found.append(Problem(f"{path}.paladin", text, "paladin-choose"))
    laid = past + chosen
    below = KNOWN_BELOW[laid] - (DRAWN_BELOW[position.round] if waits else 0)
    if bool(seat.top) != (laid > 0 and not waits):
        found.append(Problem(f"{path}.top", "is known from the first choice on, unless it is in hand.", "paladin-draw"))
    if len(seat.under) != below:
        text = f"has {len(seat.under)} paladins; {below} known ones lie there now."
        found.append(Problem(f"{path}.under", text, "paladin-draw"))


def _opponent(position: Position, owner: Opponent, found: list[Problem]) -> None:
    _owner(position, "opponent", owner, found)
    if sorted(owner.stack) != sorted(ATTRIBUTES):
        found.append(Problem("opponent.stack", f"must name {', '.join(ATTRIBUTES)} once each.", "solo-stack"))
    if owner.workers < 0 or min(owner.placed) < 0:
        found.append(Problem("opponent.workers", "must be 0 or more."))
    total = Counter((*position.game.schemes, *("favour",) * len(position.favours)))
    out = Counter((*owner.schemes_out, *owner.schemes))
    if out != total:
        text = "must be scheme cards of the box, those of the king's favour one for each open favour."
        found.append(Problem("opponent.schemes_out", text, "solo-schemes"))
    if position.step == "scheme" and not owner.schemes:
        found.append(Problem("opponent.schemes_out", "leaves no card to draw."))
    if position.step == "scheme" and (owner.resting or not owner.workers):
        found.append(Problem("step", "is 'scheme', but the opponent does nothing more this round."))


def _pieces(position: Position, found: list[Problem]) -> None:
    """Pieces on the board are those that were sent."""
    lying: Counter[int] = Counter(piece for area in position.board for piece in area if piece)
    for number, (path, owner) in enumerate(owners(position)):
        for what, sent, piece in (("monks", owner.monks, 1 + 2 * number), ("outposts", owner.outposts, 2 + 2 * number)):
            if lying.pop(piece, 0) != sent:
                text = f"is {sent}, but not so many of them stand on the board."
                found.append(Problem(f"{path}.{what}", text, "space-free"))
    if lying:
        found.append(Problem("board", "holds pieces of a seat that does not exist."))


def _question(position: Position, found: list[Problem]) -> None:
    """What is asked can be answered: gains pending have stopped where somebody or chance must answer."""
    if position.pending:
        number, what = position.pending[0]
        ready = PREPARE.get(what) or (PREPARE["choice"] if "/" in what else None)
        if what not in CHANCES and what not in DECISIONS and "/" not in what:
            found.append(Problem("pending[0]", f"is {what!r}, which settles itself; leave it out.", "turn-step"))
        elif ready is not None and run(position) is not position:
            found.append(Problem("pending[0]", f"is {what!r}, but seat {number} has nothing to choose.", "turn-step"))
        return
    if position.step in ("townsfolk_card", "outsider_card"):
        row, deck = (
            (position.townsfolk, position.townsfolk_deck)
            if position.step == "townsfolk_card"
            else (position.outsiders, position.outsider_deck)
        )
        if "" not in row or not deck:
            found.append(Problem("step", f"is {position.step!r}, but there is no gap or no card to fill it."))
    if position.step == "order" and len(position.orders) >= min(3, position.round):
        found.append(Problem("step", "is 'order', but the order of this round lies open."))
    if position.step == "favour_card" and len(position.favours) >= position.round - 2:
        found.append(Problem("step", "is 'favour_card', but the favour of this round lies open."))
    if position.step == "tavern_card" and not position.tavern_deck:
        found.append(Problem("taverns_out", "leaves no tavern card to draw."))
    if position.step == "paladins":
        seat = position.seats[position.queue[0]]
        if not len(paladin_pool(position, seat)) > to_draw(position, seat) > 0:
            found.append(Problem("step", "is 'paladins', but nothing is left to chance."))
