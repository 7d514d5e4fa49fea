"""Questions that are pending: which rows of them are possible, and what is said of the others."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.my_village.values import Position, Seat
from rules.my_village.waiting import rows

from .table import load, play, seat, table

GAP = ("", "apothecary", "beekeeper", "ferryman", "gardener", "minstrel")
SEVEN = ("scholar", *GAP[1:], "steward")
QUILL = ("", "jug_1", "rosary_1")
EVERYBODY = (True,) * 5
NOBODY = (False,) * 5


def settling(step: str, asked: str, mine: Seat | None = None, **fields: Any) -> Position:
    """Lay out a position in which questions, named in one text, are pending for the first seat."""
    fields = {"white": (1, 2, 3, 4, 5, 6, 6), "black": (1, 2), "value": 8, "graves": 1} | fields
    pending = tuple((0, what) for what in asked.split())
    return table(mine or seat(), seat(), step=step, pending=pending, **fields)


TAUGHT = seat(church="abbey", monks="quill_2")
SENT = seat(church="abbey", monks="quill_3")
TRADER = seat(church="trade", monks="quill_3")
LOOKS = seat(church="mission", travel="a_1")
POPULOUS = seat(hall="population")
MEETS = seat(meeting=True, tile="game")
POSSIBLE = {
    "one to refill": settling("death", "refill", customers=GAP),
    "one bought of seven": settling("death", "refill", seat(church="trade"), customers=GAP),
    "the seventh": settling("death", "free buy refill", seat(church="trade"), customers=SEVEN),
    "school twice": settling("death", "bonus/school bonus/school monk/quill", TAUGHT, monks=QUILL),
    "school once more": settling("death", "bonus/school monk/quill", TAUGHT, monks=QUILL),
    "the next monk": settling("death", "monk/quill", TAUGHT, monks=QUILL),
    "a monk's customers": settling("death", "refill monk/quill", SENT, monks=QUILL, customers=GAP),
    "a monk's trade": settling("death", "extra free buy/two refill monk/quill", TRADER, monks=QUILL),
    "a card looked at": settling("death", "journey", LOOKS, drawn="b_2"),
    "a card for another seat": settling("death", "journey", LOOKS, drawn="?"),
    "a card put back": settling("death", "travel/b", seat(church="mission", travel="a_1", missions="b"), drawn="b_2"),
    "a first tile": settling("death", "tile", seat(meeting=True)),
    "a tile again": settling("again", "tile", MEETS, used=("meeting",), value=12),
    "a first mark": settling("death", "mark", POPULOUS),
    "a mark again": settling("again", "mark", POPULOUS, used=("hall",), value=11),
    "a death": settling("rat", "dies", seat(villagers=EVERYBODY)),
    "a day laborer": settling("rat", "laborer", seat(villagers=NOBODY), graves=5),
    "a plague": settling("rat_return", "plague", seat(church="salvation", tree=2), rat=0),
}
IMPOSSIBLE = {
    "a full row": (settling("death", "refill", customers=SEVEN[:6]), "pending[0].question", "the row is full"),
    "no Trade church": (settling("death", "extra free buy refill"), "pending", "cannot wait here"),
    "no abbot": (
        settling("death", "extra free buy refill", seat(church="trade", villagers=(False, *EVERYBODY[1:]))),
        "pending",
        "cannot wait here",
    ),
    "no customers bought": (settling("death", "free buy", seat(church="trade")), "pending", "cannot wait here"),
    "seven for nothing": (settling("death", "mark", POPULOUS, customers=SEVEN), "customers", "the seventh"),
    "three schools": (
        settling("death", "bonus/school bonus/school bonus/school monk/quill", TAUGHT, monks=QUILL),
        "pending",
        "cannot wait here",
    ),
    "another monk's bonus": (settling("death", "bonus/headman monk/quill", TAUGHT, monks=QUILL), "pending", "cannot"),
    "another stack": (settling("death", "monk/jug", TAUGHT), "pending", "first can be"),
    "an open monk": (settling("death", "monk/quill", TAUGHT), "monks[0]", "lies open"),
    "no monk": (settling("death", "bonus/school monk/quill", monks=QUILL), "pending", "cannot wait here"),
    "no Mission church": (settling("death", "journey", seat(travel="a_1"), drawn="b_2"), "pending", "cannot wait"),
    "no card": (settling("death", "journey", LOOKS), "drawn", "is missing"),
    "a card of another letter": (settling("death", "journey", LOOKS, drawn="c_2"), "drawn", "no card of the stack"),
    "a card out of order": (settling("death", "travel/c", LOOKS), "pending", "cannot wait here"),
    "put back without a mark": (settling("death", "travel/b", LOOKS, drawn="b_2"), "drawn", "Mission church"),
    "a card during a refill": (settling("death", "refill", customers=GAP, drawn="a_1"), "drawn", "nobody looks"),
    "a tile without a place": (settling("death", "tile"), "pending", "cannot wait here"),
    "a laid tile": (settling("death", "tile", MEETS), "pending", "cannot wait here"),
    "a mark without a hall": (settling("death", "mark"), "pending", "cannot wait here"),
    "a full hall": (
        settling("death", "mark", seat(hall="area", marks="crafts customers fields religion travel")),
        "pending[0].question",
        "no answer",
    ),
    "a joker's hall": (settling("death", "mark", seat(hall="guild")), "pending", "cannot wait here"),
    "black after white": (settling("death", "refill", customers=GAP, used=("game",)), "used", "black banner"),
    "a mark without the hall": (settling("again", "mark", POPULOUS, used=("game",), value=5), "pending", "cannot"),
    "a laborer too early": (settling("rat", "laborer"), "pending", "first can be dies"),
    "nobody to die": (settling("rat", "dies", seat(villagers=NOBODY), graves=5), "seats[0].missing", "laborer"),
    "a plague for nothing": (settling("rat_return", "plague", seat(church="salvation"), rat=0),
                             "pending[0].question", "stories to lose"),
    "a plague twice": (settling("rat_return", "plague plague", seat(church="salvation", tree=4), rat=0),
                       "pending", "each seat once"),
    "a death in the plague": (settling("rat_return", "dies", rat=0), "pending[0].question", "only that is asked"),
    "a plague too far": (settling("rat_return", "plague", seat(church="salvation", tree=2), rat=3), "rat", "plague"),
    "no question": (settling("death", "breakfast"), "pending[0].question", "no question"),
    "a rat without a dead": (settling("rat", "", graves=0), "graves", "just died"),
    "a white turn that is over": (settling("white", "", used=("game",), value=5), "step", "so the turn is over"),
    "a banner after the last": (
        settling("white", "", seat(meeting=True, tile="game"), used=("meeting", "game"), value=12),
        "used[0]",
        "no banner follows",
    ),
    "a banner twice": (settling("rat", "", used=("game", "game"), value=5), "used", "names a banner twice"),
    "a banner of nobody": (settling("rat", "", used=("brewery",), value=5), "used[0]", "no white banner"),
    "a banner of another value": (settling("rat", "", used=("school",), value=8), "used[0]", "does not show"),
    "a seat that waits": (
        table(seat(), seat(), step="death", pending=((1, "refill"),), customers=GAP, value=8,
              white=(1, 2, 3, 4, 5, 6, 6), black=(1, 2)),
        "pending[0].seat",
        "whose turn",
    ),
    "the hand of one who waits": (
        table(seat(), seat(), seat(), turn=1, hand=2, hand_back=True, hand_stories=0, white=(1, 2, 3), black=(1, 2, 3)),
        "hand_back",
        "cannot have taken it",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", POSSIBLE)
def test_what_can_be_pending_is_read_and_plays_on(name: str) -> None:
    position = POSSIBLE[name]
    assert position.problems() == ()
    assert rules.parse(position.to_text()) == position
    after = position.play(position.chance()[0][0] if position.actor is None else position.legal_moves()[0])
    assert after.problems() == ()


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_cannot_be_pending_is_refused(name: str) -> None:
    position, path, words = IMPOSSIBLE[name]
    problems = position.problems()
    assert any(one.path == path and words in one.text for one in problems), [str(one) for one in problems]
    with pytest.raises(rules.BadPosition) as caught:
        rules.parse(position.to_text())
    assert any(one.path == path for one in caught.value.problems)
    assert all(one.text.endswith(".") for one in caught.value.problems)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_pending_in_games_is_among_the_rows(players: int) -> None:
    """Every row of questions that games come to is one of those that are said to be possible, and many are met."""
    met = set()
    for seed in range(12):
        record = rules.playout(load().setup(players, seed), ("random", "greedy")[seed % 2], seed)
        for position in record.positions():
            assert isinstance(position, Position)
            if position.pending and position.step != "rat_return":
                row = tuple(what for _, what in position.pending)
                assert row in rows(position)
                met.add(row)
    assert len(met) >= 10


def test_church_mission__a_card_that_another_seat_looks_at_is_left_to_chance() -> None:
    """In the view of the others the card that is kept may be any of its stack."""
    seen = POSSIBLE["a card looked at"].view(1)
    assert seen.drawn == "?"
    for key in ("journey keep", "journey again"):
        after = play(seen, key)
        assert {outcome.key for outcome, _ in after.chance()} == {f"travel b_{number}" for number in (1, 2, 3, 4)}
        assert after.problems() == ()
        assert play(after, "travel b_3").problems() == ()
