"""The palette as data: colours of both themes, of the pieces and of the seats, and the style sheet made from them.

Every colour a picture uses has a name here. A picture refers to it by a CSS variable (``--ml-ink``), so one drawing
serves both themes; renderers that do not know variables get the literal colour in front of it. `PAIRS` lists which
colour lies on which, and `contrast` computes the ratio, so a test can hold that each pair can be read.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from rules.findings import refuse
from rules.printable import shown
from rules.seats import SEAT_COLOURS as SEAT_COLOURS

Theme = Literal["auto", "light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("auto", "light", "dark")

LIGHT: Final[dict[str, str]] = {
    "page": "#F6F1E4",
    "panel": "#FCFAF3",
    "ink": "#2B2118",
    "muted": "#6B5D49",
    "line": "#94846A",
    "hair": "#E2D8C2",
    "focus": "#1F5FA8",
    "legal": "#1B7F4B",
    "refused": "#B3261E",
    "hint": "#A86A00",
    "laurel": "#A86A00",
    "on-state": "#FFFFFF",
}
DARK: Final[dict[str, str]] = {
    "page": "#1C1916",
    "panel": "#292520",
    "ink": "#F1E9DA",
    "muted": "#BDB09B",
    "line": "#9C8C74",
    "hair": "#463F36",
    "focus": "#8ABBF2",
    "legal": "#6CC795",
    "refused": "#FF8F85",
    "hint": "#F2C14E",
    "laurel": "#F2C14E",
    "on-state": "#1C1916",
}
# Pieces keep their colour in both themes, as pieces on a table do; the outline in ink makes them stand on either panel.
PIECES: Final[dict[str, str]] = {
    "gold": "#B8860B",
    "silver": "#8C959E",
    "wood": "#8B5A2B",
    "stone": "#6E757D",
    "provision": "#7A8B2A",
    "soldier": "#A33A2C",
    "plus": "#5B4B9A",
    "scout": "#2E7D32",
    "merchant": "#1F5FA8",
    "fighter": "#B3261E",
    "cleric": "#3A3A3A",
    "criminal": "#6A3D9A",
    "faith": "#3A3A3A",
    "strength": "#B3261E",
    "influence": "#1F5FA8",
    "bone": "#FFFFFF",
    "pip": "#2B2118",
    "seat-0": "#1F5FA8",
    "seat-1": "#B3261E",
    "seat-2": "#2E7D32",
    "seat-3": "#B8860B",
    "seat-4": "#6E757D",
    "neutral": "#D9CFBB",
}
# What is written or dotted on a piece: white where that reaches 4.5, a dark brown elsewhere.
WHITE: Final = "#FFFFFF"
UMBER: Final = "#1C1410"
ON_PIECE: Final[dict[str, str]] = {
    "gold": UMBER,
    "silver": UMBER,
    "wood": WHITE,
    "stone": WHITE,
    "provision": UMBER,
    "soldier": WHITE,
    "plus": WHITE,
    "scout": WHITE,
    "merchant": WHITE,
    "fighter": WHITE,
    "cleric": WHITE,
    "criminal": WHITE,
    "faith": WHITE,
    "strength": WHITE,
    "influence": WHITE,
    "bone": PIECES["pip"],
    "seat-0": WHITE,
    "seat-1": WHITE,
    "seat-2": WHITE,
    "seat-3": UMBER,
    "seat-4": WHITE,
    "neutral": UMBER,
}
SERIF: Final = '"Iowan Old Style", Palatino, "Palatino Linotype", "Source Serif Pro", Georgia, serif'
SANS: Final = '"Source Sans Pro", system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif'

TEXT: Final = 4.5
SHAPE: Final = 3.0

PAIRS: Final[tuple[tuple[str, str, float], ...]] = (
    ("ink", "page", TEXT),
    ("ink", "panel", TEXT),
    ("muted", "page", TEXT),
    ("muted", "panel", TEXT),
    ("refused", "page", TEXT),
    ("refused", "panel", TEXT),
    ("focus", "page", TEXT),
    ("focus", "panel", TEXT),
    ("legal", "panel", TEXT),
    ("legal", "page", SHAPE),
    ("hint", "page", SHAPE),
    ("hint", "panel", SHAPE),
    ("laurel", "page", SHAPE),
    ("laurel", "panel", SHAPE),
    ("line", "page", SHAPE),
    ("line", "panel", SHAPE),
    ("on-state", "legal", TEXT),
    ("on-state", "focus", TEXT),
    ("page", "ink", TEXT),
)
"""(colour, ground, least ratio): every pair that a picture or panel puts on top of each other and that must be seen.

