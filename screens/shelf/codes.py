"""Rules as a text that a QR code carries, and back; what comes in is checked before anything is kept."""

from __future__ import annotations

import json
import zlib
from base64 import b32decode, b32encode
from binascii import Error
from collections.abc import Mapping
from typing import Any

from history.document import load_json
from scoring import BLANK, GAMES, Refusal
from scoring.core import InvalidOptions

MARK = "TABLESIDE:"
LARGEST = 17 * 1024
"""Bytes that are unpacked at most: the rules of a stranger may be packed very tightly."""


def as_code(rules: Mapping[str, Any]) -> str:
    """Capitals and digits, of which a code holds most."""
    plain = json.dumps(rules, ensure_ascii=False, separators=(",", ":")).encode()
    packed = zlib.compress(plain, 9, wbits=-15)
    return MARK + b32encode(packed).decode().rstrip("=")


def from_text(text: str) -> dict[str, Any]:
    """The rules in a scanned code, or in a text that is JSON itself. Raises a Refusal that says why not."""
    text = text.strip()
    if text.upper().startswith(MARK):
        text = _unpacked(text[len(MARK) :].upper())
    rules = load_json(text.encode(), largest=LARGEST)
    check(rules)
    return rules if isinstance(rules, dict) else {}


def _unpacked(code: str) -> str:
    try:
        packed = b32decode(code + "=" * (-len(code) % 8))
        return zlib.decompressobj(wbits=-15).decompress(packed, LARGEST).decode()
    except (Error, ValueError, zlib.error):
        raise InvalidOptions("own.not_rules") from None


def fewest_players(rules: object) -> int:
    between = rules.get("players") if isinstance(rules, dict) else None
    fewest = between[0] if isinstance(between, list) and between else 1
    return fewest if isinstance(fewest, int) and 1 <= fewest <= 12 else 1


def check(rules: object) -> None:
    """Raises InvalidOptions where nobody could play by these rules."""
    if not isinstance(rules, dict):
        raise InvalidOptions("own.not_rules")
    GAMES[BLANK[0]].setup(players=fewest_players(rules), options={"rules": rules})


def problem(rules: object) -> Any:
    """Why nobody could; None where all is well."""
    try:
        check(rules)
    except Refusal as refusal:
        return refusal.reason
    return None
