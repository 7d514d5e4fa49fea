"""``magister rules``: the table of rules of a game, in English or German."""

from __future__ import annotations

import difflib
import shutil
import textwrap
from typing import TYPE_CHECKING

from .command_text import Refused, say

if TYPE_CHECKING:
    from rules.rule_table import Rule

LANGUAGES = ("en", "de")
KINDS = {"letter": "", "reading": "our reading", "house": "house rule"}
GERMAN_KINDS = {"letter": "", "reading": "unsere Lesart", "house": "Hausregel"}


def show_rules(game: str | None, wanted: str | None, language: str) -> None:
    """Print all rules of a game, or those whose id is or begins with ``wanted``.

    A single word that is no game is taken for a rule of the first game.
    """
    import rules
    from rules.rule_table import rule_table

    known = rules.games()
    if game is not None and wanted is None and game not in known:
        if game not in rule_table(f"rules.{known[0]}") and not _begins(game, known[0]):
            raise Refused(
                f"{game!r} is neither a game ({', '.join(known)}) nor a rule. {_near(game, known[0])}".strip()
            )
        game, wanted = None, game
    game = rules.load(game or known[0]).name
    if language not in LANGUAGES:
        raise Refused(f"--lang: there is no language {language!r}; there are {', '.join(LANGUAGES)}.")
    table = rule_table(f"rules.{game}")
    if wanted is None:
        chosen = list(table)
    elif wanted in table:
        chosen = [wanted]
    else:
        chosen = _begins(wanted, game)
        if not chosen:
            raise Refused(f"{game} has no rule {wanted!r}. {_near(wanted, game)}".strip())
    width = min(100, shutil.get_terminal_size((100, 24)).columns)
    for name in chosen:
        _show(name, table[name], language, width)


def _begins(beginning: str, game: str) -> list[str]:
    """List the rules whose id begins with a word, such as "influence" for "influence-exact"."""
    from rules.rule_table import rule_table

    return [name for name in rule_table(f"rules.{game}") if name.startswith(f"{beginning.rstrip('-')}-")]


def _near(wanted: str, game: str) -> str:
    """Name rules that are written like one that does not exist."""
    from rules.rule_table import rule_table

    near = difflib.get_close_matches(wanted, rule_table(f"rules.{game}"), 3, 0.5)
    return f"Did you mean {', '.join(near)}?" if near else "`magister rules` lists all."


def _show(name: str, rule: Rule, language: str, width: int) -> None:
    """Print one rule."""
    if language == "de":  # what the sections of the rulebook are called is known in English alone
        words = [f"Seite {rule.page}" if rule.page else "", GERMAN_KINDS[rule.kind]]
    else:
        words = [f"{rule.section}, page {rule.page}" if rule.page else rule.section, KINDS[rule.kind]]
    if rule.option:
        words.append(f"{'Option' if language == 'de' else 'option'} {rule.option}")
    told = "; ".join(word for word in words if word)
    say(f"{name} ({told})" if told else name)
    text = rule.de if language == "de" else rule.en
    say(textwrap.fill(text, width, initial_indent="    ", subsequent_indent="    "))
