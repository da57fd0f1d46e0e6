"""Positions of games between bots as files for learning programs (extra `rl`): Parquet or Arrow, in shards.

Games are played by the pools of the arena, on the cores of one machine or a Ray cluster. Every decision with more than
one option becomes a row: what the seat knew (the columns of its observation that are not zero), the legal actions, the
action taken, and how the game ended for it. With `think` a search of ours looks at every position, and the visits and
the value it found are written, too: targets for a policy and a value. A shard holds a fixed range of games and is
written at once, so that an interrupted run goes on where it stopped: shards that are there are not played again.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from mirabilia import encoding
from mirabilia.arena.pools import HerePool, Pool
from mirabilia.arena.results import GameResult
from mirabilia.arena.schedule import Schedule, Waiting
from mirabilia.arena.settings import Entrant, Settings
from mirabilia.bots.registry import make_search
from mirabilia.bots.weigher import Weigher
from mirabilia.encoding import Observed
from mirabilia.errors import MirabiliaError
from mirabilia.game import Game, Option, kind_of
from mirabilia.json_types import JsonObject
from mirabilia.record import read_record
from mirabilia.record.record import Record

if TYPE_CHECKING:
    from pyarrow import RecordBatch, Schema

FORMATS = ("parquet", "arrow")
GAMES_PER_SHARD = 200

Listener = Callable[[int, int], None]  # games done, games in all


class DatasetError(MirabiliaError):
    """A data set that cannot be written or read."""

    code = "dataset"


def _arrow() -> ModuleType:
    if find_spec("pyarrow") is None:
        raise DatasetError("this needs the package pyarrow: pip install 'mirabilia[rl]'", code="extra_missing")
    return import_module("pyarrow")


def schema() -> Schema:
    """The columns of a data set."""
    pa = _arrow()
    return pa.schema(
        [
            ("game", pa.int64()),  # its number in the match
            ("move", pa.int16()),  # decisions before this one
            ("seat", pa.int8()),
            ("columns", pa.list_(pa.uint16())),  # of the observation that are not zero
            ("numbers", pa.list_(pa.uint8())),  # what stands in them
            ("legal", pa.list_(pa.uint16())),  # actions, ascending
            ("visits", pa.list_(pa.uint32())),  # by legal action, of a search; empty without one
            ("value", pa.float32()),  # the seat's chance of winning as the search saw it; null without one
            ("action", pa.uint16()),  # the one taken
            ("outcome", pa.float32()),  # the seat's share of the win
            ("points", pa.int16()),  # its points at the end
            ("margin", pa.int16()),  # less those of the best other seat
        ]
    )


def rows_of(record: Record, number: int, think: int = 0) -> list[JsonObject]:
    """The positions of one finished game, with what a search of this many simulations thinks of each."""
    game = record.replay(0)
    result = record.replay().result
    assert result is not None
    totals = [score["total"] for score in result.scores]
    judge = make_search(game.name, number) if think else None
    rows: list[JsonObject] = []
    for move, (seat, text) in enumerate(record.moves):
        option = game.find_option(seat, text)
        legal = encoding.legal_actions(game, seat)
        if len(legal) > 1:
            visits, value = _thought(judge, game, seat, legal, think)
            seen = encoding.observe(game, seat)
            there = np.flatnonzero(seen)
            rows.append(
                {
                    "game": number,
                    "move": move,
                    "seat": seat,
                    "columns": there.astype(np.uint16),
                    "numbers": seen[there],
                    "legal": np.array(legal, np.uint16),
                    "visits": visits,
                    "value": value,
                    "action": encoding.action_of(option),
                    "outcome": (seat in result.winners) / len(result.winners),
                    "points": totals[seat],
                    "margin": totals[seat] - max(totals[:seat] + totals[seat + 1 :]),
                }
            )
        game.play(seat, option)
    return rows


def _thought(
    judge: Weigher | None, game: Game, seat: int, legal: list[int], think: int
) -> tuple[list[int], float | None]:
    """Visits by legal action and the chance of winning, as a search sees them; nothing without one."""
    if judge is None:
        return [], None
    weighed = judge.weigh(game.view(seat), game.options(seat), think)
    tried = {encoding.action_of(option): visits for visits, _, option in weighed.ranked if isinstance(option, Option)}
    return [tried[action] for action in legal], weighed.chance


def write(
    settings: Settings,
    games: int,
    folder: Path,
    *,
    pool: Pool | None = None,
    format: str = "parquet",
    shard: int = GAMES_PER_SHARD,
    think: int = 0,
    listen: Listener | None = None,
) -> int:
    """Plays at least `games` games and writes their positions; returns how many positions the folder holds now."""
    if format not in FORMATS:
        raise DatasetError(f"format is one of {', '.join(FORMATS)}, not {format!r}")
    if shard < 1 or games < 1 or think < 0:
        raise DatasetError("games and games per shard are whole numbers from 1 on, simulations from 0 on")
    _arrow()
    settings = msgspec.structs.replace(settings, records=True).checked()
    total = Schedule(settings).total(games)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass  # before hours of play: a folder may be there and not be writable
    except OSError as error:
        raise DatasetError(f"cannot write into {folder}: {error.strerror or error}") from error
    about = _about(settings, shard, format, think)
    _same_set(folder, about)
    finished = {index for index in range(total) if _file(folder, index // shard, format).exists()}
    waiting: dict[int, dict[int, GameResult]] = {}
    done = len(finished)
    if listen:
        listen(done, total)
    results = (pool or HerePool()).play(settings, Waiting(total, finished)) if done < total else iter(())
    for result in results:
        number = result.index // shard
        part = waiting.setdefault(number, {})
        part[result.index] = result
        done += 1
        if len(part) == min(shard, total - number * shard):
            _write_shard(_file(folder, number, format), [part[index] for index in sorted(part)], about, format)
            del waiting[number]
        if listen:
            listen(done, total)
    return sum(len(batch) for batch in read(folder))


class Preset(msgspec.Struct, frozen=True):
    """A data set that anyone can make again: everything that decides it."""

    settings: Settings
    games: int
    shard: int = 2000


# By name: who plays. Bots that need no clock, of every strength that plays quickly.
PRESETS: dict[str, tuple[tuple[str, ...], int]] = {"standard": (("normal", "easy", "beginner", "greedy"), 200_000)}
PRESET_SEED = 2026


def preset(game: str, name: str) -> Preset:
    """The preset of that name for a game at its usual table size."""
    if name not in PRESETS:
        raise DatasetError(f"there is no preset {name!r}; there are: {', '.join(PRESETS)}")
    bots, games = PRESETS[name]
    players = kind_of(game).usual_players
    entrants = [Entrant(bot, bot) for bot in bots]
    settings = Settings(game=game, players=players, entrants=entrants, seed=PRESET_SEED, records=True).checked()
    return Preset(settings, -(-games // len(Schedule(settings).lineups)))


def digest(folder: Path) -> str:
    """A hash of everything in a data set: equal rows in equal order, equal hash, whatever wrote the files."""
    pa = _arrow()
    columns = {name: hashlib.blake2b(digest_size=16) for name in schema().names}
    lengths = {name: hashlib.blake2b(digest_size=16) for name in columns}
    for batch in read(folder):
        for name, whole in columns.items():
            column = batch.column(name)
            if pa.types.is_list(column.type):
                lengths[name].update(np.diff(column.offsets.to_numpy(zero_copy_only=False)).tobytes())
                column = column.flatten()
            whole.update(column.to_numpy(zero_copy_only=False).tobytes())
    parts = [part.digest() for name in columns for part in (lengths[name], columns[name])]
    return hashlib.blake2b(b"".join(parts), digest_size=16).hexdigest()


def card_of(folder: Path, name: str) -> str:
    """The card sheet of a preset's folder, in Markdown: what is in it, where it comes from, how to make it again."""
    about = json.loads((folder / "dataset.json").read_text(encoding="utf-8"))
    match = about["match"]
    games, positions, wins = set[int](), 0, {entrant["name"]: 0.0 for entrant in match["entrants"]}
    for batch in read(folder):
        positions += batch.num_rows
        games |= set(batch.column("game").to_pylist())
    settings = msgspec.convert(match, Settings)
    schedule = Schedule(settings)
    seats = {index: schedule.plan(index).seats for index in sorted(games)}
    for place in (seat for line_up in seats.values() for seat in line_up):
        wins[settings.entrants[place].name] += 1
    return CARD.format(
        title=kind_of(about["game"]).title,
        name=name,
        game=about["game"],
        players=about["players"],
        games=f"{len(games):,}",
        positions=f"{positions:,}",
        bots=", ".join(f"`{bot}` ({int(seats):,} seats)" for bot, seats in wins.items()),
        seed=match["seed"],
        version=match["version"],
        rules=match["rules"],
        catalog=match["catalog"],
        encoding=about["encoding"],
        layout=about["layout"],
        digest=digest(folder),
    )


