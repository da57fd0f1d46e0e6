"""Every command with its options. A command's body is in the module of its name, and its texts are in
`locales/*/commands.po`; wording.py joins them.

Nothing heavy is imported here: `mirabilia --help` must not load Numba.
"""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mirabilia.cli.language import LANGUAGE_OPTION, speak_if_asked
from mirabilia.cli.serving import add_commands as add_server_commands

app = typer.Typer(
    name="mirabilia",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
play = typer.Typer(no_args_is_help=True)
app.add_typer(play, name="play")
puzzles = typer.Typer(no_args_is_help=True)
app.add_typer(puzzles, name="puzzles")
locales = typer.Typer(no_args_is_help=True)
app.add_typer(locales, name="locales")
benchmark = typer.Typer(no_args_is_help=True)
app.add_typer(benchmark, name="benchmark")


class GameName(StrEnum):
    """The games, as command line words."""

    duel = "duel"
    wonders = "wonders"


class ThemeName(StrEnum):
    """What puzzles can be about, as `study.model.Theme` has it; naming it there would load the study."""

    win_now = "win_now"
    stop_loss = "stop_loss"
    extra_turn = "extra_turn"
    deny = "deny"
    pay = "pay"
    last_cards = "last_cards"
    which_wonder = "which_wonder"
    copy_guild = "copy_guild"
    war = "war"
    science = "science"
    stage = "stage"
    goods = "goods"
    best = "best"


class Measured(StrEnum):
    """What `bench` can measure."""

    duel = "duel"
    wonders = "wonders"
    bots = "bots"
    batch = "batch"
    server = "server"
    start = "start"


Seed = Annotated[int | None, typer.Option("--seed")]
RecordTo = Annotated[Path | None, typer.Option("--record", metavar="FILE")]
Resume = Annotated[Path | None, typer.Option("--resume", metavar="FILE")]
Bot = Annotated[str | None, typer.Option("--bot", metavar="NAME")]
Boards = Annotated[str | None, typer.Option("--boards")]
Edition = Annotated[int | None, typer.Option("--edition", min=1)]
Players = Annotated[int | None, typer.Option("--players", "-n", min=2, max=7)]
AsJson = Annotated[bool, typer.Option("--json")]
Lang = Annotated[str | None, typer.Option(LANGUAGE_OPTION, metavar="CODE")]
Name = Annotated[str | None, typer.Option("--name")]
FirstGame = Annotated[bool, typer.Option("--first-game")]
Bidding = Annotated[bool, typer.Option("--bidding")]


def _show_version(wanted: bool) -> None:
    if wanted:
        from mirabilia import __version__

        typer.echo(f"mirabilia {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True)] = False,
    lang: Lang = None,
) -> None:
    """Options before the command. The language of the environment has been taken already (wording.py)."""
    speak_if_asked(lang)


@play.command("duel")
def play_duel(
    seed: Seed = None,
    first_game: FirstGame = False,
    bidding: Bidding = False,
    seat: Annotated[int, typer.Option("--seat", min=0, max=1)] = 0,
    bot: Bot = None,
    record: RecordTo = None,
    resume: Resume = None,
    name: Name = None,
    lang: Lang = None,
) -> None:
    """Play 7 Wonders Duel (80 columns, 40 rows). Type a number or a move; ? explains the screen."""
    from mirabilia.cli.play import play_duel

    speak_if_asked(lang)
    play_duel(
        seed=seed,
        first_game=first_game,
        bidding=bidding,
        seat=seat,
        bot=bot,
        record=record,
        resume=resume,
        name=name,
    )


@play.command("wonders")
def play_wonders(
    players: Players = 4,
    seed: Seed = None,
    boards: Boards = None,
    edition: Edition = None,
    seat: Annotated[int, typer.Option("--seat", min=0, max=6)] = 0,
    bot: Bot = None,
    record: RecordTo = None,
    resume: Resume = None,
    name: Name = None,
    lang: Lang = None,
) -> None:
    """Play 7 Wonders with 2 to 7 players (100 columns). Type a number or a move; ? explains the screen."""
    from mirabilia.cli.play import play_wonders

    speak_if_asked(lang)
    play_wonders(
        players=players,
        seed=seed,
        boards=boards,
        edition=edition,
        seat=seat,
        bot=bot,
        record=record,
        resume=resume,
        name=name,
    )


@app.command()
def replay(
    file: Annotated[Path, typer.Argument()],
    step: Annotated[bool, typer.Option("--step")] = False,
    at: Annotated[int | None, typer.Option("--at", metavar="N", min=0)] = None,
    seat: Annotated[int | None, typer.Option("--seat", min=0, max=6)] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Show a recorded game: its moves and final score, or the table after any move."""
    from mirabilia.cli.replay import run

    speak_if_asked(lang)
    run(file, step=step, at=at, seat=seat, as_json=as_json)


@app.command()
def verify(files: Annotated[list[Path], typer.Argument()], as_json: AsJson = False) -> None:
    """Replay records and compare the results they state. Exit code 0 if all are right, 1 if one is not."""
    from mirabilia.cli.verify import run

    run(files, as_json)


@app.command()
def score(file: Annotated[Path, typer.Argument()], as_json: AsJson = False, lang: Lang = None) -> None:
    """Replay a record and show each seat's points by category."""
    from mirabilia.cli.score import run

    speak_if_asked(lang)
    run(file, as_json)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument()],
    deep: Annotated[bool, typer.Option("--deep")] = False,
    simulations: Annotated[int | None, typer.Option("--simulations", min=1)] = None,
    seat: Annotated[int | None, typer.Option("--seat", min=0, max=6)] = None,
    learn: Annotated[bool, typer.Option("--learn")] = False,
    annotate: Annotated[Path | None, typer.Option("--annotate", metavar="FILE")] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Judge every decision of a finished game."""
    from mirabilia.cli.analyse import run

    speak_if_asked(lang)
    run(file, deep=deep, simulations=simulations, seat=seat, learn=learn, annotate=annotate, as_json=as_json)


@puzzles.callback()
def puzzles_common(lang: Lang = None) -> None:
    """Puzzles: positions in which one decision is clearly best."""
    speak_if_asked(lang)


@puzzles.command("play")
def puzzles_play(
    game: Annotated[GameName, typer.Argument()] = GameName.duel,
    theme: Annotated[ThemeName | None, typer.Option("--theme")] = None,
    count: Annotated[int, typer.Option("--count", min=1)] = 5,
    day: Annotated[bool, typer.Option("--day")] = False,
    lang: Lang = None,
) -> None:
    """Solve puzzles."""
    speak_if_asked(lang)
    from mirabilia.cli.puzzles import play

    play(game.value, None if theme is None else theme.value, count, day)


@puzzles.command("list")
def puzzles_list(
    game: Annotated[GameName, typer.Argument()] = GameName.duel,
    theme: Annotated[ThemeName | None, typer.Option("--theme")] = None,
    as_json: AsJson = False,
) -> None:
    """List puzzles."""
    from mirabilia.cli.puzzles import list_all

    list_all(game.value, None if theme is None else theme.value, as_json)


@puzzles.command("make")
def puzzles_make(
    game: Annotated[GameName, typer.Argument()],
    out: Annotated[Path, typer.Option("--out", metavar="FILE")],
    count: Annotated[int, typer.Option("--count", min=1)] = 50,
    records: Annotated[list[Path] | None, typer.Option("--records", metavar="FILE")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 0,
    theme: Annotated[list[ThemeName] | None, typer.Option("--theme")] = None,
) -> None:
    """Make puzzles."""
    from mirabilia.cli.puzzles import make

    make(game.value, count, out, records, seed, [each.value for each in theme or ()])


@puzzles.command("refresh")
def puzzles_refresh(
    game: Annotated[GameName, typer.Argument()],
    out: Annotated[Path, typer.Option("--out", metavar="FILE")],
    add: Annotated[list[Path] | None, typer.Option("--add", metavar="FILE")] = None,
) -> None:
    """Solve the puzzles of the package again and write them anew."""
    from mirabilia.cli.puzzles import refresh

    refresh(game.value, out, add or [])


@app.command("new-deal")
def new_deal(
    game: Annotated[GameName, typer.Argument()],
    players: Players = None,
    seed: Seed = None,
    boards: Boards = None,
    edition: Edition = None,
    first_game: FirstGame = False,
    bidding: Bidding = False,
    record: Annotated[bool, typer.Option("--record")] = False,
) -> None:
    """Print a deal, with everything random in it, as JSON for `from_deal` or as a record without moves."""
    from mirabilia.cli.new_deal import run

    run(
        game.value,
        players=players,
        seed=seed,
        boards=boards,
        edition=edition,
        first_game=first_game,
        bidding=bidding,
        record=record,
    )


@locales.command("report")
def locales_report(
    lang: Annotated[str | None, typer.Option(LANGUAGE_OPTION, metavar="CODE")] = None, as_json: AsJson = False
) -> None:
    """Show the state of the translations, or print all texts of one language as Markdown for a native reader."""
    from mirabilia.cli.locales_report import run

    run(lang, as_json)


@app.command()
def catalog(game: Annotated[GameName | None, typer.Argument()] = None, as_json: AsJson = False) -> None:
    """List a game's cards; with --json, everything the catalog knows, for programs in other languages."""
    from mirabilia.cli.catalog import run

    run(None if game is None else game.value, as_json)


@app.command("build-core")
def build_core(
    targets: Annotated[list[str] | None, typer.Option("--target", metavar="TARGET")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER")] = None,
) -> None:
    """Build the core: rules and bots as machine code, for this machine or for another."""
    from mirabilia.cli.build_core import run

    run(targets or [], out)


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Check this installation and explain how to fix what is wrong. Exit code 1 if something is broken."""
    from mirabilia.cli.doctor import run

    run(as_json)


@app.command()
def bench(
    game: Annotated[Measured | None, typer.Argument()] = None,
    players: Annotated[list[int] | None, typer.Option("--players", "-n", min=2, max=7)] = None,
    games: Annotated[int | None, typer.Option("--games", min=1)] = None,
    runs: Annotated[int, typer.Option("--runs", min=1)] = 7,
    starts: Annotated[bool, typer.Option("--starts/--no-starts")] = True,
    clone: Annotated[bool, typer.Option("--clone")] = False,
    against: Annotated[Path | None, typer.Option("--against", metavar="FOLDER")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    history: Annotated[Path | None, typer.Option("--history", metavar="FILE")] = None,
    no_history: Annotated[bool, typer.Option("--no-history")] = False,
    tables: Annotated[int, typer.Option("--tables", min=1)] = 500,
    rate: Annotated[float, typer.Option("--rate", min=1)] = 300.0,
    seconds: Annotated[float | None, typer.Option("--seconds", min=1)] = None,
    curve: Annotated[bool | None, typer.Option("--curve/--no-curve")] = None,
    processes: Annotated[int, typer.Option("--processes", min=1)] = 1,
    bots: Annotated[str | None, typer.Option("--bots", metavar="LEVEL")] = None,
    bot_workers: Annotated[int, typer.Option("--bot-workers", min=0)] = 0,
    analyses: Annotated[int, typer.Option("--analyses", min=0)] = 0,
    database_url: Annotated[str | None, typer.Option("--database-url", metavar="URL")] = None,
) -> None:
    """Measure how fast rules, bots, batches of games, the server or the start are, and say how it was measured."""
    if game is Measured.server:
        from mirabilia.cli.bench.server import run as run_server
        from mirabilia.cli.bench.server import run_with_bots

        if bots is not None:
            with_curve = bool(curve)
            run_with_bots(bots, tables, rate, seconds or 30.0, database_url, processes, bot_workers, with_curve)
            return
        run_server(tables, rate, seconds or 60.0, database_url, processes, curve is not False, analyses=analyses)
        return
    if game is Measured.start:
        from mirabilia.cli.bench.start import run as run_start

        run_start(runs, starts, against, clone, as_json)
        return
    from mirabilia.cli.bench.command import run

    run(
        game.value if game else None,
        players=players,
        games=games,
        runs=runs,
        starts=starts,
        seconds=seconds or 20.0,
        as_json=as_json,
        history=None if no_history else history,
        keep_history=not no_history,
    )


@app.command()
def bot(level: Annotated[str, typer.Argument()], seed: Annotated[int, typer.Option("--seed")] = 0) -> None:
    """Speak the bot protocol on standard input and output, for programs that want to use one of our bots."""
    from mirabilia.cli.bot import run

    run(level, seed)


@app.command()
def sit(
    bot: Annotated[str, typer.Argument()],
    server: Annotated[str, typer.Option("--server", metavar="URL")] = "http://127.0.0.1:8000",
    game: Annotated[GameName, typer.Option("--game")] = GameName.duel,
    players: Players = None,
    edition: Edition = None,
    token: Annotated[str | None, typer.Option("--token")] = None,
) -> None:
    """Seat any bot at a table of a server: one of ours, a Python class or a command."""
    from mirabilia.cli.sit import run

    run(bot, server, token=token, game=game.value, players=players, edition=edition)


@app.command()
def bots(as_json: AsJson = False) -> None:
    """List all bots from weak to strong, what they consist of and their ratings."""
    from mirabilia.cli.bots import run

    run(as_json)


@app.command()
def train(
    game: Annotated[GameName, typer.Argument()],
    folder: Annotated[Path, typer.Option("--folder", metavar="DIR")],
    minutes: Annotated[float | None, typer.Option("--minutes", min=0.01)] = None,
    device: Annotated[str, typer.Option("--device")] = "cpu",
    threads: Annotated[int, typer.Option("--threads", min=0)] = 0,
    seed: Annotated[int | None, typer.Option("--seed")] = None,
    start: Annotated[Path | None, typer.Option("--start", metavar="FILE")] = None,
) -> None:
    """Train a network by self-play; the folder receives settings, curves, checkpoints and the network."""
    if "mirabilia.engine.running" not in sys.modules:  # nothing has asked yet what runs the rules
        os.environ.setdefault("MIRABILIA_NUMBA", "1")
    from mirabilia.cli.train import run

    run(game.value, folder, minutes, device, threads, seed, start)


@app.command("protocol-check", context_settings={"ignore_unknown_options": True})
def protocol_check(
    command: Annotated[list[str], typer.Argument(metavar="CMD")],
    handshake: Annotated[float, typer.Option("--handshake", min=0.1)] = 30.0,
    grace: Annotated[float, typer.Option("--grace", min=0.0)] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Test a bot that speaks the bot protocol and explain what is wrong. Exit code 1 if a check failed."""
    from mirabilia.cli.protocol_check import run

    run(command, handshake, grace, as_json)


@app.command()
def dataset(
    context: typer.Context,
    game: Annotated[GameName, typer.Argument()],
    folder: Annotated[Path, typer.Option("--folder", metavar="DIR")],
    preset: Annotated[str | None, typer.Option("--preset", metavar="NAME")] = None,
    players: Players = None,
    edition: Edition = None,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B,...")] = "greedy,easy",
    games: Annotated[int | None, typer.Option("--games", min=1)] = None,
    limits: Annotated[str | None, typer.Option("--limits")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=0)] = None,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS")] = None,
    format: Annotated[str, typer.Option("--format")] = "parquet",
    shard: Annotated[int, typer.Option("--shard", min=1)] = 200,
    think: Annotated[int, typer.Option("--think", min=0)] = 0,
) -> None:
    """Write positions from games between bots as Parquet or Arrow files for machine learning (docs/rl.md)."""
    from mirabilia.cli.dataset import DECIDED, run

    source = context.get_parameter_source
    run(
        folder,
        given=[option for option in DECIDED if getattr(source(option), "name", "") == "COMMANDLINE"],
        game=game.value,
        preset=preset,
        players=players,
        edition=edition,
        bots=bots,
        games=games,
        limits=limits,
        jobs=jobs,
        seed=seed,
        ray=ray,
        format=format,
        shard=shard,
        think=think,
    )


@app.command()
def arena(
    game: Annotated[GameName, typer.Argument()] = GameName.duel,
    players: Players = None,
    edition: Edition = None,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B,...")] = "",
    commands: Annotated[list[str] | None, typer.Option("--bot", metavar="BOT")] = None,
    challenger: Annotated[str | None, typer.Option("--challenger", metavar="NAME")] = None,
    games: Annotated[int, typer.Option("--games", min=1)] = 100,
    limits: Annotated[str | None, typer.Option("--limits")] = None,
    gauntlet: Annotated[bool, typer.Option("--gauntlet/--round-robin")] = False,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=0)] = None,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE")] = None,
    resume: Annotated[bool, typer.Option("--resume")] = False,
    records: Annotated[Path | None, typer.Option("--records", metavar="FILE")] = None,
    sprt: Annotated[tuple[float, float] | None, typer.Option("--sprt", metavar="ELO0 ELO1")] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE")] = None,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS")] = None,
    grace: Annotated[float, typer.Option("--grace", min=0.0)] = 1.0,
    patience: Annotated[float, typer.Option("--patience", min=0.01)] = 60.0,
    handshake: Annotated[float, typer.Option("--handshake", min=0.1)] = 30.0,
) -> None:
    """Measure bots against each other: paired deals, ratings with intervals, resumable (docs/arena.md)."""
    from mirabilia.cli.arena import run

    run(
        game=game.value,
        players=players,
        edition=edition,
        bots=bots,
        commands=commands or [],
        challenger=challenger,
        games=games,
        limits=limits,
        gauntlet=gauntlet,
        jobs=jobs,
        seed=seed,
        out=out,
        resume=resume,
        records=records,
        sprt=sprt,
        html=html,
        json_file=json_file,
        ray=ray,
        grace=grace,
        patience=patience,
        handshake=handshake,
    )


