"""A training run: generations of self-play and learning, in a folder that says everything about it.

Every generation plays games, learns from them and from those of a few generations before, and is measured: against the
quick guess, the first network of the run and a former one, by looking one decision ahead on paired deals, and for
calibration. The folder holds `settings.json`, `curves.csv` (a line per generation) with pictures of it, `network.net`
(the latest), some former networks, and `checkpoint.npz`. A run that was stopped goes on from there; only its latest
games are lost.

A run can begin from a network instead of from nothing (`start`); then games are played by search at once, and the
first network that all are measured against is that one.
"""

from __future__ import annotations

import csv
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mirabilia.bots.network import (
    Network,
    about_network,
    network_of,
    read_network,
    rounded,
    weights_of,
    write_network,
)
from mirabilia.engine.processors import cores
from mirabilia.errors import MirabiliaError
from mirabilia.game import kind_of
from mirabilia.json_types import JsonObject
from mirabilia.train.learning import Arrays, Learner, Part, Plan, first_weights
from mirabilia.train.playing import Harvest, Manner

if TYPE_CHECKING:
    from mirabilia.train.torch_learning import TorchLearner

KEPT_FORMER = 10
SAY_EVERY = 10.0  # seconds between two words about a generation that is not finished
COMPARED = 5  # generations ago: the former network that a new one is compared with


class TrainingError(MirabiliaError, ValueError):
    """A run that cannot be started or gone on with."""

    code = "bad_training"


@dataclass(frozen=True)
class RunSettings:
    """What decides a run, besides chance."""

    game: str
    minutes: float
    rows: int = 200_000  # written by a generation
    first_rows: int = 400_000  # by the first one
    uses: float = 2.0  # of every new row
    buffer: int = 8  # generations learned from
    batch: int = 1024
    rate: float = 1.5e-3
    search_from: float = 0.6  # part of the time after which games are played by search
    simulations: int = 64
    quick: int = 16
    search_rows: int = 100_000
    search_uses: float = 2.0
    compared_games: int = 400
    seed: int = 1
    threads: int = 0  # 0: all cores
    device: str = "cpu"
    start: str | None = None  # the file of a network to begin with, instead of random weights


def check_same_run(folder: Path, *, seed: int | None, start: str | None) -> RunSettings | None:
    """The settings of the run that a folder holds, if any; `TrainingError` if another seed or start is asked for."""
    path = folder / "settings.json"
    if not path.exists():
        return None
    there = RunSettings(**json.loads(path.read_text()))
    for name, asked, kept in (("seed", seed, there.seed), ("start", start, there.start)):
        if asked is not None and asked != kept:
            raise TrainingError(
                f"{folder} holds a run with the {name} {kept}, not {asked}: leave out --{name} to continue it, "
                "or name another folder"
            )
    return there


