"""Secrets: device tokens, recovery codes and the links of a table.

Device tokens and recovery codes are random (128 bits and more); the database holds only their hashes. A table's links
are not stored at all: they are computed from the server's key, the table, what the link is for and a generation that
the host can raise. So a stolen database opens no seat, and the server can show a host the invite link again.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

LinkKind = Literal["invite", "seat", "watch", "bot"]
_LETTERS: dict[str, LinkKind] = {"i": "invite", "s": "seat", "w": "watch", "b": "bot"}
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
TABLE_ID_LENGTH = 12
_SIGNATURE_BYTES = 18


def new_token() -> str:
    """A random secret of 192 bits, as text that fits into addresses and cookies."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A random id of 60 bits without look-alike letters. It is a name, not a secret."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(TABLE_ID_LENGTH))


def is_table_id(text: str) -> bool:
    """Whether the text can be a table's id at all."""
    return len(text) == TABLE_ID_LENGTH and all(letter in _ALPHABET for letter in text)


def hashed(secret: str) -> str:
    """What the database keeps of a random secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True)
class Link:
    """What a link's secret says it is; `Links.read` has checked it."""

    kind: LinkKind
    table: str
    seat: int | None


class Links:
    """Makes and checks the secrets of tables."""

    def __init__(self, key: bytes) -> None:
        self._key = hashlib.sha256(b"mirabilia links " + key).digest()

    @property
    def fingerprint(self) -> str:
        """Tells two keys apart without telling the key."""
        return hmac.new(self._key, b"fingerprint", hashlib.sha256).hexdigest()[:16]

    def blurred(self, address: str) -> str:
        """An address as the database may keep it: the same for the same one, and nobody can turn it back."""
        return hmac.new(self._key, b"address " + address.encode(), hashlib.sha256).hexdigest()[:16]

    def make(self, kind: LinkKind, table: str, generation: int, seat: int | None = None) -> str:
        """The secret of a link: one letter, the seat or x, the table and a signature."""
        letter = next(letter for letter, name in _LETTERS.items() if name == kind)
        place = "x" if seat is None else str(seat)
        return f"{letter}{place}{table}{self._signature(letter + place, table, generation)}"

    def parts(self, secret: str) -> Link | None:
        """What the secret claims to be, unchecked; None if it has not even the shape."""
        kind = _LETTERS.get(secret[:1])
        place, table = secret[1:2], secret[2 : 2 + TABLE_ID_LENGTH]
        if kind is None or not is_table_id(table) or place not in "x0123456" or not place:
            return None
        if (place == "x") != (kind in ("invite", "watch")):
            return None
        return Link(kind, table, None if place == "x" else int(place))

    def is_valid(self, secret: str, generation: int) -> bool:
        """Whether the signature is right for the table's present generation of links."""
        given = secret[2 + TABLE_ID_LENGTH :]
        wanted = self._signature(secret[:2], secret[2 : 2 + TABLE_ID_LENGTH], generation)
        return hmac.compare_digest(given.encode(), wanted.encode())

    def _signature(self, what: str, table: str, generation: int) -> str:
        digest = hmac.new(self._key, f"{what} {table} {generation}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:_SIGNATURE_BYTES]).decode()


def load_key(folder: Path, given: str | None) -> bytes:
    """The server's key: given by the settings, or a file in the data folder, made at the first start."""
    if given is not None:
        return given.encode()
    path = folder / "secret.key"
    with contextlib.suppress(FileExistsError):
        folder.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"secret.key.{os.getpid()}.{secrets.token_hex(4)}")
        # Written under another name and linked into place, so that two first starts cannot mix their keys.
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(handle, secrets.token_urlsafe(32).encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        try:
            if not path.exists():
                os.link(fresh, path)
        finally:
            fresh.unlink()
    return path.read_bytes().strip()
