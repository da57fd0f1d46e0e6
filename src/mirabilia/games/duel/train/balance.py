"""How fair Duel is between players of the network: shares of wins by wonder, token and turn order, over many games."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mirabilia.bots.network import Buffers, Network
from mirabilia.engine.compiling import Floats, compiled
from mirabilia.engine.rng import new_rng
from mirabilia.games.duel.bots.judgement import buffers_for, own_network
from mirabilia.games.duel.game.view import RESULT_KINDS
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.options import options
from mirabilia.games.duel.rules.setup import deal
from mirabilia.games.duel.rules.state import OVER
from mirabilia.games.duel.rules.tables import CATALOG, TOKENS, WONDERS, WONDERS_EACH
from mirabilia.games.duel.search.tree import SHARED, Searcher
from mirabilia.games.duel.train.selfplay import GAME, Diary, look_ahead, new_diary, training_searcher
from mirabilia.json_types import JsonObject
from mirabilia.train.playing import pairs, shared_out

HEAT = 0.01  # so that games differ; much less than a mistake

# Counts: games, wins of the first player, shared wins, victories by kind, points of both; then pairs of (seats that had
# it, their wins) for wonders owned, wonders built, wonders picked first, and tokens.
C_GAMES, C_FIRST, C_SHARED, C_KINDS, C_DECISIONS = 0, 1, 2, 3, 6
C_OWNED = 8
C_BUILT = C_OWNED + 2 * WONDERS
C_PICKED = C_BUILT + 2 * WONDERS
C_TOKEN = C_PICKED + 2 * WONDERS
COUNTS = C_TOKEN + 2 * TOKENS


@compiled
def play_and_count(w: Searcher, net: Network, buffers: Buffers, diary: Diary, games: int, counts: Floats) -> None:
    """Plays games of the network against itself, one decision ahead, and counts who won with what."""
    for k in range(4):
        diary.lean[k] = 0.0
    for _ in range(games):
        deal(w.states, GAME, 2, w.scratch, w.rng)
        s = w.states[GAME]
        while s.phase != OVER:
            count = options(w.states, GAME, s.actor, w.buffer)
            chosen = look_ahead(w, net, buffers, diary, count, HEAT) if count > 1 else 0
            apply(w.states, GAME, s.actor, w.buffer[chosen])
            counts[C_DECISIONS] += 1.0
        counts[C_GAMES] += 1.0
        counts[C_KINDS + s.victory] += 1.0
        if s.winner == SHARED:
            counts[C_SHARED] += 1.0
        elif s.winner == s.first:
            counts[C_FIRST] += 1.0
        for seat in range(2):
            won = 0.5 if s.winner == SHARED else (1.0 if s.winner == seat else 0.0)
            for place in range(WONDERS_EACH):
                wonder = s.wonders[seat][place]
                counts[C_OWNED + 2 * wonder] += 1.0
                counts[C_OWNED + 2 * wonder + 1] += won
                if (s.wonder_built[seat] >> place) & 1:
                    counts[C_BUILT + 2 * wonder] += 1.0
                    counts[C_BUILT + 2 * wonder + 1] += won
                if place == 0 and seat == s.first:
                    counts[C_PICKED + 2 * wonder] += 1.0
                    counts[C_PICKED + 2 * wonder + 1] += won
            for token in range(TOKENS):
                if (s.tokens[seat] >> token) & 1:
                    counts[C_TOKEN + 2 * token] += 1.0
                    counts[C_TOKEN + 2 * token + 1] += won


def measure(games: int, seed: int = 1, threads: int = 1, tell: Callable[[int], None] = lambda done: None) -> JsonObject:
    """Plays so many games and says what was seen, as JSON-ready data."""

    def play(thread: int, batches: list[int]) -> NDArray[np.float64]:
        searcher = training_searcher(new_rng(seed * 1000 + thread))
        buffers, diary, counts = buffers_for(), new_diary(), np.zeros(COUNTS)
        for batch in batches:
            play_and_count(searcher, own_network(), buffers, diary, batch, counts)
            tell(batch)
        return counts

    counts = np.sum(shared_out(games, threads, play), axis=0)
    wonders = [wonder.name for wonder in CATALOG.wonders]
    tokens = [token.name for token in CATALOG.tokens]
    total = counts[C_GAMES]
    return {
        "games": int(total),
        "first_player": float((counts[C_FIRST] + counts[C_SHARED] / 2) / total),
        "shared": float(counts[C_SHARED] / total),
        "kinds": {kind: float(counts[C_KINDS + k] / total) for k, kind in enumerate(RESULT_KINDS)},
        "owned": pairs(wonders, counts[C_OWNED:C_BUILT]),
        "built": pairs(wonders, counts[C_BUILT:C_PICKED]),
        "picked_first": pairs(wonders, counts[C_PICKED:C_TOKEN]),
        "token": pairs(tokens, counts[C_TOKEN:COUNTS]),
    }