class Run:
    """A run in its folder; `go` trains until its time is over.

    `tell` hears what a watcher may want to know, as facts: ("resumed", {"generation": 4}) at the start of a run that
    goes on, ("generation", the line of `curves.csv`) after each generation; and every few seconds "playing",
    "learning" or "measuring" with how far the generation is and the minutes that are left of the run.
    """

    def __init__(
        self,
        folder: Path,
        settings: RunSettings,
        tell: Callable[[str, JsonObject], None] = lambda what, facts: None,
    ) -> None:
        self.folder, self.tell = folder, tell
        folder.mkdir(parents=True, exist_ok=True)
        self.settings = settings = self._agreed(settings)
        threads = settings.threads or cores()
        self.players = kind_of(settings.game).players_for(threads, settings.seed)
        weights = self._beginning()
        plan = Plan(batch=settings.batch, rate=settings.rate, last_rate=settings.rate / 10)
        self.learner: Learner | TorchLearner
        if settings.device == "cpu":
            self.learner = Learner(self.players.form, self.players.endings, weights, plan, threads, settings.seed)
        else:
            from mirabilia.train.torch_learning import TorchLearner

            self.learner = TorchLearner(
                self.players.form, self.players.endings, weights, plan, settings.device, settings.seed
            )
        self.generation, self.spent = 0, 0.0
        self.harvests: list[Harvest] = []
        self._resume()

    def _beginning(self) -> Arrays:
        """The weights that training begins with: random ones, or those of the network to start from."""
        form, start = self.players.form, self.settings.start
        if start is None:
            return first_weights(form, self.settings.seed)
        weights = weights_of(read_network(self.folder / "first.net" if self._begun() else Path(start), form))
        if not self._begun():
            write_network(self.folder / "first.net", form, rounded(weights), about_network(Path(start))[0]["card"])
        return weights

    def _begun(self) -> bool:
        """Whether the folder has the run's first network already: the file it started from may be gone by now."""
        return (self.folder / "first.net").exists()

    def _agreed(self, settings: RunSettings) -> RunSettings:
        """Writes the settings, or takes those of the run that is already there; only its time may be changed."""
        path = self.folder / "settings.json"
        if path.exists():
            there = RunSettings(**json.loads(path.read_text()))
            if there.game != settings.game:
                raise TrainingError(f"{self.folder} holds a run of {there.game!r}, not of {settings.game!r}")
            settings = replace(there, minutes=settings.minutes, threads=settings.threads, device=settings.device)
        path.write_text(json.dumps(asdict(settings), indent=1) + "\n")
        return settings

    def _resume(self) -> None:
        path = self.folder / "checkpoint.npz"
        if path.exists():
            with np.load(path) as kept:
                self.learner.remember(kept)
                self.generation, self.spent = int(kept["generation"]), float(kept["spent"])
            self.tell("resumed", {"generation": self.generation})

    def network(self) -> Network:
        """The network as it would play now."""
        return network_of(rounded(self.learner.weights()))

    def go(self) -> None:
        """Trains until the time of the settings is over; each generation is saved."""
        limit = self.settings.minutes * 60
        while self.spent < limit:
            started = time.perf_counter()
            self._generation(self.spent / limit, started, limit)

    def manner_at(self, progress: float) -> Manner:
        """How games are played when this part of the run is over."""
        started = self.settings.start is not None
        if self.generation == 0 and not started:
            return Manner(guessed=1.0, keep=0.25, trace=1.0)
        if (progress < self.settings.search_from and not started) or self.settings.simulations == 0:
            heat = self.players.heat
            return Manner(guessed=0.03, keep=self.players.keep, heat=heat, wanted_heat=1.5 * heat)
        return Manner(
            simulations=self.settings.simulations, quick=self.settings.quick, keep=0.5, heat=0.35, opening_heat=0.8,
            trace=0.9, surprise=0.005,
        )  # fmt: skip

    def _generation(self, progress: float, started: float, limit: float) -> None:
        settings = self.settings
        manner = self.manner_at(progress)
        net = self.network()
        rows = settings.search_rows if manner.simulations else settings.rows
        if self.generation == 0:
            rows = settings.first_rows
        with self._watched("playing", started, limit):
            harvest = self.players.play(net, self._former(net), manner, rows)
        played = time.perf_counter()
        called = self.players.calibration(net, harvest)
        self.harvests = [*self.harvests, harvest][-settings.buffer :]
        parts: list[Part] = [part for harvest in self.harvests for part in harvest.parts]
        written = sum(len(samples.win) for samples, _ in harvest.parts)
        uses = settings.search_uses if manner.simulations else settings.uses
        with self._watched("learning", started, limit):
            losses = self.learner.learn(parts, len(harvest.parts), int(uses * written), progress)
        learned = time.perf_counter()
        self.generation += 1
        after = self.network()
        line: JsonObject = {"generation": self.generation, "games": harvest.games, "rows": written}
        line |= {f"loss_{name}": round(loss, 5) for name, loss in losses.items()}
        with self._watched("measuring", started, limit):
            line |= self._measured(after)
        seen = [abs(said - came) for said, came, count in called if count >= 200]
        line["calibration"] = round(max(seen), 4) if seen else ""
        line |= {name: round(value, 4) for name, value in harvest.facts.items()}
        self.spent += time.perf_counter() - started
        line |= {
            "play_seconds": round(played - started, 1),
            "learn_seconds": round(learned - played, 1),
            "minutes": round(self.spent / 60, 2),
            "simulations": manner.simulations,
        }
        self._save(after, line)
        self.tell("generation", line)

    @contextmanager
    def _watched(self, what: str, started: float, limit: float) -> Iterator[None]:
        """While this lasts, `tell` hears every few seconds how far it is."""
        over = threading.Event()
        number = self.generation + (what != "measuring")

        def watch() -> None:
            while not over.wait(SAY_EVERY):
                left = limit - self.spent - (time.perf_counter() - started)
                facts = {"games": self.players.games(), "done": round(self.learner.done, 3)}
                self.tell(what, {"generation": number, **facts, "minutes": round(max(0.0, left) / 60, 1)})

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join()

    def _former(self, net: Network) -> Network:
        """A network of some generation before, drawn at random; the present one if there is none."""
        files = sorted(self.folder.glob("former-*.net"))
        if not files:
            return net
        number = int(self.learner.rng.integers(0, len(files)))
        return read_network(files[number], self.players.form)

    def _measured(self, net: Network) -> JsonObject:
        """Shares of wins against the quick guess, the first network and a former one."""
        games = self.settings.compared_games
        first = self.folder / "first.net"
        former = self.folder / f"former-{self.generation - COMPARED:04}.net"
        shares: JsonObject = {"against_quick": "", "against_first": "", "against_before": ""}
        if games:
            shares["against_quick"] = round(self.players.compare(net, None, games), 4)
        if games and first.exists():
            shares["against_first"] = round(self.players.compare(net, read_network(first, self.players.form), games), 4)
        if games and former.exists():
            before = read_network(former, self.players.form)
            shares["against_before"] = round(self.players.compare(net, before, games), 4)
        return shares

    def _save(self, net: Network, line: JsonObject) -> None:
        whole = rounded(self.learner.weights())
        card = {"generations": self.generation, "minutes": round(self.spent / 60, 1), **asdict(self.settings)}
        form = self.players.form
        write_network(self.folder / "network.net", form, whole, card)
        if not self._begun():
            write_network(self.folder / "first.net", form, whole, card)
        write_network(self.folder / f"former-{self.generation:04}.net", form, whole, card)
        for old in sorted(self.folder.glob("former-*.net"))[:-KEPT_FORMER]:
            old.unlink()
        path = self.folder / "curves.csv"
        new = not path.exists()
        with path.open("a", newline="") as file:
            writer = csv.DictWriter(file, list(line))
            if new:
                writer.writeheader()
            writer.writerow(line)
        aside = self.folder / "checkpoint.part.npz"
        counted = {"generation": np.array(self.generation), "spent": np.array(self.spent)}
        np.savez(aside, allow_pickle=False, **counted, **self.learner.memory())
        aside.replace(self.folder / "checkpoint.npz")
