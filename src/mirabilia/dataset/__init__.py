"""Positions of games between bots as files for learning programs (extra `rl`): Parquet or Arrow, in shards.

Games are played by the pools of the arena, on the cores of one machine or a Ray cluster. Every decision with more than
one option becomes a row: what the seat knew (the columns of its observation that are not zero), the legal actions, the
action taken, and how the game ended for it. With `think` a search of ours looks at every position, and the visits and
the value it found are written, too: targets for a policy and a value. A shard holds a fixed range of games and is
written at once, so that an interrupted run goes on where it stopped: shards that are there are not played again.
"""

from __future__ import annotations

import json
import os
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
from mirabilia.arena.settings import Settings
from mirabilia.bots.registry import make_search
from mirabilia.bots.weigher import Weigher
from mirabilia.encoding import Observed
from mirabilia.errors import MirabiliaError
from mirabilia.game import Game, Option
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
            ("value", pa.float32()),  # the seat's chance to win as the search saw it; null without one
            ("action", pa.uint16()),  # the one taken
            ("outcome", pa.float32()),  # the seat's share of the win
            ("points", pa.int16()),  # its points at the end
            ("margin", pa.int16()),  # less those of the best other seat
        ]
    )


def rows_of(record: Record, number: int, think: int = 0) -> list[JsonObject]:
    """The positions of one finished game, with what a search of so many simulations thinks of each."""
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
    """Visits by legal action and the chance to win, as a search sees them; nothing without one."""
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
    folder.mkdir(parents=True, exist_ok=True)
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
        if result.record
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
    """The positions of a data set in Arrow record batches of at most so many rows, shard by shard."""
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
