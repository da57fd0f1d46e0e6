"""The bot protocol: JSON lines between a host (arena, table) and a bot in any language. docs/bot-protocol.md explains.

- `messages`: every message as a type; reading and writing them. No transport: a pipe and a WebSocket carry the same.
- `service`: the bot's side, one message in, one message out; `stdio` puts it on standard input and output.
- `process` and `client`: the host's side, a child process and `ProtocolBot`, which is an ordinary bot.
- `check`: tests any bot and says in plain words what is wrong.
"""

from mirabilia.protocol.client import BotFailure, ProtocolBot
from mirabilia.protocol.messages import VERSION, BadMessage, catalog_hash
from mirabilia.protocol.service import BotService

__all__ = ["VERSION", "BadMessage", "BotFailure", "BotService", "ProtocolBot", "catalog_hash"]
