"""Say a move of Kingsburg in words."""

from __future__ import annotations

from rules.kingsburg import moves
from rules.kingsburg.moves import Move, goods_text
from rules.kingsburg.values import Position


def describe(position: Position, move: Move) -> str:
    """Say what a seat does with a move, by the names on board and sheet."""
    if isinstance(move, moves.Place):
        name = position.game.advisors[move.rank - 1].name.en
        return f"Influence the {name} ({move.rank}) with {dice_text(move)}"
    if isinstance(move, moves.Build):
        cell = position.sheet.by_id[move.building]
        return f"Build the {cell.building.name.en}"
    if isinstance(move, moves.Take):
        return f"Take {goods_text(move.gold, move.wood, move.stone)}"
    if isinstance(move, moves.Lose):
        return f"Lose {goods_text(move.gold, move.wood, move.stone)}"
    if isinstance(move, moves.Exchange):
        return f"Give the Alchemist 1 {move.good} for one each of the other kinds"
    if isinstance(move, moves.Recruit):
        return f"Recruit for {move.key.removeprefix('recruit ')}"
    if isinstance(move, moves.Pay):
        return f"Pay the Town Hall 1 {'+2 marker' if move.what == 'marker' else move.what}"
    if isinstance(move, moves.Pass):
        return "Pass" if position.step == "influence" else "Build nothing"
    if isinstance(move, moves.RollBonus):
        return f"Roll {move.number} bonus {'die' if move.number == 1 else 'dice'}"
    if isinstance(move, moves.Army):
        return f"Choose the army marker {move.value}"
    if isinstance(move, moves.Use):
        cell_ = position.sheet.by_id.get(move.effect)
        return f"Use the {cell_.building.name.en if cell_ else move.effect.capitalize()}"
    simple = {moves.Keep: "Keep the dice", moves.Decline: "Decline"}
    return simple.get(type(move), move.key.capitalize())


def dice_text(move: moves.Place) -> str:
    """Name the dice and helpers of a placement."""
    words = [", ".join(map(str, move.dice))]
    if move.bonus:
        words.append(f"bonus {'die' if len(move.bonus) == 1 else 'dice'} {', '.join(map(str, move.bonus))}")
    if move.marker:
        words.append("a +2 marker")
    if move.market:
        words.append(f"the Market ({move.market:+d})")
    if move.envoy:
        words.append("the envoy")
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
