"""The solo opponent (rulebook pages 26 to 32)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.paladins.opponent import advanced, raised
from rules.paladins.outcomes import Reveal
from rules.paladins.solo import act, favour, follow, order, outsider_aimed
from rules.paladins.steps import run
from rules.paladins.values import INDEX, Opponent, Position
from rules.playouts import playout

from .table import gain, load, play, replace, seat, table


def solo(round: int = 1, player: Any = None, **fields: Any) -> Position:
    """Lay out a solo game; fields that the opponent has describe it, the others the table."""
    own = {name: fields.pop(name) for name in list(fields) if name in Opponent.__struct_fields__}
    own.setdefault("schemes", load().schemes)
    favours = fields.get("favours", ())
    fields.setdefault("hired", ("",) * len(favours))
    return table(player or seat(), round=round, opponent=Opponent(**own), **fields)


def done(position: Position, name: str) -> Opponent:
    """Let the opponent do one action."""
    after = act(replace(position, step="answered"), name)
    assert after is not None, f"{name} is impossible"
    opponent = run(after).opponent
    assert opponent is not None
    return opponent


@pytest.mark.parametrize(("difficulty", "number"), [("easy", 1), ("standard", 3), ("hard", 5)])
def test_solo_setup__workshops(difficulty: str, number: int) -> None:
    opponent = load(difficulty=difficulty).setup(1, 3).opponent
    assert sum(opponent.workshops) == number
    assert opponent.stack == ("influence", "faith", "strength")


def test_solo_round__order_and_favour() -> None:
    """A revealed order brings a workshop, a revealed favour a scheme card."""
    position = solo(step="order", orders=(), queue=())
    after = play(position, "order absolve").opponent
    assert after is not None and after.workshops[INDEX["absolve"] - 6] == 1
    position = solo(3, step="favour_card", orders=("commission", "fortify", "garrison"), queue=())
    after = play(position, "favour guild").opponent
    assert after is not None and after.schemes_out == ("favour",)


def test_solo_taverns__suspicion_for_criminals() -> None:
    """Two Criminals on the card left over: two suspicion cards for the opponent; in round 4 it has 7 workers."""
    names = sorted(load().catalogue.taverns)
    quiet = next(name for name in names if "x" not in name)
    loud = next(name for name in names if name.count("x") == 2)
    position = solo(4, step="tavern", taverns=(quiet, loud), guests=(-1, -1), queue=(0,), favours=("guild", "tithe"),
                    tax=5)  # fmt: skip
    after = play(position, f"tavern {position.taverns[0]}", "suspicion 0", "suspicion 1")
    assert after.opponent is not None
    assert after.opponent.suspicion == (0, 1)
    assert after.opponent.workers == 7
    assert (after.opponent.marker, after.tax) == (1, 4)


def test_solo_track__wraps() -> None:
    """The marker goes from field 5 to field 1, and the lowest attribute rises; of equals the one on top."""
    after = advanced(Opponent(marker=4), 1, 12)
    assert (after.marker, after.strength, after.faith) == (0, 1, 0)
    after = advanced(Opponent(marker=4, strength=1), 1, 12)
    assert (after.faith, after.strength) == (1, 1)


def test_solo_stack__a_moved_marker_lands_on_top() -> None:
    after = raised(Opponent(influence=0, faith=1, strength=1), "influence", 12)
    assert after.stack[-1] == "influence"
    after = advanced(replace(after, marker=4), 1, 12)
    assert after.influence == 2


def test_solo_target__wraps_over_the_sixth_outsider() -> None:
    """Page 28: after the fifth outsider comes the sixth, then the first."""
    row = ("adventurer_saracen", "", "", "", "", "lookout_viking")
    position = solo(marker=4, workers=5, strength=12, outsiders=row)
    assert done(position, "attack").attacked == ("lookout_viking",)
    position = solo(marker=4, workers=5, strength=6, outsiders=row)
    assert done(position, "attack").attacked == ("adventurer_saracen",)


def test_solo_nothing__silver_leaves_the_tax_supply() -> None:
    position = gain(solo(tax=4), "pardon", "destroy", number=1)
    assert position.tax == 2
    assert position.opponent is not None and position.opponent.marker == 0


def test_solo_inquisition__the_option() -> None:
    """An inquisition when the opponent returns the last silver; with the option off there is none."""
    position = gain(solo(tax=1, player=seat(suspicion=(1,))), "pardon", number=1)
    assert (position.seats[0].unpaid, position.tax) == (1, position.game.full_tax(1))
    position = solo(tax=1, player=seat(suspicion=(1,)), options={"opponent_inquisition": False})
    position = gain(position, "pardon", number=1)
    assert (position.seats[0].unpaid, position.tax) == (0, 0)


def test_solo_choice__left_side() -> None:
    position = gain(solo(unpaid=1), "settle/silver+silver", number=1)
    assert position.opponent is not None and position.opponent.paid == 1
    position = gain(solo(), "settle/silver+silver", number=1)
    assert position.opponent is not None and position.opponent.marker == 2
    position = gain(solo(strength=1, faith=1), "faith/strength/influence", number=1)
    assert position.opponent is not None and position.opponent.influence == 1


def test_solo_workers__workshops_save() -> None:
    """Page 29: with one workshop Commission takes two workers; with one worker left the opponent falls back."""
    position = solo(workers=2, workshops=(1, 0, 0, 0, 0, 0))
    assert done(position, "commission").monks == 1
    after = run(follow(replace(solo(workers=1, step="scheme"), townsfolk=("",) * 5), Reveal("scheme", "commission")))
    assert after.opponent is not None and after.opponent.placed[INDEX["pray"]] == 1


def test_solo_schemes__an_empty_deck() -> None:
    schemes = load().schemes
    position = run(solo(workers=4, step="next", schemes=(), schemes_out=schemes))
    assert position.step == "scheme"
    assert position.opponent is not None and position.opponent.schemes == schemes
    position = run(solo(workers=4, step="next", schemes=(), schemes_out=schemes, options={"scheme_deck": "fallback"}))
    assert position.step == "action"
    assert position.opponent is not None and position.opponent.placed[INDEX["recruit"]] == 1


def test_solo_fallback__order() -> None:
    """Recruit, Pray, Trade, Conspire, Rest: the first that is possible."""
    for blocked, expected in (((), "recruit"), (("recruit",), "pray"), (("recruit", "pray"), "trade"),
                              (("recruit", "pray", "trade"), "conspire")):  # fmt: skip
        placed = tuple(int(name in blocked) for name in INDEX)
        after = follow(solo(workers=1, step="scheme", placed=placed), Reveal("scheme", "attack"))
        assert after.opponent is not None
        assert after.opponent.placed[INDEX[expected]] == 1, expected


def test_solo_rest__moves_and_passes() -> None:
    placed = tuple(int(name in ("recruit", "pray", "trade", "conspire")) for name in INDEX)
    after = run(follow(solo(workers=2, step="scheme", placed=placed), Reveal("scheme", "attack"))).opponent
    assert after is not None
    assert (after.marker, after.resting) == (3, True)


def test_solo_recruit__dismisses() -> None:
    position = solo(marker=2, workers=3)
    after = done(position, "recruit")
    assert after.workers == 3  # one placed, one gained by dismissing the third card
    assert after.marker == 3  # its provision


def test_solo_pray__right_side_or_a_worker() -> None:
    schemes = load().schemes
    placed = tuple(3 if name == "attack" else 1 if name == "trade" else 0 for name in INDEX)
    after = done(solo(workers=2, placed=placed, schemes=schemes[:2], schemes_out=schemes[2:]), "pray")
    assert after.placed[INDEX["attack"]] == 0 and after.placed[INDEX["trade"]] == 1
    assert (after.workers, after.schemes, after.schemes_out) == (1, schemes, ())
    assert done(solo(workers=2), "pray").workers == 2


def test_solo_conspire__card_and_workers() -> None:
    position = act(solo(workers=1, step="answered"), "conspire")
    assert position is not None
    after = play(run(position), "suspicion 2")
    assert after.opponent is not None
    assert (after.opponent.workers, after.opponent.suspicion, after.opponent.marker) == (2, (2,), 2)
    assert after.tax == 3


def test_solo_spaces__priority() -> None:
    """Recruit first; to settle only with a debt; then Pray."""
    position = solo(workers=3, faith=12)
    after = act(replace(position, step="answered"), "commission")
    assert after is not None and after.board[0][0] == 3
    taken = tuple(
        (9,) * 2 if area == 0 else (9, *row[1:]) if area == 1 else row for area, row in enumerate(position.board)
    )
    debt = act(solo(workers=3, faith=12, unpaid=1, board=taken, step="answered"), "commission")
    assert debt is not None and 3 in debt.board[3]  # the leftmost space to settle stands in area 4
    none = act(solo(workers=3, faith=12, board=taken, step="answered"), "commission")
    assert none is not None and 3 in none.board[2]  # the leftmost Pray in area 3


def test_solo_absolve__gains() -> None:
    after = done(solo(workers=3, unpaid=1, suspicion=(0, 1)), "absolve")
    assert (after.faith, after.suspicion, after.paid, after.jars) == (1, (0,), 1, 1)
    after = done(solo(workers=3, suspicion=(0, 1)), "absolve")
    assert after.suspicion == ()


def test_solo_fortify__needs_influence() -> None:
    walls = ("workers_s",)
    assert act(solo(workers=3, walls=walls), "fortify") is None
    after = act(solo(workers=3, walls=walls, influence=1), "fortify")
    assert after is not None and after.pending == ((1, "wall"),)


def test_solo_attack__needs_strength() -> None:
    assert act(solo(workers=3, strength=1), "attack") is None
    assert done(solo(workers=3, strength=2, marker=3), "attack").attacked == ("adventurer_saracen",)


def test_solo_convert__needs_faith() -> None:
    after = done(solo(workers=3, faith=2, marker=1), "convert")
    assert (after.converted, after.strength) == (("archer_saracen",), 1)


def test_solo_order__rightmost_first() -> None:
    """Page 31: Fortify, Convert, Commission lie open: Commission, unless it was done five times or is occupied."""
    orders = ("fortify", "convert", "commission")
    after = order(solo(3, workers=3, faith=2, orders=orders))
    assert after is not None and after.opponent is not None and after.opponent.monks == 1
    after = order(solo(3, workers=3, faith=2, orders=orders, monks=5))
    assert after is not None and after.opponent is not None and len(after.opponent.converted) == 1
    placed = tuple(3 if name == "commission" else 0 for name in INDEX)
    after = order(solo(3, workers=3, faith=2, orders=orders, placed=placed))
    assert after is not None and after.opponent is not None and len(after.opponent.converted) == 1


def test_solo_favour__example() -> None:
    """Page 31: the fifth and the first are blocked; the second takes a card and two silver, the marker goes round."""
    cards = ("tithe", "pardon", "labour", "grace", "herald")
    position = solo(7, workers=3, marker=4, suspicion=(1,), favours=cards, hired=("L", "", "", "", "S"), tax=5, faith=1,
                    strength=1)  # fmt: skip
    after = favour(replace(position, step="answered"))
    assert after is not None
    after = run(after)
    assert after.opponent is not None
    assert (after.tax, after.opponent.marker, after.opponent.suspicion, after.opponent.influence) == (3, 1, (), 1)
    assert after.hired == ("L", "L", "", "", "S")


def test_solo_workshop__first_of_the_fewest() -> None:
    after = gain(solo(workshops=(1, 0, 1, 0, 0, 0)), "workshop", number=1).opponent
    assert after is not None and after.workshops == (1, 1, 1, 0, 0, 0)


def test_solo_reset__two_cards_go() -> None:
    after = play(solo(workers=0), "pass")
    assert after.townsfolk == ("", "", "abbot_1", "acolyte_1", "architect_2")
    assert after.outsiders[:4] == ("armourer_viking", "mercenary_viking", "guardian_viking", "lookout_viking")


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_solo_target__what_it_aims_at_is_what_it_takes(seed: int) -> None:
    """Within reach of its strength or faith, from its marker on; None is named where the action cannot be done."""
    names, game = {"attack": 0, "convert": 0}, load()
    for position in playout(game.setup(1, seed), "random", seed).positions():
        for name in names:
            place = outsider_aimed(position, INDEX[name])
            free = replace(position.opponent, placed=(0,) * 12, workers=9)
            after = act(replace(position, opponent=free, pending=()), name)
            assert (after is None) == (place is None)
            if after is not None and place is not None:
                assert after.outsiders[place] == "" != position.outsiders[place]
                flags = game.strength_flags if name == "attack" else game.faith_flags
                assert flags[place] <= (free.strength if name == "attack" else free.faith)
                names[name] += 1
    assert all(names.values())


def test_solo_target__a_card_above_its_strength_is_not_aimed_at() -> None:
    """Strength that suffices for the first flag alone, and the marker further right: it tries again from the left."""
    game = load()
    first = next(place for place, flag in enumerate(game.strength_flags) if flag > game.strength_flags[0])
    position = solo(strength=game.strength_flags[first - 1], marker=first)
    assert outsider_aimed(position, INDEX["attack"]) == 0
    position = solo(strength=game.strength_flags[0] - 1, marker=first)
    assert outsider_aimed(position, INDEX["attack"]) is None
