"""How fair 7 Wonders is between players of the network: shares of wins by board, side and first decision.

The players look one turn ahead, or search with so many simulations.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mirabilia.bots.network import Buffers, Network
from mirabilia.engine.compiling import Floats, compiled
from mirabilia.engine.rng import new_rng
from mirabilia.games.wonders.bots.judgement import buffers_for, own_network
from mirabilia.games.wonders.catalog import SIDES
from mirabilia.games.wonders.encoding.features import BOARD_SIDES
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import options
from mirabilia.games.wonders.rules.scoring import winners
from mirabilia.games.wonders.rules.setup import deal
from mirabilia.games.wonders.rules.state import (
    DISCARD,
    OVER,
    POINT_KINDS,
    STAGE_BUILT,
    State,
    card_of,
    deciding,
    kind_of,
)
from mirabilia.games.wonders.rules.tables import CATALOG, EDITION_NUMBERS, KINDS
from mirabilia.games.wonders.search.tree import WIDTH, Searcher, won_share
from mirabilia.games.wonders.train.selfplay import (
    GAME,
    Diary,
    Settings,
    look_ahead,
    look_deep,
    new_diary,
    training_searcher,
)
from mirabilia.json_types import JsonObject
from mirabilia.train.playing import Manner, numbers_of, pairs, shared_out
from mirabilia.train.thinking import S_SIMULATIONS

# The first decision of a seat: one of the cards, a stage, or a card discarded.
FIRST_STAGE, FIRST_DISCARD, FIRSTS = KINDS, KINDS + 1, KINDS + 2

# Counts: games, points of the winners, points of all; then pairs of (seats that had it, their wins) for boards and for
# first decisions; then of the winners and of the others how many there were, and their points by category.
C_GAMES, C_BEST, C_POINTS = 0, 1, 2
C_BOARD = 3
C_FIRST = C_BOARD + 2 * BOARD_SIDES
C_KINDS = C_FIRST + 2 * FIRSTS
COUNTS = C_KINDS + 2 * (1 + POINT_KINDS)


@compiled
def first_of(code: int) -> int:
    """Which first decision a code is."""
    action = kind_of(code)
    if action == STAGE_BUILT:
        return FIRST_STAGE
    return FIRST_DISCARD if action == DISCARD else card_of(code)


@compiled
def count_game(w: Searcher, s: State, firsts: Floats, counts: Floats) -> None:
    """Adds the finished game; `firsts` are the first decisions of its seats."""
    winners(w.states, GAME, w.scores)
    counts[C_GAMES] += 1.0
    best = 0
    for seat in range(s.players):
        points = w.scores[seat * WIDTH + POINT_KINDS]
        best = max(best, points)
        share = won_share(s, seat, w.scores)
        counts[C_POINTS] += points
        counts[C_BOARD + 2 * s.board[seat]] += 1.0
        counts[C_BOARD + 2 * s.board[seat] + 1] += share
        first = int(firsts[seat])
        counts[C_FIRST + 2 * first] += 1.0
        counts[C_FIRST + 2 * first + 1] += share
        at = C_KINDS if share > 0.0 else C_KINDS + 1 + POINT_KINDS
        counts[at] += 1.0
        for kind in range(POINT_KINDS):
            counts[at + 1 + kind] += w.scores[seat * WIDTH + kind]
    counts[C_BEST] += best


@compiled
def play_and_count(
    w: Searcher,
    net: Network,
    buffers: Buffers,
    diary: Diary,
    settings: Settings,
    edition: int,
    games: int,
    counts: Floats,
) -> None:
    """Plays games of the network against itself and counts who won with what."""
    simulations = int(settings.numbers[S_SIMULATIONS])
    firsts = np.zeros(settings.players)
    for _ in range(games):
        deal(w.states, GAME, settings.players, edition, w.scratch, w.rng)
        s = w.states[GAME]
        firsts[:] = -1.0
        who = 0
        while s.phase != OVER:
            who = deciding(s, who)
            count = options(w.states, GAME, who, w.buffer)
            chosen = 0
            if count > 1 and simulations > 0:
                chosen = look_deep(w, net, buffers, diary, settings, who, count, simulations, False)
            elif count > 1:
                chosen = look_ahead(w, net, buffers, diary, settings, who, count, 0.0)
            code = w.buffer[chosen]
            if firsts[who] < 0.0:
                firsts[who] = first_of(code)
            apply(w.states, GAME, who, code)
        count_game(w, s, firsts, counts)


def measure(
    players: int,
    games: int,
    simulations: int = 0,
    seed: int = 1,
    edition: int = 1,
    threads: int = 1,
    tell: Callable[[int], None] = lambda done: None,
) -> JsonObject:
    """Plays so many games of a size and says what was seen, as JSON-ready data."""
    settings = Settings(numbers_of(Manner(simulations=simulations, heat=0.0)), players)
    number = EDITION_NUMBERS.index(edition)

    def play(thread: int, batches: list[int]) -> NDArray[np.float64]:
        searcher = training_searcher(new_rng(seed * 1000 + thread))
        buffers, diary, counts = buffers_for(), new_diary(), np.zeros(COUNTS)
        for batch in batches:
            play_and_count(searcher, own_network(), buffers, diary, settings, number, batch, counts)
            tell(batch)
        return counts

    counts = np.sum(shared_out(games, threads, play), axis=0)
    of_edition = CATALOG.edition(edition)
    boards = {
        f"{CATALOG.boards[board].title} {side}": C_BOARD + 2 * (2 * board + place)
        for board in of_edition.board_id.values()
        for place, side in enumerate(SIDES)
    }
    firsts = {**of_edition.card_id, "a stage": FIRST_STAGE, "a discarded card": FIRST_DISCARD}
    total = counts[C_GAMES]
    kinds = counts[C_KINDS:COUNTS].reshape(2, -1)
    return {
        "games": int(total),
        "simulations": simulations,
        "best": float(counts[C_BEST] / total),
        "points": float(counts[C_POINTS] / total / players),
        "board": pairs(list(boards), counts[[at + n for at in boards.values() for n in range(2)]]),
        "first": pairs(list(firsts), counts[[C_FIRST + 2 * first + n for first in firsts.values() for n in range(2)]]),
        "winners": [float(value) for value in kinds[0, 1:] / max(1.0, kinds[0, 0])],
        "others": [float(value) for value in kinds[1, 1:] / max(1.0, kinds[1, 0])],
    }
