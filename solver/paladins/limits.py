"""A first bound of any request, in a millisecond: what a seat could score if it got all that the table holds.

Every card of the rows, every favour, and the best spaces, jars and walls are thought to be taken, whatever they cost;
what can be done again by Pray is counted as often as anything frees an action. A request that looks over later rounds
adds what their rows allow at most (see ``limits_later.py``). Nothing here needs a solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.moves import ChoosePaladin
from rules.paladins.rewards import NOTHING, suspicion_left
from rules.paladins.right import SLOTS
from rules.paladins.scoring import ORDER_POINTS, PAID
from rules.paladins.values import ATTRIBUTES, Seat

from .prospect import OCCASIONS
from .table import CHOOSING, kept, on_table, worth

if TYPE_CHECKING:
    from solver.request import Request

WORKSHOPS = 8
GOODS = 3  #: of a Hunt or Trade by two workers
ENDLESS = 200  #: rounds of counting after which gains are taken to call one another without end
BEYOND = Fraction(10**6)  #: what no game comes near

Gains = Iterable[str]


def first_bound(request: Request) -> Fraction:
    """Return a number that no plan of a request can exceed."""
    from .forecast_figures import ahead

    found = Limits(request).bound()
    if ahead(request):
        from .limits_later import later_bound

        found += later_bound(request)
    return found


def counted(gains: Gains) -> Counter[str]:
    """Count words of gains, of each choice the side that brings most of a word; taxes by their silver.

    >>> sorted(counted(["silver/settle+silver", "tax2", "L"]).items())
    [('L', 1), ('settle', 1), ('silver', 1), ('tax', 2)]
    """
    found: Counter[str] = Counter()
    for gain in gains:
        most: Counter[str] = Counter()
        for side in gain.split("/"):
            here: Counter[str] = Counter()
            for word in side.split("+"):
                if word.startswith("tax"):
                    here["tax"] += int(word[3:])
                else:
                    here[word] += 1
            most |= here
        found += most
    return found


def best_of(choices: Iterable[Gains], number: int) -> Counter[str]:
    """Return the most of each word that so many of some gains bring.

    >>> sorted(best_of([["L", "L"], ["L", "silver"], []], 1).items())
    [('L', 2), ('silver', 1)]
    """
    by_word: dict[str, list[int]] = {}
    for gains in choices:
        for word, times in counted(gains).items():
            by_word.setdefault(word, []).append(times)
    return Counter({word: sum(sorted(times, reverse=True)[: max(0, number)]) for word, times in by_word.items()})


def times(words: Counter[str], number: int) -> Counter[str]:
    """Return so many times some words."""
    return Counter({word: each * number for word, each in words.items()}) if number > 0 else Counter()


class Limits:
    """The most that a seat can get in the rest of a round; without the actions that are ``shut``."""

    def __init__(self, request: Request, shut: Collection[str] = ()) -> None:
        self.request, self.position = request, on_table(request)
        self.seat: Seat = self.position.seats[request.seat]
        position, seat, rows = self.position, self.seat, self.position.catalogue
        self.row = [card for card in position.townsfolk if card]
        self.outsiders = [card for card in position.outsiders if card]
        self.people = [rows.townsfolk[card] for card in (*seat.townsfolk, *self.row) if card in rows.townsfolk]
        free = [
            rows.spaces[name].reward
            for names, area in zip(position.game.spaces[len(position.seats) - 1], position.board, strict=True)
            for name, piece in zip(names, area, strict=True)
            if not piece
        ]
        jars = [jar.reward for name, jar in rows.jars.items() if name not in seat.jars]
        #: So often each action of the right, and Develop, can be done at most.
        self.uses = {
            "commission": min(SLOTS - seat.monks, len(free)),
            "fortify": min(SLOTS - len(seat.walls), len(position.wall_deck)),
            "garrison": min(SLOTS - seat.outposts, len(free)),
            "absolve": min(SLOTS - len(seat.jars), len(jars)),
            "attack": len(self.outsiders),
            "convert": min(SLOTS - len(seat.converted), len(self.outsiders)),
            "develop": WORKSHOPS - seat.developed,
        }
        self.uses.update(dict.fromkeys(self.uses.keys() & set(shut), 0))
        self.paladins = self._paladins()
        fixed = counted(self._waiting())
        fixed += best_of(free, self.uses["commission"]) + times(Counter(["influence"]), self.uses["commission"])
        fixed += best_of(free, self.uses["garrison"]) + times(Counter(["faith"]), self.uses["garrison"])
        fixed += best_of(jars, self.uses["absolve"]) + times(Counter(["faith", "pardon"]), self.uses["absolve"])
        fixed += best_of((rows.walls[card].gain for card in position.wall_deck), self.uses["fortify"])
        for card in self.outsiders:
            outsider = rows.outsiders[card]
            fixed += Counter({"strength": outsider.strength})
            fixed += counted(outsider.attack) if self.uses["attack"] else Counter()
        fixed["silver"] += self.uses["attack"] * self._able("attack_silver")
        for card, guest in zip(position.favours, position.hired, strict=True):
            if not guest:
                fixed += counted(rows.favours[card].gain) + Counter({"debt": rows.favours[card].debt})
        fixed += Counter(position.game.workshops[seat.developed :])
        fixed["debt"] += sum(place.debt for place in position.game.places)
        for trigger, number in self.uses.items():
            fixed += times(self._ongoing(trigger), number)
        for card in self.row if "recruit" not in shut or fixed["recruit"] else ():
            fixed += counted(rows.townsfolk[card].recruit) | counted(rows.townsfolk[card].dismiss)
        self.fixed = fixed
        self.words: Counter[str] = fixed
        self.settles = self.draws = 0
        self.endless = not self._follow(fixed)

    # --- what comes -------------------------------------------------------------------------------------

    def _paladins(self) -> list[str]:
        """List the paladins that may be in use."""
        if self.position.step == "paladin" and self.position.actor == self.request.seat:
            return sorted({move.use for move in self.position.legal_moves() if isinstance(move, ChoosePaladin)})
        return [self.seat.paladin]

    def _able(self, ability: str) -> int:
        """Return the amount of an ability, of those paladins that may be in use."""
        known = [self.position.game.abilities.get(card, NOTHING) for card in self.paladins]
        return max((amount for name, amount in known if name == ability), default=0)

    def _waiting(self) -> list[str]:
        """List what waits to be gained, and the workers of paladins and taverns that are still to choose."""
        position, rows = self.position, self.position.catalogue
        words = [what for number, what in position.pending if number == self.request.seat]
        if position.step == "paladin":
            for card in self.paladins:
                words += rows.paladins[card].workers
        if position.step in CHOOSING:
            for card in position.taverns:
                words += rows.taverns[card].workers
        return words

    def _ongoing(self, trigger: str) -> Counter[str]:
        """Count what all townsfolk pay once, who are there or may be kept."""
        return counted(gain for row in self.people if row.trigger == trigger for gain in row.ongoing)

    def _elsewhere(self) -> int:
        """Count suspicion cards that others may draw, by what waits and by the taverns."""
        position = self.position
        waiting = sum(what in ("X", "suspicion") for number, what in position.pending if number != self.request.seat)
        taverns = [card for card in position.taverns if position.step in (*CHOOSING, "taverns_end")]
        return waiting + sum(position.catalogue.taverns[card].workers.count("X") for card in taverns)

    def _follow(self, fixed: Counter[str]) -> bool:
        """Add what gains bring in turn until nothing more comes; say whether that has an end."""
        position, seat, game = self.position, self.seat, self.position.game
        settle, judged = self._ongoing("settle"), Counter[str]()
        for occasion in OCCASIONS:
            judged += self._ongoing(occasion)
        dearest = max(game.suspicion_values, default=0)
        cards, full = suspicion_left(position) + sum(position.suspicion_out), game.full_tax(len(position.seats))
        begun = sum(what in ("inquisition", "judgement", "abilities") for _, what in position.pending)
        others = self._elsewhere()
        waiting = [what for number, what in position.pending if number != self.request.seat]
        tax_of_others = counted(waiting)["tax"]
        for _ in range(ENDLESS):
            words = self.words
            frees = 2 * words["pray"] + 1
            draws = words["X"] + words["suspicion"] + 1 + frees  # each Conspire brings a Criminal, too
            taxes = words["tax"] + tax_of_others + (draws + others) * dearest
            inquisitions = begun + (1 + (taxes - position.tax) // full if taxes >= position.tax else 0)
            if draws + others >= cards:  # an inquisition comes where no card is left to draw
                inquisitions += draws + others
            settles = min(words["settle"], seat.unpaid + words["debt"] + inquisitions)
            next_ = fixed + times(settle, settles) + times(judged, inquisitions)
            next_["debt inquisition"] = inquisitions
            next_["provision"] += (1 + frees) * (GOODS + self._able("hunt_more"))
            next_["silver"] += (1 + frees) * (GOODS + self._able("trade_more") + self._able("conspire_silver"))
            self.settles, self.draws, self.taxes = settles, draws, words["tax"] + draws * dearest
            if next_ == words:
                return True
            self.words = next_
        return False

    # --- what it is worth -------------------------------------------------------------------------------

    def bound(self) -> Fraction:
        """Return what the seat can gain at most until it has passed."""
        if self.endless:
            return BEYOND
        request, seat, position = self.request, self.seat, self.position
        held: dict[str, int] = {
            "silver": seat.silver + self.words["silver"] + self.taxes,
            "provisions": seat.provisions + self.words["provision"],
            "workers": kept(position, SLOTS),
            "townsfolk": len(seat.townsfolk) + len(self.row),
            "workshops": WORKSHOPS,
            **{name: min(position.game.cap, getattr(seat, name) + self.words[name]) for name in ATTRIBUTES},
        }
        most = self._points(held) * request.worth("points")
        for name, number in held.items():
            most += number * request.worth(name)  # a burden counts 0 at most
        return most - worth(request, position)

    def _points(self, held: dict[str, int]) -> int:
        """Return the points that the seat can have at most."""
        position, seat = self.position, self.seat
        rows, levels = position.catalogue, position.game.levels
        done = {
            "commission": seat.monks,
            "fortify": len(seat.walls),
            "garrison": seat.outposts,
            "absolve": len(seat.jars),
            "develop": seat.developed,
            "attack": len(seat.attacked),
            "convert": len(seat.converted),
        }
        done = {name: number + self.uses[name] for name, number in done.items()}
        total = sum(levels[min(held[name], len(levels) - 1)] for name in ATTRIBUTES)
        for name in ("commission", "fortify", "garrison", "absolve", "develop"):
            total += max(rows.actions[name].points[: done[name] + 1])
        printed = sorted((rows.walls[card].points for card in position.wall_deck), reverse=True)
        total += sum(rows.walls[card].points for card in seat.walls) + sum(printed[: self.uses["fortify"]])
        met = [place for place, card in enumerate(position.orders)
               if done[rows.orders[card].action] >= rows.orders[card].at_least]  # fmt: skip
        total += sum(ORDER_POINTS[place] for place in met)
        total += (held["silver"] + held["provisions"]) // 3
        paid = seat.paid + self.settles
        total += PAID * paid
        unpaid = seat.unpaid + self.words["debt"] + self.words["debt inquisition"]
        mercenaries = [*seat.converted, *self.outsiders]
        kinds = Counter(rows.outsiders[card].kind for card in (*seat.attacked, *self.outsiders))
        scored = {name: held[name] // 4 for name in ATTRIBUTES} | {name: number // 2 for name, number in done.items()}
        scored |= {kind: kinds[kind] for kind in ("saracen", "viking", "byzantine")}
        scored |= {"orders": 1 + len(met), "mercenaries": 1 + len(mercenaries), "recruit": held["townsfolk"] // 2}
        scored |= {"paid": paid, "unpaid": unpaid, "suspicion": len(seat.suspicion) + self.draws}
        for card in mercenaries:
            scoring: str = rows.outsiders[card].scoring
            total += scored[scoring]
        return total  # a debt that is unpaid counts below nothing


__all__ = ["Limits", "first_bound"]
