"""The form for a position in the language of the tutor: its fields, its options, and what is wrong with a text."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from rules import Problem
from widgets.edit_panel import Edit
from widgets.findings import line_words, told
from widgets.panel import Payload
from widgets.scene import Control, Option, Reply, Scene, Section

from .language import language
from .local_panel import panel_words, spoken
from .plan_words import form_words

TYPED: Final = {"blau": "blue", "rot": "red", "grün": "green", "gelb": "yellow", "grau": "grey"}
"""What is typed for seats, in German and as the forms read it."""

SHOWN: Final = {english: german for german, english in TYPED.items()}


def typed(text: str) -> str:
    """Return what was typed into a field of seats as the forms read it; any other text as it is.

    >>> typed("Rot blau"), typed("rot:dies"), typed("2 4")
    ('red blue', 'red:dies', '2 4')
    """
    words = text.replace(",", " ").split()
    heads = [word.lower().partition(":") for word in words]
    if not any(head in TYPED for head, _, _ in heads):
        return text
    return " ".join(TYPED.get(head, head) + colon + rest for head, colon, rest in heads)


def shown(text: str) -> str:
    """Return a list of seats as it is typed in German; any other text as it is.

    >>> shown("red blue"), shown("blue pardon")
    ('rot blau', 'blue pardon')
    """
    words = text.split()
    return " ".join(SHOWN[word] for word in words) if words and all(word in SHOWN for word in words) else text


class LocalEdit(Edit):
    """Be an edit panel that draws and tells in the language of this session."""

    def __init__(self, game: str, text: str, **looks: Any) -> None:
        """Begin with a text, right or wrong."""
        self._name = game
        super().__init__(game, text, **looks)

    def _told(self, text: str) -> str:
        for said in (form_words(self._name, text, loose=False), line_words(self._name, text, language())):
            if said != text:
                return said
        said = form_words(self._name, text)
        return said if said != text else panel_words(text)

    def scene(self) -> Scene:
        """Return the scene with its words in the language of this session."""
        if language() == "en":
            return super().scene()
        english, self.problems = self.problems, tuple(self._problem(problem) for problem in self.problems)
        try:
            scene = super().scene()
        finally:
            self.problems = english
        return msgspec.structs.replace(
            scene,
            controls=tuple(map(self._control_told, scene.controls)),
            sections=tuple(map(self._section_told, scene.sections)),
            status=self._told(scene.status),
        )

    def _problem(self, problem: Problem) -> Problem:
        return told(self._name, problem, language())

    def _control_told(self, control: Control) -> Control:
        words = {name: self._told(getattr(control, name)) for name in ("label", "reason", "help")}
        options = tuple(Option(option.value, self._told(option.label)) for option in control.options)
        words["placeholder"] = shown(form_words(self._name, control.placeholder, loose=False))
        value = shown(control.value) if control.kind == "field" else control.value
        return msgspec.structs.replace(control, options=options, value=value, **words)

    def _section_told(self, section: Section) -> Section:
        return msgspec.structs.replace(section, title=self._told(section.title))

    def _control(self, payload: Payload) -> str:
        key, value = payload.get("key"), payload.get("value")
        if language() != "en" and isinstance(key, str) and key.startswith("form:") and isinstance(value, str):
            payload = {**payload, "value": typed(value)}
        return super()._control(payload)

    def refresh(self, announce: str | None = None, *, step: bool = True) -> None:
        """Show the scene as it is now; what the front end says of itself is in the same language."""
        with self._lock, self.hold_sync():
            self.speech = spoken()
            super().refresh(announce if announce is None else self._told(announce), step=step)

    def _refused(self, identity: str, text: str) -> Reply:
        return super()._refused(identity, self._told(text))

    def _failed(self, identity: str, asked: str, error: Exception) -> Reply:
        reply = super()._failed(identity, asked, error)
        said = panel_words(reply.text)
        self.error = {**self.error, "text": said}
        return msgspec.structs.replace(reply, text=said)
