"""The review of a game: what each decision gave away, what luck did apart from that, and what the better line does.

These are values; `tutor.review_job` makes them, `tutor.review_panel` shows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec

from rules import Record
from rules.protocol import Position

from .amounts import by_good, by_source, joined, name_of, points
from .judge import Loss
from .language import say
from .local import talk_of

if TYPE_CHECKING:
    import altair

LARGEST: Final = 3
"""So many losses come first."""


TIME, STOP, FAULT = "time", "stop", "fault"


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what a decision gave away.

    ``step`` counts from 0 in the record. ``better`` are the moves of the best line that is known, ``sources`` and
    ``holdings`` what it brings more (or less) than the best line with the move that was played; all by their keys.
    ``valued`` is the value of the best line; ``horizon`` up to where is counted.
    """

    step: int
    seat: int
    played: str
    loss: Loss
    better: tuple[str, ...] = ()
    valued: Fraction | None = None
    horizon: str = ""
    sources: dict[str, Fraction] = {}
    holdings: dict[str, Fraction] = {}
    house: tuple[str, ...] = ()

    @property
    def weight(self) -> tuple[Fraction, Fraction]:
        """Return what decides how large a loss is: what is known best comes first where two look alike."""
        return (max(self.loss.least, self.loss.about or Fraction(0)), self.loss.least)


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """Hold how much more than its expectation an outcome of chance was worth to a seat; None: not measured."""

    step: int
    seat: int
    outcome: str
    value: Fraction | None
    outcomes: int = 0


Entry = Decision | Luck


