"""My Village, for two to four players.

The room's modules follow the game: ``rounds`` (preparation, whose turn it is, the end), ``dice`` (the banner value),
``banners`` (which banners it activates) with ``black``, ``travel``, ``market``, ``headman`` and ``white``, ``school``,
``plow``, then ``death`` (a villager, the rat, the plague) and ``scoring``. ``values``, ``moves`` and ``outcomes`` hold
what lies on the table and what may be done, ``seats`` and ``payment`` gains and ways to pay, ``steps`` the table of
questions, ``engine`` the methods of a position.
"""

from __future__ import annotations

from rules.position import Flow

from . import notation, problems, scoring, text
from .engine import imagine, view
from .game import Game, load
from .greedy import weigh
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
    nobody="Dice or cards decide now; nobody is asked.",
    scores=scoring.scores,
    view=view,
    problems=problems.problems,
    read=notation.read,
    example=notation.EXAMPLE,
    document=text.document,
    tables=text.TABLES,
    imagine=imagine,
)

__all__ = ["Game", "Position", "convert", "load", "weigh"]
