"""What three outside users tripped over when they first tried the library: each point has a test that holds it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent

POINTS = {
    "threads that read one game": "game/test_library_habits.py::test_seats_may_be_read_from_threads_at_once",
    "copy.copy makes a game of its own": "game/test_library_habits.py::test_a_copy_is_a_game_of_its_own",
    "going on keeps the bot and the tags": "cli/test_play_duel.py::test_going_on_keeps_the_bot_and_the_tags",
    "a finished game is saved": "cli/test_play_duel.py::test_a_finished_game_is_saved_without_being_asked",
    "NumPy's numbers as seeds": "game/test_library_habits.py::test_numpy_numbers_are_numbers",
    "values of an analysis are shares": "bots/test_requests.py::test_values_are_shares_of_the_win_as_the_protocol_says",
    "outside bots hear game, players and a seed; one that cannot play is told": (
        "server/test_people.py::test_an_outside_bot_hears_what_is_played_and_one_that_cannot_is_let_go"
    ),
    "more games than memory holds": "arena/test_schedule.py::test_more_games_than_memory_holds_are_never_listed",
    "a wheel without the page says so": "test_ground.py::test_the_wheel_carries_the_package_with_its_data",
    "export without a database": "server/test_cli.py::test_export_without_a_database_says_so_and_makes_none",
    "results cannot be changed and have hashes": (
        "game/test_library_habits.py::test_results_cannot_be_changed_and_have_hashes"
    ),
    "options cannot be changed": "game/test_library_habits.py::test_options_cannot_be_changed",
    "lazy names are listed": "game/test_library_habits.py::test_lazy_names_are_listed",
    "redealt with what is no seed": "game/test_library_habits.py::test_what_is_no_number_is_refused",
    "replay beyond the record": "game/test_library_habits.py::test_replay_refuses_moves_that_are_not_there",
    "a card held twice is counted": "cli/test_play_wonders.py::test_a_card_held_twice_is_counted",
    "the usual bot, and names in the help": (
        "cli/test_play_duel.py::test_without_a_bot_named_an_easy_one_plays_and_the_help_names_them_all"
    ),
    "one bot for several threads": "bots/test_requests.py::test_one_bot_may_be_asked_by_several_threads",
    "a bot against its like": (
        "arena/test_ratings.py::test_a_bot_against_its_like_has_an_honest_interval_also_with_half_a_pair"
    ),
    "points below zero in bars": "arena/test_report.py::test_plots_hold_their_numbers_inside",
    "a record imported twice": "server/test_storage.py::test_importing_files_is_all_or_nothing_and_follows_no_paths",
    "JSON from verify, replay and score": "cli/test_records.py::test_programs_read_json",
    "JSON from doctor": "cli/test_build_core_doctor.py::test_doctor_speaks_json",
}


@pytest.mark.parametrize("point", POINTS)
def test_each_point_is_held_by_a_test(point: str) -> None:
    file, name = POINTS[point].split("::")
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    assert any(isinstance(node, ast.FunctionDef) and node.name == name for node in tree.body)
