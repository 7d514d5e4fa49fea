"""A plan as a line of positions: what the board shows after each of its steps, chance and other seats included."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from widgets.talk import Talk

if TYPE_CHECKING:
    from solver.plan import Plan
    from solver.request import Request
    from solver.rooms import Room

MOST: Final = 200
"""How many frames a line has at most; a line that is cut says so."""


class Frame(msgspec.Struct, frozen=True):
    """Hold one position of the line and what led to it. ``move`` is the number of the plan's move, from 1, or 0."""

    position: Any
    kind: Literal["start", "move", "after", "rival", "chance", "cut"]
    text: str
    move: int = 0


def likely(chances: tuple[tuple[Any, Fraction], ...]) -> tuple[Any, Fraction]:
    """Return the most likely outcome, the first among equals, with its probability."""
    return max(chances, key=lambda pair: pair[1])


def frames(plan: Plan, request: Request, room: Room, talk: Talk) -> tuple[Frame, ...]:
    """Walk one line of play along the plan, up to the end of what it covers.

    At chance nodes the line goes on with one outcome, the most likely, and says so; other seats play the plan's
    replies, and then what the solver assumed of them.
    """
    position: Any = plan.position
    made = [Frame(position, "start", "The position that was given.")]
    moves, replies = list(plan.moves), list(plan.replies)
    done = 0
    while not position.over and not room.ended(request, position):
        if len(made) == MOST:
            made.append(Frame(position, "cut", f"The line is longer; {MOST} steps of it are shown."))
            break
        step: Any
        if outcomes := tuple(position.chance()):
            step = room.settle(request, position)
            if step is None:
                step, probability = likely(outcomes)
                number = f"One of {len(outcomes)} outcomes, probability {probability}; the plan counts them all."
                text = f"By chance: {talk.told(position, step)} {number}"
                made.append(Frame(position.play(step), "chance", text))
            else:
                made.append(Frame(position.play(step), "chance", f"By chance: {talk.told(position, step)}"))
        elif position.actor == request.seat and done < len(moves):
            step = moves[done]
            done += 1
            made.append(Frame(position.play(step), "move", talk.phrase(position, step), done))
        elif position.actor == request.seat:
            step = room.follow(request, position)
            made.append(Frame(position.play(step), "after", f"Then: {talk.phrase(position, step)}."))
        else:
            step = position.move(replies.pop(0)) if replies else room.rival(request, position)
            made.append(Frame(position.play(step), "rival", talk.told(position, step)))
        position = made[-1].position
    return tuple(made)
