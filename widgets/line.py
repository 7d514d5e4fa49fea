"""A plan as a line of positions: what the board shows after each of its steps, chance and other seats included."""

from __future__ import annotations

from collections.abc import Sequence
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
    replies, and then what the solver assumed of them. A question that only this outcome asks is answered as the solver
    answers it, and a move of the plan that answers a question of another outcome is left out.
    """
    position: Any = plan.position
    made = [Frame(position, "start", "The position that was given.")]
    replies = list(plan.replies)
    done = 0
    while not position.over and not room.ended(request, position):
        if len(made) == MOST:
            made.append(Frame(position, "cut", f"The line is longer; {MOST} steps of it are shown."))
            break
        if position.actor is None:
            made.append(by_chance(position, request, room, talk))
        elif position.actor == request.seat:
            frame, done = own_step(position, plan.moves, done, request, room, talk)
            made.append(frame)
        else:
            step: Any = position.move(replies.pop(0)) if replies else room.rival(request, position)
            made.append(Frame(position.play(step), "rival", talk.told(position, step)))
        position = made[-1].position
    return tuple(made)


def by_chance(position: Any, request: Request, room: Room, talk: Talk) -> Frame:
    """Return what follows a chance node: the outcome that the solver settles on, or else the most likely one."""
    outcomes = tuple(position.chance())
    step: Any = room.settle(request, position)
    number = ""
    if step is None:
        step, probability = likely(outcomes)
        number = f" One of {len(outcomes)} outcomes, probability {probability}; the plan counts them all."
    return Frame(position.play(step), "chance", f"By chance: {talk.told(position, step)}{number}")


def own_step(
    position: Any, moves: Sequence[Any], done: int, request: Request, room: Room, talk: Talk
) -> tuple[Frame, int]:
    """Return what the planning seat plays, and how many moves of the plan are done or left out after it."""
    while done < len(moves) and room.passes is not None and room.passes(request, position, moves[done]):
        done += 1
    if done == len(moves):
        step: Any = room.follow(request, position)
        return Frame(position.play(step), "after", f"Then: {talk.phrase(position, step)}."), done
    step = room.meanwhile(request, position, moves[done]) if room.meanwhile is not None else None
    if step is not None:
        return Frame(position.play(step), "after", f"For this outcome: {talk.phrase(position, step)}."), done
    step = moves[done]
    return Frame(position.play(step), "move", talk.phrase(position, step), done + 1), done + 1
