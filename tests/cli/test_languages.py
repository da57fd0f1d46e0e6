"""The terminal in five languages: chosen by option or environment, all words translated, all lines within bounds."""

from __future__ import annotations

import random
import re

import pytest

import mirabilia
from mirabilia.cli.language import VARIABLES, speak, spoken, t
from mirabilia.errors import MirabiliaError
from mirabilia.games.duel.terminal import screen as duel_screen
from mirabilia.games.duel.terminal import texts as duel_texts
from mirabilia.games.wonders.terminal import screen as wonders_screen
from mirabilia.games.wonders.terminal import texts as wonders_texts
from mirabilia.locales.catalogs import BY_CODE

OTHERS = [lang for lang in BY_CODE if lang != "en"]
# Words of the English screens; none may be left on a screen in another language.
ENGLISH = re.compile(
    r"\b(turn|wonder|stage|cards?|coins?|shields?|points|build|discard|free|hand|neighbour|raw|made|chain|the|you|your)\b"
)


@pytest.fixture(autouse=True)
def english_again():
    yield
    speak("en")


def test_the_option_goes_before_the_environment(monkeypatch):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    speak(None)
    assert spoken() == "en"
    for name, lang in zip(reversed(VARIABLES), ("et_EE.UTF-8", "ru_RU", "tr", "nn_NO"), strict=True):
        monkeypatch.setenv(name, lang)
        speak(None)
        assert spoken() == {"et_EE.UTF-8": "et", "ru_RU": "ru", "tr": "tr", "nn_NO": "nb"}[lang]
    speak("et")
    assert spoken() == "et"
    with pytest.raises(MirabiliaError, match="Velg en, et, ru, tr eller nb"):  # as the environment asks
        speak("xx")


@pytest.mark.parametrize("words", [("--lang", "ru", "play", "duel"), ("play", "duel", "--lang", "ru")])
def test_the_option_stands_before_or_behind_the_command(run, words):
    done = run(*words, "--seed", 7, "--first-game", answers="?\nq\n")
    assert done.code == 0 and "7 ЧУДЕС: ДУЭЛЬ" in done.out and t("terminal.help.help") in done.out


def test_an_unknown_language_is_refused(run):
    done = run("play", "duel", "--lang", "xx")
    assert done.code == 2 and "There is no language “xx”" in done.err


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize(("name", "screen", "players"), [
    ("duel", duel_screen.SCREEN, 2), ("wonders", wonders_screen.SCREEN, 2), ("wonders", wonders_screen.SCREEN, 5),
])  # fmt: skip
def test_every_screen_fits_and_is_translated(lang, name, screen, players):
    speak(lang)
    game, chance = mirabilia.new_game(name, seed=5, players=players), random.Random(5)
    names, seen = [f"S{seat}" for seat in game.seats], 0
    while not game.over:
        seat = game.to_act[0]
        if seat == 0:
            lines = screen.board(game, 0, names, []) + screen.choices(game, 0, names)[0]
            rows = [row for line in lines for row in line.plain.split("\n")]
            assert max(map(len, rows)) <= screen.columns
            assert not ENGLISH.search("\n".join(rows).lower()), ENGLISH.search("\n".join(rows).lower())
            seen += 1
        told = screen.tell([event.as_dict() for event in game.play(seat, chance.choice(game.options(seat)))], names)
        assert not ENGLISH.search(" ".join(told).lower()), told
    assert seen > 10


@pytest.mark.parametrize("lang", BY_CODE)
def test_help_fits(lang):
    speak(lang)
    for screen in (duel_screen.SCREEN, wonders_screen.SCREEN):
        assert max(map(len, screen.help().splitlines())) <= screen.columns


@pytest.mark.parametrize("lang", BY_CODE)
def test_labels_keep_within_their_columns(lang):
    speak(lang)
    assert max(len(t(f"terminal.{row}")) for row in ("has", "buy")) <= 4
    assert max(len(t(f"terminal.{row}")) for row in ("science", "tokens")) <= 7
    assert len(t("terminal.chain")) <= 6 and len(t("terminal.guild")) <= 9
    assert len(t("terminal.short_of", n=9)) <= 10
    assert all(len(duel_texts.wonder_short(name)) <= 11 for name in duel_texts.WONDERS)
    for prices in (1, 2):
        assert len(t("terminal.you_pay", raw=prices, made=prices)) <= 28
    for key in ("war_even", "war_ahead", "war_behind"):
        assert len(t(f"terminal.{key}", mine=10, theirs=12)) <= 24 or key == "war_even"


@pytest.mark.parametrize("lang", BY_CODE)
def test_things_are_explained_by_their_own_names(lang):
    speak(lang)
    game = mirabilia.new_game("duel", seed=6, first_game_wonders=True)
    for name in ("Baths", "The Sphinx", "Law"):
        for word in (name, duel_texts.name_of(name)):
            lines = duel_screen.SCREEN.explain(game, 0, ["A", "B"], word)
            assert lines and duel_texts.name_of(name) in lines[0].plain
    game = mirabilia.new_game("wonders", players=3, seed=6)
    for word in ("Gizah", wonders_texts.board_name("Gizah"), wonders_texts.card_name("Walls")):
        assert wonders_screen.SCREEN.explain(game, 0, ["A", "B", "C"], word)


def test_moves_may_be_typed_in_the_language(run):
    deal = mirabilia.new_game("duel", seed=5)
    (seat,) = deal.to_act
    wonder = deal.options(seat)[-1].get("wonder")
    speak("et")
    typed = f"võta {duel_texts.name_of(wonder)}"
    done = run("play", "duel", "--seed", 5, "--seat", seat, "--lang", "et", "--name", "Mari", answers=f"{typed}\nq\n")
    assert t("log.duel.draft", player="Mari", wonder=duel_texts.name_of(wonder)) in done.out


def test_errors_say_first_in_the_language_what_is_wrong(run, tmp_path):
    file = tmp_path / "bad.record"
    file.write_text("nonsense", encoding="utf-8")
    done = run("--lang", "nb", "score", file)
    speak("nb")
    assert done.code == 2 and t("error.not_a_record") in done.err


@pytest.mark.parametrize("lang", OTHERS)
def test_what_the_library_says_in_english_is_named_as_a_detail(run, tmp_path, lang):
    """The sentence in the language comes first; the English about the fault has a name in front of it."""
    broken = tmp_path / "broken.record"
    broken.write_text("[Game duel]\nnonsense\n", encoding="utf-8")
    done = run("replay", broken, "--lang", lang)
    named = t("usage.detail", error="", detail="").strip()
    assert done.code == 2 and f" {named} " in done.err and str(broken) in done.err.split(named)[1]
    assert not ENGLISH.search(done.err.split(named)[0])


@pytest.mark.parametrize("lang", BY_CODE)
def test_the_usual_faults_of_files_are_told_in_the_language(run, tmp_path, lang):
    done = run("replay", tmp_path, "--lang", lang)
    assert done.code == 2 and t("files.fault.eisdir") in done.err and "directory" not in done.err
