"""What the panel tests share: sending messages as the front end does, and reading what it would show."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from random import Random
from typing import Any

import rules
import widgets
from widgets.edit_panel import Edit
from widgets.panel import Panel
from widgets.picture import Place
from widgets.play_panel import Play
from widgets.scene import Reply

ALL = ("buildings", "governors", "army")
GAME = rules.load("kingsburg")
_numbers = itertools.count(1)


def send(panel: Panel, kind: str, **payload: Any) -> Reply:
    """Send a message as the front end does, for the board as it is now."""
    message = {"id": f"t{next(_numbers)}", "version": panel.version, "type": kind, "payload": payload}
    return panel.receive(message)


def press(panel: Panel, key: str, value: str = "") -> Reply:
    """Press a control."""
    return send(panel, "control", key=key, value=value)


def tap(panel: Panel, key: str) -> Reply:
    """Press a place of the board."""
    return send(panel, "place", key=key)


def done(reply: Reply) -> str:
    """Hold that a message was acted on, and return what was said."""
    assert reply.outcome == "done", reply.text
    return reply.text


def refused(reply: Reply) -> str:
    """Hold that a message was refused, and return why."""
    assert reply.outcome == "refused", reply
    return reply.text


def places(panel: Panel, *states: str) -> list[str]:
    """List the places that stand so."""
    return [place["key"] for place in panel.places if place.get("state", "idle") in states]


def control(panel: Panel, key: str) -> dict[str, Any] | None:
    """Return a control as the front end gets it."""
    return next((each for each in panel.controls if each["key"] == key), None)


def section(panel: Panel, key: str) -> dict[str, Any] | None:
    """Return a section as the front end gets it."""
    return next((each for each in panel.sections if each["key"] == key), None)


def everything(panel: Panel) -> str:
    """Return all that the page knows of a panel, with its letters as they are: an escaped name would never be found."""
    state = {name: value for name, value in panel.get_state().items() if not name.startswith("_")}
    return json.dumps(state, default=str, ensure_ascii=False)


def panel_for(players: int = 3, seats: Any = None, **options: Any) -> Play:
    """Open a panel on a fresh game whose bots need no pause."""
    return widgets.play(GAME, seats=seats, players=players, pace=0, **options)


def to_step(panel: Play, step: str) -> None:
    """Play first moves until a person decides in this step."""
    for _ in range(2000):
        if panel.position.step == step and not panel.position.owed and panel.choice() is not None:
            return
        if panel.curtain:
            press(panel, "reveal")
        elif panel.table.next():
            panel.advance()
        else:
            panel.play(panel.position.legal_moves()[0])
    raise AssertionError(f"the game never came to {step!r}")


# --- moves part by part -----------------------------------------------------------------------------------------------


def ready(place: Place) -> bool:
    """Say whether a press on this place chooses it."""
    return place.state == "legal" or "press again for another" in place.reason


def choose(panel: Play, token: str) -> str:
    """Choose a part of a move where the board has a place for it, else by its button."""
    free = [place.key for place in panel.picture.places if place.token == token and ready(place)]
    return done(tap(panel, free[0]) if free else press(panel, f"token:{token}", "on"))


def build(panel: Play, move: Any) -> None:
    """Choose the parts of a move that have to be chosen, verbs first, until it is complete."""
    for token in move.parts:
        choice = panel.choice()
        assert choice is not None
        if choice.complete == move or panel._silent(token):
            continue
        choose(panel, token)
    choice = panel.choice()
    assert choice is not None
    assert choice.complete == move, f"{move.key} is not complete: {choice}"


def build_whole(panel: Play, move: Any) -> None:
    """Choose a move by the one button that it may have, and what it leaves open part by part."""
    whole = f"token:={move.key}"
    if control(panel, whole):
        done(press(panel, whole, "on"))
    build(panel, move)


def goes_on(panel: Play) -> bool:
    """Lift the curtain, or let chance and bots go on; say whether there was anything of it to do."""
    if panel.curtain:
        done(press(panel, "reveal"))
        return True
    if panel.table.next():
        panel.advance()
        return True
    return False


def press_anything(panel: Play, random: Random, confirmed: float = 0.5, rarely: str = "") -> None:
    """Confirm a move, with this chance where more can be chosen, or press any ring or button.

    The one named ``rarely`` is mostly passed over where there are others.
    """
    choice = panel.choice()
    assert choice is not None
    if choice.complete is not None and (not choice.offered or random.random() < confirmed):
        done(press(panel, "confirm"))
        return
    buttons = [each["key"] for each in panel.controls if each["key"].startswith("token:") and not each.get("value")]
    rings = [place.key for place in panel.picture.places if ready(place)]
    assert rings or buttons, f"a dead end at {panel.position.question!r}: {choice}"
    pressed = random.choice([*rings, *buttons])
    if pressed == rarely and len(rings) + len(buttons) > 1 and random.random() < 0.7:
        return
    done(press(panel, pressed, "on") if pressed in buttons else tap(panel, pressed))


def shows_what_may_be_seen(panel: Play) -> None:
    """Hold that picture and words of a panel are those of what its viewer may know."""
    position, shown = panel.position, panel.viewer
    assert shown is None or shown == position.actor
    seen = position.view(shown) if shown is not None else position
    for seat in range(len(position.seats)) if shown is None else ():
        seen = seen.view(seat)
    assert rules.parse(panel.value) == seen
    assert panel.words == panel.view.draw(seen, shown).text, "the words say what the viewer may know, and no more"


def verbs_go_without_saying(talk: Any, position: Any) -> None:
    """Hold that no two legal moves have the same parts apart from bare and implied verbs."""
    seen: dict[tuple[str, ...], str] = {}
    for move in position.legal_moves():
        rest = tuple(
            sorted(
                token for token in move.parts if talk.token_words(position, token) and not talk.implied(position, token)
            )
        )
        assert seen.setdefault(rest, move.key) == move.key


# --- a form on a text that is wrong -----------------------------------------------------------------------------------


def every_field_answers(panel: Edit, text: str, every: int = 1) -> None:
    """Change every field, or each of so many, and put the text back each time."""
    for each in list(panel.controls)[::every]:
        if each["key"].startswith("form:"):
            press(panel, each["key"], "2")
            done(press(panel, "text", text))


def every_press_answers(panel: Edit, text: str, keys: Iterable[str]) -> None:
    """Press places of the board, and put the text back each time."""
    for key in keys:
        tap(panel, key)
        done(press(panel, "text", text))
