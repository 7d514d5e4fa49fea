"""The report of a class as text, page and tables, and the sheet that each student gets back.

Everything that comes from a file is escaped: in pages, and in tables against what a spreadsheet would calculate.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import msgspec

from rules.arguments import check_path
from rules.findings import refuse
from rules.printable import composed, escaped, shown
from rules.saving import save

from .amounts import figure
from .class_page import STYLE, csv_file, exact, heading, page, paragraph, table, table_csv, text_of
from .collecting import Notice
from .language import say
from .marks import Mark, Mistakes, Student

HOUSE: Final = "°"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Hold how a class did: each student, each puzzle, each task, and what is to be looked at by hand.

    In a notebook it shows itself as a page; `write` makes files of it, `sheet` the sheet of one student.
    """

    assignment: str
    title: str
    due: str
    formula: str
    students: tuple[Student, ...]
    puzzles: tuple[Mistakes, ...]
    tasks: tuple[Mistakes, ...]
    notices: tuple[Notice, ...]
    kept: str = ""

    def __str__(self) -> str:
        """Print the report."""
        lines = [
            self.title,
            say("{number} students, {handed} with an answer.", number=len(self.students), handed=self.handed),
            self.formula,
            "",
        ]
        rows = [(one.alias, _out_of(one), *(_cell(mark) for mark in one.marks)) for one in self.students]
        widths = [max(len(row[column]) for row in rows) for column in range(min(map(len, rows), default=0))]
        for student, row in zip(self.students, rows, strict=True):
            late = say("late by {span}", span=student.late) if student.late else ""
            cells = (text.ljust(width) for text, width in zip(row, widths, strict=False))
            lines.append("  ".join((*cells, late)).rstrip())
        for about, groups in ((say("Tasks"), self.tasks), (say("Puzzles"), self.puzzles)):
            lines += ["", about, *(_line(group) for group in groups)]
        lines += ["", say("To be looked at")]
        lines += [f"{_where(notice)}: {notice.text}" for notice in self.notices] or [say("Nothing.")]
        return escaped_lines([*lines, *([self.kept] if self.kept else [])])

    def __repr__(self) -> str:
        """Print the report."""
        return str(self)

    @property
    def handed(self) -> int:
        """Return how many students gave an answer that could be judged."""
        return sum(any(one.answered for one in student.marks) for student in self.students)

    def student(self, alias: str) -> Student:
        """Return the marks of a student.

        Raises:
            rules.BadInput: nobody has this alias.
        """
        for student in self.students:
            if isinstance(alias, str) and composed(student.alias) == composed(alias):
                return student
        raise refuse("alias", f"is {shown(alias)}, but nobody in this class has it.")

    # --- pages ----------------------------------------------------------------------------------------------------

    def _repr_html_(self) -> str:
        return f"<style>{STYLE}</style>{self._body()}"

    def to_html(self) -> str:
        """Return the report as a page of its own."""
        return page(self.title, self._body())

    def sheet(self, alias: str) -> str:
        """Return the sheet that one student gets back, as a page; it holds the answers.

        Raises:
            rules.BadInput: nobody has this alias.
        """
        student = self.student(alias)
        return page(f"{self.title}: {student.alias}", self._sheet(student))

    def _body(self) -> str:
        students = [
            [student.alias, _out_of(student), *(_cell(one) for one in student.marks), student.late]
            for student in self.students
        ]
        numbers = range(1, 1 + max((len(student.marks) for student in self.students), default=0))
        heads = [
            say("Alias"),
            say("Credit"),
            *(say("Task {number}", number=number) for number in numbers),
            say("Late by"),
        ]
        problems = [[_where(notice), notice.text] for notice in self.notices]
        parts = [
            f"<h1>{text_of(self.title)}</h1>",
            paragraph(
                say("{number} students, {handed} with an answer.", number=len(self.students), handed=self.handed)
            ),
            f'<p class="ml-formula">{text_of(self.formula)}</p>',
            heading(say("Students")),
            table(heads, students, numbers={1, *(1 + number for number in numbers)}),
            heading(say("Tasks")),
            table(_mistake_heads(say("Task")), [_mistake_row(row) for row in self.tasks], numbers={1, 2, 3, 4, 5, 6}),
            heading(say("Puzzles")),
            table(
                [*_mistake_heads(say("Puzzle")), say("Best line")],
                [[*_mistake_row(row), " · ".join(row.best)] for row in self.puzzles],
                numbers={1, 2, 3, 4, 5, 6},
            ),
            heading(say("To be looked at")),
            table([say("File or alias"), say("What")], problems) if problems else paragraph(say("Nothing.")),
        ]
        if any(row.house for row in self.puzzles):
            parts.append(paragraph(say("Values of our own, marked °, count in it.")))
        if self.kept:
            parts.append(paragraph(self.kept))
        return f'<section class="ml-class">{"".join(parts)}</section>'

    def _sheet(self, student: Student) -> str:
        rows = []
        best = {row.name: " · ".join(row.best) for row in self.puzzles}
        house = {row.name for row in self.puzzles if row.house}
        for number, one in enumerate(student.marks, 1):
            ring = HOUSE if one.puzzle in house else ""
            value = _signed(one.value) + ring if one.answered else "–"
            rows.append(
                [
                    f"{number}{ring}",
                    " · ".join(one.moves),
                    value,
                    _signed(one.optimum) + ring,
                    _working(one),
                    one.sentence,
                    best.get(one.puzzle, ""),
                ]
            )
        heads = [
            say("Task"),
            say("Your moves"),
            say("Points"),
            say("Best"),
            say("Credit"),
            say("What is to say"),
            say("Best line"),
        ]
        notes = [notice.text for notice in self.notices if notice.alias == student.alias]
        parts = [
            f"<h1>{text_of(self.title)}</h1>",
            paragraph(say("For {alias}: {total}", alias=student.alias, total=_out_of(student))),
            f'<p class="ml-formula">{text_of(self.formula)}</p>',
            table(heads, rows, numbers={2, 3, 4}),
            *(paragraph(note) for note in notes),
            paragraph(say("Values of our own, marked °, count in it."))
            if any(one.puzzle in house for one in student.marks)
            else "",
        ]
        return f'<section class="ml-class">{"".join(parts)}</section>'

    # --- tables and files -----------------------------------------------------------------------------------------

    def to_csv(self) -> str:
        """Return a table with a row for each student and task: decimals, and beside them the exact fractions.

        Points and loss are empty where there is no answer, for nobody knows them.
        """
        heads = (
            "alias",
            "task",
            "puzzle",
            "moves",
            "answered",
            "legal",
            "solved",
            *_both("points", "optimum", "loss", "credit", "total"),
            "late",
            "mistake",
            "notes",
        )
        notes: dict[str, list[str]] = {}
        for notice in self.notices:
            notes.setdefault(notice.alias, []).append(f"{notice.file}: {notice.text}" if notice.file else notice.text)
        rows = [
            (
                student.alias,
                number,
                one.puzzle,
                "; ".join(one.moves),
                _yes(one.answered),
                _yes(one.legal),
                _yes(one.solved),
                *_twice(one.value if one.answered else None),
                *_twice(one.optimum),
                *_twice(one.loss if one.answered else None),
                *_twice(one.credit),
                *_twice(student.total),
                student.late,
                one.mistake,
                " ".join(notes.get(student.alias, ())),
            )
            for student in self.students
            for number, one in enumerate(student.marks, 1)
        ]
        return table_csv(heads, rows)

    def puzzles_csv(self) -> str:
        """Return a table with a row for each puzzle."""
        means = _both("mean_loss", "mean_credit")
        heads = ("puzzle", "level", "given", "answered", "solved", *means, "mistake", "times")
        return table_csv(
            heads,
            [
                (
                    row.name,
                    row.level,
                    row.given,
                    row.answered,
                    row.solved,
                    *_twice(row.mean_loss),
                    *_twice(row.mean_credit),
                    row.mistake,
                    row.times,
                )
                for row in self.puzzles
            ],
        )

    def notices_csv(self) -> str:
        """Return a table with a row for whatever is to be looked at."""
        return table_csv(("file", "alias", "what"), [(one.file, one.alias, one.text) for one in self.notices])

    def write(self, folder: str | Path) -> tuple[Path, ...]:
        """Write the report (``report.html``), the tables, and a sheet for each student; return what was written.

        Raises:
            rules.BadInput: the folder is none, or cannot be written.
        """
        folder = check_path(folder, "folder", "the path of the folder for the report")
        if os.path.exists(folder) and not os.path.isdir(folder):  # which take a path that is too long, too
            raise refuse("folder", f"{shown(str(folder), 200)} is a file; name a folder for the report.")
        tables = {"students": self.to_csv(), "puzzles": self.puzzles_csv(), "notices": self.notices_csv()}
        files: dict[str, str | bytes] = {"report.html": self.to_html()}
        files |= {f"{name}.csv": csv_file(text) for name, text in tables.items()}
        files |= {f"sheets/{student.alias}.html": self.sheet(student.alias) for student in self.students}
        for name, content in files.items():
            save(folder / name, content, "folder", parents=True)
        return tuple(folder / name for name in files)


