"""What requests and sockets share: settings, store, hub, identities, limits; and what a request says of itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from mirabilia.server.hub import Hub
from mirabilia.server.identity import Identities
from mirabilia.server.limits import Buckets
from mirabilia.server.settings import Settings
from mirabilia.server.store import Store


@dataclass
class Context:
    """One per process, made at start-up; `app.state.context`."""

    settings: Settings
    store: Store
    hub: Hub
    identities: Identities
    request_limit: Buckets = field(init=False)
    create_limit: Buckets = field(init=False)
    chat_limit: Buckets = field(init=False)

    def __post_init__(self) -> None:
        settings = self.settings
        self.request_limit = Buckets(
            "requests", settings.requests_per_minute / 60, max(20, settings.requests_per_minute)
        )
        self.create_limit = Buckets("tables", settings.create_per_hour / 3600, max(1, settings.create_per_hour))
        self.chat_limit = Buckets("chat", settings.chat_per_minute / 60, max(3, settings.chat_per_minute / 4))

    def base_url(self, connection: HTTPConnection) -> str:
        """The address people use, without a slash at the end."""
        if self.settings.public_url:
            return self.settings.public_url.rstrip("/")
        scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
        return f"{scheme}://{connection.headers.get('host', 'localhost')}{self.settings.path_prefix}"

    def is_own_origin(self, connection: HTTPConnection) -> bool:
        """Whether a browser's request comes from a page of this server. Other clients send no Origin."""
        origin = connection.headers.get("origin")
        if origin is None:
            site = connection.headers.get("sec-fetch-site")
            return site in (None, "same-origin", "none")
        if origin in self.settings.allowed_origins:
            return True
        own = urlsplit(self.base_url(connection))
        if self.settings.public_url is None:
            # The host decides; a proxy may end https before us and not say so.
            return urlsplit(origin).netloc == own.netloc and origin != "null"
        return origin == f"{own.scheme}://{own.netloc}"


def address_of(connection: HTTPConnection) -> str:
    """The client's address, for limits and logs."""
    return connection.client.host if connection.client else "unknown"
