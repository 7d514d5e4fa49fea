"""A lesson in progress: what is said to a try, what is kept, and that hints lead to every goal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rules import IllegalMove
from tests.tutor.lesson_text import LESSON
from tests.tutor.walk import follow_hints
from tutor import courses
from tutor.language import set_language
from tutor.lesson import Lesson
from tutor.session import SHELF, LessonProgress, Session
from tutor.store import Store, default


@pytest.fixture(autouse=True)
def english() -> object:
    set_language("en")
    yield
    set_language(None)


@pytest.fixture
def store() -> Store:
    return Store(":memory:")


def attempt(session: Session, key: str) -> str:
    """Try a move by its text, as a person at the board does; return what kind of answer came."""
    try:
        return session.move(session.position.move(key)).kind
    except IllegalMove as error:
        return session.refused(error.findings, key).kind


def test_a_whole_lesson(store: Store) -> None:
    session = Session(Lesson.read(LESSON), store)
    assert session.touch("advisor:3").text == "Not this one."
    assert session.touch("advisor:8").kind == "reached"
    assert session.go_on()

    before = session.position
    assert attempt(session, "take 1 stone") == "mistake" and session.said is not None
    assert session.said.text == "No stone, please."
    assert session.position == before, "the board stays as it was"
    assert attempt(session, "take 2 wood") == "refused"
    assert "(rule " in session.said.text
    assert attempt(session, "take 1 gold") == "reached"
    assert session.position != before
    assert session.script == session.step.then
    assert attempt(session, "take 1 gold") == "later", "the next seat's move is not the learner's"
    session.play_scripted()
    assert session.go_on() and session.position.actor == 0, "what was left of the script was played"

    assert attempt(session, "place 5: 4") == "refused" and session.said.text.endswith("Not enough.")
    assert attempt(session, "place 1: 1") == "other" and session.said.text == "Use the 4 alone."
    assert attempt(session, "place 4: 4") == "reached" and session.go_on()

    assert attempt(session, "place 1: 1") == "other"
    assert attempt(session, "place 9: 1") == "refused", "another rule does not reach the goal"
    assert attempt(session, "place 3: 3") == "reached"
    assert session.said.text.endswith("He is taken.") and "influence-free" in session.said.text
    assert not session.finished and session.go_on()

    assert attempt(session, "place 3: 3") == "later", "what is not on offer waits"
    assert attempt(session, "place 1: 1") == "stage"
    session.again()
    assert session.stage == 0
    assert [attempt(session, key) for key in ("place 1: 1", "pass")] == ["stage", "reached"]
    assert session.finished and not session.go_on()
    kept = store.get(SHELF, "kingsburg/small", LessonProgress)
    assert kept is not None and kept.done and kept.step == 0 and kept.mistakes == 7


def test_a_lesson_goes_on_where_it_was_left(store: Store) -> None:
    lesson = Lesson.read(LESSON)
    session = Session(lesson, store)
    session.touch("advisor:8")
    session.go_on()
    attempt(session, "take 1 wood")
    # Reached is kept at once: a kernel that is killed now loses nothing.
    again = Session(lesson, store)
    assert again.index == 2
    assert again.position.actor == 0 and again.position.move("place 4: 4")
    again.begin(1)
    assert again.index == 1 and again.progress.step == 2, "to go back takes nothing away"
    assert Session(lesson, store, step=0).index == 0


def test_progress_of_a_longer_lesson_than_there_is_now(store: Store) -> None:
    store.put(SHELF, "kingsburg/small", LessonProgress(step=40, done=True))
    assert Session(Lesson.read(LESSON), store).index == 0


def test_in_german_the_rule_speaks_german(store: Store) -> None:
    set_language("de")
    session = Session(Lesson.read(LESSON), store, step=2)
    attempt(session, "place 5: 4")
    assert session.said is not None
    assert session.said.text.startswith("Die eingesetzte Summe") or "Rang" in session.said.text
    assert session.said.text.endswith("Zu wenig.")


def test_hints_lead_to_the_goal_of_every_step(store: Store) -> None:
    session = Session(Lesson.read(LESSON), store)
    while True:
        follow_hints(session)
        if not session.go_on():
            break
    assert session.finished and session.progress.mistakes == 0


LESSONS = [lesson for game in courses.games() for lesson in courses.course(game)]


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.key for lesson in LESSONS])
def test_hints_lead_to_the_goal_of_every_shipped_step(lesson: Lesson, store: Store) -> None:
    session = Session(lesson, store)
    while True:
        follow_hints(session)
        if not session.go_on():
            break
    assert session.finished


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.key for lesson in LESSONS])
def test_every_step_can_be_resumed(lesson: Lesson) -> None:
    for index in range(len(lesson.steps)):
        store = Store(":memory:")
        store.put(SHELF, lesson.key, LessonProgress(step=index))
        session = Session(lesson, store)
        assert session.index == index
        assert session.step.goal.touch or session.position.actor is not None


KILLED = """
import os, signal
from tests.tutor.lesson_text import LESSON
from tutor.lesson import Lesson
from tutor.session import Session
from tutor.store import default

session = Session(Lesson.read(LESSON), default())
session.touch("advisor:8")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_kernel_that_is_killed_loses_nothing(own_progress: Path) -> None:
    """What was reached is written at once: a process that is killed in the same moment has kept it."""
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", KILLED], cwd=root, timeout=60, check=False)
    assert done.returncode == -9
    session = Session(Lesson.read(LESSON), default())
    assert session.index == 1 and session.progress.step == 1


def test_two_notebooks_in_one_lesson_lose_nothing() -> None:
    """Both go on; the step kept is the one reached last, what is done stays done, and mistakes add up."""
    first, second = (Session(Lesson.read(LESSON), Store(default().path)) for _ in range(2))
    first.touch("advisor:1")
    second.touch("advisor:2")
    assert first.progress.mistakes == second.progress.mistakes == 2
    first.touch("advisor:8")
    assert second.progress.step == 1
    first.store.close()
    second.store.close()
