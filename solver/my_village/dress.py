"""Say with an answer what it assumes and what it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rules.my_village.moves import Bailiff, Die, Settle, Travel

from .house import decisions, house_values
from .table import ahead, on_table

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.request import Request

STILL = "The clocks of the other seats are taken to stand still, so that no villager of theirs dies meanwhile."
LEFT_ASIDE = (
    "Monks and customers that are turned up for the second turn are left aside, and the Trade church is not asked "
    "in it: ask again when they lie open."
)
IDLE = "Of the pairs of dice the other seat is taken to choose the one that hurts this plan least; it takes no card."
WORST = "Of the pairs of dice the other seat is taken to choose the one that hurts most; it takes no card."
STOPPED = (
    "The search was stopped: another first turn may be better; the second turn after the one that is shown is exact."
)
POLICY = "the room's policy"  #: the method of an answer that was played at a glance
AT_A_GLANCE = (
    "The time was too short for any search: the plan is played at a glance, as is what follows it, and the other seat "
    "takes the first pair of dice that costs nothing; another plan may be better."
)
RAT = "The rat's die is valued in expectation over its six faces."
LIGHT = "The light side of a travel card is valued in expectation over the cards that are left of its letter."
EXTRA = "The customer whom the Trade church turns up is valued in expectation over all who are still unseen."


def dressed(request: Request, answer: Answer) -> Answer:
    """Add the assumptions of a line and the house values that it rests on.

    What a forecast has said of itself stays before; its later turns rest on values that the moves do not tell.
    """
    if not answer.feasible:
        return answer
    told = dict.fromkeys((*answer.assumptions, *assumed(request, answer)))
    house = dict.fromkeys((*house_values(request, answer), *answer.house))
    return msgspec.structs.replace(answer, assumptions=tuple(told), house=tuple(house))


def assumed(request: Request, answer: Answer) -> tuple[str, ...]:
    """Say in sentences what a line takes for granted."""
    said: dict[str, None] = {}
    if ahead(request) and answer.method == POLICY:
        said |= dict.fromkeys((AT_A_GLANCE, STILL))
    elif ahead(request):
        stopped = () if answer.complete else (STOPPED,)
        said |= dict.fromkeys((*stopped, WORST if request.rivals == "worst" else IDLE, STILL, LEFT_ASIDE))
    trade = on_table(request).game.trade
    for position, move in decisions(request, answer):
        if isinstance(move, Die):
            said[RAT] = None
        elif isinstance(move, Travel | Settle):
            said[LIGHT] = None
        elif isinstance(move, Bailiff) and not move.customers and position.seats[request.seat].church == trade:
            said[EXTRA] = None
    if on_table(request).question == "rat":
        said[RAT] = None
    return tuple(said)
