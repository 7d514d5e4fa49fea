"""What the rules say when something is wrong: findings, problems, and the errors that carry them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .printable import escaped


class Finding(msgspec.Struct, frozen=True):
    """Say why one move is not legal, by one rule.

    ``rule`` is the id in the game's table of rules, ``text`` a sentence for a person with the numbers in
    play, ``numbers`` the same numbers by name, ``section`` and ``page`` the place in the rulebook, ``change``
    the smallest change that would make the move legal (empty when there is none).
    """

    rule: str
    text: str
    numbers: tuple[tuple[str, int], ...] = ()
    section: str = ""
    page: int = 0
    change: str = ""

    def __post_init__(self) -> None:
        """Spell out what cannot be shown: sentences quote what people and files say."""
        if not (self.text.isprintable() and self.change.isprintable()):
            msgspec.structs.force_setattr(self, "text", escaped(self.text))
            msgspec.structs.force_setattr(self, "change", escaped(self.change))

    def __str__(self) -> str:
        """Print the sentence, the change that would help, and the place in the rulebook."""
        place = f"rule {self.rule}" + (f", {self.section}" if self.section else "")
        if self.page:
            place += f", page {self.page}"
        help_ = f" {self.change}" if self.change else ""
        return f"{self.text}{help_} ({place})"


class Problem(msgspec.Struct, frozen=True):
    """Name one defect of a position, a file or a setting: the path to the field, and a sentence."""

    path: str
    text: str
    rule: str = ""

    def __post_init__(self) -> None:
        """Spell out what cannot be shown: paths and sentences quote what people and files say."""
        if not (self.path.isprintable() and self.text.isprintable()):
            msgspec.structs.force_setattr(self, "path", escaped(self.path))
            msgspec.structs.force_setattr(self, "text", escaped(self.text))

    def __str__(self) -> str:
        """Print path and sentence."""
        return f"{self.path}: {self.text}" if self.path else self.text


class RulesError(ValueError):
    """Stand for every refusal of the rules floor; its text is written for a person."""


class IllegalMove(RulesError):
    """Refuse a move; ``findings`` holds every rule that it breaks."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[tuple[Finding, ...]]]:
        """Keep the findings when the refusal goes from one process to another."""
        return type(self), (self.findings,)


class BadInput(RulesError):
    """Refuse a text, file, code or setting; ``problems`` holds every defect that was found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[BadInput], tuple[tuple[Problem, ...]]]:
        """Keep what was found when the refusal goes from one process to another."""
        return type(self), (self.problems,)


class WrongKind(BadInput, TypeError):
    """Refuse what is no value of the kind that is asked for, such as a number in place of a move."""


class BadPosition(BadInput):
    """Refuse a position that cannot lie on a table."""


class BadCatalogue(BadInput):
    """Refuse a catalogue file."""


class UnknownName(BadInput):
    """Refuse a name that is not known, and say which ones are."""


def refuse(path: str, text: str) -> BadInput:
    """Make a :class:`BadInput` with one problem."""
    return BadInput((Problem(path, text),))
