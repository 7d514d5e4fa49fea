"""From what the season search found to the moves of the seat, one decision of the rules core at a time."""

from __future__ import annotations

from rules.kingsburg.influence import market_bend
from rules.kingsburg.moves import (
    GOODS,
    Army,
    Build,
    Decline,
    Exchange,
    Move,
    Pass,
    Pay,
    Place,
    Recruit,
    Take,
    Use,
)
from rules.kingsburg.values import Position

from .season import Candidate, Found, Season
from .stock import Stock
from .totals import Group, assign


def placements(season: Season, candidate: Candidate) -> list[Place]:
    """Return the placements of a set, dearest first; the envoy's group after the one it joins."""
    own = season.own
    bend = market_bend(season.position, own)
    groups: tuple[Group, ...] | None = assign(own.dice, own.bonus, candidate.ranks, candidate.marker, bend)
    assert groups is not None
    places = [
        Place(rank, dice, bonus, marker, market, index == candidate.envoy, candidate.private[index])
        for index, (rank, dice, bonus, marker, market) in enumerate(groups)
    ]
    return sorted(places, key=lambda place: (place.envoy, -place.rank, place.private))


class Walk:
    """Turn what a search found into the moves of the seat, one decision of the rules core at a time."""

    def __init__(self, season: Season, found: Found) -> None:
        self.season = season
        self.found = found
        candidate = found.candidate
        placing = season.position.step == "influence" and candidate is not None and candidate.ranks
        self.places = placements(season, candidate) if placing and candidate is not None else []
        self.choices = [choice for choice in found.chain if choice[0] != "settle"]
        settled = [choice for choice in found.chain if choice[0] == "settle"]
        groups = season.groups(candidate) if candidate is not None else ()
        self.asked = list(groups)
        self.open_kinds = self._kinds(settled[0][1:] if settled else None)
        decision = found.decision
        self.works = list(decision.works) if decision is not None else []
        self.cells = [cell.id for cell in decision.option.cells] if decision is not None else []

    def _kinds(self, settled: tuple[int, int, int] | None) -> list[int]:
        """Return what open goods become, kind by kind, in the order in which they are taken."""
        season, decision = self.season, self.found.decision
        if settled is not None:
            return [kind for kind, number in enumerate(settled) for _ in range(number)]
        total = sum(choice[1] for choice in self.choices if choice[0] == "open")
        if decision is None or not total:
            return [0] * total
        turned = season.tail.opened(self._stock(), decision)
        kinds = [kind for kind, number in enumerate(turned) for _ in range(number)]
        weights = season.weights.goods
        best = max(range(3), key=lambda kind: (weights[kind], -kind))
        return kinds + [best] * (total - len(kinds))

    def _stock(self) -> Stock:
        """Return the stock that the chosen gifts make, open goods still open."""
        candidate = self.found.candidate
        assert candidate is not None
        for state in self.season.gifts.states(self.season.groups(candidate)):
            if state.chain == self.found.chain:
                return state.stock
        raise AssertionError("the chain of choices belongs to no state")

    def next_move(self, position: Position) -> Move | None:
        """Return the seat's move in ``position``, or None where what was found says nothing."""
        step = position.step
        if position.owed:
            return None
        if step == "influence":
            return self.places.pop(0) if self.places else Pass()
        if step == "duke":
            candidate = self.found.candidate
            return Use("duke") if candidate is not None and candidate.duke else Decline()
        if step == "gifts":
            return self._gift(position)
        return self._after_gifts(position)

    def _gift(self, position: Position) -> Move | None:
        """Return the choice at the current group: groups pay in the order in which they were unfolded."""
        group = position.placements[position.paid]
        while self.asked and self.asked[0] != (group.rank, group.private):
            self.asked.pop(0)
            self.choices.pop(0)
        if not self.choices:
            return None
        self.asked.pop(0)
        kind, first, second, third = self.choices.pop(0)
        if kind == "choose":
            gift = self.season.gifts.advisor(group.rank, group.private).choose[first]
            return Take(gift.gold, gift.wood, gift.stone)
        if kind == "take":
            return Take(first, second, third)
        if kind == "exchange":
            return Exchange(GOODS[first])
        if kind == "decline":
            return Decline()
        taken = self.open_kinds[:first]
        del self.open_kinds[:first]
        return Take(taken.count(0), taken.count(1), taken.count(2))

    def _after_gifts(self, position: Position) -> Move | None:
        """Return the move that the decision found for the stages after the gifts holds."""
        decision, own = self.found.decision, position.seats[self.season.seat]
        if decision is None:
            return None
        if position.step == "works":
            return Use(self.works.pop(0)) if self.works else Decline()
        if position.step in ("build", "second"):
            return Build(self.cells.pop(0)) if self.cells else Pass()
        if position.step == "town_hall":
            return Pay(decision.pays) if decision.pays else Decline()
        tail = self.season.tail
        if position.step == "recruit" and decision.kept is not None:
            if tail.keeps_kinds(decision.option.seat):
                gold, wood, stone = decision.kept
                return Recruit(own.gold - gold, own.wood - wood, own.stone - stone, decision.markers)
            paid = own.goods - sum(decision.kept)
            stone = min(own.stone, paid)
            wood = min(own.wood, paid - stone)
            return Recruit(paid - stone - wood, wood, stone, decision.markers)
        if position.step == "army" and tail.winter is not None:
            return Army(tail.winter.best_marker(own, tail.keeps_kinds(own)))
        return None
