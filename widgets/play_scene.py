"""What the play panel shows around the board: controls, sections and sentences, made from the panel's values."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from widgets.drawing import public
from widgets.marks import HOUSE
from widgets.scene import Control, Item, Section
from widgets.table import Choice
from widgets.talk import house_sources, side_name

if TYPE_CHECKING:
    from widgets.play_panel import Play

LISTED: Final = 24
"""How many of the last moves the list shows; the slider reaches them all."""

BEGIN: Final = "Begin anew (Escape)"
FORCED: Final = "Forced moves are played for you"
UNDO_HELP: Final = "Undo goes back to your last decision and stops at a revealed die or card."


def steps(number: int) -> str:
    """Count steps.

    >>> steps(1), steps(4)
    ('1 step', '4 steps')
    """
    return f"{number} step{'' if number == 1 else 's'}"


# --- sentences ----------------------------------------------------------------------------------------------------


def status(panel: Play, choice: Choice | None) -> str:
    """Say in one line what is asked of the person at the board now."""
    table = panel.table
    if panel.past:
        at = panel.cursor
        told = panel.talk.told(table.positions[at - 1], table.steps[at - 1]) if at else "The start."
        return f"Step {at} of {len(table.steps)}: {told}"
    position = table.position
    if panel.curtain:
        assert position.actor is not None
        who = panel.talk.seat_name(position.actor)
        return f"Pass the notebook to {who}. The board is covered until {who} uncovers it."
    kind = table.next()
    if kind == "chance":
        return panel.view.status(position)
    if kind == "bot":
        assert position.actor is not None
        return f"{panel.talk.seat_name(position.actor)} plays by itself ({bot_name(panel, position.actor)})."
    if kind == "forced":
        only = panel.talk.phrase(position, position.legal_moves()[0])
        return f"There is only one move: {only}. It is played for you."
    return choice_words(panel, choice) if choice is not None else ""


def bot_name(panel: Play, seat: int) -> str:
    """Return what the policy of a seat is called."""
    policy = panel.bots[seat]
    return policy if isinstance(policy, str) else getattr(policy, "__name__", "own policy")


def choice_words(panel: Play, choice: Choice) -> str:
    """Say how far the move that is being built has come."""
    position = panel.position
    if choice.complete is not None:
        more = " More can be added." if choice.offered else ""
        return f"Your move: {panel.talk.phrase(position, choice.complete)}. Enter confirms it.{more}"
    if not choice.picked:
        return "Choose what has a ring, or type a move."
    named = [panel.talk.token_words(position, token) for token in choice.tokens]
    counted = [f"{named.count(name)} × {name}" if named.count(name) > 1 else name for name in dict.fromkeys(named)]
    if not rings(panel, choice):
        return f"Chosen: {', '.join(counted)}. Go on with one of the buttons."
    return f"Chosen: {', '.join(counted)}. Go on with what has a ring."


def rings(panel: Play, choice: Choice) -> bool:
    """Say whether a place of the board can be chosen next; what else can has a button alone."""
    return bool({place.token for place in panel.board_places()} & {*choice.offered, *choice.instead})


# --- controls -----------------------------------------------------------------------------------------------------


def controls(panel: Play, choice: Choice | None, on_board: Collection[str]) -> tuple[Control, ...]:
    """Return everything to press, move or type in."""
    made: list[Control] = []
    position = panel.position
    if panel.curtain:
        assert position.actor is not None
        label = f"I am {panel.talk.seat_name(position.actor)}: uncover the board"
        made.append(Control("reveal", "button", label, shortcut="Enter", primary=True))
    elif not position.over:
        made += acting(panel, choice, on_board)
        if choice is not None and panel.covered and position.actor is not None:
            label = f"Show what only {panel.talk.seat_name(position.actor)} knows"
            made.append(Control("reveal", "button", label, help="Until the next one decides."))
    return (*made, *history(panel))


def acting(panel: Play, choice: Choice | None, on_board: Collection[str]) -> list[Control]:
    """Return the controls that build a move."""
    position = panel.position
    ready = choice is not None and choice.complete is not None
    waiting = status(panel, None) or "Somebody else decides now."
    why = waiting if choice is None else "" if ready else "Choose the parts of a move first."
    made = [Control("confirm", "button", "Confirm (Enter)", shortcut="Enter", primary=ready, enabled=ready, reason=why)]
    if choice is not None:
        made += buttons(panel, choice, on_board)
        # It stays where it is, so that the board does not move away from under the pointer.
        why = "" if choice.picked else "Nothing is chosen yet."
        begun = bool(choice.picked)
        made.append(Control("clear", "button", BEGIN, shortcut="Escape", enabled=begun, reason=why))
    example = position.legal_moves()[0].key if choice is not None else ""
    field = Control("move", "text", "Type a move", placeholder=example, clear=True)
    if choice is None:
        field = Control("move", "text", "Type a move", enabled=False, reason=waiting)
    return [*made, field]


def buttons(panel: Play, choice: Choice, on_board: Collection[str]) -> list[Control]:
    """Return a button for each part of a move that is no place on the board, with the digits as keys."""
    talk, position = panel.talk, panel.position
    # The picked ones stay where they were, pressed.
    chosen = [token for token in choice.tokens if token not in on_board]
    whole = [f"={move.key}" for move in choice.whole]
    others = [
        token
        for token in (*choice.offered, *choice.instead)
        if token not in on_board and not talk.waits(position, choice.tokens, token)
    ]
    found = list(dict.fromkeys([*chosen, *others, *whole]))
    made = []
    for index, token in enumerate(found):
        picked = token in choice.tokens
        if token.startswith("="):
            phrase = talk.phrase(position, position.move(token[1:]))
            label = phrase[:1].upper() + phrase[1:]
        else:
            label = talk.token_words(position, token) or token
        key = str(index + 1) if index < 9 else ""
        made.append(Control(f"token:{token}", "toggle", label, value="on" if picked else "", shortcut=key))
    return made


def history(panel: Play) -> list[Control]:
    """Return undo, redo, the slider over what happened, and the settings."""
    table = panel.table
    last, at = len(table.steps), panel.cursor
    target = table.undo_target()
    back = target if isinstance(target, str) else ""
    made = [
        Control("undo", "button", "Undo", "bottom", enabled=not back, reason=back, shortcut="u", help=UNDO_HELP),
        Control(
            "redo",
            "button",
            "Redo",
            "bottom",
            enabled=bool(table.redone),
            reason="" if table.redone else "Nothing was taken back.",
            shortcut="r",
        ),
    ]
    for key, label, shortcut, possible in (
        ("first", "First", "<", at > 0),
        ("previous", "Previous", ",", at > 0),
        ("next", "Next", ".", at < last),
        ("last", "Last", ">", at < last),
    ):
        reason = "" if possible else "This is the first position." if at == 0 else "This is the last position."
        made.append(
            Control(key, "button", label, "bottom", enabled=possible, reason=reason, shortcut=shortcut, always=True)
        )
    made.append(Control("go", "slider", f"Step of {last}", "bottom", str(at), maximum=last, always=True))
    made.append(Control("forced", "toggle", FORCED, "bottom", "on" if table.forced else ""))
    if not hides_something(panel):
        made.append(Control("copy", "link", "Copy the line that rebuilds this", "bottom", panel.rebuild))
    return made


def hides_something(panel: Play) -> bool:
    """Say whether the whole position holds what somebody at this notebook may not see."""
    return bool(panel.position != public(panel.position))


# --- sections -----------------------------------------------------------------------------------------------------


def sections(panel: Play) -> tuple[Section, ...]:
    """Return the final scores, the moves so far, and the line for a cell."""
    made = []
    if panel.position.over:
        made.append(scores(panel))
        if note := panel.talk.house_note(panel.position):
            made.append(Section("house", "text", area="top", text=note, tone="quiet"))
    made += since(panel)
    made.append(moves(panel))
    if panel.rolls:
        made.append(Section("seed", "text", area="bottom", text=seed_words(panel), tone="quiet"))
    code = "panel.rebuild  # the whole position, secrets included" if hides_something(panel) else panel.rebuild
    made.append(Section("code", "code", "This position as a line of Python", "bottom", code, folded=True))
    return tuple(made)


def seed_words(panel: Play) -> str:
    """Say which seed gives the chance of this game again."""
    return f"Dice and cards of this game: seed={panel.seed} gives them again."


def since(panel: Play) -> list[Section]:
    """Keep in sight what came by itself since the last decision, where the game's words ask for it."""
    table = panel.table
    if panel.past or panel.curtain or not table.people:
        return []
    told: list[Item] = []
    for number in range(len(table.steps) - 1, -1, -1):
        before, step = table.positions[number], table.steps[number]
        if table.kind(before) == "":
            break
        if panel.talk.stays(before, step):
            told.append(Item(panel.talk.told(before, step)))
    return [Section("since", "list", "Since your last decision", "top", items=tuple(reversed(told)))] if told else []