CARD = """# {title}: data set `{name}`

Every decision with more than one option in {games} games of {players} players: {positions} positions.

- **Who played**: {bots}. Each deal is played by every line-up, and each line-up from every seat.
- **What a row holds**: `game`, `move`, `seat`; the observation as `columns` and `numbers` (those that are not zero;
  docs/encoding.md names each); `legal` and `action` (docs/rl.md); `outcome`, `points` and `margin` at the end.
- **What it does not hold**: games of people, hidden information of other seats, forfeited games.
- **Splitting**: split by `game`, never by row, and keep the games of one deal together.
- **Made by**: `mirabilia dataset {game} --preset {name} --folder DIR`, version {version}, rules {rules}, catalog
  `{catalog}`, encoding {encoding} with layout `{layout}`, seed {seed}.
- **Content hash**: `{digest}`. The same version makes the same rows; `mirabilia.dataset.digest(folder)` computes it.
- **Licence**: MIT, as the program that made it. The games belong to their publishers.
"""


def _about(settings: Settings, shard: int, format: str, think: int) -> JsonObject:
    return {
        "game": settings.game,
        "players": settings.players,
        "encoding": encoding.ENCODING_VERSION,
        "layout": encoding.layout_hash(settings.game),
        "games_per_shard": shard,
        "format": format,
        "think": think,
        "match": json.loads(msgspec.json.encode(settings)),
    }


