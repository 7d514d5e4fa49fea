"""The built wheel: what is in it, and that it runs README's first example where nothing else is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("magister_ludi", "rules", "solver", "widgets", "tutor")

pytestmark = pytest.mark.wheel


def readme_example() -> str:
    """Give the first Python example of README.md."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert found, "README.md has no Python example"
    return found[1]


def run(*words: str | Path, cwd: Path, timeout: float = 600) -> str:
    """Run a program away from this tree, and give what it printed."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, env=clean, capture_output=True, text=True, timeout=timeout, check=False
    )
    assert done.returncode == 0, f"{words}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel once, with the tools of this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("magister_ludi-*.whl")
    return built


def test_the_wheel_holds_every_file_of_the_floors(wheel: Path) -> None:
    """Data files count as much as modules: what a floor has on the disk is in the wheel, and nothing more."""
    skip = {".pyc", ".pyo"}
    there = {
        path.relative_to(ROOT).as_posix()
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*")
        if path.is_file() and path.suffix not in skip and ".ipynb_checkpoints" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    shared = {
        name.partition(".data/data/")[2] for name in names if ".data/data/" in name and ".ipynb_checkpoints" not in name
    }
    inside = {name for name in names if ".dist-info/" not in name and ".data/" not in name}
    notebooks = {
        f"share/magister-ludi/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "notebooks").rglob("*")
        if path.is_file() and ".ipynb_checkpoints" not in path.parts
    }
    assert shared == notebooks, "`magister lab` finds the notebooks of an installation there"
    assert {name for name in there if name.endswith("py.typed")} == {f"{floor}/py.typed" for floor in FLOORS}
    assert inside == there


def test_readme_example_runs_here(capsys: pytest.CaptureFixture[str]) -> None:
    """The example that people copy first runs as it stands."""
    exec(compile(readme_example(), "README.md", "exec"), {"__name__": "readme"})  # noqa: S102 (our own file)
    assert capsys.readouterr().out.strip()


def test_the_wheel_runs_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    """With the wheel and what it asks for, and nothing of this tree, the example and the command run."""
    home = tmp_path / "env"
    venv.create(home, with_pip=True)
    folder = home / ("Scripts" if os.name == "nt" else "bin")
    python = folder / "python"
    run(
        python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
        "-c", ROOT / "constraints.txt", wheel, cwd=tmp_path,
    )  # fmt: skip
    where = run(python, "-c", "import rules; print(rules.__file__)", cwd=tmp_path)
    assert where.startswith(str(home)), where
    (tmp_path / "example.py").write_text(readme_example(), encoding="utf-8")
    assert run(python, tmp_path / "example.py", cwd=tmp_path).strip()
    assert "Usage" in run(folder / "magister", "--help", cwd=tmp_path)
    table = run(folder / "magister", "new", "--players", "3", cwd=tmp_path)
    (tmp_path / "table.toml").write_text(table, encoding="utf-8")
    assert "no defects" in run(folder / "magister", "check", "table.toml", cwd=tmp_path)
    copied = run(
        python, "-c",
        "from pathlib import Path; from tutor.command_lab import own_copy; print(own_copy(Path('mine')))",
        cwd=tmp_path,
    )  # fmt: skip
    assert copied.strip() == "mine"
    assert (tmp_path / "mine" / "start.ipynb").is_file()
