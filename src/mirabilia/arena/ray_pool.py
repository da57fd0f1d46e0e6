"""Plays games on a Ray cluster. Ray is the extra `cluster` (`pip install mirabilia[cluster]`), imported only here.

One actor per core, spread over the machines, each with a worker process of its own that keeps rules and commands
warm. The package must be installed on all of them, and commands (`cmd:...`) must exist there.
"""

from __future__ import annotations

import importlib
import logging
from collections import Counter
from collections.abc import Iterator

import msgspec

from mirabilia.arena.pools import GameProcess
from mirabilia.arena.results import GameResult, read_result
from mirabilia.arena.schedule import Waiting
from mirabilia.arena.settings import ArenaError, Settings

TRIES = 3


class _Station:
    """What runs in an actor: a worker process on that machine, exactly as on one's own."""

    def __init__(self, settings: bytes) -> None:
        self._worker = GameProcess(msgspec.json.decode(settings, type=Settings))

    def play(self, index: int) -> tuple[bytes, str]:
        """A game's result, and the machine it was played on."""
        import ray

        return msgspec.json.encode(self._worker.result(index)), str(ray.get_runtime_context().get_node_id())

    def close(self) -> None:
        """Ends the worker."""
        self._worker.close()


class RayPool:
    """Plays on the cluster at `address` ("auto": the one this machine is in). `jobs`: how many cores, None: all."""

    def __init__(self, address: str, jobs: int | None = None) -> None:
        try:
            ray = importlib.import_module("ray")
        except ImportError as error:
            raise ArenaError(
                "--ray needs the extra `cluster`: pip install 'mirabilia[cluster]'", code="no_ray"
            ) from error
        self.jobs = jobs
        self.nodes: Counter[str] = Counter()  # games by machine
        self._leave = not ray.is_initialized()
        if self._leave:
            try:
                ray.init(address=address, log_to_driver=False, logging_level=logging.WARNING)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise ArenaError(f"no Ray cluster at {address}: {error}", code="no_ray") from error

    def close(self) -> None:
        """Leaves the cluster, if this joined it."""
        import ray

        if self._leave:
            ray.shutdown()

    def play(self, settings: Settings, games: Waiting) -> Iterator[GameResult]:
        ray = importlib.import_module("ray")
        cores = int(ray.cluster_resources().get("CPU", 1))
        count = max(1, min(self.jobs or cores, cores, games.count))
        actor_class = ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(_Station)
        packed = msgspec.json.encode(settings)
        actors = [actor_class.remote(packed) for _ in range(count)]
        losses: Counter[int] = Counter()
        running: dict[object, tuple[int, int]] = {}  # what is awaited: number of the actor, number of the game

        def give(number: int) -> None:
            index = games.take()
            if index is not None:
                running[actors[number].play.remote(index)] = (number, index)

        try:
            for number in range(count):
                give(number)
            while running:
                ready, _ = ray.wait(list(running), num_returns=1)
                number, index = running.pop(ready[0])
                try:
                    line, node = ray.get(ready[0])
                except ray.exceptions.RayActorError as error:  # a machine was lost: its game goes to another
                    losses[index] += 1
                    if losses[index] >= TRIES:
                        raise ArenaError(f"game {index}: its machines keep leaving the cluster: {error}") from error
                    games.give_back(index)
                    actors[number] = actor_class.remote(packed)
                    give(number)
                    continue
                self.nodes[node] += 1
                give(number)
                yield read_result(line)
        finally:
            closing = [actor.close.remote() for actor in actors] if not running else []
            if closing:
                ray.wait(closing, num_returns=len(closing), timeout=5)
            for actor in actors:
                ray.kill(actor)
