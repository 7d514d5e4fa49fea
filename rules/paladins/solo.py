"""The solo opponent's turn: a scheme card, the action it names, or the first possible one of its fallback actions.

Source: rulebook pages 29 to 31.
"""

from __future__ import annotations

from .opponent import advanced, dismissed, nearest, prayed
from .outcomes import Reveal
from .right import deck_outcomes, open_spaces, with_piece, without
from .steps import CHANCES, Chance, automatic, opponent_of, pending, replace
from .values import (
    ABSOLVE,
    ACTIONS,
    ATTACK,
    COMMISSION,
    CONSPIRE,
    CONVERT,
    FORTIFY,
    GARRISON,
    INDEX,
    LEFT,
    OPPONENT,
    PRAY,
    RECRUIT,
    TRADE,
    Opponent,
    Position,
)

FALLBACK = ("recruit", "pray", "trade", "conspire")
SLOTS = 7


@automatic("plan")
def plan(position: Position) -> Position:
    """Wait for the next scheme card; an empty deck is shuffled, or the opponent falls back (option scheme_deck)."""
    opponent = opponent_of(position)
    if opponent.schemes:
        return replace(position, step="scheme")
    if position.game.options.scheme_deck == "shuffle" and opponent.schemes_out:  # rule solo-schemes
        opponent = replace(opponent, schemes=opponent.schemes_out, schemes_out=())
        return replace(position, step="scheme", opponent=opponent)
    return fall_back(replace(position, step="answered"))


def follow(position: Position, drawn: Reveal) -> Position:
    """Lay the scheme card face up and do what it says, or fall back (rules solo-schemes, solo-fallback)."""
    opponent = opponent_of(position)
    opponent = replace(
        opponent,
        schemes=without(opponent.schemes, drawn.card),
        schemes_out=tuple(sorted((*opponent.schemes_out, drawn.card))),
    )
    position = replace(position, opponent=opponent, step="answered")
    if drawn.card == "favour":
        done = favour(position)
    elif drawn.card == "order":
        done = order(position)
    else:
        done = act(position, drawn.card)
    return done if done is not None else fall_back(position)


CHANCES["scheme"] = Chance(
    lambda position: deck_outcomes("scheme", opponent_of(position).schemes),
    follow,
    Reveal,
    lambda position, drawn: drawn.pile == "scheme" and drawn.card in opponent_of(position).schemes,
)


def fall_back(position: Position) -> Position:
    """Do the first possible of Recruit, Pray, Trade, Conspire, Rest (rule solo-fallback)."""
    for name in FALLBACK:
        done = act(position, name)
        if done is not None:
            return done
    opponent = opponent_of(position)  # rule solo-rest
    opponent = advanced(opponent, 1 + opponent.workers, position.game.cap)
    return replace(position, opponent=replace(opponent, resting=True))


def workers_needed(position: Position, index: int) -> int:
    """Return how many workers an action takes: on the right three less the workshops there (rule solo-workers)."""
    if index < LEFT:
        return position.game.catalogue.opponent[ACTIONS[index]].workers
    return 3 - opponent_of(position).workshops[index - LEFT]


def posted(position: Position, index: int) -> Opponent | None:
    """Put workers on an action, or None when there are too few or some stand there already."""
    opponent = opponent_of(position)
    number = workers_needed(position, index)
    if opponent.workers < number or opponent.placed[index]:
        return None
    placed = opponent.placed
    return replace(opponent, workers=opponent.workers - number, placed=(*placed[:index], number, *placed[index + 1 :]))


def act(position: Position, name: str) -> Position | None:
    """Do one action, or return None when it is impossible."""
    index = INDEX[name]
    opponent = posted(position, index)
    if opponent is None:
        return None
    after = replace(position, opponent=opponent)
    if index == RECRUIT:
        return dismissed(after) if any(position.townsfolk) else None
    if index == PRAY:
        return prayed(after)
    if index == TRADE:
        return replace(after, opponent=advanced(opponent, 1, position.game.cap))
    if index == CONSPIRE:  # rule solo-conspire
        opponent = replace(opponent, workers=opponent.workers + 2)
        return replace(position, opponent=opponent, pending=((OPPONENT, "suspicion"),))
    if index in (COMMISSION, GARRISON):
        return piece(after, opponent, index)
    if index in (FORTIFY, ABSOLVE):
        return wall_or_jar(after, opponent, index)
    return outsider(after, opponent, index)


def worth(opponent: Opponent, reward: tuple[str, ...]) -> int:
    """Rank the reward of a space: the lower, the sooner the opponent takes it (rule solo-spaces)."""
    if reward == ("recruit",):
        return 0
    if reward == ("settle",):
        return 1 if opponent.unpaid else 7
    if reward == ("pray",):
        return 2
    workers = sum(len(gain) == 1 for gain in reward)
    if workers:
        return 3 if workers > 1 else 4
    return 5 if "silver" in reward else 6