def _same_set(folder: Path, about: JsonObject) -> None:
    """A folder belongs to one match: another one may not mix its games into it."""
    file = folder / "dataset.json"
    if file.exists():
        if json.loads(file.read_text(encoding="utf-8")) != about:
            raise DatasetError(f"{folder} holds another data set", code="other_dataset")
        return
    file.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def _file(folder: Path, number: int, format: str) -> Path:
    return folder / f"shard-{number:06}.{format}"


def _write_shard(file: Path, results: list[GameResult], about: JsonObject, format: str) -> None:
    """Writes one shard beside its place and then moves it there: a half-written one is never taken for whole."""
    pa = _arrow()
    rows = [
        row
        for result in results
        if result.record and result.forfeit is None
        for row in rows_of(read_record(result.record), result.index, about["think"])
    ]
    kind = schema().with_metadata({"mirabilia": json.dumps(about)})
    table = pa.Table.from_pylist(rows, schema=kind)
    beside = file.with_suffix(".part")
    if format == "parquet":
        from pyarrow import parquet

        parquet.write_table(table, beside, compression="zstd")
    else:
        with pa.OSFile(str(beside), "wb") as sink, pa.ipc.new_file(sink, kind) as writer:
            writer.write_table(table)
    os.replace(beside, file)


def read(folder: Path, rows: int = 4096) -> Iterator[RecordBatch]:
    """The positions of a data set in Arrow record batches of at most this many rows, shard by shard."""
    pa = _arrow()
    file = folder / "dataset.json"
    if not file.exists():
        raise DatasetError(f"{folder} holds no data set")
    about = json.loads(file.read_text(encoding="utf-8"))
    if about["encoding"] != encoding.ENCODING_VERSION or about["layout"] != encoding.layout_hash(about["game"]):
        raise DatasetError(f"{folder} was written with another encoding", code="other_encoding")
    for shard in sorted(folder.glob(f"shard-*.{about['format']}")):
        if about["format"] == "parquet":
            from pyarrow import parquet

            yield from parquet.ParquetFile(shard).iter_batches(rows)
        else:
            with pa.memory_map(str(shard)) as source:
                yield from pa.ipc.open_file(source).read_all().to_batches(rows)


def dense(batch: RecordBatch, game: str, players: int) -> dict[str, Observed]:
    """A record batch as arrays: observations, masks and visits in full, values, actions, outcomes, points."""
    count = len(batch)
    seen = np.zeros((count, encoding.observation_size(game, players)), np.uint8)
    masks = np.zeros((count, encoding.num_actions(game)), np.uint8)
    columns, numbers, legal = (batch.column(name) for name in ("columns", "numbers", "legal"))
    for row in range(count):
        seen[row, columns[row].values.to_numpy()] = numbers[row].values.to_numpy()
        masks[row, legal[row].values.to_numpy()] = 1
    single = {name: batch.column(name).to_numpy() for name in ("action", "outcome", "points", "margin", "seat")}
    tried = np.zeros(masks.shape, np.uint32)
    for row, visits in enumerate(batch.column("visits")):
        if len(visits):
            tried[row, legal[row].values.to_numpy()] = visits.values.to_numpy()
    value = batch.column("value").to_numpy(zero_copy_only=False)  # not a number where nothing was thought
    return {"observation": seen, "mask": masks, "visits": tried, "value": value, **single}
