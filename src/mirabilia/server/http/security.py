"""Middleware around everything: path prefix, trusted proxies, security headers, body sizes, request ids, 500s.

Written as plain ASGI, because it also wraps sockets and must cost next to nothing.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
import time
from urllib.parse import urlsplit

import msgspec
import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mirabilia.server.http import audit
from mirabilia.server.http.connections import CONNECTION
from mirabilia.server.http.limits import Buckets, Ledger, network_of
from mirabilia.server.refusals import Refusal
from mirabilia.server.settings import Settings

log = structlog.get_logger()

# WebAssembly is compiled for tables without a connection; script from texts stays forbidden.
CSP = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),  # links carry secrets
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
]
SMALL_BODY = 64 * 1024
RECORD_BODY = 1_300_000
RECORD_PATHS = ("/api/v1/records", "/api/v1/analyses")


HEALTH_PATHS = ("/healthz", "/readyz")
FILES_FOR_REQUEST = 5  # files of the page that cost an address as much as one API request


def known_hosts(settings: Settings) -> set[str]:
    """The names of this server: what the settings say, and the names of this machine."""
    name = socket.gethostname().lower()
    given = [settings.public_url or "", *settings.allowed_origins, *(f"//{host}" for host in settings.allowed_hosts)]
    named = {urlsplit(address).hostname for address in given}
    return {"localhost", settings.host.lower(), name, name.partition(".")[0], f"{name.partition('.')[0]}.local"} | {
        host for host in named if host
    }


class Shell:
    """The outermost layer."""

    def __init__(self, app: ASGIApp, settings: Settings, ledger: Ledger) -> None:
        self.app = app
        rate, burst = FILES_FOR_REQUEST * settings.requests_per_minute / 60, settings.requests_per_minute
        self.limit = Buckets("requests of all kinds", rate, max(100, burst), ledger)
        self.prefix = settings.path_prefix
        self.hosts = known_hosts(settings)
        self.proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in settings.trusted_proxies]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        behind = self._behind_proxy(scope)
        is_known = behind is not scope or self._is_known_host(scope)
        scope = self._below_prefix(behind)
        if not is_known and scope["path"] not in HEALTH_PATHS:
            audit.refused("wrong_host", scope["client"][0] if scope.get("client") else "")
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4403})
            else:
                await _answer(Refusal("wrong_host"), send, 0)
            return
        connection = scope.get("state", {}).get(CONNECTION)
        if scope["type"] == "websocket":
            own = connection is None or connection.belongs_to(_network(scope))
            if not own or self.limit.take(_network(scope)):
                audit.refused("too_many", _network(scope), path=scope["path"][:100])
                await send({"type": "websocket.close", "code": 4429})
            else:
                await self.app(scope, receive, send)
            return
        try:
            await self._http(scope, receive, send)
        finally:
            if connection is not None:
                connection.answered()

    def _below_prefix(self, scope: Scope) -> Scope:
        """Takes the prefix off, whether the proxy left it on or not."""
        path: str = scope["path"]
        if self.prefix and (path == self.prefix or path.startswith(self.prefix + "/")):
            return {**scope, "path": path[len(self.prefix) :] or "/", "raw_path": None}
        return scope

    def _behind_proxy(self, scope: Scope) -> Scope:
        """Believes X-Forwarded-For, -Proto and -Host if the connection comes from a trusted proxy."""
        client = scope.get("client")
        if not self.proxies or not client or not self._is_trusted(client[0]):
            return scope
        headers = dict(scope["headers"])
        changed: dict[str, object] = {}
        chain = headers.get(b"x-forwarded-for", b"").decode("latin-1").split(",")
        for address in reversed([part.strip() for part in chain if part.strip()]):
            changed["client"] = (address, 0)
            if not self._is_trusted(address):
                break  # the first untrusted address: anyone could have written what precedes it
        proto = headers.get(b"x-forwarded-proto", b"").decode("latin-1").split(",")[-1].strip()
        if proto in ("http", "https"):
            changed["scheme"] = proto if scope["type"] == "http" else {"http": "ws", "https": "wss"}[proto]
        host = headers.get(b"x-forwarded-host", b"").split(b",")[-1].strip()
        if host:
            changed["headers"] = [(k, v) for k, v in scope["headers"] if k != b"host"] + [(b"host", host)]
        return {**scope, **changed}

    def _is_known_host(self, scope: Scope) -> bool:
        """Whether the request means this server.

        A name that someone else has pointed at this machine (DNS rebinding) would let their page talk to it as to its
        own server. Addresses cannot be pointed anywhere; a trusted proxy has looked at the name itself.
        """
        return all(self._is_own_name(value) for name, value in scope["headers"] if name == b"host")

    def _is_own_name(self, given: bytes) -> bool:
        try:
            host = urlsplit(f"//{given.decode('latin-1')}").hostname or ""
            if host in self.hosts or host.endswith(".localhost"):
                return True
            ipaddress.ip_address(host)
        except ValueError:
            return False
        return True

    def _is_trusted(self, address: str) -> bool:
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self.proxies)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = secrets.token_hex(6)
        started, status = time.perf_counter(), 0
        path = scope["path"]
        limit = RECORD_BODY if path in RECORD_PATHS else SMALL_BODY
        size = 0

        async def limited() -> Message:
            nonlocal size
            message = await receive()
            if message["type"] == "http.request":
                size += len(message.get("body", b""))
                if size > limit:
                    raise Refusal("too_large", limit=limit)
            return message

        async def guarded(message: Message) -> None:
            if size > limit:
                # The route may mistake our refusal for a malformed body; its own answer is not sent.
                if message["type"] == "http.response.start":
                    await _answer(Refusal("too_large", limit=limit), guarded_start, status)
                return
            await guarded_start(message)

        async def guarded_start(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message["headers"], *HEADERS, (b"x-request-id", request.encode())]
                if path.startswith("/api/") and not any(name == b"cache-control" for name, _ in message["headers"]):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        with structlog.contextvars.bound_contextvars(request=request):
            try:
                self.limit.need(_network(scope))
                headers = dict(scope["headers"])
                length = headers.get(b"content-length", b"0")
                if not length.isdigit() or int(length) > limit:
                    raise Refusal("too_large", limit=limit)
                if b"," in headers.get(b"range", b""):  # many ranges of a file are expensive, and nobody needs them
                    scope = {**scope, "headers": [each for each in scope["headers"] if each[0] != b"range"]}
                await self.app(scope, limited, guarded)
            except Refusal as refusal:
                audit.refused(refusal.code, scope["client"][0] if scope.get("client") else "", path=path[:100])
                await _answer(refusal, guarded_start, status)
            except Exception as error:
                log.error("request_failed", path=path[:200], error=repr(error)[:500], exc_info=error)
                await _answer(Refusal("server_error", request=request), guarded_start, status)
            if path.startswith("/api/"):
                took = round(1000 * (time.perf_counter() - started), 1)
                log.debug("request", method=scope["method"], path=path[:200], status=status, ms=took)


def _network(scope: Scope) -> str:
    """The key a request is limited by."""
    return network_of(scope["client"][0]) if scope.get("client") else ""


async def _answer(refusal: Refusal, send: Send, already: int) -> None:
    """Answers a refusal from outside the routes, unless the answer has begun."""
    if already:
        return
    body = msgspec.json.encode(refusal.as_dict())
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
