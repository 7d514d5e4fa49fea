"""The school: descendants are trained, and take the places of the dead.

Source: rulebook page 6.
"""

from __future__ import annotations

from rules.findings import Finding
from rules.wording import joined

from .banners import WHITE, Verb
from .market import shows
from .moves import Move, School, Skip
from .phrases import phrase
from .seats import off_value, passed
from .steps import DECISIONS, Decision, finding, prepare, replace, settled, with_seat
from .values import PROFESSIONS, Position, Seat

LEFT, RIGHT = 0, 1
SIDES = {"left": LEFT, "right": RIGHT}
#: Which spaces of the school hold a marker -> the rule that says what may be done then.
RULES = {
    (False, False): "school-empty",
    (True, False): "school-left",
    (False, True): "school-right",
    (True, True): "school-both",
}


def options(seat: Seat) -> list[Move]:
    """List what the school can do now (rules school-empty, school-left, school-right, school-both)."""
    left, right = seat.school
    found: list[Move] = []
    if not left:
        found.append(School("train"))
    if left and not right:
        found.append(School("advance"))
    free = [name for name, there in zip(PROFESSIONS, seat.villagers, strict=True) if not there]
    for side, there in (("left", left), ("right", right)):
        if there:
            found += [School(side, name) for name in free]
    return found


def check_option(position: Position, seat: Seat, move: School) -> list[Finding]:
    """Refuse what the school cannot do in its present state."""
    left, right = seat.school
    rule = RULES[seat.school]
    state = "markers on the left and right" if left and right else f"a marker on the {'left' if left else 'right'}"
    state = state if left or right else "no marker"
    if move.how in SIDES:
        if not seat.school[SIDES[move.how]]:
            return [
                finding(rule, f"There is no descendant on the {move.how} space of your school.", _may(position, seat))
            ]
        empty = [name for name, there in zip(PROFESSIONS, seat.villagers, strict=True) if not there]
        change = f"Choose an empty place: {joined(empty, 'or')}." if empty else "No place is empty."
        if not move.profession:
            return [finding("school-place", "The place of the descendant is missing.", change)]
        if move.profession not in PROFESSIONS:
            return [finding("school-place", f"{move.profession} is no profession.", change)]
        if seat.villagers[PROFESSIONS.index(move.profession)]:
            text = f"The place of your {move.profession} is not empty."
            return [finding("school-place", text, change)]
        return []
    if move.how not in ("train", "advance"):
        return [finding(rule, f"'{move.how}' is nothing that the school does.", _may(position, seat))]
    allowed = (move.how == "train" and not left) or (move.how == "advance" and left and not right)
    if allowed and not move.profession:
        return []
    if allowed:
        text = f"'{move.profession}' is too much: only a descendant who leaves the school goes to a place."
        return [finding(rule, text, "Leave it out.")]
    return [finding(rule, f"Your school holds {state}, so this cannot be done.", _may(position, seat))]


def _may(position: Position, seat: Seat) -> str:
    """Say what the school can do."""
    return f"Possible now: {'; '.join(phrase(position, move) for move in options(seat)) or 'nothing'}."


def released(position: Position, seat: Seat, move: School) -> Seat:
    """Do what the school does; the right descendant brings stories (rule school-stories)."""
    place = position.catalogue.places["school"]
    left, right = seat.school
    if move.how == "train":
        return replace(seat, school=(True, right))
    if move.how == "advance":
        return replace(seat, school=(False, True))
    index = PROFESSIONS.index(move.profession)
    villagers = (*seat.villagers[:index], True, *seat.villagers[index + 1 :])
    school = (False, right) if move.how == "left" else (left, False)
    tree = seat.tree + (place.stories if move.how == "right" else 0)
    return passed(position, replace(seat, villagers=villagers, school=school, tree=tree), place.time)


def schools(position: Position, seat: Seat) -> list[Move]:
    """List what the school can do at this value."""
    values = shows(position, seat, "school", position.catalogue.places["school"].values)
    return options(seat) if position.value in values and "school" not in position.used else []


def check_school(position: Position, seat: Seat, move: School) -> list[Finding]:
    """Refuse the school at another value, a second time, and what it cannot do."""
    values = shows(position, seat, "school", position.catalogue.places["school"].values)
    wrong = off_value(position, values, "The school", "school-value")
    if "school" in position.used:
        wrong.append(finding("white-once", "The school has been activated in this turn already."))
    return wrong + check_option(position, seat, move)


def school(position: Position, number: int, move: School) -> Position:
    """Activate the school."""
    seat = released(position, position.seats[number], move)
    return with_seat(position, number, seat, used=(*position.used, "school"))


WHITE[School] = Verb(schools, check_school, school)


# --- the monk who teaches (rule monk-school) -------------------------------------------------------------------------


def taught(position: Position, move: School | Skip) -> Position:
    """Activate the school at a monk's word, or let it go."""
    number = position.pending[0][0]
    if isinstance(move, Skip):
        return settled(position)
    return with_seat(settled(position), number, released(position, position.seats[number], move))


@prepare("bonus/school")
def nothing_to_teach(position: Position) -> Position | None:
    """Pass over a school that can do nothing: both spaces hold a marker, and nobody is missing."""
    return None if options(position.seats[position.pending[0][0]]) else settled(position)


DECISIONS["bonus/school"] = Decision(
    "Your monk teaches: activate the school once, or skip.",
    (School, Skip),
    lambda position: (*options(position.seats[position.pending[0][0]]), Skip()),
    lambda position, move: (
        [] if isinstance(move, Skip) else check_option(position, position.seats[position.pending[0][0]], move)
    ),
    taught,
)
