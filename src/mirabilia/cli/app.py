"""Every command with its options and help texts; what a command does stands in the module of its name.

Nothing heavy is imported here: `mirabilia --help` must not load Numba.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mirabilia.bots.registry import BOT_NAMES
from mirabilia.cli.language import speak, speak_if_asked
from mirabilia.cli.opponents import USUAL_BOT
from mirabilia.cli.serving import add_commands as add_server_commands

app = typer.Typer(
    name="mirabilia",
    help="Play and study [bold]7 Wonders[/bold] and [bold]7 Wonders Duel[/bold]: a game in the terminal, records, "
    "deals and measurements. A fan project, not connected with the publisher.",
    epilog="Exit codes: 0 all is well, 1 a check failed, 2 wrong input. MIRABILIA_DEBUG=1 shows tracebacks.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
play = typer.Typer(help="Play a game in the terminal against bots.", no_args_is_help=True)
app.add_typer(play, name="play")
locales = typer.Typer(help="The texts and their languages.", no_args_is_help=True)
app.add_typer(locales, name="locales")


class GameName(StrEnum):
    """The games, as command line words."""

    duel = "duel"
    wonders = "wonders"


class Measured(StrEnum):
    """What `bench` can measure."""

    duel = "duel"
    wonders = "wonders"
    bots = "bots"
    batch = "batch"
    server = "server"


Seed = Annotated[int | None, typer.Option("--seed", help="Repeat a deal: equal seeds give equal deals.")]
RecordTo = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Write the game's record here when you leave or it ends."),
]
Resume = Annotated[
    Path | None, typer.Option("--resume", metavar="FILE", help="Go on with the unfinished game of a record.")
]
Bot = Annotated[
    str | None,
    typer.Option("--bot", metavar="NAME", help=f"Who plays the other seats ({USUAL_BOT}): {', '.join(BOT_NAMES)}."),
]
Boards = Annotated[
    str | None,
    typer.Option("--boards", help="random, A, B, or a list such as Rhodos:A,Gizah:B,Babylon:A (7 Wonders only)."),
]
Players = Annotated[
    int | None, typer.Option("--players", "-n", help="2 to 7; two play with the Free City between them.", min=2, max=7)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="CODE", help="The language: en, et, ru, tr or nb. Else that of the environment."),
]
Name = Annotated[str | None, typer.Option("--name", help="Your name at the table (else MIRABILIA_NAME).")]
FirstGame = Annotated[
    bool, typer.Option("--first-game", help="The wonders the rules suggest for a first game, without a draft.")
]


def _show_version(wanted: bool) -> None:
    if wanted:
        from mirabilia import __version__

        typer.echo(f"mirabilia {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_show_version, is_eager=True)
    ] = False,
    lang: Lang = None,
) -> None:
    """Options before the command."""
    speak(lang)


@play.command("duel")
def play_duel(
    seed: Seed = None,
    first_game: FirstGame = False,
    seat: Annotated[int, typer.Option("--seat", min=0, max=1, help="Your seat. The deal says who begins.")] = 0,
    bot: Bot = None,
    record: RecordTo = None,
    resume: Resume = None,
    name: Name = None,
    lang: Lang = None,
) -> None:
    """Play 7 Wonders Duel (80 columns, 40 rows). Type a number or a move; ? explains the screen."""
    from mirabilia.cli.play import play_duel

    speak_if_asked(lang)
    play_duel(seed=seed, first_game=first_game, seat=seat, bot=bot, record=record, resume=resume, name=name)


@play.command("wonders")
def play_wonders(
    players: Players = 4,
    seed: Seed = None,
    boards: Boards = None,
    seat: Annotated[int, typer.Option("--seat", min=0, max=6, help="Your seat.")] = 0,
    bot: Bot = None,
    record: RecordTo = None,
    resume: Resume = None,
    name: Name = None,
    lang: Lang = None,
) -> None:
    """Play 7 Wonders with 2 to 7 players (100 columns). Type a number or a move; ? explains the screen."""
    from mirabilia.cli.play import play_wonders

    speak_if_asked(lang)
    play_wonders(players=players, seed=seed, boards=boards, seat=seat, bot=bot, record=record, resume=resume, name=name)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record; - reads standard input.")],
    step: Annotated[bool, typer.Option("--step", help="Show the table after each move and wait for Enter.")] = False,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=0, help="Show the table after the first N moves.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, max=6, help="See the table with this seat's eyes.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Show a recorded game: its moves and the final score, or the table at any move."""
    from mirabilia.cli.replay import run

    speak_if_asked(lang)
    run(file, step=step, at=at, seat=seat, as_json=as_json)


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(help="Records; - reads standard input.")],
    as_json: AsJson = False,
) -> None:
    """Play records again and compare the results they state. Exit code 0 if all are right, 1 if one is not."""
    from mirabilia.cli.verify import run

    run(files, as_json)


