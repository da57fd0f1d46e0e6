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
    "telling": ("ROWS", "EVENT_ROOM", "EVENT_WIDTH", "WHYS", "report_start"),
    "tables": ("CATALOG", "CATEGORIES"),
}


def found(game: str, module: str, name: str) -> Any:
    return getattr(importlib.import_module(f"mirabilia.games.{game}.rules.{module}"), name)


@pytest.mark.parametrize(("module", "name"), [(module, name) for module in INTERFACE for name in INTERFACE[module]])
def test_both_games_have_it_with_the_same_arguments(module: str, name: str) -> None:
    duel, wonders = found("duel", module, name), found("wonders", module, name)
    if name.islower():
        parameters = [inspect.signature(getattr(one, "py_func", one)).parameters for one in (duel, wonders)]
        assert list(parameters[0]) == list(parameters[1])
        shown = [[str(p.annotation) for p in found.values()] for found in parameters]
        assert shown[0] == shown[1]
        results = [inspect.signature(getattr(one, "py_func", one)).return_annotation for one in (duel, wonders)]
        assert results[0] == results[1]
    else:
        assert type(duel) is type(wonders) or "Catalog" in type(duel).__name__
