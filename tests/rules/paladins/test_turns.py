"""Rules of a player's turn (rulebook pages 8 and 12 to 24)."""

from __future__ import annotations

from .table import gain, keys, load, play, refused, replace, seat, table


def test_turn_step__only_what_is_asked() -> None:
    position = table(seat(workers="L"), seat())
    assert set(refused(position, "tavern llsx")) == {"turn-step"}
    assert set(refused(replace(position, step="over", round=7), "pass")) == {"turn-step"}


def test_turn_one__one_action_each_until_all_pass() -> None:
    position = play(table(seat(workers="LL"), seat(workers="S")), "hunt L")
    assert position.actor == 1
    position = play(position, "pass")
    assert (position.actor, position.queue) == (0, (0,))
    assert keys(play(table(seat(), seat()), "pass")) == {"pass"}


def test_action_once__until_freed() -> None:
    position = table(seat(workers="LL", placed={"hunt": "L"}), seat())
    assert "action-once" in refused(position, "hunt L")
    assert keys(table(seat(workers="LL", placed={"hunt": "L"}), seat()), "hunt") == set()


def test_action_seven__monks_and_walls() -> None:
    position = table(seat(workers="SSLLMMCC", provisions=9, silver=9, influence=12, monks=7, outposts=7), seat())
    assert "action-seven" in refused(position, "commission LSC s1_recruit")
    walls = "workers_s workers_m workers_c workers_f workers_ls workers_lm workers_lf"
    position = table(seat(workers="LSM", provisions=9, influence=12, walls=walls), seat())
    assert "action-seven" in refused(position, "fortify LSM")


def test_worker_own__only_what_one_has() -> None:
    assert "worker-own" in refused(table(seat(workers="L"), seat()), "hunt S")


def test_worker_spaces__colours() -> None:
    position = table(seat(workers="LLSMC", provisions=1), seat())
    assert "worker-spaces" in refused(position, "fortify LLS")
    assert "fortify LSM" in keys(position)


def test_worker_criminal__is_a_joker() -> None:
    position = table(seat(workers="XXX", provisions=1), seat())
    assert "fortify XXX" in keys(position)


def test_one_or_two__second_worker_of_the_printed_kind() -> None:
    position = table(seat(workers="LLSM"), seat())
    assert keys(position, "hunt") == {"hunt L", "hunt S", "hunt M", "hunt LS", "hunt SM"}
    assert "one-or-two" in refused(position, "hunt LL")


def test_hunt_gain__one_or_three() -> None:
    assert play(table(seat(workers="L"), seat()), "hunt L").seats[0].provisions == 1
    assert play(table(seat(workers="LS"), seat()), "hunt LS").seats[0].provisions == 3
    assert play(table(seat(workers="LS", paladin="girard"), seat()), "hunt LS").seats[0].provisions == 5


def test_trade_gain__one_or_three() -> None:
    assert play(table(seat(workers="L"), seat()), "trade L").seats[0].silver == 1
    assert play(table(seat(workers="LM"), seat()), "trade LM").seats[0].silver == 3
    assert play(table(seat(workers="L", paladin="otton"), seat()), "trade L").seats[0].silver == 3


def test_conspire_gain__a_criminal() -> None:
    after = play(table(seat(workers="L"), seat()), "conspire L", "suspicion 0").seats[0]
    assert (after.workers, after.suspicion) == ("X", (0,))


def test_pray_cost__cleric_and_silver() -> None:
    position = table(seat(workers="CL", silver=1, placed={"hunt": "L"}), seat())
    assert set(refused(position, "pray L hunt")) == {"worker-spaces", "pray-cost"}
    assert "pray C hunt" in keys(table(seat(workers="CL", paladin="oliver", placed={"hunt": "L"}), seat()))


def test_pray_pray__the_option() -> None:
    own = seat(placed={"pray": "C", "hunt": "L"})
    position = gain(table(own, seat()), "pray")
    assert keys(position) == {"clear hunt", "clear pray"}
    position = gain(table(own, seat(), options={"pray_clears_pray": False}), "pray")
    assert position.seats[0].placed[2] == ""
    assert position.seats[0].placed[4] == "C"


def test_develop_cost__four_silver() -> None:
    assert "develop-cost" in refused(table(seat(workers="LF", silver=3), seat()), "develop LF attack 1")
    after = play(table(seat(workers="LF", silver=2, paladin="samson"), seat()), "develop LF attack 1")
    assert after.seats[0].silver == 0


def test_develop_place__first_two_spaces() -> None:
    position = table(seat(workers="LF", silver=4, workshops={"attack": 1}, placed={"attack": "LF"}), seat())
    for key in ("develop LF attack 1", "develop LF attack 3", "develop LF hunt 1"):
        assert "develop-place" in refused(position, key)
    assert play(position, "develop LF attack 2").seats[0].placed[10] == "F", "the worker on the space goes back"
    full = {"attack": 3, "convert": 3, "absolve": 3, "fortify": 3}
    assert "develop-place" in refused(
        table(seat(workers="LF", silver=4, workshops=full), seat()), "develop LF garrison 1"
    )


