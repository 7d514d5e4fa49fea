"""Worked examples of the rulebook."""

from __future__ import annotations

from rules.paladins.scoring import sources
from rules.paladins.values import Opponent

from .table import gain, keys, play, refused, replace, seat, table


def wall(name: str, number: int = 1) -> str:
    """Repeat a card."""
    return " ".join([name] * number)


def test_score_counts__the_example_of_66_points() -> None:
    """Page 25: a player with two orders, six monks, six walls and four converted outsiders."""
    player = seat(
        strength=11, influence=10, faith=6, monks=6,
        walls="points_2 points_1_l workers_s workers_m workers_f workers_c",
        converted="adventurer_saracen warrior_saracen warrior_byzantine assassin_viking",
        attacked="archer_saracen champion_saracen invader_saracen",
        paid=2, unpaid=1, silver=2, provisions=1,
    )  # fmt: skip
    position = table(player, seat(), orders=("fortify", "absolve", "commission"), round=7, step="over", queue=())
    points = position.scores()[0]
    assert points.total == 66
    assert points.sources == {
        "orders": 12, "attributes": 35, "monks": 5, "outposts": 0, "walls": 6, "absolutions": 0, "workshops": 0,
        "outsiders": 8, "debts": -1, "goods": 1,
    }  # fmt: skip


def test_solo_score__the_example_of_76_points() -> None:
    """Page 32: the opponent scores nothing for workshops, and at least 1 for each conversion."""
    opponent = Opponent(
        strength=12, influence=11, faith=10, monks=6, outposts=5, workshops=(2, 2, 1, 1, 0, 0), paid=1, unpaid=2,
        attacked=("adventurer_viking", "marauder_viking"),
        converted=("armourer_viking", "lookout_viking", "guardian_viking", "protector_viking", "invader_byzantine",
                   "hunter_saracen"),
    )  # fmt: skip
    position = table(
        seat(), orders=("fortify", "commission", "garrison"), round=7, step="over", queue=(), opponent=opponent
    )
    assert position.opponent is not None
    points = sources(position, position.opponent)
    assert points["attributes"] == 49
    assert points["outsiders"] == 3 + 1 + 3 + 1 + 2 + 1
    assert points["workshops"] == points["goods"] == 0
    assert position.scores()[1].total == 76


def test_commission_faith__example() -> None:
    """Page 16: with one workshop two workers; faith 2 and 1 from the paladin reach area 2; 1 provision, a Scout."""
    position = table(seat(workers="LC", faith=2, provisions=1, paladin="engelier", workshops={"commission": 1}), seat())
    after = play(position, "commission LC s2_scout").seats[0]
    assert (after.workers, after.provisions, after.influence, after.monks) == ("S", 0, 1, 1)
    assert "commission-faith" in refused(position, "commission LC s3_labourer")


def test_fortify_influence__example() -> None:
    """Page 17: the fourth wall with influence 5 (3 from Anséis), no provisions; then 7 and 2 provisions."""
    walls = "workers_s workers_m workers_c"
    position = table(seat(workers="SSM", influence=2, paladin="anseis", walls=walls), seat())
    position = replace(position, wall_deck=("workers_lf",))
    after = play(position, "fortify SSM", "wall workers_lf").seats[0]
    assert (after.strength, after.workers, len(after.walls)) == (1, "LF", 4)
    later = table(replace(after, placed=("",) * 12, workers="SSM", paladin="", influence=5), seat())
    found = refused(later, "fortify SSM")
    assert dict(found["fortify-influence"].numbers) == {"needed": 7, "owned": 5}
    assert dict(found["piece-cost"].numbers) == {"needed": 2, "owned": 0}


