"""Pages and tables made of texts from anywhere: escaped for a browser, harmless for a spreadsheet."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from io import StringIO
from typing import Final

from rules.printable import escaped

from .language import language

FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
NEW_CELL: Final = re.compile(r"([;,|][\s\"']*)(?=[=+\-@])")
"""Where a program that splits cells at another sign would see a formula begin."""

STYLE: Final = """
.ml-class{font:15px/1.45 "Source Sans Pro",system-ui,sans-serif;color:#22201c;background:#fbf8f1;padding:1.2em 1.6em;
max-width:70em;box-sizing:border-box}
.ml-class h1{font-size:1.5em;margin:.2em 0}.ml-class h2{font-size:1.15em;margin:1.4em 0 .4em}
.ml-class table{border-collapse:collapse;width:100%;margin:.4em 0;background:#fff}
.ml-class th,.ml-class td{border-bottom:1px solid #d8d0bf;padding:.3em .6em;text-align:left;vertical-align:top}
.ml-class th{background:#efe8d8;color:#22201c;font-weight:600}
.ml-class td.ml-number,.ml-class th.ml-number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.ml-class code{font-family:ui-monospace,monospace;font-size:.9em;background:none;color:inherit;overflow-wrap:anywhere}
.ml-class .ml-formula{border-left:4px solid #8a5a1c;padding:.4em .8em;background:#fff}
@media print{.ml-class{background:none;padding:0}}
"""


def text_of(text: str) -> str:
    """Make a text from anywhere fit for a page."""
    return escape(escaped(text), quote=True)


def paragraph(text: str) -> str:
    return f"<p>{text_of(text)}</p>"


def heading(text: str) -> str:
    return f"<h2>{text_of(text)}</h2>"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: set[int] | None = None) -> str:
    """Print a table; the columns of ``numbers`` stand to the right."""

    def mark(column: int) -> str:
        return ' class="ml-number"' if numbers and column in numbers else ""

    head = "".join(f'<th scope="col"{mark(column)}>{text_of(text)}</th>' for column, text in enumerate(heads))
    lines = [
        "<tr>" + "".join(f"<td{mark(column)}>{text_of(text)}</td>" for column, text in enumerate(row)) + "</tr>"
        for row in rows
    ]
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def page(title: str, body: str) -> str:
    return (
        f'<!DOCTYPE html><html lang="{language()}"><head><meta charset="utf-8"><title>{text_of(title)}</title>'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<style>body{{margin:0 auto;max-width:70em}}{STYLE}</style></head><body><main>{body}</main></body></html>\n"
    )


def table_csv(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Print a table as CSV (RFC 4180): numbers as numbers, and no text that a program calculates when it opens it.

    A fraction is its decimal; `exact` prints it as it is.
    """
    out = StringIO()
    writer = csv.writer(out)
    for row in (heads, *rows):
        writer.writerow([_cell(cell) for cell in row])
    return out.getvalue()


def csv_file(text: str) -> bytes:
    """Return a table as it lies in a file; the mark in front tells Excel how its letters are written."""
    return text.encode("utf-8-sig")


def _cell(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else repr(float(value))
    return str(value) if isinstance(value, int | float) else harmless(str(value))


def exact(value: Fraction) -> str:
    """Print a fraction so that no program takes it for a date, a sum or a formula.

    >>> exact(Fraction(1, 2)), exact(Fraction(-23, 30)), exact(Fraction(3))
    ('1 over 2', 'minus 23 over 30', '3')
    """
    if value.denominator == 1:
        return str(value)
    return f"{'minus ' if value < 0 else ''}{abs(value.numerator)} over {value.denominator}"


def harmless(text: str) -> str:
    """Make a cell that a spreadsheet would take for a formula a text.

    >>> harmless("=1+1"), harmless("1/2"), harmless("\\t@x")
    ("'=1+1", '1/2', "'\\\\u0009@x")
    >>> harmless("pass;=1+1")
    "pass;'=1+1"
    """
    spelled = NEW_CELL.sub(r"\1'", escaped(text))
    return f"'{spelled}" if text.lstrip(" ").startswith(FORMULA_SIGNS) else spelled
