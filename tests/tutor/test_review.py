"""The review: true to the solver, luck apart, stoppable, and nothing is lost when a process dies."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import rules
import solver
from rules import BadInput, Record
from solver import turns
from solver.process import launch
from tutor import review_job
from tutor.language import set_language
from tutor.review import Decision, Luck, Review, chances_of, decisions_of, difference
from tutor.review_chart import picture, rows
from tutor.review_job import ReviewJob, start
from tutor.review_work import Found, Start, Task, Worker, decode, encode


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language(None)


def played(name: str, players: int, seed: int, steps: int) -> Record:
    record = rules.playout(rules.load(name).setup(players=players, seed=seed), "greedy", seed=seed)
    return Record(record.start, record.steps[:steps])


@pytest.fixture(scope="module")
def record() -> Record:
    return played("kingsburg", 3, 3, 50)


@pytest.fixture(scope="module")
def review(record: Record) -> Review:
    job = start(record, seconds=60, jobs=0)
    found = job.result(120)
    assert job.fault == "" and job.done == job.total
    return found


def test_every_choice_is_looked_at_and_no_other(record: Record, review: Review) -> None:
    wanted = [
        number
        for number, position in enumerate(record.positions())
        if number < len(record.steps) and position.actor is not None and len(position.legal_moves()) > 1
    ]
    assert [one.step for one in review.decisions] == wanted == list(decisions_of(record, (0, 1, 2)))
    assert review.missing == 0
    for one in review.decisions:
        position = review.positions[one.step]
        assert (one.seat, one.played) == (position.actor, record.steps[one.step].key)


def test_losses_are_the_regrets_of_the_solver(record: Record, review: Review) -> None:
    compared = 0
    for one in review.decisions:
        if one.horizon != "season" or not one.loss.exact or compared == 12:
            continue
        compared += 1
        position = review.positions[one.step]
        try:
            wanted = solver.regret(position, one.played, "season", "worth", seconds=5)
        except BadInput:
            continue  # valued right after the move: the solver takes no question here
        assert one.loss.least == wanted, one
    assert compared == 12


def test_the_largest_losses_come_first(review: Review) -> None:
    worst = review.worst()
    assert 0 < len(worst) <= 3
    sizes = [one.loss.about or Fraction(0) for one in review.decisions]
    assert worst[0].loss.about == max(sizes)
    assert [one.loss.about for one in worst] == sorted(sizes, reverse=True)[: len(worst)]
    text = review.to_text()
    assert text.startswith("The largest losses\n1. Step ")
    assert review.title(worst[0]) in text and "Counted: points, and goods" in text
    everybody = review.worst(None, None)
    assert all(not one.loss.nothing for one in everybody)
    assert [one for one in everybody if one.seat == 1] == list(review.worst(1, None))


def test_the_difference_by_source_adds_up_to_the_loss(review: Review) -> None:
    added = 0
    for one in review.worst(None, None):
        if one.horizon != "season" or not one.loss.exact or not one.better:
            continue
        request = solver.solve(review.positions[one.step], "season", "worth")
        worths = dict(request.worths)
        total = sum(one.sources.values(), Fraction(0)) * worths.get("points", Fraction(1))
        total += sum((worths[name] * value for name, value in one.holdings.items()), Fraction(0))
        assert total == one.loss.least, one
        assert review.difference(one).startswith("Better: ")
        added += 1
    assert added >= 3


def test_the_better_line_can_be_replayed(review: Review) -> None:
    for one in review.worst():
        position = review.positions[one.step].view(one.seat)
        assert position.move(one.better[0]) in position.legal_moves()
        assert one.better[0] != one.played


def test_luck_has_no_expectation(record: Record) -> None:
    """What an outcome is worth more than expected, weighed by its probability, is nothing: so luck is not skill."""
    worker = Worker(record, "worth")
    measured = 0
    for step in chances_of(record):
        position = worker.positions[step]
        if len(position.chance()) > 60 or measured == 1:
            continue
        for seat in range(3):
            asked = worker.question(step, seat)
            if asked is None or measured:
                continue
            end = time.monotonic() + 60
            parts = [chance * (worker.surplus(*asked, outcome, end) or 0) for outcome, chance in position.chance()[:3]]
            luck = next(iter(worker.luck(step, (seat,), end)), None)
            assert luck is not None and luck.seat == seat and luck.value is not None
            full = sum(
                (
                    chance * value
                    for outcome, chance in position.chance()
                    if (value := worker.surplus(*asked, outcome, end))
                ),
                Fraction(0),
            )
            assert full == 0 and any(parts)
            measured += 1
    assert measured == 1


def test_luck_of_dice_that_are_rolled_before_a_turn_is_measured_or_left_open() -> None:
    """A roll is no move of the seat: the game's own search for the best line after a move is not asked about it."""
    worker = Worker(played("my_village", 2, 3, 36), "points")
    step = next(step for step in range(20, 36) if getattr(worker.positions[step], "step", "") == "roll_black")
    found = worker.luck(step, (0, 1), time.monotonic() + 60)
    assert [one.step for one in found] == [step] and found[0].outcomes == 56


