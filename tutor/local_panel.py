"""Panels that speak the language of the tutor: ``class Mine(Local)`` in the place of ``class Mine(Play)``.

The play panel of the floor below speaks English. Here what it shows is translated as a whole: its sentences stand in
``locale/de_panel.po`` with fields for what changes in them, and a text that fits one of them is said in German.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

import msgspec

from rules import Finding, IllegalMove
from rules.protocol import Position
from widgets.findings import line_words
from widgets.marking import explain
from widgets.panel import SPEECH, Panel
from widgets.picture import Mark
from widgets.play_panel import Play
from widgets.scene import Control, Option, Refusal, Reply, Scene, Section
from widgets.sentences import Sentences, read_pairs
from widgets.table import Choice
from widgets.talk import Talk
from widgets.views import View

from .amounts import name_of
from .language import FOLDER, LANGUAGES, language, say, set_language, translations
from .local import finding_words, reason_words, talk_of, translated, view_of


def spoken() -> dict[str, str]:
    """Return what the front end says of itself, by its English words; nothing where it speaks English anyway."""
    if language() == "en":
        return {}
    return {text: translations(language()).gettext(text) for text in SPEECH}


@cache
def _sentences(code: str) -> Sentences:
    return Sentences(pair for pair in read_pairs(FOLDER / f"{code}_panel.po", code) if "{" in pair[0])


def panel_words(text: str) -> str:
    """Return a sentence of the play panel in the language of this session; any other text as it is.

    >>> from tutor.language import set_language
    >>> set_language("de"); panel_words("Taken back: 2 steps. Red: pass."); set_language(None)
    'Zurückgenommen: 2 Schritte. Red: pass.'
    """
    code = language()
    if code == "en" or not text:
        return text
    known = translations(code).gettext(text)
    if known != text:
        return known
    return _sentences(code).said(text, lambda name, value: panel_words(value)) or text


def refusal_words(game: str, text: str) -> str:
    """Return why a panel has refused something, in the language of this session: by a rule, or by a finding.

    >>> from tutor.language import set_language
    >>> set_language("de"); refusal_words("", "gold: is missing."); set_language(None)
    'gold: fehlt.'
    """
    if language() == "en":
        return text
    said = panel_words(text)
    if said == text and "(rule " in text:
        head, colon, rest = text.partition(": ")
        return f"{head}: {reason_words(game, rest)}" if colon and "(rule " not in head else reason_words(game, text)
    return said if said != text else line_words(game, text, language())


def speak(code: str) -> None:
    """Let the tutor speak the language that a panel's list was set to; raise `Refusal` where there is none such."""
    if code not in LANGUAGES:
        raise Refusal(say("This panel has no such language. Run the cell again."))
    set_language(code)


def told_control(control: Control, told: Callable[[str], str]) -> Control:
    """Return a control with its own words told, its options left out."""
    words = {name: told(getattr(control, name)) for name in ("label", "reason", "help")}
    return msgspec.structs.replace(control, **words)


def _section(section: Section) -> Section:
    items = tuple(msgspec.structs.replace(item, text=panel_words(item.text)) for item in section.items)
    head = tuple(map(panel_words, section.head))
    text = panel_words(section.text) if section.kind == "text" else section.text
    return msgspec.structs.replace(section, title=panel_words(section.title), text=text, items=items, head=head)


def local_marks(game: str, marks: dict[str, Mark]) -> dict[str, Mark]:
    """Return marks with their reasons in the language of this session."""
    if language() == "en":
        return marks
    return {
        key: msgspec.structs.replace(mark, reason=panel_words(reason_words(game, mark.reason))) if mark.reason else mark
        for key, mark in marks.items()
    }


