"""Golden playthroughs of 7 Wonders: whole games of 2, 3 and 7 players in readable files.

Each file is written again from the record at its head and must come out the same. `pytest tests/golden
--regenerate-golden` writes the files instead; the difference is then to be read and understood.
"""

from __future__ import annotations

import pytest

import mirabilia
from golden_files import FOLDER, head, play_again, read

TITLES = {
    "wonders_2_halikarnassos": "two players, Halikarnassos as the Free City against Babylon and Olympia",
    "wonders_2_babylon": "two players, Babylon as the Free City against Halikarnassos and Rhodos",
    "wonders_2_olympia": "two players, Olympia as the Free City against Alexandria and Ephesos",
    "wonders_3": "three players with the boards of many decisions; the seventh card, then a card from the pile",
    "wonders_7": "seven players, all boards, a guild copied by Olympia",
    "wonders_edition_2_3": "three players, second edition: Olympia's and Babylon's night, Halikarnassos' day",
    "wonders_edition_2_7": "seven players, second edition: all boards, the first of each colour free, the new cards",
}
# Kinds of decision (f: for the Free City) and other things that happen in each game.
SHOWN = {
    "wonders_2_halikarnassos": "build, stage, discard, free_build, a seventh card, a split, chain, "
    "f build, f stage, f discard, f revive, f forced by a chain",
    "wonders_2_babylon": "build, stage, discard, revive, a split, chain, f build, f stage, f a seventh card, f a split",
    "wonders_2_olympia": "build, stage, discard, f build, f stage, f discard, f free_build, f a split",
    "wonders_3": "build, stage, discard, free_build, revive, a seventh card, a split, chain, seventh then revive",
    "wonders_7": "build, stage, discard, revive, a seventh card, a split, chain, a copied guild",
    "wonders_edition_2_3": "build, stage, discard, revive, a seventh card, a split, chain, "
    "free by a power, a complete wonder",
    "wonders_edition_2_7": "build, stage, discard, revive, a split, chain, free by a power, a complete wonder, "
    "Well, Ludus, Castrum",
}
NEW = ("Well", "Ludus", "Castrum")  # plain cards of the second edition


@pytest.mark.parametrize("name", TITLES)
def test_a_golden_game_is_played_as_it_was(name: str, request: pytest.FixtureRequest) -> None:
    play_again(name, TITLES[name], "wonders_playthrough", request)


def test_every_file_is_listed() -> None:
    assert {path.stem for path in FOLDER.glob("wonders_*.txt")} == set(TITLES) == set(SHOWN)


def happened(record: mirabilia.Record) -> set[str]:
    """What a game shows, in the words of SHOWN."""
    seen: set[str] = set()
    game = record.start()
    last = ("", 0)
    for seat, text in record.moves:
        option = game.find_option(seat, text)
        view = game.view(None)
        mark = "f " if option.get("city") == "free" else ""
        seen.add(mark + option.action)
        if min(option.get("pay", [0])) > 0:
            seen.add(mark + "a split")
        if view["phase"] == "seventh":
            seen.add(mark + "a seventh card")
        if last == ("seventh", view["age"]) and view["phase"] == "revive":
            seen.add("seventh then revive")
        quotes = [q.as_dict() for q in game.quotes(seat) if q.card == option.card]
        if option.action == "build" and any(line["source"] == "power" for line in quotes[0]["plan"]):
            seen.add("free by a power")
        if option.card in NEW:
            seen.add(option.card)
        if option.action == "build" and quotes[0]["chain"]:
            seen.add("chain")
            ways = [o for o in game.options(seat) if o.get("card") == option.get("card")]
            stages = any(o.action == "stage" for o in game.options(seat))
            if mark and len(ways) == 1 and stages:
                seen.add("f forced by a chain")
        last = (view["phase"], view["age"])
        game.play(seat, text)
    cities, result = game.view(None)["cities"], game.result
    assert result is not None
    for seat, city in enumerate(cities[: game.seats]):
        own = any(card.endswith("Guild") for card in city["cards"])
        if city["copies_guild"] and not own and result.scores[seat]["guilds"] > 0:
            seen.add("a copied guild")
        if "Decorators Guild" in city["cards"] and city["stages"] == city["stages_in_all"]:
            seen.add("a complete wonder")
    return seen


@pytest.mark.parametrize("name", TITLES)
def test_a_golden_game_shows_what_it_is_for(name: str) -> None:
    assert set(SHOWN[name].split(", ")) <= happened(head(read(name)))
