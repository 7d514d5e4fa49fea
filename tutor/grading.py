"""Grading: every answer judged by the rules against the key, in processes where it takes long."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from rules.arguments import check_function, check_path, check_text, check_whole
from solver.process import NoProcess
from solver.turns import cores

from .amounts import by_source, joined, speaking
from .class_report import Report
from .classroom import FOLDER, Key, beside, read_key
from .collecting import Notice, Paper, collect
from .grading_formula import formula, mark
from .language import check_language, language, say
from .marks import Mark, Mistakes, Student
from .processes import ProcessDied, Processes
from .puzzle import Puzzle, strip
from .store import Store, chosen

if TYPE_CHECKING:
    from .puzzle_judge import Verdict

SHELF: Final = "class reports"
"""The shelf of the store that holds the last report of each assignment, by its id."""

PATIENCE: Final = 3.0
"""Seconds for which this process judges alone: to start others takes about as long. What is found is the same."""

MOST_JOBS: Final = 256
PORTION: Final = 16
"""Answers that a process judges before it says what it found."""

Work = tuple[Puzzle, tuple[str, ...]]


def grade(
    folder: str | Path,
    key: str | Path | None = None,
    jobs: int | None = None,
    language: str | None = None,
    store: Store | None = None,
    tell: Callable[[str], None] | None = None,
) -> Report:
    """Grade what a class handed in: every result file and notebook below a folder.

    ``key`` is the file that `tutor.assignment` made; without one, ``<folder>.key.json`` beside the folder. Up to
    ``jobs`` processes judge, as many as there are cores where none is given. ``language`` is that of the report.
    ``tell`` is called with a line of progress. Files are read as data and never executed. The report is also kept in
    the store.

    Raises:
        rules.BadInput: there is no such folder, or no key that can be read.
    """
    code = None if language is None else check_language(language)
    folder = check_path(folder, "folder", FOLDER)
    if jobs is not None:
        jobs = check_whole(jobs, "jobs", 1, MOST_JOBS, ", or None for as many as there are cores")
    if tell is not None:
        check_function(tell, "tell")
    shelves = chosen(store)
    answers = read_key(beside(folder) if key is None else key)
    with speaking(code):
        papers, notices = collect(folder, answers)
        judged = _judged(_work(papers, answers), jobs, tell)
        students = tuple(_student(paper, answers, judged) for paper in papers)
        notices = (*notices, *_unjudged(papers, students))
        report = Report(
            assignment=answers.assignment,
            title=answers.title,
            due=answers.due,
            formula=formula(),
            students=students,
            puzzles=_puzzles(students, answers, by_task=False),
            tasks=_puzzles(students, answers, by_task=True),
            notices=notices,
        )
    shelves.put(SHELF, report.assignment, report)
    if shelves.notice:
        report = msgspec.structs.replace(report, kept=shelves.notice)
    return report


def kept_report(assignment: str, store: Store | None = None) -> Report | None:
    """Return the last report of an assignment that the store holds; None where there is none."""
    return chosen(store).get(SHELF, check_text(assignment, "assignment", "the id of an assignment"), Report)


# --- judging ------------------------------------------------------------------------------------------------------


def _work(papers: Sequence[Paper], key: Key) -> list[Work]:
    """List every different answer once, those of a puzzle together."""
    found: dict[tuple[str, tuple[str, ...]], Work] = {}
    by_id = {puzzle.id: puzzle for puzzle in key.puzzles}
    for paper in papers:
        for number, answer in paper.answers.items():
            puzzle = by_id[key.puzzles_of(paper.alias)[number - 1].id]
            found[puzzle.id, answer.moves] = (puzzle, answer.moves)
    return [found[name] for name in sorted(found)]


def _judged(work: Sequence[Work], jobs: int | None, tell: Callable[[str], None] | None) -> dict[Work, Mark]:
    """Judge answers, in processes where there are many; the order of the work changes nothing."""
    jobs = jobs or cores()
    portions = [tuple(work[at : at + PORTION]) for at in range(0, len(work), PORTION)]
    marks: list[Mark] = []
    for found in _portions(portions, jobs):
        marks += found
        if tell is not None:
            tell(say("{done} of {all} answers judged", done=len(marks), all=len(work)))
    return dict(zip(work, marks, strict=True))


def _portions(portions: Sequence[tuple[Work, ...]], jobs: int) -> Iterator[tuple[Mark, ...]]:
    done, until = 0, time.monotonic() + PATIENCE
    while done < len(portions) and (jobs == 1 or time.monotonic() < until):
        yield judge_all(portions[done], language())
        done += 1
    if done == len(portions):
        return
    with Processes(jobs) as pool:
        try:
            futures = [pool.submit(judge_all, portion, language()) for portion in portions[done:]]
            for portion, future in zip(portions[done:], futures, strict=True):
                try:
                    yield future.result()
                except (NoProcess, ProcessDied):  # none may be started here, or it was killed: this one does it
                    yield judge_all(portion, language())
        finally:
            pool.shutdown(cancel_futures=True)


def judge_all(work: Sequence[Work], code: str) -> tuple[Mark, ...]:
    """Judge answers in a language; what a process is given to do."""
    with speaking(code):
        return tuple(_mark(puzzle, moves) for puzzle, moves in work)


def _mark(puzzle: Puzzle, moves: tuple[str, ...]) -> Mark:
    """Judge one answer. What fails in it fails for it alone, and is said."""
    try:
        verdict, credit = mark(puzzle, moves)
    except Exception as error:  # noqa: BLE001 - one answer must not take the class's report away
        text = say("Could not be judged, please report it: {error}", error=f"{type(error).__name__}: {error}")
        return Mark(
            puzzle=puzzle.id, moves=moves, optimum=puzzle.optimum, sentence=text, mistake=say("could not be judged")
        )
    mistake, kind = _mistake(puzzle, moves, verdict)
    return Mark(
        puzzle=puzzle.id,
        moves=moves,
        answered=True,
        legal=verdict.legal,
        value=verdict.value,
        optimum=puzzle.optimum,
        loss=verdict.loss,
        credit=credit,
        solved=verdict.optimal,
        sentence=verdict.sentence,
        mistake=mistake,
        kind=kind,
    )


def _mistake(puzzle: Puzzle, moves: tuple[str, ...], verdict: Verdict) -> tuple[str, str]:
    """Name the mistake of an answer in few words, the same for every answer that makes it; and its kind."""
    if verdict.optimal:
        return "", ""
    if verdict.findings:
        return say("a move is refused"), say("a move is refused")
    first = verdict.moves[0] if verdict.moves else ""
    if first not in puzzle.best:
        return say("begins with {move}", move=first or moves[0]), say("already the first move is wrong")
    kind = say("begins right, then goes astray")
    less = by_source(puzzle.game, {name: Fraction(number) for name, number in verdict.sources.items()}, gained=False)
    return (say("begins right, then misses {what}", what=joined(less)) if less else kind), kind


# --- putting together ---------------------------------------------------------------------------------------------


def _student(paper: Paper, key: Key, judged: dict[Work, Mark]) -> Student:
    marks = []
    for number, puzzle in enumerate(key.puzzles_of(paper.alias), 1):
        answer = paper.answers.get(number)
        if answer is None:
            text = say("There is no answer.")
            marks.append(Mark(puzzle=puzzle.id, optimum=puzzle.optimum, sentence=text))
        else:
            marks.append(judged[puzzle, answer.moves])
    total = sum((one.credit for one in marks), Fraction(0))
    return Student(alias=paper.alias, marks=tuple(marks), total=total, late=paper.late)


def _unjudged(papers: Sequence[Paper], students: Sequence[Student]) -> list[Notice]:
    """Name every answer that was handed in and could not be judged, such as by a key that was damaged."""
    return [
        Notice(paper.answers[number].file, paper.alias, f"{say('Task {number}', number=number)}: {one.sentence}")
        for paper, student in zip(papers, students, strict=True)
        for number, one in enumerate(student.marks, 1)
        if number in paper.answers and not one.answered
    ]


def _puzzles(students: Sequence[Student], key: Key, by_task: bool) -> tuple[Mistakes, ...]:
    """Put together how a puzzle went, or the task of a number with all its positions."""
    groups: dict[str, list[Mark]] = {}
    for student in students:
        for number, one in enumerate(student.marks, 1):
            groups.setdefault(str(number) if by_task else one.puzzle, []).append(one)
    names = [str(number) for number in range(1, 1 + max((len(row.puzzles) for row in key.students), default=0))]
    order = names if by_task else [puzzle.id for puzzle in key.puzzles]
    return tuple(_mistakes(name, groups[name], key, by_task) for name in order if name in groups)


def _mistakes(name: str, marks: Sequence[Mark], key: Key, by_task: bool) -> Mistakes:
    answered = [one for one in marks if one.answered]
    counted = Counter(one.kind if by_task else one.mistake for one in answered if one.mistake)
    common = min(counted, key=lambda text: (-counted[text], text)) if counted else ""
    task = strip(key.puzzle(marks[0].puzzle))
    return Mistakes(
        name=name,
        level=task.level,
        positions=len({one.puzzle for one in marks}),
        given=len(marks),
        answered=len(answered),
        solved=sum(one.solved for one in marks),
        mean_loss=sum((one.loss for one in answered), Fraction(0)) / len(answered) if answered else None,
        mean_credit=sum((one.credit for one in marks), Fraction(0)) / len(marks),
        mistake=common,
        times=counted[common] if common else 0,
        best=() if by_task else key.puzzle(name).line,
        optimum=None if by_task else key.puzzle(name).optimum,
        house=any(key.puzzle(one.puzzle).house for one in marks),
    )
