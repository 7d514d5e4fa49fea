"""What is said about moves and cards of Paladins, what is not told, and why a place of the board cannot be used."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

import rules
from rules.paladins import moves
from rules.paladins.outcomes import Reveal
from rules.paladins.steps import run
from rules.paladins.values import ACTIONS, INDEX, LEFT, OPPONENT
from tests.rules.paladins.table import seat, table
from tests.widgets.paladins.games import GAME, decisions, steps
from tests.widgets.table_talk import verbs_go_without_saying
from widgets.marking import FITS_NOT, explain
from widgets.talk import side_name, talk_of
from widgets.telling import trail
from widgets.views import paladins_talk as talk
from widgets.views import paladins_words_names as names
from widgets.views.paladins_talk_told import added, gained, told_apart

ALL = (1, 2, 3, 4)
replace = msgspec.structs.replace


def universe(position: Any) -> list[str]:
    """List every part that any move could have here: all that a board can have a place for."""
    rows = position.catalogue
    found = [f"worker:{letter}" for letter in "LSMFCX"] + [*ACTIONS, "pass", "debt", "dismiss", "space:1", "space:2"]
    for kind, cards in (
        ("townsfolk", position.townsfolk),
        ("outsider", position.outsiders),
        ("tavern", position.taverns),
        ("favour", position.favours),
        ("jar", rows.jars),
        ("area", ACTIONS),
        ("space", [space for area in position.game.spaces[len(position.seats) - 1] for space in area]),
    ):
        found += [f"{kind}:{card}" for card in cards if card]
    if position.actor is not None:
        found += [f"{kind}:{card}" for card in position.seats[position.actor].hand for kind in ("use", "top", "under")]
        found += [f"activate:{card}" for card in position.seats[position.actor].townsfolk]
    return found


# --- names of moves and parts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ALL)
def test_two_moves_are_never_said_alike(players: int) -> None:
    for position in decisions(players)[::4]:
        legal = position.legal_moves()
        assert len({talk.phrase(position, move) for move in legal}) == len(legal)


@pytest.mark.parametrize("players", ALL)
def test_every_part_has_a_name_of_its_own(players: int) -> None:
    for position in decisions(players, 4, "random")[::3]:
        tokens = {token for move in position.legal_moves() for token in move.parts}
        named = {token: talk.token_words(position, token) for token in tokens}
        bare = {token for token, name in named.items() if not name}
        assert bare <= talk.VERBS
        # An action can be done, freed or developed: these parts are never asked for together.
        spoken = [name for token, name in named.items() if name and not token.startswith("area:")]
        assert len(set(spoken)) == len(spoken)
        assert not any("_" in name for name in spoken)


def test_a_verb_goes_without_saying_only_where_the_rest_tells_it() -> None:
    """Two legal moves never have the same parts apart from bare and implied verbs."""
    for players in ALL:
        for position in [each for each in decisions(players, 6) if each.question != "paladin"][::3]:
            verbs_go_without_saying(talk, position)


def test_a_third_person_does_what_was_said() -> None:
    for position, step in steps(3):
        if position.actor is not None and not isinstance(step, moves.ChoosePaladin):
            verb = talk.told(position, step).split(" ")[1].rstrip(".")
            assert verb.rstrip(":").endswith("s"), verb


# --- why not --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ALL)
def test_every_place_leads_to_a_rule(players: int) -> None:
    """Whatever stands on a board: it is on offer, or the nearest move with it breaks a rule that is named."""
    for position in decisions(players, 3, "random")[::6]:
        offered = set(position.choices(()).tokens)
        for token in universe(position):
            if token in offered:
                continue
            why = explain(position, (), token, talk)
            assert why.findings, f"{token} in step {position.question}: {why.text}"
            assert all(finding.rule and finding.text for finding in why.findings)


@pytest.mark.parametrize("players", [1, 3])
def test_what_does_not_go_with_the_chosen_parts_says_why(players: int) -> None:
    for position in [each for each in decisions(players, 3, "random") if each.question == "action"][::5]:
        for move in position.legal_moves()[::40]:
            for size in range(1, len(move.parts) + 1):
                chosen = move.parts[:size]
                offered = set(position.choices(chosen).tokens)
                for token in universe(position)[::7]:
                    if token in offered or token in chosen:
                        continue
                    why = explain(position, chosen, token, talk)
                    assert why.findings or why.text == FITS_NOT


def at_work(**changes: Any) -> Any:
    """Give a turn in the third round with workers, silver, attributes, a favour that is free, and an empty board."""
    turns = [each for each in decisions(2) if each.question == "action" and each.queue[0] == 0]
    found = next(each for each in turns if each.round == 3)
    plain = {"workers": "LLSMFCX", "silver": 9, "provisions": 9, "faith": 0, "strength": 0, "influence": 0}
    plain |= {"placed": ("",) * 12, "paladin": "samson", "jars": (), "walls": (), "workshops": (0,) * 6}
    seat = replace(found.seats[0], **{**plain, **changes})
    board = tuple((0,) * len(area) for area in found.board)
    return replace(found, seats=(seat, *found.seats[1:]), board=board, pending=())


def rules_of(position: Any, token: str, *chosen: str) -> set[str]:
    """Return the rules by which a part is refused."""
    return {finding.rule for finding in explain(position, chosen, token, talk).findings}


def far(position: Any) -> str:
    """Return the last outsider of the row."""
    return next(card for card in reversed(position.outsiders) if card)


def test_why_a_worker_does_not_fit() -> None:
    assert rules_of(at_work(), "worker:L", "hunt", "worker:F") == {"one-or-two"}
    assert rules_of(at_work(), "worker:L", "fortify", "worker:F", "worker:C") == {"worker-spaces"}
    assert rules_of(at_work(workers="LL"), "worker:C", "pray") >= {"worker-own"}
    assert rules_of(at_work(workers="L"), "fortify") == {"worker-spaces"}


def test_why_an_action_cannot_be_done() -> None:
    placed = tuple("L" if index == INDEX["hunt"] else "" for index in range(12))
    assert rules_of(at_work(placed=placed), "hunt") == {"action-once"}
    assert rules_of(at_work(silver=0), "develop") == {"develop-cost"}
    assert rules_of(at_work(silver=0, placed=placed), "pray") == {"pray-cost"}
    assert rules_of(at_work(provisions=0), "commission") == {"piece-cost"}
    assert rules_of(at_work(walls=("points_2",) * 3), "fortify") == {"fortify-influence"}
    assert rules_of(at_work(), "pray") == {"pray-clear"}


def test_why_a_target_cannot_be_had() -> None:
    position = at_work()
    names_ = position.game.spaces[1]
    assert rules_of(position, f"space:{names_[5][0]}", "commission") == {"commission-faith"}
    assert rules_of(position, f"space:{names_[5][0]}", "garrison") == {"garrison-strength"}
    assert rules_of(at_work(silver=0), f"outsider:{far(position)}") == {"attack-silver"}
    assert rules_of(at_work(silver=0), f"outsider:{far(position)}", "convert") >= {"convert-faith"}
    jar = next(iter(position.catalogue.jars))
    assert rules_of(at_work(jars=(jar,), influence=5), f"jar:{jar}") == {"absolve-space"}
    assert rules_of(at_work(silver=0), f"jar:{jar}") == {"absolve-cost"}
    poor = at_work(silver=0)
    dear = next(card for card, place in zip(poor.townsfolk, poor.game.places, strict=True) if card and place.silver)
    assert rules_of(poor, f"townsfolk:{dear}") <= {"recruit-cost"}
    cheap = [at for at, place in enumerate(poor.game.places) if not place.debt and poor.townsfolk[at]][-1]
    assert rules_of(at_work(), "debt", f"townsfolk:{poor.townsfolk[cheap]}") == {"recruit-debt"}


def test_why_a_favour_is_not_free() -> None:
    position = at_work()
    used = replace(position, hired=("S",))
    assert rules_of(used, f"favour:{position.favours[0]}") == {"favour-once"}
    assert rules_of(position, "favour:nowhere") == {"favour-open"}


def test_why_a_space_is_taken() -> None:
    position = next(each for each in decisions(2) if each.question == "action" and any(map(any, each.board)))
    area, place = next((a, p) for a, row in enumerate(position.board) for p, piece in enumerate(row) if piece)
    assert "space-free" in rules_of(position, f"space:{position.game.spaces[1][area][place]}", "garrison")


def test_another_step_says_what_is_asked_now() -> None:
    position = next(each for each in decisions(2) if each.question == "tavern")
    text = explain(position, (), "hunt", talk).text
    assert "not what is asked now: Choose a tavern card" in text
    assert text.count("Possible now, for example: ") == 1


# --- what was done, and what is secret ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_paladins_are_told_when_they_are_revealed_and_not_before(players: int) -> None:
    rounds = []
    for position, step in steps(players):
        told = talk.told(position, step)
        after = position.play(step)
        shown = {seat.paladin for seat in after.seats} if after.step != "paladin" else set()
        cards = position.catalogue.paladins
        for card, row in cards.items():
            if f" {row.name.en}" in told:
                assert card in shown, f"{row.name.en} is secret: {told}"
        if position.step == "paladin" and after.step != "paladin":
            assert all(f" {cards[card].name.en}" in told for card in shown), "each that is used, when all have chosen"
            rounds.append(position.round)
        assert "?" not in told
    assert rounds == [1, 2, 3, 4, 5, 6, 7], "once in each round"


def test_alone_nothing_is_secret() -> None:
    position, step = next(pair for pair in steps(1) if isinstance(pair[1], moves.ChoosePaladin))
    assert GAME.catalogue.paladins[step.top].name.en in talk.told(position, step)


@pytest.mark.parametrize("players", ALL)
def test_an_inquisition_is_told_with_everybodys_debts(players: int) -> None:
    found = 0
    for seed in (3, 4):
        for position, step in steps(players, seed):
            told = talk.told(position, step)
            after = position.play(step)
            if after.tax > position.tax:
                assert "Inquisition: " in told
                found += 1
            for number, (old, new) in enumerate(zip(position.seats, after.seats, strict=True)):
                if "Inquisition" in told and number != position.actor and new.unpaid > old.unpaid:
                    assert f"{names.seat_name(number)} takes a debt" in told
    assert found or players > 2


def test_gains_are_told_as_they_come() -> None:
    for position, step in steps(2):
        if isinstance(step, moves.Hunt | moves.Trade):
            after, actor = position.play(step), position.actor
            kind = "provisions" if isinstance(step, moves.Hunt) else "silver"
            number = getattr(after.seats[actor], kind) - getattr(position.seats[actor], kind)
            noun = "silver" if kind == "silver" else "provision" if number == 1 else "provisions"
            assert f"{names.seat_name(actor)} gains {number} {noun}" in talk.told(position, step)


@pytest.mark.parametrize("players", ALL)
def test_gains_are_told_beside_the_price_and_not_less_by_it(players: int) -> None:
    """What a seat holds in the end is what it held, less the price that the move names, and what is told as gained."""
    both = 0
    for position, step in (pair for policy in ("greedy", "random") for pair in steps(players, 2, policy)):
        told = talk.told(position, step)
        if position.question != "action" or "Inquisition" in told or "Round" in told or "game is over" in told:
            continue
        actor = position.actor
        own, after = position.seats[actor], trail(run, position, step)[-1].seats[actor]
        done, _, follows = told.partition(". ")
        gains = re.findall(rf"{names.seat_name(actor)} gains ([^.]*)", follows)
        for kind, noun in (("silver", "silver"), ("provisions", "provisions?")):
            price = re.search(rf" for (?:[^.(]*and )?(\d+) {noun}\b", done)
            gained = sum(int(number) for part in gains for number in re.findall(rf"\b(\d+) {noun}\b", part))
            paid = int(price[1]) if price else 0
            assert getattr(own, kind) - paid + gained == getattr(after, kind), told
            both += bool(paid and gained)
    assert both or players < 3


def test_an_attack_that_pays_and_takes_silver_tells_both() -> None:
    row = ("adventurer_saracen", "armourer_viking", "mercenary_saracen_b", "", "", "")
    position = table(seat(workers="SFF", silver=3, strength=3), seat(), tax=9, outsiders=row)
    told = talk.told(position, moves.Attack("FFS", "mercenary_saracen_b"))
    assert "for 1 silver. Blue gains 2 silver and 1 influence." in told, told


def test_a_debt_that_is_the_price_and_one_that_is_returned_are_both_told() -> None:
    found = told_apart({"unpaid": 1}), told_apart({"unpaid": -1}), told_apart({"unpaid": -1, "paid": 1})
    assert gained(added(found)) == ["settles 1 debt", "returns 1 unpaid debt", "takes 1 debt"]


# --- the solo opponent ----------------------------------------------------------------------------------------------


def schemes(seed: int) -> list[tuple[Any, Any, str]]:
    """List the opponent's turns of a solo game, with what is told of them."""
    return [
        (position, step, talk.told(position, step))
        for position, step in steps(1, seed)
        if isinstance(step, Reveal) and step.pile == "scheme"
    ]


