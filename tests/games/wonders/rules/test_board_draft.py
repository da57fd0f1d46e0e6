"""Drafting boards: rulings 62 to 65, in both editions, and that nothing changes where nobody asks for it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import mirabilia
from mirabilia import batch, encoding
from mirabilia.bots import BotError, make_bot
from mirabilia.errors import BadDeal, BadOption, BadView, IllegalMove, NotYourTurn
from mirabilia.games.wonders.catalog import wonders_catalog
from mirabilia.study import analyse

ruling = pytest.mark.ruling
TABLES = [(edition.number, players) for edition in wonders_catalog().editions for players in edition.players]
CITIES = [board.city for board in wonders_catalog().edition(1).boards]


def drafting(players: int = 3, seed: int = 7, edition: int = 1) -> mirabilia.Game:
    return mirabilia.new_game("wonders", players=players, seed=seed, edition=edition, boards="draft")


def boards_of(game: mirabilia.Game) -> list[tuple[str, str]]:
    return [(city["board"], city["side"]) for city in game.view(None)["cities"]]


def play_on(game: mirabilia.Game, seed: int = 0, while_phase: str | None = None) -> mirabilia.Game:
    chance = random.Random(seed)
    while not game.over and while_phase in (None, game.view(None)["phase"]):
        seat = game.to_act[0]
        game.play(seat, chance.choice(game.options(seat)))
    return game


@ruling(62)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_boards_are_dealt_and_one_seat_drawn_by_lot_chooses_first(edition: int, players: int) -> None:
    firsts = set()
    for seed in range(12):
        game = drafting(players, seed, edition)
        usual = mirabilia.new_game("wonders", players=players, seed=seed, edition=edition)
        first = game.deal["drafter"]
        firsts.add(first)
        assert game.deal == {**usual.deal, "drafter": first}
        assert boards_of(game) == boards_of(usual)
        assert (game.to_act, game.view(None)["phase"]) == ((first,), "board")
        assert game.view(0)["draft"] == {"first": first, "chosen": [], "free": CITIES}
    assert len(firsts) > 1


@ruling(63)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_seat_in_turn_takes_a_board_that_nobody_has_chosen(edition: int, players: int) -> None:
    game = drafting(players, 3, edition)
    chance, seat = random.Random(players), game.deal["drafter"]
    chosen: list[int] = []
    free = list(CITIES)
    while game.view(None)["phase"] == "board":
        assert game.to_act == (seat,)
        options = game.options(seat)
        assert [option.text for option in options] == [f"board {city} {side}" for city in free for side in "AB"]
        others = [other for other in game.seats if other != seat]
        assert not any(game.options(other) for other in others)
        with pytest.raises(NotYourTurn):
            game.play(others[0], options[0])
        option = chance.choice(options)
        game.play(seat, option)
        assert option.board is not None
        free.remove(option.board)
        chosen.append(seat)
        if len(chosen) < players:
            assert game.view(None)["draft"] == {"first": chosen[0], "chosen": chosen, "free": free}
            with pytest.raises(IllegalMove):
                game.play(game.to_act[0], option)
        seat = (seat + 1) % players
    assert sorted(chosen) == list(game.seats)


@ruling(64)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_city_whose_board_is_taken_gets_the_other_one(edition: int, players: int) -> None:
    for seed in range(6):
        game = drafting(players, seed, edition)
        chance = random.Random(seed)
        while game.view(None)["phase"] == "board":
            seat, before = game.to_act[0], boards_of(game)
            option = chance.choice(game.options(seat))
            (event, *rest) = [event.as_dict() for event in game.play(seat, option)]
            after = boards_of(game)
            owners = [city for city, (board, _) in enumerate(before) if board == option.board and city != seat]
            wanted = list(before)
            for owner in owners:
                wanted[owner] = before[seat]
            assert option.board is not None and option.side is not None
            wanted[seat] = option.board, option.side
            assert after == wanted
            assert len({board for board, _ in after}) == len(after)
            said = {"event": "board", "city": seat, "board": option.board, "side": option.side}
            assert event == {**said, **({"other": owners[0]} if owners else {})}
            assert bool(rest) == (game.view(None)["phase"] != "board")


@ruling(65)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_hands_are_dealt_after_the_last_choice_and_were_known_to_nobody(edition: int, players: int) -> None:
    game = drafting(players, 5, edition)
    while game.view(None)["phase"] == "board":
        for seat in game.seats:
            view = game.view(seat)
            assert (view["hand"], view["memory"]) == ([], {"hands": [], "drawn": [], "history": []})
            assert all((hand["size"], hand["among"]) == (0, None) for hand in view["hands"])
            assert list(game.quotes(seat)) == []
            other = game.redealt(seat, seed=1)
            assert other.view(seat) == view and other.options(seat) == game.options(seat)
            assert other.deal["hands"] != game.deal["hands"] and other.deal["boards"] == game.deal["boards"]
        assert game.snapshot()["phase"] == "board" and not any(game.snapshot()["hands"])
        game.play(game.to_act[0], game.options(game.to_act[0])[-1])
    chosen = boards_of(game)
    given = {**game.deal, "boards": [list(board) for board in chosen[:players]]}
    del given["drafter"]
    if players == 2:
        given["free_city"] = list(chosen[2])
    usual = mirabilia.from_deal(given)
    assert [game.view(seat) for seat in game.seats] == [usual.view(seat) for seat in game.seats]
    play_on(game), play_on(usual)
    assert game.result == usual.result
    assert game.view(0)["secrets"]["deal"] == game.deal


def test_nothing_of_it_shows_where_nobody_asks_for_it() -> None:
    game = mirabilia.new_game("wonders", players=3, seed=7)
    assert "drafter" not in game.deal and "drafter" not in game.record().dumps()
    assert "draft" not in game.view(0)


@pytest.mark.parametrize("value", [3, -1, True, "0", None, [0]])
def test_a_deal_names_a_seat_that_is_there(value: Any) -> None:
    with pytest.raises(BadDeal, match="drafter"):
        mirabilia.from_deal({**mirabilia.new_game("wonders", players=3, seed=1).deal, "drafter": value})


def test_records_copies_and_undo_know_the_choices() -> None:
    game = drafting(4, 2, 2)
    first = game.to_act[0]
    game.play(first, "board Gizah B")
    second = game.to_act[0]
    game.play(second, {"action": "board", "board": "Rhodos", "side": "A"})
    assert game.copy() == game
    assert game.undo() == (second, "board Rhodos A")
    assert game.view(None)["draft"]["chosen"] == [first]
    game.play(second, "board Rhodos A")
    record = play_on(game).record(name="boards")
    text = record.dumps()
    assert f"  drafter {first}\n" in text and "board Gizah B\n" in text
    read = mirabilia.read_record(text)
    assert read.verify().result == game.result and read.deal == game.deal
    assert [step.view(None)["phase"] for step in record.steps()][:5] == ["board"] * 4 + ["choose"]
    late = read.replay().redealt(0, seed=3)
    assert late.deal["drafter"] == first and late.deal["boards"] == game.deal["boards"]


@pytest.mark.parametrize("name", ["random", "greedy", "scholar", "novice", "easy", "normal", "hard", "expert-general"])
@pytest.mark.parametrize(("edition", "players"), [(1, 2), (1, 5), (2, 3), (2, 7)])
def test_bots_choose_and_sure_ones_take_the_best_board(name: str, edition: int, players: int) -> None:
    game = drafting(players, 4, edition)
    bots = [make_bot(name, seed=seat) for seat in game.seats]
    values = []
    while game.view(None)["phase"] == "board":
        seat = game.to_act[0]
        answer = bots[seat].think(game.view(seat), game.options(seat))
        assert answer == bots[seat].think(game.view(seat), game.options(seat))
        values.append(answer.analysis.win_chance)
        game.play(seat, answer.option)
    assert [*game.seats] == sorted(seat for seat, _ in game.moves)
    if name not in ("random", "novice", "easy", "normal"):
        assert values == sorted(values, reverse=True)


def test_bots_refuse_a_view_whose_draft_is_damaged() -> None:
    game = drafting()
    seat = game.to_act[0]
    view, options = game.view(seat), game.options(seat)
    for draft in (None, {}, {**view["draft"], "free": ["Atlantis"]}, {**view["draft"], "free": CITIES[1:]}):
        with pytest.raises(BotError):
            make_bot("hard").think({**view, "draft": draft}, options)


def test_a_choice_is_judged_like_any_decision() -> None:
    game = drafting(3, 4, 2)
    game.play(game.to_act[0], "board Olympia B")
    found = analyse(play_on(game, 2).record(), simulations=4)
    opening = found.moments[0]
    assert (opening.played, opening.age, opening.turn) == ("board Olympia B", 0, 1)
    assert opening.loss > 0.1 and opening.best[0].move != "board Olympia B"
    assert [(moment.age, moment.turn) for moment in found.moments[:4]] == [(0, 1), (0, 2), (0, 3), (1, 1)]


def test_what_works_in_numbers_refuses_it_by_name() -> None:
    game = drafting()
    seat = game.to_act[0]
    with pytest.raises(IllegalMove, match="board Rhodos A"):
        encoding.action_of(game.options(seat)[0])
    for observe in (encoding.observe, encoding.sparse):
        with pytest.raises(IllegalMove, match="boards are still being chosen"):
            observe(game, seat)
    with pytest.raises(BadView, match="boards are still being chosen"):
        encoding.observe_view(game.view(seat))
    with pytest.raises(BadOption, match="drafted"):
        batch.make("wonders", 2, boards="draft")
    with pytest.raises(BadOption, match="random, draft, A, B or a list"):
        mirabilia.new_game("wonders", boards="drafted")
