"""Paladins of the West Kingdom (base game with solo mode).

The room's modules follow the game: ``rounds`` (cards of the round, paladins, taverns, reset), ``turn`` with
``left``, ``right`` and ``outsiders`` (the twelve actions), ``rewards`` and ``free`` (gains), ``inquisition``,
``solo`` and ``opponent`` (the solo opponent), ``scoring``. ``values``, ``moves`` and ``outcomes`` hold what lies
on the table and what may be done, ``workers`` groups of workers, ``steps`` the table of questions, ``engine`` the
methods of a position.
"""

from __future__ import annotations

from rules.position import Flow

from . import notation, problems, scoring, text
from .engine import imagine, view
from .game import Game, load
from .greedy import shortlist, weigh
from .moves import Move
from .outcomes import Outcome
from .steps import asked, drawn, run
from .text import convert
from .values import Position

Position.flow = Flow(
    asked=asked,
    drawn=drawn,
    run=run,
    move=Move,
    outcome=Outcome,
    nobody="A card is drawn now; nobody decides.",
    scores=scoring.scores,
    view=view,
    problems=problems.problems,
    read=notation.read,
    example=notation.EXAMPLE,
    document=text.document,
    tables=text.TABLES,
    imagine=imagine,
)

__all__ = ["Game", "Position", "convert", "load", "shortlist", "weigh"]
