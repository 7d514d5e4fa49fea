"""In which language panels speak, and who speaks another one than English for them.

This floor draws and tells in English. A floor above that knows another language gives its speaker down (`give`), as a
function that is called when somebody needs it; nothing here knows whose it is. An installed distribution can offer
one as an entry point of the group `GROUP`, too, so that it is found where nobody has imported that floor.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from rules.protocol import Game, Position
    from widgets.picture import Picture
    from widgets.views import View

VARIABLE: Final = "MAGISTER_LANGUAGE"
SYSTEM: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
NAMES: Final = {"en": "English", "de": "Deutsch"}
GROUP: Final = "magister_ludi.speaker"

P = TypeVar("P")

chosen: list[str] = []
"""The language that was set for this session; empty where the system decides."""

_given: list[Callable[[], Speaker]] = []


class Speaker(Protocol):
    """Speak the language of the session, whatever it is at the moment."""

    def panel(self, kind: type[P]) -> type[P]:
        """Return the panel that speaks it in the place of one that speaks English; the same where there is none."""

    def card(self, draw: Callable[[Game], Picture | None], game: Game, code: str) -> Picture | None:
        """Return a picture that is drawn for a game, with its words in this language, whatever the session speaks."""

    def phrase(self, game: str, text: str, code: str) -> str:
        """Return words of a game, such as its title, in a language."""

    def titles(self, game: str, code: str) -> dict[str, str]:
        """Return what the marks of a game are called in a language, by what they are called in English."""

    def view(self, view: View) -> View:
        """Return a view that draws and tells in it."""


def language() -> str:
    """Return the language of this session: the one that was set, that of `VARIABLE`, or that of the system.

    English where none of them is spoken here.
    """
    if chosen:
        return chosen[0]
    return _negotiate(tuple(os.environ.get(name, "") for name in SYSTEM), os.environ.get(VARIABLE, ""))


@cache
def _negotiate(system: tuple[str, ...], wanted: str) -> str:
    from babel import negotiate_locale

    if wanted:
        return negotiate_locale([wanted.replace("-", "_")], tuple(NAMES)) or "en"
    for names in system:
        spoken = [name.partition(".")[0].partition("@")[0] for name in names.split(":") if name]
        if spoken:  # the first that is set decides, as everywhere on the system
            return negotiate_locale(spoken, tuple(NAMES)) or "en"
    return "en"


def give(speaker: Callable[[], Speaker]) -> None:
    """Let this speaker speak other languages than English for panels that are opened from now on."""
    _given[:] = [speaker]


def speaker(code: str | None = None) -> Speaker | None:
    """Return who speaks a language, that of the session if left out; None for English, or where nobody has come."""
    if (code or language()) == "en":
        return None
    return _given[0]() if _given else _installed()


@cache
def _installed() -> Speaker | None:
    from importlib.metadata import entry_points

    found: Speaker | None = next((entry.load() for entry in entry_points(group=GROUP)), None)
    return found


def spoken(kind: type[P]) -> type[P]:
    """Return the kind of panel that speaks the language of the session in the place of an English one."""
    who = speaker()
    return kind if who is None else who.panel(kind)


def view_of(position: Position) -> View:
    """Return the view of a position's game in the language of the session; raises as that of `widgets.views`."""
    from widgets import views

    view, who = views.view_of(position), speaker()
    return view if who is None else who.view(view)
