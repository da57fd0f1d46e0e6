"""Both games as Python games of OpenSpiel: `mirabilia_duel`, `mirabilia_wonders` and `mirabilia_wonders_turns`.

Chance is explicit: every random fact is a chance node of its own (`unfolding.py`). In `mirabilia_wonders` all seats
that owe a decision choose at once in a simultaneous node; in `mirabilia_wonders_turns` they choose one after the other
without seeing each other's choice. Returns are zero-sum: 1 for a win alone.

A state's history is that of OpenSpiel, so serialising, cloning and playthroughs are OpenSpiel's own. Tensors are the
columns of `mirabilia.encoding`, public and private parts apart; information states add a fingerprint of all that the
player saw and did, which tells them apart as exactly as a list of it would.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from mirabilia import encoding
from mirabilia.encoding import Observed
from mirabilia.engine import warming
from mirabilia.envs.unfolding import FINGERPRINT, Dealer, Unfolding
from mirabilia.json_types import Json, JsonObject

SEQUENTIAL = pyspiel.GameType.Dynamics.SEQUENTIAL
SIMULTANEOUS = pyspiel.GameType.Dynamics.SIMULTANEOUS
CHANCE, NOBODY, ALL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL, pyspiel.PlayerId.SIMULTANEOUS
MAX_LENGTH = 256  # decisions in a game, with room to spare


def _type(
    short_name: str, long_name: str, dynamics: pyspiel.GameType.Dynamics, seats: tuple[int, int], **parameters: Json
) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=dynamics,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=seats[0],
        max_num_players=seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


DUEL = _type("mirabilia_duel", "7 Wonders Duel", SEQUENTIAL, (2, 2), first_game_wonders=False)
WONDERS = _type("mirabilia_wonders", "7 Wonders", SIMULTANEOUS, (2, 7), players=3, boards="random", edition=1)
WONDERS_TURNS = _type(
    "mirabilia_wonders_turns",
    "7 Wonders, one after the other",
    SEQUENTIAL,
    (2, 7),
    players=3,
    boards="random",
    edition=1,
)


class Most(NamedTuple):
    """Bounds of chance: the outcomes of one fact, and the facts of a game."""

    outcomes: int
    facts: int


class _Game(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """What the games share."""

    kind: pyspiel.GameType
    name: str  # "duel" or "wonders"
    at_once = False  # whether several seats choose in one node

    def __init__(self, seats: int, most: Most, params: JsonObject) -> None:
        warming.start()
        self.seats = seats
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.num_actions(self.name),
            max_chance_outcomes=most.outcomes,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(self.kind, info, params)
        self._most = most

    def max_chance_nodes_in_history(self) -> int:
        """Random facts that a game can have."""
        return self._most.facts

    def dealer(self) -> Dealer:
        """A dealer for a new game."""
        raise NotImplementedError

    def new_initial_state(self) -> State:
        """A state before any chance event is known."""
        return State(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: JsonObject | None = None
    ) -> Observer:
        """What players see of a state."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class DuelGame(_Game):
    """7 Wonders Duel."""

    kind, name = DUEL, "duel"

    def __init__(self, params: JsonObject | None = None) -> None:
        from mirabilia.games.duel.envs import chance

        self.first_game_wonders = bool((params or {}).get("first_game_wonders", False))
        super().__init__(2, Most(chance.MAX_OUTCOMES, chance.MAX_FACTS), params or {})

    def dealer(self) -> Dealer:
        from mirabilia.games.duel.envs.chance import DuelDealer

        return DuelDealer(self.first_game_wonders)


class WondersGame(_Game):
    """7 Wonders; seats that choose at once do so in one node."""

    kind, name, at_once = WONDERS, "wonders", True

    def __init__(self, params: JsonObject | None = None) -> None:
        from mirabilia.games.wonders.envs import chance

        given = params or {}
        self.players = int(given.get("players", 3))
        self.boards = str(given.get("boards", "random"))
        self.edition = int(given.get("edition", 1))
        encoding.observation_size("wonders", self.players)  # refuses numbers of players that no game has
        chance.WondersDealer(self.players, self.boards, self.edition)  # and boards
        super().__init__(self.players, Most(chance.MAX_OUTCOMES, chance.MAX_FACTS), given)

    def dealer(self) -> Dealer:
        from mirabilia.games.wonders.envs.chance import WondersDealer

        return WondersDealer(self.players, self.boards, self.edition)


class WondersTurnsGame(WondersGame):
    """7 Wonders; seats choose one after the other and do not see each other's choice."""

    kind, at_once = WONDERS_TURNS, False


