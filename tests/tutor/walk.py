"""Go through lessons as a learner does who follows every hint."""

from __future__ import annotations

from tutor.lesson_hint import lesson_hint
from tutor.session import Session
from widgets.views import view_of

MOST_RUNGS = 6


def follow_hints(session: Session) -> None:
    """Reach the goal of the present step by what its hints say, rung by rung, and by nothing else."""
    for rung in range(1, 30):
        if session.reached:
            return
        places = view_of(session.position).draw(session.position, session.seat).places
        found = lesson_hint(session, min(rung, MOST_RUNGS), places)
        assert found.text.strip(), "a hint is never silent"
        if rung < 2:
            continue  # what it is about comes first
        goal = session.step.goal
        if goal.touch and found.tokens:
            session.touch(found.tokens[0])
        elif goal.refused and found.moves:
            from rules import IllegalMove

            try:
                session.position.move(found.moves[0])
            except IllegalMove as error:
                session.refused(error.findings, found.moves[0])
        elif found.moves:
            before = session.stage
            said = session.move(session.position.move(found.moves[0]))
            assert said.kind in ("reached", "stage"), (found, said)
            assert session.stage == before + 1
    raise AssertionError(f"the hints of step {session.index + 1} never lead to its goal")