def test_garrison_strength__example() -> None:
    """Page 18: strength 5 opens area 3, whose Pray frees an action; 1 provision, 1 faith."""
    position = table(seat(workers="MFL", strength=5, provisions=1, placed={"hunt": "L"}).__class__(
        workers="LMF", strength=5, provisions=1, placed=seat(placed={"hunt": "L"}).placed), seat())  # fmt: skip
    after = play(position, "garrison LMF s3_pray")
    assert keys(after) == {"clear hunt", "clear garrison"}
    after = play(after, "clear garrison")
    assert (after.seats[0].faith, after.seats[0].provisions, after.seats[0].placed[8]) == (1, 0, "")
    assert "garrison-strength" in refused(position, "garrison LMF s4_fighter")


def test_absolve_gain__example() -> None:
    """Page 19: the first jar costs 1 silver and no influence; a debt is settled, a card discarded, faith 1."""
    position = table(seat(workers="LMC", silver=1, unpaid=1, suspicion=(2,)), seat())
    after = play(position, "absolve LMC debt_1", "choose settle").seats[0]
    assert (after.silver, after.unpaid, after.paid, after.suspicion, after.faith) == (0, 0, 1, (), 1)


def test_attack_silver__example() -> None:
    """Page 20: the Mercenary below strength 7 costs 1 silver with strength 5."""
    position = table(seat(workers="LSF", strength=5, silver=1), seat())
    after = play(position, "attack LSF mercenary_viking").seats[0]
    assert (after.silver, after.influence, after.workers, after.attacked) == (0, 1, "LL", ("mercenary_viking",))
    assert "attack-silver" in refused(position, "attack LSF lookout_viking")


def test_convert_faith__example() -> None:
    """Page 21: the Assassin below faith 2 with 3 + 1 for 2 silver gives strength 2."""
    row = (
        "adventurer_saracen",
        "assassin_viking",
        "armourer_viking",
        "mercenary_viking",
        "guardian_viking",
        "lookout_viking",
    )
    done = "archer_saracen archer_byzantine"
    position = table(seat(workers="LFC", faith=3, silver=2, paladin="engelier", converted=done), seat(), outsiders=row)
    after = play(position, "convert LFC assassin_viking").seats[0]
    assert (after.silver, after.strength, len(after.converted)) == (0, 2, 3)


def test_tax_short__example() -> None:
    """Page 22: two Criminals, a tax of 2 with 1 silver left: 1 from each supply, an inquisition, then the next card."""
    position = gain(table(seat(), seat(), tax=1), "X", "X")
    after = play(position, "suspicion 2")
    assert after.question == "suspicion"
    first = after.seats[0]
    assert (first.silver, first.unpaid, first.suspicion) == (2, 1, (2,))
    assert after.tax == after.game.full_tax(2)
    after = play(after, "suspicion 1")
    assert (after.seats[0].silver, after.seats[0].workers, after.tax) == (3, "XX", after.game.full_tax(2) - 1)


def test_inquisition_debt__example() -> None:
    """Page 23: with 1, 0, 3 and 3 suspicion cards the last two players get a debt and discard one card each."""
    people = [seat(suspicion=(1,)), seat(), seat(suspicion=(0, 1, 2)), seat(suspicion=(2, 2, 0))]
    after = gain(table(*people, tax=1), "tax1", number=1)
    assert [one.unpaid for one in after.seats] == [0, 0, 1, 1]
    assert [one.suspicion for one in after.seats] == [(1,), (), (0, 1), (2, 2)]
    assert after.tax == 8
    assert after.suspicion_out == (1, 0, 1)


def test_inquisition_order__example() -> None:
    """Page 33: Peddler at two cards, two Conspirators, then two Squires at none."""
    own = "conspirator_1 conspirator_2 peddler_3 squire_1 squire_2"
    position = gain(table(seat(townsfolk=own, suspicion=(1, 2)), seat(), tax=1), "tax1", number=1)
    assert position.actor == 0
    after = play(position, "activate peddler_3")
    while after.question == "abilities":
        after = play(after, next(key for key in sorted(keys(after)) if "conspirator" in key))
    first = after.seats[0]
    assert (first.silver, first.suspicion, first.faith, first.influence, first.unpaid) == (2, (), 1, 1, 0)


