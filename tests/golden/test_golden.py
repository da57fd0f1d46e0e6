"""Golden playthroughs: whole games in readable files, one per way of ending and one with every kind of choice.

Each file is written again from the record at its head and must come out the same. `pytest tests/golden
--regenerate-golden` writes the files instead; the difference is then to be read and understood.
"""

from __future__ import annotations

import pytest

from golden_files import FOLDER, head, play_again, read

TITLES = {
    "duel_civilian": "a civilian victory",
    "duel_military": "a military victory",
    "duel_science": "a scientific victory, with Law",
    "duel_tie_blue": "equal points, decided by blue cards",
    "duel_tie_shared": "equal points and equal blue cards, a shared victory",
    "duel_choices": "every kind of choice, and an extra turn lost at the end of an age",
}


@pytest.mark.parametrize("name", TITLES)
def test_a_golden_game_is_played_as_it_was(name: str, request: pytest.FixtureRequest) -> None:
    play_again(name, TITLES[name], "duel_playthrough", request)


def test_every_file_is_listed() -> None:
    assert {path.stem for path in FOLDER.glob("duel_*.txt")} == set(TITLES)


def test_the_endings_are_those_of_the_titles() -> None:
    results = {name: head(read(name)).result for name in TITLES}
    assert {name: result.kind for name, result in results.items() if result} == {
        "duel_civilian": "civilian", "duel_military": "military", "duel_science": "science",
        "duel_tie_blue": "civilian", "duel_tie_shared": "civilian", "duel_choices": "civilian",
    }  # fmt: skip
    for name in ("duel_tie_blue", "duel_tie_shared"):
        result = results[name]
        assert result is not None
        first, second = result.scores
        assert first["total"] == second["total"]
        assert (first["civilian"] == second["civilian"]) == (len(result.winners) == 2) == (name == "duel_tie_shared")


def test_the_game_of_choices_has_every_kind() -> None:
    record = head(read("duel_choices"))
    actions, destroyed, lost_turn = set(), set(), False
    game = record.start()
    extra = {"The Appian Way", "The Hanging Gardens", "Piraeus", "The Sphinx", "The Temple of Artemis"}
    for seat, text in record.moves:
        option = game.find_option(seat, text)
        view = game.view(None)
        actions.add(option.action)
        if option.action == "destroy":
            destroyed.add(view["destroy_color"])
        if option.action == "wonder" and option.get("wonder") in extra and len(view["layout"]) == 1:
            lost_turn = lost_turn or view["age"] < 3
        game.play(seat, text)
    assert actions == {"draft", "build", "discard", "wonder", "token", "library", "revive", "destroy", "starter"}
    assert destroyed == {"brown", "grey"} and lost_turn
