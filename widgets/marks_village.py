"""The marks of village life: banners, time, stories, goods, professions, and what comes for the old.

Each is drawn once around the point (0, 0), about 20 pixels high, and named for the reader by a ``<title>``. Shape and
emblem tell goods and professions apart, never the colour alone. The marks of other games stand in ``marks_defs.py`` and
``marks_west.py``.
"""

from __future__ import annotations

from typing import Final

from widgets.marks_seat import piece

# --- banners: 26 high, for one value and for two ---------------------------------------------------------------------

_ONE: Final = "M-12 -13H12V13L0 8.5L-12 13Z"
_TWO: Final = "M-23 -13H23V13L11.5 8.5L0 13L-11.5 8.5L-23 13Z"


def _banner(title: str, fill: str, outline: str) -> str:
    return f'<title>{title}</title><path class="ml-piece ml-{fill}" d="{outline}"/>'


# --- professions: one figure, told apart by its emblem ---------------------------------------------------------------

_FIGURE: Final = "M0 -14.5A5 5 0 0 1 3.6 -6C8.5 -4.5 10.5 2 11 12H-11C-10.5 2 -8.5 -4.5 -3.6 -6A5 5 0 0 1 0 -14.5Z"
_EMBLEMS: Final = {
    "abbot": "M0 -3.5V8.5M-4 .5H4",
    "councilman": "M0 -3.2A2.6 2.6 0 1 0 .1 -3.2M0 2V9M0 5.5H3M0 8.5H3",
    "traveller": "M-4.5 9L4.5 -3M.5 -3H4.5V1.2",
    "craftsman": "M0 9V0M-4.5 -3.2H4.5V.4H-4.5Z",
    "merchant": "M0 -3.5V9M-5.5 -1.5H5.5M-5.5 -1.5L-7 3H-4ZM5.5 -1.5L4 3H7Z",
    "farmer": "M0 9V-3.5M0 0L-3.5 -3M0 0L3.5 -3M0 4L-3.5 1M0 4L3.5 1",
}
_FILLS: Final = {
    "abbot": "criminal",
    "councilman": "fighter",
    "traveller": "scout",
    "craftsman": "stone",
    "merchant": "merchant",
    "farmer": "wood",
}


def _villager(name: str) -> str:
    return (
        f'<title>{name}</title><path class="ml-piece ml-{_FILLS[name]}" d="{_FIGURE}"/>'
        f'<path class="ml-carve" d="{_EMBLEMS[name]}"/>'
    )


def _niche(name: str) -> str:
    return (
        f'<title>no {name}</title><path class="ml-lent" d="{_FIGURE}"/>'
        f'<path class="ml-quiet-line" d="{_EMBLEMS[name]}"/>'
    )


def _seal(name: str) -> str:
    """Draw an area by the emblem of its profession, on a disc."""
    emblem = f'<path class="ml-carve" transform="translate(0 -2.6)" d="{_EMBLEMS[name]}"/>'
    return f'<title>{name}</title><circle class="ml-piece ml-{_FILLS[name]}" r="11"/>{emblem}'


# --- pieces in the colour of a seat ----------------------------------------------------------------------------------

_HEADMAN: Final = (
    "M-7 -8.5H-4.5V-13H4.5V-8.5H7V-6.5H4.2A4.5 4.5 0 0 1 3 -2.5C7.5 -1 9 5 9.5 12H-9.5C-9 5 -7.5 -1 -3 -2.5"
    "A4.5 4.5 0 0 1 -4.2 -6.5H-7Z"
)
_GLASS: Final = (
    "M-4.5 -7.5H4.5M-4.5 7.5H4.5M-3.6 -7.5C-3.6 -3 -.8 -1.5 -.8 0S-3.6 3 -3.6 7.5"
    "M3.6 -7.5C3.6 -3 .8 -1.5 .8 0S3.6 3 3.6 7.5"
)


