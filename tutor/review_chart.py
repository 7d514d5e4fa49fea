"""The chart of a game: what each decision gave away, and what luck gave and took, along the game."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from widgets import marks
from widgets.bars import figure
from widgets.canvas import Canvas
from widgets.marks_text import text, width
from widgets.picture import Picture

from .language import say

if TYPE_CHECKING:
    import altair

    from .review import Review

WIDE: Final = 660
ROW: Final = 54
HIGH: Final = 34
EDGE: Final = 8
LEAST: Final = Fraction(1, 20)
"""Losses below this are drawn as a line on the ground: they are there, but there is nothing to see."""


def rows(review: Review) -> list[dict[str, Any]]:
    """Return the data of the chart: one row per decision and per measured outcome; luck that took is below 0."""
    made: list[dict[str, Any]] = []
    for one in review.decisions:
        if one.loss.about is not None:
            made.append(
                {
                    "step": one.step + 1,
                    "seat": review.seat_name(one.seat),
                    "kind": say("given away"),
                    "points": float(max(one.loss.least, one.loss.about)),
                    "what": review.title(one),
                }
            )
    for luck in review.lucks:
        if luck.value is not None:
            made.append(
                {
                    "step": luck.step + 1,
                    "seat": review.seat_name(luck.seat),
                    "kind": say("luck"),
                    "points": float(luck.value),
                    "what": luck.outcome,
                }
            )
    return made


def chart(review: Review) -> altair.LayerChart:
    """Return the Altair chart; one row of panels per seat, losses as bars and luck as points."""
    import altair

    altair.renderers.enable("mimetype")  # Altair's own way of showing a chart loads scripts from the network
    altair.data_transformers.disable_max_rows()
    data = altair.InlineData(values=rows(review))
    step = altair.X("step:Q", title=say("step of the game"))
    height = altair.Y("points:Q", title=say("points"))
    tips = [altair.Tooltip("what:N", title=say("what")), altair.Tooltip("points:Q", title=say("points"))]
    base = altair.Chart(data).encode(x=step, y=height, color=altair.Color("seat:N", title=say("seat")), tooltip=tips)
    lost, luck = say("given away"), say("luck")
    bars = base.transform_filter(altair.FieldEqualPredicate(field="kind", equal=lost)).mark_bar(size=3)
    dots = base.transform_filter(altair.FieldEqualPredicate(field="kind", equal=luck)).mark_point(shape="diamond")
    title = say("Points given away (bars) and luck (diamonds)")
    layered: altair.LayerChart = altair.layer(bars, dots).properties(title=title, width=WIDE, height=220)
    return layered


def picture(review: Review, at: int | None = None) -> Picture:
    """Draw the losses along the game in our own marks, a row per seat; ``at`` is the step that is shown on the board.

    Its text says the same in lines.
    """
    canvas = Canvas()
    steps = max(1, len(review.record.steps))
    lost = {one.step: max(one.loss.least, one.loss.about or Fraction(0)) for one in review.decisions}
    most = max(lost.values(), default=Fraction(0)) or Fraction(1)
    names = max((width(review.seat_name(seat), 13) for seat in review.seats), default=0.0)
    left = EDGE + names + 12
    scale = (WIDE - left - EDGE - 34) / steps
    title = say("Points given away along the game")
    told = [title]
    for index, seat in enumerate(review.seats):
        ground = EDGE + index * ROW + HIGH + 6
        canvas.add(text(review.seat_name(seat), EDGE + names, ground - 4, "body", "end"))
        canvas.add(marks.path(f"M{round(left, 1)} {ground}H{WIDE - EDGE}", "rule"))
        highest = max((one for one in review.of(seat)), key=lambda one: lost[one.step], default=None)
        for one in review.of(seat):
            if lost[one.step] < LEAST:
                continue
            tall = max(2.0, float(lost[one.step] / most) * HIGH)
            x = left + one.step * scale
            canvas.add(marks.rect(x - 2, ground - tall, 4, tall, "bar-loss" if one.step == at else "bar", 1))
            if one is highest:
                canvas.add(text(figure(lost[one.step]), x + 5, ground - tall + 10, "bold"))
            told.append(review.title(one))
        if at is not None:
            x = round(left + at * scale, 1)
            canvas.add(marks.path(f"M{x} {ground - HIGH - 4}V{ground + 4}", "rule"))
    return canvas.picture(WIDE, EDGE + len(review.seats) * ROW + EDGE, title, "\n".join(told))
