"""Self-play on a batch with NumPy alone: a policy of one layer learns Duel from its own games.

Both seats play the same policy; after every round each decision is pushed up if its seat won, down if it lost. Prints a
line per measurement: games so far, seconds, share of wins against random.
"""

import sys
import time

import numpy as np

from mirabilia import batch, encoding

GAMES, RATE, FADE = 512, 6.0, 0.9
SEEN = ("age", "coins", "goods_mine", "prices_mine", "symbols_mine", "symbols_theirs", "pawn", "wonders_standing")
COLUMNS = np.concatenate([np.arange(part.start, part.stop) for name, part in encoding.layout("duel") if name in SEEN])


def play(games, weights, dice):
    """Plays all games, each seat by its weights: what each seat got, and its moves as (rows, push, games, seats)."""
    games.reset(seeds=int(dice.integers(1 << 62)))
    seen, got, moves = np.zeros((games.n, games.observation_size), np.float32), np.zeros((games.n, 2)), []
    while (actors := games.actors()).any():
        seats, going = actors.argmax(axis=1), np.flatnonzero(actors.any(axis=1))
        rows = np.append(games.observe(seen)[going][:, COLUMNS], np.ones((len(going), 1), np.float32), axis=1)
        first = seats[going, None] == 0
        logits = np.where(games.legal()[going], np.where(first, rows @ weights[0], rows @ weights[1]), -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        actions = np.zeros(games.n, np.int64)
        actions[going] = (chances.cumsum(axis=1) > dice.random((len(going), 1))).argmax(axis=1)
        chances[np.arange(len(going)), actions[going]] -= 1
        moves.append((rows, -chances, going, seats[going]))
        step = games.step(actions)
        got[step.done] = step.rewards[step.done]
    return got, moves


def learn(seconds, aim=0.9, seed=1, pause=2, say=print):
    """Learns until the share against random, measured after every few rounds, reaches the aim or the time is up."""
    dice, games = np.random.default_rng(seed), batch.make("duel", GAMES, auto_reset=False)
    weights, speed = (np.zeros((len(COLUMNS) + 1, games.num_actions), np.float32) for _ in range(2))
    started, number, share = time.monotonic(), 0, 0.0
    while share < aim and time.monotonic() - started < seconds:
        for _ in range(pause):
            got, moves = play(games, (weights, weights), dice)
            number += games.n
            gradient = sum(rows.T @ (push * (2 * got[i, seats, None] - 1)) for rows, push, i, seats in moves)
            speed = FADE * speed + (1 - FADE) * gradient.astype(np.float32) / games.n
            weights += RATE * speed
        pairs = ((weights, 0 * weights), (0 * weights, weights))
        share = float(np.mean([play(games, pair, dice)[0][:, seat].mean() for seat, pair in enumerate(pairs)]))
        say(f"{number} {time.monotonic() - started:.0f} {share:.3f}")
    return weights, share


if __name__ == "__main__":
    learn(*map(float, sys.argv[1:3] or ["300"]))