_OCTAGON: Final = "M-3.7 -9H3.7L9 -3.7V3.7L3.7 9H-3.7L-9 3.7V-3.7Z"
_COFFIN: Final = "M-3.8 -10.5H3.8L7 -4.5L4.2 10.5H-4.2L-7 -4.5Z"
_WINDOW: Final = "M-6.5 10.5V-3C-6.5 -7.5 -3 -10 0 -11C3 -10 6.5 -7.5 6.5 -3V10.5Z"
_HOUSE: Final = "M-9 10V-1H-11.5L0 -11.5L11.5 -1H9V10Z"
_CLOUD: Final = "M-10 8C-17 8 -17.5 -1 -11 -1.5C-11.5 -9 -2.5 -11 .5 -6C5 -10 12 -7.5 11 -1.5C17.5 -1 17 8 10 8Z"
_HAND: Final = (
    "M-4.5 11C-7 8 -10 2.5 -11 -.5C-11 -2.5 -8.8 -2.8 -8 -1.5L-6 1.5V-7C-6 -9.3 -3 -9.3 -3 -7V-9"
    "C-3 -11.5 .2 -11.5 .2 -9"
    "V-8C.2 -10.3 3.3 -10.3 3.3 -8V-5.5C3.3 -7.6 6.3 -7.6 6.3 -5.5V3C6.3 6.5 5 9 4 11Z"
)
_RAT: Final = "M-9 6.5C-10.5 0 -4 -5.5 2 -4.5C2.5 -8.5 7 -8.5 6.5 -4.5C9.5 -3.5 12 0 12.5 3C12 5.5 9 6.5 6 6.5Z"

