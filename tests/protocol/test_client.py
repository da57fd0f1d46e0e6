"""`ProtocolBot` with real child processes, well-behaved and not: every fault has its code, no child stays behind."""

from __future__ import annotations

import os
import shlex
import shutil
import time
from pathlib import Path

import pytest

from bot_scripts import REPOSITORY, command
from mirabilia import new_game
from mirabilia.protocol.client import BotFailure, ProtocolBot, place_of, seconds_allowed

EXAMPLES = REPOSITORY / "examples" / "bots"
NODE = shutil.which("node")


def ask(bot: ProtocolBot, limits: dict[str, float] | None = None):  # type: ignore[no-untyped-def]
    game = new_game("duel", seed=3)
    seat = game.to_act[0]
    options = game.options(seat)
    return options, bot.think(game.view(seat), options, limits)


def gone(pid: int, seconds: float = 5.0) -> bool:
    """Whether that process ends soon."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def test_choices_by_place_and_by_option_are_understood() -> None:
    with ProtocolBot(command()) as bot:
        options, answer = ask(bot)
        assert answer.option is options[-1]
        assert bot.hello is not None and bot.hello.name == "test"
    with ProtocolBot(command("by_dict")) as bot:
        options, answer = ask(bot)
        assert answer.option is options[0]


def test_one_process_serves_many_requests_and_ends_when_closed() -> None:
    bot = ProtocolBot(command())
    ask(bot)
    pid = bot.pid
    ask(bot)
    assert bot.pid == pid is not None
    bot.close()
    assert gone(pid)


def test_a_bot_that_is_forgotten_is_ended_too() -> None:
    bot = ProtocolBot(command())
    ask(bot)
    pid = bot.pid
    assert pid is not None
    del bot
    assert gone(pid)


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        ("crash", "crash", "exit code 7"),
        ("hang", "late", "no answer within"),
        ("garbage", "garbage", "not JSON"),
        ("wrong_id", "wrong_id", "'another'"),
        ("illegal", "illegal", "1000"),
        ("illegal_dict", "illegal", "Palace of Dreams"),
        ("refuses", "refused", "tired"),
        ("flood", "garbage", "not JSON"),
    ],
)
def test_each_fault_has_its_code_and_the_next_request_starts_anew(fault: str, code: str, words: str) -> None:
    with ProtocolBot(command(fault, after=1), grace=0.3) as bot:
        ask(bot, {"milliseconds": 20})
        pid = bot.pid
        assert pid is not None
        with pytest.raises(BotFailure) as caught:
            ask(bot, {"milliseconds": 20})
        assert caught.value.code == code
        assert words in caught.value.message
        assert fault == "refuses" or gone(pid)
        ask(bot) if fault != "refuses" else None
    assert gone(pid)


def test_the_last_words_of_a_crashed_bot_are_told() -> None:
    with ProtocolBot(command("crash")) as bot, pytest.raises(BotFailure, match="something broke"):
        ask(bot)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("no_hello", "no hello within"),
        ("bad_hello", "hello"),
        ("other_protocol", "protocol 99"),
        ("other_rules", "rules '0'"),
        ("dies_at_start", "no configuration found"),
    ],
)
def test_a_failed_handshake_says_why(fault: str, words: str) -> None:
    with ProtocolBot(command(fault), handshake=0.5 if fault == "no_hello" else 10) as bot:
        with pytest.raises(BotFailure) as caught:
            bot.start()
        assert caught.value.code == "handshake"
        assert words in caught.value.message
        assert bot.pid is None


def test_a_slow_start_is_fine_within_the_handshake_and_not_beyond() -> None:
    with ProtocolBot(command("slow_start", after=1), handshake=20) as bot:
        assert bot.start().name == "test"
    with ProtocolBot(command("slow_start", after=30), handshake=0.3) as bot, pytest.raises(BotFailure) as caught:
        bot.start()
    assert caught.value.code == "handshake"


@pytest.mark.parametrize("line", ["", "   ", "'unbalanced", "no-such-command-anywhere", "/"])
def test_commands_that_cannot_run_are_handshake_failures(line: str) -> None:
    with pytest.raises(BotFailure) as caught:
        ProtocolBot(line).start()
    assert caught.value.code == "handshake"


def test_games_it_does_not_play_are_noticed() -> None:
    with ProtocolBot(command("only_wonders")) as bot:
        bot.require("wonders", 3)
        with pytest.raises(BotFailure, match="does not play duel"):
            bot.require("duel", 2)


def test_much_noise_on_standard_error_does_not_block() -> None:
    with ProtocolBot(command("noise_on_stderr")) as bot:
        ask(bot)


def test_closing_ends_what_the_command_started_and_nothing_else(tmp_path: Path) -> None:
    """A wrapper leaves its child behind; both are in the group made for the command."""
    wrapper = tmp_path / "wrapper.sh"
    wrapper.write_text(f"sleep 600 &\necho $! > {shlex.quote(str(tmp_path / 'pid'))}\nexec {command()}\n")
    bot = ProtocolBot(["sh", str(wrapper)])
    ask(bot)
    helper = int((tmp_path / "pid").read_text())
    bot.close()
    assert gone(helper)
    os.kill(os.getpid(), 0)


@pytest.mark.parametrize(("players", "name"), [(None, "duel"), (3, "wonders")])
def test_the_examples_play_whole_games(players: int | None, name: str) -> None:
    commands = [f"python3 {shlex.quote(str(EXAMPLES / 'simple_bot.py'))}"]
    if NODE:
        commands.append(f"node {shlex.quote(str(EXAMPLES / 'simple_bot.mjs'))}")
    for line in commands:
        with ProtocolBot(line) as bot:
            game = new_game(name, players=players, seed=8)
            while not game.over:
                seat = game.to_act[0]
                options = [option.as_dict() for option in game.options(seat)]
                if len(options) == 1:
                    game.play(seat, options[0])
                    continue
                view = {"rules": "1", **game.view(seat)}
                game.play(seat, bot.choose(view, options, {"milliseconds": 500}))
            assert game.result is not None


def test_the_python_example_is_short_and_needs_nothing_of_ours() -> None:
    text = (EXAMPLES / "simple_bot.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    assert "import mirabilia" not in text and "from mirabilia" not in text


def test_time_allowed_is_the_limit_a_fifth_more_and_the_grace() -> None:
    from mirabilia.bots.base import Limits

    assert seconds_allowed(Limits(milliseconds=100), grace=0.5) == pytest.approx(0.62)
    assert seconds_allowed(Limits(simulations=100), patience=9) == 9
    assert seconds_allowed(Limits(), patience=9) == 9


def test_places_of_choices() -> None:
    options = [{"action": "a"}, {"action": "b", "n": 1}]
    assert place_of(0, options) == 0
    assert place_of({"n": 1, "action": "b"}, options) == 1
    for wrong in (-1, 2, {"action": "b"}, {}):
        assert place_of(wrong, options) is None
