"""Deals of 7 Wonders at the border: reading and checking one given from outside, making one at random.

Whatever comes in, the answer is a state ready to play or `BadDeal` that says what is wrong and where.
"""

from __future__ import annotations

import secrets
from collections import Counter
from typing import Any

from mirabilia.catalog.wonders import MAX_PLAYERS, SIDES
from mirabilia.errors import BadDeal, UnknownGame, whole_number
from mirabilia.game.base import checked_seed
from mirabilia.game.deals import each_once, fail, items, mapping, names, only_keys, shown
from mirabilia.rules.records import ints
from mirabilia.rules.rng import below, new_rng
from mirabilia.rules.wonders.setup import SCRATCH, start
from mirabilia.rules.wonders.setup import deal as deal_game
from mirabilia.rules.wonders.state import State
from mirabilia.rules.wonders.tables import AGES, CATALOG, FREE_CITY, HAND

CITIES = tuple(board.city for board in CATALOG.boards)
NAMES = tuple(card.name for card in CATALOG.kinds)


def read_deal(deal: Any) -> tuple[dict[str, Any], Any]:
    """A deal as clean data, and the state it starts."""
    try:
        clean = _checked(deal)
    except BadDeal:
        raise
    except Exception as error:  # objects that only pretend to be lists and dicts
        raise fail("deal", f"cannot be read: {type(error).__name__}") from error
    return clean, state_of(clean)


def state_of(deal: dict[str, Any]) -> Any:
    """An array of one state at the start of a checked deal."""
    boards = [*deal["boards"], deal["free_city"]] if "free_city" in deal else deal["boards"]
    values = State.as_dict(State.zeros(1))
    values["players"] = len(deal["boards"])
    values["cities"] = len(boards)
    for city, (name, side) in enumerate(boards):
        values["board"][city] = CATALOG.board_id[name] * 2 + SIDES.index(side)
    for age in range(AGES):
        hands = list(deal["hands"][age])
        if "draw_piles" in deal:
            hands.append(deal["draw_piles"][age])
        for packet, hand in enumerate(hands):
            values["deal"][age][packet] = [CATALOG.card_id[name] for name in hand]
    states = State.from_dict(values)
    start(states, 0)
    return states


def deal_of(values: dict[str, Any]) -> dict[str, Any]:
    """The deal in a state's values, as `from_deal` takes it."""
    players = values["players"]
    boards = [board_names(code) for code in values["board"][: values["cities"]]]
    hands = [[[NAMES[card] for card in hand] for hand in age[:players]] for age in values["deal"]]
    deal: dict[str, Any] = {"game": "wonders", "boards": boards[:players], "hands": hands}
    if players == 2:
        deal["free_city"] = boards[FREE_CITY]
        deal["draw_piles"] = [[NAMES[card] for card in age[FREE_CITY]] for age in values["deal"]]
    return deal


def board_names(code: int) -> list[str]:
    """City and side of a board, by the rules' number."""
    return [CITIES[code >> 1], SIDES[code & 1]]


# ---- checking ----


def _checked(deal: Any) -> dict[str, Any]:
    given = mapping(deal)
    if given.get("game") != "wonders":
        raise fail("game", "must be 'wonders'")
    boards = items(given.get("boards"), "boards")
    players = len(boards)
    if not 2 <= players <= MAX_PLAYERS:
        raise fail("boards", f"must be for 2 to {MAX_PLAYERS} players, not {players}")
    two = players == 2
    only_keys(given, ("game", "boards", "hands", "free_city", "draw_piles") if two else ("game", "boards", "hands"))
    clean: dict[str, Any] = {"game": "wonders"}
    clean["boards"] = [_board(board, f"boards[{seat}]") for seat, board in enumerate(boards)]
    every = [city for city, _ in clean["boards"]]
    if two:
        clean["free_city"] = _board(given["free_city"], "free_city")
        every.append(clean["free_city"][0])
    each_once(every, "boards")
    clean["hands"] = []
    for age, hands in enumerate(items(given["hands"], "hands", AGES)):
        where = f"hands[{age}]"
        dealt = items(hands, where, players)
        clean["hands"].append([_cards(hand, f"{where}[{seat}]") for seat, hand in enumerate(dealt)])
    if two:
        piles = items(given["draw_piles"], "draw_piles", AGES)
        clean["draw_piles"] = [_cards(pile, f"draw_piles[{age}]") for age, pile in enumerate(piles)]
    for age in range(AGES):
        _check_age(clean, age, players)
    return clean


