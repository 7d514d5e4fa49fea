"""Pictures as files: SVG documents, PNG, pages for the browser and the printer, and what a notebook stores."""

from __future__ import annotations

import base64
import re
from collections.abc import Collection
from functools import cache
from html import escape
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.arguments import check_path
from rules.findings import refuse
from rules.printable import shown
from rules.quantities import whole_number
from rules.saving import save as write
from widgets.plain import plain
from widgets.theme import Theme, check_theme, guarded, variables

if TYPE_CHECKING:
    from widgets.picture import Picture

# The two families that come as Python packages; with them a PNG is the same on every machine, fonts or no fonts.
_FONTS: Final = {
    "font_source_serif_pro": ("SourceSerifPro-Regular", "SourceSerifPro-Semibold", "SourceSerifPro-It"),
    "font_source_sans_pro": ("SourceSansPro-Regular", "SourceSansPro-Semibold", "SourceSansPro-Bold"),
}
_LATIN_END: Final = 0x250


@cache
def static(name: str) -> str:
    """Return a file of the folder ``static`` as text, as it lies in the wheel."""
    return resources.files("widgets").joinpath("static", name).read_text(encoding="utf-8")


FRONT_END: Final = ("board_base.js", "board_grid.js", "board_controls.js", "board_view.js")
"""The files of the front end's one module, in the order in which they are read."""


@cache
def front_end() -> str:
    """Return the code of the front end as one ES module."""
    return "\n".join(static(name) for name in FRONT_END)


@cache
def font_files() -> tuple[str, ...]:
    """Return the paths of the font files that the font packages brought, or nothing where they are missing."""
    found = []
    for package, names in _FONTS.items():
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            continue
        folder = Path(spec.origin).parent / "files"
        found += [str(folder / f"{name}.otf") for name in names if (folder / f"{name}.otf").exists()]
    return tuple(found)


@cache
def _rules() -> tuple[tuple[str, str], ...]:
    """Return the rules of the marks by the class that each is for."""
    return tuple((line[1:].partition("{")[0], line) for line in static("marks.css").splitlines())


def _sheet(picture: Picture) -> str:
    """Return the rules of the marks that a picture uses: a notebook stores them again with each picture."""
    used = {name for classes in re.findall("class=[\"']([^\"']*)", picture.body) for name in classes.split()}
    return "\n".join(rule for name, rule in _rules() if name in used or name.startswith("ml-picture"))


def _with_style(picture: Picture, theme: Theme, css: str) -> str:
    chosen = "" if theme == "auto" else f" ml-{theme}"
    bare = picture.bare.replace('class="ml-root ml-picture"', f'class="ml-root ml-picture{chosen}"', 1)
    head, _, rest = bare.partition(">")
    description = f"<desc>{escape(picture.text)}</desc>" if picture.text else ""
    return f"{head}>{description}<style>{css}</style>{rest}"


def styled(picture: Picture, theme: Theme = "auto") -> str:
    """Return a document for browsers: its colours are variables and, where the theme is left open, the reader's."""
    theme = check_theme(theme)
    return _with_style(picture, theme, f"{variables(theme)}\n{guarded(_sheet(picture), theme)}")


def svg_document(picture: Picture, theme: Theme = "auto") -> str:
    """Return a complete SVG document for any program (see `Picture.to_svg`)."""
    return plain(picture.bare, static("marks.css"), check_theme(theme), picture.title, picture.text)


def fitting(picture: Picture, name: str = "") -> str:
    """Return the document for a notebook's output: never wider than the page, and found again by its name."""
    known = f' data-still="{escape(name)}"' if name else ""
    # Without a size of its own an image is as wide as its place, also where no style reaches into it.
    size = f' width="{picture.width}" height="{picture.height}"'
    flexible = f'{known} style="width:100%;max-width:{2 * picture.width}px;height:auto"'
    return styled(picture).replace(size, flexible, 1)


def strange(text: str) -> bool:
    """Say whether a text has letters that are in no font of ours, so that those of the system are needed."""
    return any(ord(letter) >= _LATIN_END for letter in re.sub(r"<[^>]*>", "", text))


