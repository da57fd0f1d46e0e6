"""The benchmark: the same result from the same candidate, and no file that says something else than its games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from mirabilia import benchmark
from mirabilia.arena.pools import HerePool
from mirabilia.arena.settings import Entrant, parse_entrant
from mirabilia.benchmark import BenchmarkError, Result, TaskResult
from mirabilia.benchmark.results import Outcome, outcome_of, summary, write
from mirabilia.benchmark.running import parts_of
from mirabilia.cli import main

RANDOM = Entrant("random", "random")
OWN = Path(__file__).parents[2] / "examples" / "bots" / "own_bot.py"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A result of the quick part of two tasks."""
    file = tmp_path_factory.mktemp("benchmark") / "random.json"
    tasks = benchmark.tasks_named(["duel/greedy", "duel/calibration"])
    benchmark.run(RANDOM, tasks, file, suite="quick")
    return file


class Interrupted(HerePool):
    """Plays three games and then stops, as when somebody presses Ctrl+C."""

    def play(self, settings, games):
        for number, result in enumerate(super().play(settings, games)):
            if number == 3:
                raise KeyboardInterrupt
            yield result


def test_a_stopped_run_goes_on_and_ends_with_the_same_hash(played: Path, tmp_path: Path) -> None:
    file, tasks = tmp_path / "again.json", benchmark.tasks_named(["duel/greedy", "duel/calibration"])
    with pytest.raises(KeyboardInterrupt):
        benchmark.run(RANDOM, tasks, file, suite="quick", pool=Interrupted())
    assert parts_of(file).is_dir() and not file.exists()
    resumed: list[int] = []
    again = benchmark.run(RANDOM, tasks, file, suite="quick", listen=lambda task, match: resumed.append(match.resumed))
    assert resumed[0] == 3 and not parts_of(file).exists()
    assert again.hash == benchmark.read(played).hash
    with pytest.raises(BenchmarkError, match="exists already"):
        benchmark.run(RANDOM, tasks, file)


def test_another_candidate_does_not_continue_it(tmp_path: Path) -> None:
    file, tasks = tmp_path / "one.json", benchmark.tasks_named(["duel/calibration"])
    with pytest.raises(KeyboardInterrupt):
        benchmark.run(RANDOM, tasks, file, suite="quick", pool=Interrupted())
    with pytest.raises(ValueError, match="belongs to another match"):
        benchmark.run(Entrant("greedy", "greedy"), tasks, file, suite="quick")


def test_what_was_played_verifies(played: Path) -> None:
    result = benchmark.read(played)
    checked = benchmark.verify(result, sample=None)
    assert checked.games == checked.replayed == 50 and checked.candidate_too
    assert checked.asked_again > 50 * 40
    assert [part.task for part in result.results] == ["duel/greedy", "duel/calibration"]
    strength = result.results[0]
    assert strength.low <= strength.share <= strength.high < 0.5 and strength.calibration is None
    assert benchmark.verify(result, sample=2, seed=1).replayed == 4


def changed(result: Result, change: Callable[[TaskResult], TaskResult]) -> Result:
    """The result with its first task changed and a hash that fits again."""
    forged = msgspec.structs.replace(result, results=[change(result.results[0]), *result.results[1:]])
    return msgspec.structs.replace(forged, hash=forged.digest())


def with_game(result: Result, change: Callable[[Outcome], Outcome]) -> Result:
    """The result with its first game changed, all figures computed again and a hash that fits."""
    first = result.results[0]
    outcomes = [change(first.outcomes[0]), *first.outcomes[1:]]
    counted = summary(benchmark.tasks_named([first.task])[0], result.candidate, outcomes)
    return changed(result, lambda part: counted)


def refused(result: Result, candidate: str | None = None) -> str:
    with pytest.raises(BenchmarkError) as raised:
        benchmark.verify(result, sample=None, candidate=candidate)
    return raised.value.message


def test_a_changed_file_is_refused_with_a_sentence_that_says_why(played: Path) -> None:
    result, replace = benchmark.read(played), msgspec.structs.replace
    assert "does not match its hash" in refused(replace(result, name="somebody else"))
    assert "the file states share 0.9" in refused(changed(result, lambda part: replace(part, share=0.9)))
    assert "not the 40 of the quick part" in refused(
        changed(result, lambda part: replace(part, outcomes=part.outcomes[1:]))
    )
    assert "the moves give [" in refused(with_game(result, lambda game: replace(game, wins=game.wins[::-1])))
    assert "add up to one" in refused(with_game(result, lambda game: replace(game, wins=[1.0, 1.0])))
    assert "the file states points" in refused(with_game(result, lambda game: replace(game, totals=[99, 1])))
    assert "stop before the end" in refused(with_game(result, lambda game: replace(game, moves=game.moves[:-1])))
    assert "is not possible" in refused(with_game(result, lambda game: replace(game, moves=[0, *game.moves[1:]])))
    assert "made with other rules" in refused(replace(result, rules="0"))
    assert "made with other tasks" in refused(replace(result, tasks="0"))
    assert "twice" in refused(
        (lambda it: replace(it, hash=it.digest()))(replace(result, results=result.results[:1] * 2))
    )