def test_workshop_saves__a_worker() -> None:
    position = table(seat(workers="F", strength=2, workshops={"attack": 3}), seat())
    assert keys(position, "attack") == {"attack F adventurer_saracen"}


def test_row_open__only_open_cards() -> None:
    assert "row-open" in refused(table(seat(workers="L", silver=9), seat()), "recruit L squire_1")


def test_recruit_cost__by_place() -> None:
    position = table(seat(workers="L", silver=0), seat())
    assert keys(position, "recruit") == {"recruit L abbot_1 debt", "recruit L acolyte_1 debt", "recruit L gatekeeper_2"}
    assert dict(refused(position, "recruit L abbot_1")["recruit-cost"].numbers) == {"needed": 3, "owned": 0}
    assert len(keys(table(seat(workers="L", paladin="roland"), seat()), "recruit")) == 5


def test_recruit_debt__the_two_on_the_left() -> None:
    position = table(seat(workers="L", silver=9), seat())
    assert "recruit-debt" in refused(position, "recruit L architect_2 debt")
    assert "recruit-debt" in refused(position, "recruit L gatekeeper_2 debt")


def test_townsfolk_ongoing__after_the_action() -> None:
    own = seat(workers="LSC", provisions=1, townsfolk="acolyte_1 acolyte_3")
    after = play(table(own, seat(), tax=5), "commission LSC s1_silver")
    assert (after.seats[0].workers, after.seats[0].silver, after.tax) == ("L", 3, 4)


def test_piece_cost__provisions() -> None:
    for monks, cost in enumerate((1, 1, 1, 2, 2, 3, 3)):
        position = table(seat(workers="LSC", provisions=cost, monks=monks), seat())
        assert play(position, "commission LSC s1_silver").seats[0].provisions == 0
        position = table(seat(workers="LSC", provisions=cost - 1, monks=monks), seat())
        assert "piece-cost" in refused(position, "commission LSC s1_silver")
    free = table(seat(workers="LSC", paladin="ivon"), seat())
    assert "commission LSC s1_silver" in keys(free)


def test_commission_influence__one_each() -> None:
    position = table(seat(workers="LSC", provisions=1), seat())
    assert play(position, "commission LSC s1_silver").seats[0].influence == 1


def test_garrison_faith__one_each() -> None:
    position = table(seat(workers="LMF", provisions=1, strength=2), seat())
    assert play(position, "garrison LMF s1_silver").seats[0].faith == 1


def test_space_free__one_piece() -> None:
    position = table(seat(workers="LSC", provisions=1), seat(workers="LSC", provisions=1))
    after = play(position, "commission LSC s1_silver")
    assert "space-free" in refused(after, "commission LSC s1_silver")
    assert "space-free" in refused(position, "commission LSC nowhere")


def test_space_players__three_and_four() -> None:
    own = seat(workers="LSC", provisions=1)
    assert "space-players" in refused(table(own, seat()), "commission LSC s1_labourer")
    assert "space-players" in refused(table(own, seat(), seat()), "commission LSC s1_pardon")
    assert len(keys(table(own, seat(), seat()), "commission")) == 3
    assert len(keys(table(own, seat(), seat(), seat()), "commission")) == 4


def test_space_reward__at_once() -> None:
    position = table(seat(workers="LSC", provisions=1), seat())
    after = play(position, "commission LSC s1_recruit")
    assert after.question == "recruit"
    assert play(after, "hire gatekeeper_2").seats[0].silver == 1


def test_fortify_wall__all_rewards() -> None:
    position = table(seat(workers="LSM", provisions=1), seat())
    after = play(position, "fortify LSM", "wall strength_2").seats[0]
    assert (after.strength, after.walls) == (2, ("strength_2",))


def test_wall_deck__empty() -> None:
    position = replace(table(seat(workers="LSM", provisions=1), seat()), wall_deck=())
    assert set(refused(position, "fortify LSM")) == {"wall-deck"}


def test_absolve_cost__silver() -> None:
    jars = list(load().catalogue.jars)
    for done, cost in enumerate((1, 2, 2, 2, 3, 3, 3)):
        own = seat(workers="LMC", silver=cost, influence=12, jars=" ".join(jars[:done]))
        assert play(table(own, seat()), f"absolve LMC {jars[done]}").seats[0].silver == 0
        assert "absolve-cost" in refused(table(replace(own, silver=cost - 1), seat()), f"absolve LMC {jars[done]}")


def test_absolve_influence__house_numbers() -> None:
    position = table(seat(workers="LMC", silver=9, jars="pray"), seat())
    assert "absolve-influence" in refused(position, "absolve LMC faith")
    assert "actions.absolve.needs" in load().house_values()


