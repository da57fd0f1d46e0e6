"""A commitment to a deal: its hash is shown at the start, the deal and the nonce after the end (docs/record.md)."""

from __future__ import annotations

import hashlib
import json

from mirabilia.json_types import JsonFields


def commitment(deal: JsonFields, nonce: str) -> str:
    """SHA-256 of the nonce, a line end and the deal as JSON (keys sorted, no spaces, UTF-8), in hexadecimal.

    The nonce is random and secret until the end, so that nobody can find the deal by trying all deals.
    """
    text = json.dumps(deal, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(f"{nonce}\n{text}".encode()).hexdigest()
