"""A German session holds no English: whole panels are read, and every sentence of the floors below has its German."""

from __future__ import annotations

import ast
import io
import json
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules
import solver
import tutor
import widgets
from rules.toml_text import read_toml
from solver import process, turns
from tests.tutor.class_text import grade, hand_in, make
from tests.tutor.german_text import drawn, english, names_of, texts_of
from tests.widgets.table_talk import press, tap
from tutor import courses
from tutor.language import set_language
from tutor.local_solve import LocalSolve
from tutor.plan_words import plan_words
from tutor.puzzle import shipped
from widgets.findings import finding_words, line_words
from widgets.form import form_of
from widgets.language import VARIABLE, give, language, speaker, spoken
from widgets.play_panel import Play
from widgets.sentences import Sentences, read_pairs

ROOT = Path(rules.__file__).parent.parent
each_game = pytest.mark.parametrize("game", rules.games())


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    set_language("de")
    yield
    set_language(None)


def some(game: str, number: int = 3) -> list[rules.Position]:
    """Return decisions of a game with all modules, from its beginning to near its end."""
    loaded = rules.load(game)
    whole = rules.playout(loaded.setup(loaded.players[-1], 4, loaded.modules), "greedy", 4)
    found = [position for position in whole.positions() if position.actor is not None]
    return found[:: max(1, len(found) // number)][:number]


def check(game: str, found: set[str]) -> None:
    assert english(found, names_of(game)) == []


# --- panels --------------------------------------------------------------------------------------------------------


@each_game
def test_boards_and_games_are_german(game: str) -> None:
    found: set[str] = set()
    random = Random(5)
    for position in some(game):
        with widgets.Board(position) as board:
            found.update(texts_of(board))
        with widgets.play(position, pace=0) as panel:
            found.update(texts_of(panel))
            for place in random.sample(list(panel.places), min(4, len(panel.places))):
                tap(panel, place["key"])
                found.update(texts_of(panel))
            for key, value in (("move", "nonsense"), ("confirm", ""), ("undo", ""), ("no_such_control", "")):
                press(panel, key, value)
                found.update(texts_of(panel))
            assert panel.errors == []
    check(game, found)


@each_game
def test_the_form_for_a_position_is_german(game: str) -> None:
    found: set[str] = set()
    random = Random(6)
    for position in some(game, 2):
        with widgets.edit(game, position) as panel:
            found.update(texts_of(panel))
            fields = [one for one in panel.controls if one["key"].startswith("form:")]
            for control in random.sample(fields, 5):
                for value in ("zzz", "99"):
                    press(panel, control["key"], value)
                    found.update({panel.error.get("text", ""), panel.status, panel.announce})
                    found.update(item["text"] for part in panel.sections for item in part.get("items", ()))
                    panel.set_text(position.to_text())
            press(panel, "text", "x = [")
            found.update(texts_of(panel))
            tap(panel, panel.places[0]["key"])
            found.update(texts_of(panel))
            assert panel.errors == []
    check(game, found)


def test_seats_are_typed_in_the_language_in_which_they_are_shown() -> None:
    with widgets.edit("kingsburg") as panel:
        assert next(one["value"] for one in panel.controls if one["key"] == "form:order") == "blau rot grün"
        assert press(panel, "form:order", "Rot, blau grün").outcome == "done"
        assert "order = [1, 0, 2]" in panel.text
        assert press(panel, "form:order", "red blue green").outcome == "done"


@each_game
def test_the_form_for_cards_is_german(game: str, tmp_path: Path) -> None:
    found: set[str] = set()
    with widgets.catalogue(game, tmp_path / "own.toml") as panel:
        assert panel.box.words.code == "de"
        seen: set[str] = set()
        for card in panel.box.asked:
            if card.table in seen:
                continue
            seen.add(card.table)
            panel.choose(card.id)
            found.update(texts_of(panel))
            for control in [one for one in panel.controls if one["key"].startswith("field:")][:4]:
                for value in ("zzz", "99"):
                    press(panel, control["key"], value)
                    found.update({panel.error.get("text", ""), panel.status, panel.announce, panel.words})
                    found.update(one.get("problem", "") for one in panel.controls)
            press(panel, "all")
            found.update(texts_of(panel))
        press(panel, "search", "a")
        found.update(texts_of(panel))
        assert panel.errors == []
    check(game, found)


def test_fields_for_words_say_what_may_stand_there(tmp_path: Path) -> None:
    with widgets.catalogue("my_village", tmp_path / "own.toml") as panel:
        panel.choose("churches.salvation")
        shown = {one["key"]: one.get("placeholder", "") for one in panel.controls if one["key"].startswith("field:")}
        assert shown["field:ways[0].goods"] == "beer horse …" and max(map(len, shown.values())) <= 22
        said = next(one for one in panel.sections if one["key"] == "writing")["items"][0]["text"]
        assert "beer (Bier), horse (Pferd)" in said


@each_game
def test_coach_and_lessons_are_german(game: str) -> None:
    found: set[str] = set()
    with tutor.play(some(game)[1], pace=0) as panel:
        press(panel, "whatif")
        found.update(texts_of(panel))
        assert panel.errors == []
    for panel in (tutor.play(), tutor.learn(), tutor.learn(game), tutor.puzzle(), tutor.puzzle(game)):
        found.update(texts_of(panel))
    for lesson in courses.course(game)[::5]:
        with tutor.learn(lesson=lesson) as panel:
            press(panel, "hint")
            found.update(texts_of(panel))
    puzzle = shipped(game)[0]
    with tutor.puzzle(id=puzzle.id) as panel:
        for key in puzzle.line:
            panel.play(key)
            found.update(texts_of(panel))
        panel.check()
        found.update(texts_of(panel))
    check(game, found)


@each_game
def test_the_class_reads_german(game: str, tmp_path: Path) -> None:
    made = make(tmp_path, puzzles=game, language="de", title="Hausaufgabe")
    hand_in(made[0], "anna", 1, ["nonsense"])
    found = set()
    for path in made[0].notebooks.values():
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                found |= set("".join(cell["source"]).split("\n"))
    report = grade(made)
    for page in (report.to_html(), report.sheet("anna")):
        found |= set(drawn(re.sub(r"(?s)<style.*?</style>", "", page)))
    check(game, {text for text in found if "`" not in text})


@each_game
def test_a_game_in_the_terminal_is_german(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    from tutor.command_play import Terminal

    lines = "help\nmoves\nmoves zz\nnonsense\nwhy\nundo\nredo\nsave\nshow\nquit\n"
    Terminal(rules.Record(some(game)[1]), {}, lines=io.StringIO(lines)).run()
    shown = capsys.readouterr()
    found = {line for line in (shown.out + shown.err).split("\n") if not line.startswith("  ")}
    assert "Tippe einen Zug, `moves` für alle Züge, `help` für den Rest." in found
    check(game, found)


# --- the solve panel -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def spring() -> Any:
    record = rules.playout(rules.load("kingsburg").setup(3, seed=2), "greedy", 2)
    return next(p for p in record.positions() if p.year == 2 and p.phase == 2 and p.step == "influence")


def test_the_solve_panel_is_german(spring: Any) -> None:
    found: set[str] = set()
    with widgets.solve(spring, seconds=20, objective="worth") as panel:
        assert isinstance(panel, LocalSolve)
        found.update(texts_of(panel))
        assert panel.status.startswith("Der Löser sucht die beste Zugfolge für den Rest dieser Ertragsphase")
        panel.wait(60)
        for key in ("next", "next", "stop", "seconds", "last", "nothing"):
            press(panel, key, "x")
            found.update(texts_of(panel))
        bundle = panel._repr_mimebundle_()[0]
        found.update(str(bundle["text/plain"]).split("\n"))
        assert panel.value.startswith("optimal: "), "the plan as text is for programs, in every language the same"
        labels = {row["key"]: row["label"] for row in panel.controls}
        assert labels["start"] == "Start" and labels["horizon"] == "Umfasst"
        assert panel.errors == []
    assert "Was bewiesen ist" in found and any(text.startswith("Optimal (Suche): Kein anderer Plan") for text in found)
    check("kingsburg", found)


def test_without_worker_processes_the_solve_panel_is_german(spring: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found: set[str] = set()
    for program in ("", "/bin/false", "/no/such/program", "/bin/echo"):
        monkeypatch.setattr(sys, "executable", program)
        pool = process.Pool()
        monkeypatch.setattr(process, "POOL", pool)
        with widgets.solve(spring, seconds=20) as panel:
            panel.wait(60)
            found.update(texts_of(panel))
        job = solver.start(spring)
        assert panel.job is not None
        with pytest.raises(solver.JobFailed):
            job.result(60)
        found.add(panel._in_words(f"The solver has failed: {job.text} The position is kept; Start tries again."))
    monkeypatch.setenv(turns.VARIABLE, "1")
    monkeypatch.setattr(turns, "TURNS", turns.Turns())
    turns.Turn(lambda: None).ask()
    with widgets.solve(spring) as panel, widgets.solve(spring) as second:
        for waiting in (panel, second):
            press(waiting, "start")
            found.update(texts_of(waiting))
        assert second.status.endswith("Vor ihm: 1.")
    assert sum("Hier ließ sich kein Arbeitsprozess starten" in text for text in found) >= 8
    check("kingsburg", {text.replace("No such file or directory", "") for text in found})


def spoken_by(game: str) -> Iterator[str]:
    """Yield the whole sentences that a solver's room says, with a figure in the place of what changes."""
    for path in sorted((ROOT / "solver" / game).glob("*.py")):
        if not re.search(r"words|dress|exact|turn|worst|model|winter|__init__|forecast_solve|rounds", path.stem):
            continue
        for text in sentences_of(path, r"(?s)[A-Z].*[.:]$"):
            if not text.startswith(("CP-SAT", "The master promises", "7")) and not re.search(
                r"7 (states|positions)", text
            ):
                yield text


def sentences_of(path: Path, wanted: str, fill: str = "7") -> Iterator[str]:
    """Yield the texts of a module that look like this, docstrings left out; ``fill`` stands for what changes."""
    tree = ast.parse(path.read_text("utf-8"))
    left = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    left |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in left:
            continue
        text = node.value if isinstance(node, ast.Constant) else ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else fill for part in node.values)
        if isinstance(text, str) and len(text.split()) > 2 and re.fullmatch(wanted, text):
            yield text


@each_game
def test_every_sentence_of_a_plan_has_its_german(game: str) -> None:
    said = list(spoken_by(game))
    assert len(said) >= 8
    assert english(plan_words(game, text) for text in said if not re.search("7 7|[a-z]7", text)) == []


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("kingsburg", "Searching: best so far about 5.13 points, no more is possible.",
         "Er sucht: bisher bester Plan etwa 5,13 Punkte, mehr ist nicht möglich."),
        ("kingsburg", "Year 3, autumn: build the Town Hall for 1 gold and 1 stone, pay the Town Hall a +2 marker.",
         "Jahr 3, Herbst: errichten: Rathaus für 1 Gold und 1 Stein, dem Rathaus einen +2-Marker zahlen."),
        ("kingsburg", "4. Build the Inn: brings 1 marker; costs 1 gold and 1 wood.",
         "4. Errichte Wirtshaus: bringt 1 +2-Marker; kostet 1 Gold und 1 Holz."),
        ("paladins", "Together: 3 points (4 from monks, a loss of about 0.53 from goods).",
         "Zusammen: 3 Punkte (4: Mönche, Verlust von etwa 0,53: Waren)."),
        ("my_village", "5. Serve Innkeeper for 2 beers: brings 5 points° (customers); costs 2 beer.",
         "5. Bediene: Wirtin mit 2 Bier: bringt 5 Punkte° (Kunden); kostet 2 Bier."),
        ("my_village", "3. Use the stable, over the bridge, for which a villager dies: brings 1 horse.",
         "3. Nutze den Stall, über die Brücke, wofür ein Dorfbewohner stirbt: bringt 1 Pferd."),
        ("my_village", "1. Take the Trade church: costs 2 coins.", "1. Nimm die Handelskirche: kostet 2 Münzen."),
        ("my_village", "Together: 5 points°.", "Zusammen: 5 Punkte°."),
        ("my_village", "In 2 turns, value ?: Headman to the coin.",
         "In 2 Spielzügen, Wert ?: Das Oberhaupt zur Münze."),
        ("paladins", "Round 7: about 6 x Commission and 1 x Hunt with one worker.",
         "Runde 7: etwa 6 × Entsenden und 1 × Jagen mit einem Arbeiter."),
        ("paladins", "Best so far (beam of lines, played by the rules): at most 1 point more may be possible.",
         "Bisher der beste (Auswahl von Zugfolgen, nach den Regeln gespielt): "
         "Höchstens 1 Punkt mehr sind vielleicht möglich."),
    ],
)  # fmt: skip
def test_what_plans_say(game: str, text: str, told: str) -> None:
    assert plan_words(game, text) == told
    set_language("en")
    assert plan_words(game, text) == text


@each_game
def test_every_move_of_a_plan_has_its_german(game: str) -> None:
    """Plans say moves in words of their own; those of whole games leave no English article."""
    loaded, describe = rules.load(game), import_module(f"solver.{game}.words").describe
    found = set()
    for players in (loaded.players[0], loaded.players[-1]):
        whole = rules.playout(loaded.setup(players, 1, loaded.modules), "greedy", 1)
        for position in whole.positions():
            for move in position.legal_moves()[:12] if position.actor is not None else ():
                found.add(plan_words(game, f"1. {describe(position, move)}: brings 1 point."))
    assert len(found) > 50
    check(game, found)


def test_a_plan_speaks_the_language_of_the_session() -> None:
    """Also in a cell, where no panel is: `Plan.explain` and what `print` shows."""
    text = (ROOT / "notebooks" / "my_village" / "bridge.toml").read_text("utf-8")
    plan = solver.solve(rules.parse(text))
    said = plan.explain()
    assert "Nutze den Stall: bringt 1 Pferd." in said and str(plan) == said
    assert english(said.splitlines()) == []
    set_language("en")
    said = plan.explain()
    assert "Use the stable: brings 1 horse." in said
    # What rests on house values carries their mark, and these are named as a player knows them.
    assert "brings 5 points° (customers)" in said and "Together: 5 points°." in said
    assert "more than 5 points°." in said and "optimal: 5 points° (" in plan.to_text()
    assert "Innkeeper (banner values, goods, time and fame)" in said and "craft_kinds" not in said


# --- findings ------------------------------------------------------------------------------------------------------


@each_game
def test_every_problem_of_a_file_has_its_german(game: str) -> None:
    """A person meets them in the forms: what a card, a position or a text cannot be."""
    files = [ROOT / "rules" / game / f"{name}.py" for name in ("catalogue_checks", "problems", "text", "waiting")]
    files += [ROOT / "rules" / f"{name}.py" for name in ("catalogue", "fields", "code", "toml_text")]
    left = set()
    for path in filter(Path.is_file, files):
        tried: dict[str, list[str]] = {}
        for fill in ("7", "'x'", "x, y"):
            for number, text in enumerate(sentences_of(path, r"(?s)[a-zA-Z7].*\w[.]", fill)):
                tried.setdefault(str(number), []).append(text)
        for texts in tried.values():
            # Sentences that are put together out of two parts are known by what they become.
            whole = [text for text in texts if not re.search(r"7[.;]? 7\b|[;:] 7\.$|list 7\.$", texts[0])]
            if whole and all(finding_words(game, text, "de") == text for text in whole):
                left.add(texts[0])
    assert sorted(left) == []


@each_game
def test_what_is_wrong_with_a_text_is_said_in_german(game: str) -> None:
    random = Random(3)
    form = form_of(game)
    assert form is not None
    found = set()
    for position in some(game, 4):
        for _ in range(9):
            document = read_toml(position.to_text(), "position")
            for name in random.sample(sorted(document), 2):
                document[name] = random.choice([99, -1, "zzz", [], [1, 1], True, 0, "L", {}, ["a", "a"]])
            seats = document.get("seats")
            seat = random.choice(seats) if isinstance(seats, list) and seats else None
            if isinstance(seat, dict):
                seat[random.choice(sorted(seat))] = random.choice([99, -1, "zzz", [], [9, 9], 0, ["a"]])
            try:
                rules.parse(form.to_text(document))
            except rules.BadInput as error:
                found |= {line_words(game, str(problem), "de") for problem in error.problems}
            except (TypeError, AssertionError):
                continue
    assert len(found) > 12
    check(game, found)


def test_files_of_findings_are_sound() -> None:
    files = [*(ROOT / "widgets").rglob("*_findings*.po"), *(ROOT / "tutor" / "lessons").rglob("*_de.po")]
    files += [ROOT / "tutor" / "locale" / f"de_{name}.po" for name in ("solve", "edit")]
    assert len(files) >= 10
    for path in files:
        for text, other in read_pairs(path):
            fields = [set(re.findall(r"\{(\w+)\}", one)) for one in (text, other)]
            assert other.strip() and fields[1] <= fields[0], text


def test_a_text_is_known_by_the_sentence_of_which_most_stands_in_it() -> None:
    known = Sentences([("is {what}.", "ist {what}."), ("is {n} of {n2}.", "ist {n} von {n2}."), ("five", "fünf")])
    assert known.said("is 2 of 3.") == "ist 2 von 3." and known.said("is {2}.") == "ist {2}."
    assert known.said("is five.", lambda name, text: known.said(text) or text) == "ist fünf."
    assert known.said("are five.") is None


# --- who speaks ----------------------------------------------------------------------------------------------------


def test_the_language_reaches_the_panels_of_the_floor_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert spoken(Play) is not Play and widgets.catalogue("kingsburg", tmp_path / "a.toml").box.words.code == "de"
    set_language("en")
    assert spoken(Play) is Play and speaker() is None
    assert widgets.catalogue("kingsburg", tmp_path / "a.toml").box.words.code == "en"
    set_language(None)
    monkeypatch.setenv(VARIABLE, "de")
    assert language() == "de" and spoken(Play) is not Play


def test_without_a_floor_above_panels_speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    import widgets.language as tongue

    kept = list(tongue._given)
    monkeypatch.setattr(tongue, "_installed", lambda: None)
    try:
        tongue._given.clear()
        assert spoken(Play) is Play
    finally:
        give(kept[0])


def test_numbers_have_a_comma() -> None:
    assert plan_words("kingsburg", f"about {float(Fraction(5, 4))}") == "etwa 1,25"
