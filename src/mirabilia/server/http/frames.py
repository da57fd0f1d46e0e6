"""uvicorn's WebSocket, with compression that costs less: small messages go as they are, the rest at a lower level.

Deflating a move's two updates is a third of what the move costs. An ack is no shorter for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

from mirabilia.json_types import JsonObject

SMALL = 100  # bytes
LEVEL = 1  # a sixth more bytes than at zlib's usual 6, for little more than half of the time
WINDOW_BITS = 12  # 4 KB
MEMORY = 5


class Deflate(PerMessageDeflate):
    """Deflates messages unless they are small; each says in its head whether it is deflated."""

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) < SMALL else super().encode(frame)


class DeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees with a client on how to deflate."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        said, agreed = super().process_request_params(params, accepted_extensions)
        return said, Deflate(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol with this extension."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: JsonObject,
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        settings = {"memLevel": MEMORY, "level": LEVEL}
        self.conn.available_extensions = [
            DeflateFactory(
                server_max_window_bits=WINDOW_BITS, client_max_window_bits=WINDOW_BITS, compress_settings=settings
            )
        ]
