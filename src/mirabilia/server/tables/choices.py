"""The choices for a new table: everything a page needs to offer one."""

from __future__ import annotations

from mirabilia import __version__
from mirabilia.bots.registry import thinking_times
from mirabilia.game import KINDS
from mirabilia.json_types import JsonObject
from mirabilia.record import RULES_VERSION
from mirabilia.server.bots.offer import Offer
from mirabilia.server.tables.chat import MAX_NAME, MAX_TEXT, PHRASES
from mirabilia.server.tables.clocks import PRESETS, pace_of
from mirabilia.server.tables.records import MAX_POSITIONS


def choices_of(offer: Offer, default_level: str) -> JsonObject:
    """The choices (`bodies.Choices` describes them)."""
    return {
        "version": __version__,
        "rules": RULES_VERSION,
        "games": {
            name: {"players": (min(kind.players), max(kind.players)), **kind.choices()} for name, kind in KINDS.items()
        },
        "clocks": {preset: _paces(preset) for preset in PRESETS},
        "levels": list(offer.ladder),
        "bots": list(offer.names),
        "default_level": default_level,
        "styles": list(offer.styles),
        "milliseconds": thinking_times(),
        "phrases": list(PHRASES),
        "chat": ["off", "phrases", "free"],
        "live_score": ["open", "own", "hidden"],
        "limits": {"name": MAX_NAME, "chat": MAX_TEXT, "positions": MAX_POSITIONS},
    }


def _paces(preset: str) -> JsonObject | None:
    """What a preset of the clocks means in each game, in milliseconds."""
    paces = {name: pace_of(preset, name) for name in KINDS}
    return {name: {"bank": pace.bank, "each": pace.each} for name, pace in paces.items() if pace is not None} or None
