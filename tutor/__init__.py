"""Lessons, coach, reviews and puzzles, floor 4 of Magister Ludi: what makes the house a teacher.

`learn`, `play`, `puzzle` and `review` are the four ways in; without an argument each offers what there is. Everything
is loaded when it is asked for.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

from magister_ludi import need

if TYPE_CHECKING:
    from tutor.answering import answer as answer
    from tutor.assignment import assignment as assignment
    from tutor.classroom import given as given
    from tutor.coach import hint as hint
    from tutor.coached import play as play
    from tutor.grading import grade as grade
    from tutor.language import set_language as set_language
    from tutor.learn import learn as learn
    from tutor.puzzle_open import puzzle as puzzle
    from tutor.review_panel import review as review

_HOMES: Final = {
    "answer": "tutor.answering",
    "assignment": "tutor.assignment",
    "given": "tutor.classroom",
    "grade": "tutor.grading",
    "hint": "tutor.coach",
    "learn": "tutor.learn",
    "play": "tutor.coached",
    "review": "tutor.review_panel",
    "puzzle": "tutor.puzzle_open",
    "set_language": "tutor.language",
}
"""Where each name lives. To offer another one, add it here, to ``__all__`` and to the imports for type checkers."""

__all__ = ["answer", "assignment", "given", "grade", "hint", "learn", "play", "puzzle", "review", "set_language"]


need("tutor")


class _Offer:
    """Be a name of this package that is loaded when it is asked for.

    Some names are also those of modules: Python puts a module into its package once it is imported, and then
    ``tutor.learn`` would be the module. So each name is a property of the package, and what is put there is left out.
    """

    def __init__(self, home: str, name: str) -> None:
        self.home, self.name = home, name

    def __get__(self, package: ModuleType | None, kind: type | None = None) -> object:
        return getattr(import_module(self.home), self.name)

    def __set__(self, package: ModuleType, value: object) -> None:
        return None


class _Package(ModuleType):
    """Be this package."""

    def __getattr__(self, name: str) -> object:
        raise AttributeError(f"tutor has no {name!r}; it has {', '.join(sorted(_HOMES))}.")

    def __dir__(self) -> list[str]:
        return sorted(__all__)


for _name, _home in _HOMES.items():
    setattr(_Package, _name, _Offer(_home, _name))
sys.modules[__name__].__class__ = _Package
