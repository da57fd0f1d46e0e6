"""What needs the engine alone runs without the packages of the extras."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = """
import sys

for name in ("babel", "openskill", "rich", "typer", "platformdirs", "fastapi", "gymnasium", "pettingzoo", "pyspiel"):
    sys.modules[name] = None
import mirabilia
from mirabilia.arena import Entrant, Settings, make_report, run_match
from mirabilia.study import analyse, hint

bots = [Entrant("one", "random"), Entrant("two", "random")]
report = make_report(run_match(Settings(game="duel", players=2, entrants=bots, records=True), games=2))
assert report["games"] == 2 and report["bots"][0]["openskill"] is None
game = mirabilia.new_game("duel", seed=5)
print(hint(game.view(game.to_act[0]), game.options(game.to_act[0]), 8).move)
"""


def test_arena_and_study_need_no_extra() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("draft ")
