"""`mirabilia bot LEVEL`: one of our bots on standard input and output, for other programs."""

from __future__ import annotations


def run(level: str, seed: int) -> None:
    """Speaks the bot protocol until `quit` or the end of input; an unknown level is refused at once."""
    from mirabilia import new_game
    from mirabilia.bots import make_bot
    from mirabilia.protocol.service import BotService
    from mirabilia.protocol.stdio import serve

    make_bot(level, seed)

    def prepare(game: str) -> None:
        """One small decision loads the compiled parts, so that no timed one has to."""
        start = new_game(game, seed=0)
        seat = start.to_act[0]
        make_bot(level).choose(start.view(seat), start.options(seat), {"simulations": 1})

    # A host sends a seed with each game; `seed` shifts all of them, so that one bot can be several players.
    serve(BotService(level, lambda game_seed: make_bot(level, seed=seed + game_seed), prepare=prepare))