def test_luck_and_losses_are_apart(review: Review) -> None:
    assert any(luck.value for luck in review.lucks)
    assert {luck.step for luck in review.lucks}.isdisjoint(one.step for one in review.decisions)
    for seat in review.seats:
        value, known, unknown = review.luck(seat)
        mine = [luck.value for luck in review.lucks if luck.seat == seat]
        assert known + unknown == len(mine)
        assert value == sum((one for one in mine if one is not None), Fraction(0))
        words = review.summary(seat)
        assert ("more than was to be expected" in words) == (value > 0)
        assert "-" not in words and "+" not in words


def test_processes_find_the_same_as_this_one(record: Record, review: Review) -> None:
    short = Record(record.start, record.steps[:24])
    alone = start(short, seconds=60, jobs=0).result(120)
    job = start(short, seconds=60, jobs=2)
    found = job.result(120)
    assert job.fault == ""
    assert found.to_text() == alone.to_text()
    assert found.decisions == alone.decisions and found.lucks == alone.lucks
    assert found.decisions == review.decisions[: len(found.decisions)]


def test_one_seat_alone(record: Record) -> None:
    short = Record(record.start, record.steps[:24])
    found = start(short, seat=2, seconds=30, jobs=0).result(60)
    assert found.decisions and {one.seat for one in found.decisions} == {2}
    assert {luck.seat for luck in found.lucks} <= {2}


def test_a_stop_keeps_what_is_known() -> None:
    job = start(played("paladins", 2, 1, 120), seconds=600, jobs=1)
    until = time.monotonic() + 60
    while not job._decisions and time.monotonic() < until:
        time.sleep(0.05)
    job.stop()
    job.stop()
    found = job.result(20)
    assert found.decisions, "one was known when it was stopped"
    assert found.missing == len(job._steps) - len(found.decisions) > 0
    assert f"for the review was stopped: {found.missing}." in found.counted()
    assert not job._running


def test_a_process_that_dies_is_replaced() -> None:
    record = played("kingsburg", 2, 3, 60)
    job = start(record, seconds=60, jobs=1)
    until = time.monotonic() + 60
    while not (job._running and job._decisions) and not job.ended and time.monotonic() < until:
        time.sleep(0.01)
    for process in tuple(job._running):
        process.kill()
    found = job.result(120)
    assert found.missing == 0, "what the process left undone was looked at again"
    assert job.fault == ""


@pytest.mark.slow
def test_a_step_that_brings_every_process_down_is_named_and_the_others_are_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = played("kingsburg", 2, 3, 60)
    job = ReviewJob(record, (0, 1), "worth", 600.0, 1)
    bad = job._steps[3]
    asked = ReviewJob._ask

    def deadly(self: ReviewJob, process: Any, task: Task) -> Any:
        if bad in task.steps and not task.luck:
            process.kill()
            return False, True, list(task.steps)
        return asked(self, process, task)

    monkeypatch.setattr(ReviewJob, "_ask", deadly)
    job._run()
    found = job.result(60)
    assert set(job._steps) - {one.step for one in found.decisions} == {bad}
    assert f"Step {bad + 1}: A worker process ended by signal 9 (SIGKILL) over it." == job.fault
    assert found.cause == "fault" and "for the work on them failed: 1." in found.counted()


def test_a_step_that_fails_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("kingsburg", 2, 3, 60)
    decision = Worker.decision

    def fails(self: Worker, step: int, *given: Any) -> Decision:
        if step == bad:
            raise ZeroDivisionError("a fault of ours")
        return decision(self, step, *given)

    monkeypatch.setattr(Worker, "decision", fails)
    job = ReviewJob(record, (0, 1), "worth", 600.0, 0)
    bad = job._steps[3]
    job._run()
    assert job.review.missing == 1
    assert job.fault == f"Step {bad + 1}: ZeroDivisionError: a fault of ours"


