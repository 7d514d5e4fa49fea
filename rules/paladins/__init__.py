"""Paladins of the West Kingdom (base game with solo mode).

The room's modules follow the game: ``rounds`` (cards of the round, paladins, taverns, reset), ``turn`` with
``left``, ``right`` and ``outsiders`` (the twelve actions), ``rewards`` and ``free`` (gains), ``inquisition``,
``solo`` and ``opponent`` (the solo opponent), ``scoring``. ``values``, ``moves`` and ``outcomes`` hold what lies
on the table and what may be done, ``workers`` groups of workers, ``steps`` the table of questions, ``engine`` the
methods of a position.
"""

from __future__ import annotations

from rules.code import pack

from . import engine, notation, problems, scoring, text
from .game import Game, load
from .greedy import weigh
from .text import convert
from .values import Position, flow

flow.legal_moves = engine.legal_moves
flow.why_not = engine.why_not
flow.play = engine.play
flow.chance = engine.chance
flow.scores = scoring.scores
flow.view = engine.view
flow.problems = problems.problems
flow.read_move = notation.read_move
flow.read_outcome = notation.read_outcome
flow.to_text = text.to_text
flow.to_code = lambda position: pack(position.game.name, text.document(position))

__all__ = ["Game", "Position", "convert", "load", "weigh"]
