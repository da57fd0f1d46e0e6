"""`mirabilia train GAME`: a network from self-play, in a folder that a stopped run goes on from."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from mirabilia.cli.language import complain, share, t


def run(game: str, folder: Path, minutes: float, device: str, threads: int, seed: int) -> None:
    """Trains until the time is over; Ctrl-C stops it, and the same command goes on."""
    from mirabilia.train.curves import draw_curves
    from mirabilia.train.run import Run, RunSettings

    console = Console(highlight=False)
    large = device != "cpu"
    try:
        training = Run(
            folder,
            RunSettings(
                game,
                minutes,
                rows=1_000_000 if large else 100_000,
                first_rows=3_000_000 if large else 200_000,
                batch=4096 if large else 1024,
                search_rows=400_000 if large else 30_000,
                simulations=96 if large else 32,
                quick=20 if large else 8,
                search_from=0.5 if large else 0.8,
                compared_games=2000 if large else 400,
                seed=seed,
                threads=threads,
                device=device,
            ),
            lambda what, facts: console.print(told(what, facts, folder), soft_wrap=True),
        )
    except ImportError as error:
        raise complain("train.needs_torch", "no_package", name=device, package=error.name) from error
    try:
        training.go()
    except KeyboardInterrupt:
        console.print(t("train.stopped"))
    draw_curves(folder)
    console.print(t("train.done", file=folder / "network.net"), soft_wrap=True)


def told(what: str, facts: dict[str, object], folder: Path) -> str:
    """What a run tells, as a sentence; all its numbers are in the folder's curves.csv."""
    if what == "resumed":
        return t("train.resumed", **facts)
    shares = {name: facts[f"against_{name}"] for name in ("first", "before")}
    won = {name: share(value) if isinstance(value, float) else "-" for name, value in shares.items()}
    numbers = {name: facts[name] for name in ("generation", "games", "rows", "minutes")}
    return t("train.generation", **numbers, **won, file=folder / "curves.csv")
