"""Set-up, the start of a round, whose turn it is, and the end of the game (rulebook pages 2 to 4 and 12)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

import rules
from rules.findings import BadInput, IllegalMove, UnknownName
from rules.my_village.outcomes import Roll
from rules.my_village.steps import run
from rules.my_village.values import KINDS, LETTERS, PROFESSIONS, SYMBOLS

from .table import Position, load, play, refused, replace, seat, table


def turn(position: Position) -> Position:
    """Play one turn in which the headman takes a step and nobody dies."""
    assert position.question == "dice"
    seats = tuple(replace(one, time=0, crossed=False, coins=0, sets=0, headman=0) for one in position.seats)
    position = replace(position, seats=seats)
    return play(position, position.legal_moves()[0].key, "headman coin")


def round_of(position: Position) -> list[int]:
    """Play the turns of a round, and list whose they were."""
    order = []
    this = position.round
    while position.question == "dice" and position.round == this:
        order.append(position.acting)
        position = turn(position)
    return order


# --- set-up (rules setup-*) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_table__what_lies_on_it(players: int) -> None:
    position = load().setup(players, 5)
    rows = position.catalogue
    assert len(position.churches) == len(position.halls) == position.meetings == 4
    assert position.fields == 8
    assert [1 + len(deck) for deck in position.monk_decks] == [3, 4, 5]
    for symbol, top, deck in zip(SYMBOLS, position.monks, position.monk_decks, strict=True):
        assert {rows.monks[card].symbol for card in (top, *deck)} == {symbol} and top not in deck
    assert [len(stack) for stack in position.travel_decks] == [4, 4, 4, 4, 3]
    for letter, stack in zip(LETTERS, position.travel_decks, strict=True):
        assert {rows.travel[card].letter for card in stack} == {letter}
    for kind, row in zip(KINDS, position.crafts, strict=True):
        assert len(row) == 4 and {rows.crafts[card].kind for card in row} == {kind}
    assert len(position.customers) == 6 and len(position.customer_deck) == 27
    assert sorted((*position.customers, *position.customer_deck)) == sorted(rows.customers)
    assert position.rat == rows.players[f"players_{players}"].rat
    assert (position.coffins, position.graves) == (0, 0)


def test_setup_table__another_seed_another_table() -> None:
    tables = [load().setup(4, seed) for seed in range(20)]
    assert {one.start for one in tables} == {0, 1, 2, 3}
    assert len({one.customers for one in tables}) == 20
    assert len({one.monks for one in tables}) > 5
    assert load().setup(4, 7) == tables[7]


def test_setup_boards__a_different_one_for_each() -> None:
    seen = Counter(one.board for seed in range(12) for one in load().setup(3, seed).seats)
    assert set(seen) == set(load().catalogue.boards)
    assert all(len({one.board for one in load().setup(4, seed).seats}) == 4 for seed in range(5))


def test_setup_stacks__nobody_knows_their_order() -> None:
    """Stacks are kept sorted, and every card of a stack may be the next one."""
    position = load().setup(3, 4)
    for deck in (*position.monk_decks, *position.travel_decks, position.customer_deck):
        assert list(deck) == sorted(deck)


def test_open_information__but_for_a_card_that_is_looked_at() -> None:
    position = load().setup(3, 4)
    assert all(position.view(number) == position for number in range(3))
    looking = replace(
        table(seat(church="mission"), seat(), seat(), step="death", value=5),
        pending=((0, "journey"),),
        drawn="a_3",
    )
    assert looking.view(0) == looking
    assert looking.view(1) == looking.view(2) == replace(looking, drawn="?")
    twin = replace(looking, drawn="a_1")
    assert twin.view(1) == looking.view(1)  # the stack does not tell
    seen = {looking.imagine(1, Random(seed)).drawn for seed in range(40)}
    assert seen == set(looking.travel_decks[0])
    assert looking.imagine(0, Random(1)) == looking
    with pytest.raises(BadInput):
        looking.view(3)


def test_turn_step__only_what_is_asked_now() -> None:
    position = table(seat(), seat(), step="dice", white=(1, 2), black=())
    assert set(refused(position, "headman coin")) == {"turn-step"}
    assert set(refused(load().setup(2, 1), "headman coin")) == {"turn-step"}


def test_setup_seat__a_farm_and_five_villagers() -> None:
    for one in load().setup(4, 3).seats:
        assert all(one.villagers) and len(one.villagers) == len(PROFESSIONS) == 5
        assert (one.time, one.crossed, one.headman, one.school) == (0, False, 0, (False, False))
        assert (one.tree, one.safe, one.church, one.hall, one.meeting, one.fields) == (0, 0, "", "", False, ())


def test_setup_coins__one_to_four_from_the_starting_player() -> None:
    for seed in range(6):
        for players in (2, 3, 4):
            position = load().setup(players, seed)
            coins = [position.seats[(position.start + step) % players].coins for step in range(players)]
            assert coins == [1, 2, 3, 4][:players]


@pytest.mark.parametrize(("players", "white", "black"), [(2, 8, 3), (3, 6, 2), (4, 8, 3)])
def test_setup_dice__by_number_of_players(players: int, white: int, black: int) -> None:
    position = load().setup(players, 1)
    first = position.chance()[0][0]
    position = position.play(first)
    second = position.chance()[0][0]
    assert (first.colour, len(first.faces), second.colour, len(second.faces)) == ("white", white, "black", black)  # type: ignore[attr-defined]


def test_setup_table__for_two_to_four() -> None:
    for players in (1, 5):
        with pytest.raises(BadInput, match=r"2, 3 or 4"):
            load().setup(players, 1)
    with pytest.raises(BadInput):
        load().setup(2, 1, ["extra"])
    with pytest.raises(UnknownName):
        rules.load("my_village", options={"free_customer": True})


# --- the start of a round (rules prepare-*) --------------------------------------------------------------------------


def test_prepare_hand__palm_up_and_one_story() -> None:
    assert load().setup(2, 1).hand_stories == 1
    position = run(
        replace(table(seat(), seat(), seat()), step="prepare", hand=2, hand_back=True, hand_stories=0, start=1)
    )
    assert (position.hand_back, position.hand_stories, position.start, position.turn) == (False, 1, 2, 0)


def test_prepare_hand__one_whatever_lies_there() -> None:
    position = run(replace(table(seat(), seat()), step="prepare", hand=0, hand_stories=5))
    assert (position.hand_stories, position.hand) == (6, 0)


def test_prepare_roll__all_dice_with_their_chances() -> None:
    position = load().setup(3, 1)
    white = position.chance()
    assert len(white) == 462 and sum(chance for _, chance in white) == 1
    chances = {outcome.key: chance for outcome, chance in white}
    assert chances["roll white 1 1 1 1 1 1"] == Fraction(1, 6**6)
    assert chances["roll white 1 2 3 4 5 6"] == Fraction(720, 6**6)
    position = play(position, "roll white 1 1 2 4 4 6", "roll black 3 5")
    assert (position.white, position.black) == ((1, 1, 2, 4, 4, 6), (3, 5))
    assert (position.question, position.actor) == ("dice", position.start)


@pytest.mark.parametrize(
    "roll",
    [
        Roll("white", (1, 2, 3)),
        Roll("black", (1, 1, 2, 4, 4, 6)),
        Roll("white", (2, 1, 1, 4, 4, 6)),
        Roll("white", (1, 1, 2, 4, 4, 7)),
        Roll("white", (0, 1, 2, 4, 4, 6)),
    ],
)
def test_prepare_roll__nothing_else(roll: Roll) -> None:
    with pytest.raises(IllegalMove):
        load().setup(3, 1).play(roll)


# --- turns (rules round-*) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "start", "order"),
    [(2, 1, [1, 0, 1, 0]), (3, 1, [1, 2, 0]), (4, 0, [0, 1, 2, 3]), (4, 3, [3, 0, 1, 2])],
)
def test_round_turns__in_the_order_of_seats(players: int, start: int, order: list[int]) -> None:
    dice = {"white": (1, 2, 3, 4, 5, 6, 6, 6), "black": (1, 2, 3)}
    position = table(*(seat() for _ in range(players)), step="dice", start=start, **dice)
    assert round_of(position) == order


def test_round_two_players__two_turns_each_in_turn() -> None:
    dice = {"white": (1, 2, 3, 4, 5, 6, 6, 6), "black": (1, 2, 3)}
    assert round_of(table(seat(), seat(), step="dice", start=0, **dice)) == [0, 1, 0, 1]


@pytest.mark.parametrize(("players", "rest"), [(2, 3), (3, 2), (4, 3)])
def test_round_end__what_is_left_of_the_pool(players: int, rest: int) -> None:
    position = load().setup(players, 2)
    while position.question != "dice":
        position = position.play(position.chance()[-1][0])
    while True:
        before, after = position, turn(position)
        if after.question != "dice":
            break
        position = after
    assert len(before.white) + len(before.black) == rest + 2
    assert (after.white, after.black, after.round, after.question) == ((), (), 2, "roll_white")


def test_round_end__the_holder_of_the_hand_begins_the_next_one() -> None:
    position = table(
        seat(), seat(), seat(), step="next", turn=1, start=0, hand=2, hand_back=True, value=7, used=("game",)
    )
    running = run(position)
    assert (running.start, running.acting, running.value, running.used) == (0, 2, 0, ())
    after = run(replace(running, step="next"))
    assert (after.start, after.round, after.turn, after.hand_back) == (2, position.round + 1, 0, False)


# --- the end (rules game-end-*) --------------------------------------------------------------------------------------


def ended(players: int, filled: int, number: int) -> Position:
    """End a turn of a round with so many coffins filled."""
    chronicle = (2, 2, 1, 1, 0)
    seats = [seat() for _ in range(players)]
    return run(table(*seats, step="next", turn=number, chronicle=chronicle, graves=filled - sum(chronicle)))


@pytest.mark.parametrize(("players", "coffins"), [(2, 9), (3, 14), (4, 18)])
def test_game_end_round__the_round_is_played_out(players: int, coffins: int) -> None:
    for number in range(3 if players == 2 else players - 1):
        assert ended(players, coffins, number).question == "dice"


@pytest.mark.parametrize(("players", "coffins"), [(2, 9), (3, 14), (4, 18)])
def test_game_end_coffins__after_the_round(players: int, coffins: int) -> None:
    last = 3 if players == 2 else players - 1
    assert ended(players, coffins, last).over and ended(players, coffins + 2, last).over
    assert ended(players, coffins - 1, last).question == "roll_white"
    end = ended(players, coffins, last)
    assert end.actor is None and end.legal_moves() == () and end.chance() == ()
