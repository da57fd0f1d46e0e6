"""Re-dealing: what a seat cannot know is spread uniformly over everything that is possible.

Chi-square tests on small positions with fixed seeds, and the shape of every re-dealt game: it could have been dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import combinations, permutations
from typing import Any

import mirabilia
from duel_play import play_games
from duel_positions import CARD, CATALOG, WONDER, City, game_at, position
from mirabilia.engine.records import ints
from mirabilia.engine.rng import new_rng
from mirabilia.games.duel.game.deal import checked_deal
from mirabilia.games.duel.game.game import DuelGame
from mirabilia.games.duel.rules.redeal import redeal
from mirabilia.games.duel.rules.state import State

# Upper 0.1 % points of the chi-square distribution by degrees of freedom.
CRITICAL = {1: 10.8, 4: 18.5, 6: 22.5, 7: 24.3, 9: 27.9, 11: 31.3, 19: 43.8, 22: 48.3, 41: 74.7}


def is_uniform(outcomes: Iterable[Hashable], possible: Iterable[Hashable]) -> bool:
    """Whether every possible outcome occurs equally often, by chi-square; an impossible one fails at once."""
    counts = Counter(outcomes)
    cells = list(possible)
    if not set(counts) <= set(cells):
        return False
    expected = sum(counts.values()) / len(cells)
    statistic = sum((counts[cell] - expected) ** 2 / expected for cell in cells)
    return statistic < CRITICAL[len(cells) - 1]


def redealings(game: DuelGame, seat: int, times: int, seed: int) -> list[dict[str, Any]]:
    rng = new_rng(seed)
    found = []
    for _ in range(times):
        states = State.copy_of(game.states)
        redeal(states, 0, seat, ints(64), rng)
        found.append(State.as_dict(states))
    return found


def test_two_face_down_cards_may_be_any_two_of_those_unseen() -> None:
    # Slots 9 and 10 are face down; 18 cards have been seen, so 5 are unseen: 20 ordered pairs.
    game = position(layout={9: "Baths", 10: "Altar", 14: "Quarry", 15: "Clay Pool", 16: "Press"})
    deck = game._values["deck"][0]
    seen = {deck[slot] for slot in range(20) if slot not in (9, 10)}
    unseen = [n for n, card in enumerate(CATALOG.cards) if card.age == 1 and n not in seen]
    assert len(unseen) == 5
    found = [(v["deck"][0][9], v["deck"][0][10]) for v in redealings(game, 0, 8000, 1)]
    assert is_uniform(found, permutations(unseen, 2))


def test_a_guild_back_hides_any_unseen_guild_and_no_other_card() -> None:
    layout = {2: "Builders Guild", 3: "Arsenal", 5: "Port", 6: "Armory", 7: "Circus"}
    game = position(age=3, layout=layout)
    deck = game._values["deck"][2]
    seen = {deck[slot] for slot in range(20) if slot not in (2, 3)}
    guilds = [n for n, c in enumerate(CATALOG.cards) if c.color == "purple" and n not in seen]
    plain = [n for n, c in enumerate(CATALOG.cards) if c.age == 3 and c.color != "purple" and n not in seen]
    assert (len(guilds), len(plain)) == (5, 4)
    found = [(v["deck"][2][2], v["deck"][2][3]) for v in redealings(game, 1, 8000, 2)]
    assert is_uniform(found, [(guild, card) for guild in guilds for card in plain])


def test_the_box_gives_any_three_of_its_five_tokens() -> None:
    game = position(City(plans=["The Great Library"]))
    box = [n for n, token in enumerate(CATALOG.tokens) if (game._values["box_tokens"] >> n) & 1]
    possible = [sum(1 << token for token in three) for three in combinations(box, 3)]
    assert is_uniform((v["library"] for v in redealings(game, 0, 4000, 3)), possible)


def test_wonders_of_the_second_round_may_be_any_not_yet_shown() -> None:
    game = mirabilia.new_game("duel", seed=6)
    assert isinstance(game, DuelGame)
    shown = {CATALOG.wonder_id[name] for name in game.view(None)["draft"]}
    others = [n for n in range(len(WONDER)) if n not in shown]
    found = redealings(game, 0, 4000, 4)
    assert all(v["offered"][:4] == game._values["offered"][:4] for v in found)
    for place in range(4, 8):
        assert is_uniform((v["offered"][place] for v in found), others)


def test_ages_to_come_may_hold_any_cards_in_any_order() -> None:
    game = position(layout=["Quarry", "Press"])
    found = redealings(game, 0, 6900, 5)
    second = [n for n, c in enumerate(CATALOG.cards) if c.age == 2]
    for slot in (0, 13):
        assert is_uniform((v["deck"][1][slot] for v in found), second)
    # a guild is as likely in one slot of Age III as in another, and each of the seven as any other
    guilds = {n for n, c in enumerate(CATALOG.cards) if c.color == "purple"}
    placed = [(slot, v["deck"][2][slot]) for v in found for slot in range(20) if v["deck"][2][slot] in guilds]
    assert is_uniform((slot for slot, _ in placed), range(20))
    assert is_uniform((card for _, card in placed), guilds)


def test_the_chi_square_test_itself_notices_a_bias() -> None:
    fair = [n % 5 for n in range(5000)]
    assert is_uniform(fair, range(5))
    assert not is_uniform(fair + [0] * 200, range(5))
    assert not is_uniform(fair + [7], range(5))


def test_every_redealt_game_could_have_been_dealt() -> None:
    rng = new_rng(6)
    played = play_games(12, 2)
    for place in range(len(played.history)):
        game = game_at(played.history, place)
        for seat in (-1, 0, 1):
            redeal(game.states, 0, seat, ints(64), rng)
        snapshot = game_at(game.states).snapshot()
        tokens = [*snapshot["board_tokens"], *snapshot["box_tokens"]]
        tokens += [name for city in snapshot["cities"] for name in city["tokens"]]
        checked_deal(
            {
                "game": "duel", "first_player": snapshot["first_player"], "board_tokens": tokens[:5],
                "box_tokens": tokens[5:], "wonders": snapshot["wonders"], "ages": snapshot["ages"],
            }
        )  # fmt: skip
        gone = {name for city in snapshot["cities"] for name in city["cards"]} | set(snapshot["discard"])
        assert gone <= {name for age in snapshot["ages"] for name in age} <= set(CARD)


def test_redealing_is_reproducible() -> None:
    game = position()
    assert redealings(game, 0, 5, 9) == redealings(game, 0, 5, 9) != redealings(game, 0, 5, 10)
