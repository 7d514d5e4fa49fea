"""The rules of the house: who may import whom, what a start costs, who may name a game, and habits of the code.

Each rule is a function from a source text to the list of its violations, so that a test can show that it catches some.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("rules", "solver", "widgets", "tutor")
GAMES = ("kingsburg", "paladins", "my_village", "tournay", "zhanguo")
STANDARD = frozenset(sys.stdlib_module_names)

# What each floor may import when it starts, and what only inside a function (or for type checkers).
AT_START = {
    "magister_ludi": {"tutor"},  # the command, once it is known that nothing hides it
    "rules": {"magister_ludi", "rules", "msgspec"},
    # A game's room is loaded when it solves something, and numpy with it.
    "solver": {"magister_ludi", "rules", "solver", "msgspec", "numpy"},
    "widgets": {"rules", "solver", "widgets", "msgspec", "anywidget", "ipywidgets", "traitlets", "IPython"}
    | {"magister_ludi"},
    # ipywidgets and traitlets come with the panels that this floor derives its own from.
    "tutor": {"rules", "solver", "widgets", "tutor", "msgspec", "typer", "rich", "babel", "platformdirs"}
    | {"ipywidgets", "traitlets", "magister_ludi"},
}
#: What a package of ours loads by itself where it is installed: msgspec does so with typing_extensions.
COMES_ALONG = {"typing_extensions"}
ON_DEMAND = {
    "magister_ludi": set(),
    "rules": set(),
    "solver": {"ortools", "dask", "distributed"},
    "widgets": {"altair", "resvg_py", "comm", "ipykernel", "babel", "platformdirs"},
    "tutor": {"IPython", "jupyterlab", "altair", "nbformat", "nbconvert", "distributed", "glicko2"},
}


def python_files(*folders: str) -> list[Path]:
    """List the Python files below `folders`, in a stable order."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def short(path: Path) -> str:
    """Give a path as it is written in this repository."""
    return path.relative_to(ROOT).as_posix()


def everywhere(check: Callable[[str], list[str]], files: list[Path]) -> list[str]:
    """Run one check over many files and say where each violation is."""
    assert files, "there is no file to check"
    return [f"{short(path)}:{what}" for path in files for what in check(path.read_text(encoding="utf-8"))]


# ------------------------------------------------------------------------------------------------ imports


def imports(text: str, floor: str) -> Iterator[tuple[int, str, bool]]:
    """Yield line, top-level package and whether it waits (in a function, or for type checkers alone), per import."""

    def walk(node: ast.AST, waits: bool) -> Iterator[tuple[int, str, bool]]:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name.split(".")[0], waits) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, floor if node.level else (node.module or "").split(".")[0], waits
        elif isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0]
            if isinstance(first, ast.JoinedStr) and first.values:
                first = first.values[0]
            if name in ("import_module", "__import__") and isinstance(first, ast.Constant):
                target = str(first.value)
                yield node.lineno, floor if target.startswith(".") else target.split(".")[0], waits
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for child in node.body:
                yield from walk(child, True)
            for child in node.orelse:
                yield from walk(child, waits)
            return
        inside = waits or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, inside)

    yield from walk(ast.parse(text), False)


def wrong_imports(text: str, floor: str) -> list[str]:
    """List the imports that this floor may not have, or may not have when it starts."""
    found = []
    for line, package, waits in imports(text, floor):
        if package in STANDARD or package in AT_START[floor]:
            continue
        if package not in ON_DEMAND[floor]:
            found.append(f"{line} {floor} may not import {package}")
        elif not waits:
            found.append(f"{line} {floor} may import {package} only inside a function or under TYPE_CHECKING")
    return found


@pytest.mark.parametrize("floor", ("magister_ludi", *FLOORS))
def test_imports_go_down(floor: str) -> None:
    """A floor imports the floors below it and the packages named for it, heavy ones only when they are needed."""
    assert everywhere(lambda text: wrong_imports(text, floor), python_files(floor)) == []


