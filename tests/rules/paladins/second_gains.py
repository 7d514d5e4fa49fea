"""What decisions and gains do to the second counter's table, written down again from the rulebook, pages 12 to 24."""

from __future__ import annotations

from typing import Any

from .second_table import ORDER, TRACKS, Inquisition, State, busy, free_places, sides

# --- what decisions do ----------------------------------------------------------------------------------------------


def first(state: State, who: int, gains: Any) -> None:
    """Put gains before everything that waits."""
    state.todo[:0] = [(who, gain) for gain in gains]


def instead(state: State, who: int, gains: Any) -> None:
    """Put gains in the place of what is settled now."""
    state.todo.pop(0)
    first(state, who, gains)


def townsfolk(state: State, who: int, trigger: str) -> None:
    first(state, who, [gain for row in state.people[who].folk if row.trigger == trigger for gain in row.ongoing])


def leave(state: State, who: int) -> None:
    """Pass: the board is emptied, and more than three workers need a choice, but for the last round."""
    person = state.people[who]
    state.line.pop(0)
    person.standing = {name: {} for name in person.standing}
    if state.round == 7:
        person.workers = []
    elif len(person.workers) > 3:
        state.todo.insert(0, (who, "keep"))


def keep(state: State, who: int, kept: Any) -> None:
    state.todo.pop(0)
    state.people[who].workers = list(kept)


def empty(state: State, who: int, name: str) -> None:
    state.people[who].standing[name] = {}


def clear(state: State, who: int, name: str) -> None:
    state.todo.pop(0)
    empty(state, who, name)


def hire(state: State, who: int, card: str) -> None:
    row = state.cards.townsfolk[card]
    state.town[state.town.index(card)] = ""
    state.people[who].folk.append(row)
    instead(state, who, row.recruit)


def build(state: State, who: int, name: str, bit: int, settled: bool = True) -> None:
    """Cover a space: who stands there goes, and the worker under the workshop comes."""
    person = state.people[who]
    person.standing[name].pop(bit, None)
    shops = state.cards.workshops
    worker = shops[sorted(shops)[person.workshops]].worker
    person.covered[name].add(bit)
    if settled:
        state.todo.pop(0)
    first(state, who, (worker,))


def suspect(state: State, who: int, tax: int) -> None:
    state.people[who].suspicion.append(tax)
    instead(state, who, (f"tax{tax}",) if tax else ())


def wall(state: State, who: int, card: str) -> None:
    state.walls[card] -= 1
    state.people[who].walls += 1
    instead(state, who, state.cards.walls[card].gain)


# --- what needs no decision -----------------------------------------------------------------------------------------


def settle(state: State) -> None:
    """Settle gains until somebody is asked, a card is drawn, or the turns are over."""
    while state.todo:
        who, gain = state.todo[0]
        person = state.people[who]
        if gain == "suspicion" and not +state.unseen:
            if not +state.discarded:
                raise Inquisition
            state.discarded.clear()
        asks = {
            "suspicion": True,
            "wall": bool(+state.walls),
            "keep": True,
            "pray": len(busy(person)) > 1,
            "workshop": bool(free_places(person)),
            "recruit": sum(map(bool, state.town)) > 1,
        }
        if asks.get(gain, "/" in gain and len(sides(person, gain)) > 1):
            return
        if gain == "pray" and busy(person):
            clear(state, who, busy(person)[0])
        elif gain == "recruit" and any(state.town):
            hire(state, who, next(card for card in state.town if card))
        elif "/" in gain:
            instead(state, who, sides(person, gain))
        elif "+" in gain:
            instead(state, who, gain.split("+"))
        else:
            state.todo.pop(0)
            if gain not in asks:
                receive(state, who, gain)
    state.ended = not state.line or state.awake


def receive(state: State, who: int, gain: str) -> None:
    """Take one plain gain."""
    person = state.people[who]
    if gain in ORDER:
        person.workers.append(gain)
        if gain == "X":
            first(state, who, ("suspicion",))
    elif gain == "silver":
        person.silver += 1
    elif gain == "provision":
        person.provisions += 1
    elif gain in TRACKS:
        person.track[gain] = min(12, person.track[gain] + 1)
    elif gain == "pardon":
        if person.suspicion:
            state.discarded[person.suspicion.pop()] += 1
    elif gain == "settle":
        if person.unpaid:
            person.unpaid -= 1
            townsfolk(state, who, "settle")
    elif gain == "destroy":
        person.unpaid = max(0, person.unpaid - 1)
    else:
        assert gain.startswith("tax")
        person.silver += int(gain[3:])
        state.tax -= int(gain[3:])
        if state.tax <= 0:
            raise Inquisition
