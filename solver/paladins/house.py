"""Which house values a plan rests on: values of our own where no source prints the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.paladins import moves
from rules.paladins.catalogue import TAXES
from rules.paladins.inquisition import TRIGGERS
from rules.paladins.moves import Move
from rules.paladins.values import Position

from .table import CHOOSING, on_table

if TYPE_CHECKING:
    from solver.request import Request

#: Moves that make townsfolk pay who watch for them.
WATCHED = (moves.Commission, moves.Fortify, moves.Garrison, moves.Absolve, moves.Attack, moves.Convert, moves.Develop)


class _Reading:
    """Read a line move by move, as far as its house values go."""

    def __init__(self, request: Request) -> None:
        self.position: Position = on_table(request)
        seat = self.position.seats[request.seat]
        self.jars, self.developed = len(seat.jars), seat.developed
        self.townsfolk = list(seat.townsfolk)
        self.settles = False
        #: Free workshops and recruits promised and not yet taken; the policy answers what the line leaves open.
        self.promised = {"workshop": 0, "recruit": 0}
        self.taxes = 0  #: the most silver that the line may take from the tax supply

    def mark(self, table: str, key: str, field: str) -> Iterator[str]:
        """Name a field as table.id.field if its value is ours."""
        row = getattr(self.position.catalogue, table).get(key)
        if row is not None and field in row.house:
            yield f"{table}.{key}.{field}"

    def gains(self, words: tuple[str, ...]) -> None:
        """Count what gains may take from the tax supply: a Criminal as much as a suspicion card can say."""
        for word in words:
            for part in (part for side in word.split("/") for part in side.split("+")):
                if part in TAXES:
                    self.taxes += TAXES[part]
                elif part == "settle":
                    self.settles = True
                elif part in self.promised:
                    self.promised[part] += 1
                elif part == "X":
                    self.taxes += max(self.position.game.suspicion_values)

    def take(self, word: str, free: bool) -> None:
        """Take what was promised, or let it go."""
        if free:
            self.promised[word] = max(0, self.promised[word] - 1)

    def left_open(self) -> Iterator[str]:
        """Name what may come of free workshops and recruits that no move of the line takes: the policy does."""
        for _ in range(self.promised["workshop"]):
            yield from self.workshop()
        if self.promised["recruit"]:
            for card in self.position.townsfolk:
                if card in self.position.catalogue.townsfolk:
                    yield from self.mark("townsfolk", card, "recruit")
                    yield from self.mark("townsfolk", card, "dismiss")
                    self.townsfolk.append(card)

    def watchers(self, trigger: str) -> Iterator[str]:
        """Let townsfolk pay who watch for something."""
        cards = self.position.catalogue.townsfolk
        for card in self.townsfolk:
            if card in cards and cards[card].trigger == trigger:
                self.gains(cards[card].ongoing)
                yield from self.mark("townsfolk", card, "ongoing")

    def workshop(self) -> Iterator[str]:
        """Uncover the next worker."""
        self.developed += 1
        yield from self.mark("workshops", f"workshop_{self.developed}", "worker")

    def read(self, move: Move) -> Iterator[str]:
        """Name the house values that one move rests on."""
        cards = self.position.catalogue
        if isinstance(move, moves.Absolve):
            yield from self.mark("jars", move.jar, "reward")
            if self.jars:  # the rulebook says what the first one asks for
                yield from self.mark("actions", "absolve", "needs")
            self.jars += 1
            self.gains(cards.jars[move.jar].reward)
        elif isinstance(move, moves.Develop | moves.Build):
            self.take("workshop", isinstance(move, moves.Build))
            yield from self.workshop()
        elif isinstance(move, moves.Choose):  # what is chosen was counted when the choice was promised
            for word in self.promised:
                self.take(word, word not in move.gain.split("+"))
        elif isinstance(move, moves.Attack):
            yield from self.mark("outsiders", move.card, "attack")
            self.gains(cards.outsiders[move.card].attack)
        elif isinstance(move, moves.Convert):
            for field in ("strength", "scoring"):
                yield from self.mark("outsiders", move.card, field)
        elif isinstance(move, moves.Recruit | moves.Hire):
            self.take("recruit", isinstance(move, moves.Hire))
            yield from self.card(
                move.card, kept=not move.dismiss if isinstance(move, moves.Hire) else len(move.workers) == 2
            )
        elif isinstance(move, moves.Commission | moves.Garrison):
            yield from self.mark("spaces", move.space, "reward")
            self.gains(cards.spaces[move.space].reward)
        elif isinstance(move, moves.Fortify):
            # any wall may come
            self.taxes += max((self._wall_tax(card) for card in self.position.wall_deck), default=0)
        elif isinstance(move, moves.Favour):
            for field in ("worker", "gain", "silver", "provisions", "debt"):
                yield from self.mark("favours", move.card, field)
            self.gains(cards.favours[move.card].gain)
        elif isinstance(move, moves.TakeTavern):
            yield from self.mark("taverns", move.card, "workers")
        elif isinstance(move, moves.ChoosePaladin):
            for field in ("workers", "ability", "faith", "strength", "influence", "amount"):
                yield from self.mark("paladins", move.use, field)
        elif isinstance(move, moves.Conspire):
            self.gains(("X",))
        if isinstance(move, WATCHED):
            yield from self.watchers(type(move).__name__.lower())

    def card(self, card: str, *, kept: bool) -> Iterator[str]:
        """Take a card from the row: what it pays now, and where it is kept later."""
        row = self.position.catalogue.townsfolk[card]
        yield from self.mark("townsfolk", card, "recruit" if kept else "dismiss")
        self.gains(row.recruit if kept else row.dismiss)
        if kept:
            self.townsfolk.append(card)

    def taverns(self) -> None:
        """Count the Criminals of the open taverns: every seat takes one of them, and the suspicion with them."""
        rows = self.position.catalogue.taverns
        self.gains(tuple("".join(rows[card].workers for card in self.position.taverns)))

    def _wall_tax(self, card: str) -> int:
        """Return the most that one wall card takes from the tax supply."""
        before, self.taxes = self.taxes, 0
        self.gains(self.position.catalogue.walls[card].gain)
        found, self.taxes = self.taxes, before
        return found


def house_values(request: Request, line: tuple[Move, ...]) -> tuple[str, ...]:
    """List the house values that a line rests on, as table.id.field.

    They are those of what its moves use: jars, the workers below workshops, attacked outsiders, townsfolk. Where the
    line may empty the tax supply, an inquisition comes: then the supply of the next one counts, and who acts in it.
    """
    position = on_table(request)
    reading = _Reading(request)
    if position.step in CHOOSING:
        reading.taverns()
    number = request.seat
    reading.gains(tuple(what for seat, what in position.pending if seat == number and what != "suspicion"))
    found = [name for move in line for name in reading.read(move)]
    found += reading.left_open()
    if reading.settles:
        found += reading.watchers("settle")
    if reading.taxes >= position.tax:
        found += reading.mark("taxes", f"players_{len(position.seats)}", "silver")
        for trigger in sorted(TRIGGERS):
            found += reading.watchers(trigger)
    return tuple(dict.fromkeys(found))
