"""Tables without a server: commands, states, rendering and study in a process that has none of the server's packages
and starts no thread. The program below runs in plain mode, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ABSENT = (
    "alembic", "babel", "fastapi", "llvmlite", "numba", "prometheus_client", "psycopg", "pydantic", "sqlalchemy",
    "starlette", "structlog", "typer", "uvicorn",
)  # fmt: skip

PROGRAM = f"""
import sys, threading

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {ABSENT!r}:
            raise ImportError(f"{{name}} is absent")

def no_thread(thread):
    raise RuntimeError("a thread was started")

sys.meta_path.insert(0, Absent())
threading.Thread.start = no_thread

import msgspec
from mirabilia.server.bots.offer import Offer, bot_seed
from mirabilia.server.people.person import Person
from mirabilia.server.people.tally import tallied
from mirabilia.server.storage.changes import LoadedTable
from mirabilia.server.study import puzzle_positions
from mirabilia.server.study.advice import advise
from mirabilia.server.study.played import played_game
from mirabilia.server.tables.choices import choices_of
from mirabilia.server.tables.commands import Actor, Now, decide
from mirabilia.server.tables.messages import Play, Start
from mirabilia.server.tables.new import TableWish, new_table
from mirabilia.server.tables.facts import Options, Seat
from mirabilia.server.tables.records import positions, record_text
from mirabilia.server.tables.state import TableState
from mirabilia.server.tables.views import Renderer
from mirabilia.study.analysis import analyse
from mirabilia.study.statistics import statistics

offer = Offer()
choices_of(offer, offer.middle)
bot = Seat(kind="bot", driver="bot", level="novice")
for game, players in (("duel", 2), ("wonders", 3)):
    wish = TableWish(game, None, Options(takeover="novice", hints="on"), ["me", *[bot] * (players - 1)])
    new = new_table("a" * 12, Person("me", "Anna"), wish, offer, 1)
    state = TableState(LoadedTable(new.row(), None, [], [], new.events(), {{}}, new.holders))
    now = Now(2, 2)
    state.adopt(decide(state, Actor("me", 0), Start("start"), now))
    bots = [offer.make("novice", bot_seed(state.facts.options.bots, seat)) for seat in range(players)]
    asked = False
    while state.facts.status == "playing":
        seat = state.to_act[0]
        view, options = state.game.view(seat), state.game.options(seat)
        if seat == 0 and len(options) > 1 and not asked:
            asked = bool(msgspec.json.decode(advise("hint", view, options, {{"simulations": 8}}))["options"])
        chosen = bots[seat].choose(view, options)
        actor = Actor(seat=seat, is_bot=True) if seat else Actor("me", 0)
        draft = decide(state, actor, Play(f"p{{state.facts.seq}}", state.facts.moves, chosen.text), now)
        assert draft.change().events
        state.adopt(draft)
        update = msgspec.json.decode(Renderer(state, 2, 2).update_for(0, draft.events))
        assert update["state"]["view"]["you"] == 0
    text = record_text(state)
    assert len(positions(text, 0, 2, 0)) == 3
    played = played_game(state.game.deal, state.game.moves, state.facts.seats, 0, 2)
    assert statistics([played]).games == 1
    (tally,) = tallied([(game, state.facts.seats, state.facts.result, False, 0)]).values()
    assert tally["played"] == 1
    puzzle = puzzle_positions.found(puzzle_positions.listed(game, None)["today"])
    assert puzzle_positions.shown(puzzle)["players"] >= 2
    print(game, asked)
"""


def test_tables_are_played_without_the_packages_of_a_server() -> None:
    environment = os.environ | {"MIRABILIA_PLAIN": "1", "PYTHONPATH": str(ROOT / "src")}
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.split() == ["duel", "True", "wonders", "True"]
