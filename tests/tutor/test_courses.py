"""The shipped courses: every lesson is clean, every rule is covered, and each course is as long as it must be."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules
from tutor import courses
from tutor.lesson import Lesson
from tutor.lesson_check import check

LEAST = {"kingsburg": 8, "paladins": 10, "my_village": 11}
FILES = [path for game in rules.games() for path in courses.lesson_files(game)]


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
def test_a_shipped_lesson_is_clean(path: Path) -> None:
    assert [str(problem) for problem in check(Lesson.read(path))] == []


@pytest.mark.parametrize("game", rules.games())
def test_a_course_is_whole(game: str) -> None:
    read = [(path.stem, Lesson.read(path)) for path in courses.lesson_files(game)]
    assert [str(problem) for problem in courses.course_problems(game, read)] == []
    numbers = [lesson.number for lesson in courses.course(game)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= LEAST[game]


@pytest.mark.parametrize("game", rules.games())
def test_no_rule_is_left_out(game: str) -> None:
    """Every rule id of the game is covered by a lesson at least."""
    assert [rule for rule, lessons in courses.coverage(game).items() if not lessons] == []


def test_faults_of_a_course_are_found() -> None:
    lessons = courses.course("kingsburg")
    first = lessons[0]
    found = courses.course_problems("paladins", [("one", first), ("two", first)])
    assert [str(problem).partition(":")[0] for problem in found] == ["one.toml", "one.toml"] + ["two.toml"] * 3
    assert set(courses.coverage("kingsburg", [first])[first.covers[0]]) == {first.id}
    assert courses.coverage("kingsburg", [])[first.covers[0]] == ()


def test_lessons_are_found_by_name_and_number() -> None:
    first = courses.course("kingsburg")[0]
    assert courses.find("kingsburg", first.id) is courses.find("kingsburg", "1") is first
    with pytest.raises(rules.UnknownName, match="the lessons of kingsburg are"):
        courses.find("kingsburg", "no such lesson")
    with pytest.raises(rules.UnknownName):
        courses.course("chess")
