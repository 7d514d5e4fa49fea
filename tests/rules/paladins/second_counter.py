"""A second, naive reading of the turns of a round: it lists decisions by brute force and shares no code with the game.

Workers are single pieces that are tried on every space in every order; costs, conditions and gains are written down
again from the rulebook (pages 12 to 24). Two things are beyond it: an inquisition (an error), and the solo opponent's
turn, which ends the count.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from .second_gains import build, clear, empty, first, hire, instead, keep, leave, settle, suspect, townsfolk, wall
from .second_table import LEFT, RIGHT, Person, State, busy, free_places, groups, named, sides, spaces, stand

Choices = dict[str, Callable[[State], None]]


def choices(state: State) -> Choices:
    """List everything that may be decided, or may happen, each with what it does to a copy of the state."""
    return question(state) if state.todo else turns(state)


def question(state: State) -> Choices:
    who, what = state.todo[0]
    person = state.people[who]

    def then(*gains: str) -> Callable[[State], None]:
        return lambda after: instead(after, who, gains)

    if what == "suspicion":
        return {f"suspicion {tax}": lambda after, tax=tax: suspect(after, who, tax) for tax in state.unseen}
    if what == "wall":
        return {f"wall {card}": lambda after, card=card: wall(after, who, card) for card in +state.walls}
    if what == "keep":
        return {
            f"keep {named(kept)}": lambda after, kept=kept: keep(after, who, kept)
            for kept in combinations(person.workers, 3)
        }
    if what == "pray":
        return {f"clear {name}": lambda after, name=name: clear(after, who, name) for name in busy(person)}
    if what == "workshop":
        return {
            f"build {name} {bit}": lambda after, name=name, bit=bit: build(after, who, name, bit)
            for name, bit in free_places(person)
        }
    if what == "recruit":
        return {f"hire {card}": lambda after, card=card: hire(after, who, card) for card in state.town if card}
    return {f"choose {side}": then(*side.split("+")) for side in sides(person, what)}


def turns(state: State) -> Choices:
    """List the turns of the seat in line: twelve actions, favours, and to pass."""
    who = state.line[0]
    person = state.people[who]
    found: Choices = {"pass": lambda after: leave(after, who)}
    if not person.workers:
        return found
    for name in LEFT + RIGHT:
        if person.standing[name]:
            continue
        where = list(spaces(state.cards, person.covered, name).values())
        ways = [where[:1], where] if name in ("recruit", "hunt", "trade") else [where]
        for words, silver, provisions, effect in targets(state, person, name):
            if person.silver < silver or person.provisions < provisions:
                continue
            for group in {group for way in ways for group in groups(person.workers, way)}:

                def act(
                    after: State, group=group, silver=silver, provisions=provisions, effect=effect, name=name
                ) -> None:
                    one = after.people[who]
                    for worker in group:
                        one.workers.remove(worker)
                    one.silver -= silver
                    one.provisions -= provisions
                    one.standing[name] = stand(group, spaces(after.cards, one.covered, name))
                    after.line.append(after.line.pop(0))
                    effect(after, who, len(group))

                found[" ".join((name, group, *words))] = act
    for card, guest in state.favours.items():
        row = state.cards.favours[card]
        if guest or person.silver < row.silver or person.provisions < row.provisions:
            continue
        for group in groups(person.workers, [row.worker]):

            def favour(after: State, group=group, card=card, row=row) -> None:
                one = after.people[who]
                one.workers.remove(group)
                one.silver -= row.silver
                one.provisions -= row.provisions
                one.unpaid += row.debt
                after.favours[card] = group
                after.line.append(after.line.pop(0))
                first(after, who, row.gain)

            found[f"favour {group} {card}"] = favour
    return found


Target = tuple[tuple[str, ...], int, int, Callable[[State, int, int], None]]


def targets(state: State, person: Person, name: str) -> list[Target]:
    """What an action may be aimed at now: words, silver, provisions, and what it does for a number of workers."""
    cards = state.cards
    action = cards.actions[name]
    if name == "develop":
        if person.workshops >= 8:
            return []
        silver = max(0, action.silver[person.workshops] - person.can("develop_less"))

        def develop(place: str, bit: int) -> Callable[[State, int, int], None]:
            def effect(after: State, who: int, _: int) -> None:
                townsfolk(after, who, "develop")
                build(after, who, place, bit, settled=False)

            return effect

        return [((place, str(bit)), silver, 0, develop(place, bit)) for place, bit in free_places(person)]
    if name == "recruit":
        return recruits(state, person)
    if name in ("hunt", "trade"):
        good, more = ("provisions", person.can("hunt_more")) if name == "hunt" else ("silver", person.can("trade_more"))

        def gather(after: State, who: int, number: int) -> None:
            one = after.people[who]
            setattr(one, good, getattr(one, good) + (1 if number == 1 else 3) + more)

        return [((), 0, 0, gather)]
    if name == "pray":
        silver = 0 if person.can("pray_free") else action.silver[0]
        return [
            ((place,), silver, 0, lambda after, who, _, place=place: empty(after, who, place)) for place in busy(person)
        ]
    if name == "conspire":
        return [((), -person.can("conspire_silver"), 0, lambda after, who, _: first(after, who, ("X",)))]
    return conquests(state, person, name)


def recruits(state: State, person: Person) -> list[Target]:
    found: list[Target] = []
    for place, card in enumerate(state.town, 1):
        if not card:
            continue
        row = state.cards.townsfolk[card]
        cost = state.cards.row[f"place_{place}"]
        silver = 0 if person.can("recruit_free") else cost.silver

        def take(after: State, who: int, number: int, card: str = card, row: Any = row, owes: int = 0) -> None:
            after.town[after.town.index(card)] = ""
            after.people[who].unpaid += owes
            if number == 2:
                after.people[who].folk.append(row)
            first(after, who, row.recruit if number == 2 else row.dismiss)

        found.append(((card,), silver, 0, take))
        if cost.debt and silver:
            found.append(((card, "debt"), 0, 0, lambda after, who, number, take=take: take(after, who, number, owes=1)))
    return found


def conquests(state: State, person: Person, name: str) -> list[Target]:
    """The six actions on the right: seven times each (attacks without end), each with its own condition."""
    cards = state.cards
    action = cards.actions[name]
    done = {
        "commission": person.monks,
        "fortify": person.walls,
        "garrison": person.outposts,
        "absolve": len(person.jars),
        "attack": 0,
        "convert": person.converted,
    }[name]
    if done >= 7:
        return []
    free = person.can(f"{name}_free")
    provisions = 0 if free or not action.provisions else action.provisions[done]
    silver = 0 if free or not action.silver else action.silver[done]
    if action.needs and person.level("influence") < action.needs[done]:
        return []
    areas = [cards.areas[key] for key in sorted(cards.areas)]

    def gain(*gains: str, **counts: int) -> Callable[[State, int, int], None]:
        def effect(after: State, who: int, _: int) -> None:
            for field, number in counts.items():
                setattr(after.people[who], field, getattr(after.people[who], field) + number)
            townsfolk(after, who, name)
            first(after, who, gains)

        return effect

    if name == "fortify":
        return [((), 0, provisions, gain("wall"))] if +state.walls else []
    if name == "absolve":

        def jar(place: str) -> Callable[[State, int, int], None]:
            def effect(after: State, who: int, number: int) -> None:
                after.people[who].jars.append(place)
                gain(*cards.jars[place].reward, "pardon", "faith")(after, who, number)

            return effect

        return [((place,), silver, 0, jar(place)) for place in cards.jars if place not in person.jars]
    if name in ("commission", "garrison"):
        track, raised, piece = (
            ("faith", "influence", "monks") if name == "commission" else ("strength", "faith", "outposts")
        )

        def settle_there(place: str, reward: tuple[str, ...]) -> Callable[[State, int, int], None]:
            def effect(after: State, who: int, number: int) -> None:
                after.taken.add(place)
                gain(*reward, raised, **{piece: 1})(after, who, number)

            return effect

        return [
            ((place,), 0, provisions, settle_there(place, row.reward))
            for place, row in cards.spaces.items()
            if row.players <= state.players
            and place not in state.taken
            and person.level(track) >= getattr(areas[row.area - 1], track)
        ]
    found: list[Target] = []
    for area, card in zip(areas, state.strangers, strict=True):
        if not card:
            continue
        row = cards.outsiders[card]
        if name == "attack":
            missing = max(0, area.strength - person.level("strength"))
            cost, gains, counts = -(-missing // 2), row.attack, {}
        elif person.level("faith") >= area.faith:
            cost, gains, counts = silver, ("strength",) * row.strength, {"converted": 1}
        else:
            continue
        back = person.can("attack_silver") if name == "attack" else 0

        def meet(after: State, who: int, number: int, card=card, gains=gains, counts=counts, back=back) -> None:
            after.strangers[after.strangers.index(card)] = ""
            after.people[who].silver += back
            gain(*gains, **counts)(after, who, number)

        found.append(((card,), cost, 0, meet))
    return found


# --- counting -------------------------------------------------------------------------------------------------------


def after(state: State, key: str) -> State:
    """Decide (or let happen) and settle what follows."""
    next_ = state.copied()
    choices(state)[key](next_)
    settle(next_)
    return next_


def count(state: State, depth: int) -> int:
    """Count the sequences of so many decisions and draws; the end of the turns cuts one short."""
    if depth == 0 or state.ended:
        return 1
    found = choices(state)
    if depth == 1:
        return len(found)
    return sum(count(after(state, key), depth - 1) for key in found)
