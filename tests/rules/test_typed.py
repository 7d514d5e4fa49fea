"""What is typed and cannot be played: the refusal names what is wrong with it, by the words that were typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

import rules

GAMES = ("kingsburg", "my_village")
MISSING = re.compile(r"missing|expected|No dice are named|where \d (is|are) given|more than nothing|not 0")


@cache
def decisions(game: str) -> tuple[Any, ...]:
    """Take decisions out of games with all modules, of each number of players, at random."""
    random, found = Random(3), []
    loaded = rules.load(game)
    for players in loaded.players:
        record = rules.playout(loaded.setup(players, players, loaded.modules), "random" if players % 2 else "greedy", 1)
        asked = [one for one in record.positions() if one.actor is not None]
        found += random.sample(asked, 30)
    return tuple(found)


def typed(position: Any, random: Random) -> Iterator[tuple[str, str]]:
    """Type moves of a position with a word left out, another word, another number or another order, each with what."""
    legal = [move.key for move in position.legal_moves()]
    for key in random.sample(legal, min(3, len(legal))):
        words = key.split()
        for end in range(1, len(words)):
            yield "cut", " ".join(words[:end])
            yield "wrong name", " ".join([*words[:end], "foo", *words[end + 1 :]])
            yield "left out", " ".join(words[:end] + words[end + 1 :])
            number = re.sub(r"\d+", lambda found: str(int(found[0]) + 7), words[end])
            yield "wrong number", " ".join([*words[:end], number, *words[end + 1 :]])
        yield "too much", f"{key} 3"
        if len(words) > 2:
            yield "wrong order", " ".join([words[0], *words[:0:-1]])


def refused(position: Any, text: str) -> list[str]:
    """Return why a typed move cannot be played; nothing where it can."""
    try:
        return [str(found) for found in position.why_not(text)]
    except rules.UnknownName as error:
        return [str(error)]


@pytest.mark.parametrize("game", GAMES)
def test_a_typed_move_is_refused_by_what_is_wrong_with_it(game: str) -> None:
    random, seen, faults = Random(5), 0, []
    for position in decisions(game):
        for how, text in typed(position, random):
            for said in refused(position, text):
                seen += 1
                told = said.partition(" (rule ")[0]
                if re.search(r"  | [.,:;]|''|\bThe \.|\b(\w+) \1\b(?<!\d)|does not pay|do(es)? not allow", told):
                    faults.append((text, told, "is clumsy"))
                if not told.endswith((".", "?")) or not told.isprintable():
                    faults.append((text, told, "is no sentence"))
                if how == "wrong name" and "oo" not in told and "offer" in told:
                    faults.append((text, told, "does not name what was typed"))
    assert not faults, faults[:20]
    assert seen > 1_000


@pytest.mark.parametrize("game", GAMES)
def test_a_verb_alone_is_told_what_is_missing(game: str) -> None:
    """And an example of this verb, where one is legal, shows how it is written."""
    seen = set()
    for position in decisions(game):
        keys = [move.key for move in position.legal_moves()]
        for verb in dict.fromkeys(key.split()[0] for key in keys):
            if verb in keys or verb in seen or not (said := refused(position, verb)):
                continue
            seen.add(verb)
            assert any(MISSING.search(one) for one in said), (verb, said)
            if (example := re.search(r"is written like '(.*)'", said[0])) is not None:
                assert example[1].split()[0] == verb, (verb, said)
    assert len(seen) > 7


def kingsburg(dice: tuple[int, ...], bonus: tuple[int, ...] = (), **seat: Any) -> Any:
    """Put one seat before the question how it changes its dice."""
    game = rules.load("kingsburg")
    position: Any = game.setup(3, 1, ("governors",) if "governor" in seat else ())
    while position.actor is None or position.step != "influence":
        position = position.play(position.chance()[0][0] if position.chance() else position.legal_moves()[0])
    number = position.queue[0]
    built = (1, *position.seats[0].built[1:])
    own = msgspec.structs.replace(
        position.seats[number],
        **{"dice": dice, "bonus": bonus, "bonus_dice": len(bonus), "built": built, "used": (), **seat},
    )
    seats = (*position.seats[:number], own, *position.seats[number + 1 :])
    return msgspec.structs.replace(position, seats=seats, step="change", queue=(number,))


@pytest.mark.parametrize(
    ("dice", "bonus", "text", "said"),
    [
        ((4, 4, 4), (), "change statue",
         "The Statue rerolls one die, and the die is missing. Name a die that shows 4."),
        ((4, 4, 4), (), "change statue 5", "None of your dice shows 5: all show 4. Name a die that shows 4."),
        ((4, 4, 4), (), "change statue w4", "You have no bonus die. Name a die that shows 4."),
        ((4, 4, 4), (), "change statue 4 to 6",
         "The Statue rerolls the die; no face is chosen for it. Leave the face out."),
        ((4, 4, 4), (5,), "change statue 4",
         "The Statue rerolls one die when all your dice show one number; yours show 4 and 5. Keep your dice."),
        ((4, 4, 4), (), "change inn", "You do not own an effect called Inn that changes dice. Keep your dice."),
    ],
)  # fmt: skip
def test_the_statue_says_what_is_missing(dice: tuple[int, ...], bonus: tuple[int, ...], text: str, said: str) -> None:
    """Rule statue-reroll."""
    assert refused(kingsburg(dice, bonus), text)[0].startswith(said)


@pytest.mark.parametrize(
    ("dice", "bonus", "text", "said"),
    [
        ((3, 4, 6), (), "change trickster 2 to 1",
         "The Trickster turns a die that shows 2; yours show 3, 4 and 6. Keep your dice."),
        ((2, 4, 6), (), "change trickster", "The Trickster turns one die, and the die and its new face are missing."),
        ((2, 4, 6), (), "change trickster 2", "The new face of the die is missing. Turn it to 1 or 3."),
        ((2, 4, 6), (), "change trickster 4 to 5", "The Trickster turns a die that shows 2, not one that shows 4."),
        ((2, 4, 6), (), "change trickster 2 to 4", "The Trickster turns a 2 to 1 or 3, not to 4. Turn it to 1 or 3."),
        ((2, 4, 6), (5,), "change trickster w2 to 1", "None of your bonus dice shows 2. Name your own die."),
    ],
)  # fmt: skip
def test_the_trickster_says_what_is_missing(
    dice: tuple[int, ...], bonus: tuple[int, ...], text: str, said: str
) -> None:
    """Rule governor-trickster: the total has no part in it."""
    assert refused(kingsburg(dice, bonus, governor="trickster"), text)[0].startswith(said)


def test_effects_on_all_dice_say_whether_total_or_die_is_wrong() -> None:
    """Rules governor-prince and governor-philosopher."""
    low, high = kingsburg((1, 2, 2), governor="prince"), kingsburg((5, 6, 6), governor="prince")
    assert refused(low, "change prince 2")[0].startswith("No die is chosen for the Prince. Leave the die out.")
    said = refused(high, "change prince")[0]
    assert re.match(r"The Prince sets all your dice when they total \d+ or less; yours total 17\.", said)
    assert refused(low, "change statue")[0].startswith("The Statue rerolls one die when all your dice show one number")


def test_neutral_dice_lie() -> None:
    """Rule two-blocked."""
    game = rules.load("kingsburg")
    position: Any = game.setup(2, 1)
    while position.step != "influence":
        position = position.play(position.chance()[0][0] if position.chance() else position.legal_moves()[0])
    group = next(one for one in position.placements if one.seat < 0)
    said = [one for one in refused(position, f"place {group.rank}: 1") if "two-blocked" in one]
    assert len(said) == 1 and f"({group.rank}) is taken: neutral dice lie there this season." in said[0]


def test_a_word_is_named_as_it_was_typed() -> None:
    position: Any = rules.load("kingsburg").setup(3, 1)
    for text, word in (
        ("place 5: wood", "'wood' is no bonus die (w1 to w6)"),
        ("place 5: market", "'market' is no change of the Market (market+1 or market-1)"),
        ("take 1 marker", "a +2 marker is no good; goods are gold, wood, stone"),
        ("build", "the building is missing"),
        ("change statue 2 to", "one face is expected after 'to'"),
    ):
        assert word in refused(position, text)[0]
