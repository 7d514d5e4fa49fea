"""What the puzzle panel shows: the list of puzzles, the task, the board's controls, and what an answer was worth."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from widgets import play_scene
from widgets.picture import Picture
from widgets.scene import Area, Control, Item, Option, Section
from widgets.table import Choice

from . import rating
from .amounts import figure, name_of
from .classroom import Given
from .language import NAMES, language, say, say_number
from .local import mark_titles, title_of
from .puzzle import LEVELS, Puzzle, Task, ask, games, shipped
from .puzzle_judge import HOUSE, best_replay, signed
from .puzzle_own import own_puzzles

if TYPE_CHECKING:
    from .puzzle_panel import Solving


def level_words(level: int) -> str:
    """Name a level."""
    return {1: say("Level 1: easy"), 2: say("Level 2: medium"), 3: say("Level 3: hard")}[level]


def feature_words(feature: str) -> str:
    """Say a feature of a puzzle, as its file notes it, in the language of this session.

    >>> from .amounts import speaking
    >>> with speaking("de"): feature_words("3 players"), feature_words("chance"), feature_words("in the rain")
    ('3 Spieler', 'Zufall', 'in the rain')
    """
    number, _, what = feature.partition(" ")
    if number.isdigit() and what in ("player", "players"):
        return say_number("{number} player", "{number} players", int(number))
    if number.isdigit() and what in ("first move", "first moves"):
        return say_number("{number} first move", "{number} first moves", int(number))
    return {"chance": say("chance"), "solo": say("solo")}.get(feature, feature)


# --- the list -----------------------------------------------------------------------------------------------------


def list_sections(panel: Solving) -> tuple[Section, ...]:
    """Return the games there are puzzles of, or the puzzles of one game, level by level."""
    if panel.course is None:
        items = tuple(_game_item(panel, game) for game in games())
        return (Section("games", "list", say("Puzzles: choose a game"), "head", items=items), *notices(panel))
    own = rating.person(panel.course, panel.store)
    title = say("Puzzles: {game}", game=title_of(panel.course))
    made = [Section("own", "text", title, "head", text=rating_words(own))]
    for level in LEVELS if panel.level is None else (panel.level,):
        puzzles = [puzzle for puzzle in shipped(panel.course) if puzzle.level == level]
        done = sum(rating.result_of(puzzle, panel.store).solved for puzzle in puzzles)
        counted = say("{done} of {total} solved", done=done, total=len(puzzles))
        items = tuple(_puzzle_item(panel, puzzle, number) for number, puzzle in enumerate(puzzles, start=1))
        made.append(
            Section(f"level{level}", "list", f"{level_words(level)} ({counted})", "head", items=items, folded=True)
        )
    if own_ones := own_puzzles(panel.course, panel.store):
        items = tuple(_puzzle_item(panel, puzzle, number) for number, puzzle in enumerate(own_ones, start=1))
        title = say("Your own, from reviews")
        made.append(Section("mine", "list", f"{title} ({len(own_ones)})", "head", items=items, folded=True))
    return (*made, *notices(panel))


def _game_item(panel: Solving, game: str) -> Item:
    puzzles = shipped(game)
    done = sum(rating.result_of(puzzle, panel.store).solved for puzzle in puzzles)
    counted = say_number("{number} puzzle", "{number} puzzles", len(puzzles))
    words = [counted, say("{done} of {total} solved", done=done, total=len(puzzles))]
    return Item(title_of(game), control="game", value=game, detail=" · ".join(words))


def _puzzle_item(panel: Solving, puzzle: Puzzle, number: int) -> Item:
    result = rating.result_of(puzzle, panel.store)
    mark = "✓ " if result.solved else ""
    name = say("Puzzle {number}", number=number)
    text = f"{mark}{name} {HOUSE}" if puzzle.house else f"{mark}{name}"
    words = [say("rating {rating}", rating=f"{rating.rating_of(puzzle, panel.store).rating:.0f}"), state(result)]
    return Item(text, control="puzzle", value=puzzle.id, detail=" · ".join(word for word in words if word))


def state(result: rating.Result) -> str:
    """Say what became of a puzzle so far."""
    if result.solved:
        return say("solved")
    if not result.tries:
        return ""
    if not result.loss:
        return say("tried")
    from .amounts import points

    return say("tried; best answer loses {points}", points=points(Fraction(result.loss)))


def rating_words(own: rating.Rating) -> str:
    """Say what a person's rating is."""
    if not own.games:
        return say("You have no rating yet: your first answer to each puzzle gives you one.")
    return say_number(
        "Your rating: {rating} (Glicko-2, 95 % range), from {number} puzzle.",
        "Your rating: {rating} (Glicko-2, 95 % range), from {number} puzzles.",
        own.games,
        rating=own.words,
    )


