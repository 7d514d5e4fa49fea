"""Hints inside a lesson. They lead to the goal of the step, rung by rung; the coach finds the words for moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.picture import Place

from .coach import GOAL, RUNGS, Hint, hint
from .language import language, say
from .lesson import game_rules
from .local import talk_of

if TYPE_CHECKING:
    from .session import Session

SECONDS = 0.25
"""So long the coach may look: a lesson's board must not stand still."""


def lesson_hint(session: Session, rung: int, places: tuple[Place, ...] = ()) -> Hint:
    """Return the hint of a rung, from 1; beyond the last rung, the last one again.

    ``places`` are the places of the board as the learner sees it. The last rung names what is to be done.
    """
    step = session.step
    if session.reached:
        return Hint(rung, say("This step is done. Go on to the next one."))
    if rung == 1 and step.hint is not None:
        return Hint(1, step.hint.say(), step.show, proof=GOAL)
    if step.goal.touch:
        return _place(session, rung, places)
    if step.goal.refused:
        return _refusal(session, rung)
    return _move(session, rung)


def _place(session: Session, rung: int, places: tuple[Place, ...]) -> Hint:
    tokens = session.step.goal.touch
    place = next((one for one in places if one.token in tokens or one.key in tokens), None)
    if place is None:
        return Hint(rung, say("Press {place}.", place=tokens[0]), tokens, proof=GOAL)
    if rung == 1 and place.group:
        return Hint(rung, say("Look among these: {group}.", group=place.group), proof=GOAL)
    return Hint(rung, say("It has a ring now: {place}.", place=place.label), (place.token,), proof=GOAL)


def _refusal(session: Session, rung: int) -> Hint:
    goal = session.step.goal
    rule = game_rules(session.lesson.game)[goal.refused]
    if rung == 1:
        words = rule.de if language() == "de" else rule.en
        return Hint(rung, say("Break this rule: {rule}", rule=words), session.step.show, proof=GOAL)
    return Hint(rung, say("Type this move: {move}", move=goal.by[0]), session.step.show, goal.by[:1], GOAL)


def _move(session: Session, rung: int) -> Hint:
    goals = session.goals()
    position = session.position if session.position.actor is None else session.position.view(session.position.actor)
    if len(goals) == 1 and rung > 1 and session.step.goal.best is None:
        # One move is wanted: which goods it costs helps nobody; where it is, and what it is, does.
        found = hint(position, 3 if rung == 2 else 4, goal=goals, seconds=SECONDS)
        return Hint(rung, found.text, found.tokens, found.moves, found.proof)
    if len(goals) > 1 and rung >= RUNGS - 1:
        # All of them will do: the first is named at once, and nothing has to be weighed.
        words = talk_of(session.lesson.game).phrase(position, goals[0])
        text = say("Any of {number} moves will do; one of them: {move}.", number=len(goals), move=words)
        return Hint(rung, text, goals[0].parts, (goals[0].key,), GOAL)
    best = session.step.goal.best
    if best is None:
        return hint(position, min(rung, RUNGS), goal=goals[:4], seconds=SECONDS)
    # What the step asks for and what the hint speaks of is the same question.
    return hint(
        position,
        min(rung, RUNGS),
        goal=goals[:4],
        horizon=best.horizon,
        objective=best.objective or "points",
        seconds=SECONDS,
    )
