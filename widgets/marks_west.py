"""The marks of worker placement in a medieval town: six kinds of worker and their spaces, attributes, buildings, cards.

Each is drawn once around the point (0, 0), about 20 pixels high, and named for the reader by a ``<title>``. Shape and
letter tell the workers apart, never the colour alone. The marks of the first game stand in ``marks_defs.py``.
"""

from __future__ import annotations

from typing import Final

from widgets.marks_seat import piece
from widgets.marks_text import number

# --- workers: one outline for the piece and for the space that takes it ----------------------------------------------

#: Letter: (what it is called, outline, baseline of the letter).
_WORKERS: Final[dict[str, tuple[str, str, float]]] = {
    "L": ("Labourer", "M10 0A10 10 0 1 1 -10 0A10 10 0 1 1 10 0Z", 4.5),
    "S": ("Scout", "M0 -11.5L11.2 8.5H-11.2Z", 6.5),
    "M": ("Merchant", "M-9.5 -9.5H9.5V9.5H-9.5Z", 4.5),
    "F": ("Fighter", "M-9.5 -9.5H9.5V1C9.5 6.5 5 10 0 12C-5 10 -9.5 6.5 -9.5 1Z", 3.5),
    "C": ("Cleric", "M-5.5 -11H5.5V-5.5H11V5.5H5.5V11H-5.5V5.5H-11V-5.5H-5.5Z", 4.5),
    "X": ("Criminal", "M0 -13L3.9 -6.6L11.4 -6L7.6 .8L10 8.5L0 7.4L-10 8.5L-7.6 .8L-11.4 -6L-3.9 -6.6Z", 4.8),
}
_KINDS: Final = {"L": "bone", "S": "scout", "M": "merchant", "F": "fighter", "C": "cleric", "X": "criminal"}
_ANY: Final = "M-4 -10H4L10 -4V4L4 10H-4L-10 4V-4Z"


def _worker(letter: str) -> str:
    title, outline, baseline = _WORKERS[letter]
    ink = "ink-bone" if letter == "L" else "white"
    return (
        f'<title>{title}</title><path class="ml-piece ml-{_KINDS[letter]}" d="{outline}"/>'
        f'<text class="ml-t-glyph ml-{ink}" y="{number(baseline)}" text-anchor="middle">{letter}</text>'
    )


def _spot(letter: str) -> str:
    title, outline, baseline = _WORKERS[letter]
    return (
        f'<title>space for a {title}</title><path class="ml-spot" d="{outline}"/>'
        f'<text class="ml-t-glyph ml-quiet" y="{number(baseline)}" text-anchor="middle">{letter}</text>'
    )


# --- attributes ------------------------------------------------------------------------------------------------------

_PENNANT: Final = "M-7.5 -10H7.5V5L0 10.5L-7.5 5Z"
_EMBLEMS: Final = {
    "faith": "M0 -7V5.5M-4 -2.8H4",
    "strength": "M0 -7.5V5.5M-3.5 2H3.5M0 -7.5L-1 -5.5M0 -7.5L1 -5.5",
    "influence": "M-4 -6.5H4M-4 -3H4M-4 .5H4M-2 4H2",
}


def _pennant(name: str) -> str:
    return (
        f'<title>{name}</title><path class="ml-piece ml-{name}" d="{_PENNANT}"/>'
        f'<path class="ml-carve" d="{_EMBLEMS[name]}"/>'
    )


# --- goods, pieces, cards and deeds ----------------------------------------------------------------------------------

_COIN: Final = '<circle class="ml-piece ml-silver" r="8.2"/>'
_CARD: Final = '<path class="ml-piece ml-cleric" d="M-7 -9.5H7V9.5H-7Z"/>'
_EYE: Final = '<path class="ml-carve" d="M-5 0C-2.5 -4 2.5 -4 5 0C2.5 4 -2.5 4 -5 0ZM-.8 0H.8"/>'
_PAPER: Final = '<path class="ml-outline" d="M-7.5 -9.5H4L7.5 -6V9.5H-7.5Z"/>'
_LINES: Final = '<path class="ml-fine" d="M-4.5 -5H2M-4.5 -1.5H4"/>'
_SEAL: Final = '<circle class="ml-piece ml-fighter" cx="2" cy="4.5" r="3.6"/>'
_STRIKE: Final = (
    '<path class="ml-strike-under" d="M-9.5 9.5L9.5 -9.5"/><path class="ml-strike" d="M-9.5 9.5L9.5 -9.5"/>'
)
_BUST: Final = (
    '<circle class="ml-outline" cy="-5" r="4.4"/><path class="ml-outline" d="M-8.5 9.5C-8.5 2 8.5 2 8.5 9.5Z"/>'
)
_FLAME: Final = (
    '<path class="ml-piece ml-fighter" d="M1 -11C1 -6 8 -4 7.5 3C7 8 3.5 10 0 10S-7.5 8 -7.5 3'
    'C-7.5 -1 -4 -2 -4 -6C-1.5 -5 -.5 -3 0 -2C1.5 -4 2 -7 1 -11Z"/>'
)
_MONK: Final = "M0 -11C4 -11 5.5 -7 4.5 -4.5L8.5 9.5H-8.5L-4.5 -4.5C-5.5 -7 -4 -11 0 -11Z"
_TOWER: Final = "M-7 9.5V-4.5H-9V-10.5H-5V-7.5H-2V-10.5H2V-7.5H5V-10.5H9V-4.5H7V9.5Z"


