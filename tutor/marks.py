"""Marks as data: of an answer, of a student, and of a puzzle in the whole class. Every number is exact."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what one answer is worth; see `tutor.puzzle_judge.Verdict`.

    ``credit`` is a number from 0 to 1. ``mistake`` names in few words what was wrong, and is empty where nothing was;
    ``kind`` says it so that it can be compared with answers to other puzzles.
    """

    puzzle: str
    moves: tuple[str, ...] = ()
    answered: bool = False
    legal: bool = False
    value: Fraction = Fraction(0)
    optimum: Fraction
    loss: Fraction = Fraction(0)
    credit: Fraction = Fraction(0)
    solved: bool = False
    sentence: str = ""
    mistake: str = ""
    kind: str = ""


class Student(msgspec.Struct, frozen=True, kw_only=True):
    """Hold the marks of one student in the order of the tasks, and their sum; ``late`` is empty or says how late."""

    alias: str
    marks: tuple[Mark, ...]
    total: Fraction
    late: str = ""


class Mistakes(msgspec.Struct, frozen=True, kw_only=True):
    """Say how a puzzle went in the class, or the task of a number with all its positions.

    ``mean_loss`` is that of the answers that could be judged; None where there is none.
    """

    name: str
    level: int
    positions: int
    given: int
    answered: int
    solved: int
    mean_loss: Fraction | None
    mean_credit: Fraction
    mistake: str
    times: int
    best: tuple[str, ...] = ()
    optimum: Fraction | None = None
    house: bool = False
