"""What the panel tests share: sending messages as the front end does, and reading what it would show."""

from __future__ import annotations

import itertools
import json
from typing import Any

import rules
import widgets
from widgets.panel import Panel
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
    """Return all that the page knows of a panel."""
    state = {name: value for name, value in panel.get_state().items() if not name.startswith("_")}
    return json.dumps(state, default=str)


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