def list_picture(panel: Solving) -> Picture:
    """Return the list as a picture without drawing, whose words are what a reader without a kernel sees."""
    lines = []
    for section in list_sections(panel):
        lines += [line for line in (section.title, section.text) if line]
        lines += [f"  {item.text} ({item.detail})" if item.detail else f"  {item.text}" for item in section.items]
    titles = {} if language() == "en" else mark_titles("")
    return Picture("", (), (), "", width=720, height=1, title=lines[0], text="\n".join(lines), titles=titles)


def list_controls(panel: Solving) -> tuple[Control, ...]:
    """Return what can be pressed in the list."""
    made = []
    if panel.course is not None:
        label = say("A puzzle that suits you (Enter)")
        made.append(Control("next_puzzle", "button", label, shortcut="Enter", primary=True))
        if len(games()) > 1:
            made.append(Control("games", "button", say("All games"), "bottom"))
    return (*made, language_control())


def language_control() -> Control:
    """Return the choice of the language."""
    options = tuple(Option(code, name) for code, name in NAMES.items())
    return Control("language", "select", say("Language"), "bottom", value=language(), options=options, always=True)


def notices(panel: Solving) -> tuple[Section, ...]:
    """Say what is wrong with the file of progress, if anything is."""
    if not panel.store.notice:
        return ()
    return (Section("notice", "text", "", "bottom", text=panel.store.notice, tone="bad"),)


# --- one puzzle ---------------------------------------------------------------------------------------------------


def asked_words(panel: Solving, task: Task) -> str:
    """Say what is asked, of whom, and on which values it rests."""
    words = [say("You are {seat}.", seat=panel.talk.seat_name(task.seat)), ask(task)]
    if task.house:
        words.append(say("{mark} Values of our own, not printed ones, count in it (house values).", mark=HOUSE))
    return " ".join(words)


def heading(panel: Solving, task: Task) -> str:
    """Name a puzzle."""
    house = f" {HOUSE}" if task.house else ""
    return f"{title_of(task.game)} · {level_words(task.level)}{house}"


def words(panel: Solving, task: Task) -> str:
    """Return everything above the board, for the text form of the whole."""
    lines = [heading(panel, task), asked_words(panel, task)]
    lines += [f"{number}. {told}" for number, told in enumerate(line_words(panel), start=1)]
    return "\n".join((*lines, *filter(None, [panel.verdict.sentence if panel.verdict else "", status(panel, None)])))


def line_words(panel: Solving) -> list[str]:
    """Tell the seat's moves so far."""
    table = panel.table
    assert panel.task is not None
    pairs = zip(table.positions, table.steps, strict=False)
    return [panel.talk.told(position, step) for position, step in pairs if position.actor == panel.task.seat]


def sections(panel: Solving, task: Task) -> tuple[Section, ...]:
    """Return the task, the line so far, and the verdict."""
    made = [Section("task", "text", heading(panel, task), "head", text=asked_words(panel, task))]
    verdict = panel.verdict
    if verdict is not None:
        tone = "good" if verdict.optimal else "bad"
        made.append(Section("verdict", "text", "", "head", text=verdict.sentence, tone=tone))  # type: ignore[arg-type]
        if not verdict.optimal and isinstance(task, Puzzle):
            made.append(comparison(panel, task))
        made.append(Section("own", "text", "", "bottom", text=rating_words(rating.person(task.game, panel.store))))
    if line := line_words(panel):
        title = say("The best line") if panel.stage == "shown" else say("Your line")
        items = tuple(Item(told) for told in line)
        made.append(Section("line", "steps", title, "side", items=items))
    if panel.stage == "shown" and isinstance(task, Puzzle):
        made.append(earned(panel, task))
    return (*made, *notices(panel))


def comparison(panel: Solving, task: Puzzle) -> Section:
    """Set the answer beside the best line, source by source."""
    assert panel.verdict is not None
    best, differs = best_replay(task).sources, panel.verdict.sources
    names = list(dict.fromkeys((*best, *differs)))
    rows, ring = [], ring_of(task)
    for name in names:
        other = best.get(name, Fraction(0))
        mine = other + differs.get(name, Fraction(0))
        rows.append((name_of(task.game, name), number(mine, ring), number(other, ring), compared(mine - other, ring)))
    rows.append(
        (
            say("together"),
            number(panel.verdict.value, ring),
            number(task.optimum, ring),
            compared(-panel.verdict.loss, ring),
        )
    )
    head = (say("points from"), say("your line"), say("best line"), say("difference"))
    return Section("comparison", "table", say("Where the points are missing"), "top", head=head, rows=tuple(rows))


