"""Deals of 7 Wonders at the border: reading and checking one given from outside, making one at random.

Whatever comes in, the answer is a state ready to play or `BadDeal` that says what is wrong and where.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from mirabilia.engine.compiling import Ints
from mirabilia.engine.records import ints
from mirabilia.engine.rng import below, new_rng
from mirabilia.errors import BadDeal, BadOption, BadPlayers, whole_number
from mirabilia.game.base import checked_seed
from mirabilia.game.deals import as_lists, each_once, fail, items, known_name, mapping, names, number, only_keys, shown
from mirabilia.game.reading import Values
from mirabilia.games.wonders.catalog import SIDES, Edition
from mirabilia.games.wonders.game.options import NAMES, Boards
from mirabilia.games.wonders.rules.setup import SCRATCH, start
from mirabilia.games.wonders.rules.setup import deal as deal_game
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import AGES, CATALOG, EDITION_NUMBERS, FREE_CITY, HAND
from mirabilia.json_types import Json, JsonObject


class WondersDeal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Every random fact of a game of 7 Wonders."""

    game: Annotated[Literal["wonders"], Meta(description="the game")]
    edition: Annotated[int, Meta(description="the edition of the game")] = 1
    boards: Annotated[tuple[tuple[str, str], ...], Meta(description="city and side of every seat's board")]
    drafter: Annotated[int | None, Meta(description="the seat that chooses its board first, if seats choose")] = None
    free_city: Annotated[tuple[str, str] | None, Meta(description="two players: the Free City's board")] = None
    hands: Annotated[
        tuple[tuple[tuple[str, ...], ...], ...], Meta(description="the hands as dealt, by age and by seat")
    ]
    draw_piles: Annotated[
        tuple[tuple[str, ...], ...] | None, Meta(description="two players: the draw pile of each age, from the top")
    ] = None

    def as_dict(self) -> JsonObject:
        """The deal as JSON-ready data."""
        return as_lists(self)


_EDITIONS = {edition.number: edition for edition in CATALOG.every_edition}
DRAFTED = "draft"  # boards that the seats choose one after the other
_CITIES = tuple(board.city for board in CATALOG.boards)


def read_deal(deal: Json) -> tuple[WondersDeal, State.Array]:
    """A deal as clean data, and the state it starts."""
    try:
        clean = _checked(deal)
    except BadDeal:
        raise
    except Exception as error:  # objects that only pretend to be lists and dicts
        raise fail("deal", f"cannot be read: {type(error).__name__}") from error
    return clean, state_of(clean)


def every_board(deal: WondersDeal) -> Boards:
    """The boards of all cities, the Free City's last."""
    return deal.boards if deal.free_city is None else (*deal.boards, deal.free_city)


def state_of(deal: WondersDeal) -> State.Array:
    """An array of one state at the start of a checked deal."""
    boards = every_board(deal)
    values = State.as_dict(State.zeros(1))
    edition = _EDITIONS[deal.edition]
    values["edition"] = EDITION_NUMBERS.index(deal.edition)
    values["players"] = len(deal.boards)
    values["cities"] = len(boards)
    for city, (name, side) in enumerate(boards):
        values["board"][city] = edition.board_id[name] * 2 + SIDES.index(side)
    for age in range(AGES):
        hands = list(deal.hands[age])
        if deal.draw_piles is not None:
            hands.append(deal.draw_piles[age])
        for packet, hand in enumerate(hands):
            values["deal"][age][packet] = [edition.card_id[name] for name in hand]
    states = State.from_dict(values)
    start(states, 0)
    return states


def deal_of(values: Values) -> WondersDeal:
    """The deal in a state's values."""
    players = values["players"]
    boards = [board_names(code) for code in values["board"][: values["cities"]]]
    hands = tuple(tuple(tuple(NAMES[card] for card in hand) for hand in age[:players]) for age in values["deal"])
    two = players == 2
    return WondersDeal(
        game="wonders",
        edition=EDITION_NUMBERS[values["edition"]],
        boards=tuple(boards[:players]),
        hands=hands,
        free_city=boards[FREE_CITY] if two else None,
        draw_piles=tuple(tuple(NAMES[card] for card in age[FREE_CITY]) for age in values["deal"]) if two else None,
    )


def board_names(code: int) -> tuple[str, str]:
    """City and side of a board, by the rules' number."""
    return _CITIES[code >> 1], SIDES[code & 1]


# ---- checking ----


def _checked(deal: Json) -> WondersDeal:
    given = mapping(deal)
    if given.get("game") != "wonders":
        raise fail("game", "must be 'wonders'")
    edition = _EDITIONS.get(whole_number(given.get("edition", 1)) or 0)
    if edition is None:
        raise fail("edition", f"must be one of {_listed(EDITION_NUMBERS)}, not {shown(given['edition'])}")
    if "boards" not in given:
        raise fail("deal", "lacks 'boards'")
    boards = items(given["boards"], "boards")
    players = len(boards)
    if players not in edition.players:
        raise fail("boards", _not_for(edition, players))
    two = players == 2
    keys = ("game", "boards", "hands", *(key for key in ("edition", "drafter") if key in given))
    only_keys(given, (*keys, "free_city", "draw_piles") if two else keys)
    seats = tuple(_board(edition, board, f"boards[{seat}]") for seat, board in enumerate(boards))
    free_city = _board(edition, given["free_city"], "free_city") if two else None
    each_once([city for city, _ in (*seats, *([free_city] if free_city else []))], "boards")
    hands = []
    for age, dealt in enumerate(items(given["hands"], "hands", AGES)):
        where = f"hands[{age}]"
        hands.append(
            tuple(_cards(edition, hand, f"{where}[{seat}]") for seat, hand in enumerate(items(dealt, where, players)))
        )
    piles = None
    if two:
        given_piles = items(given["draw_piles"], "draw_piles", AGES)
        piles = tuple(_cards(edition, pile, f"draw_piles[{age}]") for age, pile in enumerate(given_piles))
    clean = WondersDeal(
        game="wonders",
        edition=edition.number,
        boards=seats,
        drafter=number(given["drafter"], "drafter", 0, players - 1) if "drafter" in given else None,
        hands=tuple(hands),
        free_city=free_city,
        draw_piles=piles,
    )
    for age in range(AGES):
        _check_age(edition, clean, age, players)
    return clean


