"""`mirabilia sit`: any bot at a table of a server, over the socket for outside bots (docs/live-protocol.md)."""

from __future__ import annotations

import json
import secrets
import urllib.error
import urllib.request
from http.cookiejar import CookieJar

import typer
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import connect

from mirabilia.cli.language import complain, t
from mirabilia.cli.opponents import bot_named
from mirabilia.errors import MirabiliaError
from mirabilia.json_types import JsonObject
from mirabilia.protocol import ProtocolBot
from mirabilia.protocol.service import BotService

SECONDS = 20.0  # for an answer of the server


def run(name: str, server: str, *, token: str | None, game: str, players: int | None, edition: int | None) -> None:
    """Seats the bot with a token, or at a new table, whose link it prints; returns when the game is over."""
    bot = bot_named(name, secrets.randbits(31))
    games = {game: list(sizes) for game, sizes in bot.start().games.items()} if isinstance(bot, ProtocolBot) else None
    service = BotService(bot.name, lambda seed: bot, games)
    server = server.rstrip("/")
    tokens = [token]
    if token is None:
        made = _new_table(server, game, players, edition)
        tokens = list(made["links"]["bots"].values())[:1]
        typer.echo(t("sit.open", link=f"{server}/#/seat/{made['links']['seat']}"))
    try:
        _play(f"ws{server.removeprefix('http')}/ws/v1/bots", str(tokens[0]), service)
    except InvalidHandshake as error:
        raise complain("sit.refused", "refused", server=server, said=str(error)) from error
    except (OSError, InvalidURI) as error:
        raise _unreachable(server, error) from error
    finally:
        if isinstance(bot, ProtocolBot):
            bot.close()


def _play(url: str, token: str, service: BotService) -> None:
    """Answers every question until the table sends its bot away."""
    with connect(url, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as socket:
        try:
            for line in socket:
                reply = service.answer(line)
                if reply is None:
                    return
                socket.send(reply.decode())
        except ConnectionClosed:
            return


def _new_table(server: str, game: str, players: int | None, edition: int | None) -> JsonObject:
    """A table with a person's seat and this bot beside it; further seats get bots of the server."""
    asked: JsonObject = {"game": game, "seats": ["me", {"kind": "outside"}], "start": True}
    asked |= {key: value for key, value in (("players", players), ("edition", edition)) if value is not None}
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    request = urllib.request.Request(
        f"{server}/api/v1/tables", json.dumps(asked).encode(), {"Content-Type": "application/json"}
    )
    try:
        with opener.open(request, timeout=SECONDS) as answer:
            made: JsonObject = json.load(answer)
            return made
    except urllib.error.HTTPError as error:
        raise complain("sit.refused", "refused", server=server, said=_said(error)) from error
    except (OSError, ValueError) as error:
        raise _unreachable(server, error) from error


def _said(error: urllib.error.HTTPError) -> str:
    """The sentence of a refusal; of an answer that is none of this server's, how it begins."""
    body = error.read().decode(errors="replace")
    try:
        return str(json.loads(body)["message"])
    except (ValueError, KeyError, TypeError):
        return body[:300]


def _unreachable(server: str, error: Exception) -> MirabiliaError:
    return complain("sit.unreachable", "unreachable", server=server, fault=str(getattr(error, "reason", error)))
