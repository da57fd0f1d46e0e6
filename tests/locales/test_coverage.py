"""Whatever the package can say has a text: names of the catalog, effects, actions, phases, reasons, refusals."""

from __future__ import annotations

import ast
import tomllib
from typing import Any

import pytest

from locales.sources import (
    SOURCE,
    constant,
    effect_keys,
    error_codes,
    keys_of_dict,
    page_keys,
    tree,
    words,
)
from mirabilia.locales.catalogs import BY_CODE, ORIGINAL, all_texts, texts

CATALOG: dict[str, dict[str, Any]] = {
    game: tomllib.loads((SOURCE / "games" / game / "catalog.toml").read_text(encoding="utf-8"))
    for game in ("duel", "wonders")
}


def lacking(keys: Any, lang: str = ORIGINAL) -> list[str]:
    return [key for key in keys if key not in all_texts(lang)]


def name_keys() -> list[str]:
    duel, wonders = CATALOG["duel"], CATALOG["wonders"]
    keys = [f"duel.{kind}.{thing['name']}" for kind in ("card", "wonder", "token") for thing in duel[f"{kind}s"]]
    keys += [f"duel.symbol.{symbol}" for symbol in duel["science"]["symbols"]]
    keys += [f"duel.chain.{card['chain']}" for card in duel["cards"] if "chain" in card]
    keys += [f"wonders.card.{card['name']}" for card in wonders["cards"]]
    keys += [f"wonders.{kind}.{board['city']}" for kind in ("board", "wonder") for board in wonders["boards"]]
    keys += [f"wonders.symbol.{symbol}" for symbol in (*wonders["science"]["symbols"], "any")]
    for data in (duel, wonders):
        for group in ("raw", "manufactured"):
            keys.append(f"class.{group}")
            keys += [f"{start}.{good}" for good in data["resources"][group] for start in ("good", "good.count")]
        keys += [f"{start}.{color}" for color in data["colors"] for start in ("kind", "kind.short")]
    return list(dict.fromkeys(keys))


@pytest.mark.parametrize("lang", BY_CODE)
def test_every_name_of_the_catalog_has_a_text(lang: str) -> None:
    assert not lacking(name_keys(), lang)


def test_no_name_is_left_over() -> None:
    starts = tuple(
        f"{game}.{kind}." for game in CATALOG for kind in ("card", "wonder", "token", "board", "symbol", "chain")
    )
    named = [key for key in texts(ORIGINAL, "names") if key.startswith(starts)]
    assert not set(named) - set(name_keys())


# Printed slips put right for the reader; the catalog, records and commands keep the printed spelling.
SPELT_RIGHT = {
    "duel.card.Pretorium": "Praetorium",
    "wonders.card.Bazar": "Bazaar",
    "wonders.card.Craftsmens Guild": "Craftsmen’s Guild",
}


def test_english_names_are_those_of_the_catalog() -> None:
    for key, text in texts(ORIGINAL, "names").items():
        if key.startswith(("duel.card.", "duel.wonder.", "duel.token.", "wonders.card.")):
            assert text.forms == (SPELT_RIGHT.get(key, key.split(".", 2)[2]),)
    assert set(SPELT_RIGHT) < set(name_keys())
    for board in CATALOG["wonders"]["boards"]:
        assert all_texts(ORIGINAL)[f"wonders.wonder.{board['city']}"].forms == (board["wonder"],)


def all_effect_keys() -> list[str]:
    keys: list[str] = []
    for game, data in CATALOG.items():
        effects = [thing["effect"] for kind in ("cards", "wonders", "tokens") for thing in data.get(kind, [])]
        effects += [stage["effect"] for board in data.get("boards", []) for side in "AB" for stage in board[side]]
        keys += [key for effect in effects for key in effect_keys(game, effect)]
    return list(dict.fromkeys(keys))


def test_every_effect_is_explained() -> None:
    keys = all_effect_keys()
    assert keys
    assert not lacking(keys)
    explained = {key for key in texts(ORIGINAL, "game") if key.startswith("effect.")}
    assert not explained - set(keys), "texts for effects that no card has"


def test_every_action_and_option_has_a_text() -> None:
    actions = {*keys_of_dict("game/notation.py", "_ONE_NAME"), "wonder", "stage", "starter"}
    assert not lacking(f"action.{action}" for action in actions)
    duel = {*tags("games/duel/game/options.py"), "starter_me", "starter_other"} - {"starter"}
    wonders = tags("games/wonders/game/options.py")
    assert len(duel) >= 9 and len(wonders) == 6
    assert not lacking([f"option.duel.{a}" for a in duel] + [f"option.wonders.{a}" for a in wonders])


