"""The form for a position in the language of the tutor: its fields, its options, and what is wrong with a text."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from rules import Problem
from widgets.edit_panel import Edit
from widgets.findings import line_words, told
from widgets.panel import Payload
from widgets.scene import Control, Scene

from .language import language
from .local_panel import LocalPanel, panel_words
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


class LocalEdit(LocalPanel, Edit):
    """Be an edit panel that draws and tells in the language of this session."""

    def __init__(self, game: str, text: str, **looks: Any) -> None:
        """Begin with a text, right or wrong."""
        self._name = game
        super().__init__(game, text, **looks)

    def _in_words(self, text: str) -> str:
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
            return super().scene()
        finally:
            self.problems = english

    def _problem(self, problem: Problem) -> Problem:
        return told(self._name, problem, language())

    def _control_told(self, control: Control) -> Control:
        placeholder = shown(form_words(self._name, control.placeholder, loose=False))
        value = shown(control.value) if control.kind == "field" else control.value
        return msgspec.structs.replace(super()._control_told(control), placeholder=placeholder, value=value)

    def _control(self, payload: Payload) -> str:
        key, value = payload.get("key"), payload.get("value")
        if language() != "en" and isinstance(key, str) and key.startswith("form:") and isinstance(value, str):
            payload = {**payload, "value": typed(value)}
        return super()._control(payload)