# --- without worker processes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("program", ["", "/bin/false"])
def test_without_worker_processes_a_review_is_the_same_and_says_so(
    program: str, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = Record(record.start, record.steps[:24])
    alone = start(short, seconds=600, jobs=0).result(300)
    monkeypatch.setattr(sys, "executable", program)
    job = start(short, seconds=600)
    found = job.result(300)
    assert job.note.startswith("No worker process could be started here (")
    assert job.fault == "" and found.missing == 0
    assert found.to_text() == alone.to_text()
    assert found.worst(), "the losses are found"


def test_a_review_without_worker_processes_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    job = start(played("paladins", 2, 1, 120), seconds=600)
    until = time.monotonic() + 60
    while not job.note and time.monotonic() < until:
        time.sleep(0.01)
    job.stop()
    found = job.result(20)
    assert found.cause == "stop"
    assert found.missing and "Nobody lost anything that is known." not in found.to_text()


def test_what_was_not_looked_at_is_not_praised(record: Record) -> None:
    none = Review(record=record, seats=(0, 1), objective="worth", decisions=(), lucks=(), missing=9, cause="stop")
    text = none.to_text()
    assert "No decision was valued, so nothing is known of losses." in text
    assert "nothing lost" not in text and "Nobody" not in text
    assert "Red: no decision was looked at." in text
    assert "for the review was stopped: 9." in text
    nothing = Decision(step=1, seat=0, played="pass", loss=review_loss(Fraction(0)))
    some = msgspec.structs.replace(none, decisions=(nothing,), cause="time")
    assert "in what was looked at. Decisions that were not looked at, for the time was too short: 9." in some.to_text()
    assert msgspec.structs.replace(some, missing=0).none_lost() == "Nobody lost anything that is known."


def test_reviews_wait_for_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(turns.VARIABLE, "1")
    monkeypatch.setattr(turns, "TURNS", turns.Turns())
    taken = turns.Turn(lambda: None)
    taken.ask()
    record = played("kingsburg", 2, 3, 30)
    jobs = [start(record, seconds=600), start(record, seconds=600)]
    assert all(job.waiting and job.seconds == 0 for job in jobs)
    assert review_job.progress(jobs[0]).startswith("Waiting for a core that is free")
    jobs[1].stop()
    assert jobs[1].result(20).cause == "stop"
    taken.give_back()
    assert jobs[0].result(300).missing == 0


def test_a_worker_ends_when_its_parent_is_gone() -> None:
    """A kernel that is killed leaves no process behind: its pipe closes, even while a solve is at work."""
    record = played("paladins", 2, 1, 60)
    process = launch("tutor.review_work", errors=subprocess.DEVNULL)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(encode(Start(record=record.to_text(), objective="worth")))
    steps = decisions_of(record, (0, 1))
    process.stdin.write(
        encode(Task(number=0, steps=steps, seats=(0, 1), luck=False, seconds=600, limit=600)),
    )
    process.stdin.flush()
    assert decode(process.stdout.readline(), Found) == Found(number=-1), "the first word"
    assert decode(process.stdout.readline(), Found).decision is not None
    process.stdin.close()
    assert process.wait(20) == 0
    process.stdout.close()


def test_where_nothing_is_proved_it_says_so() -> None:
    found = start(played("paladins", 2, 1, 60), seconds=6, jobs=0).result(60)
    assert any(not one.loss.exact for one in found.decisions)
    for one in found.decisions:
        words = found.title(one)
        exact = one.loss.exact
        assert exact or "proved" in words or "at least" in words or "at most" in words or "valued" in words
    assert "Exact at " in found.proved()


def test_a_game_without_a_choice_and_arguments_that_do_not_fit_are_refused(record: Record) -> None:
    with pytest.raises(BadInput, match="nothing to review"):
        start(Record(record.start))
    with pytest.raises(TypeError, match="record: is "):
        start("no record")  # type: ignore[arg-type]
    for given, said in (
        ({"seat": 7}, "seats are 0 to 2"),
        ({"seconds": 0}, "seconds"),
        ({"jobs": 99}, "jobs"),
        ({"objective": "fun"}, "'worth' or 'points'"),
    ):
        with pytest.raises(BadInput, match=said):
            start(record, **given)  # type: ignore[arg-type]


def test_messages_between_processes_keep_exact_numbers() -> None:
    decision = Decision(
        step=3,
        seat=1,
        played="pass",
        loss=review_loss(Fraction(1, 3)),
        sources={"towers": Fraction(2, 7)},
        valued=Fraction(-5, 3),
    )
    found = Found(number=4, step=3, decision=decision, luck=(Luck(step=1, seat=0, outcome="x", value=None),))
    assert decode(encode(found), Found) == found
    assert difference({"a": Fraction(1)}, {"a": Fraction(1)}) == {}


def review_loss(value: Fraction) -> Any:
    from tutor.judge import Loss

    return Loss(value, value, value)


def test_the_charts_show_every_loss(review: Review) -> None:
    drawn = picture(review)
    for one in review.worst():
        assert review.title(one) in drawn.text
    data = rows(review)
    assert len([row for row in data if row["kind"] == "given away"]) == sum(
        one.loss.about is not None for one in review.decisions
    )
    chart = review.chart().to_dict()
    text = str(chart)
    assert "http" not in text.replace(str(chart.get("$schema")), "")
    assert len(chart["data"]["values"] if "values" in chart["data"] else next(iter(chart["datasets"].values()))) == len(
        data
    )


def test_german_is_german(review: Review) -> None:
    set_language("de")
    text = review.to_text()
    assert text.startswith("Die größten Verluste")
    for english in ("points", "loses", "Better", "Luck", "Counted", "measured"):
        assert english not in text
