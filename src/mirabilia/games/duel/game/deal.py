"""Deals of Duel: made at random from a seed, or given and checked; and how they fill a state of the rules."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from mirabilia.engine.records import ints
from mirabilia.engine.rng import fresh_rng, new_rng
from mirabilia.game.deals import as_lists, each_once, fail, items, mapping, names, number, only_keys
from mirabilia.game.reading import Values
from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.duel.game.bidding import HighBid
from mirabilia.games.duel.rules.setup import SCRATCH, start
from mirabilia.games.duel.rules.setup import deal as deal_game
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.rules.tables import LIBRARY_SIZE
from mirabilia.json_types import JsonObject

CATALOG = duel_catalog()
SETUP = CATALOG.setup


class DuelDeal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Every random fact of a game of Duel, in full form."""

    game: Annotated[Literal["duel"], Meta(description="the game")]
    first_player: Annotated[int, Meta(description="the seat that picks first")]
    board_tokens: Annotated[tuple[str, ...], Meta(description="the progress tokens on the board")]
    box_tokens: Annotated[tuple[str, ...], Meta(description="the tokens left in the box")]
    library_draw: Annotated[tuple[str, ...], Meta(description="the tokens the box gives when drawn from")] = ()
    wonders: Annotated[tuple[str, ...], Meta(description="the wonders in the order shown; without a draft the seats'")]
    ages: Annotated[tuple[tuple[str, ...], ...], Meta(description="the cards of each age by slot")]
    draft: Annotated[bool, Meta(description="false: the wonders are given out without a draft")] = True
    bidding: Annotated[bool, Meta(description="true: the seats bid for the first turn, `first_player` first")] = False

    def as_dict(self) -> JsonObject:
        """The deal as JSON-ready data."""
        return as_lists(self)


REQUIRED = ("game", "first_player", "board_tokens", "box_tokens", "wonders", "ages")
OPTIONAL = ("library_draw", "draft", "bidding")


def random_deal(seed: int | None = None, first_game_wonders: bool = False, bidding: bool = False) -> DuelDeal:
    """A deal by the rules of set-up; the same seed gives the same deal (None: a fresh one, by the operating system)."""
    states = State.zeros(1)
    deal_game(states, 0, 2, ints(SCRATCH), fresh_rng() if seed is None else new_rng(seed))
    values = State.as_dict(states)
    wonders = [CATALOG.wonders[number].name for number in values["offered"]]
    if first_game_wonders:
        wonders = [name for names_ in SETUP.first_game_wonders for name in names_]
    deal = DuelDeal(
        game="duel",
        first_player=values["first"],
        board_tokens=_token_names(values["board_tokens"]),
        box_tokens=_token_names(values["box_tokens"]),
        library_draw=_token_names(values["library"]),
        wonders=tuple(wonders),
        ages=_age_names(values["deck"]),
        draft=not first_game_wonders,
        bidding=bidding,
    )
    return _shuffled(deal) if seed is None else deal


def _shuffled(deal: DuelDeal) -> DuelDeal:
    """The deal in an order of the operating system's, so that no card follows from others that were seen."""
    system = secrets.SystemRandom()
    return msgspec.structs.replace(
        deal,
        first_player=system.randrange(2),
        wonders=tuple(system.sample(deal.wonders, len(deal.wonders))) if deal.draft else deal.wonders,
        ages=tuple(tuple(system.sample(cards, len(cards))) for cards in deal.ages),
    )


def _token_names(tokens: int) -> tuple[str, ...]:
    return tuple(token.name for number, token in enumerate(CATALOG.tokens) if (tokens >> number) & 1)


def _age_names(decks: Sequence[Sequence[int]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(CATALOG.cards[number].name for number in deck) for deck in decks)


def checked_deal(deal: object) -> DuelDeal:
    """The deal in full form, or `BadDeal`."""
    given = mapping(deal)
    only_keys(given, REQUIRED, OPTIONAL)
    if given["game"] != "duel":
        raise fail("game", "must be 'duel'")
    board = names(given["board_tokens"], "board_tokens", CATALOG.token_id, SETUP.tokens_on_board)
    # The box of an older catalog held fewer.
    box = names(given["box_tokens"], "box_tokens", CATALOG.token_id)
    if not LIBRARY_SIZE <= len(box) <= CATALOG.tokens_in_box:
        raise fail("box_tokens", f"must have {LIBRARY_SIZE} to {CATALOG.tokens_in_box} entries, not {len(box)}")
    each_once([*board, *box], "board_tokens and box_tokens")
    wonders = names(given["wonders"], "wonders", CATALOG.wonder_id, 2 * SETUP.wonders_per_player)
    each_once(wonders, "wonders")
    library = given.get("library_draw")
    drawn = box[:LIBRARY_SIZE] if library is None else names(library, "library_draw", box, LIBRARY_SIZE)
    each_once(drawn, "library_draw")
    ages = [_checked_age(cards, age) for age, cards in enumerate(items(given["ages"], "ages", 3), 1)]
    draft, bidding = given.get("draft", True), given.get("bidding", False)
    for key, value in (("draft", draft), ("bidding", bidding)):
        if not isinstance(value, bool):
            raise fail(key, "must be true or false")
    return DuelDeal(
        game="duel",
        first_player=number(given["first_player"], "first_player", 0, 1),
        board_tokens=tuple(board),
        box_tokens=tuple(box),
        library_draw=tuple(drawn),
        wonders=tuple(wonders),
        ages=tuple(map(tuple, ages)),
        draft=draft,
        bidding=bidding,
    )


def _checked_age(value: object, age: int) -> list[str]:
    where = f"ages[{age - 1}]"
    cards = names(value, where, CATALOG.card_id, SETUP.cards_per_age)
    each_once(cards, where)
    for name in cards:
        card = CATALOG.cards[CATALOG.card_id[name]]
        if card.age != age:
            raise fail(where, f"{name!r} is a card of age {card.age}")
    guilds = sum(CATALOG.cards[CATALOG.card_id[name]].color == "purple" for name in cards)
    wanted = SETUP.guilds_in_age_3 if age == 3 else 0
    if guilds != wanted:
        raise fail(where, f"must hold {wanted} guilds, holds {guilds}")
    return cards


def start_state(deal: DuelDeal, bid: HighBid | None = None) -> State.Array:
    """An array of one state at the start of a checked deal; who won the first turn with a bid has paid it."""
    values = State.as_dict(State.zeros(1))
    values["first"] = deal.first_player if bid is None else bid.seat
    values["board_tokens"] = sum(1 << CATALOG.token_id[name] for name in deal.board_tokens)
    values["box_tokens"] = sum(1 << CATALOG.token_id[name] for name in deal.box_tokens)
    values["library"] = sum(1 << CATALOG.token_id[name] for name in deal.library_draw)
    values["offered"] = [CATALOG.wonder_id[name] for name in deal.wonders]
    values["deck"] = [[CATALOG.card_id[name] for name in age] for age in deal.ages]
    states = State.from_dict(values)
    start(states, 0, int(deal.draft))
    if bid is None:
        return states
    values = State.as_dict(states)
    values["coins"][bid.seat] -= bid.coins
    return State.from_dict(values)


def deal_of(values: Values, deal: DuelDeal) -> DuelDeal:
    """The deal behind a state that was dealt again; what no redeal changes is taken from `deal`."""
    return msgspec.structs.replace(
        deal,
        library_draw=_token_names(values["library"]) or deal.library_draw,
        wonders=tuple(CATALOG.wonders[number].name for number in values["offered"]),
        ages=_age_names(values["deck"]),
    )
