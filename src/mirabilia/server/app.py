"""The application: routes, sockets and the order of starting and stopping.

At start-up the rules are compiled and the database is brought to its newest form before the first request is taken.
"""

from __future__ import annotations

import asyncio
import functools
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio.to_thread
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.routing import Route, WebSocketRoute

from mirabilia import __version__
from mirabilia.errors import MirabiliaError
from mirabilia.game import warm_up_games
from mirabilia.record import RULES_VERSION
from mirabilia.server import garbage, metrics
from mirabilia.server.bots.levels import Levels, Warmth
from mirabilia.server.bots.outside import bot_socket
from mirabilia.server.context import Context, address_of, network_at
from mirabilia.server.http import audit, rest
from mirabilia.server.http.limits import Ledger
from mirabilia.server.http.live import table_socket
from mirabilia.server.http.packing import Constant
from mirabilia.server.http.page import Page, home, lost
from mirabilia.server.http.security import Shell
from mirabilia.server.notifications import rest as notification_routes
from mirabilia.server.people.identity import Identities
from mirabilia.server.people.tokens import Links, load_key
from mirabilia.server.refusals import Refusal, refusal_of
from mirabilia.server.settings import Settings
from mirabilia.server.storage.backup import migrate_safely
from mirabilia.server.storage.store import Store
from mirabilia.server.storage.writing import NotStored
from mirabilia.server.study import puzzles
from mirabilia.server.study import rest as study
from mirabilia.server.study.queue import Analyses
from mirabilia.server.tables import messages
from mirabilia.server.tables.hub import Hub

log = structlog.get_logger()
FILE_THREADS = 4  # that read files of the page


@functools.cache
def warm_up() -> None:
    """Compiles (or loads) the rules of both games and plays a move of each, so that no request has to wait."""
    for game in warm_up_games(seed=0):
        seat = game.to_act[0]
        game.quotes(seat)
        game.view(seat)
        game.play(seat, game.options(seat)[0])
        game.copy()


@functools.cache
def warm_bots() -> Warmth:
    """Compiles (or loads) the bots of every level, with their networks."""
    return Levels().warm_up()


async def open_context(settings: Settings, ledger: Ledger) -> Context:
    """Everything a running process needs."""
    await asyncio.to_thread(warm_up)
    await asyncio.to_thread(warm_bots)
    store = Store(settings)
    try:
        await asyncio.to_thread(migrate_safely, settings, store.engine)
        given = settings.secret_key.get_secret_value() if settings.secret_key else None
        links = Links(load_key(settings.data_dir, given))
        hub = Hub(settings, store, links, warm_bots().quick, ledger)
        garbage.settle()
        await hub.start()
    except BaseException:
        store.close()
        raise
    analyses = Analyses(settings, store, hub.process)
    analyses.start()
    return Context(settings, store, hub, Identities(store), analyses, ledger)


def create_app(settings: Settings, ledger: Ledger | None = None) -> FastAPI:
    """The application for these settings; processes that share a ledger limit together."""
    ledger = ledger or Ledger()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.context = await open_context(settings, ledger)
        app.state.connections.on_closed = app.state.context.hub.garbage.released
        watching = asyncio.create_task(app.state.connections.watch())
        anyio.to_thread.current_default_thread_limiter().total_tokens = FILE_THREADS
        try:
            yield
        finally:
            watching.cancel()
            await app.state.context.analyses.stop()
            await app.state.context.hub.stop()
            await asyncio.to_thread(app.state.context.store.close)

    app = FastAPI(
        title="Mirabilia",
        version=__version__,
        description="Tables of 7 Wonders and 7 Wonders Duel. Play itself goes over WebSockets.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # a route of our own, within the request limit
        lifespan=lifespan,
    )
    app.include_router(rest.router)
    app.include_router(study.router)
    app.include_router(puzzles.router)
    app.include_router(notification_routes.router)
    _add_own_routes(app, settings)
    _add_error_answers(app)
    _describe_commands(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Shell, settings=settings, ledger=ledger)
    app.state.ledger = ledger
    return app


def _limited(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """An answer outside the API, within the same limit of requests."""

    async def handler(request: Request) -> Response:
        context: Context = request.app.state.context
        context.request_limit.need(network_at(request))
        return await answer(request)

    return handler


def _add_own_routes(app: FastAPI, settings: Settings) -> None:
    async def healthz(request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def readyz(request: Request) -> Response:
        context: Context = request.app.state.context
        faults = [*await context.storage_faults(), *(["stopping"] if context.hub.is_stopping else [])]
        workers = context.hub.workers
        faults += ["bots"] * bool(warm_bots().failed or (workers is not None and workers.failed))
        body = {
            "status": "not ready" if faults else "ready",
            "faults": faults,
            "process": context.hub.process,
            "engine": rest.engine_now().model_dump(),
        }
        return JSONResponse(body, 503 if faults else 200)

    async def version(request: Request) -> Response:
        return JSONResponse({"version": __version__, "rules": RULES_VERSION, "protocol": messages.VERSION})

    description = Constant(app.openapi)

    async def openapi(request: Request) -> Response:
        return description.answer(request)

    async def metrics_text(request: Request) -> Response:
        token = settings.metrics_token.get_secret_value() if settings.metrics_token else None
        if token is None:
            raise Refusal("no_such_path")
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given.encode(), token.encode()):
            raise Refusal("wrong_token")
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    app.router.routes += [
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/version", _limited(version)),
        Route("/api/v1/openapi.json", _limited(openapi)),
        Route("/metrics", metrics_text),
        WebSocketRoute("/ws/v1/tables/{table}", table_socket),
        WebSocketRoute("/ws/v1/bots", bot_socket),
        Route("/", _limited(home)),
    ]
    app.mount("/", Page())


def _add_error_answers(app: FastAPI) -> None:
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, MirabiliaError)
        refusal = refusal_of(error)
        if refusal.code == "server_error":
            raise error
        audit.refused(refusal.code, address_of(request), path=request.url.path[:100])
        return rest.refusal_response(refusal)

    async def not_stored(request: Request, error: Exception) -> Response:
        return rest.refusal_response(Refusal("not_stored"))

    async def badly_formed(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))[:200]
        return rest.refusal_response(Refusal("bad_request", where=where, fault=str(first["msg"])[:200]))

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        shown = lost(request) if error.status_code == 404 else None
        if shown is not None:
            return shown
        codes = {404: "no_such_path", 405: "method_not_allowed", 413: "too_large"}
        refusal = Refusal(codes.get(error.status_code, "bad_request"))
        answer = rest.refusal_response(refusal)
        answer.headers.update(error.headers or {})
        return answer

    async def gone(request: Request, error: Exception) -> Response:
        return Response(status_code=499)  # nobody reads it

    app.add_exception_handler(ClientDisconnect, gone)
    app.add_exception_handler(MirabiliaError, refused)
    app.add_exception_handler(NotStored, not_stored)
    app.add_exception_handler(RequestValidationError, badly_formed)
    app.add_exception_handler(HTTPException, http)


def _describe_commands(app: FastAPI) -> None:
    """Puts the commands of the live protocol into the OpenAPI description, and the cookie."""
    describe = app.openapi

    def described() -> dict[str, object]:
        if app.openapi_schema is None:
            schema = describe()
            parts = schema.setdefault("components", {}).setdefault("schemas", {})
            parts.update({f"live_{name}": part for name, part in rest.COMMAND_PARTS.items()})
            for path in schema["paths"].values():
                for operation in path.values():
                    operation.get("responses", {}).pop("422", None)
        return app.openapi_schema or schema

    app.openapi = described  # type: ignore[method-assign]
