"""Move text: one line per decision, written the way people say it. `format_move` and `parse_move` are inverse.

    draft The Sphinx                build Baths                   token Law
    wonder The Sphinx with Baths    discard Baths                 library Theology
    starter 1                       destroy Press                 revive Temple
    build Stables pay 2,1           stage with Stables pay 0,2    free Palace
    revive none                     free city: discard Loom       bid 3
    pass                            board Gizah B

Text names what is decided; prices follow from the position. `pay L,R` is what goes to the left and right neighbour and
is left out when nothing is bought. docs/notation.md is the full description.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from mirabilia.errors import IllegalMove
from mirabilia.json_types import JsonFields

FREE_CITY_PREFIX = "free city: "
MAX_LENGTH = 200  # far above any move; keeps error messages and parsing small

# action -> (word in the text, the key its name goes under)
_ONE_NAME = {
    "draft": ("draft", "wonder"),
    "build": ("build", "card"),
    "discard": ("discard", "card"),
    "token": ("token", "token"),
    "library": ("library", "token"),
    "revive": ("revive", "card"),
    "destroy": ("destroy", "card"),
    "free_build": ("free", "card"),
}
_ACTION_OF_WORD = {word: action for action, (word, _) in _ONE_NAME.items()}
_COINS = re.compile(r"^(0|[1-9]\d{0,2})$", re.ASCII)
_PAY = re.compile(r"^(?P<rest>.*) pay (?P<left>\d{1,3}),(?P<right>\d{1,3})$", re.DOTALL)


def format_move(move: Mapping[str, object]) -> str:
    """The text of a decision given as a dict (prices are ignored)."""
    prefix = FREE_CITY_PREFIX if move.get("city") == "free" else ""
    return prefix + _format_action(move)


def _format_action(move: JsonFields) -> str:
    action = move["action"]
    pay = move.get("pay") or (0, 0)
    payment = f" pay {pay[0]},{pay[1]}" if any(pay) else ""
    if action == "wonder":
        return f"wonder {move['wonder']} with {move['card']}"
    if action == "stage":
        return f"stage with {move['card']}{payment}"
    if action == "starter":
        return f"starter {move['seat']}"
    if action == "bid":
        return f"bid {move['coins']}"
    if action == "pass":
        return "pass"
    if action == "board":
        return f"board {move['board']} {move['side']}"
    word, key = _ONE_NAME[action]
    name = "none" if move[key] is None else move[key]
    return f"{word} {name}{payment}"


def parse_move(text: str) -> dict[str, object]:
    """The decision a text names, without prices. Raises `IllegalMove` for anything that is not the text of a move."""
    if len(text) > MAX_LENGTH:
        raise IllegalMove(f"a move text has at most {MAX_LENGTH} characters, this one {len(text)}", code="not_a_move")
    move: dict[str, object] = {}
    rest = text.strip()
    if rest.startswith(FREE_CITY_PREFIX):
        move["city"] = "free"
        rest = rest.removeprefix(FREE_CITY_PREFIX)
    word, _, rest = rest.partition(" ")
    payment = _PAY.match(rest) if word in ("build", "stage") else None
    if payment:
        rest = payment["rest"]
        move["pay"] = [int(payment["left"]), int(payment["right"])]
    if word == "wonder" and " with " in rest:
        wonder, _, card = rest.rpartition(" with ")
        return {"action": "wonder", "wonder": wonder, "card": card, **move}
    if word == "stage" and rest.startswith("with "):
        return {"action": "stage", "card": rest.removeprefix("with "), **move}
    if word == "starter" and rest in ("0", "1"):
        return {"action": "starter", "seat": int(rest), **move}
    if word == "bid" and _COINS.match(rest):
        return {"action": "bid", "coins": int(rest), **move}
    if word == "pass" and not rest:
        return {"action": "pass", **move}
    if word == "board" and " " in rest:
        board, _, side = rest.rpartition(" ")
        return {"action": "board", "board": board, "side": side, **move}
    if word in _ACTION_OF_WORD and rest:
        action = _ACTION_OF_WORD[word]
        none = action == "revive" and rest == "none"
        return {"action": action, _ONE_NAME[action][1]: None if none else rest, **move}
    raise IllegalMove(f"{text[:80]!r} is not a move", code="not_a_move", move=text[:80])
