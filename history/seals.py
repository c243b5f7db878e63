"""How much of each journal has been read and found in order before, so that it need not be checked again."""

from __future__ import annotations

import contextlib
import hmac
import json
import os
from pathlib import Path

from history.journal import BINARY, write_all
from history.revision import VERSION

Seals = dict[str, tuple[int, str]]
"""Per journal: so many bytes with this SHA-256 are lines in order, exactly as this version writes them."""


def read_seals(path: Path, device: str) -> Seals:
    try:
        signature, _, content = path.read_bytes().partition(b"\n")
        if not hmac.compare_digest(signature, _sign(content, device)):
            return {}
        return {name: (size, digest) for name, (size, digest) in json.loads(content).items()}
    except (OSError, ValueError):
        return {}


def write_seals(path: Path, device: str, seals: Seals) -> None:
    content = json.dumps(seals).encode("ascii")
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)  # some file systems flush a file that is overwritten: needless here
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
        try:
            write_all(descriptor, _sign(content, device) + b"\n" + content)
        finally:
            os.close(descriptor)


def _sign(content: bytes, device: str) -> bytes:
    # The id never leaves the device, so a seal that came along with a stranger's journals is worth nothing.
    key = f"{device}:{VERSION}".encode("ascii")
    return hmac.digest(key, content, "sha256").hex().encode("ascii")
