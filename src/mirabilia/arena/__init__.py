"""The arena: matches between bots on paired deals, with honest statistics. docs/arena.md explains.

- `settings`, `schedule`: what is played, and game number -> deal, seats and seeds. Nothing else decides a game.
- `playing`: one game, with time rules and forfeits. `pools` and `ray_pool`: many games on cores or machines.
- `journal`: the file a match is kept in. `match`: puts these together.
- `ratings`, `sprt`, `report`: what the results mean. `table`, `page`, `plots`: how they are shown.
"""

from mirabilia.arena.match import Match, run_match
from mirabilia.arena.report import make_report
from mirabilia.arena.settings import ArenaError, Entrant, Settings, parse_entrant, parse_limits

__all__ = [
    "ArenaError",
    "Entrant",
    "Match",
    "Settings",
    "make_report",
    "parse_entrant",
    "parse_limits",
    "run_match",
]
