"""Lessons as files: what is read, and every fault that the check must find, with the path to it."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules
from rules import BadInput
from tests.tutor.lesson_text import LESSON
from tutor.lesson import MOST_STEPS, Lesson
from tutor.lesson_check import check

STEP = """
[[steps]]
say = { en = "Press the Treasurer.", de = "Drücke auf den Schatzmeister." }
goal = { touch = ["advisor:8"] }
success = { en = "There.", de = "Da." }
"""


def faults(text: str) -> list[str]:
    """Return what reading and checking a lesson finds, one line a fault."""
    try:
        return [str(problem) for problem in check(Lesson.read(text))]
    except BadInput as error:
        return [str(problem) for problem in error.problems]


def test_a_right_lesson_has_no_fault() -> None:
    assert faults(LESSON) == []


def test_a_lesson_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(LESSON, encoding="utf-8")
    lesson = Lesson.read(path)
    assert lesson == Lesson.read(LESSON) == Lesson.read(str(path))
    assert (lesson.key, lesson.title.say("de"), len(lesson.steps)) == ("kingsburg/small", "Klein", 5)
    assert lesson.covers == (
        "year-phases",
        "favour-share",
        "influence-dice",
        "influence-exact",
        "influence-free",
    )


# What is changed, into what, and how the fault that is found begins: the path to the field.
CHANGES = [
    # the shape of the file
    ("schema = 1", "schema = 2", "schema: is 2"),
    ("schema = 1\n", "", "schema: is missing"),
    ('game = "kingsburg"', 'game = "chess"', "game: is 'chess'; this installation knows"),
    ('id = "small"', 'id = "Small lesson"', "id: is 'Small lesson'"),
    ("minutes = 5", "minutes = 30", "minutes: is 30"),
    ("minutes = 5", 'minutes = "five"', "minutes: is text, but must be a whole number"),
    ("number = 1", "number = true", "number: is true or false, but must be a whole number"),
    ("number = 1", "number = 1\nauthor = 1", "author: is no field here; fields are schema"),
    ("seat = 0", f"seat = {10**30}", "seat: is a whole number of more than 20 digits"),
    ('title = { en = "Small", de = "Klein" }', 'title = "Small"', "title: is 'Small', but must be a table with en, de"),
    ('{ en = "Small", de = "Klein" }', '{ en = "Small" }', "title.de: is missing"),
    ('de = "Klein"', 'de = "Kle\\u001bin"', "title.de: holds the character U+001B"),
    ('goal = { touch = ["advisor:8"] }', "goal = {}", "steps[0].goal: has none; give exactly one"),
    ('{ touch = ["advisor:8"] }', '{ touch = ["advisor:8"], refused = "x" }', "steps[0].goal: has refused and touch"),
    ('touch = ["advisor:8"]', "touch = [8]", "steps[0].goal.touch[0]: is a whole number, but must be text"),
    (', by = ["place 3: 3"] ', " ", "steps[3].goal.by: is missing"),
    ('move = "place 5: 4"', 'move = "place 5: *"', "steps[2].mistakes[0].move: must be one whole move"),
    ('by = ["place 3: 3"]', 'by = ["place 3: *"]', "steps[3].goal.by[0]: must be one whole move"),
    ('by = ["place 3: 3"]', 'by = ["place 3: 3", "place 3: *"]', None),
    ('move = "take 1 s*"', 'of = ["take *"], move = "take 1 s*"', "steps[1].mistakes[0].of: belongs to a mistake with"),
    # texts
    ('de = "Klein"', 'de = " "', "title.de: is empty"),
    ('en = "Good."', f'en = "{"very " * 120}"', "steps[1].success.en: has 120 words"),
    (
        'de = "Versuche es beim Baumeister."',
        'de = "Try him once more, please."',
        None,  # another text is no fault; the same text is
    ),
    ('de = "Eine kleine Lektion."', 'de = "A small lesson."', None),
    ('de = "Drücke auf den Schatzmeister."', 'de = "Press the Treasurer."', None),
    (
        'en = "Take a good, but no stone.", de = "Nimm eine Ware, aber keinen Stein."',
        'en = "Take a good, but no stone.", de = "Take a good, but no stone."',
        "steps[1].say.de: is the same as the English text",
    ),
    # rules
    (
        '"favour-share"',
        '"favour-shared"',
        "steps[1].rules: 'favour-shared' is no rule of kingsburg; near it are favour-share",
    ),
    ('refused = "influence-free"', 'refused = "influence-fre"', "steps[3].rules: 'influence-fre' is no rule"),
    # where it begins
    ("players = 3, seed = 0 }\n\n", "players = 9, seed = 0 }\n\n", "start.players: is 9"),
    ("players = 3, seed = 0 }\n\n", "seed = 0 }\n\n", "start: must have exactly one of players, code and text"),
    ("players = 3, seed = 0 }\n\n", 'code = "no code" }\n\n', "start"),
    ("players = 3, seed = 0 }\n\n", 'players = 3, after = ["take 2 gold"] }\n\n', "start.after[0]: is 'take 2 gold'"),
    ('"pass", "pass"]', '"pass", "pas"]', "steps[4].start.after[8]: is 'pas', which cannot be played there"),
    # moves and places
    ('"advisor:8"', '"advisor:88"', "steps[0].goal.touch[0]: 'advisor:88' is no place of this board; near it are"),
    ('show = ["wood"]', 'show = ["wool"]', "steps[1].show[0]: 'wool' is no place of this board"),
    ('"take 1 wood", "take 1 g*"', '"take 2 wood"', "steps[1].goal.moves: is 'take 2 wood', which cannot be played"),
    ('"take 1 wood", "take 1 g*"', '"sell *"', "steps[1].goal.moves: 'sell *' fits no legal move; here are"),
    (
        'moves = ["place 4: 4"]',
        'moves = ["place  4 4"]',
        "steps[2].goal.moves: is 'place  4 4'; write it as 'place 4: 4'",
    ),
    ('"place 5: 5", "place 3: 3"]', '"place 5: 5", "place 3: 4"]', "steps[2].then[1]: is 'place 3: 4'"),
    ('"place 5: 5", "place 3: 3"]', '"place 5: 5"]', "steps[3].goal: needs a decision of seat 0, but seat 1 decides"),
    (', "roll 1: 3 5 5"]\nshow', "]\nshow", "steps[2].goal: needs a decision, but chance decides here"),
    ('"place 1: *", "pass"] }', '"pass", "place 1: *"] }', "steps[4].goal.line[1]: 'place 1: *' fits no legal move"),
    ('allow = ["place 1: *", "pass"]', 'allow = ["pass"]', "steps[4].allow: leaves out 'place 1: 1'"),
    # mistakes that are none
    ('move = "take 1 s*"', 'move = "take 1 g*"', "steps[1].mistakes[0].move: 'take 1 g*' fits only moves that reach"),
    ('move = "take 1 s*"', 'move = "take 2 s*"', "steps[1].mistakes[0].move: 'take 2 s*' fits no legal move"),
    ('rule = "influence-exact"', 'rule = "influence-free"', "steps[2].mistakes[0].move: 'place 5: 4' is refused for"),
    ('move = "place 5: 4"', 'move = "place 3: 3"', "steps[2].mistakes[0].move: 'place 3: 3' is legal here"),
    ('by = ["place 3: 3"]', 'by = ["place 1: 1"]', "steps[3].goal.by[0]: 'place 1: 1' is legal here"),
    ('by = ["place 3: 3"]', 'by = ["fly 3"]', "steps[3].goal.by[0]: 'fly 3' is no move of this game"),
]


@pytest.mark.parametrize(("old", "new", "wanted"), CHANGES, ids=[f"{new[:40]}" for _, new, _ in CHANGES])
def test_each_fault_is_found(old: str, new: str, wanted: str | None) -> None:
    assert old in LESSON
    found = faults(LESSON.replace(old, new, 1))
    if wanted is None:
        assert found == []
    else:
        assert any(line.startswith(wanted) for line in found), found


def test_all_faults_are_found_at_once() -> None:
    text = (
        LESSON.replace("minutes = 5", "minutes = 50")
        .replace('id = "small"', 'id = "-"')
        .replace("schema = 1", "schema = 3")
    )
    assert [line.partition(":")[0] for line in faults(text)] == ["schema", "id", "minutes"]


def test_a_lesson_has_at_most_twelve_steps() -> None:
    head = LESSON.partition("[[steps]]")[0]
    assert faults(head + STEP * MOST_STEPS) == []
    assert faults(head + STEP * (MOST_STEPS + 1)) == ["steps: has 13 entries; a lesson has 1 to 12 steps."]
    assert faults(head.rstrip() + "\nsteps = []\n") == ["steps: has 0 entries; a lesson has 1 to 12 steps."]


def test_every_way_to_a_goal_is_played() -> None:
    """The 4 or the 1 reaches the goal; a next step that needs the 4 can be played after one of them alone."""
    either = LESSON.replace('moves = ["place 4: 4"]', 'moves = ["place 1: 1", "place 4: 4"]')
    assert faults(either) == []
    after = STEP.replace('touch = ["advisor:8"]', 'moves = ["place 4: 4"]')
    before, _, rest = either.partition('[[steps]]\nsay = { en = "Try the Architect."')
    found = faults(before + after + '\n[[steps]]\nsay = { en = "Try the Architect."' + rest)
    assert [line for line in found if line.startswith("steps[3].goal.moves: is 'place 4: 4', which cannot be played")]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("no_such_file.toml", "cannot be read"),
        ("a = [\n", "lesson"),
        ("a" * 300_000 + "\n", ""),
        ("\x00.toml", "the name of no file"),
    ],
)
def test_what_is_no_lesson_is_refused_in_a_sentence(source: str, wanted: str) -> None:
    with pytest.raises(BadInput) as caught:
        Lesson.read(source)
    assert wanted in str(caught.value)


def test_a_large_file_or_a_file_of_bytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 10_000_000)
    with pytest.raises(BadInput, match="10,000,000 bytes"):
        Lesson.read(path)
    path.write_bytes(b"\xfe\x80")
    with pytest.raises(BadInput, match="UTF-8"):
        Lesson.read(path)
    with pytest.raises(BadInput, match="cannot be read"):
        Lesson.read(tmp_path)


BEST = """
[[steps]]
say = { en = "Choose the best.", de = "Wähle das Beste." }
goal = { best = { horizon = "season", par = "PAR", moves = MOVES } }
success = { en = "Yes.", de = "Ja." }
start = { players = 3, seed = 0, after = ["take 1 wood", "take 1 gold", "take 1 stone", "roll 0: 1 3 4",
    "roll 2: 2 5 6", "roll 1: 3 5 5"] }
