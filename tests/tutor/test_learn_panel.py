"""The lesson panel: by place, control and typed move, as the front end reports them; nothing may end in an error."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import rules
import tutor
from tests.tutor.lesson_text import LESSON
from tests.tutor.panels import section
from tests.widgets.table_talk import press, send, tap
from tutor import courses
from tutor.learn_panel import Learn
from tutor.lesson import Lesson
from tutor.session import SHELF, LessonProgress
from tutor.store import default

pytestmark = pytest.mark.usefixtures("english")


def labels(panel: Learn) -> list[str]:
    return [control["label"] for control in panel.controls]


@pytest.fixture
def panel() -> Iterator[Learn]:
    with tutor.learn(lesson=Lesson.read(LESSON)) as made:
        assert isinstance(made, Learn)
        yield made
        assert made.errors == []


def test_a_whole_lesson_on_the_board(panel: Learn) -> None:
    assert section(panel, "step")["text"] == "Press the Treasurer."
    assert (section(panel, "way").get("value", 0), section(panel, "way")["maximum"]) == (0, 5)
    assert panel.choice() is None and not any("Confirm" in label for label in labels(panel))
    assert tap(panel, "advisor:3").text == "Not this one."
    assert section(panel, "said")["text"] == "Not this one."
    assert press(panel, "go_on").outcome == "refused", "the goal comes first"
    assert tap(panel, "advisor:8").text == "There he is."
    assert section(panel, "said")["tone"] == "good"
    assert tap(panel, "advisor:3").outcome == "refused", "the step is done"

    assert press(panel, "go_on").text.startswith("Step 2 of 5. Take a good")
    assert panel.picture.place("wood").state == "hint", "the step shows where"
    before = panel.position
    assert press(panel, "move", "take 1 stone").text == "No stone, please."
    assert panel.position == before
    refused = press(panel, "move", "take 2 stone")
    assert refused.outcome == "refused" and "rule gift-choice" in refused.text
    tap(panel, "wood")
    assert panel.status == "Your move: take 1 wood. Enter confirms it."
    assert "Good." in press(panel, "confirm").text

    # What happens by itself comes tick by tick, and Enter does not wait for it.
    assert panel.poll > 0
    panel._moved_at = 0.0
    send(panel, "tick")
    assert list(section(panel, "since")["items"]) == [{"text": "Green takes 1 gold."}]
    assert press(panel, "go_on").text.startswith("Step 3 of 5.")

    refused = press(panel, "move", "place 5: 4")
    assert refused.outcome == "refused" and refused.text.endswith("Not enough.")
    other = tap(panel, "advisor:18").text
    assert "influence-exact" in other and "Not enough." not in other, "the same rule, but not what the remark is about"
    tap(panel, "die:4")
    tap(panel, "advisor:4")
    press(panel, "confirm")
    assert press(panel, "go_on").text.startswith("Step 4 of 5.")

    reached = tap(panel, "advisor:3")
    assert reached.outcome == "done" and reached.text.endswith("He is taken.")
    press(panel, "go_on")

    # Only what the step offers has a ring; the rest says that it comes later.
    legal = {one["key"] for one in panel.places if one.get("state") == "legal"}
    assert legal == {"advisor:1", "die:1"}
    later = tap(panel, "advisor:3")
    assert later.outcome == "refused"
    press(panel, "move", "place 1: 1")
    assert section(panel, "said")["text"] == "Right. 1 more to go."
    press(panel, "again")
    assert panel.session is not None and panel.session.stage == 0
    press(panel, "move", "place 1: 1")
    press(panel, "move", "pass")
    assert panel.session.finished
    assert default().get(SHELF, "kingsburg/small", LessonProgress, LessonProgress()).done
    assert "Well done." in panel.status


def test_a_refused_move_that_is_typed_reaches_the_goal_too(panel: Learn) -> None:
    panel.begin(Lesson.read(LESSON), 4)
    assert "The Architect" in press(panel, "move", "place 3: 3").text
    assert panel.session is not None and panel.session.reached


def test_from_a_cell(panel: Learn) -> None:
    panel.begin(Lesson.read(LESSON), 2)
    with pytest.raises(rules.IllegalMove):
        panel.play("take 9 gold")
    panel.play("take 1 wood")
    panel.go_on()
    assert panel.session is not None and panel.session.index == 2
    panel.play("place 4: 4")
    panel.go_on()
    panel.play("place 3: 3")
    assert panel.session.reached
    assert panel.rebuild == "tutor.learn('kingsburg', 'small')"


def test_only_what_is_offered_can_be_pressed(panel: Learn) -> None:
    """What the play panel knows and a lesson does not offer would leave board and lesson at different places."""
    panel.begin(Lesson.read(LESSON), 2)
    panel.play("take 1 wood")
    for key in ("undo", "redo", "go", "first", "forced", "reveal", "nonsense"):
        assert press(panel, key).outcome == "refused"
    with pytest.raises(ValueError, match="beginning of a step"):
        panel.redo()
    panel.advance()
    assert panel.session is not None and panel.position == panel.session.position
    panel.undo()
    assert panel.position == panel.session.position == panel.session.began and not panel.session.reached


def test_what_follows_the_last_step_is_seen_before_the_lesson_ends(panel: Learn) -> None:
    text = LESSON.partition('[[steps]]\nsay = { en = "Place all')[0]
    panel.begin(Lesson.read(text), 2)
    panel.play("take 1 wood")
    assert panel.session is not None and panel.session.script and not panel.session.finished
    assert press(panel, "go_on").text == "Well done."
    assert panel.session.finished and panel.position.actor == 0


def test_a_lesson_of_ones_own_does_not_lead_into_the_shipped_course(panel: Learn) -> None:
    panel.begin(Lesson.read(LESSON), 5)
    panel.play("place 1: 1")
    panel.play("pass")
    assert "All lessons (Enter)" in labels(panel) and "Next lesson (Enter)" not in labels(panel)


def test_hints_go_up_and_ring_places(panel: Learn) -> None:
    assert press(panel, "hint").text == "Look among these: advisors."
    assert "8 Treasurer" in press(panel, "hint").text
    assert panel.picture.place("advisor:8").state == "hint"
    tap(panel, "advisor:8")
    assert section(panel, "hint") == {}


def test_why_not_says_the_rule_in_full(panel: Learn) -> None:
    panel.begin(Lesson.read(LESSON), 3)
    assert press(panel, "whynot").text.startswith("Press what has no ring")
    press(panel, "move", "place 5: 4")
    said = press(panel, "whynot").text
    assert "influence-exact" in said and "page 4" in said


def test_step_back_and_all_lessons(panel: Learn) -> None:
    tap(panel, "advisor:8")
    press(panel, "go_on")
    assert press(panel, "back").text.startswith("Step 1 of 5.")
    assert press(panel, "back").outcome == "refused"
    press(panel, "leave")
    assert panel.session is None and section(panel, "lessons")["items"]


def test_the_language_changes_in_the_panel(panel: Learn) -> None:
    press(panel, "language", "de")
    assert section(panel, "step")["text"] == "Drücke auf den Schatzmeister."
    assert "Tipp" in labels(panel)
    assert any(one["label"].startswith("8 Schatzmeister") for one in panel.places)
    assert press(panel, "language", "fr").outcome == "refused"


def test_secrets_of_others_are_not_drawn() -> None:
    game = rules.load("kingsburg")
    position = game.setup(2, 3, ("governors",))
    lesson = LESSON.replace("players = 3, seed = 0 }\n\n", f'code = "{position.to_code()}" }}\n\n', 1)
    head = lesson.partition('[[steps]]\nsay = { en = "Take a good')[0]
    with tutor.learn(lesson=Lesson.read(head.replace("seat = 0", "seat = 1"))) as panel:
        assert panel.viewer == 1
        assert panel.picture.text.endswith(panel.view.draw(position, 1, None, panel.width).text)


@pytest.mark.parametrize("game", courses.games())
def test_a_course_is_listed_and_begun(game: str) -> None:
    with tutor.learn() as panel:
        assert {item["value"] for item in section(panel, "courses")["items"]} == set(courses.games())  # type: ignore[attr-defined]
        press(panel, "course", game)
        lessons = courses.course(game)
        assert [item["value"] for item in section(panel, "lessons")["items"]] == [one.id for one in lessons]  # type: ignore[attr-defined]
        press(panel, "begin")
        assert panel.session is not None and panel.session.lesson is lessons[0]
        press(panel, "leave")
        press(panel, "lesson", lessons[-1].id)
        assert panel.session.lesson is lessons[-1]
        assert panel.errors == []


@pytest.mark.parametrize(
    "lesson", [one for game in courses.games() for one in courses.course(game)], ids=lambda one: one.key
)
@pytest.mark.parametrize("code", ["en", "de"])
def test_every_shipped_step_can_be_shown(lesson: Lesson, code: str) -> None:
    with tutor.learn(lesson.game, lesson.id, language=code) as panel:
        for number, step in enumerate(lesson.steps, start=1):
            panel.begin(lesson, number)
            assert section(panel, "step")["text"] == step.say.say(code)
            if step.goal.moves and panel.session is not None:
                panel.play(panel.session.goals()[0])
                assert panel.session.reached
        assert panel.errors == []


def test_what_there_is_not_is_refused_in_a_sentence() -> None:
    with pytest.raises(rules.UnknownName):
        tutor.learn("chess")
    with pytest.raises(rules.UnknownName, match="the lessons of"):
        tutor.learn("kingsburg", "nothing")
    with pytest.raises(ValueError, match="does not speak"):
        tutor.learn("kingsburg", language="fr")


def test_names_of_the_package_stay_functions() -> None:
    """A module of the same name, once imported, must not take the place of the function."""
    import importlib

    importlib.import_module("tutor.learn")
    assert callable(tutor.learn)
    with pytest.raises(AttributeError, match="tutor has no 'teach'; it has"):
        tutor.teach
    for name in tutor.__all__:
        assert callable(getattr(tutor, name))
