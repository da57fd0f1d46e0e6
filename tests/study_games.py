"""Games and positions for the tests of study."""

from __future__ import annotations

import mirabilia
from mirabilia.bots import make_bot
from mirabilia.game import Game
from mirabilia.record import Record


def finished(name: str, players: int, seed: int, level: str = "greedy") -> Game:
    """A game played to its end by quick bots."""
    return play_out(mirabilia.new_game(name, players=players, seed=seed), seed, level)


def play_out(game: Game, seed: int, level: str = "greedy") -> Game:
    """Plays a game on to its end."""
    bots = [make_bot(level, seed=seed + seat) for seat in game.seats]
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    return game


def started(name: str, players: int, seed: int, moves: int) -> Game:
    """A game after some decisions of quick bots, with no hidden choice pending."""
    game = mirabilia.new_game(name, players=players, seed=seed)
    bots = [make_bot("greedy", seed=seed + seat) for seat in game.seats]
    while not game.over and (len(game.moves) < moves or game.hidden_choices):
        seat = game.to_act[0]
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    return game


def shortened(record: Record, moves: int) -> Record:
    """A record as if it had been left after some moves."""
    return Record(record.deal, record.moves[:moves])
