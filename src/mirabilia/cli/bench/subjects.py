"""The games as things to measure: whole random games, single steps, options and quotes, all on the compiled rules.

Every method that is timed gets its buffers ready first, so that only the rules run between the readings of the clock.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

import mirabilia
from mirabilia.cli.language import t
from mirabilia.engine.compiling import Ints
from mirabilia.engine.records import Packed, Words, ints, words
from mirabilia.game import KINDS, Game
from mirabilia.game.rules import States, rules_of

if TYPE_CHECKING:
    from mirabilia.games.wonders.rules.state import State

Job = Callable[[], object]
Script = list[tuple[int, int, int]]  # (seat, code, seat that decides next or -1)


class Subject(ABC):
    """A game with its number of players."""

    name: str
    players: int
    aims: dict[str, float]

    @property
    def state(self) -> type[Packed]:
        """The record type of its states."""
        return rules_of(self.name).state

    @abstractmethod
    def random_games(self, games: int, seed: int) -> Job:
        """A job that plays that many uniformly random games; jobs may run in threads at the same time."""

    def script_player(self, script: Script) -> Callable[[States, Ints], None]:
        """Plays a script on given states and buffer: applies each decision and lists the options that follow it."""
        options, apply = rules_of(self.name).options, rules_of(self.name).apply

        def play(states: States, buffer: Ints) -> None:
            for seat, code, following in script:
                apply(states, 0, seat, code)
                if following >= 0:
                    options(states, 0, following, buffer)

        return play

    @abstractmethod
    def repeated_options(self) -> Callable[..., int]:
        """A compiled function that lists the options of position i for a seat n times."""

    def quotes_at(self, game: Game, seat: int) -> list[tuple[int, int]]:
        """(city, cost) of everything the seat may want to build; empty where quotes are not measured by themselves."""
        return []

    def repeated_quote(self) -> Callable[[State.Array, int, int, int, Ints, int], int] | None:
        """A compiled function that prices a cost n times, if quotes are measured."""
        return None

    def new_game(self, seed: int) -> Game:
        """A game to take decisions and positions from."""
        return mirabilia.new_game(self.name, players=self.players, seed=seed)

    @property
    def title(self) -> str:
        """What the report calls it."""
        return (
            t(f"game.{self.name}")
            if len(KINDS[self.name].players) == 1
            else t("doctor.game", game=t(f"game.{self.name}"), players=self.players)
        )

    def script(self, seed: int) -> Script:
        """The decisions of one random game."""
        game, chance = self.new_game(seed), random.Random(seed)
        moves: Script = []
        while not game.over:
            seat = game.to_act[0]
            option = chance.choice(game.options(seat))
            code = game.code_of(seat, option)
            game.play(seat, option)
            moves.append((seat, code, game.to_act[0] if game.to_act else -1))
        return moves


class Duel(Subject):
    """7 Wonders Duel."""

    name, players = "duel", 2
    aims = {"games_per_cpu_second": 75_000, "state_bytes": 600, "threads_ratio_of_two": 1.8}

    def random_games(self, games: int, seed: int) -> Job:
        from mirabilia.games.duel.rules.options import MAX_OPTIONS
        from mirabilia.games.duel.rules.playout import play_random_games
        from mirabilia.games.duel.rules.state import State

        states, buffer, rng, tally = State.zeros(1), ints(MAX_OPTIONS), ints(4), ints(8)
        return lambda: play_random_games(states, games, seed, buffer, rng, tally)

    def repeated_options(self) -> Callable[..., int]:
        from mirabilia.games.duel.rules.playout import list_repeatedly

        return list_repeatedly


class Wonders(Subject):
    """7 Wonders with a number of players."""

    name = "wonders"

    def __init__(self, players: int) -> None:
        self.players = players
        self.aims = {"state_bytes": 2048, "options_worst_us": 50, "threads_ratio_of_two": 1.8}
        if players in (3, 7):
            self.aims["games_per_cpu_second"] = 30_000 if players == 3 else 10_000

    def random_games(self, games: int, seed: int) -> Job:
        from mirabilia.games.wonders.rules.playout import play_random_games

        return lambda: play_random_games(self.players, games, seed)

    def repeated_options(self) -> Callable[..., int]:
        from mirabilia.games.wonders.rules.playout import list_repeatedly

        return list_repeatedly

    def quotes_at(self, game: Game, seat: int) -> list[tuple[int, int]]:
        from mirabilia.games.wonders.catalog import wonders_catalog
        from mirabilia.games.wonders.rules.tables import COST

        hand = game.view(seat)["hand"] or []
        card_id = wonders_catalog().edition(game.view(seat)["edition"]).card_id
        costs = {int(COST[card_id[card]]) for card in hand}
        return [(seat, cost) for cost in costs if cost]  # cost 0 needs no goods, so nothing is searched

    def repeated_quote(self) -> Callable[[State.Array, int, int, int, Ints, int], int]:
        from mirabilia.games.wonders.rules.playout import price_repeatedly

        return price_repeatedly


def copy_rows(subject: Subject) -> Words:
    """Room for a thousand states, as the words that copies go by."""
    return words(subject.state.zeros(1024))
