"""The door of Magister Ludi: it sees that the four floors behind it are ours, and starts the command.

The floors are called by plain words, and so are other people's files and packages: a ``solver.py`` beside a notebook,
or a package ``rules`` of another project, hides ours. This package has a name that nobody else has. It imports nothing
but the standard library, and looks at the files that Python would take without running them.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NoReturn

FLOORS: Final = ("rules", "solver", "widgets", "tutor")
"""The names that are imported, from the lowest floor to the highest."""

PROJECT: Final = "magister-ludi"
SIGN: Final = "Magister Ludi"
"""What stands in the first lines of each floor, by which ours is known wherever it lies."""

HEAD: Final = 400
"""Bytes of a file in which the sign is looked for."""

WRONG: Final = 2
"""The exit code of a command that cannot start; `magister --help` names all of them."""


class Hidden(ImportError):
    """Say which file or package hides a floor of ours, and what helps."""


def need(floor: str) -> None:
    """See that the floors below one are ours; each calls it when it is imported.

    The lowest one needs no other, and warns of those above it that are hidden: whoever imports them gets other things.

    Raises:
        Hidden: one that is needed is not ours.
    """
    below = FLOORS[: FLOORS.index(floor)]
    if found := hidden(below):
        raise Hidden("\n".join(found))
    if not below and (found := hidden(FLOORS[1:])):
        import warnings

        warnings.warn("\n".join(found), stacklevel=3)


def hidden(floors: tuple[str, ...] = FLOORS) -> list[str]:
    """Say in a sentence for each floor that is not ours which file or package hides it, and what helps."""
    return [sentence for floor in floors if (sentence := _sentence(floor))]


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command ``magister``; where a floor is hidden, say so and end with exit code 2."""
    if found := hidden():
        print(*found, sep="\n", file=sys.stderr)
        sys.exit(WRONG)
    from tutor.command import main as run

    run(arguments)


def _sentence(floor: str) -> str:
    """Say what hides a floor, or that it is damaged; nothing where it is ours."""
    ours = Path(__file__).resolve().parent.parent / floor
    place = _place(floor, ours)
    if place is None:
        return ""
    if place in (ours, ours / "__init__.py"):  # where ours should be, and without our sign in it
        theirs = _project(floor, ours / "__init__.py")
        if theirs:
            return (
                f"The package {theirs} of another project has taken the place of '{floor}', a part of Magister Ludi, "
                f"in {ours}; run 'pip uninstall {theirs}' and then 'pip install --force-reinstall --no-deps {PROJECT}'."
            )
        return (
            f"'{floor}', a part of Magister Ludi, is damaged in {ours}; run 'pip install --force-reinstall --no-deps "
            f"{PROJECT}'."
        )
    hides, what = (place.parent, "folder") if place.name == "__init__.py" else (place, "file")
    theirs = _project(floor, place)
    if theirs:
        return (
            f"The package {theirs} of another project, in {hides}, hides '{floor}', a part of Magister Ludi; run "
            f"'pip uninstall {theirs}', or install Magister Ludi into an environment of its own."
        )
    return (
        f"The {what} {hides} hides '{floor}', a part of Magister Ludi; give this {what} another name, and start Python "
        "anew."
    )


def _place(floor: str, ours: Path) -> Path | None:
    """Return the file that Python takes for a floor; None where it is ours, or was put there by hand without any file.

    A folder without a file ``__init__.py`` hides nothing: where Python takes such a one, ours has lost its own.
    """
    try:
        spec = find_spec(floor)
        file = None if spec is None else spec.origin
    except ValueError:  # it has been imported, and does not say from where
        file = getattr(sys.modules[floor], "__file__", None)
        if file is None:
            return None
    if file is None:
        return ours
    return None if _is_ours(Path(file)) else Path(file).resolve()


def _is_ours(file: Path) -> bool:
    if file.name != "__init__.py":
        return False
    try:
        with file.open("rb") as opened:
            return SIGN.encode() in opened.read(HEAD)
    except OSError:
        return False


def _project(floor: str, file: Path) -> str:
    """Return the installed project, other than ours, that has brought a file; empty where there is none.

    One that was laid over ours is known by its list of files, although ours has the same.
    """
    from importlib import metadata

    for project in metadata.distributions():
        name = str(project.metadata["Name"] or "")
        if name.replace("_", "-").lower() == PROJECT:
            continue
        for one in project.files or ():
            if one.parts[0] in (floor, f"{floor}.py") and Path(str(one.locate())).resolve() == file:
                return name
    return ""