@app.command()
def score(
    file: Annotated[Path, typer.Argument(help="A record; - reads standard input.")],
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Play a record again and show every seat's points by category."""
    from mirabilia.cli.score import run

    speak_if_asked(lang)
    run(file, as_json)


@app.command("new-deal")
def new_deal(
    game: Annotated[GameName, typer.Argument(help="The game.")],
    players: Players = None,
    seed: Seed = None,
    boards: Boards = None,
    first_game: FirstGame = False,
    record: Annotated[bool, typer.Option("--record", help="Print an empty record instead of JSON.")] = False,
) -> None:
    """Print a deal, with everything random in it, as JSON for `from_deal` or as a record without moves."""
    from mirabilia.cli.new_deal import run

    run(game.value, players=players, seed=seed, boards=boards, first_game=first_game, record=record)


@locales.command("report")
def locales_report(
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="CODE", help="All texts of this language, with examples put in.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say how the languages stand, or print all texts of one of them as Markdown for a native reader."""
    from mirabilia.cli.locales_report import run

    run(lang, as_json)


@app.command()
def catalog(
    game: Annotated[GameName | None, typer.Argument(help="The game; all when left out.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the cards of a game; with --json everything the catalog knows, for programs in other languages."""
    from mirabilia.cli.catalog import run

    run(None if game is None else game.value, as_json)


@app.command()
def warmup() -> None:
    """Compile the rules of both games (once; later starts load them from the cache)."""
    from mirabilia.cli.warmup import run

    run()


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Check this installation and say what to do about anything wrong. Exit code 1 if something is broken."""
    from mirabilia.cli.doctor import run

    run(as_json)


@app.command()
def bench(
    game: Annotated[
        Measured | None,
        typer.Argument(help="The rules of a game (of both when left out), the bots, batches of games, the server."),
    ] = None,
    players: Annotated[
        list[int] | None,
        typer.Option("--players", "-n", min=2, max=7, help="For 7 Wonders; may be given several times (3 and 7)."),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", min=1, help="Games in one run; chosen for half a second when left out.")
    ] = None,
    runs: Annotated[int, typer.Option("--runs", min=1, help="Runs of which the median is taken.")] = 7,
    starts: Annotated[bool, typer.Option("--starts/--no-starts", help="Also time a cold and a warm start.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    history: Annotated[
        Path | None, typer.Option("--history", metavar="FILE", help="The history to append to (bench/history.jsonl).")
    ] = None,
    no_history: Annotated[bool, typer.Option("--no-history", help="Append nothing.")] = False,
    tables: Annotated[int, typer.Option("--tables", min=1, help="Server: live tables, two sockets each.")] = 500,
    rate: Annotated[float, typer.Option("--rate", min=1, help="Server: moves per second.")] = 300.0,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=1, help="Server: how long the steady load lasts (60). Bots: a long search (20)."),
    ] = None,
    curve: Annotated[bool, typer.Option("--curve/--no-curve", help="Server: also go up to saturation.")] = True,
    processes: Annotated[int, typer.Option("--processes", min=1, help="Server: processes (PostgreSQL).")] = 1,
    bots: Annotated[
        str | None, typer.Option("--bots", metavar="LEVEL", help="Server: tables with a person and four such bots.")
    ] = None,
    bot_workers: Annotated[int, typer.Option("--bot-workers", min=0, help="Server: processes for bots.")] = 0,
    database_url: Annotated[
        str | None, typer.Option("--database-url", metavar="URL", help="Server: PostgreSQL instead of SQLite.")
    ] = None,
) -> None:
    """Measure the speed of the rules, the bots, batches of games or the server, and say how it was measured."""
    if game is Measured.server:
        from mirabilia.cli.bench_server import run as run_server
        from mirabilia.cli.bench_server import run_with_bots

        if bots is not None:
            run_with_bots(bots, tables, rate, seconds or 30.0, database_url, processes, bot_workers)
            return
        run_server(tables, rate, seconds or 60.0, database_url, processes, curve)
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
def bot(
    level: Annotated[str, typer.Argument(help="A bot by name, such as random.")],
    seed: Annotated[int, typer.Option("--seed", help="Another number, another player of the same level.")] = 0,
) -> None:
    """Speak the bot protocol on standard input and output, for programs that want one of our bots."""
    from mirabilia.cli.bot import run

    run(level, seed)


@app.command()
def bots() -> None:
    """List all bots from weak to strong, what they are made of, and their ratings."""
    from mirabilia.cli.bots import run

    run()


@app.command()
def train(
    game: Annotated[GameName, typer.Argument(help="The game to train a network for.")],
    folder: Annotated[Path, typer.Option("--folder", metavar="DIR", help="The run's folder; a run goes on there.")],
    minutes: Annotated[float, typer.Option("--minutes", min=0.01, help="How long the whole run lasts.")] = 20.0,
    device: Annotated[str, typer.Option("--device", help="cpu, or cuda where torch is installed.")] = "cpu",
    threads: Annotated[int, typer.Option("--threads", min=0, help="Cores to use; 0 for all.")] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Another number, another run.")] = 1,
) -> None:
    """Train a network by self-play: a folder with settings, curves, checkpoints and the network."""
    from mirabilia.cli.train import run

    run(game.value, folder, minutes, device, threads, seed)


@app.command("protocol-check", context_settings={"ignore_unknown_options": True})
def protocol_check(
    command: Annotated[
        list[str], typer.Argument(metavar="CMD", help='The command that starts the bot: "python3 mybot.py".')
    ],
    handshake: Annotated[float, typer.Option("--handshake", min=0.1, help="Seconds the bot may take to start.")] = 30.0,
    grace: Annotated[
        float, typer.Option("--grace", min=0.0, help="Seconds an answer may come after its time limit.")
    ] = 1.0,
) -> None:
    """Test a bot that speaks the bot protocol and explain what is wrong. Exit code 1 if a check failed."""
    from mirabilia.cli.protocol_check import run

    run(command, handshake, grace)


@app.command()
def dataset(
    folder: Annotated[Path, typer.Argument(help="Where the shards are written; an unfinished set there goes on.")],
    game: Annotated[GameName, typer.Option("--game", help="The game.")] = GameName.duel,
    players: Players = None,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B,...", help="Who plays, as in the arena.")] = "greedy,easy",
    games: Annotated[int, typer.Option("--games", min=1, help="Games of every line-up.")] = 1000,
    limits: Annotated[
        str | None, typer.Option("--limits", help="simulations=N or milliseconds=N for every decision.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=0, help="Worker processes (0: play in this one). Default: all cores."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same games (with limits in simulations).")] = 0,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster (extra `cluster`).")
    ] = None,
    format: Annotated[str, typer.Option("--format", help="parquet or arrow.")] = "parquet",
    shard: Annotated[int, typer.Option("--shard", min=1, help="Games in one file.")] = 200,
) -> None:
    """Write positions of games between bots as Parquet or Arrow files for learning programs (docs/rl.md)."""
    from mirabilia.cli.dataset import run

    run(
        folder,
        game=game.value,
        players=players,
        bots=bots,
        games=games,
        limits=limits,
        jobs=jobs,
        seed=seed,
        ray=ray,
        format=format,
        shard=shard,
    )


@app.command()
def arena(
    game: Annotated[GameName, typer.Option("--game", help="The game.")] = GameName.duel,
    players: Players = None,
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="A,B,...", help="Our bots by name; A@simulations=400 gives one its own limit."),
    ] = "",
    commands: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="BOT", help='One more, such as "cmd:python3 mybot.py" or "me=cmd:node bot.mjs".'),
    ] = None,
    challenger: Annotated[
        str | None, typer.Option("--challenger", metavar="NAME", help="Who runs the gauntlet; else the first bot.")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games of every line-up, rounded up to whole deals.")
    ] = 100,
    limits: Annotated[
        str | None, typer.Option("--limits", help="simulations=N or milliseconds=N for every decision.")
    ] = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet/--round-robin", help="The first bot against each other one, or all against all.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=0, help="Worker processes (0: play in this one). Default: all cores."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same match (with limits in simulations).")] = 0,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where the games are kept; named by the match if left out."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match in that file.")] = False,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option("--sprt", metavar="ELO0 ELO1", help="Stop when it is clear which one the first bot is nearer to."),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the report as JSON.")] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster (extra `cluster`).")
    ] = None,
    grace: Annotated[
        float, typer.Option("--grace", min=0.0, help="Seconds an answer may come after milliseconds + 20 %.")
    ] = 1.0,
    patience: Annotated[
        float, typer.Option("--patience", min=0.01, help="Seconds for a decision when the limits name no time.")
    ] = 60.0,
    handshake: Annotated[
        float, typer.Option("--handshake", min=0.1, help="Seconds a command may take to start.")
    ] = 30.0,
) -> None:
    """Measure bots against each other: paired deals, ratings with intervals, resumable (docs/arena.md)."""
    from mirabilia.cli.arena import run

    run(
        game=game.value,
        players=players,
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
        sprt=sprt,
        html=html,
        json_file=json_file,
        ray=ray,
        grace=grace,
        patience=patience,
        handshake=handshake,
    )


add_server_commands(app)