def test_reset_townsfolk__example() -> None:
    """Page 11: the card on the right goes, two others slide, three are drawn; no outsider goes, two are drawn."""
    town = ("", "squire_1", "", "defender_1", "debt_collector_1")
    row = ("", "adventurer_saracen", "archer_saracen", "", "armourer_viking", "mercenary_viking")
    position = table(seat(), seat(), townsfolk=town, outsiders=row)
    after = play(position, "pass", "pass")
    assert after.townsfolk == ("", "", "", "squire_1", "defender_1")
    assert after.outsiders == ("adventurer_saracen", "archer_saracen", "armourer_viking", "mercenary_viking", "", "")
    drawn = 0
    while after.question in ("townsfolk_card", "outsider_card"):
        after = after.play(after.chance()[0][0])
        drawn += 1
    assert drawn == 5


def test_recruit_dismiss__example() -> None:
    """Page 14: the Abbot at 2 silver brings a Cleric and a Labourer."""
    town = ("acolyte_1", "architect_2", "abbot_1", "missionary_2", "gatekeeper_2")
    position = table(seat(workers="L", silver=2), seat(), townsfolk=town)
    after = play(position, "recruit L abbot_1")
    assert (after.seats[0].workers, after.seats[0].silver, after.seats[0].townsfolk) == ("LC", 0, ())
    assert after.townsfolk[2] == ""


def test_recruit_keep__example() -> None:
    """Page 14: the Gatekeeper for 3 silver or a debt brings 1 silver now, and 1 with each Fortify."""
    town = ("gatekeeper_2", "architect_2", "abbot_1", "missionary_2", "acolyte_1")
    position = table(seat(workers="LF", silver=3), seat(), townsfolk=town)
    assert play(position, "recruit LF gatekeeper_2").seats[0].silver == 1
    after = play(position, "recruit LF gatekeeper_2 debt").seats[0]
    assert (after.silver, after.unpaid, after.townsfolk) == (4, 1, ("gatekeeper_2",))
    wall_ = table(seat(workers="LSM", provisions=1, townsfolk="gatekeeper_2"), seat())
    assert play(wall_, "fortify LSM", "wall workers_s").seats[0].silver == 1


def test_setup_recruit__example() -> None:
    """Page 6: the Architect that is recruited first brings 1 provision."""
    position = table(seat(provisions=1), seat(), step="welcome_end", pending=((0, "welcome"),), queue=(), orders=())
    after = play(position, "hire architect_2")
    assert (after.seats[0].provisions, after.seats[0].townsfolk) == (2, ("architect_2",))


def test_develop_worker__example() -> None:
    """Page 13: two workers and 4 silver; the workshop uncovers a Scout, and Commission takes two workers then."""
    position = table(seat(workers="LF", silver=4), seat())
    after = play(position, "develop LF commission 1").seats[0]
    assert (after.silver, after.workers, after.workshops[0]) == (0, "S", 1)
    later = table(replace(after, workers="LC", provisions=1), seat())
    assert keys(later, "commission LC")


def test_pray_clear__example() -> None:
    """Page 15: a Criminal and 2 silver free Absolve."""
    position = table(seat(workers="X", silver=2, placed={"absolve": "LMC"}), seat())
    after = play(position, "pray X absolve").seats[0]
    assert (after.silver, after.placed[9], after.placed[4]) == (0, "", "X")


def test_score_outsiders__mercenaries() -> None:
    """Page 33: 1, 2, 3, 4 converted Mercenaries score 2, 6, 12, 20."""
    cards = ["mercenary_saracen_a", "mercenary_saracen_b", "mercenary_viking", "mercenary_byzantine"]
    for number, points in enumerate((2, 6, 12, 20), 1):
        position = table(seat(converted=" ".join(cards[:number])), seat())
        assert position.scores()[0].sources["outsiders"] == points