def test_games_against_someone_else_are_noticed(played: Path, tmp_path: Path) -> None:
    """Real games by the rules, on the right deals, with every figure right: but the opponent was a weaker bot."""
    task = benchmark.tasks_named(["duel/greedy"])[0]
    settings = task.settings(RANDOM)
    weaker = msgspec.structs.replace(settings, entrants=[settings.entrants[0], Entrant("opponent", "random")])
    from mirabilia.arena import run_match

    games = run_match(weaker, task.games_of("quick")).results
    part = summary(task, RANDOM, [outcome_of(game, False) for game in games])
    forged = Result(suite="quick", name="random", candidate=RANDOM, results=[part])
    message = refused(msgspec.structs.replace(forged, hash=forged.digest()))
    assert message.startswith("duel/greedy, game 0: at move") and "greedy chooses" in message


def test_another_candidate_than_stated_is_noticed(played: Path) -> None:
    result = benchmark.read(played)
    named = msgspec.structs.replace(result, candidate=Entrant("random", "normal"))
    assert "the candidate chooses" in refused(msgspec.structs.replace(named, hash=named.digest()))


def test_an_opponent_that_gives_up_is_not_believed(played: Path) -> None:
    from mirabilia.arena.results import Forfeit

    def lost(game: Outcome) -> Outcome:
        return msgspec.structs.replace(
            game, moves=game.moves[:4], wins=[1.0, 0.0], kind="forfeit", totals=[], forfeit=Forfeit(1, "late")
        )

    assert "greedy forfeits" in refused(with_game(benchmark.read(played), lost))


def test_files_that_are_no_result_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    for content, what in (
        ("", "not a result file"),
        ("{}", "not a result file"),
        ('{"benchmark":9}', "of benchmark 9"),
    ):
        file.write_text(content)
        with pytest.raises(BenchmarkError, match=what):
            benchmark.read(file)
    with pytest.raises(BenchmarkError, match="No such file"):
        benchmark.read(tmp_path / "nowhere.json")


def test_a_search_states_chances_and_is_asked_for_them_again(tmp_path: Path) -> None:
    candidate = parse_entrant("search@simulations=8")
    file = tmp_path / "search.json"
    result = benchmark.run(candidate, benchmark.tasks_named(["duel/calibration"]), file, suite="quick")
    said = result.results[0].calibration
    assert said is not None and said.positions > 200 and 0 < said.brier < 0.3
    assert sum(tenth.positions for tenth in said.tenths) == said.positions
    assert benchmark.verify(benchmark.read(file), sample=3).candidate_too
    other = with_game(
        result, lambda game: msgspec.structs.replace(game, chances=[game.chances[0][::-1], game.chances[1]])
    )
    assert "states other chances" in refused(other)


def test_the_table_and_the_tasks(played: Path) -> None:
    result = benchmark.read(played)
    taught = msgspec.structs.replace(result, name="taught", training=benchmark.Training(1000, 60.0))
    text = benchmark.markdown([result, taught])
    assert "| share of wins, % | random | taught |" in text and text.count("`duel/greedy`") == 1
    own = changed(taught, lambda part: msgspec.structs.replace(part, share=0.6))
    assert "| `duel/greedy` | taught | 1,000 | 60 |" in benchmark.markdown([own])
    assert {task.game for task in benchmark.TASKS} == {"duel", "wonders"}
    assert {task.edition for task in benchmark.TASKS} == {1, 2}
    assert len(benchmark.tasks_named([])) == len(benchmark.TASKS)
    with pytest.raises(BenchmarkError, match="there are: duel/greedy"):
        benchmark.tasks_named(["chess"])


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.json"
    run = ["benchmark", "run", f"py:{OWN}:Builder", "--name", "builder", "--task", "duel/calibration", "--quick"]
    assert main([*run, "--jobs", "0", "--out", str(file), "--samples", "0"]) == 0
    assert "`duel/calibration`" in capsys.readouterr().out
    assert main(["benchmark", "verify", str(file), "--all", "--candidate", f"py:{OWN}:Builder"]) == 0
    assert "games: 10, games replayed: 10" in capsys.readouterr().out
    forged = changed(benchmark.read(file), lambda part: msgspec.structs.replace(part, games=11))
    write(forged, tmp_path / "forged.json")
    assert main(["benchmark", "verify", "--json", str(file), str(tmp_path / "forged.json")]) == 1
    judged = msgspec.json.decode(capsys.readouterr().out)
    assert [entry["right"] for entry in judged] == [True, False] and "states games 11" in judged[1]["says"]
    assert main(["benchmark", "table", str(file)]) == 0
    assert "| builder |" in capsys.readouterr().out
    assert main(["benchmark", "run", "random", "--task", "chess", "--out", str(file)]) == 2
    assert "there is no task 'chess'" in capsys.readouterr().err
    assert main(["benchmark", "tasks", "--json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["hash"] == benchmark.tasks_hash()
