"""`mirabilia train GAME`: a network from self-play, in a folder that a stopped run goes on from."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from mirabilia.cli.language import share, t
from mirabilia.json_types import JsonObject

MINUTES, SEED = 20.0, 1  # of a new run

# How much a generation plays and learns: on the cores of a usual machine, and with a GPU beside many cores.
SMALL: JsonObject = {
    "rows": 100_000,
    "first_rows": 200_000,
    "search_rows": 30_000,
    "simulations": 32,
    "quick": 8,
    "search_from": 0.8,
}
LARGE: dict[str, JsonObject] = {
    "duel": {
        "rows": 1_000_000,
        "first_rows": 3_000_000,
        "batch": 4096,
        "search_rows": 400_000,
        "simulations": 96,
        "quick": 20,
        "search_from": 0.5,
        "compared_games": 2000,
    },
    "wonders": {
        "rows": 600_000,
        "first_rows": 4_000_000,
        "batch": 4096,
        "search_rows": 300_000,
        "simulations": 48,
        "quick": 16,
        "search_from": 0.6,
        "compared_games": 600,
    },
}
# From a network that plays well already: smaller steps, and more of them over games that are dear.
GOING_ON: JsonObject = {"rate": 6e-4, "search_uses": 3.0, "buffer": 10}


def run(
    game: str, folder: Path, minutes: float | None, device: str, threads: int, seed: int | None, start: Path | None
) -> None:
    """Trains until the time is over; Ctrl-C stops it, and the same command goes on."""
    from mirabilia.train.curves import draw_curves
    from mirabilia.train.run import Run, RunSettings, check_same_run

    console = Console(highlight=False)
    size = SMALL if device == "cpu" else LARGE[game]
    if start is not None:
        size = {**size, **GOING_ON, "start": str(start)}
    there = check_same_run(folder, seed=seed, start=None if start is None else str(start))
    whole = RunSettings(
        game,
        minutes or (there.minutes if there else MINUTES),
        **size,
        seed=seed if seed is not None else there.seed if there else SEED,
        threads=threads,
        device=device,
    )
    training = Run(
        folder,
        whole,
        lambda what, facts: console.print(sentence_of(what, facts, folder), soft_wrap=True),
    )
    try:
        training.go()
    except KeyboardInterrupt:
        console.print(t("train.stopped"))
    draw_curves(folder)
    console.print(t("train.done", file=folder / "network.net"), soft_wrap=True)


def sentence_of(what: str, facts: dict[str, object], folder: Path) -> str:
    """What a run tells, as a sentence; all its numbers are in the folder's curves.csv."""
    if what == "resumed":
        return t("train.resumed", **facts)
    if what in ("playing", "learning", "measuring"):
        return t(f"train.{what}", **{**facts, "done": share(float(str(facts["done"])))})
    shares = {name: facts[f"against_{name}"] for name in ("first", "before")}
    won = {name: share(value) if isinstance(value, float) else "-" for name, value in shares.items()}
    numbers = {name: facts[name] for name in ("generation", "games", "rows", "minutes")}
    return t("train.generation", **numbers, **won, file=folder / "curves.csv")
