"""A picture as a file for any program: each thing carries its own colours, lines and letters as plain attributes.

In a notebook a picture's colours are CSS variables in classes, so that they follow the reader's theme. Many programs
that open SVG files (drawing programs, converters, word processors) know no variables, some no classes, and some do
not hand a colour down to a mark that is drawn again; to them everything is black. So a file has one theme, and what
the style sheet says is worked out beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Final
from xml.etree import ElementTree

from widgets.theme import Theme, literal

Style = dict[str, str]

INHERITED: Final = (
    *("fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray"),
    *("color", "font-family", "font-size", "font-weight", "font-style", "text-anchor"),
)
"""What a thing takes over from the group that it stands in."""

LINES: Final = ("stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray")
LETTERS: Final = ("font-family", "font-size", "font-weight", "font-style", "text-anchor")
INITIAL: Final[Style] = {"fill": "#000000", "stroke": "none", "color": "#000000"}
SHAPES: Final = ("rect", "path", "circle", "ellipse", "text", "tspan")

# Some programs take the first family alone, and find a stranger's likeness only where it is a well-known one.
SERIF: Final = 'Palatino, "Palatino Linotype", "Source Serif Pro", Georgia, serif'
SANS: Final = '"Source Sans Pro", "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'


def plain(bare: str, css: str, theme: Theme, title: str = "", text: str = "") -> str:
    """Return a picture without classes and variables that looks the same in one theme.

    ``bare`` is the picture as `Picture.bare` gives it, ``css`` the rules for its classes. ``title`` and ``text`` say
    what it shows, for programs that read it aloud.
    """
    root = ElementTree.fromstring(bare.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))
    sheet = _Sheet(literal(css, theme), theme)
    drawing = _Plain(sheet, {node.get("id", ""): node for node in root.iter("g") if node.get("id")})
    inside = "".join(drawing.written(node, sheet.of(root, INITIAL)) for node in root if node.tag != "defs")
    told = ("viewBox", "width", "height", "role", "aria-label", "lang")
    kept = {name: root.get(name, "") for name in told if root.get(name)}
    spaces = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}
    said = (f"<title>{escape(title)}</title>" if title else "") + (f"<desc>{escape(text)}</desc>" if text else "")
    marks = f"<defs>{''.join(drawing.marks.values())}</defs>" if drawing.marks else ""
    return f"<svg{_attributes(spaces | kept)}>{said}{marks}{inside}</svg>"


class _Sheet:
    """Know what the style sheet says of a thing; our rules are for one class each, and one for all text."""

    def __init__(self, css: str, theme: Theme) -> None:
        self.rules = _rules(css)
        self.theme: Theme = theme

    def of(self, node: ElementTree.Element, around: Mapping[str, str]) -> Style:
        """Return the style of a thing that stands in a group of this style."""
        found = {name: around[name] for name in INHERITED if name in around}
        own = {name: value for name, value in node.attrib.items() if name in INHERITED or name == "opacity"}
        classes = node.get("class", "").split()
        for name, said in self.rules.items():
            if name in classes:
                own |= said
        if node.tag == "text":
            own |= {"stroke": "none"}
        own |= _declared(literal(node.get("style", ""), self.theme))
        found |= own
        for name in ("fill", "stroke"):
            if found.get(name) == "currentColor":
                found[name] = found["color"]
        return found


class _Plain:
    """Write things with their styles, and each mark once for each look that it has in the picture."""

    def __init__(self, sheet: _Sheet, defined: Mapping[str, ElementTree.Element]) -> None:
        self.sheet = sheet
        self.defined = defined
        self.marks: dict[str, str] = {}
        self.names: dict[str, str] = {}

    def written(self, node: ElementTree.Element, around: Mapping[str, str], told: Mapping[str, str] = {}) -> str:
        """Return a thing and what is in it; ``told`` is what stands on the text around it and need not be repeated."""
        style = self.sheet.of(node, around)
        kept = {
            name: value
            for name, value in node.attrib.items()
            if name not in ("style", "id", "href", "opacity", "class") and name not in INHERITED
            if not name.startswith("data-")
        }
        if style.get("opacity", "1") != "1":
            kept["opacity"] = style["opacity"]
        if node.tag == "use":
            return f"<use{_attributes(kept | {'xlink:href': '#' + self.mark(node, style)})}/>"
        said = _shown(style, node.tag) if node.tag in SHAPES else {}
        kept |= {name: value for name, value in said.items() if told.get(name) != value}
        inside = escape(node.text or "", quote=False)
        for child in node:
            inside += self.written(child, style, said) + escape(child.tail or "", quote=False)
        if node.tag == "g" and not kept and not node.text and len(node) == 1:
            return inside
        return (
            f"<{node.tag}{_attributes(kept)}>{inside}</{node.tag}>" if inside else f"<{node.tag}{_attributes(kept)}/>"
        )

    def mark(self, node: ElementTree.Element, style: Mapping[str, str]) -> str:
        """Return the name of the mark that a thing refers to, as it looks in this style."""
        name = node.get("href", "")[1:]
        drawn = "".join(self.written(part, style) for part in self.defined[name])
        if drawn not in self.names:
            copy = 2
            while name in self.marks:
                name, copy = f"{node.get('href', '')[1:]}-look-{copy}", copy + 1
            self.names[drawn] = name
            self.marks[name] = f'<g id="{name}">{drawn}</g>'
        return self.names[drawn]


def _shown(style: Mapping[str, str], tag: str) -> Style:
    """Return what a thing must say of itself so that nothing has to be known of what is around it."""
    found = {"fill": style["fill"]}
    if style["fill"] != "none" and "fill-opacity" in style:
        found["fill-opacity"] = style["fill-opacity"]
    if style["stroke"] != "none":
        found["stroke"] = style["stroke"]
        found |= {name: style[name] for name in LINES if name in style}
    if tag in ("text", "tspan"):
        found |= {name: style[name] for name in LETTERS if name in style}
        found["font-family"] = _stack(found.get("font-family", ""))
        found["font-size"] = found.get("font-size", "13").removesuffix("px")
    return found


def _stack(families: str) -> str:
    """Return families that other programs know instead of those for a browser, or else those that are named."""
    if "Source Serif" in families:
        return SERIF
    return SANS if "Source Sans" in families or "system-ui" in families or not families else families


@cache
def _rules(css: str) -> dict[str, Style]:
    """Return what a style sheet says of each class."""
    return {name: _declared(body) for name, body in re.findall(r"(?m)^\.([\w-]+)\{([^}]*)\}", css)}


def _declared(body: str) -> Style:
    pairs = (part.partition(":") for part in body.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs if name.strip() in (*INHERITED, "opacity")}


def _attributes(values: Mapping[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in values.items())


def unguarded(document: str) -> str:
    """Return a document that a notebook stores with the light colours in place of variables, as paper shows it.

    >>> unguarded("<path style='fill:var(--ml-ink)'/>")
    "<path style='fill:#2B2118'/>"
    """
    return literal(document, "light")
