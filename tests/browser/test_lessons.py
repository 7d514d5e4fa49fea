"""One lesson per game, in a real JupyterLab, by keyboard alone; and what axe says of the lesson panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.protocol import Position
from tests.browser.notebook import WAIT, WIDTHS, Notebook, looks_right, settle, wait_text
from tests.conftest import Lab
from tutor import courses
from tutor.lesson import Lesson
from tutor.session import Session
from tutor.store import Store
from widgets.talk import talk_of
from widgets.views import view_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser


class Keys:
    """Do a lesson with keys alone: what is focused is read from the page, and nothing is ever clicked."""

    def __init__(self, page: Page, panel: Locator) -> None:
        self.page, self.panel = page, panel

    @property
    def place(self) -> str:
        found: str = self.page.evaluate("() => document.activeElement?.dataset?.place ?? ''")
        return found

    def tab_to(self, wanted: str) -> None:
        """Press Tab until what is wanted has the focus: a selector."""
        for _ in range(120):
            if self.page.evaluate("wanted => Boolean(document.activeElement?.matches(wanted))", wanted):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {wanted}")

    def walk_to(self, key: str) -> None:
        """Go to a place of the board by Tab, page keys and arrow keys."""
        self.tab_to(".ml-place")
        groups = self.panel.locator(".ml-group")
        group = groups.filter(has=self.page.locator(f'[data-place="{key}"]')).get_attribute("aria-label")
        for _ in range(groups.count() + 1):
            here = self.page.evaluate("() => document.activeElement.closest('.ml-group')?.getAttribute('aria-label')")
            if here == group:
                break
            self.page.keyboard.press("PageDown")
        seen: set[tuple[str, str]] = set()
        for _ in range(120):
            if self.place == key:
                return
            # Whoever sees the board presses the arrow that points there, and another one where that leads nowhere.
            arrows = [arrow for arrow in self.arrows(key) if (self.place, arrow) not in seen]
            assert arrows, f"arrow keys never come to {key}"
            seen.add((self.place, arrows[0]))
            self.page.keyboard.press(arrows[0])
        raise AssertionError(f"arrow keys never come to {key}")

    def arrows(self, key: str) -> list[str]:
        """Return the arrow keys, the one that points most to a place first."""
        boxes = [self.panel.locator(f'[data-place="{one}"]').bounding_box() for one in (self.place, key)]
        here, there = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box)
        far = {"ArrowRight": there[0] - here[0], "ArrowDown": there[1] - here[1]}
        far |= {"ArrowLeft": -far["ArrowRight"], "ArrowUp": -far["ArrowDown"]}
        return sorted(far, key=lambda arrow: -far[arrow])

    def version(self) -> int:
        return int(self.panel.get_attribute("data-version") or 0)

    def newer(self, version: int) -> None:
        """Wait until the board is newer."""
        self.page.wait_for_function(
            "([node, version]) => Number(node.dataset.version) > version",
            arg=[self.panel.element_handle(), version],
            timeout=WAIT,
        )

    def type_move(self, key: str) -> None:
        """Come to the line for moves with Tab, type the move, and press Enter."""
        self.tab_to(".ml-field-text")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(key)
        self.page.keyboard.press("Enter")

    def build(self, parts: list[str]) -> None:
        """Choose the parts of a move on the board, and confirm it by pressing the last one again."""
        for part in parts:
            self.walk_to(part)
            before = self.version()
            self.page.keyboard.press(" ")
            self.newer(before)
        before = self.version()
        self.page.keyboard.press(" ")
        self.newer(before)

    def said(self) -> Locator:
        return self.panel.locator(".ml-head")


def place_of(position: Position, seat: int | None, tokens: tuple[str, ...]) -> str:
    """Return the key of the first of these places on the board."""
    picture_ = view_of(position).draw(position, seat)
    return next(place.key for place in picture_.places if place.token in tokens or place.key in tokens)


def on_board(session: Session, parts: tuple[str, ...]) -> list[str]:
    """Return the places where a move can be put together; nothing where some part has none."""
    talk = talk_of(session.lesson.game)
    drawn = view_of(session.position).draw(session.position, session.seat)
    free = [place.key for place in drawn.places]
    chosen = []
    for part in parts:
        if not talk.token_words(session.position, part):
            continue  # a bare verb goes without saying
        here = next((key for key in free if key.partition("#")[0] == part), None)
        if here is None:
            return []
        free.remove(here)
        chosen.append(here)
    return chosen


def do_step(keys: Keys, session: Session) -> None:
    """Reach the goal of a step by keyboard; ``session`` knows what it is."""
    goal = session.step.goal
    if goal.touch:
        key = place_of(session.position, session.seat, goal.touch)
        keys.walk_to(key)
        before = keys.version()
        keys.page.keyboard.press("Enter")
        keys.newer(before)
        session.touch(key.partition("#")[0], key)
        return
    if goal.refused:
        from rules import IllegalMove

        before = keys.version()
        keys.type_move(goal.by[0])
        keys.newer(before)
        with pytest.raises(IllegalMove) as caught:
            session.position.move(goal.by[0])
        session.refused(caught.value.findings, goal.by[0])
        return
    while not session.reached:
        move = session.goals()[0]
        parts = on_board(session, move.parts)
        if parts and session.stage == 0 and not session.step.allow:
            keys.build(parts)
        else:
            before = keys.version()
            keys.type_move(move.key)
            keys.newer(before)
        session.move(move)


@pytest.mark.parametrize("game", courses.games())
def test_a_lesson_by_keyboard_alone(page: Page, lab: Lab, game: str) -> None:
    settle(lab)
    lesson: Lesson = courses.course(game)[0]
    code = f"import tutor\npanel = tutor.learn({game!r}, language='en')\npanel"
    count = "print(panel.session.finished, panel.errors, panel.store.notice or 'kept')"
    notebook = Notebook(page, lab, [code, count, "3"])
    notebook.run(0)
    panel = notebook.cell(0).locator(".ml-panel")
    panel.locator(".ml-head").wait_for(timeout=WAIT)
    keys = Keys(page, panel)
    session = Session(lesson, Store(":memory:"))

    # From the notebook into the panel with Tab, to the lesson in the list, and in with Enter.
    page.keyboard.press("Escape")
    keys.tab_to(".ml-primary")
    page.keyboard.press("Enter")
    panel.locator(".ml-frame svg").wait_for(timeout=WAIT)
    for number in range(1, len(lesson.steps) + 1):
        wait_text(page, keys.said(), f"Step {number} of {len(lesson.steps)}")
        do_step(keys, session)
        wait_text(page, keys.said(), session.step.success.en[-40:])
        if number < len(lesson.steps):
            before = keys.version()
            # What was pressed is gone; the keys go on working inside the panel.
            assert page.evaluate("() => Boolean(document.activeElement.closest('.ml-panel'))")
            page.keyboard.press("Escape")
            keys.tab_to(".ml-primary")
            page.keyboard.press("Enter")
            keys.newer(before)
            session.go_on()
    wait_text(
        page, panel.locator(".ml-head"), "This lesson is done." if len(courses.course(game)) > 1 else "last lesson"
    )
    assert notebook.cells.count() == 3, "no key of the lesson was one of the notebook"
    notebook.run(1)
    finished, errors, kept = notebook.text(1).split(maxsplit=2)
    assert (finished, errors, kept) == ("True", "[]", "kept")


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_lessons_look_right(browser: Browser, lab: Lab, theme: str) -> None:
    settle(lab, f"JupyterLab {theme}")
    context = browser.new_context(viewport={"width": WIDTHS[0], "height": 2600}, reduced_motion="reduce")
    page = context.new_page()
    begin = "import tutor\ntutor.set_language('de')"
    games = courses.games()
    cells = [begin, "tutor.learn()", *(f"tutor.learn({game!r}, 1)" for game in games), f"tutor.learn({games[0]!r})"]
    notebook = Notebook(page, lab, cells)
    page.keyboard.press("Control+b")
    notebook.run(0)
    for number in range(1, len(cells)):
        notebook.run(number)
        panel = notebook.cell(number).locator(".ml-panel")
        panel.locator(".ml-head").wait_for(timeout=WAIT)
        if number in range(2, 2 + len(games)):
            panel.locator(".ml-frame svg").wait_for(timeout=WAIT)
            panel.get_by_role("button", name="Tipp").click()
            wait_text(page, panel.locator(".ml-head"), "")
        looks_right(page, panel, number, f"learn-{number}-{theme.lower()}")
    context.close()
