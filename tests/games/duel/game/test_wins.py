"""What a view says about wins and uncovered places is what happens when the card is taken."""

from __future__ import annotations

import random

import mirabilia
from mirabilia.game.option import Option
from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.duel.game.game import DuelGame

COLOR = {card.name: card.color for card in duel_catalog().cards}


def card_of(option: Option) -> str:
    card = option.as_dict()["card"]
    assert isinstance(card, str)
    return card


def test_a_card_wins_exactly_where_its_slot_says_so() -> None:
    wins = 0
    for seed in range(120):
        rng = random.Random(seed)
        game = mirabilia.new_game("duel", seed=seed)
        assert isinstance(game, DuelGame)
        while not game.over:
            (seat,) = game.to_act
            options = game.options(seat)
            view = game.look(seat)
            slots = {slot.card: slot for slot in view.layout if slot.open}
            builds = [option for option in options if option.action == "build"]
            for option in builds:
                slot = slots[card_of(option)]
                after = game.copy()
                after.play(seat, option)
                won = after.over and after.result is not None and after.result.kind != "civilian"
                assert won == (seat in slot.wins), (seed, option.text)
                wins += won
                later = after.look(seat)
                if later.phase == "turn" and later.age == view.age:
                    now = {other.slot for other in later.layout if other.open}
                    assert set(slot.uncovers) == now - {other.slot for other in slots.values()}, (seed, option.text)
            # Red and green cards first, so that such ends come about.
            keen = [option for option in builds if COLOR[card_of(option)] in ("red", "green")]
            game.play(seat, rng.choice(keen or builds or options))
    assert wins > 20


def test_what_is_missing_to_win() -> None:
    game = mirabilia.new_game("duel", seed=3, first_game_wonders=True)
    city = game.view(0)["cities"][0]
    assert (city["steps_to_win"], city["symbols_to_win"]) == (9, 6)
