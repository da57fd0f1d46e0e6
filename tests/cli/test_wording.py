"""Help and complaints of the command line in five languages: every command and option has its text, no text is left."""

from __future__ import annotations

import pytest

from mirabilia.cli.app import app
from mirabilia.cli.language import speak
from mirabilia.cli.wording import command_key, commands_of, parameter_key, worded
from mirabilia.locales.catalogs import BY_CODE, ORIGINAL, texts


@pytest.fixture(autouse=True)
def english_again(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
    yield
    speak("en")


def test_every_command_and_option_has_a_text_and_no_text_is_left():
    asked = {"command.epilog", "parameter.help"}
    for path, command in commands_of(worded(app, [])):
        asked.add(command_key(path))
        asked |= {parameter_key(path, each.name) for each in command.params if not getattr(each, "hidden", False)}
    there = {key for key in texts(ORIGINAL, "commands") if key.startswith(("command.", "parameter."))}
    assert asked == there


@pytest.mark.parametrize("lang", BY_CODE)
def test_help_is_in_the_language_and_within_80_columns(run, lang):
    for words in ((), ("play", "wonders"), ("arena",), ("admin", "ban"), ("serve",)):
        done = (
            run(*words, "--lang", lang, "--help") if words[:1] == ("play",) else run("--lang", lang, *words, "--help")
        )
        assert done.code == 0 and done.widest <= 80
        shown = " ".join(done.out.replace("│", " ").split())
        key = command_key(words and tuple(words))
        assert texts(lang, "commands")[key].forms[0].split()[-1].rstrip(".") in shown
        for heading in ("usage.usage", "usage.options"):
            assert texts(lang, "commands")[heading].forms[0] in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nonsense",), "There is no command “nonsense”"),
        (("new-game",), "There is no command “new-game”."),
        (("play", "chess"), "There is no command “chess”. Run mirabilia play --help for help."),
        (("play", "duel", "--seat", "2"), "“--seat” must be a number from 0 to 1"),
        (("bench", "--runs", "0"), "“--runs” must be a number of at least 1"),
        (("play", "duel", "--seed", "x"), "“--seed” must be a number."),
        (("new-deal",), "“GAME” is missing: duel or wonders"),
        (("new-deal", "chess"), "“GAME” must be duel or wonders"),
        (("replay",), "“FILE” is missing"),
        (("score", "a", "b", "c"), "Too many arguments: b c"),
        (("verify", "a", "--json=3"), "“--json” takes no value"),
        (("play", "duel", "--seed"), "“--seed” needs a value"),
        (("arena", "--gmaes", "3"), "Did you mean --games, --grace or --players?"),
        (("doctor", "--zzzzzzz"), "There is no option “--zzzzzzz” here"),
        (("--lang", "xx", "doctor"), "There is no language “xx”. Choose en, et, ru, tr or nb."),
    ],
)
def test_wrong_usage_is_one_line_that_says_what_is_wrong(run, words, said):
    done = run(*words)
    assert done.code == 2 and said in done.err
    assert done.err.startswith("mirabilia: ") and done.err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [("play", "wonders"), ("new-deal", "wonders"), ("arena", "wonders", "--bots", "random,easy")]
)
def test_two_cannot_play_the_second_edition(run, words):
    done = run(*words, "--players", "2", "--edition", "2")
    assert done.code != 0
    assert done.err == "mirabilia: 7 Wonders, edition 2, is for 3 to 7 players, not 2\n"


def test_wrong_usage_is_told_in_the_language(run, monkeypatch):
    assert "Puudub „FILE”" in run("--lang=et", "replay").err
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert "Нет команды «chess»" in run("play", "chess").err


def test_a_command_without_words_shows_its_help(run, monkeypatch):
    monkeypatch.setenv("LC_ALL", "nb_NO.UTF-8")
    done = run("play")
    assert done.code == 2 and "Kommandoer" in done.out and "Spill mot boter" in done.out


def test_every_setting_of_the_server_has_a_text_and_no_text_is_left():
    from mirabilia.server.settings import Settings

    there = {key: entry.forms[0] for key, entry in texts(ORIGINAL, "commands").items() if key.startswith("setting.")}
    said = {f"setting.{name}": field.description for name, field in Settings.model_fields.items()}
    plain = {key: form.replace("’", "'").replace("\u00a0", " ") for key, form in there.items()}
    assert plain == said, "the sentences of server/settings.py and of commands.po are the same"


@pytest.mark.parametrize("lang", BY_CODE)
def test_settings_are_explained_in_the_language(run, lang, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    done = run("--lang", lang, "config", "show", "--data-dir", "there")
    assert done.code == 0
    lines = {line.split()[0]: line for line in done.out.splitlines() if line.startswith("MIRABILIA_")}
    words = {key: entry.forms[0].replace("\u00a0", " ") for key, entry in texts(lang, "commands").items()}
    for variable, line in lines.items():
        assert words["setting." + variable.removeprefix("MIRABILIA_").lower()] in line
    assert words["setting_from.command_line"] in lines["MIRABILIA_DATA_DIR"]
    assert words["setting_from.default"] in lines["MIRABILIA_MAX_SOCKETS"]


def test_a_check_of_a_bot_is_told_in_the_language(run):
    done = run("--lang", "et", "protocol-check", "no-such-command-anywhere")
    assert done.code == 1
    assert "käivitamine: Käsku ei saa käivitada" in done.out


@pytest.mark.parametrize("lang", BY_CODE)
def test_a_training_run_is_told_in_the_language(lang, tmp_path):
    from mirabilia.cli.train import sentence_of

    speak(lang)
    line = {"generation": 3, "games": 1500, "rows": 20000, "minutes": 1.5, "against_first": 0.75, "against_before": ""}
    said = sentence_of("generation", line, tmp_path)
    assert "curves.csv" in said and ("%75" if lang == "tr" else "75") in said
    assert said.split()[0] == texts(lang, "commands")["train.generation"].forms[0].split()[0]
    assert sentence_of("resumed", {"generation": 4}, tmp_path).rstrip(".").endswith("4") or lang == "tr"