def ring_of(task: Task) -> str:
    """Return the mark of a house value where one counts in a puzzle."""
    return HOUSE if task.house else ""


def number(value: Fraction, ring: str = "") -> str:
    """Print a number of points in a table; what is lost is said in words."""
    said = f"{figure(value)}{ring if value else ''}"
    return say("{number} lost", number=said) if value < 0 else said


def compared(value: Fraction, ring: str = "") -> str:
    """Print by how much one line brings more or less than another."""
    if not value:
        return "0"
    said = f"{figure(value)}{ring}"
    return say("{number} less", number=said) if value < 0 else say("{number} more", number=said)


def earned(panel: Solving, task: Puzzle) -> Section:
    """Say what each move of the best line brings."""
    from .amounts import brought

    table = panel.table
    pairs = zip(table.positions, table.steps, strict=False)
    phrases = {step.key: _phrase(panel, position, step) for position, step in pairs if position.actor == task.seat}
    items = tuple(
        Item(phrases.get(step.key, step.text) if step.key else say("after that"), detail=detail)
        for step in best_replay(task).steps
        if (detail := brought(task.game, step.sources, step.holdings, ring_of(task))) or step.key
    )
    title = say("What each move brings: {points} together", points=signed(task.optimum) + ring_of(task))
    return Section("earned", "list", title, "bottom", items=items)


def _phrase(panel: Solving, position: Any, move: Any) -> str:
    """Say a move as a line of its own."""
    said = panel.talk.phrase(position, move)
    return said[:1].upper() + said[1:]


def status(panel: Solving, choice: Choice | None) -> str:
    """Say in one line what is asked now."""
    if panel.task is None:
        return ""
    if panel.stage == "shown":
        last = len(panel.table.steps)
        at = panel.cursor
        if not at:
            return say("The best line has {total} steps; this is its beginning.", total=last)
        before = panel.table.positions[at - 1]
        told = panel.talk.told(before, panel.table.steps[at - 1])
        if (number := len(before.chance())) > 1:
            counted = say("One of {number} outcomes; the line counts them all.", number=number)
            told = f"{told} {counted}"
        return say("The best line, step {number} of {total}: {told}", number=at, total=last, told=told)
    if panel.stage != "solving":
        return (
            say("Checked. See the better line, begin anew, or take the next puzzle.")
            if (panel.stage == "wrong")
            else say("Solved. Take the next puzzle.")
        )
    if panel.past:
        return say("This is an earlier position. Go to the last one to play on.")
    if panel.complete:
        return complete_words(panel)
    if panel.table.next():
        return say("Watch the board: what happens now comes by itself.")
    if choice is None:
        return ""
    if choice.complete is not None:
        return say("Your move: {move}. Enter confirms it.", move=panel.talk.phrase(panel.position, choice.complete))
    if choice.picked:
        named = ", ".join(panel.talk.token_words(panel.position, token) for token in choice.tokens)
        if not play_scene.rings(panel, choice):
            return say("Chosen: {parts}. Go on with one of the buttons.", parts=named)
        return say("Chosen: {parts}. Go on with what has a ring.", parts=named)
    return say("Choose what has a ring, or type a move.")


def complete_words(panel: Solving) -> str:
    """Say that a line has come to its end, and what to do with it: where the answer is not here, nothing is checked."""
    came = (
        say("Chance comes now; what follows is played well for you.")
        if panel.by_chance
        else say("Your line is complete.")
    )
    if isinstance(panel.task, Puzzle):
        onward = say("Check it, or take moves back.")
    elif isinstance(panel.task, Given):
        onward = say("Run the two cells below this board to have it kept as your answer, or take moves back.")
    else:
        onward = say("Whoever gave you this puzzle judges it; you can still take moves back.")
    return f"{came} {onward}"


def judged_elsewhere(task: Task) -> str:
    """Say why a line is not checked on this board, and what does it instead."""
    if isinstance(task, Given):
        return say("Your answer is not checked on this board. Run the two cells below it: they keep it.")
    return say("The answer of this puzzle is not in this notebook: whoever gave it to you judges it.")


