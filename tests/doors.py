"""The public doors of all four floors, with good arguments for each: what `tests/test_misuse.py` tries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import rules
import solver
import tests.solver.conftest  # noqa: F401 - makes the toy game known
import tutor
import widgets
from tests.misuse import Door, positions


def setter(thing: Any, name: str) -> Callable[..., None]:
    """Return a function that sets a property."""
    return lambda value: setattr(thing, name, value)


def rules_doors() -> Iterator[Door]:
    """List the doors of the rules."""
    position = next(iter(positions().values()))
    game, record = position.game, rules.Record(position)
    yield Door("rules.load", rules.load, {"name": game.name, "catalogue": None, "options": None})
    yield Door("rules.parse", rules.parse, {"text": position.to_text()})
    yield Door("rules.parse_record", rules.parse_record, {"text": record.to_text()})
    yield Door("rules.playout", rules.playout, {"position": position, "policy": "random", "seed": 0}, ("policy",))
    yield Door("Game.setup", game.setup, {"players": 3, "seed": 1, "modules": ()})
    record_good = {"start": position, "steps": ()}
    for method in ("to_text", "positions", "undo", "end"):

        def use(method: str = method, **given: Any) -> Any:
            found = getattr(rules.Record(**given), method)
            return list(found()) if method == "positions" else found() if method in ("to_text", "undo") else found

        yield Door(f"Record.{method}", use, record_good)
    yield Door("Record.undo", record.undo, {"number": 1})
    yield Door("Record.play", record.play, {"step": position.legal_moves()[0]})
    for one in positions().values():
        move = one.legal_moves()[0]
        yield Door(f"{one.game.name}.play", one.play, {"move": move})
        yield Door(f"{one.game.name}.why_not", one.why_not, {"move": move})
        yield Door(f"{one.game.name}.move", one.move, {"key": move.key})
        yield Door(f"{one.game.name}.outcome", one.outcome, {"key": "x"})
        yield Door(f"{one.game.name}.choices", one.choices, {"partial": ()})
        yield Door(f"{one.game.name}.view", one.view, {"seat": 0})
        import random

        yield Door(f"{one.game.name}.imagine", one.imagine, {"seat": 0, "random": random.Random(1)})


def solver_doors() -> Iterator[Door]:
    """List the doors of the solver, asked on a toy game, where each answer takes no time."""
    toy = import_module("toy_orchard").Orchard().setup(rounds=1)
    asked = {
        "position": toy,
        "horizon": None,
        "objective": "points",
        "rivals": "idle",
        "seconds": 10.0,
        "forecast": None,
    }
    solving = {**asked, "method": "auto", "workers": 1, "seed": 0, "effort": None}
    yield Door("solver.solve", solver.solve, solving)
    yield Door("solver.start", solver.start, {**solving, "memory": 2048})
    yield Door("solver.advance", solver.advance, {"position": toy, "horizon": None, "seed": 0})
    yield Door("solver.optimal_moves", solver.optimal_moves, asked)
    yield Door("solver.rank_moves", solver.rank_moves, asked)
    yield Door("solver.regret", solver.regret, {**asked, "move": "pick 1"})
    yield Door("solver.why_not", solver.why_not, {**asked, "points": 1, "move": None})
    yield Door("solver.why_not of a move", solver.why_not, {**asked, "points": None, "move": "pick 1"})
    yield Door("solver.warm", solver.warm, {"game": toy.game.name, "models": False})
    job = solver.start(toy)
    yield Door("Job.result", job.result, {"timeout": 20})
    yield Door("Job.on_change", job.on_change, {"function": lambda: None}, ("function",))
    yield Door("Control", solver.Control, {"seconds": 1.0})


LOOKS = {"width": None, "theme": "auto"}


def widget_doors(folder: Path) -> Iterator[Door]:
    """List the doors of the boards and panels."""
    position = next(iter(positions().values()))
    game = position.game.name
    yield Door("widgets.Board", widgets.Board, {"position": position, "seat": None, **LOOKS})
    yield Door("widgets.Panel", widgets.Panel, LOOKS)
    playing = {"seats": None, "seed": 0, "players": None, "modules": (), "options": None}
    yield Door(
        "widgets.play",
        widgets.play,
        {
            "position_or_game": game,
            **playing,
            "show_secrets": False,
            "analysis": False,
            "forced": True,
            "pace": 0,
            **LOOKS,
        },
    )
    yield Door(
        "widgets.solve",
        widgets.solve,
        {"position": position, "horizon": None, "objective": "points", "seconds": 1, **LOOKS},
    )
    yield Door("widgets.edit", widgets.edit, {"game": game, "position": None, **LOOKS})
    yield Door(
        "widgets.catalogue", widgets.catalogue, {"game": game, "path": folder / "box.toml", "language": "en", **LOOKS}
    )
    yield Door("widgets.catalogue_path", widgets.catalogue_path, {"game": game})
    board = widgets.Board(position)
    for what, thing in (("Board", board), ("Picture", board.picture)):
        yield Door(f"{what}.to_svg", thing.to_svg, {"theme": "auto"})
        yield Door(f"{what}.to_html", thing.to_html, {"theme": "auto"})
        yield Door(f"{what}.save", thing.save, {"path": folder / "board.txt", "theme": "auto"})
    small = widgets.Panel().picture
    yield Door("Picture.to_png", small.to_png, {"path": None, "theme": "light", "width": 16})
    yield Door("Picture.place", board.picture.place, {"key": board.picture.places[0].key})
    yield Door("Board.position", setter(board, "position"), {"value": position})
    yield Door("Board.receive", board.receive, {"content": {}})
    panel = widgets.play(position)
    yield Door("Play.play", panel.play, {"move": position.legal_moves()[0]})
    yield Door("Play.has_secrets", panel.has_secrets, {"seat": 0})
    form = widgets.edit(game)
    yield Door("Edit.set_text", form.set_text, {"text": position.to_text()})
    solving = widgets.solve(position)
    yield Door("Solve.wait", lambda timeout: solving.stop(), {"timeout": 1})


def tutor_doors(folder: Path) -> Iterator[Door]:
    """List the doors of the tutor."""
    from tutor.puzzle import games, shipped
    from tutor.store import Store

    position = next(iter(positions().values()))
    game = position.game.name
    puzzles = shipped(games()[0])
    kept = Store(":memory:")
    made = tutor.assignment(puzzles, ["anna"], folder=folder / "class", count=1)
    task = made.notebooks["anna"]
    assert task.exists()
    document = {}
    from tutor.assignment_check import tasks_of
    from tutor.classroom import read_json
    from tutor.puzzle import plain

    given = tasks_of(read_json(task.read_bytes()))[1]
    document = plain(given)
    yield Door("tutor.given", tutor.given, {"document": document})
    for field in document:

        def one(value: object, field: str = field) -> object:
            return tutor.given({**document, field: value})

        yield Door(f"tutor.given.{field}", one, {"value": document[field]})
    yield Door("tutor.answer", tutor.answer, {"task": given, "moves": [], "number": 1, "folder": folder / "class"})
    yield Door(
        "tutor.assignment",
        tutor.assignment,
        {
            "puzzles": puzzles, "students": ["anna"], "seed": 0, "folder": folder / "class", "title": "", "due": None,
            "count": 1, "language": None, "key": None,
        },
    )  # fmt: skip
    yield Door("Assignment.course", made.course, {"folder": folder / "course"})
    handed = {"folder": folder / "class", "key": None, "jobs": 1, "language": None, "store": kept, "tell": None}
    yield Door("tutor.grade", tutor.grade, handed, ("tell",))
    report = tutor.grade(**handed)
    yield Door("Report.sheet", report.sheet, {"alias": "anna"})
    yield Door("Report.student", report.student, {"alias": "anna"})
    yield Door("Report.write", report.write, {"folder": folder / "report"})
    from tutor.assignment_check import check
    from tutor.grading import kept_report

    yield Door("assignment_check.check", check, {"folder": folder / "class", "key": None})
    yield Door("kept_report", kept_report, {"assignment": "x", "store": kept})
    yield Door(
        "tutor.hint",
        tutor.hint,
        {
            "position": position, "rung": 4, "goal": [position.legal_moves()[0]], "choice": None, "horizon": None,
            "objective": "worth", "seconds": 0.01, "language": None, "memory": None,
        },
    )  # fmt: skip
    yield Door("tutor.set_language", tutor.set_language, {"code": "en"})
    yield Door("tutor.learn", tutor.learn, {"game": game, "lesson": 1, "language": "en", **LOOKS})
    playing = {"seats": None, "seed": 0, "players": None, "modules": (), "options": None}
    yield Door(
        "tutor.play", tutor.play, {"game": game, **playing, "warn": "off", "limit": 1, "language": "en", **LOOKS}
    )
    yield Door(
        "tutor.puzzle",
        tutor.puzzle,
        {"game": game, "level": 1, "id": None, "language": "en", "task": puzzles[0], **LOOKS},
    )
    yield Door("tutor.puzzle by id", tutor.puzzle, {"game": game, "level": None, "id": puzzles[0].id})
    record = rules.Record(position).play(position.legal_moves()[0])
    yield Door(
        "tutor.review",
        tutor.review,
        {
            "record": record, "seat": 0, "seconds": 0, "objective": "points", "jobs": 1, "language": "en",
            "store": kept, **LOOKS,
        },
    )  # fmt: skip
    learning = tutor.learn(game, 1)
    yield Door("Learn.begin", learning.begin, {"lesson": learning.session.lesson, "step": 0})
    yield Door("Learn.play", learning.play, {"move": "x"})
    panel = tutor.puzzle(task=puzzles[0])
    yield Door("Puzzles.begin", panel.begin, {"task": puzzles[0]})
    yield Door("Puzzles.play", panel.play, {"move": "x"})
    yield Door("Puzzles.hint", panel.hint, {"rung": 1})
    from tutor.lesson import Lesson
    from tutor.puzzle import read

    yield Door("Lesson.read", Lesson.read, {"source": folder / "x.toml"})
    yield Door("puzzle.read", read, {"source": folder / "x.json"})
    yield Door("Store", Store, {"path": ":memory:"})


def all_doors(folder: Path) -> Iterator[Door]:
    """List the doors of all floors."""
    yield from rules_doors()
    yield from solver_doors()
    yield from widget_doors(folder)
    yield from tutor_doors(folder)
