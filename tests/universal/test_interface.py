"""Both games have the same compiled functions under the same names, with the same arguments in the same order."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

import pytest

INTERFACE = {
    "state": ("State", "acting", "kind_of", "card_of"),
    "options": ("MAX_OPTIONS", "options"),
    "apply": ("apply", "apply_reporting"),
    "scoring": ("SCORE_ROOM", "SCORE_WIDTH", "score", "winners"),
    "setup": ("SCRATCH", "deal"),
    "redeal": ("redeal",),
    "recount": ("recount",),
    "event_rows": ("ROWS", "EVENT_ROOM", "EVENT_WIDTH", "WHYS", "report_start"),
    "tables": ("CATALOG", "CATEGORIES"),
}


def found(game: str, module: str, name: str) -> Any:
    return getattr(importlib.import_module(f"mirabilia.games.{game}.rules.{module}"), name)


@pytest.mark.parametrize(("module", "name"), [(module, name) for module in INTERFACE for name in INTERFACE[module]])
def test_both_games_have_it_with_the_same_arguments(module: str, name: str) -> None:
    duel, wonders = found("duel", module, name), found("wonders", module, name)
    if name.islower():
        signatures = [inspect.signature(getattr(one, "py_func", one)) for one in (duel, wonders)]
        # Only 7 Wonders has editions.
        parameters = [{k: p for k, p in one.parameters.items() if k != "edition"} for one in signatures]
        assert list(parameters[0]) == list(parameters[1])
        shown = [[str(p.annotation) for p in found.values()] for found in parameters]
        assert shown[0] == shown[1]
        assert signatures[0].return_annotation == signatures[1].return_annotation
    else:
        assert type(duel) is type(wonders) or "Catalog" in type(duel).__name__