VILLAGE: Final[dict[str, str]] = {
    "black-1": _banner("black banner", "cleric", _ONE),
    "black-2": _banner("black banner", "cleric", _TWO),
    "white-1": _banner("white banner", "bone", _ONE),
    "white-2": _banner("white banner", "bone", _TWO),
    "grey-1": _banner("grey banner: costs more on the next journey", "silver", _ONE),
    **{f"villager-{name}": _villager(name) for name in _EMBLEMS if name != "farmer"},
    **{f"niche-{name}": _niche(name) for name in _EMBLEMS if name != "farmer"},
    **{f"seal-{name}": _seal(name) for name in _EMBLEMS},
    **{f"headman-{seat}": piece("headman", _HEADMAN, 2.5, seat) for seat in range(4)},
    "time": f'<title>time</title><path class="ml-outline" d="{_GLASS}"/>'
    '<path class="ml-solid" d="M-2.8 -4.5H2.8L.5 -.8H-.5ZM-3.4 7C-3.4 4 -1.5 3 0 3S3.4 4 3.4 7Z"/>',
    "story": '<title>story point</title><path class="ml-piece ml-plain" '
    'd="M0 -5C-3 -7.8 -7 -7.8 -10 -6.2V6.6C-7 5 -3 5 0 7.8C3 5 7 5 10 6.6V-6.2C7 -7.8 3 -7.8 0 -5Z"/>'
    '<path class="ml-etch ml-on-gold" d="M0 -4.5V7M-7.5 -3.5C-5.5 -4 -4 -3.8 -2.5 -2.8M-7.5 .3C-5.5 -.2 -4 0 -2.5 1'
    'M7.5 -3.5C5.5 -4 4 -3.8 2.5 -2.8M7.5 .3C5.5 -.2 4 0 2.5 1"/>',
    "horse": "<title>horse</title>"
    '<path class="ml-piece ml-wood" d="M-6.5 10C-7 4 -3.5 2.5 -3 -.8C-5 .2 -6.5 2.4 -8.8 1.8'
    'C-10.6 1 -10.2 -1 -9 -2.6L-4.5 -8.2L-1 -9.6L.5 -12L3 -9C7.5 -6.5 8.8 1 8.5 10Z"/>'
    '<path class="ml-etch ml-on-wood" d="M-3.2 -5.6h.4M4 -5.5C6 -2 6.3 3 6 7.5"/>',
    "beer": '<title>beer</title><path class="ml-turn" d="M4.5 -2.5H9.2V6H4.5"/>'
    '<path class="ml-piece ml-gold" d="M-7.5 -5H5V10.5H-7.5Z"/>'
    '<path class="ml-piece ml-bone" d="'
    'M-8.5 -4C-10.5 -8 -6 -10.5 -4 -8.5C-2.5 -12 3 -11.5 3.2 -8.3C6.5 -8.8 7 -4.5 5.5 -4Z"/>'
    '<path class="ml-etch ml-on-gold" d="M-4.2 -.5V6.5M-1.2 -.5V6.5M1.8 -.5V6.5"/>',
    "plow": '<title>plow</title><path class="ml-turn" d="M-11 -6.5L6 2M3 .5L10 -9.5M10 -9.5H6.5"/>'
    '<path class="ml-piece ml-stone" d="M-5.5 -1.5L7 4.5C5.5 8.5 -1 10.5 -8 9.5C-4.5 6.5 -4.5 2.5 -5.5 -1.5Z"/>',
    "scroll": '<title>scroll</title><path class="ml-piece ml-bone" '
    'd="M-5.5 -9.5H8C10.5 -9.5 10.5 -5.5 8 -5.5H5.5V6.5C5.5 9 4 9.8 2.5 9.8H-8C-10.5 9.8 -10.5 6 -8 6H-7V-7Z"/>'
    '<path class="ml-etch ml-on-gold" d="M-4.5 -5.5H2.8M-4.5 -2H2.8M-4.5 1.5H2.8M-7 6H1"/>',
    "wagon": '<title>wagon</title><circle class="ml-piece ml-wood" r="10"/><circle class="ml-outline" r="6.2"/>'
    '<path class="ml-turn" d="M0 -6V6M-5.2 -3L5.2 3M-5.2 3L5.2 -3"/><circle class="ml-solid" r="2"/>',
    "joker": f'<title>joker for any good</title><path class="ml-piece ml-plus" d="{_OCTAGON}"/>'
    '<path class="ml-white" d="M0 -6L1.7 -2.1L5.8 -1.9L2.6 .7L3.6 4.8L0 2.5L-3.6 4.8L-2.6 .7L-5.8 -1.9L-1.7 -2.1Z"/>',
    "marker": f'<title>marker</title><path class="ml-piece ml-cleric" d="{_OCTAGON}"/>',
    "slot": f'<title>space for a marker</title><path class="ml-spot" d="{_OCTAGON}"/>',
    "die": "<title>a die set to any face</title>"
    '<path class="ml-piece ml-bone" d="M-8 -5A3 3 0 0 1 -5 -8H5A3 3 0 0 1 8 -5V5'
    'A3 3 0 0 1 5 8H-5A3 3 0 0 1 -8 5Z"/><text class="ml-t-glyph ml-ink-bone" y="4" text-anchor="middle">?</text>',
    "tile": f'<title>2/12 tile</title><path class="ml-piece ml-bone" transform="scale(1.35)" d="{_OCTAGON}"/>'
    '<text class="ml-t-glyph ml-ink-bone" y="4" text-anchor="middle">2·12</text>',
    "cloud": f'<path class="ml-spot" d="{_CLOUD}"/>',
    "bridge": '<title>bridge</title><path class="ml-piece ml-stone" '
    'd="M-17 9V-2C-11 -8.5 11 -8.5 17 -2V9H11C11 -1 -11 -1 -11 9Z"/>'
    '<path class="ml-etch ml-on-stone" d="M-13 -2V2M-7.5 -5V-1.5M0 -6V-2M7.5 -5V-1.5M13 -2V2"/>',
    "reaper": '<title>grim reaper</title><path class="ml-turn" d="M9 12V-11M9 -11C4 -14 -2 -13 -6 -9.5"/>'
    '<path class="ml-piece ml-cleric" d="M0 -10.5C4.5 -10.5 5.5 -6 4.3 -2.5C7 2 7.5 8 7.8 12H-7.8C-7.5 8 -7 2 -4.3 -2.5'
    'C-5.5 -6 -4.5 -10.5 0 -10.5Z"/><path class="ml-carve" d="M-1.7 -5.5h.2M1.6 -5.5h.2M-4.6 5.5L4.6 1.5"/>',
    "tree": '<title>story tree</title><path class="ml-piece ml-wood" d="M-2.5 11L-1.8 2H1.8L2.5 11Z"/>'
    '<path class="ml-piece ml-scout" d="M-7 4C-12.5 3.5 -12 -3.5 -8 -4C-9.5 -9 -3 -12.5 0 -9.5C3 -12.5 9.5 -9 8 -4'
    'C12 -3.5 12.5 3.5 7 4Z"/>',
    "house": f'<title>main house</title><path class="ml-piece ml-soldier" d="{_HOUSE}"/>'
    '<path class="ml-etch ml-on-soldier" d="M-2.5 9.5V3.5H2.5V9.5M-5.5 1.5h.2M5.5 1.5h.2"/>',
    "school": '<title>school</title><path class="ml-piece ml-provision" d="M-11 10V-2H-6.5L0 -8L6.5 -2H11V10Z"/>'
    '<path class="ml-turn" d="M0 -8V-12.5L4.5 -11L0 -9.5"/>'
    '<path class="ml-etch ml-on-provision" d="M-2.2 9.5V5H2.2V9.5M-7.5 3h.2M7.3 3h.2M-.2 -1.5h.4"/>',
    "pupil": '<title>descendant</title><path class="ml-piece ml-plain" '
    'd="M0 -9A4 4 0 0 1 2.8 -2.2C6.5 -1 7.5 4 7.8 9H-7.8C-7.5 4 -6.5 -1 -2.8 -2.2A4 4 0 0 1 0 -9Z"/>',
    "laborer": "<title>day laborer</title>"
    '<path class="ml-turn" d="M9 12V-4M6 -11V-6.5C6 -3.5 12 -3.5 12 -6.5V-11M9 -11V-4"/>'
    f'<path class="ml-piece ml-plain" transform="translate(-2 0)" d="{_FIGURE}"/>',
    "rat": f'<title>rat</title><path class="ml-turn" d="M-8.5 5.5C-13.5 6.5 -14.5 1 -11 -1.5"/>'
    f'<path class="ml-piece ml-plain" d="{_RAT}"/>'
    '<path class="ml-turn" d="M8.6 -.6h.2M3.2 -3.5C4 -4.5 5 -4.6 5.6 -3.6"/>',
    "plague": "<title>plague</title>"
    '<path class="ml-piece ml-bone" d="M0 -10.5C6 -10.5 9.5 -7 9.5 -2C9.5 1.5 7.5 3.5 5.5 4.5'
    'V9.5H-5.5V4.5C-7.5 3.5 -9.5 1.5 -9.5 -2C-9.5 -7 -6 -10.5 0 -10.5Z"/>'
    '<path class="ml-ink-bone" d="M-6.5 -2A2.4 2.4 0 1 1 -1.7 -2A2.4 2.4 0 1 1 -6.5 -2ZM1.7 -2A2.4 2.4 0 1 1 6.5 -2'
    'A2.4 2.4 0 1 1 1.7 -2ZM0 .8L1.3 3.4H-1.3Z"/><path class="ml-etch ml-on-gold" d="M-2.2 5.5V9M2.2 5.5V9"/>',
    "coffin": f'<title>grave</title><path class="ml-piece ml-cleric" d="{_COFFIN}"/>'
    '<path class="ml-carve" d="M0 -6.5V5M-3 -3H3"/>',
    "coffin-free": f'<path class="ml-spot" d="{_COFFIN}"/>',
    "hand": f'<title>starting player\'s hand</title><path class="ml-piece ml-plain" d="{_HAND}"/>',
    "window": f'<title>church window</title><path class="ml-piece ml-merchant" d="{_WINDOW}"/>'
    '<path class="ml-carve" d="M0 -9V10M-6 -1H6M-6 5H6"/>',
    "window-free": f'<path class="ml-spot" d="{_WINDOW}"/>',
    "quill": '<title>quill</title><path class="ml-piece ml-bone" d="M-6 8C-6.5 -1 0 -9 10 -11.5C9.5 -2 4 5.5 -4 6Z"/>'
    '<path class="ml-turn" d="M-9 12L-5 6"/><path class="ml-etch ml-on-gold" d="M-5 6L6 -7.5"/>',
    "jug": '<title>jug</title><path class="ml-turn" d="M5 -5C11 -6 11 3 6 3.5"/><path class="ml-piece ml-soldier" '
    'd="M-5 -10.5H4L3 -6C7.5 -3 8 4 4 10.5H-5C-9 4 -8.5 -3 -4 -6Z"/>'
    '<path class="ml-etch ml-on-soldier" d="M-6.8 1.5H5.8"/>',
    "rosary": '<title>rosary</title><circle class="ml-etch-ring" r="7.5" cy="-3"/>'
    '<path class="ml-turn" d="M0 4.5V12M-2.8 7.5H2.8"/>',
    "wheat": '<title>field</title><path class="ml-turn" d="M0 11V-4"/><path class="ml-piece ml-gold" '
    'd="M0 -12C3 -9.5 3 -7 0 -4.5C-3 -7 -3 -9.5 0 -12ZM-1 0C-6 -.5 -7 -3 -6.5 -6C-3 -5.5 -1 -3.5 -1 0Z'
    "M1 0C6 -.5 7 -3 6.5 -6"
    'C3 -5.5 1 -3.5 1 0ZM-1 6C-6 5.5 -7 3 -6.5 0C-3 .5 -1 2.5 -1 6ZM1 6C6 5.5 7 3 6.5 0C3 .5 1 2.5 1 6Z"/>',
    "banner-done": '<path class="ml-tick" d="M-6 .5L-1.5 5.5L7 -5.5"/>',
}
"""Every mark by its name."""
