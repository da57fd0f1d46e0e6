"""What may be known of a game of Duel: `duel_view` for a seat or a spectator, `duel_snapshot` for everything.

`duel_view` is the one door for secrets. It never shows a face-down card, a later age, the cards left in the box, the
wonders of a later draft round, or the tokens drawn from the box to anyone but the player choosing among them.
"""

from __future__ import annotations

from typing import Any

from mirabilia.catalog.duel import COLORS, duel_catalog
from mirabilia.game.base import RULES_VERSION
from mirabilia.rules.duel import state as rules
from mirabilia.rules.duel.scoring import SCORE_ROOM, SCORE_WIDTH, score
from mirabilia.rules.duel.tables import (
    CARD_WORDS,
    CATEGORIES,
    CHOICE_GROUPS,
    DRAFT_ROUND,
    DRAFTED,
    GOODS,
    LOOT_AT,
    MAX_WONDERS,
    SYMBOLS,
    in_lanes,
)
from mirabilia.rules.records import ints

CATALOG = duel_catalog()
PHASES = ("draft", "turn", "token", "library", "destroy", "revive", "starter", "over")
_MID_PLAY = (rules.TOKEN, rules.LIBRARY, rules.DESTROY, rules.REVIVE)
RESULT_KINDS = ("civilian", "military", "science")

CARD_NAMES = [card.name for card in CATALOG.cards]
WONDER_NAMES = [wonder.name for wonder in CATALOG.wonders]
TOKEN_NAMES = [token.name for token in CATALOG.tokens]
_NAMES_BY_WORD = [CARD_NAMES[word * 31 : word * 31 + 31] for word in range(CARD_WORDS)]
_BACKS = ["guild" if card.color == "purple" else f"age {card.age}" for card in CATALOG.cards]
_LOOT = [(distance, int(coins)) for distance, coins in enumerate(LOOT_AT) if coins]


def _chosen(names: list[str], mask: int) -> list[str]:
    """The names whose bits are set."""
    chosen = []
    while mask:
        chosen.append(names[(mask & -mask).bit_length() - 1])
        mask &= mask - 1
    return chosen


def card_names(words: list[int]) -> list[str]:
    """The cards of a set, in catalog order."""
    return [name for names, word in zip(_NAMES_BY_WORD, words, strict=True) for name in _chosen(names, word)]


def token_names(mask: int) -> list[str]:
    """The tokens of a set, in catalog order."""
    return _chosen(TOKEN_NAMES, mask)


def scores_by_category(states: Any) -> list[dict[str, int]]:
    """Each seat's points if the game ended now, with their total."""
    out = ints(SCORE_ROOM)
    score(states, 0, out)
    keys = (*CATEGORIES, "total")
    return [dict(zip(keys, map(int, out[at : at + SCORE_WIDTH]), strict=True)) for at in (0, SCORE_WIDTH)]


def _city(values: dict[str, Any], seat: int) -> dict[str, Any]:
    """A seat's city; all of it is public."""
    discarded_wonders = values["built_wonders"] >= MAX_WONDERS
    wonders = []
    for place in range(values["wonders_owned"][seat]):
        built = bool((values["wonder_built"][seat] >> place) & 1)
        name = WONDER_NAMES[values["wonders"][seat][place]]
        under = CARD_NAMES[values["under"][seat][place]] if built else None
        wonders.append({"name": name, "built": built, "lost": not built and discarded_wonders, "under": under})
    return {
        "coins": values["coins"][seat],
        "cards": card_names(values["cards"][seat]),
        "wonders": wonders,
        "tokens": token_names(values["tokens"][seat]),
        "symbols": {symbol: n for symbol, n in zip(SYMBOLS, values["symbols"][seat], strict=True) if n},
        "distinct_symbols": values["distinct_symbols"][seat],
        "goods": {good: n for good, n in zip(GOODS, in_lanes(values["goods"][seat]), strict=True) if n},
        "choices": [list(group) for n, group in enumerate(CHOICE_GROUPS) for _ in range(values["choices"][seat][n])],
        "unit_prices": dict(zip(GOODS, in_lanes(values["unit_price"][seat]), strict=True)),
        "loot_left": [{"at": at, "coins": coins} for at, coins in _LOOT if not (values["looted"][seat] >> at) & 1],
    }