def tags(path: str) -> set[str]:
    """The tags of the types in a file: class Build(Option, tag="build")."""
    found = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ClassDef):
            for given in node.keywords:
                if given.arg == "tag" and isinstance(given.value, ast.Constant):
                    found.add(str(given.value.value))
    return found


def test_every_phase_has_a_question() -> None:
    for game in ("duel", "wonders"):
        phases = words(f"games/{game}/game/view.py", "PHASES")
        assert "over" in phases
        asked = [phase for phase in phases if phase not in ("over", "destroy")]
        assert not lacking(f"question.{game}.{phase}" for phase in asked)
    colors = {wonder["effect"]["destroy"] for wonder in CATALOG["duel"]["wonders"] if "destroy" in wonder["effect"]}
    assert not lacking(f"question.duel.destroy.{color}" for color in colors)


def test_every_reason_and_source_has_a_text() -> None:
    reasons = words("game/quote.py", "Reason")
    assert "coins_short" in reasons
    assert not lacking(f"reason.{reason}" for reason in reasons)
    assert not lacking(f"source.{source}" for source in words("game/quote.py", "Source"))


def test_every_refusal_has_a_text() -> None:
    parts = {path.name.removesuffix(".py") for path in SOURCE.iterdir()}
    codes = error_codes(tuple(parts))
    # Texts of arguments that are called code, and answers to programs.
    for code in ("commitment", "not_json", "unknown_message"):
        del codes[code]
    codes |= {code: "server/refusals.py" for code in keys_of_dict("server/refusals.py", "CODES")}
    assert len(codes) > 50
    found = [f"{code} ({where})" for code, where in codes.items() if f"error.{code}" not in all_texts(ORIGINAL)]
    assert not found, f"no text error.CODE for: {found}"


def test_every_score_category_and_kind_of_result_has_a_text() -> None:
    for game in ("duel", "wonders"):
        categories = words(f"games/{game}/rules/tables.py", "CATEGORIES")
        assert "military" in categories
        assert not lacking(f"category.{game}.{category}" for category in (*categories,))
    kinds = words("games/duel/game/view.py", "RESULT_KINDS")
    assert not lacking([f"result.{kind}" for kind in kinds] + [f"result.kind.{kind}" for kind in kinds])


def test_every_event_of_7_wonders_has_a_text() -> None:
    events = tags("games/wonders/game/events.py")
    assert {"built", "stage", "revived"} <= events
    told = {
        "board": ("board", "board_swap"),
        "age": ("age.left", "age.right", "age.exchange"),
        "built": ("build", "build_paid", "build_chain", "free_build"),
        "stage": ("stage", "stage_paid"),
        "discarded": ("discard", "discard_known"),
        "spare": ("spares", "spare_known"),
        "revived": ("revive", "revive_none"),
        "gained": ("gains",),
        "conflict": ("conflict_won", "conflict_even"),
    }
    silent = {"drawn", "turn", "paid", "asked", "in_vain", "over"}  # told with others, or by the table
    assert events == {*told, *silent}
    assert not lacking(f"log.wonders.{key}" for keys in told.values() for key in keys)


def test_every_event_of_a_table_has_a_text() -> None:
    kinds = first_arguments("server/tables/commands.py", "tell")
    assert {"joined", "taken_over"} <= kinds
    special: dict[str, tuple[str, ...]] = {
        "answered": ("answered.yes", "answered.no"),
        "late": ("late.wait", "late.bot_moves", "late.replace"),
        "joined": ("joined", "joined_offered"),
        **dict.fromkeys(("move", "turn", "chat"), ()),  # told by the log and by phrases
    }
    assert not lacking(f"event.{key}" for kind in kinds for key in special.get(kind, (kind,)))


def first_arguments(path: str, method: str) -> set[str]:
    """Every text given first to a method: draft.tell("joined", ...)."""
    calls = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    called = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == method and call.args]
    return {str(call.args[0].value) for call in called if isinstance(call.args[0], ast.Constant)}


def test_bot_levels_and_phrases_have_texts() -> None:
    levels = [*words("bots/registry.py", "LEVELS"), *words("bots/registry.py", "STYLES")]
    assert not lacking(f"level.{level}" for level in levels)
    assert not lacking(f"phrase.{phrase}" for phrase in words("server/tables/chat.py", "PHRASES"))


def test_every_key_the_page_asks_for_exists() -> None:
    found = [f"{key} ({where})" for key, where in page_keys().items() if key not in all_texts(ORIGINAL)]
    assert not found, "the page asks for keys without a text:\n  " + "\n  ".join(found)


def test_the_parser_of_sources_sees_what_it_should() -> None:
    assert constant("games/duel/game/view.py", "PHASES") is not None
    assert "cut_short" in error_codes(("record",))
    assert "game_over" in error_codes(("errors",))
