"""How the places of a board stand while a move is built: what can be chosen, what is chosen, what not, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from rules import Finding
from rules.position import Table
from rules.protocol import Position
from widgets.picture import Mark, Place
from widgets.table import Choice
from widgets.talk import Talk

NO_PART = "That is no part of the decision now."
FITS_NOT = "It does not go with what you have chosen. Escape begins anew."


class Why(msgspec.Struct, frozen=True):
    """Hold why a part cannot be chosen: a sentence, and the findings behind it."""

    text: str
    findings: tuple[Finding, ...] = ()


def explain(position: Position, chosen: Sequence[str], token: str, talk: Talk) -> Why:
    """Say why ``token`` cannot be added to what is chosen, by the rules that the nearest move breaks."""
    move = talk.attempt(position, chosen, token)
    if move is None:
        about = talk.rule_of(position, token)
        if about is None or about.rule == "turn-step":
            return _not_asked(position)
        return Why(f"{NO_PART} {about}")
    found = position.why_not(move)
    if not found:
        return Why(FITS_NOT)
    return Why(" ".join(str(finding) for finding in found), tuple(found))


def _not_asked(position: Position) -> Why:
    """Say what is asked instead, where nothing more is known of a place."""
    if not isinstance(position, Table):
        return Why(NO_PART)
    return Why(str(position.not_asked()))


def marks_for(position: Position, places: Iterable[Place], choice: Choice, talk: Talk) -> dict[str, Mark]:
    """Return the mark of every place: chosen, legal, or refused with its reason.

    Places of a kind that no legal move needs stay as they are: they are not in question now.
    """
    asked = {talk.kind_of(token) for move in position.legal_moves() for token in move.parts}
    picked = Counter(pick.place for pick in choice.picked if pick.place)
    found = tuple(places)
    free = {place.token for place in found if place.key not in picked}
    # Tokens come first: a place that can stand for several parts shows the one that is offered.
    # One that waits for another part has no ring yet: a place that it shares stands for the part that comes first.
    possible = {token for token in (*choice.offered, *choice.instead) if not talk.waits(position, choice.tokens, token)}
    marks = {token: Mark("legal") for token in possible}
    marks |= {key: Mark("chosen", "Press again to take it back") for key in picked}
    if choice.complete is not None and choice.picked[-1].place:
        marks[choice.picked[-1].place] = Mark("chosen", "Press again to confirm the move")
    reasons: dict[str, str] = {}
    for place in found:
        token = place.token
        if place.key in picked:
            if token in choice.offered and token not in free:
                marks[place.key] = Mark("chosen", f"{picked[place.key]} chosen; press again for another")
        elif token in possible:
            marks[place.key] = Mark("legal")
        elif talk.kind_of(token) in asked:
            if token not in reasons:
                reasons[token] = explain(position, choice.tokens, token, talk).text
            marks[place.key] = Mark("refused", reasons[token])
    return marks