# --- words --------------------------------------------------------------------------------------------------------


def escaped_lines(lines: Sequence[str]) -> str:
    """Join lines, in each of which what cannot be shown is spelled out."""
    return "\n".join(escaped(line) for line in lines)


def _out_of(student: Student) -> str:
    return say("{total} of {number}", total=_fraction(student.total), number=len(student.marks))


def _fraction(value: Fraction) -> str:
    """Print a number exactly, and beside a fraction its decimal.

    >>> _fraction(Fraction(3, 2)), _fraction(Fraction(2))
    ('3/2 (1.5)', '2')
    """
    return str(value) if value.denominator == 1 else f"{value} ({figure(value)})"


def _signed(value: Fraction) -> str:
    """Print a number of points exactly; what is lost is said in words."""
    return say("{number} lost", number=abs(value)) if value < 0 else str(value)


def _working(one: Mark) -> str:
    """Print how a credit came about.

    >>> half = Mark(puzzle="", legal=True, value=Fraction(3), optimum=Fraction(6), credit=Fraction(1, 2))
    >>> _working(half)
    '3 / 6 = 1/2'
    """
    if one.solved or not one.credit:
        return str(one.credit)
    half = "" if one.legal else " · 1/2"
    if one.optimum > 0:
        return f"{_signed(one.value)} / {_signed(one.optimum)}{half} = {one.credit}"
    return f"1 / (1 + {one.loss}){half} = {one.credit}"


