"""Step III of a turn: whether a villager dies, where he is buried, the day laborer, the rat and the plague.

Source: rulebook pages 7, and 9 (Salvation church).
"""

from __future__ import annotations

from fractions import Fraction

from rules.findings import Finding

from .moves import Die, Laborer, Move, Ward
from .outcomes import Rat
from .steps import CHANCES, DECISIONS, Chance, Decision, automatic, finding, replace, with_seat
from .values import ABBOT, PROFESSIONS, Position, Seat

PIPS: tuple[tuple[Rat, Fraction], ...] = tuple([(Rat(pips), Fraction(1, 6)) for pips in range(1, 7)])
DEATHS: tuple[Die, ...] = tuple([Die(profession) for profession in PROFESSIONS])
LABORERS: tuple[Laborer, ...] = tuple([Laborer(profession) for profession in PROFESSIONS])
WARDS = (Ward(ward=True), Ward(ward=False))
SPACES = 2  #: of the Salvation church


@automatic("death")
def see_death(position: Position) -> Position:
    """Let a villager die when the time marker has passed the bridge in this turn (rules death-cross, death-one)."""
    number = position.acting
    seat = position.seats[number]
    if not seat.crossed:
        return replace(position, step="next")
    seat = replace(seat, crossed=False)
    return with_seat(position, number, seat, step="rat", pending=((number, "dies"),))


# --- who dies (rules death-choose, death-chronicle, death-grave) -----------------------------------------------------


def deaths(position: Position) -> tuple[Move, ...]:
    """List the villagers who are there; descendants in the school are none (rule death-school)."""
    villagers = position.seats[position.pending[0][0]].villagers
    return tuple([move for move, there in zip(DEATHS, villagers, strict=True) if there])


def check_death(position: Position, move: Die) -> list[Finding]:
    """Refuse a villager who is not there."""
    seat = position.seats[position.pending[0][0]]
    if move.profession not in PROFESSIONS:
        text = f"{move.profession or 'Nobody'} is no profession."
    elif seat.villagers[PROFESSIONS.index(move.profession)]:
        return []
    else:
        text = f"Your {move.profession} is not there, so he cannot die."
        if any(seat.school):
            return [finding("death-school", f"{text} Descendants in the school are no villagers.", _there(seat))]
    return [finding("death-choose", text, _there(seat))]


def _there(seat: Seat) -> str:
    names = [name for name, there in zip(PROFESSIONS, seat.villagers, strict=True) if there]
    return f"Choose one of those who are there: {', '.join(names)}."


def dies(position: Position, move: Die) -> Position:
    """Bury the villager: in the chronicle of his profession while a space is free, for 1 or 2 story points; else in a
    grave. Whoever has lost the last villager must hire a day laborer at once (rule laborer-hire)."""
    number = position.pending[0][0]
    seat = position.seats[number]
    index = PROFESSIONS.index(move.profession)
    filled = position.chronicle[index]
    spaces = position.game.chronicle[index]
    villagers = (*seat.villagers[:index], False, *seat.villagers[index + 1 :])
    pending = position.pending[1:]
    if not any(villagers):
        pending = ((number, "laborer"), *pending)
    if filled < len(spaces):
        chronicle = (*position.chronicle[:index], filled + 1, *position.chronicle[index + 1 :])
        seat = replace(seat, villagers=villagers, tree=seat.tree + spaces[filled])
        return with_seat(position, number, seat, pending=pending, chronicle=chronicle)
    return with_seat(position, number, replace(seat, villagers=villagers), pending=pending, graves=position.graves + 1)


DECISIONS["dies"] = Decision("Choose the villager who dies.", (Die,), deaths, check_death, dies)


# --- the day laborer (rules laborer-hire, laborer-place) -------------------------------------------------------------


def check_laborer(position: Position, move: Laborer) -> list[Finding]:
    """Refuse what is no place of a villager."""
    if move.profession in PROFESSIONS:
        return []
    text = f"{move.profession or 'Nobody'} is no profession."
    return [finding("laborer-place", text, f"Choose one of {', '.join(PROFESSIONS)}.")]


def hire(position: Position, move: Laborer) -> Position:
    """Take a day laborer and put him on one of the five empty places; there is always one (rule supply-unlimited)."""
    number = position.pending[0][0]
    seat = position.seats[number]
    index = PROFESSIONS.index(move.profession)
    villagers = (*seat.villagers[:index], True, *seat.villagers[index + 1 :])
    seat = replace(seat, villagers=villagers, laborers=seat.laborers + 1)
    return with_seat(position, number, seat, pending=position.pending[1:])


DECISIONS["laborer"] = Decision(
    "Your last villager has died: choose the place of the day laborer.",
    (Laborer,),
    lambda position: LABORERS,
    check_laborer,
    hire,
)


# --- the rat and the plague (rules rat-roll, rat-plague, rat-half, rat-return) ---------------------------------------


def run_rat(position: Position, outcome: Rat) -> Position:
    """Move the rat; on the plague field it stops, and all seats lose stories, the acting one first."""
    left = position.rat - outcome.pips
    if left > 0:
        return replace(position, rat=left, step="next")
    seats = list(position.seats)
    asked = []
    for step in range(len(seats)):
        number = (position.acting + step) % len(seats)
        if can_ward(position, seats[number]):
            asked.append((number, "plague"))
        else:
            seats[number] = halved(seats[number])
    return replace(position, rat=0, seats=tuple(seats), pending=tuple(asked), step="rat_return")


def halved(seat: Seat) -> Seat:
    """Take half of the stories on the tree, rounded down; those on the main house are safe (rule rat-half)."""
    return replace(seat, tree=seat.tree - seat.tree // 2) if seat.tree >= 2 else seat


def can_ward(position: Position, seat: Seat) -> bool:
    """Say whether a seat can keep the plague away and has something to lose (rule church-salvation)."""
    ready = seat.church == position.game.salvation and seat.villagers[ABBOT] and seat.wards < SPACES
    return ready and seat.tree >= 2


def ward(position: Position, move: Ward) -> Position:
    """Fill a space of the Salvation church and lose nothing, or lose half."""
    number = position.pending[0][0]
    seat = position.seats[number]
    seat = replace(seat, wards=seat.wards + 1) if move.ward else halved(seat)
    return with_seat(position, number, seat, pending=position.pending[1:])


@automatic("rat_return")
def rat_returns(position: Position) -> Position:
    """Put the rat back when everybody is through with the plague (rule rat-return)."""
    return replace(position, rat=position.game.table(len(position.seats)).rat, step="next")


CHANCES["rat"] = Chance(lambda position: PIPS, run_rat, Rat, lambda position, outcome: outcome.pips in range(1, 7))
DECISIONS["plague"] = Decision(
    "The plague comes: fill a space of the Salvation church, or lose half of the stories on the tree?",
    (Ward,),
    lambda position: WARDS,
    lambda position, move: [],
    ward,
)
