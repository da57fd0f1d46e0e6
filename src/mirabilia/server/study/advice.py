"""Advice during play: the best options of a seat, and whether a move would give away much.

Advice comes from the seat's view and options alone (`mirabilia.study.hints`). It is thought about where bots
think, on the account of whoever made the table: `thinking.py` says who comes first and how much there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from mirabilia.game import Option
from mirabilia.json_types import Json, JsonFields
from mirabilia.server.refusals import Refusal
from mirabilia.server.tables.facts import Hints
from mirabilia.study.hints import explain, hint, warn
from mirabilia.study.puzzles import answered, find_puzzle

if TYPE_CHECKING:
    from mirabilia.server.tables.commands import Actor
    from mirabilia.server.tables.state import TableState

HURRIED = 60  # simulations for whoever has used up the thinking time
LOWEST = 2  # levels with which a table is gentle unless it says otherwise


def usual_hints(seats: Sequence[Json] | None, takeover: str, ladder: Sequence[str]) -> Hints:
    """The default for hints: on in games against bots alone, with warnings where the bots are weak."""
    others: list[Json] = [seat for seat in seats or ("open",) if seat != "me"]
    if not all(isinstance(seat, dict) and seat["kind"] == "bot" for seat in others):
        return "off"
    return "gentle" if all((seat["level"] or takeover) in ladder[:LOWEST] for seat in others) else "on"


def position_of(state: TableState, actor: Actor, asked: str, *, gentle: bool) -> tuple[JsonFields, list[Option]]:
    """The view and the options to give advice on; a `Refusal` if the actor gets none."""
    game, hints = state.game, state.facts.options.hints
    if actor.seat is None:
        raise Refusal("not_seated")
    if hints == "off" or (gentle and hints != "gentle"):
        raise Refusal("hints_off")
    if game is None or actor.seat not in state.to_act:
        raise Refusal("not_your_turn", seat=actor.seat, to_act=list(state.to_act))
    options = game.options(actor.seat)
    kind, _, move = asked.partition(" ")
    if kind == "warn" and move not in {option.text for option in options}:
        raise Refusal("illegal_move", move=move, seat=actor.seat)
    return game.view(actor.seat), options


def advise(asked: str, view: JsonFields, options: Sequence[Option], limits: JsonFields | None) -> str:
    """What is asked, as JSON: "hint", "explain", "warn" with the move, or "puzzle" with its name and a try."""
    kind, _, move = asked.partition(" ")
    simulations = (limits or {}).get("simulations")
    if limits is not None and simulations is None:
        simulations = HURRIED
    answer: dict[str, object]
    if kind == "puzzle":
        name, _, tried = move.partition(" ")
        right, worth = answered(find_puzzle(name), tried, simulations)
        answer = {"right": right, "judged": worth}
    elif kind == "warn":
        option = next(option for option in options if option.text == move)
        answer = {"warned": warn(view, options, option, simulations)}
    elif kind == "explain":
        answer = {"options": explain(view, options, simulations), "reason": None}
    else:
        best = hint(view, options, simulations)
        judged = {"move": best.move, "chance": best.chance, "loss": 0.0, "visits": 0, "ways": {}, "reasons": []}
        answer = {"options": [judged], "reason": best.reason}
    return msgspec.json.encode(answer).decode()