class Review(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Hold the review of a game; made by `tutor.review`.

    ``missing`` counts the decisions that were not looked at, and ``cause`` says why: "time", "stop" or "fault"; it is
    empty while the review is at work. ``seats`` are those that were reviewed.
    """

    record: Record
    seats: tuple[int, ...]
    objective: str
    decisions: tuple[Decision, ...]
    lucks: tuple[Luck, ...]
    missing: int = 0
    cause: str = TIME
    seconds: float = 0.0

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Return the positions of the game."""
        return tuple(self.record.positions())

    @property
    def game(self) -> str:
        """Return the name of the game."""
        name: str = self.record.start.game.name
        return name

    def of(self, seat: int | None = None) -> tuple[Decision, ...]:
        """Return the decisions of a seat; without one, of all that were reviewed."""
        return tuple(one for one in self.decisions if seat is None or one.seat == seat)

    def worst(self, seat: int | None = None, number: int | None = LARGEST) -> tuple[Decision, ...]:
        """Return the largest losses, the largest first; what loses nothing that is known is none."""
        lost = [one for one in self.of(seat) if not one.loss.nothing and one.loss.about is not None]
        ranked = sorted(lost, key=lambda one: (*(-part for part in one.weight), one.step))
        return tuple(ranked[:number])

    def lost(self, seat: int) -> Loss:
        """Return what a seat gave away in all its decisions together."""
        losses = [one.loss for one in self.of(seat)]
        known = [loss.most for loss in losses if loss.most is not None]
        return Loss(
            sum((loss.least for loss in losses), Fraction(0)),
            sum((loss.about or Fraction(0) for loss in losses), Fraction(0)),
            sum(known, Fraction(0)) if len(known) == len(losses) else None,
        )

    def luck(self, seat: int) -> tuple[Fraction, int, int]:
        """Return a seat's luck in points, how many outcomes were measured, and how many were not."""
        mine = [luck for luck in self.lucks if luck.seat == seat]
        known = [luck.value for luck in mine if luck.value is not None]
        return sum(known, Fraction(0)), len(known), len(mine) - len(known)

    # --- in words -------------------------------------------------------------------------------------------------

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called."""
        return talk_of(self.game).seat_name(seat)

    def phrase(self, decision: Decision, key: str = "") -> str:
        """Say a move of a decision's position in the game's words: the one that was played, or another."""
        position: Any = self.positions[decision.step]
        return talk_of(self.game).phrase(position, position.move(key or decision.played))

    def title(self, decision: Decision) -> str:
        """Say who played what, and what it lost."""
        return say(
            "Step {step}, {seat}: {move} {loss}.",
            step=decision.step + 1,
            seat=self.seat_name(decision.seat),
            move=self.phrase(decision),
            loss=decision.loss.words(),
        )

    def difference(self, decision: Decision) -> str:
        """Say what the better line does differently, by source."""
        if not decision.better or decision.better[0] == decision.played:
            return say("No better move is known.")
        better = say("Better: {move}.", move=self.phrase(decision, decision.better[0]))
        more = by_source(self.game, decision.sources) + by_good(self.game, decision.holdings)
        less = by_source(self.game, decision.sources, False) + by_good(self.game, decision.holdings, False)
        parts = []
        if more:
            parts.append(say("It brings more: {what}.", what=joined(more)))
        if less:
            parts.append(say("It gives up: {what}.", what=joined(less)))
        if decision.house:
            told = say(
                "This rests on values of our own, not printed ones (°): {names}.", names=", ".join(decision.house)
            )
            parts.append(told)
        return " ".join([better, *parts])

    def summary(self, seat: int) -> str:
        """Say in a sentence or two what a seat gave away, and what luck did."""
        if not self.of(seat):
            first = say("{seat}: no decision was looked at.", seat=self.seat_name(seat))
            return f"{first} {self.luck_words(seat)}"
        first = say(
            "{seat}: {loss} (decisions: {number}).",
            seat=self.seat_name(seat),
            number=len(self.of(seat)),
            loss=total(self.lost(seat)),
        )
        return f"{first} {self.luck_words(seat)}"

    def luck_words(self, seat: int) -> str:
        """Say what luck did."""
        value, known, unknown = self.luck(seat)
        if not known and not unknown:
            return say("Luck was not measured: no roll or draw was looked at.")
        if not known:
            return say("Luck was not measured: what the dice or cards were worth is not proved.")
        if value > 0:
            text = say("Luck gave {points} more than was to be expected", points=points(value))
        elif value < 0:
            text = say("Luck gave {points} less than was to be expected", points=points(value))
        else:
            text = say("Luck gave neither more nor less than was to be expected")
        if unknown:
            return say(
                "{luck} (rolls and draws measured: {known}; not measured: {unknown}).",
                luck=text,
                known=known,
                unknown=unknown,
            )
        return say("{luck} (rolls and draws measured: {known}).", luck=text, known=known)

    def counted(self) -> str:
        """Say what is counted, and up to when."""
        ends = dict.fromkeys(one.horizon for one in self.decisions if one.horizon)
        until = joined([name_of(self.game, f"horizon:{end}").removeprefix("horizon:") for end in ends])
        what = say("points") if self.objective == "points" else say("points, and goods at what they are usually worth")
        text = say(
            "Counted: {what}, each time up to {end}, as if nobody interfered; what is of use only later is left out.",
            what=what,
            end=until or "?",
        )
        if self.missing:
            text += f" {self.unseen()}"
        if any(one.loss.about is None for one in self.decisions):
            unknown = sum(one.loss.about is None for one in self.decisions)
            text += " " + say("Decisions that could not be valued: {number}.", number=unknown)
        return text

    def unseen(self) -> str:
        """Say how many decisions were not looked at, and why."""
        number = self.missing
        if self.cause == TIME:
            return say("Decisions that were not looked at, for the time was too short: {number}.", number=number)
        if self.cause == STOP:
            return say("Decisions that were not looked at, for the review was stopped: {number}.", number=number)
        if self.cause == FAULT:
            return say("Decisions that were not looked at, for the work on them failed: {number}.", number=number)
        return say("Decisions that are still to be looked at: {number}.", number=number)

    def none_lost(self) -> str:
        """Say that no loss is known, and no more than that: what was not looked at may hold one."""
        if all(one.loss.about is None for one in self.decisions):
            return say("No decision was valued, so nothing is known of losses.")
        if self.missing:
            return say("Nobody lost anything that is known in what was looked at. {unseen}", unseen=self.unseen())
        return say("Nobody lost anything that is known.")

    def proved(self) -> str:
        """Say how much of it is exact."""
        exact = sum(one.loss.exact for one in self.decisions)
        return say(
            "Exact at {exact} of {number} decisions; elsewhere it says how much is proved.",
            exact=exact,
            number=len(self.decisions),
        )

    def to_text(self) -> str:
        """Say the whole review in plain lines, the largest losses first."""
        lines = [say("The largest losses")]
        for number, one in enumerate(self.worst(), start=1):
            lines += [f"{number}. {self.title(one)}", f"   {self.difference(one)}"]
        if len(lines) == 1:
            lines.append(self.none_lost())
        lines += ["", say("Seat by seat"), *(self.summary(seat) for seat in self.seats)]
        return "\n".join([*lines, "", self.counted(), self.proved()])

    def __str__(self) -> str:
        """Print the review."""
        return self.to_text()

    def table(self) -> tuple[tuple[str, ...], ...]:
        """Return one row per decision, in the order of the game: step, seat, move, what it lost."""
        return tuple(
            (str(one.step + 1), self.seat_name(one.seat), self.phrase(one), one.loss.words()) for one in self.decisions
        )

    def chart(self) -> altair.LayerChart:
        """Return the losses and the luck along the game as an Altair chart, for front ends that draw Vega-Lite 5.

        The data are part of the chart; nothing is loaded from the network.
        """
        from .review_chart import chart

        return chart(self)


def total(loss: Loss) -> str:
    """Say what several decisions lost together."""
    if loss.exact:
        return say("{points} lost", points=points(loss.least)) if loss.least else say("nothing lost")
    least, most = points(loss.least), loss.most
    if loss.about == loss.least and loss.least:
        if most is None:
            return say("at least {points} lost", points=least)
        return say("at least {least} and at most {most} lost", least=least, most=points(most))
    known = points(loss.about or Fraction(0))
    if most is None:
        return say("{points} lost by what is known, of that proved {least}", points=known, least=least)
    return say(
        "{points} lost by what is known, at least {least} and at most {most}",
        points=known,
        least=least,
        most=points(most),
    )


def difference(better: Mapping[str, Fraction], own: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Subtract numbers by name, and leave out what is equal.

    >>> difference({"a": Fraction(3), "b": Fraction(1)}, {"b": Fraction(1), "c": Fraction(2)})
    {'a': Fraction(3, 1), 'c': Fraction(-2, 1)}
    """
    names = dict.fromkeys([*better, *own])
    found = {name: better.get(name, Fraction(0)) - own.get(name, Fraction(0)) for name in names}
    return {name: value for name, value in found.items() if value}


def decisions_of(record: Record, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the steps at which a seat chose between several moves."""
    pairs = zip(record.positions(), record.steps, strict=False)
    return tuple(
        number
        for number, (position, _) in enumerate(pairs)
        if position.actor is not None and position.actor in seats and len(position.legal_moves()) > 1
    )


def chances_of(record: Record) -> tuple[int, ...]:
    """Return the steps at which chance had a choice."""
    pairs = zip(record.positions(), record.steps, strict=False)
    return tuple(number for number, (position, _) in enumerate(pairs) if len(position.chance()) > 1)
