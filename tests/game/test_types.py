"""What games hand out has the types it says: every view, option, quote and deal of many games fits them exactly."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import typing
from pathlib import Path

import msgspec
import pytest

import mirabilia
from mirabilia.game.schema import HIDDEN, ROOTS, schema

ROOT = Path(__file__).parents[2]
KINDS = [("duel", {}, "Duel"), *(("wonders", {"players": n}, "Wonders") for n in (2, 3, 5, 7))]


def test_generated_files_are_what_the_types_say() -> None:
    command = [sys.executable, str(ROOT / "scripts/make-types"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_field_is_described_in_words() -> None:
    for name, part in schema()["$defs"].items():
        assert "anyOf" in part or part["description"], name
        for field, inner in part.get("properties", {}).items():
            assert inner.get("description") or "enum" in inner or "const" in inner, f"{name}.{field}"


def written(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize(("name", "options", "prefix"), KINDS)
def test_what_games_hand_out_fits_its_type(name: str, options: dict[str, int], prefix: str) -> None:
    """Reading it with its type and writing it again gives the same: no field is lost, added or of another kind."""
    view_type, option_type = ROOTS[f"{prefix}View"], ROOTS[f"{prefix}Option"]
    quote_type, deal_type = ROOTS[f"{prefix}Quote"], ROOTS[f"{prefix}Deal"]
    for seed in range(3):
        game, chance = mirabilia.new_game(name, seed=seed, **options), random.Random(seed)  # type: ignore[arg-type]
        assert written(msgspec.convert(game.deal, deal_type)) == game.deal
        while True:
            for seat in (*game.seats, None):
                view = game.view(seat)
                assert json.loads(json.dumps(view)) == view
                assert written(msgspec.convert(view, view_type, strict=True)) == view
                assert written(game.look(seat, memory=False)) == game.view(seat, memory=False)
                if seat is None:
                    continue
                for option in game.options(seat):
                    told = option.as_dict()
                    assert written(msgspec.convert(told, option_type)) == told
                    for field in typing.get_type_hints(type(option)):
                        value = getattr(option, field)
                        assert field in HIDDEN or list(value if isinstance(value, tuple) else [value]) == (
                            told[field] if isinstance(told.get(field), list) else [told.get(field)]
                        )
                for quote in game.quotes(seat):
                    assert written(msgspec.convert(quote.as_dict(), quote_type)) == quote.as_dict()
            if game.over:
                break
            for _ in range(5):
                if not game.over:
                    seat = game.to_act[0]
                    game.play(seat, chance.choice(game.options(seat)))