class State(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A state of either game."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self._game = _Held(game)
        self._course: Unfolding | None = None

    @property
    def course(self) -> Unfolding:
        """The game behind the state; made when first needed, since clones bring their own."""
        if self._course is None:
            game = self._game.game
            self._course = Unfolding(game.name, game.seats, game.dealer())
        return self._course

    def current_player(self) -> pyspiel.PlayerId | int:
        owing = self.course.owing
        if len(owing) == 1 or (owing and not self._game.game.at_once):
            return owing[0]
        return ALL if owing else CHANCE if self.course.chance else NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.course.dealer.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.course.chance:
            self.course.settle(action)
        else:
            self.course.play({self.course.owing[0]: action})

    def _apply_actions(self, actions: list[int]) -> None:
        self.course.play({seat: actions[seat] for seat in self.course.owing})

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.course.dealer.name(action)
        return encoding.action_names(self._game.game.name)[action]

    def is_terminal(self) -> bool:
        return self.course.over

    def returns(self) -> list[float]:
        return self.course.returns()

    def __str__(self) -> str:
        """What everyone at the table sees, from seat 0, and for each seat a fingerprint of all it saw and did."""
        course = self.course
        settled = sum(step.outcome is not None for step in course.steps)
        owing = ", ".join(map(str, course.owing))
        waiting = "chance" if course.chance else f"player {owing}" if owing else "nobody: the game is over"
        lines = [f"{settled} facts told, {len(course.steps) - settled} decisions; waiting for {waiting}"]
        lines += in_words(
            course.game, course.seats, course.seen[0], ~encoding.private_columns(course.game, course.seats)
        )
        lines.append("seen: " + " ".join(print_.hex()[:8] for print_ in course.fingerprints))
        return "\n".join(lines)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> State:
        """A state that the player cannot tell from this one."""
        dice = random.Random(int(probability_sampler() * (1 << 53)))
        course = self.course
        again = self._game.game.new_initial_state()
        for step in course.dealer.resampled(player_id, course.steps, dice):
            if step.outcome is not None:
                again.apply_action(step.outcome)
                continue
            actions = {seat: again.course.action_of(seat, code) for seat, code in step.codes.items()}
            if again.current_player() == pyspiel.PlayerId.SIMULTANEOUS:
                again.apply_actions([actions.get(seat) or 0 for seat in range(course.seats)])
            else:
                again.apply_action(next(iter(actions.values())))
        return again


def in_words(game: str, seats: int, row: Observed, shown: NDArray[np.bool_]) -> list[str]:
    """The columns of an observation that are shown and not zero: a line for each part, in words."""
    names = encoding.column_names(game, seats)
    lines = []
    for part, columns in encoding.layout(game, seats):
        said = []
        for place in range(columns.start, columns.stop):
            number = int(row[place])
            if number and shown[place]:
                label = names[place].partition(":")[2]
                said.append(label if label and number == 1 else f"{label} {number}".strip())
        if said:
            lines.append(f"{part}: {', '.join(said)}")
    return lines


class _Held:
    """Keeps clones from copying the game itself."""

    def __init__(self, game: _Game) -> None:
        self.game = game

    def __deepcopy__(self, memo: dict[int, object]) -> _Held:
        return self


class Observer:
    """What a player sees: public columns, private columns, and with perfect recall the fingerprint of all before."""

    def __init__(self, game: _Game, kind: pyspiel.IIGObservationType, params: JsonObject | None) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported; passed {params}")
        private = encoding.private_columns(game.name, game.seats)
        self._factors = encoding.factors(game.name, game.seats)
        self._game, self._seats = game.name, game.seats
        self._parts: JsonObject = {}
        sizes: dict[str, int] = {"player": game.seats}
        if kind.public_info:
            self._parts["public"] = np.flatnonzero(~private)
        if kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            self._parts["private"] = np.flatnonzero(private)
        sizes |= {name: len(columns) for name, columns in self._parts.items()}
        self._recalls = bool(kind.perfect_recall) and bool(self._parts)
        if self._recalls:
            sizes["recall"] = FINGERPRINT
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: JsonObject = {}
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: State, player: int) -> None:
        """Writes the tensor."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        row = state.course.seen[player]
        for name, columns in self._parts.items():
            self.dict[name][:] = row[columns] * self._factors[columns]
        if self._recalls:
            self.dict["recall"][:] = np.frombuffer(state.course.fingerprints[player], np.uint8) / np.float32(255)

    def string_from(self, state: State, player: int) -> str:
        """The same in words: a line for each part of the observation that says something."""
        row = state.course.seen[player]
        shown = np.zeros(len(row), np.bool_)
        for columns in self._parts.values():
            shown[columns] = True
        lines = [f"player {player}", *in_words(self._game, self._seats, row, shown)]
        if self._recalls:
            lines.append(f"recall {state.course.fingerprints[player].hex()}")
        return "\n".join(lines)


def register() -> None:
    """Makes the games known to OpenSpiel; a second call does nothing."""
    for kind, game in ((DUEL, DuelGame), (WONDERS, WondersGame), (WONDERS_TURNS, WondersTurnsGame)):
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, game)