def _judged(cards: str) -> str:
    """Draw an inquisition that asks how many suspicion cards one holds."""
    card = '<path class="ml-piece ml-cleric" d="M-1 -8.5H14V9.5H-1Z"/>'
    number_ = f'<text class="ml-t-glyph ml-white" x="6.5" y="5" text-anchor="middle">{cards}</text>'
    return f'<g transform="translate(-6.5)">{_FLAME}</g>{card}{number_}'


WEST: Final[dict[str, str]] = {
    **{f"worker-{letter}": _worker(letter) for letter in _WORKERS},
    **{f"spot-{letter}": _spot(letter) for letter in _WORKERS},
    "spot-any": f'<title>space for any worker</title><path class="ml-spot" d="{_ANY}"/>'
    '<path class="ml-quiet-line" d="M0 -4.5V4.5M-3.9 -2.2L3.9 2.2M-3.9 2.2L3.9 -2.2"/>',
    "pawn": '<title>worker</title><path class="ml-piece ml-plain" '
    'd="M0 -10.5A4 4 0 0 1 2.6 -3.5L7 9.5H-7L-2.6 -3.5A4 4 0 0 1 0 -10.5Z"/>',
    **{name: _pennant(name) for name in _EMBLEMS},
    "silver": f'<title>silver</title>{_COIN}<circle class="ml-etch ml-on-silver" r="5"/>',
    "tax": f"<title>silver from the tax supply</title>{_COIN}"
    '<path class="ml-etch ml-on-silver" d="M-4.5 3.5L-5 -3L-2 0L0 -4L2 0L5 -3L4.5 3.5Z"/>',
    "provision": '<title>provision</title><path class="ml-piece ml-provision" '
    'd="M-9.5 3.5C-9.5 -3 -6 -6 0 -6S9.5 -3 9.5 3.5C9.5 6 8 7 5.5 7H-5.5C-8 7 -9.5 6 -9.5 3.5Z"/>'
    '<path class="ml-etch ml-on-provision" d="M-5 -2L-3 2M-.5 -3.2L1.5 1M4 -2.2L6 2"/>',
    "monk": f'<title>monk</title><path class="ml-piece ml-plain" d="{_MONK}"/>'
    '<path class="ml-fine" d="M-2.4 -6.2C-1.5 -8.6 1.5 -8.6 2.4 -6.2C2.4 -4 -2.4 -4 -2.4 -6.2Z"/>',
    "outpost": f'<title>outpost</title><path class="ml-piece ml-plain" d="{_TOWER}"/>'
    '<path class="ml-fine" d="M-2.5 9V4.5A2.5 2.5 0 0 1 2.5 4.5V9"/>',
    **{f"monk-{seat}": piece("monk", _MONK, 0, seat) for seat in range(4)},
    **{f"outpost-{seat}": piece("outpost", _TOWER, -2.5, seat) for seat in range(4)},
    "wall": '<title>wall</title><path class="ml-piece ml-stone" d="M-10 -7.5H10V7.5H-10Z"/>'
    '<path class="ml-etch ml-on-stone" d="M-9 -2.5H9M-9 2.5H9M-3.5 -7V-2.5M4 -7V-2.5M0 -2.5V2.5M-3.5 2.5V7M4 2.5V7"/>',
    "jar": '<title>jar</title><path class="ml-piece ml-wood" d="M-4.5 -10H4.5V-7.5L7.5 -3.5V5.5Q7.5 10 3 10H-3'
    'Q-7.5 10 -7.5 5.5V-3.5L-4.5 -7.5Z"/><path class="ml-etch ml-on-wood" d="M-6.5 -1H6.5M-6.5 3.5H6.5"/>',
    "workshop": '<title>workshop</title><path class="ml-piece ml-wood" d="M-8 9.5V0H-10L0 -10L10 0H8V9.5Z"/>'
    '<path class="ml-etch ml-on-wood" d="M-2.5 9V3.5H2.5V9"/>',
    "suspicion": f"<title>suspicion card</title>{_CARD}{_EYE}",
    "pardon": f"<title>discard a suspicion card</title>{_CARD}{_EYE}{_STRIKE}",
    "debt": f"<title>unpaid debt</title>{_PAPER}{_LINES}{_SEAL}",
    "paid": f'<title>paid debt</title>{_PAPER}{_LINES}<path class="ml-tick" d="M-4 4.5L-1 7.5L5 .5"/>',
    "settle": f"<title>settle a debt</title>{_PAPER}{_LINES}{_SEAL}"
    '<path class="ml-strike-under" d="M-6 3L-1.5 8L9 -5"/><path class="ml-tick" d="M-6 3L-1.5 8L9 -5"/>',
    "destroy": f"<title>return an unpaid debt</title>{_PAPER}{_LINES}{_SEAL}{_STRIKE}",
    "pray": "<title>Pray: free one action of its workers</title>"
    '<path class="ml-turn" d="M7.5 -5.5A9.3 9.3 0 1 0 9.3 1.2"/><path class="ml-solid" d="M10 -10V-2.6L3.6 -5.4Z"/>'
    '<path class="ml-turn" d="M0 -5.5V5.5M-3.5 -1.8H3.5"/>',
    "recruit": f"<title>recruit a townsfolk card for nothing</title>{_BUST}"
    '<circle class="ml-disc" cx="6.5" cy="-6" r="4.8"/><path class="ml-cut" d="M6.5 -8.6V-3.4M3.9 -6H9.1"/>',
    "folk": f"<title>townsfolk card</title>{_BUST}",
    "dismiss": f'<title>dismissed with one worker</title>{_BUST}<path class="ml-turn" d="M2 0H11M8 -3L11 0L8 3"/>',
    "keep": f'<title>kept with two workers</title>{_BUST}<path class="ml-tick" d="M2 -3L5 .5L11 -7"/>',
    "attack": '<title>attack</title><path class="ml-turn" d="M-8 8L8 -9M8 8L-8 -9M-9 3L-3.5 8.5M9 3L3.5 8.5"/>',
    "convert": '<title>convert</title><circle class="ml-outline" r="9"/><path class="ml-turn" d="M0 -6V6M-4 -2H4"/>',
    "inquisition": f"<title>inquisition</title>{_FLAME}",
    "suspected": f"<title>inquisition with 2 suspicion cards or more</title>{_judged('2+')}",
    "innocent": f"<title>inquisition without a suspicion card</title>{_judged('0')}",
    "crown": '<title>order of the king</title><path class="ml-piece ml-gold" d="M-9 7L-10 -6L-4.5 -1L0 -8L4.5 -1L10 -6'
    'L9 7Z"/>',
    "saracen": '<title>Saracen</title><circle class="ml-outline" r="10"/>'
    '<path class="ml-solid" d="M3 -6.5A7 7 0 1 0 3 6.5A5.6 5.6 0 1 1 3 -6.5Z"/>',
    "viking": '<title>Viking</title><circle class="ml-outline" r="10"/>'
    '<path class="ml-solid" d="M-5 2.5A5 5 0 0 1 5 2.5V4.5H-5ZM-5 .5C-8.5 -.5 -8.5 -4 -7 -6.5C-6.5 -4 -5.5 -3 -3.8 '
    '-2.5ZM5 .5C8.5 -.5 8.5 -4 7 -6.5C6.5 -4 5.5 -3 3.8 -2.5Z"/>',
    "byzantine": '<title>Byzantine</title><circle class="ml-outline" r="10"/>'
    '<path class="ml-turn" d="M0 -7V7M-3 -4H3M-5 -.5H5M-2.5 4.6L2.5 3"/>',
    "helm": '<title>paladin</title><path class="ml-piece ml-silver" d="M-8 -5C-8 -11 8 -11 8 -5V6Q7.5 9.5 0 11'
    'Q-7.5 9.5 -8 6Z"/><path class="ml-turn" d="M0 -3V8M-6 -1H6"/>',
}
"""Every mark by its name."""