@pytest.mark.parametrize("seed", [3, 4, 5, 6])
def test_the_opponents_turn_says_what_it_did_and_why(seed: int) -> None:
    """The told action is the one on which workers stand afterwards, and a fallback is named as one where it is."""
    verbs = ("develops", "dismisses", "hunts", "trades", "prays", "conspires", "sends a monk", "fortifies")
    verbs += ("places an outpost", "absolves", "attacks", "converts")
    for position, step, told in schemes(seed):
        assert told.startswith(f"The opponent turns up {GAME.catalogue.schemes[step.card].name.en}")
        assert talk.stays(position, step)
        before, after = position.opponent, trail(run, position, step)[0].opponent
        moved = [index for index in range(12) if after.placed[index] > before.placed[index]]
        if not moved:
            assert "rests" in told or "uses the favour" in told
            continue
        assert verbs[moved[0]] in told
        wanted = {"favour": None, "order": "right"}.get(step.card, step.card)
        kept = wanted == ACTIONS[moved[0]] or (wanted == "right" and moved[0] >= LEFT)
        assert ("the first that is possible" in told) != kept


def test_the_opponents_reason_is_the_true_one() -> None:
    reasons = set()
    for seed in range(3, 12):
        for position, step, told in schemes(seed):
            if ", so it does" not in told:
                continue
            reason = told.partition(", but ")[2].partition(", so it does")[0]
            opponent = position.opponent
            index = INDEX.get(step.card)
            if reason.startswith("this takes"):
                assert index is not None
                number = 3 - opponent.workshops[index - LEFT] if index >= LEFT else 1
                assert reason == f"this takes {names.count(number, 'worker')} and it has {opponent.workers}"
                assert opponent.workers < number
            elif reason == "workers stand there already":
                assert index is not None and opponent.placed[index]
            reasons.add(reason.partition(" ")[0])
    assert {"this", "workers", "it"} <= reasons


