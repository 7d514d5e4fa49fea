"""The nearest move of Paladins of the West Kingdom that holds chosen parts and one more, legal or not.

A panel asks the rules why that move is not possible, and so can answer for every place of the board. Among the moves
that hold the parts, the nearest is the one that breaks the fewest rules: workers and targets that nobody has chosen yet
are filled in from what the seat has and what the board offers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, permutations

from rules.paladins import moves
from rules.paladins.moves import Move
from rules.paladins.right import spaces_of
from rules.paladins.values import ACTIONS, INDEX, LEFT, RIGHT, Position, Seat
from rules.paladins.workers import ANY, LETTERS, added, groups, holds, payments, removed

MOST = 400
"""So many moves are compared at most; enough for every verb with every target or every group of workers."""

#: For each kind of target the verbs of a turn that have one; the first is the one that is meant at a glance.
TARGETS = {
    "townsfolk": ("recruit",),
    "outsider": ("attack", "convert"),
    "jar": ("absolve",),
    "favour": ("favour",),
    "area": ("pray", "develop"),
    "board": ("commission", "garrison"),
    "corner": ("develop",),
}
ALONE: dict[str, type] = {
    "hunt": moves.Hunt,
    "trade": moves.Trade,
    "conspire": moves.Conspire,
    "fortify": moves.Fortify,
}
TURN_VERBS = (*ACTIONS, "favour")


def attempt(position: Position, chosen: Sequence[str], token: str) -> Move | None:
    """Return the nearest move that holds what is chosen and this part, legal or not; None where there is none."""
    tokens = [*chosen, token]
    known = position.question
    if position.actor is None:
        return None
    special = {
        "paladin": _paladin,
        "keep": _keep,
        "pray": _clear,
        "workshop": _build,
        "recruit": _hire,
        "welcome": _hire,
    }
    if known in special and (move := special[known](position, tokens)) is not None:
        return move
    kind, _, value = token.partition(":")
    single: dict[str, type] = {"tavern": moves.TakeTavern, "gain": moves.Choose, "activate": moves.Activate}
    if value and kind in single:
        found: Move = single[kind](value)
        return found
    if value and kind in ("use", "top", "under"):
        return _paladin(position, tokens)
    if token == "pass":
        return moves.Pass()
    if token == "dismiss":
        return _hire(position, tokens)
    return _nearest(position, _turns(position, tokens))


def _nearest(position: Position, candidates: Iterable[Move]) -> Move | None:
    """Return the candidate that breaks the fewest rules, the first of equals."""
    best, fewest = None, 99
    for move in islice(candidates, MOST):
        number = len(position.why_not(move))
        if number < fewest:
            best, fewest = move, number
            if number <= 1:
                break
    return best


def values(tokens: Iterable[str], kind: str) -> list[str]:
    """List what stands behind the tokens of one kind.

    >>> values(["worker:S", "hunt", "worker:L"], "worker")
    ['S', 'L']
    """
    return [token.partition(":")[2] for token in tokens if token.startswith(f"{kind}:")]


def _workers(tokens: Iterable[str]) -> str:
    return added("", "".join(letter for letter in values(tokens, "worker") if letter in LETTERS))


# --- other questions than a turn ------------------------------------------------------------------------------------


def _paladin(position: Position, tokens: Sequence[str]) -> Move | None:
    """Fill in the cards of the hand; the last word on a card or a use counts."""
    said: dict[str, str] = {}
    for token in tokens:
        kind, _, value = token.partition(":")
        if kind in ("use", "top", "under"):
            said[kind] = value
    if not said:
        return None
    hand = position.seats[position.actor or 0].hand
    blank = tuple(said.values())
    for cards in permutations(hand, 3):
        if all(said.get(kind, card) == card for kind, card in zip(("use", "top", "under"), cards, strict=False)):
            return moves.ChoosePaladin(*cards)
    # No order of the hand fits: a card is named twice, or is none of the three.
    rest = iter([card for card in hand if card not in blank] or hand or blank)
    filled = [said.get(kind) or next(rest, blank[0]) for kind in ("use", "top", "under")]
    return moves.ChoosePaladin(*filled)


def _keep(position: Position, tokens: Sequence[str]) -> Move | None:
    """Keep the chosen workers, and others so that they are three."""
    workers = _workers(tokens)
    if not workers:
        return None
    own = position.seats[position.actor or 0].workers
    return moves.Keep(_filled(own, workers, 3)[0])


def _clear(position: Position, tokens: Sequence[str]) -> Move | None:
    """Free an action."""
    named = values(tokens, "area")
    return moves.Clear(named[-1]) if named else None


def _build(position: Position, tokens: Sequence[str]) -> Move | None:
    """Place the workshop on an action, on the first or the second space."""
    named = values(tokens, "area")
    corners = [int(value) for value in values(tokens, "space") if value.isdigit()]
    if not named and not corners:
        return None
    actions = named[-1:] or list(RIGHT)
    return _nearest(position, (moves.Build(action, space) for action in actions for space in corners[-1:] or (1, 2)))


def _hire(position: Position, tokens: Sequence[str]) -> Move | None:
    """Take a card for nothing, or dismiss it."""
    cards = values(tokens, "townsfolk")
    if not cards and "dismiss" not in tokens:
        return None
    row = [card for card in position.townsfolk if card] or [""]
    return _nearest(position, (moves.Hire(card, "dismiss" in tokens) for card in cards[-1:] or row))


# --- a turn ---------------------------------------------------------------------------------------------------------


def _filled(own: str, workers: str, size: int) -> list[str]:
    """List groups of so many workers that hold the chosen ones, out of what a seat has, the own ones first.

    With too few workers the group stays as it is: the rules say what is missing.
    """
    if len(workers) >= size:
        return [workers]
    rest = removed(own, workers) if holds(own, workers) else own
    more = groups(rest, min(size - len(workers), len(rest)))
    return [added(workers, group) for group in more] or [workers]


def _turns(position: Position, tokens: Sequence[str]) -> Iterator[Move]:
    """Give the moves of a turn that hold the tokens, those of the likeliest verb first."""
    seat = position.seats[position.actor or 0]
    for verb in _verbs(tokens):
        yield from _moves(position, seat, verb, tokens)


def _verbs(tokens: Sequence[str]) -> tuple[str, ...]:
    """Return the verbs that the tokens may belong to: the one that is said, or those of the last target."""
    last = tokens[-1]
    if last in TURN_VERBS:
        return (last,)
    meant: tuple[str, ...] = ()
    for token in tokens:
        kind, _, value = token.partition(":")
        if kind == "space":
            kind = "corner" if value.isdigit() else "board"
        meant = TARGETS.get(kind, meant)
    said = [token for token in tokens if token in TURN_VERBS]
    if said and (not meant or said[-1] in meant):
        return (said[-1],)
    if "debt" in tokens:
        return ("recruit",)
    return meant or (tuple(ACTIONS) if values(tokens, "worker") else ())


def _moves(position: Position, seat: Seat, verb: str, tokens: Sequence[str]) -> Iterator[Move]:
    """Give the moves of one verb."""
    workers = _workers(tokens)
    for group in _groups(position, seat, verb, workers, tokens):
        yield from _with_targets(position, seat, verb, group, tokens)


def _groups(position: Position, seat: Seat, verb: str, workers: str, tokens: Sequence[str]) -> list[str]:
    """List the workers that may be meant: those that fit the spaces if there are any."""
    if verb == "favour":
        named = values(tokens, "favour")
        row = position.catalogue.favours.get(named[-1]) if named else None
        options = [row.worker if row is not None else ANY]
    else:
        index = INDEX[verb]
        spaces = position.game.actions[index].spaces if index < LEFT else spaces_of(position, seat, index)
        options = [spaces[0], spaces] if verb in ("recruit", "hunt", "trade") else [spaces]
    fitting = [group for each in options for group in payments(seat.workers, each) if holds(group, workers)]
    return fitting or [group for each in options for group in _filled(seat.workers, workers, len(each))]


def _with_targets(position: Position, seat: Seat, verb: str, group: str, tokens: Sequence[str]) -> Iterator[Move]:
    """Give one verb with one group of workers and each target that may be meant."""
    if verb in ALONE:
        yield ALONE[verb](group)
    elif verb == "recruit":
        for card in values(tokens, "townsfolk")[-1:] or [card for card in position.townsfolk if card] or [""]:
            yield moves.Recruit(group, card, "debt" in tokens)
    elif verb in ("attack", "convert"):
        kind = moves.Attack if verb == "attack" else moves.Convert
        for card in values(tokens, "outsider")[-1:] or [card for card in position.outsiders if card] or [""]:
            yield kind(group, card)
    elif verb in ("commission", "garrison"):
        piece = moves.Commission if verb == "commission" else moves.Garrison
        named = [value for value in values(tokens, "space") if not value.isdigit()]
        spaces = [space for area in position.game.spaces[len(position.seats) - 1] for space in area]
        for space in named[-1:] or spaces:
            yield piece(group, space)
    elif verb == "absolve":
        for jar in values(tokens, "jar")[-1:] or [jar for jar in position.catalogue.jars if jar not in seat.jars]:
            yield moves.Absolve(group, jar)
    elif verb == "favour":
        for card in values(tokens, "favour")[-1:] or position.favours or ("",):
            yield moves.Favour(group, card)
    elif verb == "pray":
        for action in values(tokens, "area")[-1:] or [name for name in ACTIONS if name != "pray"]:
            yield moves.Pray(group, action)
    elif verb == "develop":
        corners = [int(value) for value in values(tokens, "space") if value.isdigit()]
        for action in values(tokens, "area")[-1:] or RIGHT:
            for corner in corners[-1:] or (1, 2):
                yield moves.Develop(group, action, corner)