def piece(position: Position, opponent: Opponent, index: int) -> Position | None:
    """Send the next monk, or place the next outpost, on the space that ranks first; the leftmost of equals."""
    game = position.game
    if index == COMMISSION:
        own, flags, done, gain = opponent.faith, game.faith_flags, opponent.monks, "influence"
    else:
        own, flags, done, gain = opponent.strength, game.strength_flags, opponent.outposts, "faith"
    spaces = open_spaces(position, sum(flag <= own for flag in flags))
    if done >= SLOTS or not spaces:
        return None
    rows = game.catalogue.spaces
    space = min(spaces, key=lambda name: worth(opponent, rows[name].reward))
    if index == COMMISSION:
        opponent = replace(opponent, monks=done + 1)
    else:
        opponent = replace(opponent, outposts=done + 1)
    board = with_piece(position, space, 1 + 2 * OPPONENT + (index == GARRISON))
    gains = pending(OPPONENT, (gain, *rows[space].reward))
    return replace(position, opponent=opponent, board=board, pending=gains)


def wall_or_jar(position: Position, opponent: Opponent, index: int) -> Position | None:
    """Build the next wall, or turn the next jar over, if the influence suffices (rules solo-fortify, solo-absolve)."""
    done = len(opponent.walls) if index == FORTIFY else opponent.jars
    if done >= SLOTS or opponent.influence < position.game.actions[index].needs[done]:
        return None
    if index == FORTIFY:
        return replace(position, pending=((OPPONENT, "wall"),)) if position.wall_deck else None
    opponent = replace(opponent, jars=done + 1)
    return replace(position, opponent=opponent, pending=pending(OPPONENT, ("faith", "pardon", "settle/pardon")))


def outsider_aimed(position: Position, index: int) -> int | None:
    """Return the place whose outsider the opponent would attack or convert; None where none is within its reach.

    It is the one at the marker, or the next one that its strength or faith suffices for (rules solo-target,
    solo-attack, solo-convert).
    """
    opponent, game = opponent_of(position), position.game
    if index == CONVERT and len(opponent.converted) >= SLOTS:
        return None
    own, flags = (opponent.strength, game.strength_flags) if index == ATTACK else (opponent.faith, game.faith_flags)
    row = position.outsiders
    return next((place for place in nearest(position, len(row)) if row[place] and flags[place] <= own), None)


def outsider(position: Position, opponent: Opponent, index: int) -> Position | None:
    """Attack or convert the outsider that the opponent aims at (rules solo-attack, solo-convert)."""
    place = outsider_aimed(position, index)
    if place is None:
        return None
    row, rows = position.outsiders, position.game.catalogue.outsiders
    card = row[place]
    left = (*row[:place], "", *row[place + 1 :])
    gains: tuple[str, ...]
    if index == ATTACK:
        opponent = replace(opponent, attacked=(*opponent.attacked, card))
        gains = rows[card].attack
    else:
        opponent = replace(opponent, converted=(*opponent.converted, card))
        gains = ("strength",) * rows[card].strength
    return replace(position, opponent=opponent, outsiders=left, pending=pending(OPPONENT, gains))


def done_times(opponent: Opponent, action: str) -> int:
    """Count how often the opponent has done a right-hand action."""
    return {
        "commission": opponent.monks,
        "fortify": len(opponent.walls),
        "garrison": opponent.outposts,
        "absolve": opponent.jars,
        "attack": len(opponent.attacked),
        "convert": len(opponent.converted),
    }[action]


def order(position: Position) -> Position | None:
    """Do the action of the rightmost order not yet fulfilled, else of the next one (rule solo-order)."""
    opponent = opponent_of(position)
    rows = position.game.catalogue.orders
    last_first = [rows[card] for card in reversed(position.orders)]
    open_ = [row for row in last_first if done_times(opponent, row.action) < row.at_least]
    for row in (*open_, *(row for row in last_first if row not in open_)):
        done = act(position, row.action)
        if done is not None:
            return done
    return None


def favour(position: Position) -> Position | None:
    """Use the favour at the marker, or the next one that is open and free; costs do not count (rule solo-favour)."""
    opponent = opponent_of(position)
    if not opponent.workers:
        return None
    for place in nearest(position, 5):
        if place < len(position.favours) and not position.hired[place]:
            row = position.game.catalogue.favours[position.favours[place]]
            hired = (*position.hired[:place], "L", *position.hired[place + 1 :])
            opponent = replace(opponent, workers=opponent.workers - 1, unpaid=opponent.unpaid + row.debt)
            return replace(position, opponent=opponent, hired=hired, pending=pending(OPPONENT, row.gain))
    return None
