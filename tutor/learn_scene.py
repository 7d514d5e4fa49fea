"""What the lesson panel shows: the courses, the lessons of a course, and one step of a lesson with the live board."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from widgets import play_scene
from widgets.picture import Picture
from widgets.scene import Control, Item, Option, Section
from widgets.table import Choice

from . import courses
from .language import NAMES, language, say, say_number
from .lesson import Lesson, game_rules
from .local import mark_titles, title_of
from .session import SHELF, LessonProgress

if TYPE_CHECKING:
    from .learn_panel import Learn
    from .session import Session

TONES: Final = {"reached": "good", "stage": "good", "mistake": "bad", "refused": "bad", "other": "", "later": "quiet"}


def heading(number: int, title: str) -> str:
    """Name a lesson with its number."""
    return f"{number}. {title}"


# --- the list of games, and the list of lessons -------------------------------------------------------------------


def progress_words(lesson: Lesson, kept: LessonProgress) -> str:
    """Say how far somebody has come in a lesson."""
    total = len(lesson.steps)
    if kept.step and not kept.done:
        return say("begun: step {number} of {total}", number=kept.step + 1, total=total)
    if kept.step:
        return say("done; again at step {number} of {total}", number=kept.step + 1, total=total)
    return say("done") if kept.done else ""


def lesson_item(panel: Learn, lesson: Lesson) -> Item:
    """Return the line of a lesson in its course."""
    kept = panel.store.get(SHELF, lesson.key, LessonProgress, LessonProgress())
    words = [lesson.summary.say(), say("{minutes} minutes", minutes=lesson.minutes), progress_words(lesson, kept)]
    mark = "✓ " if kept.done else ""
    title = f"{mark}{heading(lesson.number, lesson.title.say())}"
    detail = " · ".join(word for word in words if word)
    return Item(title, control="lesson", value=lesson.id, detail=detail, current=lesson is panel.next_lesson())


def list_sections(panel: Learn) -> tuple[Section, ...]:
    """Return the list of games, or the list of the lessons of one."""
    if panel.course is None:
        items = tuple(game_item(panel, game) for game in courses.games())
        return (
            Section("courses", "list", say("What do you want to learn?"), "head", items=items),
            *notices(panel),
        )
    lessons = courses.course(panel.course)
    done = sum(panel.store.get(SHELF, one.key, LessonProgress, LessonProgress()).done for one in lessons)
    title = say("Learn {game}", game=title_of(panel.course))
    counted = say("{done} of {total} lessons done", done=done, total=len(lessons))
    return (
        Section("way", "progress", title, "head", text=counted, value=done, maximum=len(lessons)),
        Section("lessons", "list", "", "head", items=tuple(lesson_item(panel, one) for one in lessons)),
        *notices(panel),
    )


def game_item(panel: Learn, game: str) -> Item:
    """Return the line of a game in the list of courses."""
    lessons = courses.course(game)
    done = sum(panel.store.get(SHELF, one.key, LessonProgress, LessonProgress()).done for one in lessons)
    minutes = sum(one.minutes for one in lessons)
    counted = say_number("{number} lesson", "{number} lessons", len(lessons))
    words = [counted, say("about {minutes} minutes in all", minutes=minutes)]
    if done:
        words.append(say("{done} of {total} lessons done", done=done, total=len(lessons)))
    return Item(title_of(game), control="course", value=game, detail=" · ".join(words))


def notices(panel: Learn) -> tuple[Section, ...]:
    """Say what is wrong with the file of progress, if anything is."""
    if not panel.store.notice:
        return ()
    return (Section("notice", "text", "", "bottom", text=panel.store.notice, tone="bad"),)


def list_controls(panel: Learn) -> tuple[Control, ...]:
    """Return what can be pressed in a list."""
    made = []
    following = panel.next_lesson()
    if following is not None:
        kept = panel.store.get(SHELF, following.key, LessonProgress, LessonProgress())
        words = say("Go on with {lesson}") if kept.step else say("Begin {lesson}")
        label = words.format(lesson=heading(following.number, following.title.say()))
        made.append(Control("begin", "button", label, shortcut="Enter", primary=True))
    if panel.course is not None and len(courses.games()) > 1:
        made.append(Control("courses", "button", say("All games"), "bottom"))
    return (*made, language_control())


def language_control() -> Control:
    """Return the choice of the language."""
    options = tuple(Option(code, name) for code, name in NAMES.items())
    return Control("language", "select", say("Language"), "bottom", value=language(), options=options, always=True)


def list_picture(panel: Learn) -> Picture:
    """Return the list as a picture without drawing, whose words are what a reader without a kernel sees."""
    lines = []
    for section in list_sections(panel):
        lines += [section.title] if section.title else []
        lines += [f"  {item.text} ({item.detail})" for item in section.items]
    titles = {} if language() == "en" else mark_titles("")
    return Picture("", (), (), "", width=720, height=1, title=lines[0], text="\n".join(lines), titles=titles)


# --- one step of a lesson -----------------------------------------------------------------------------------------


def step_sections(panel: Learn, session: Session) -> tuple[Section, ...]:
    """Return the words of the step, what was said to the last try, the hint, and the rules."""
    lesson, step = session.lesson, session.step
    total = len(lesson.steps)
    number = session.index + 1
    where = say("Step {number} of {total}", number=number, total=total)
    made = [
        Section(
            "way",
            "progress",
            "",
            "head",
            text=f"{heading(lesson.number, lesson.title.say())} · {where}",
            value=session.index + session.reached,
            maximum=total,
        ),
        Section("step", "text", step.title.say() if step.title is not None else where, "head", text=step.say.say()),
    ]
    if panel.hinted:
        made.append(Section("hint", "text", "", "head", text=panel.hinted, tone="quiet"))
    if session.said is not None:
        tone = TONES[session.said.kind]
        made.append(Section("said", "text", "", "head", text=session.said.text, tone=tone))  # type: ignore[arg-type]
    if session.finished:
        made.append(Section("end", "text", "", "head", text=end_words(session)))
    if panel.why:
        made.append(Section("why", "text", say("Why not?"), "head", text=panel.why, tone="quiet"))
    if told := panel.told_since:
        made.append(Section("since", "list", say("Meanwhile"), "top", items=tuple(map(Item, told))))
    if items := rule_items(lesson.game, step.covers):
        made.append(Section("rules", "list", say("The rules of this step"), "bottom", items=items, folded=True))
    return (*made, *notices(panel))


def end_words(session: Session) -> str:
    """Say that the lesson is done, and what comes next."""
    following = courses.after(session.lesson)
    if following is None:
        return say(
            "That was the last lesson. You know the game now: play it with {line}, or {command} in a terminal.",
            line=f'tutor.play("{session.lesson.game}")',
            command=f"magister play {session.lesson.game}",
        )
    return say("This lesson is done. The next one: {lesson}.", lesson=following.title.say())


def rule_items(game: str, wanted: Collection[str]) -> tuple[Item, ...]:
    """Return rules in their words, each with its place in the rulebook."""
    table = game_rules(game)
    found = []
    for name in wanted:
        if (rule := table.get(name)) is not None:
            page = say("page {page}", page=rule.page) if rule.page else ""
            # Sections are those of the English rulebook; the German one has the same pages.
            section = rule.section if language() == "en" else ""
            detail = ", ".join(word for word in (section, page, name) if word)
            found.append(Item(rule.de if language() == "de" else rule.en, detail=detail))
    return tuple(found)


def step_controls(panel: Learn, session: Session, choice: Choice | None, shown: Collection[str]) -> tuple[Control, ...]:
    """Return what can be pressed in a step."""
    made: list[Control] = []
    if session.reached:
        made += onward(panel, session)
    else:
        made += acting(panel, session, choice, shown)
        made.append(Control("hint", "button", say("Hint"), shortcut="h", help=say("Press again for more.")))
        made.append(
            Control("whynot", "button", say("Why not?"), shortcut="w", help=say("Why something cannot be done"))
        )
    first = session.index == 0
    moved = session.position != session.began or session.reached
    made += [
        Control(
            "again",
            "button",
            say("This step again"),
            "bottom",
            enabled=moved,
            reason="" if moved else say("It has not gone on since the step began."),
            shortcut="u",
        ),
        Control(
            "back",
            "button",
            say("Step back"),
            "bottom",
            enabled=not first,
            reason=say("This is the first step.") if first else "",
        ),
        Control("leave", "button", say("All lessons"), "bottom", help=say("What you have done is kept.")),
        language_control(),
    ]
    return tuple(made)


def onward(panel: Learn, session: Session) -> list[Control]:
    """Return what leads on from a reached goal."""
    if session.script:
        return [Control("go_on", "button", say("Go on (Enter)"), shortcut="Enter", primary=True)]
    if not session.last:
        return [Control("go_on", "button", say("Next step (Enter)"), shortcut="Enter", primary=True)]
    following = courses.after(session.lesson)
    if following is None:
        return [Control("leave_end", "button", say("All lessons (Enter)"), shortcut="Enter", primary=True)]
    return [Control("next_lesson", "button", say("Next lesson (Enter)"), shortcut="Enter", primary=True)]


def acting(panel: Learn, session: Session, choice: Choice | None, shown: Collection[str]) -> list[Control]:
    """Return the controls that build a move; nothing where a place is to be found."""
    if choice is None:
        return []
    ready = choice.complete is not None
    why = "" if ready else say("Choose the parts of a move first.")
    confirm = say("Confirm (Enter)")
    made = [Control("confirm", "button", confirm, shortcut="Enter", primary=ready, enabled=ready, reason=why)]
    made += play_scene.buttons(panel, choice, shown)
    if choice.picked:
        made.append(Control("clear", "button", say("Begin anew (Escape)"), shortcut="Escape"))
    placeholder = panel.position.legal_moves()[0].key if choice.offered or choice.whole else ""
    made.append(Control("move", "text", say("Type a move"), placeholder=placeholder, clear=True))
    return made


def status(panel: Learn, session: Session, choice: Choice | None) -> str:
    """Say in one line what is asked now."""
    if session.script:
        return say("Watch the board: what happens now comes by itself.")
    if session.finished:
        return say("Well done.")
    if session.reached:
        return say("Done. Look at the board, then go on.")
    if session.step.goal.touch:
        return say("Find the place on the board and press it.")
    if choice is None:
        return ""
    talk, position = panel.talk, panel.position
    if choice.complete is not None:
        return say("Your move: {move}. Enter confirms it.", move=talk.phrase(position, choice.complete))
    if choice.picked:
        named = ", ".join(talk.token_words(position, token) for token in choice.tokens)
        if not play_scene.rings(panel, choice):
            return say("Chosen: {parts}. Go on with one of the buttons.", parts=named)
        return say("Chosen: {parts}. Go on with what has a ring.", parts=named)
    if session.step.goal.refused:
        return say("Try it: press it on the board, or type the move.")
    return say("Choose what has a ring, or type a move.")