@benchmark.command("run")
def benchmark_run(
    bot: Annotated[str, typer.Argument()],
    out: Annotated[Path, typer.Option("--out", metavar="FILE")] = Path("benchmark.json"),
    tasks: Annotated[list[str] | None, typer.Option("--task", metavar="NAME")] = None,
    quick: Annotated[bool, typer.Option("--quick")] = False,
    name: Annotated[str | None, typer.Option("--name")] = None,
    limits: Annotated[str | None, typer.Option("--limits")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=0)] = None,
    samples: Annotated[int | None, typer.Option("--samples", min=0)] = None,
    cpu_seconds: Annotated[float | None, typer.Option("--cpu-seconds", min=0)] = None,
    note: Annotated[str, typer.Option("--note")] = "",
) -> None:
    """Play the tasks of the benchmark and write a result file; the same command continues a stopped run."""
    from mirabilia.benchmark import Training
    from mirabilia.cli.benchmark import run

    training = Training(samples, cpu_seconds, note)
    run(bot, out, names=tasks or (), quick=quick, name=name, limits=limits, jobs=jobs, training=training)


@benchmark.command("verify")
def benchmark_verify(
    files: Annotated[list[Path], typer.Argument()],
    sample: Annotated[int, typer.Option("--sample", min=0)] = 10,
    every: Annotated[bool, typer.Option("--all")] = False,
    candidate: Annotated[str | None, typer.Option("--candidate", metavar="BOT")] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1)] = 1,
    as_json: AsJson = False,
) -> None:
    """Verify result files: recompute their numbers, replay games, and ask the bots again."""
    from mirabilia.cli.benchmark import verify

    verify(files, sample=sample, every=every, bot=candidate, jobs=jobs, as_json=as_json)


@benchmark.command("table")
def benchmark_table(
    files: Annotated[list[Path], typer.Argument()],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE")] = None,
) -> None:
    """Print result files side by side as a Markdown table."""
    from mirabilia.cli.benchmark import table

    table(files, out)


@benchmark.command("tasks")
def benchmark_tasks(as_json: AsJson = False) -> None:
    """List the tasks."""
    from mirabilia.cli.benchmark import tasks

    tasks(as_json)


add_server_commands(app)