@pytest.mark.parametrize(
    ("floor", "text"),
    [
        ("rules", "import solver"),
        ("rules", "from ortools.sat import cp_model"),
        ("rules", "def solve():\n    from ortools.sat import cp_model"),
        ("rules", "import importlib\nimportlib.import_module('widgets.views')"),
        ("rules", "import importlib\nimportlib.import_module(f'tutor.lessons.{game}')"),
        ("solver", "from ortools.sat.python import cp_model"),
        ("solver", "class Model:\n    import ortools"),
        ("solver", "try:\n    import ortools\nexcept ImportError:\n    ortools = None"),
        ("solver", "if TYPE_CHECKING:\n    import msgspec\nelse:\n    import ortools"),
        ("solver", "import widgets.board"),
        ("widgets", "def hint():\n    import tutor"),
        ("widgets", "import altair"),
        ("tutor", "import pandas"),
    ],
)
def test_a_wrong_import_is_seen(floor: str, text: str) -> None:
    assert len(wrong_imports(text, floor)) == 1


@pytest.mark.parametrize(
    ("floor", "text"),
    [
        ("rules", "import msgspec, random\nfrom rules.findings import Finding\nfrom . import score"),
        ("solver", "import rules\ndef solve():\n    from ortools.sat.python import cp_model"),
        ("solver", "if TYPE_CHECKING:\n    from ortools.sat.python import cp_model"),
        ("tutor", "import rules, solver, widgets, typer"),
    ],
)
def test_a_right_import_is_let_through(floor: str, text: str) -> None:
    assert wrong_imports(text, floor) == []


# ------------------------------------------------------------------------------------------------ start-up

LOADED = """
import json, os, sys
before = set(sys.modules)
{code}
new = sorted(set(sys.modules) - before)
files = {{getattr(sys.modules[name], "__file__", None) for name in new}}
size = sum(os.path.getsize(file) for file in files if file and file.endswith(".py") and os.path.isfile(file))
print(json.dumps([new, size]))
"""


