"""What a plan under a forecast says of itself: that it is one, with which figures, and what it expects to do later."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.values import ABSOLVE, ACTIONS, DEVELOP, LEFT, RIGHT
from rules.paladins.workers import LETTERS
from rules.wording import joined
from solver.plan import amount, number, points

from .forecast_deals import WAYS
from .forecast_figures import HUNDRED
from .linear import total

if TYPE_CHECKING:
    from .forecast_rows import Outlook
    from .forecast_stage import Stage, Values

FORECAST_TEXT = "This is a forecast: what later rounds bring is an average, not a promise."
TOGETHER_TEXT = (
    "The later rounds are taken together, without order: what is gained in them may pay for what is done in them."
)
LEFT_OUT_TEXT = (
    "Not in the forecast: favours, abilities of paladins, orders that are not revealed, what rivals take, and "
    "inquisitions but for the debts they bring."
)
WORKERS = {
    "L": "Labourers",
    "S": "Scouts",
    "M": "Merchants",
    "F": "Fighters",
    "C": "Clerics",
    "X": "Criminals",
    "any": "of your choice",
}
DEEDS = {
    "develop": "Develop",
    "dismiss": "Recruit (a card dismissed)",
    "recruit": "Recruit (a card kept)",
    "hunt 1": "Hunt with one worker",
    "hunt 2": "Hunt",
    "trade 1": "Trade with one worker",
    "trade 2": "Trade",
    "pray": "Pray",
    "conspire": "Conspire",
}


def assumptions(outlook: Outlook, stage: Stage) -> tuple[str, ...]:
    """Say what a plan takes for granted of the rounds to come."""
    figures = {name: Fraction(value, HUNDRED) for name, value in outlook.figures.items()}
    workers = [f"{number(figures[name])} {WORKERS[name]}" for name in (*LETTERS, "any") if figures[name]]
    texts = [
        FORECAST_TEXT,
        f"Forecast for each later round: {number(sum((figures[name] for name in WORKERS), Fraction(0)))} workers "
        f"({', '.join(workers)}), and a paladin that lends {number(figures['boost'])} to one attribute.",
        "Cards, spaces and townsfolk bring the mean of what is still there; a Criminal brings "
        f"{number(Fraction(outlook.deals.tax, HUNDRED))} silver and {number(figures['debts'])} debts, a townsfolk card "
        f"that is kept pays {number(figures['pays'])} times in a later round, and an outsider converted later counts "
        f"{points(figures['outsider'])}.",
        TOGETHER_TEXT,
    ]
    if stage.chance < 1:
        share = round(stage.chance * 100)
        texts.append(
            "The moves of this round are valued over all that hidden cards may show; the later rounds begin with the "
            f"likeliest end of it ({share} %)."
        )
    texts.append(LEFT_OUT_TEXT)
    return tuple(texts)


def outline(outlook: Outlook, values: Values) -> tuple[str, ...]:
    """Say stretch by stretch what is done in the rounds to come, and where they end."""
    lines: list[str] = []
    for place, rounds in enumerate(outlook.rounds):
        deeds = [
            (total(outlook.now[index][place]).at(values), RIGHT[index - LEFT].capitalize())
            for index in range(LEFT, len(ACTIONS))
        ]
        deeds += [(outlook.way[name][place].at(values), DEEDS[name]) for name, _, _ in WAYS]
        said = [f"{times} x {deed}" for times, deed in deeds if times]
        lent = [
            f"{name} {flags[place].at(values)} x" for name, flags in outlook.lent.items() if flags[place].at(values)
        ]
        text = f"{_span(rounds)}: about {joined(said)}" if said else f"{_span(rounds)}: nothing is planned yet"
        if said and lent:
            text += f"; the paladin lends {joined(lent)}"
        lines.append(f"{text}.")
    levels = ", ".join(f"{name} {_whole(sums[-1].at(values))}" for name, sums in outlook.levels.items())
    lines.append(
        f"At the end, about: {levels}, "
        f"{amount(Fraction(outlook.developed[-1].at(values)), 'workshops')}, "
        f"{_whole(outlook.silver[-1].at(values))} silver, {_whole(outlook.provisions[-1].at(values))} provisions, "
        f"{_whole(outlook.unpaid.at(values))} unpaid debts."
    )
    return tuple(lines)


def house(outlook: Outlook, values: Values) -> list[str]:
    """List the values of our own that the forecast's part of a plan rests on."""
    rows = outlook.position.catalogue
    found: list[str] = []
    if any(total(flags).at(values) for flags in outlook.now[ABSOLVE]):
        found += [f"actions.absolve.{field}" for field in rows.actions["absolve"].house]
        found += [f"jars.{key}.{field}" for key, row in rows.jars.items() for field in row.house]
    if any(number_.at(values) for number_ in outlook.way[ACTIONS[DEVELOP]]):
        found += [f"workshops.{key}.{field}" for key, row in rows.workshops.items() for field in row.house]
    return found


def _whole(hundredths: int) -> str:
    """Print hundredths, rounded to tenths."""
    return f"{round(hundredths / HUNDRED, 1):g}"


def _span(rounds: range) -> str:
    """Name some rounds.

    >>> _span(range(4, 8)), _span(range(7, 8))
    ('Rounds 4 to 7', 'Round 7')
    """
    return f"Round {rounds[0]}" if len(rounds) == 1 else f"Rounds {rounds[0]} to {rounds[-1]}"
