"""`mirabilia dataset`: plays games of bots and writes their positions for learning programs."""

from __future__ import annotations

import time
from pathlib import Path

from rich.console import Console

from mirabilia import dataset
from mirabilia.arena.settings import Settings, parse_limits
from mirabilia.cli.arena import _pool, _terminable, entrants_of
from mirabilia.cli.files import write_text
from mirabilia.cli.language import figure, t
from mirabilia.games import kind_of

SAY_EVERY = 5.0  # seconds
GAMES = 1000  # the default
DECIDED = ("players", "edition", "bots", "limits", "seed", "format", "shard", "think")  # by a preset


def run(
    folder: Path,
    *,
    given: list[str],
    game: str,
    preset: str | None,
    players: int | None,
    edition: int | None,
    bots: str,
    games: int | None,
    limits: str | None,
    jobs: int | None,
    seed: int,
    ray: str | None,
    format: str,
    shard: int,
    think: int,
) -> None:
    """Checks everything first, then plays, writes and says how large it became. `given` names the options of `DECIDED`
    that the user has set."""
    if preset is not None:
        if given:
            typed = ", ".join(f"--{option}" for option in given)
            raise dataset.DatasetError(t("dataset.decided", preset=preset, options=typed))
        chosen = dataset.preset(game, preset)
        settings, games, shard, format, think = chosen.settings, games or chosen.games, chosen.shard, "parquet", 0
    else:
        settings = Settings(
            game=game,
            players=kind_of(game).usual_players if players is None else players,
            options={} if edition is None else {"edition": edition},
            entrants=entrants_of(bots, [], None),
            seed=seed,
            budget=parse_limits(limits),
        ).checked()
    console = Console(stderr=True, highlight=False)
    last = [0.0]

    def listen(done: int, total: int) -> None:
        now = time.monotonic()
        if now - last[0] >= SAY_EVERY or done == total:
            last[0] = now
            console.print(t("dataset.progress", n=done, all=total))

    pool = _pool(ray, jobs)
    try:
        with _terminable():
            positions = dataset.write(
                settings, games or GAMES, folder, pool=pool, format=format, shard=shard, think=think, listen=listen
            )
    finally:
        close = getattr(pool, "close", None)
        if close is not None:
            close()
    if preset is not None:
        write_text(folder / "README.md", dataset.card_of(folder, preset))
    size = sum(file.stat().st_size for file in folder.glob("shard-*"))
    each = figure(size / max(1, positions))
    console.print(t("dataset.done", n=positions, file=folder, size=figure(size / 1e6, 1), bytes=each), soft_wrap=True)
