"""Kingsburg (second edition, base game and the three modules of the German box).

The room's modules follow the game: ``favour`` (phases 1, 3, 5), ``dice``, ``influence``, ``gifts`` and
``build`` (the four steps of a productive season), ``winter`` (phases 7 and 8). ``values`` and ``moves`` hold
what lies on the table and what may be done, ``steps`` the table of steps, ``engine`` the methods of a position.
"""

from __future__ import annotations

from rules.position import Flow

from . import notation, problems, text
from .engine import decision, drawn, imagine, scores, view
from .game import Game, load
from .greedy import weigh
from .moves import Move, Outcome
from .steps import run
from .text import convert
from .values import Position

Position.flow = Flow(
    asked=decision,
    drawn=drawn,
    run=run,
    move=Move,
    outcome=Outcome,
    nobody="Dice or cards decide now, nobody else.",
    scores=scores,
    view=view,
    problems=problems.problems,
    read=notation.read,
    example=notation.EXAMPLES["place"],
    document=text.document,
    tables=text.TABLES,
    imagine=imagine,
)

__all__ = ["Game", "Position", "convert", "load", "weigh"]