def _board(board: Any, where: str) -> list[str]:
    city, side = items(board, where, 2)
    return [*names([city], where, CATALOG.board_id), *names([side], where, SIDES)]


def _cards(hand: Any, where: str) -> list[str]:
    return names(hand, where, CATALOG.card_id, HAND)


def _check_age(clean: dict[str, Any], age: int, players: int) -> None:
    """The cards dealt in an age are exactly its deck for that many players; in Age III with any of the guilds."""
    seats = max(players, 3)
    where = f"hands[{age}]"
    dealt = Counter(card for hand in clean["hands"][age] for card in hand)
    if players == 2:
        dealt.update(clean["draw_piles"][age])
    deck = Counter(CATALOG.deck(age + 1, seats))
    has_guilds = age == AGES - 1
    guilds = sum(number for card, number in dealt.items() if card in CATALOG.guilds)
    allowed = seats + CATALOG.constants.guilds_beyond_players if has_guilds else 0
    for card, number in dealt.items():
        most = int(has_guilds) if card in CATALOG.guilds else deck[card]
        if most == 0:
            raise fail(where, f"{card!r} is not in age {age + 1} with {players} players")
        if number > most:
            raise fail(where, f"{card!r} stands {number} times, there are {most} with {players} players")
    if guilds != allowed:
        raise fail(where, f"has {guilds} guilds, not {allowed}")


# ---- dealing ----


def random_deal(players: Any, seed: int | None, boards: Any) -> dict[str, Any]:
    """A deal from a seed. Equal arguments give equal deals; without a seed every deal is different."""
    given, players = players, whole_number(players)
    if players is None or not 2 <= players <= MAX_PLAYERS:
        raise UnknownGame(
            f"7 Wonders is for 2 to {MAX_PLAYERS} players, not {shown(given)}", code="bad_option", option="players"
        )
    rng = new_rng(secrets.randbits(62) if seed is None else checked_seed(seed))
    states = State.zeros(1)
    deal_game(states, 0, players, ints(SCRATCH), rng)
    deal = deal_of(State.as_dict(states))
    dealt = [*deal["boards"], deal["free_city"]] if players == 2 else deal["boards"]
    chosen = _chosen_boards(boards, dealt, players, rng)
    deal["boards"] = chosen[:players]
    if players == 2:
        deal["free_city"] = chosen[FREE_CITY]
    if seed is None:
        _shuffle(deal)
    return deal


def _shuffle(deal: dict[str, Any]) -> None:
    """Shuffles each age by the operating system, so that no card follows from others that were seen."""
    for age, hands in enumerate(deal["hands"]):
        piles = [*hands, deal["draw_piles"][age]] if "draw_piles" in deal else hands
        cards = [card for pile in piles for card in pile]
        secrets.SystemRandom().shuffle(cards)
        for pile in piles:
            pile[:] = [cards.pop() for _ in pile]


def _chosen_boards(boards: Any, dealt: list[list[str]], players: int, rng: Any) -> list[list[str]]:
    if isinstance(boards, str):
        if boards == "random":
            return dealt
        if boards in SIDES:
            return [[city, boards] for city, _ in dealt]
        raise UnknownGame(f"boards are random, A, B or a list, not {shown(boards)}", code="bad_option", option="boards")
    try:
        given = items(boards, "boards")
        if not players <= len(given) <= len(dealt):
            raise fail("boards", f"must be {players}, not {len(given)}")
        chosen = [_board(board, f"boards[{seat}]") for seat, board in enumerate(given)]
        each_once([city for city, _ in chosen], "boards")
    except BadDeal as error:
        raise UnknownGame(error.message, code="bad_option", option="boards") from error
    if len(chosen) < len(dealt):  # the Free City's
        taken = {city for city, _ in chosen}
        left = [city for city in CITIES if city not in taken]
        chosen.append([left[below(rng, len(left))], SIDES[below(rng, len(SIDES))]])
    return chosen


__all__ = ["CITIES", "NAMES", "board_names", "deal_of", "random_deal", "read_deal", "state_of"]