class LocalPanel(Panel):
    """Draw and tell in the language of this session what a panel of the floor below says in English.

    Those who inherit say how a text is told (`_in_words`), and where it differs a refusal, a control or a section.
    """

    def _in_words(self, text: str) -> str:
        """Return a text in the language of this session."""
        raise NotImplementedError

    def _refusal(self, text: str) -> str:
        return self._in_words(text)

    def _control_told(self, control: Control) -> Control:
        options = tuple(Option(option.value, self._in_words(option.label)) for option in control.options)
        return msgspec.structs.replace(told_control(control, self._in_words), options=options)

    def _section_told(self, section: Section) -> Section:
        return msgspec.structs.replace(section, title=self._in_words(section.title))

    def scene(self) -> Scene:
        """Return the scene with its words in the language of this session."""
        scene = super().scene()
        if language() == "en":
            return scene
        return msgspec.structs.replace(
            scene,
            controls=tuple(map(self._control_told, scene.controls)),
            sections=tuple(map(self._section_told, scene.sections)),
            status=self._in_words(scene.status),
        )

    def refresh(self, announce: str | None = None, *, step: bool = True) -> None:
        """Show the scene as it is now; what the front end says of itself is in the same language."""
        with self._lock, self.hold_sync():
            self.speech = spoken()
            super().refresh(announce if announce is None else self._in_words(announce), step=step)

    def _refused(self, identity: str, text: str) -> Reply:
        return super()._refused(identity, self._refusal(text))

    def _failed(self, identity: str, asked: str, error: Exception) -> Reply:
        reply = super()._failed(identity, asked, error)
        said = panel_words(reply.text)
        self.error = {**self.error, "text": said}
        return msgspec.structs.replace(reply, text=said)


class Local(LocalPanel, Play):
    """Be a panel that draws and tells in the language of this session."""

    def words_of(self, position: Position) -> tuple[Talk, View]:
        """Return what tells of a position and what draws it."""
        return talk_of(position.game.name), view_of(position)

    def marks(self, choice: Choice | None) -> dict[str, Mark]:
        """Return how the places of the board stand now, with reasons in the language of this session."""
        return local_marks(self.position.game.name, super().marks(choice))

    def _in_words(self, text: str) -> str:
        return panel_words(text)

    def _refusal(self, text: str) -> str:
        return refusal_words(self.position.game.name, text)

    def _control_told(self, control: Control) -> Control:
        return told_control(control, panel_words)

    def _section_told(self, section: Section) -> Section:
        return _section(self._scores(section) if section.key == "scores" else section)

    def _scores(self, section: Section) -> Section:
        """Name the columns of the final scores as the game names its sources of points, and whom nobody plays."""
        game = self.position.game.name
        score = self.position.scores()[0]
        named = {name.capitalize(): name_of(game, name) for name in score.sources}
        named = {name: said[:1].upper() + said[1:] for name, said in named.items()}
        named |= {f"Tie-break: {name}": f"Tie-break: {name_of(game, name)}" for name in score.ties}
        head = tuple(named.get(word, word) for word in section.head)
        rows = tuple((rank, translated(game, who), *rest) for rank, who, *rest in section.rows)
        return msgspec.structs.replace(section, head=head, rows=rows)

    def _typed(self, text: str) -> str:
        try:
            return super()._typed(text)
        except IllegalMove as error:
            if language() == "en":
                raise
            raise _Refused(error.findings, finding_words(self.position.game.name, error.findings)) from None

    def _refuse(self, label: str, token: str, choice: Choice) -> Exception:
        refused = super()._refuse(label, token, choice)
        findings = explain(self.position, choice.tokens, token, self.talk).findings
        if language() == "en" or not findings:
            return refused
        words = finding_words(self.position.game.name, findings)
        return Refusal(f"{re.split('[:;,]', label)[0]}: {words}")


class _Refused(IllegalMove):
    """Refuse a move with the words of another language."""

    def __init__(self, findings: Sequence[Finding], text: str) -> None:
        super().__init__(findings)
        self.text = text

    def __str__(self) -> str:
        """Return these words."""
        return self.text