def moves(panel: Play) -> Section:
    """List the last moves; each can be pressed to see the board after it."""
    table = panel.table
    last, first = len(table.steps), max(0, len(table.steps) - LISTED)
    items = tuple(
        Item(
            panel.talk.told(table.positions[index], table.steps[index]),
            control="go",
            value=str(index + 1),
            current=index + 1 == panel.cursor,
        )
        for index in range(last - 1, first - 1, -1)
    )
    title = f"Moves so far ({last})" if not first else f"Moves so far (the last {LISTED} of {last}, newest first)"
    return Section("moves", "list", title, "bottom", items=items, folded=True)


def scores(panel: Play) -> Section:
    """Show the final ranking, the points by source, and what broke ties."""
    ranked = sorted(panel.position.scores(), key=lambda score: (score.rank, score.seat))
    sources = [name for name in ranked[0].sources if any(score.sources.get(name) for score in ranked)]
    ties = list(ranked[0].ties)
    head = (
        "Rank",
        "Seat",
        "Points",
        *(name.capitalize() for name in sources),
        *(f"Tie-break: {name}" for name in ties),
    )
    rows = []
    for score in ranked:
        ours = house_sources(panel.position, score.seat)
        ring = dict.fromkeys(ours, HOUSE)
        points = [f"{score.sources.get(name, 0)}{ring.get(name, '')}" for name in sources]
        ties_ = [str(score.ties.get(name, 0)) for name in ties]
        who = side_name(panel.talk, panel.position, score.seat)
        rows.append((str(score.rank), who, f"{score.total}{HOUSE if ours else ''}", *points, *ties_))
    return Section("scores", "table", "Final scores", "top", head=head, rows=tuple(rows))
