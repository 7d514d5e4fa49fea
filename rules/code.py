"""The one-line form of a position or record: game, version, packed document and check sum, without spaces."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping

import msgspec

from .findings import refuse
from .toml_text import LONGEST_TEXT, Plain

LONGEST_CODE = 100_000


def pack(game: str, document: Mapping[str, Plain]) -> str:
    """Pack a document into "game.data.check"."""
    data = zlib.compress(msgspec.json.encode(document), 9)
    text = base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
    return f"{game}.{text}.{zlib.crc32(text.encode()):08x}"


def is_code(text: str) -> bool:
    """Say whether a text looks like a code rather than TOML: one word with dots and without '='."""
    return "=" not in text and "\n" not in text.strip() and text.count(".") >= 1 and " " not in text.strip()


def unpack(code: str) -> dict[str, object]:
    """Read a code back; a cut or changed code is refused with a sentence."""
    if len(code) > LONGEST_CODE:
        raise refuse("code", f"is {len(code):,} characters long; at most {LONGEST_CODE:,} are read.")
    if not code.isascii():
        raise refuse("code", "is changed: it holds letters of the alphabet, digits, '-', '_' and two dots alone.")
    parts = code.strip().split(".")
    if len(parts) != 3:
        raise refuse("code", "is cut off or not a code: it has the form game.data.check.")
    _, text, check = parts
    if f"{zlib.crc32(text.encode()):08x}" != check:
        raise refuse("code", "is cut off or changed: its check sum does not fit. Copy it again, whole.")
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(data, LONGEST_TEXT)
        if unpacker.unconsumed_tail:
            raise refuse("code", f"unpacks to more than {LONGEST_TEXT:,} characters.")
        return msgspec.json.decode(plain, type=dict[str, object])
    except (binascii.Error, zlib.error, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise refuse("code", "cannot be read: what it packs is damaged.") from None