def _layout(values: dict[str, Any], everything: bool) -> list[dict[str, Any]]:
    """The cards still lying; a face-down one shows its back only (ruling 6)."""
    if values["phase"] == rules.DRAFT and not everything:
        return []
    age, present = values["age"], values["present"]
    slots = []
    for number, slot in enumerate(CATALOG.layouts[age].slots):
        if not (present >> number) & 1:
            continue
        card = values["deck"][age][number]
        up = bool((values["up"] >> number) & 1)
        slots.append(
            {
                "slot": number,
                "row": slot.row,
                "offset": slot.offset,
                "card": CARD_NAMES[card] if up or everything else None,
                "back": _BACKS[card],
                "up": up,
                "open": bool((values["open"] >> number) & 1),
                "under": [k for k in slot.under if (present >> k) & 1],
            }
        )
    return slots


def _draft(values: dict[str, Any]) -> list[str]:
    """The wonders lying open for the next pick."""
    if values["phase"] != rules.DRAFT:
        return []
    first_shown = values["picks"] // DRAFT_ROUND * DRAFT_ROUND
    shown = range(first_shown, min(first_shown + DRAFT_ROUND, DRAFTED))
    return [WONDER_NAMES[values["offered"][n]] for n in shown if (values["offered_left"] >> n) & 1]


def _common(states: Any, values: dict[str, Any]) -> dict[str, Any]:
    """What everybody may know."""
    over = values["phase"] == rules.OVER
    return {
        "game": "duel",
        "rules": RULES_VERSION,
        "phase": PHASES[values["phase"]],
        "age": values["age"] + 1,
        "to_act": [] if over else [values["actor"]],
        "first_player": values["first"],
        "coins": list(values["coins"]),
        "pawn": values["pawn"],
        "symbols": list(values["distinct_symbols"]),
        "cities": [_city(values, seat) for seat in range(2)],
        "scores": [points["total"] for points in scores_by_category(states)],
        "discard": card_names(values["discarded"]),
        "board_tokens": token_names(values["board_tokens"]),
        "box_tokens": token_names(values["box_tokens"]),  # known by elimination (ruling 2)
        "draft": _draft(values),
        "extra_turn": bool(values["extra_turn"]),
        # in the middle of a play: the slot its card came from, and choices still to come
        "taken": values["taken"] if values["phase"] in _MID_PLAY else None,
        "pending": [PHASES[phase] for phase in _MID_PLAY if (values["pending"] >> phase) & 1],
    }


def duel_view(states: Any, values: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """What that seat may know; `None` is a spectator."""
    view = _common(states, values)
    view["you"] = seat
    view["layout"] = _layout(values, everything=False)
    choosing = values["phase"] == rules.LIBRARY and values["actor"] == seat
    view["library"] = token_names(values["library"]) if choosing else []
    view["destroy_color"] = None
    if values["phase"] == rules.DESTROY:
        view["destroy_color"] = COLORS[values["destroy_color"]]
    return view


def duel_snapshot(states: Any, values: dict[str, Any]) -> dict[str, Any]:
    """Everything, secrets included."""
    snapshot = _common(states, values)
    snapshot["layout"] = _layout(values, everything=True)
    snapshot["library"] = token_names(values["library"])
    snapshot["ages"] = [[CARD_NAMES[card] for card in cards] for cards in values["deck"]]
    snapshot["wonders"] = [WONDER_NAMES[wonder] for wonder in values["offered"]]
    return snapshot