def resvg(document: str, width: int, system_fonts: bool) -> bytes:
    """Return a document without variables as PNG; ``system_fonts`` says that ours are not enough."""
    try:
        import resvg_py
    except ImportError as error:
        raise RuntimeError("PNG needs the package resvg-py: install it with 'pip install resvg-py'.") from error
    fonts = list(font_files())
    # Searching the system for fonts is slow and makes the result depend on the machine; only other scripts need it.
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=document,
            width=width,
            font_files=fonts,
            skip_system_fonts=bool(fonts) and not system_fonts,
            serif_family="Source Serif Pro",
            sans_serif_family="Source Sans Pro",
        )
    )


def png(picture: Picture, path: str | Path | None = None, theme: Theme = "light", width: int | None = None) -> bytes:
    """Return the picture as PNG (see `Picture.to_png`)."""
    theme = check_theme(theme)
    pixels = whole_number(width)
    if width is not None and (pixels is None or not 16 <= pixels <= 20_000):
        raise refuse("width", f"a picture cannot be {shown(width)} pixels wide; choose 16 to 20000.")
    target = None if path is None else check_path(path, "path")
    data = resvg(svg_document(picture, theme), pixels or 2 * picture.width, strange(picture.body))
    if target is not None:
        write(target, data, "path")
    return data


# Nothing but inline styles may load: a saved page can be opened anywhere and stays what it is.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_PAGE_CSS: Final = """
html{background:var(--ml-page)}
body{margin:0;padding:16px;background:var(--ml-page);color:var(--ml-ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1400px;margin:auto}
svg.ml-picture{width:100%;height:auto;display:block}
pre{white-space:pre-wrap;font:14px/1.5 ui-monospace,monospace}
summary{cursor:pointer;padding:8px 0}
@page{margin:10mm}
@media print{body{padding:0}details{display:none}svg.ml-picture{max-width:100%;max-height:96vh;margin:auto}}
"""


IN_WORDS: Final = {"en": "The same in words", "de": "Dasselbe in Worten"}
"""What stands above the words of a picture on a page, by language."""


def page(picture: Picture, theme: Theme = "auto") -> str:
    """Return a page that stands by itself (see `Picture.to_html`)."""
    theme = check_theme(theme)
    chosen = "" if theme == "auto" else f" ml-{theme}"
    title = escape(picture.title)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(picture.language)}" class="ml-root{chosen}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{variables(theme)}{_PAGE_CSS}</style></head>\n<body><main>\n"
        f"{styled(picture, theme)}\n"
        f"<details><summary>{IN_WORDS[picture.language]}</summary><pre>{escape(picture.text)}</pre></details>\n"
        "</main></body></html>\n"
    )


def save(picture: Picture, path: str | Path, theme: Theme = "auto") -> Path:
    """Write the picture as the ending of ``path`` says (see `Picture.save`)."""
    target = check_path(path, "path")
    ending = target.suffix.lower()
    if ending == ".svg":
        write(target, svg_document(picture, theme), "path")
    elif ending == ".png":
        png(picture, target, theme)
    elif ending in (".html", ".htm"):
        write(target, page(picture, theme), "path")
    elif ending == ".txt":
        write(target, picture.text + "\n", "path")
    else:
        text = f"a picture cannot be saved as {shown(target.name)}; end the name in .svg, .png, .html or .txt."
        raise refuse("path", text)
    return target


def bundle(
    picture: Picture,
    include: Collection[str] | None = None,
    exclude: Collection[str] | None = None,
) -> dict[str, str]:
    """Return what a notebook stores: text and SVG always, PNG when it is asked for by name.

    PNG is what only some exporters take (``nbconvert --to pdf``). It would make every stored board five times as large,
    so it has to be asked for.
    """
    data = {"text/plain": picture.text or picture.title, "image/svg+xml": fitting(picture)}
    if include is not None and "image/png" in include:
        data["image/png"] = base64.b64encode(png(picture)).decode("ascii")
    return {
        kind: value
        for kind, value in data.items()
        if (not include or kind in include) and (not exclude or kind not in exclude)
    }
