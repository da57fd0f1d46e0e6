"""`mirabilia arena`: plays a match between bots and shows what it says about them."""

from __future__ import annotations

import hashlib
import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import msgspec
import typer
from rich.console import Console

from mirabilia.arena.match import Listener, Match, run_match
from mirabilia.arena.page import html_page
from mirabilia.arena.pools import HerePool, LocalPool, Pool
from mirabilia.arena.report import make_report
from mirabilia.arena.settings import ArenaError, Entrant, Settings, distinct, parse_entrant, parse_limits
from mirabilia.arena.sprt import Sprt
from mirabilia.arena.table import show
from mirabilia.cli import EXIT_INTERRUPTED
from mirabilia.cli.language import complain, figure, signed_figure, spoken, t
from mirabilia.engine.processors import cores
from mirabilia.game import kind_of

PLAIN_SECONDS = 10.0  # between two lines of progress without a terminal


def run(
    *,
    game: str,
    players: int | None,
    edition: int | None,
    bots: str,
    commands: list[str],
    challenger: str | None,
    games: int,
    limits: str | None,
    gauntlet: bool,
    jobs: int | None,
    seed: int,
    out: Path | None,
    resume: bool,
    records: Path | None,
    sprt: tuple[float, float] | None,
    html: Path | None,
    json_file: Path | None,
    ray: str | None,
    grace: float,
    patience: float,
    handshake: float,
) -> None:
    """Checks everything first, then plays, keeps, and shows."""
    settings = Settings(
        game=game,
        players=kind_of(game).usual_players if players is None else players,
        options={} if edition is None else {"edition": edition},
        entrants=entrants_of(bots, commands, challenger),
        mode="gauntlet" if gauntlet else "round-robin",
        seed=seed,
        budget=parse_limits(limits),
        grace=grace,
        patience=patience,
        handshake=handshake,
        records=records is not None,
    ).checked()
    test = _sprt(sprt)
    check_bots(settings, commands_too=ray is None)
    for file in (html, json_file, out, records):
        if file is not None and not file.parent.is_dir():
            raise complain("files.no_folder", "file_unusable", file=file.parent)
    where = out or Path(f"arena-{game}-{_key(settings)}.jsonl")
    console = Console(stderr=True, highlight=False)
    pool = _pool(ray, jobs)
    latest: list[Match] = []
    interrupted = False
    try:
        with _terminable(), progress(console) as listen:

            def keep(match: Match) -> None:
                latest[:] = [match]
                listen(match)

            run_match(settings, games, pool=pool, out=where, resume=resume, sprt=test, listen=keep)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        close = getattr(pool, "close", None)
        if close is not None:
            close()
    if latest:
        _show(latest[0], html, json_file, records)
    if interrupted:
        console.print(t("arena.stopped", file=where), soft_wrap=True)
        raise typer.Exit(EXIT_INTERRUPTED)
    console.print(t("arena.kept", file=where), soft_wrap=True)


def _show(match: Match, html: Path | None, json_file: Path | None, records: Path | None) -> None:
    report = make_report(match)
    show(report, Console(highlight=False, soft_wrap=True), spoken())
    if json_file is not None:
        json_file.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if html is not None:
        html.write_text(html_page(report, spoken()), encoding="utf-8")
    if records is not None:
        records.write_text("\n".join(result.record for result in match.results if result.record), encoding="utf-8")


def entrants_of(bots: str, commands: list[str], challenger: str | None) -> list[Entrant]:
    """The entrants of --bots and --bot, the challenger first."""
    texts = [text for text in (part.strip() for part in bots.split(",")) if text]
    entrants = distinct([parse_entrant(text) for text in (*texts, *commands)])
    if challenger is None:
        return entrants
    first = [entrant for entrant in entrants if entrant.name == challenger]
    if not first:
        names = ", ".join(entrant.name for entrant in entrants)
        raise complain("arena.no_challenger", "bad_option", bot=challenger, names=names)
    return first + [entrant for entrant in entrants if entrant.name != challenger]


def check_bots(settings: Settings, commands_too: bool = True) -> None:
    """Every bot must exist, and every command must start and play this game, before the first game is played."""
    from mirabilia.bots import make_bot
    from mirabilia.protocol.client import ProtocolBot

    for entrant in settings.entrants:
        if entrant.command is None:
            make_bot(entrant.what)
        elif commands_too:
            with ProtocolBot(
                entrant.command,
                name=entrant.name,
                game=settings.game,
                players=settings.players,
                handshake=settings.handshake,
            ) as bot:
                bot.require(settings.game, settings.players)


def _key(settings: Settings) -> str:
    return hashlib.blake2b(msgspec.json.encode(settings), digest_size=4).hexdigest()


def _sprt(bounds: tuple[float, float] | None) -> Sprt | None:
    if bounds is None:
        return None
    try:
        return Sprt(*bounds)
    except ValueError as error:
        raise ArenaError(f"--sprt: {error}") from error


def _pool(ray: str | None, jobs: int | None) -> Pool:
    if ray is not None:
        from mirabilia.arena.ray_pool import RayPool

        return RayPool(ray, jobs)
    if jobs == 0:
        return HerePool()
    return LocalPool(jobs if jobs is not None else cores())


@contextmanager
def _terminable() -> Iterator[None]:
    """A polite request to end (SIGTERM) is treated like Ctrl+C: what is finished is shown and kept."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def progress(console: Console) -> Iterator[Listener]:
    """What to call after each game: a bar with the time left at a terminal, a line now and then elsewhere."""
    if not console.is_terminal:
        yield _plain_progress(console)
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns: tuple[ProgressColumn, ...] = (
        TextColumn(t("arena.games")),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn(t("arena.left")),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def listen(match: Match) -> None:
            bar.update(task, total=match.total, completed=len(match.results), description=_note(match))

        yield listen


def _plain_progress(console: Console) -> Listener:
    last = time.monotonic()
    first: tuple[float, int] | None = None  # from the first game on: starting up says nothing about speed

    def listen(match: Match) -> None:
        nonlocal last, first
        now, done = time.monotonic(), len(match.results)
        if first is None and done > match.resumed:
            first = now, done
        if now - last >= PLAIN_SECONDS:
            last = now
            said = t("dataset.progress", n=done, all=match.total)
            if first is not None and done > first[1]:
                left = figure((now - first[0]) / (done - first[1]) * (match.total - done))
                said = t("arena.progress_left", n=done, all=match.total, seconds=left)
            console.print(f"{said} {_note(match)}".rstrip(), soft_wrap=True)

    return listen


def _note(match: Match) -> str:
    forfeits = sum(result.forfeit is not None for result in match.games.values())
    parts = [f"LLR {signed_figure(round(match.llr, 2))}"] if match.llr is not None else []
    return ", ".join(parts + ([t("arena.forfeits_so_far", n=forfeits)] if forfeits else []))
