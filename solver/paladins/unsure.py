"""What a forward sweep cannot be sure of: answers that rest on chance, and states that its numbers do not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import numpy as np

from rules.paladins.catalogue import TAXES
from rules.paladins.values import ATTRIBUTES
from rules.paladins.workers import LETTERS

from .following import credit
from .packed import Numbers, Words
from .paying import Chosen
from .prospect import OCCASIONS

if TYPE_CHECKING:
    from .forward import Forward

#: Fields that are given up before they overflow, with the room that one more move needs at least.
ROOM = dict.fromkeys((*LETTERS, "unpaid", "paid", "pardon"), 4) | dict.fromkeys(ATTRIBUTES, 5)
ROOM |= {"silver": 9, "provisions": 9, "tax": 4}
STEPS = 4  #: so many gains one move may bring after the other; more of them are without end


def room_for(forward: Forward) -> dict[str, int]:
    """Return the room that one more move may need in each field, whatever the cards on the table bring."""
    frame, cards = forward.frame, forward.cards
    row = [card for card in forward.row if card]
    known = [(forward.trigger(card), cards[card].ongoing) for card in (*row, *forward.seat.townsfolk) if card in cards]
    judged = [word for trigger, gains in known if trigger in OCCASIONS for word in gains]
    collected = [word for trigger, gains in known if trigger == "settle" for word in gains]
    develops = [word for trigger, gains in known if trigger == "develop" for word in gains]
    ways = [way for card in row for way in (cards[card].recruit, cards[card].dismiss)]
    endless = Counter(dict.fromkeys((*ROOM, "hands"), 99))

    def most(words: Iterable[str], steps: int = STEPS) -> Counter[str]:
        """Count the most that words bring to each field, and how many workers, with what follows of them."""
        found: Counter[str] = Counter()
        if not steps:
            return endless
        for word in words:
            if "/" in word:
                found += reduce(or_, [most(side.split("+"), steps) for side in word.split("/")])
            elif word in TAXES:
                found += Counter({"tax": TAXES[word], "silver": TAXES[word]})
            elif word == "X":
                found += Counter({"X": 1, "silver": forward.top_tax, "hands": 1})
            elif word in LETTERS:
                found += Counter((word, "hands"))
            elif word == "recruit":
                found += reduce(or_, [most(way, steps - 1) for way in ways], Counter())
            elif word == "settle":
                found += Counter(("paid",)) + most(collected, steps - 1)
            elif word == "workshop":
                found += Counter((*LETTERS, "hands")) + most(develops, steps - 1)
            else:
                found[{"provision": "provisions", "debt": "unpaid"}.get(word, word)] += 1
        return found

    needed: Counter[str] = Counter()
    for item in forward.items:
        verb = item.key[0]
        ongoing = [word for card in row if forward.trigger(card) == verb for word in cards[card].ongoing]
        walls = frame.walls.certain if verb == "fortify" else ()
        shop = ("workshop",) if verb == "develop" else ()
        needed |= most((*item.gains, *ongoing, *walls, *shop))
    needed |= most(frame.start)
    needed += most(judged) + Counter(("unpaid",))
    # As jokers Criminals stand for all workers.
    return {name: max(least, needed["hands" if name == "X" else name]) for name, least in ROOM.items()}


def doubtful(forward: Forward, words: Words) -> bool:
    """Say whether there is something in these states that no number here knows.

    That may be what an inquisition pays that is sure to come, or more walls, cards or taxes than are told apart.
    """
    layout = forward.layout
    if forward.strange or len(words) == 0:
        return forward.strange
    for name, (_, _, width) in layout.fields.items():
        if name in ROOM and int(layout.get(words, name).max()) >= (1 << width) - forward.room[name]:
            return True
    cards = sum(number for _, number in forward.frame.suspicions.counts) + len(forward.frame.suspicions.later)
    if int(layout.get(words, "draws").max()) > min(cards, len(forward.least) - 1):
        return True
    if int(layout.get(words, "tax").max()) > forward.supply + forward.full:
        return True
    if int(layout.get(words, "done 1").max()) - forward.before > forward.plain:
        return True
    sure = comes(forward, words)
    if not sure.any():
        return False
    return bool(comes(forward, words, forward.full).any())  # a second one, of which nothing is told apart


def comes(forward: Forward, words: Words, more: int = 0) -> Chosen:
    """Say whether an inquisition has come in every case: certain taxes and the least draws use up the supply."""
    get = forward.layout.get
    draws = np.minimum(get(words, "draws"), len(forward.least) - 1)
    return np.asarray(get(words, "tax") + forward.least[draws] >= forward.supply + more)


def judged_for_sure(forward: Forward, words: Words, before: Words | None) -> Words:
    """Settle an inquisition that is sure to have come by now, where it was not sure before.

    The seat gets a debt where it is judged in any case; then townsfolk pay, each if any order of the line lets it.
    """
    if before is not None:
        words = _in_debt(forward, words, before)
    if not forward.judges:
        return words
    new = comes(forward, words)
    if not new.any():
        return words
    if before is not None:
        new &= ~comes(forward, before)
    if not new.any():
        return words
    layout = forward.layout
    own, draws = len(forward.seat.suspicion), layout.get(words, "draws")
    walls = (layout.get(words, "done 1") - forward.before) * bool(forward.frame.walls.pardon)
    rid = layout.get(words, "pardon") + walls + forward.discards >= own
    holds = {
        "suspected": new & (own + draws >= 2),
        "innocent": new & rid & ((layout.get(words, "tax") > 0) | (forward.discards > 0)),
        "inquisition": new,
    }
    words = words.copy()
    for card, place in [(card, -1) for card in forward.seat.townsfolk] + list(zip(forward.row, range(6), strict=False)):
        if not card or forward.trigger(card) not in OCCASIONS:
            continue
        pays = holds[forward.trigger(card)]
        if place >= 0:
            pays = pays & (layout.bit(words, "kept", place) == 1)
        gain = forward.compiled(tuple(forward.cards[card].ongoing))
        forward.strange = forward.strange or bool(gain.asks or gain.settles or gain.destroys or gain.draws)
        words[pays] = forward.gained(words[pays], gain)
        credit(forward, words, pays, gain)
    return words


def _in_debt(forward: Forward, words: Words, before: Words) -> Words:
    """Give the seat its debt where certain taxes alone have used up the supply by now.

    An inquisition comes now, or has come with a card drawn before; the seat must hold the most either way, whatever
    has been discarded by then. What inquisitions by chance are feared to cost is nothing where the taxes are certain.
    """
    get = forward.layout.get
    new = (get(words, "tax") >= forward.supply) & (get(before, "tax") < forward.supply)
    if not new.any():
        return words
    drawn = np.minimum(1, get(before, "draws"))
    walls = (get(words, "done 1") - forward.before) * bool(forward.frame.walls.pardon)
    held = len(forward.seat.suspicion) + drawn - get(words, "pardon") - walls - forward.discards
    new &= (held >= forward.others) & (get(words, "judged") == 0)
    if not new.any():
        return words
    words = words.copy()
    for name in ("unpaid", "judged"):
        forward.layout.raise_(words, name, new.astype(np.int64))
    return words


def owed_for_sure(forward: Forward, words: Words, known: Numbers) -> Numbers:
    """Note the debt of a sure inquisition that is settled or destroyed now, in place; return 1 where there is one.

    Where drawn cards make it sure, the states do not hold its debt, as others may hold more suspicion. A line may then
    rely on what collectors pay for it, though. So the debt is taken to be there if it may be; what it is feared to cost
    is nothing from now on.
    """
    get, sure = forward.layout.get, comes(forward, words)
    if not sure.any():
        return np.zeros(len(words), dtype=np.int64)
    most = len(forward.seat.suspicion) + get(words, "draws") >= forward.rivals
    owed = np.asarray(sure & most & (known == 0) & (get(words, "judged") == 0), dtype=np.int64)
    forward.layout.raise_(words, "judged", owed)
    return owed


def cheaper(forward: Forward, words: Words, lacks: Numbers) -> None:
    """Note attacks that walls before them may have made cheaper: after one wall that saves a silver, and others."""
    if not forward.strongest:
        return
    layout = forward.layout
    walls = (layout.get(words, "done 1") - forward.before) * (lacks > 0)
    odd = (walls == 1) & (lacks % 2 == 1)
    layout.raise_(words, "cheap", odd.astype(np.int64))
    others = (walls > 1) | ((walls == 1) & ~odd & (forward.strongest > 1))
    layout.raise_(words, "cheaper", others.astype(np.int64))


def plain_walls(forward: Forward, collects: bool) -> int:
    """Return how many walls may be drawn of which none brings a worker, and of which none saves or pays silver.

    With more of them a move may be legal in every case, but for one reason here and for another there.
    """
    walls = forward.frame.walls
    pays = collects or any(card and forward.trigger(card) == "settle" for card in forward.row)
    quiet = sum(not workers for workers in walls.workers) - pays * walls.settle
    poor = sum(not strength and not silver for strength, silver in zip(walls.strength, walls.silver, strict=True))
    return max(0, min(quiet, poor))


def by_chance(forward: Forward, words: Words, after: Words, side: str, sides: list[str]) -> Words:
    """Add to one side of a choice what another one may bring where chance has left nothing to do for it.

    The rules do not offer to settle without a debt, or to discard without suspicion; what is left is done then.
    """
    layout = forward.layout
    others = [word for other in sides if other != side for word in other.split("+")]
    walls = layout.get(words, "done 1") - forward.before
    if "settle" in side or "destroy" in side:
        gone = layout.get(words, "unpaid") <= walls * bool(forward.frame.walls.settle)
        layout.raise_(after, "pardon", others.count("pardon") * gone)
    elif "pardon" in side and ("settle" in others or "destroy" in others):
        draws, tax = layout.get(words, "draws"), layout.get(words, "tax")
        held = len(forward.seat.suspicion) + draws
        judged = forward.judged(draws, tax) | ((tax + draws * forward.top_tax >= forward.supply) & forward.discards)
        walls = walls * bool(forward.frame.walls.pardon)
        least = -(-held // (1 + 3 * judged)) - layout.get(words, "pardon") - walls - 2 * forward.discards * judged
        unsure = (held > 0) & (least < 1) & ((walls > 0) | (judged > 0))
        if unsure.any():
            more = forward.compiled(tuple(word for word in others if word in ("settle", "destroy")))
            after[unsure] = forward.gained(after[unsure], more)
    elif any(word in ATTRIBUTES for word in side.split("+")):
        _capped(forward, words, after, side, plain=all(word in ATTRIBUTES for word in sides))
    return after


def _capped(forward: Forward, words: Words, after: Words, side: str, *, plain: bool) -> None:
    """Note where by chance an attribute may be at its highest already, so that another side is taken instead.

    What that brings is valued at the end, by the chance of an inquisition that has paid before (see ``Judgement``).
    """
    layout, cap = forward.layout, forward.game.cap
    most = layout.get(words, "tax") + layout.get(words, "draws") * forward.top_tax
    times = np.where(most < forward.supply, 0, 1 + (most - forward.supply) // forward.full) - comes(forward, words)
    walls = layout.get(words, "done 1") - forward.before
    for name in set(side.split("+")) & set(ATTRIBUTES):
        level = layout.get(words, name)
        judges = [card for card in forward.seat.townsfolk if forward.trigger(card) in OCCASIONS]
        paid = np.full(len(words), sum(forward.cards[card].ongoing.count(name) for card in judges), dtype=np.int64)
        for place, card in enumerate(forward.row):
            if forward.trigger(card) in OCCASIONS:
                paid += layout.bit(words, "kept", place) * forward.cards[card].ongoing.count(name)
        higher = walls * forward.strongest if name == "strength" else 0
        capped = (level < cap) & (level + times * paid + higher >= cap)
        again = capped & (layout.get(after, "capped") > 0)
        strange = again | (capped & (level + higher >= cap)) | (capped & (not plain))
        forward.strange = forward.strange or bool(strange.any())
        layout.raise_(after, "capped", (capped & ~again).astype(np.int64))