def _not_for(edition: Edition, players: object) -> str:
    of_edition = "" if edition.number == 1 else f", edition {edition.number},"
    few, many = min(edition.players), max(edition.players)
    return f"7 Wonders{of_edition} is for {few} to {many} players, not {shown(players)}"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _board(edition: Edition, board: object, where: str) -> tuple[str, str]:
    city, side = items(board, where, 2)
    return known_name(city, f"{where}[0]", edition.board_id), known_name(side, f"{where}[1]", SIDES)


def _cards(edition: Edition, hand: object, where: str) -> tuple[str, ...]:
    return tuple(names(hand, where, edition.card_id, HAND))


def _check_age(edition: Edition, clean: WondersDeal, age: int, players: int) -> None:
    """The cards dealt in an age are exactly its deck for that many players; in Age III with any of the guilds."""
    seats = max(players, 3)
    where = f"hands[{age}]"
    dealt = Counter(card for hand in clean.hands[age] for card in hand)
    if clean.draw_piles is not None:
        dealt.update(clean.draw_piles[age])
    deck = Counter(edition.deck(age + 1, seats))
    has_guilds = age == AGES - 1
    guilds = sum(copies for card, copies in dealt.items() if card in edition.guilds)
    allowed = seats + edition.constants.guilds_beyond_players if has_guilds else 0
    for card, copies in dealt.items():
        most = int(has_guilds) if card in edition.guilds else deck[card]
        if most == 0:
            raise fail(where, f"{card!r} is not in age {age + 1} with {players} players")
        if copies > most:
            raise fail(where, f"{card!r} appears {copies} times, there are {most} with {players} players")
    if guilds != allowed:
        raise fail(where, f"has {guilds} guilds, not {allowed}")


# ---- dealing ----


def edition_of(number: object, players: object) -> Edition:
    """The edition of that number; `BadOption` or `BadPlayers` if there is none, or not for so many."""
    edition = _EDITIONS.get(whole_number(number) or 0)
    if edition is None:
        raise BadOption(f"the edition is one of {_listed(EDITION_NUMBERS)}, not {shown(number)}", option="edition")
    if whole_number(players) not in edition.players:
        raise BadPlayers(_not_for(edition, players))
    return edition


def random_deal(players: object, seed: int | None, boards: object, number: object = 1) -> WondersDeal:
    """A deal from a seed. Equal arguments give equal deals; without a seed every deal is different."""
    edition = edition_of(number, players)
    players = whole_number(players)
    assert players is not None
    rng = new_rng(secrets.randbits(62) if seed is None else checked_seed(seed))
    states = State.zeros(1)
    deal_game(states, 0, players, EDITION_NUMBERS.index(edition.number), ints(SCRATCH), rng)
    deal = deal_of(State.as_dict(states))
    dealt = every_board(deal)
    chosen = _chosen_boards(edition, boards, dealt, players, rng)
    deal = msgspec.structs.replace(
        with_boards(deal, chosen), drafter=below(rng, players) if boards == DRAFTED else None
    )
    return _shuffled(deal) if seed is None else deal


def with_boards(deal: WondersDeal, boards: Boards) -> WondersDeal:
    """The deal with these boards, the Free City's last."""
    players = len(deal.boards)
    return msgspec.structs.replace(deal, boards=boards[:players], free_city=boards[FREE_CITY] if players == 2 else None)


def _shuffled(deal: WondersDeal) -> WondersDeal:
    """The deal with each age shuffled by the operating system, so that no card follows from others that were seen."""
    hands, piles = [], []
    for age, dealt in enumerate(deal.hands):
        cards = [card for hand in dealt for card in hand]
        if deal.draw_piles is not None:
            cards += deal.draw_piles[age]
        secrets.SystemRandom().shuffle(cards)
        packets = [tuple(cards[at : at + HAND]) for at in range(0, len(cards), HAND)]
        hands.append(tuple(packets[: len(dealt)]))
        piles += packets[len(dealt) :]
    return msgspec.structs.replace(deal, hands=tuple(hands), draw_piles=tuple(piles) or None)


def _chosen_boards(edition: Edition, boards: object, dealt: Boards, players: int, rng: Ints) -> Boards:
    if isinstance(boards, str):
        if boards in ("random", DRAFTED):
            return dealt
        if boards in SIDES:
            return tuple((city, boards) for city, _ in dealt)
        raise BadOption(f"boards are random, {DRAFTED}, A, B or a list, not {shown(boards)}", option="boards")
    try:
        given = items(boards, "boards")
        if not players <= len(given) <= len(dealt):
            raise fail("boards", f"must have {players} entries, has {len(given)}")
        chosen = tuple(_board(edition, board, f"boards[{seat}]") for seat, board in enumerate(given))
        each_once([city for city, _ in chosen], "boards")
    except BadDeal as error:
        raise BadOption(error.message, option="boards") from error
    if len(chosen) < len(dealt):  # the Free City's
        taken = {city for city, _ in chosen}
        left = [city for city in edition.board_id if city not in taken]
        chosen += ((left[below(rng, len(left))], SIDES[below(rng, len(SIDES))]),)
    return chosen
