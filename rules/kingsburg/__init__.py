"""Kingsburg (second edition, base game and the three modules of the German box).

The room's modules follow the game: ``favour`` (phases 1, 3, 5), ``dice``, ``influence``, ``gifts`` and
``build`` (the four steps of a productive season), ``winter`` (phases 7 and 8). ``values`` and ``moves`` hold
what lies on the table and what may be done, ``steps`` the table of steps, ``engine`` the methods of a position.
"""

from __future__ import annotations

from rules.code import pack

from . import engine, notation, problems, text
from .game import Game, load
from .greedy import weigh
from .text import convert
from .values import Position, flow

flow.legal_moves = engine.legal_moves
flow.why_not = engine.why_not
flow.play = engine.play
flow.chance = engine.chance
flow.scores = engine.scores
flow.view = engine.view
flow.problems = problems.problems
flow.read_move = notation.read_move
flow.read_outcome = notation.read_outcome
flow.to_text = text.to_text
flow.to_code = lambda position: pack(position.game.name, text.document(position))

__all__ = ["Game", "Position", "convert", "load", "weigh"]