def modules(code: str) -> tuple[list[str], int]:
    """Run `code` in a fresh interpreter; give the modules it loaded and the bytes of source they were written in."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(code=code)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    new, size = json.loads(done.stdout.splitlines()[-1])
    return new, size


def loaded(code: str) -> set[str]:
    """Run `code` in a fresh interpreter; give the packages it loaded."""
    return {name.partition(".")[0] for name in modules(code)[0]}


@pytest.mark.parametrize("floor", ["rules", "solver"])
def test_the_lower_floors_load_only_msgspec(floor: str) -> None:
    """`import rules` and `import solver` load the standard library, msgspec and themselves: nothing else at all."""
    new = loaded(f"import {floor}")
    ours = {name for name in new if name not in STANDARD and not name.startswith("_")}
    assert floor in new
    assert ours <= AT_START[floor] | COMES_ALONG


@pytest.mark.parametrize("floor", FLOORS)
def test_nothing_heavy_is_loaded_at_the_start(floor: str) -> None:
    """OR-Tools and pandas wait until something is solved or drawn as a chart, on every floor."""
    new = loaded(f"import {floor}")
    assert new.isdisjoint({"ortools", "pandas", "numpy", "altair", "resvg_py", "dask", "distributed", "jupyterlab"})


def test_playing_loads_no_solver() -> None:
    """Whoever only plays and reads texts never pays for OR-Tools."""
    new = loaded(
        "import rules\n"
        "for name in rules.games():\n"
        "    position = rules.load(name).setup(players=2, seed=1)\n"
        "    rules.playout(position, policy='greedy', seed=1)\n"
        "    assert rules.parse(position.to_text()) == position"
    )
    assert new.isdisjoint({"solver", "ortools", "numpy", "pandas", "IPython"})


def test_importing_rules_is_cheap() -> None:
    """`import rules` loads few modules and little source: what it costs is counted, for no clock can be relied on."""
    new, size = modules("import rules")
    assert "rules.findings" in new
    assert len(new) <= 110 and size <= 1_800_000
    assert not {f"rules.{game}" for game in GAMES} & set(new)


def test_importing_rules_is_small() -> None:
    """`import rules` adds at most 25 MiB to a bare interpreter."""
    if sys.platform != "linux":
        pytest.skip("the peak of memory is told by Linux alone")

    def peak(code: str) -> int:
        # What getrusage says begins with the peak of the process that started this one, which would hide everything.
        code += "; print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
        return int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)

    assert peak("import rules") - peak("pass") <= 25 * 1024


# ------------------------------------------------------------------------------------------------ games


def in_a_room(path: str, game: str) -> bool:
    """Say whether `path` belongs to the rooms of `game`."""
    rooms = (f"rules/{game}/", f"solver/{game}", f"widgets/views/{game}", f"tutor/lessons/{game}/")
    return path.startswith(rooms)


def named_games(text: str, games: tuple[str, ...] = GAMES) -> list[str]:
    """List where code (not a docstring, not a comment) names a game."""
    tree = ast.parse(text)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) in docs:
            continue
        fields = [value for _, value in ast.iter_fields(node) if isinstance(value, str | bytes)]
        for game in games:
            if any(game in str(value).lower() for value in fields):
                found.append(f"{getattr(node, 'lineno', 0)} names {game}")
    return found


def test_only_a_games_own_rooms_name_it() -> None:
    """Games are found by listing folders; code outside a game's rooms says its name nowhere."""
    found = []
    for path in python_files(*FLOORS):
        games = tuple(game for game in GAMES if not in_a_room(short(path), game))
        found += everywhere(lambda text, games=games: named_games(text, games), [path])
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "GAMES = ['kingsburg']",
        "from rules.kingsburg import moves",
        "import solver.kingsburg",
        "def kingsburg(): ...",
        "x = f'{a} kingsburg'",
        "rules.kingsburg.load",
    ],
)
def test_a_named_game_is_seen(text: str) -> None:
    assert named_games(text)


def test_a_docstring_may_name_a_game() -> None:
    assert named_games('"""Load it: `rules.load("kingsburg")`."""\nx = 1  # Kingsburg has 18 advisors') == []


# ------------------------------------------------------------------------------------------------ chance


def global_random(text: str) -> list[str]:
    """List uses of the global random generator: only `random.Random(seed)` is repeatable in a shared process."""
    tree = ast.parse(text)
    own = {"Random", "SystemRandom"}
    found, names = [], set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.asname or alias.name for alias in node.names if alias.name in ("random", "numpy.random")}
        elif isinstance(node, ast.ImportFrom) and node.module == "random":
            found += [f"{node.lineno} takes {a.name} from random" for a in node.names if a.name not in own]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = ast.unparse(node.value)
            theirs = owner in names or owner == "np.random"
            if theirs and node.attr not in own | {"Generator", "default_rng"}:
                found.append(f"{node.lineno} uses {owner}.{node.attr}")
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("random.Random", "Random") and not node.args:
            found.append(f"{node.lineno} makes a Random without a seed")
    return found


def test_no_global_random_generator() -> None:
    """Everything drawn comes from `random.Random(seed)`."""
    assert everywhere(global_random, python_files(*FLOORS, "tests", "bench")) == []


@pytest.mark.parametrize(
    "text",
    [
        "import random\nrandom.seed(1)",
        "import random\nrandom.shuffle(cards)",
        "import random\ndraw = random.choice",
        "import random as chance\nchance.random()",
        "from random import randint",
        "import numpy as np\nnp.random.seed(3)",
        "from random import Random\nRandom()",
    ],
)
def test_a_global_draw_is_seen(text: str) -> None:
    assert global_random(text)


def test_an_own_generator_is_let_through() -> None:
    assert global_random("import random\ngenerator = random.Random(7)\ngenerator.shuffle([1, 2])") == []


