"""The lessons: played through the engine, everything a step claims happens when it says so."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from mirabilia import from_deal
from mirabilia.json_types import JsonFields
from mirabilia.locales.build import bundle
from mirabilia.locales.catalogs import DOMAINS, LANGUAGES
from mirabilia.study.games import study_of
from mirabilia.study.lessons import PUPIL, scripted_move
from mirabilia.study.model import Step

GAMES = ["duel", "wonders"]
# What a beginner has met at the end, by the steps that show it: the order in which a game is understood.
ORDER = {
    "duel": ["goods", "price", "shield", "science", "chain", "token", "wonder", "discard", "loot", "guild", "last"],
    "wonders": ["goods", "price", "shield", "science", "chain", "stage", "discard", "conflict", "guild", "last"],
}


def events_by_round(name: str) -> dict[int, list[JsonFields]]:
    """What happens in each round of a lesson, with the moves played by the engine."""
    lesson = study_of(name).LESSON
    game = from_deal(lesson.deal)
    happened: dict[int, list[JsonFields]] = defaultdict(list)
    for number, moves in enumerate(lesson.rounds):
        for seat, move in moves:
            happened[number] += [event.as_dict() for event in game.play(seat, move)]
    assert game.over
    assert game.result is not None and game.result.winners == (PUPIL,)
    return happened


@pytest.mark.parametrize("name", GAMES)
def test_what_a_step_claims_happens_in_its_round(name: str) -> None:
    happened = events_by_round(name)
    claims = [(step, claim) for step in study_of(name).LESSON.steps for claim in step.claims]
    assert len(claims) > 12
    for step, claim in claims:
        wanted = {key: value for key, value in claim.items() if key != "round"}
        found = [event for event in happened[claim["round"]] if wanted.items() <= event.items()]
        assert found, f"{step.name}: {claim} does not happen"


@pytest.mark.parametrize("name", GAMES)
def test_a_deed_is_told_before_it_is_done_and_shows_what_it_is_about(name: str) -> None:
    steps = study_of(name).LESSON.steps
    assert [step.round for step in steps] == sorted(step.round for step in steps)
    deeds = [step for step in steps if step.deed]
    assert len({step.round for step in deeds}) == len(deeds)  # one idea for each move
    for step in deeds:
        assert any(claim["round"] == step.round for claim in step.claims)
        assert not step.ring  # the ring is around the card or button of the move
    names = [step.name for step in steps]
    assert len(set(names)) == len(names)
    assert [step for step in names if step in ORDER[name]] == ORDER[name]


@pytest.mark.parametrize("name", GAMES)
def test_the_price_of_a_deed_is_what_the_engine_asks(name: str) -> None:
    lesson = study_of(name).LESSON
    game = from_deal(lesson.deal)
    prices: dict[int, int] = {}
    for number, moves in enumerate(lesson.rounds):
        for seat, move in moves:
            if seat == PUPIL:
                option = game.find_option(seat, move).as_dict()
                prices[number] = option.get("price", sum(option.get("pay", ())) + option.get("bank", 0))
        for seat, move in moves:
            game.play(seat, move)
    priced = [step for step in lesson.steps if step.price is not None]
    assert len(priced) > 8
    assert {step.name: step.price for step in priced} == {step.name: prices[step.round] for step in priced}


@pytest.mark.parametrize("name", GAMES)
def test_every_step_has_its_text_in_every_language(name: str) -> None:
    def key(step: Step) -> str:
        return f"lesson.{name}.{step.name}"

    wanted = {*map(key, study_of(name).LESSON.steps), f"lesson.{name}.end"}
    for language in (each.code for each in LANGUAGES):
        have = {text for text in bundle(language, DOMAINS) if re.fullmatch(rf"lesson\.{name}\.[a-z]+", text)}
        assert have - {f"lesson.{name}.title"} == wanted


# What a beginner should be able to say afterwards, and the words of the steps that say it (docs/study.md).
ANSWERS = {
    "duel": {
        "goal": "more points|at once|capital|six different",
        "goods": "every turn",
        "price": "2 coins, plus 1",
        "shield": "opponent’s capital|nine spaces",
        "science": "Six different|two identical",
        "chain": "free",
        "wonder": "any card under it",
        "discard": "2 coins",
        "loot": "loses 2 coins",
        "last": "points are counted",
        "end": "other two ways to win",
    },
    "wonders": {
        "goal": "most points",
        "hand": "in secret|to the left",
        "goods": "every turn",
        "price": "left neighbour|2 coins",
        "war": "more shields|1 point|−1",
        "science": "identical|different",
        "chain": "free",
        "stage": "stage of your wonder",
        "discard": "3 coins",
        "conflict": "3 points",
        "guild": "purple",
        "last": "points are counted",
        "end": "Points come from",
    },
}


@pytest.mark.parametrize("name", GAMES)
def test_the_words_of_a_lesson_answer_what_a_beginner_is_asked(name: str) -> None:
    texts = bundle("en", DOMAINS)
    for step, said in ANSWERS[name].items():
        words = str(texts[f"lesson.{name}.{step}"]).replace("\u00a0", " ").casefold()
        for each in said.casefold().split("|"):
            assert each in words, (step, each)


# A slow reader's pace, and what a tap and a round of the game take (measured with animations, docs/study.md).
WORDS_PER_MINUTE, SECONDS_PER_TAP, SECONDS_PER_ROUND = 150, 3, 0.8


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_takes_six_minutes_at_most(name: str) -> None:
    lesson, texts = study_of(name).LESSON, bundle("en", DOMAINS)
    words = sum(len(str(texts[f"lesson.{name}.{step.name}"]).split()) + 5 * step.deed for step in lesson.steps)
    taps = sum(2 if step.deed else 1 for step in lesson.steps)
    seconds = words / WORDS_PER_MINUTE * 60 + taps * SECONDS_PER_TAP + len(lesson.rounds) * SECONDS_PER_ROUND
    assert seconds < 6 * 60, f"{words} words, {taps} taps: {seconds:.0f} s"


@pytest.mark.parametrize("name", GAMES)
def test_the_script_is_followed_until_somebody_leaves_it(name: str) -> None:
    lesson = study_of(name).LESSON
    game = from_deal(lesson.deal)
    for moves in lesson.rounds[:7]:
        for seat, move in moves:
            assert scripted_move(game, seat) == move
            game.play(seat, move)
    seat, move = lesson.rounds[7][0]
    assert scripted_move(game, seat) == move
    game.play(seat, next(option for option in game.options(seat) if option.text != move))
    for seat, move in lesson.rounds[7][1:]:
        game.play(seat, move)  # nobody knows yet what the others have chosen
    assert all(scripted_move(game, who) is None for who in game.to_act)