def test_absolve_space__one_jar() -> None:
    position = table(seat(workers="LMC", silver=9, influence=12, jars="pray"), seat())
    assert "absolve-space" in refused(position, "absolve LMC pray")


def test_outsider_open__row() -> None:
    position = table(seat(workers="LSFC", strength=12, faith=12), seat())
    assert "outsider-open" in refused(position, "attack LSF thief_viking")
    assert "outsider-open" in refused(position, "convert LFC thief_viking")


def test_attack_weak__the_option() -> None:
    own = seat(workers="LSF", silver=1)
    assert play(table(own, seat()), "attack LSF adventurer_saracen").seats[0].silver == 0
    position = table(own, seat(), options={"attack_below_first": False})
    assert "attack-weak" in refused(position, "attack LSF adventurer_saracen")


def test_attack_gain__influence_and_card() -> None:
    position = table(seat(workers="LSF", strength=3, paladin="engelier"), seat())
    after = play(position, "attack LSF archer_saracen").seats[0]
    assert (after.influence, after.provisions, after.silver) == (1, 2, 2)


def test_attack_pile__apart_from_converted() -> None:
    position = table(seat(workers="LSF", strength=3), seat())
    after = play(position, "attack LSF archer_saracen")
    assert (after.seats[0].attacked, after.seats[0].converted) == (("archer_saracen",), ())
    assert after.outsiders[1] == ""


def test_convert_cost__silver() -> None:
    cards = "archer_byzantine thief_viking thief_byzantine traitor_viking traitor_byzantine"
    names = [*cards.split(), "warrior_saracen", "warrior_byzantine"]
    for done, cost in enumerate((0, 1, 2, 2, 2, 3, 3)):
        own = seat(workers="LFC", silver=cost, converted=" ".join(names[:done]))
        assert play(table(own, seat()), "convert LFC adventurer_saracen").seats[0].silver == 0
        if cost:
            assert "convert-cost" in refused(
                table(replace(own, silver=cost - 1), seat()), "convert LFC adventurer_saracen"
            )


def test_convert_gain__strength() -> None:
    after = play(table(seat(workers="LFC"), seat()), "convert LFC adventurer_saracen").seats[0]
    assert (after.strength, after.influence) == (1, 0)


def test_favour_open__this_round() -> None:
    position = table(seat(workers="LS"), seat(), round=3, favours=("tithe",), hired=("",))
    assert "favour-open" in refused(position, "favour S herald")
    after = play(position, "favour L tithe")
    assert (after.seats[0].provisions, after.seats[0].silver, after.hired) == (2, 1, ("L",))


def test_favour_once__for_all() -> None:
    position = table(seat(workers="LS"), seat(workers="L"), round=3, favours=("tithe",), hired=("",))
    after = play(position, "favour L tithe")
    assert "favour-once" in refused(after, "favour L tithe")


def test_favour_cost__worker_and_more() -> None:
    position = table(seat(workers="LF"), seat(), round=4, favours=("clemency", "levy"), hired=("", ""))
    assert {"favour-cost", "worker-spaces"} == set(refused(position, "favour L clemency"))
    after = play(position, "favour L levy").seats[0]
    assert (after.unpaid, after.workers) == (1, "SMFF")


def test_pass_clear__board_empty() -> None:
    after = play(table(seat(placed={"hunt": "L"}), seat()), "pass")
    assert not any(after.seats[0].placed)
    assert after.actor == 1


def test_pass_keep__what_comes_later_stays() -> None:
    """A Peddler pays its owner also after passing, so four workers may stay."""
    position = table(seat(workers="LLS", townsfolk="peddler_1", suspicion=(0, 0)), seat(), tax=1)
    after = gain(play(position, "pass"), "tax1", number=1)
    assert after.seats[0].workers == "LLLS"


def test_pass_keep__three_workers() -> None:
    position = play(table(seat(workers="LLSF"), seat()), "pass")
    assert keys(position) == {"keep LLS", "keep LLF", "keep LSF"}
    assert "pass-keep" in refused(position, "keep LL")
    assert play(position, "keep LSF").seats[0].workers == "LSF"
    assert play(table(seat(workers="LLS"), seat()), "pass").seats[0].workers == "LLS"


def test_paladin_ability__costs_and_gains() -> None:
    assert play(table(seat(workers="L", paladin="gerin"), seat()), "conspire L").seats[0].silver == 2
    own = seat(workers="LFC", converted="thief_viking")
    assert not keys(table(own, seat()), "convert")
    assert keys(table(replace(own, paladin="gerier"), seat()), "convert")
    assert keys(table(seat(workers="LMC", paladin="ivoire"), seat()), "absolve")
    assert keys(table(seat(workers="LMF", paladin="berengier"), seat()), "garrison")


def test_paladin_boost__scores_nothing() -> None:
    position = table(seat(faith=1, paladin="oliver"), seat())
    assert position.scores()[0].sources["attributes"] == 0