def test_the_result_says_on_which_house_values_it_rests() -> None:
    alone, together = (talk.house_note(GAME.setup(players=players, seed=1)) for players in (1, 4))
    assert "the influence that jars ask for" in alone and "how often each scheme card is there" in alone
    assert "scheme card" not in together and "tax supply" not in together, "eight silver for four is the rulebook's"
    own = {"jars": {jar: {"house": []} for jar in GAME.catalogue.jars}}
    assert "jars give" in together
    assert "jars give" not in talk.house_note(rules.load("paladins", catalogue=own).setup(players=4, seed=1))


def test_sides_without_a_seat_have_a_name() -> None:
    end = steps(1)[-1][0]
    assert side_name(talk_of("paladins"), end, 0) == "Blue"
    assert side_name(talk_of("paladins"), end, OPPONENT) == "Opponent"
    assert side_name(talk_of("paladins"), steps(2)[0][0], 1) == "Red"


@pytest.mark.parametrize("players", [1, 2])
def test_nonsense_from_a_page_is_refused_and_no_error(players: int) -> None:
    odd = [
        "",
        ":",
        "worker:",
        "worker:Q",
        "space:",
        "space:9",
        "space:x",
        "area:",
        "area:hunt#2",
        "use:",
        "townsfolk:<b>",
    ]
    odd += ["favour:", "jar:?", "tavern:", "gain:", "activate:", "=", "pass:1", "outsider:squire_1", "develop:3"]
    asked = {position.question: position for position in decisions(players, 4, "random")}
    for position in asked.values():
        for token in odd:
            for chosen in ((), ("hunt",), ("worker:Q",), ("develop", "area:")):
                assert explain(position, chosen, token, talk).text
            assert isinstance(talk.token_words(position, token), str)


def test_without_a_scheme_card_the_fallback_is_told() -> None:
    """With the option that leaves an empty scheme deck empty, the opponent acts within the player's own step."""
    game = rules.load("paladins", options={"scheme_deck": "fallback"})
    record = rules.playout(game.setup(players=1, seed=3), policy="greedy", seed=3)
    position = next(
        each for each in record.positions() if each.question == "action" and each.opponent.workers and not each.pending
    )
    owner = position.opponent
    empty = replace(owner, schemes=(), schemes_out=tuple(sorted((*owner.schemes, *owner.schemes_out))))
    position = replace(position, opponent=empty)
    move = next(move for move in position.legal_moves() if move.key.startswith(("hunt", "trade")))
    told = talk.told(position, move)
    assert "The opponent has no scheme card left, so it does the first that is possible of Recruit" in told
    assert position.play(move).opponent.placed != empty.placed