"""


def test_what_is_called_best_is_proved_by_the_solver() -> None:
    import solver

    head = LESSON.partition("[[steps]]")[0]
    position = Lesson.read(head + BEST.replace("MOVES", '["pass"]')).steps[0].start
    assert position is not None
    ranking = solver.rank_moves(position.position("kingsburg"), "season")
    par, keys = ranking.values[0][1], [move.key for move in ranking.optimal]
    written = "[" + ", ".join(f'"{key}"' for key in keys) + "]"
    right = head + BEST.replace("PAR", str(par)).replace("MOVES", written)
    assert faults(right) == []
    wrong = faults(right.replace(f'par = "{par}"', f'par = "{par + 1}"'))
    assert wrong == [f"steps[0].goal.best.par: is '{par + 1}'; the solver proves '{par}'."]
    wrong = faults(right.replace(written, '["pass"]'))
    assert any(line.startswith("steps[0].goal.best.moves: must be every move that loses nothing") for line in wrong)
    assert faults(right.replace('"season"', '"moon"'))
    assert [str(one) for one in check(Lesson.read(right.replace(str(par), "99", 1)), solve=False)] == []


def test_where_every_move_is_best_there_is_no_question() -> None:
    code = (
        "kingsburg.eNplkNESgiAQRf9ln_chzJziVxwfSDZiSiFQm8bh30Mpy3pb5p5zWRhBiYaAw0W3yh97pwBhIOe1aYEzhAcJNw_2LHwEMwTfkY2G0qfOR"
        "9o4SREpGW4qhFtPPU2nOFuh5WzYq6ipoTbyvBxByEF7k2o9iQ74BkHqOnkBv4j9EuSYr6PDW2YfGbe4W1Ms-7-jwOIHypcsFkxplay0790Ymf7A6P"
        "kNixpnFqaqFxKq8ATV_GnB.66de8820"
    )
    start = f'start = {{ code = "{code}" }}\n'
    step = BEST.partition("start = ")[0] + start
    moves = '["take 1 gold 1 wood", "take 1 wood 1 stone"]'
    head = LESSON.partition("[[steps]]")[0].replace("seat = 0", "seat = 1")
    text = head + step.replace("PAR", "0").replace("MOVES", moves)
    found = faults(text)
    assert any("every legal move loses nothing" in line for line in found), found


def test_a_position_as_text_or_code_is_a_start() -> None:
    position = rules.load("kingsburg").setup(players=3, seed=0)
    begin = "players = 3, seed = 0 }\n\n"
    assert faults(LESSON.replace(begin, f'code = "{position.to_code()}" }}\n\n', 1)) == []
    text = f"text = '''\n{position.to_text()}''' }}\n\n"
    assert faults(LESSON.replace(begin, text, 1)) == []
    other = next(name for name in rules.games() if name != "kingsburg")
    code = rules.load(other).setup(players=2, seed=0).to_code()
    found = faults(LESSON.replace(begin, f'code = "{code}" }}\n\n', 1))
    assert found[0].startswith(f"start.code: is a position of {other}")