``hair`` is missing on purpose: it draws the quiet hairlines between things that are told apart without it.
"""


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#RRGGBB`` as WCAG 2 defines it, from 0 (black) to 1 (white).

    >>> luminance("#FFFFFF"), luminance("#000000")
    (1.0, 0.0)
    """
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", colour):
        raise ValueError(f"{colour!r} is not a colour: write it as # and six hexadecimal digits, e.g. '#2B2118'.")
    linear = []
    for start in (1, 3, 5):
        value = int(colour[start : start + 2], 16) / 255
        linear.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the WCAG contrast ratio of two colours, from 1 (same) to 21 (black on white).

    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def palette(theme: Theme) -> dict[str, str]:
    """Return every colour by name for one theme; ``auto`` gives the light one, which is also what paper gets."""
    own = DARK if theme == "dark" else LIGHT
    return {**own, **PIECES, **{f"on-{name}": colour for name, colour in ON_PIECE.items()}}


def check_theme(theme: str) -> Theme:
    """Return the theme if it is one.

    Raises:
        rules.BadInput: the name is none of ``auto``, ``light``, ``dark``.
    """
    for known in THEMES:
        if isinstance(theme, str) and theme == known:
            return known
    raise refuse("theme", f"there is no theme {shown(theme)}; choose 'auto' (follows the reader), 'light' or 'dark'.")


def _block(selector: str, colours: dict[str, str]) -> str:
    body = ";".join(f"--ml-{name}:{colour}" for name, colour in colours.items())
    return f"{selector}{{{body}}}"


def variables(theme: Theme = "auto") -> str:
    """Return the CSS that gives the variables their values on ``.ml-root``.

    With ``auto`` the reader's system decides, JupyterLab's and VS Code's own setting goes before it, and a class
    ``ml-light`` or ``ml-dark`` before both. Paper is always light.
    """
    if theme != "auto":
        return _block(".ml-root", palette(theme))
    # JupyterLab and VS Code say on an ancestor what they show; a class on the root itself goes before either.
    hosts = {
        "light": ('[data-jp-theme-light="true"] .ml-root', ".vscode-light .ml-root", ".ml-root.ml-light.ml-light"),
        "dark": ('[data-jp-theme-light="false"] .ml-root', ".vscode-dark .ml-root", ".ml-root.ml-dark.ml-dark"),
    }
    return "\n".join(
        [
            _block(".ml-root", palette("light")),
            f"@media (prefers-color-scheme:dark){{{_block('.ml-root', DARK)}}}",
            _block(",".join(hosts["light"]), LIGHT),
            _block(",".join(hosts["dark"]), DARK),
            f"@media print{{{_block('.ml-root.ml-root.ml-root.ml-root', LIGHT)}}}",
        ]
    )


_REFERENCE: Final = re.compile(r"([a-z-]+):var\(--ml-([a-z0-9-]+)\)")


def literal(css: str, theme: Theme) -> str:
    """Return the rules with each variable replaced by its colour, for renderers that know no variables."""
    colours = palette(theme)
    return _REFERENCE.sub(lambda match: f"{match[1]}:{colours[match[2]]}", css)


def guarded(css: str, theme: Theme) -> str:
    """Return the rules with the literal colour written before each variable, for renderers of either kind."""
    colours = palette(theme)
    return _REFERENCE.sub(lambda match: f"{match[1]}:{colours[match[2]]};{match[0]}", css)