def controls(panel: Solving, task: Task, choice: Choice | None, shown: Collection[str]) -> tuple[Control, ...]:
    """Return everything to press or type in."""
    judged = isinstance(task, Puzzle)
    made: list[Control] = []
    if panel.stage == "solving":
        made += _acting(panel, choice, shown) if choice is not None else []
        made.append(_check(panel, task))
        made.append(_anew(panel))
        made += _taking_back(panel)
        made += _stepping(panel, "side")
        if judged:
            made.append(
                Control("solution", "button", say("Show the best line"), "bottom", help=say("Counts as not solved."))
            )
            made.append(Control("next_puzzle", "button", say("Another puzzle"), "bottom", shortcut="n"))
    elif panel.stage == "shown":
        made += _stepping(panel, "top")
        end = panel.cursor == len(panel.table.steps)
        made += [_onward(primary=end), _anew(panel)]
    else:
        if panel.stage == "wrong":
            label = say("Show the best line (Enter)")
            made.append(Control("solution", "button", label, shortcut="Enter", primary=True))
        made += [_onward(primary=panel.stage == "right"), _anew(panel), *_stepping(panel, "side")]
    if not panel.bound:  # the way to other puzzles leads away from what is to be handed in
        made.append(Control("list", "button", say("All puzzles"), "bottom"))
    return (*made, language_control())


def _check(panel: Solving, task: Task) -> Control:
    """Return the button that has the line checked; Enter does it once the line is complete."""
    judged = isinstance(task, Puzzle)
    ready = bool(panel.answer) and judged
    why = say("Play at least one move first.") if judged else judged_elsewhere(task)
    now = ready and panel.complete
    return Control(
        "check",
        "button",
        say("Check (Enter)") if now else say("Check"),
        enabled=ready,
        reason="" if ready else why,
        shortcut="Enter" if now else "c",
        primary=now,
        help=say("Says what your line is worth. Where it stops early, you pass."),
    )


def _onward(primary: bool) -> Control:
    """Return the button that opens the next puzzle."""
    label = say("Next puzzle (Enter)") if primary else say("Next puzzle")
    return Control("next_puzzle", "button", label, shortcut="Enter" if primary else "n", primary=primary)


def _anew(panel: Solving) -> Control:
    """Return the button that goes back to the beginning of the puzzle."""
    moved = bool(panel.table.steps)
    reason = "" if moved else say("Nothing was played yet.")
    return Control("again", "button", say("Begin anew"), enabled=moved, reason=reason, shortcut="b")


def _acting(panel: Solving, choice: Choice, shown: Collection[str]) -> list[Control]:
    """Return the controls that build a move."""
    ready = choice.complete is not None
    why = "" if ready else say("Choose the parts of a move first.")
    made = [
        Control("confirm", "button", say("Confirm (Enter)"), shortcut="Enter", primary=ready, enabled=ready, reason=why)
    ]
    made += play_scene.buttons(panel, choice, shown)
    if choice.picked:
        made.append(Control("clear", "button", say("Drop this choice (Escape)"), shortcut="Escape"))
    made.append(
        Control("move", "text", say("Type a move"), placeholder=panel.position.legal_moves()[0].key, clear=True)
    )
    return made


def _taking_back(panel: Solving) -> list[Control]:
    """Return undo and redo."""
    back, forth = bool(panel.table.steps), bool(panel.table.redone)
    none, nothing = say("Nothing was played yet."), say("Nothing was taken back.")
    return [
        Control("undo", "button", say("Take back"), enabled=back, reason="" if back else none, shortcut="u"),
        Control("redo", "button", say("Play again"), enabled=forth, reason="" if forth else nothing, shortcut="r"),
    ]


def _stepping(panel: Solving, area: Area) -> list[Control]:
    """Return the way through the steps of a line; where the best one is shown, Enter goes on."""
    last, at = len(panel.table.steps), panel.cursor
    if not last:
        return []
    made: list[Control] = []
    first, end = say("This is the first position."), say("This is the last position.")
    enter = area == "top" and at < last
    following = say("Next step (Enter)") if enter else say("Next")
    for key, label, shortcut, possible, reason in (
        ("next", following, "Enter" if enter else ".", at < last, end),
        ("previous", say("Previous"), ",", at > 0, first),
        ("first", say("First"), "<", at > 0, first),
        ("last", say("Last"), ">", at < last, end),
    ):
        why, main = "" if possible else reason, enter and key == "next"
        made.append(
            Control(
                key, "button", label, area, enabled=possible, reason=why, shortcut=shortcut, always=True, primary=main
            )
        )
    label = say("Step of {total}", total=last)
    made.append(Control("go", "slider", label, area, str(at), maximum=last, always=True))
    return made