# ------------------------------------------------------------------------------------------------ files


def test_every_folder_says_what_lives_there() -> None:
    """Each folder at the root has a README, and each package a docstring and its mark for type checkers."""
    for folder in ("magister_ludi", *FLOORS, "notebooks", "tests", "bench"):
        assert len((ROOT / folder / "README.md").read_text(encoding="utf-8")) > 200, f"{folder}/README.md"
    for floor in FLOORS:
        assert (ROOT / floor / "py.typed").exists(), f"{floor}/py.typed"
    missing = [
        short(path)
        for path in python_files(*FLOORS)
        if path.read_text(encoding="utf-8").strip() and not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert missing == []


# ------------------------------------------------------------------------------------------------ the web's side


def foreign_classes(style: str) -> list[str]:
    """List the classes of a style sheet that do not begin with our prefix."""
    style = re.sub(r"/\*.*?\*/|\"[^\"]*\"|'[^']*'|url\([^)]*\)", " ", style, flags=re.DOTALL)
    selectors = re.findall(r"([^{};]+)\{", style)
    names = {name for selector in selectors for name in re.findall(r"\.([A-Za-z_][\w-]*|-[\w-]+)", selector)}
    return sorted(name for name in names if not name.startswith("ml-"))


def foreign_marks(text: str) -> list[str]:
    """List the classes that Python or JavaScript writes into a page and that do not begin with our prefix."""
    values = re.findall(r"""(?<![\w-])class=\\?["']([^"'\\]*)""", text)
    values += re.findall(r"""(?:classList\.\w+\(|className\s*\+?=(?!=)|"class",|'class',)\s*["'`]([^"'`$]*)""", text)
    words = {word for value in values for word in re.sub(r"\$?\{[^}]*(?:\}|$)", "ml-", value).split()}
    return sorted(word for word in words if not word.startswith("ml-"))


def addresses(text: str) -> list[str]:
    """List what would be fetched from the network; the names of XML's vocabularies are no addresses."""
    text = re.sub(r"https?://www\.w3\.org/(2000/svg|1999/xhtml|1999/xlink|2000/xmlns/?)", "", text)
    return re.findall(r"https?://[^\s\"')]*|@import[^;]*|(?:from|import)\s*\(?\s*[\"']//[^\"']*", text)


def test_every_class_has_our_prefix() -> None:
    """Classes begin with `ml-`, so that neither a notebook's style nor ours reaches into the other."""
    static = ROOT / "widgets" / "static"
    assert everywhere(foreign_classes, sorted(static.rglob("*.css"))) == []
    assert everywhere(foreign_marks, sorted(static.rglob("*.js")) + python_files("widgets")) == []


def test_a_class_without_the_prefix_is_seen() -> None:
    assert foreign_classes(".ml-a .card:hover, .ml-b{width:.5em}/* .no */ @media (x){.die{opacity:.3}}") == [
        "card",
        "die",
    ]
    assert foreign_marks('f\'<g class="ml-die ml-die-{n} card">\'; el.classList.add("die")') == ["card", "die"]
    assert foreign_marks("el.className = `ml-part pawn${on ? ` ml-${on}` : ''}`; el.className === 'x'") == ["pawn"]


def test_nothing_is_fetched_from_the_network() -> None:
    """The bundle holds no address: it works on a machine without a network."""
    static = [path for path in (ROOT / "widgets" / "static").rglob("*") if path.suffix in (".js", ".css", ".svg")]
    assert everywhere(addresses, sorted(static) + python_files("widgets")) == []


def test_an_address_is_seen() -> None:
    assert addresses("import x from 'https://cdn.example/x.js'; url(http://fonts.example/a.woff)")
    assert addresses('@import "a.css";')
    assert addresses('import("//cdn.example/x.js")')
    assert addresses('createElementNS("http://www.w3.org/2000/svg", "g")') == []
