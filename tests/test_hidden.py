"""Other people's files and packages by the names of our floors: a sentence says which it is and what helps."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import magister_ludi
from magister_ludi import FLOORS, HEAD, SIGN

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "from magister_ludi import main; main(['--help'])"


def python(code: str, *paths: Path, cwd: Path) -> tuple[int, str]:
    """Run code where these folders come first; return the exit code and standard error."""
    before = os.pathsep.join(str(path) for path in (*paths, ROOT))
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": before},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stderr


def test_ours_are_known_by_their_first_lines() -> None:
    for floor in FLOORS:
        assert SIGN.encode() in (ROOT / floor / "__init__.py").read_bytes()[:HEAD], floor
    assert magister_ludi.hidden() == []


@pytest.mark.parametrize("floor", FLOORS)
def test_the_command_says_in_one_sentence_which_file_hides_ours(floor: str, tmp_path: Path) -> None:
    file = tmp_path / f"{floor}.py"
    file.write_text("# my own, with Magister Ludi\n")
    code, said = python(COMMAND, tmp_path, cwd=tmp_path)
    assert (code, len(said.splitlines())) == (2, 1)
    assert f"The file {file} hides '{floor}', a part of Magister Ludi; give this file another name" in said


def test_a_floor_that_needs_a_hidden_one_says_so(tmp_path: Path) -> None:
    """An empty `solver.py` beside a notebook: whatever needs it does not begin, and `rules` alone warns."""
    file = tmp_path / "solver.py"
    file.write_text("")
    for floor in ("widgets", "tutor"):
        code, said = python(f"import {floor}", tmp_path, cwd=tmp_path)
        assert code == 1 and said.splitlines()[-1].startswith(f"magister_ludi.Hidden: The file {file} hides 'solver'")
        assert "AttributeError" not in said
    code, said = python("import rules; rules.load(rules.games()[0])", tmp_path, cwd=tmp_path)
    assert code == 0 and f"UserWarning: The file {file} hides 'solver'" in said
    (tmp_path / "rules").mkdir()  # a folder of data, which hides nothing
    file.unlink()
    assert python("import tutor", tmp_path, cwd=tmp_path) == (0, "")


def installed(folder: Path, floor: str, name: str) -> None:
    """Lay a package of another project into a folder, as pip does."""
    (folder / floor).mkdir(exist_ok=True)
    (folder / floor / "__init__.py").write_text("VERSION = 1\n")
    about = folder / f"{name.replace('-', '_')}-3.5.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 3.5\n")
    (about / "RECORD").write_text(f"{floor}/__init__.py,,\n{about.name}/METADATA,,\n{about.name}/RECORD,,\n")
    (about / "top_level.txt").write_text(f"{floor}\n")


@pytest.mark.parametrize("floor", FLOORS)
def test_a_package_of_another_project_is_named_with_the_cure(floor: str, tmp_path: Path) -> None:
    """It lies elsewhere and is found first, as after an editable installation of ours."""
    installed(tmp_path, floor, "someone-elses")
    code, said = python(COMMAND, tmp_path, cwd=tmp_path)
    assert (code, len(said.splitlines())) == (2, 1)
    assert f"The package someone-elses of another project, in {tmp_path / floor}, hides '{floor}'" in said
    assert "'pip uninstall someone-elses'" in said


def test_a_package_that_was_installed_over_ours_is_named_and_so_is_what_it_leaves(tmp_path: Path) -> None:
    """`pip install rules` writes into the same folder; taken away again, it leaves ours without a beginning."""
    site = tmp_path / "site"
    site.mkdir()
    for name in ("magister_ludi", *FLOORS):
        (site / name).mkdir()
        shutil.copy(ROOT / name / "__init__.py", site / name / "__init__.py")
    installed(site, "rules", "rules")
    code, said = python(COMMAND, site, cwd=tmp_path)
    assert (code, len(said.splitlines())) == (2, 1)
    assert "The package rules of another project has taken the place of 'rules'" in said
    assert "'pip uninstall rules' and then 'pip install --force-reinstall --no-deps magister-ludi'" in said
    (site / "rules" / "__init__.py").unlink()
    shutil.rmtree(site / "rules-3.5.dist-info")
    script = f"import sys; sys.path[:] = [p for p in sys.path if p != {str(ROOT)!r} and p != '/work/main']\n{COMMAND}"
    code, said = python(script, site, cwd=tmp_path)
    assert (code, len(said.splitlines())) == (2, 1)
    assert f"'rules', a part of Magister Ludi, is damaged in {site / 'rules'}; run 'pip install" in said