def _cell(one: Mark) -> str:
    return str(one.credit) if one.answered else "–"


def _where(notice: Notice) -> str:
    return notice.file or notice.alias


def _line(row: Mistakes) -> str:
    loss = "–" if row.mean_loss is None else figure(row.mean_loss)
    mistake = f"; {row.mistake} ({row.times}×)" if row.mistake else ""
    said = say(
        "level {level}, given {given}, solved {solved}, mean loss {loss}",
        level=row.level,
        given=row.given,
        solved=row.solved,
        loss=loss,
    )
    return f"{row.name}{HOUSE if row.house else ''}: {said}{mistake}"


def _mistake_heads(first: str) -> list[str]:
    return [
        first,
        say("Level"),
        say("Given"),
        say("Answered"),
        say("Solved"),
        say("Mean loss"),
        say("Mean credit"),
        say("Most common mistake"),
    ]


def _mistake_row(row: Mistakes) -> list[str]:
    loss = "–" if row.mean_loss is None else figure(row.mean_loss)
    mistake = f"{row.mistake} ({row.times}×)" if row.mistake else "–"
    name = f"{row.name}{HOUSE if row.house else ''}"
    return [
        name,
        str(row.level),
        str(row.given),
        str(row.answered),
        str(row.solved),
        loss,
        figure(row.mean_credit),
        mistake,
    ]


def _both(*heads: str) -> tuple[str, ...]:
    """Return for each column of numbers its head, and that of the exact fractions beside it."""
    return tuple(name for head in heads for name in (head, f"{head}_exact"))


def _twice(value: Fraction | None) -> tuple[Fraction | str, str]:
    """Return a number for both columns; nothing where it is not known."""
    return ("", "") if value is None else (value, exact(value))


def _yes(value: bool) -> str:
    return "yes" if value else "no"
