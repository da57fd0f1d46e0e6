"""Web push by the standard: the server's key (VAPID, RFC 8292), messages only the browser can read (RFC 8291), sending.

A browser hands out an address of its maker's push service. Since anyone can name an address, it is treated as hostile:
only https, only hosts whose every address is public, the connection goes to exactly the address that was checked, and
redirects are not followed. A setting lets tests use this machine.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import http.client
import ipaddress
import json
import os
import secrets
import socket
import ssl
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from mirabilia.json_types import JsonObject

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey
    from py_vapid import Vapid02

KEY_FILE = "vapid.pem"
LONGEST_ADDRESS = 1000
TIMEOUT = 10.0  # seconds, for connecting and for the answer
KEPT_SECONDS = 12 * 3600  # how long a push service keeps a message for a browser that sleeps
RECORD_SIZE = 4096
GONE = (404, 410)  # the browser no longer wants messages at this address


class BadAddress(ValueError):
    """An address that nothing is sent to."""


class BadKeys(ValueError):
    """Keys of a browser that cannot be used."""


@dataclass(frozen=True)
class Subscription:
    """Where and how a browser wants its notifications."""

    endpoint: str
    p256dh: str  # the browser's public key, as it writes it (base64url)
    auth: str  # its secret, as it writes it


def decoded(text: str) -> bytes:
    """Base64url with or without padding."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise BadKeys("not base64url") from None


def encoded(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


# ---- the server's key ----


class ServerKey:
    """The key by which push services know this server; made at the first start, readable for its owner alone."""

    def __init__(self, vapid: Vapid02) -> None:
        self._vapid = vapid

    @classmethod
    def load(cls, folder: Path, given: str | None = None) -> ServerKey:
        """The key of the settings (PEM), or the file in the data folder, which is made if there is none."""
        from py_vapid import Vapid02

        if given is not None:
            return cls(Vapid02.from_pem(given.replace("\\n", "\n").encode()))
        path = folder / KEY_FILE
        if not path.exists():
            fresh = Vapid02()
            fresh.generate_keys()
            _write_once(path, fresh.private_pem())
        return cls(Vapid02.from_pem(path.read_bytes()))

    @property
    def public(self) -> str:
        """The public key as browsers want it: the point, uncompressed, in base64url."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return encoded(self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def signature(self, endpoint: str, contact: str) -> str:
        """The header that says who sends: signed for this push service, for half a day."""
        parts = urlsplit(endpoint)
        claims = {"sub": contact, "aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + KEPT_SECONDS}
        return str(self._vapid.sign(claims)["Authorization"])


def _write_once(path: Path, content: bytes) -> None:
    """Writes a secret file under another name and links it into place, so that two first starts agree on one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, content)
        os.fsync(handle)
    finally:
        os.close(handle)
    try:
        with contextlib.suppress(FileExistsError):
            os.link(fresh, path)
    finally:
        fresh.unlink()


# ---- messages that only the browser can read ----


def browser_key(p256dh: str) -> EllipticCurvePublicKey:
    """The browser's public key; `BadKeys` if it is not a point on the curve."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    try:
        return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decoded(p256dh))
    except ValueError:
        raise BadKeys("p256dh is not a public key of P-256") from None


def check_keys(subscription: Subscription) -> None:
    """`BadKeys` unless a message can be made for these keys."""
    browser_key(subscription.p256dh)
    if len(decoded(subscription.auth)) != 16:
        raise BadKeys("auth is not 16 bytes")


def sealed(
    subscription: Subscription,
    message: bytes,
    *,
    salt: bytes | None = None,
    private: EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message as RFC 8291 wants it (aes128gcm, one record). `salt` and `private` are given by tests alone."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    theirs = browser_key(subscription.p256dh)
    ours = private or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    point = ours.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = ours.exchange(ec.ECDH(), theirs)
    names = b"WebPush: info\0" + decoded(subscription.p256dh) + point
    secret = _derived(decoded(subscription.auth), shared, names, 32)
    key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, info).derive(secret)


# ---- sending ----


def checked_address(endpoint: str, local_too: bool = False) -> SplitResult:
    """The parts of an address that may be sent to, as far as can be seen without a lookup."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadAddress("no address, or no such port") from None
    if len(endpoint) > LONGEST_ADDRESS or not parts.hostname or parts.username or parts.password:
        raise BadAddress("not the address of a push service")
    if any(letter.isspace() or not letter.isprintable() for letter in endpoint):
        raise BadAddress("not the address of a push service")
    if local_too and parts.scheme in ("http", "https"):
        return parts
    if parts.scheme != "https" or port not in (None, 443):
        raise BadAddress("only https")
    try:
        public = is_public(ipaddress.ip_address(parts.hostname))
    except ValueError:  # a name; what it leads to is seen when it is used
        public = "." in parts.hostname.strip(".")
    if not public:
        raise BadAddress("not a public host")
    return parts


# Beside what Python knows as not global: relays and translations, which lead to addresses inside again.
_SPECIAL = [ipaddress.ip_network(each) for each in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16")]
_UNICAST = ipaddress.ip_network("2000::/3")  # all of IPv6 that is given to anyone


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is one of the open network: no local, mapped, translated, shared or reserved one."""
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if address.version == 6 and address not in _UNICAST:
        return False
    return not any(address.version == network.version and address in network for network in _SPECIAL)


def resolved(parts: SplitResult, local_too: bool = False) -> tuple[str, int]:
    """One address of the host to connect to; `BadAddress` if any of its addresses is not public."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    for address in addresses:
        place = ipaddress.ip_address(address.partition("%")[0])
        if not is_public(place) and not (local_too and place.is_loopback):
            raise BadAddress("not a public host")
    return addresses[0], port


def post(url: str, body: bytes, headers: dict[str, str], local_too: bool = False) -> int:
    """Sends to a checked address and returns the status; blocks, so run it in a thread. Redirects are not followed."""
    parts = checked_address(url, local_too)
    address, port = resolved(parts, local_too)
    assert parts.hostname is not None
    link = http.client.HTTPConnection(parts.hostname, port, timeout=TIMEOUT)
    wire = socket.create_connection((address, port), timeout=TIMEOUT)
    try:
        if parts.scheme == "https":
            wire = ssl.create_default_context().wrap_socket(wire, server_hostname=parts.hostname)
        link.sock = wire
        link.request("POST", f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}", body, headers)
        return link.getresponse().status
    finally:
        link.close()
        wire.close()


def send(
    key: ServerKey, subscription: Subscription, message: JsonObject, topic: str, contact: str, local_too: bool
) -> int:
    """Pushes a message to a browser; the status of its push service. Blocks, so run it in a thread."""
    headers = {
        "Authorization": key.signature(subscription.endpoint, contact),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Topic": topic,  # a newer message about the same table replaces one that waits
        "Urgency": "normal",
    }
    body = sealed(subscription, json.dumps(message, ensure_ascii=False).encode())
    return post(subscription.endpoint, body, headers, local_too)
