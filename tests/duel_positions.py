"""Positions of Duel by name, for tests.

`position(...)` makes a game that stands anywhere a test wants it: who has built what, coins, the pawn, what lies on the
table. Everything that follows from the cities (production, prices, symbols, discounts ...) is worked out here from the
catalog, without the rules, by `derived`; the universal tests hold the rules to the same function at every step.

    game = position(City(cards=["Baths"], coins=3), City(), layout=["Aqueduct", "Temple"], age=2)
    play(game, "build Aqueduct")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mirabilia.games.duel.catalog import COLORS, Effect, duel_catalog
from mirabilia.games.duel.game.deal import checked_deal
from mirabilia.games.duel.game.game import DuelGame
from mirabilia.games.duel.rules import state as rules
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.rules.tables import CARD_BIT, CARD_WORD, CARD_WORDS, CHOICE_GROUPS

CATALOG = duel_catalog()
CARD = {card.name: card for card in CATALOG.cards}
WONDER = {wonder.name: wonder for wonder in CATALOG.wonders}
TOKEN = {token.name: token for token in CATALOG.tokens}
GOODS = CATALOG.resources.all
SYMBOLS = CATALOG.science.symbols

# Places of each age that do not cover one another: with everything else taken, all of them are open.
APART = {1: (14, 15, 16, 17, 18, 19), 2: (0, 1, 2, 3, 4, 5), 3: (5, 6, 7, 8, 11, 12, 13, 14)}

DERIVED = {
    "colors", "goods", "unit_price", "cheap_goods", "choices", "choice_count", "symbols", "distinct_symbols",
    "discount", "gains_trade", "red_shields", "always_extra", "chain_coins", "built_wonders",
}  # fmt: skip


@dataclass
class City:
    """One player's side: built cards, built wonders, wonders still to build (`plans`), tokens and coins."""

    cards: Sequence[str] = ()
    wonders: Sequence[str] = ()
    plans: Sequence[str] = ()
    tokens: Sequence[str] = ()
    coins: int = 7
    under: Sequence[str] = field(default=())  # cards under the built wonders, where a test cares


def effects_of(city: City) -> list[Effect]:
    """Every effect a city has."""
    return [
        *(CARD[name].effect for name in city.cards),
        *(WONDER[name].effect for name in city.wonders),
        *(TOKEN[name].effect for name in city.tokens),
    ]


def lanes(amounts: Iterable[int]) -> int:
    """One amount per good, packed the way states hold them: 8 bits each."""
    return sum(amount << (8 * n) for n, amount in enumerate(amounts))


def city_values(city: City, opponent: City) -> dict[str, Any]:
    """What follows from a city and its opponent's, under the names of the state's fields."""
    effects = effects_of(city)
    symbols = [sum(e.science == symbol for e in effects) for symbol in SYMBOLS]
    cheap = {good for e in effects for good in e.trade_price_one}
    against = [sum(e.produces.get(good, 0) for e in effects_of(opponent)) for good in GOODS]
    discount = [
        sum(e.discount.resources for e in effects if e.discount and e.discount.applies_to == what)
        for what in ("nothing", "wonders", "blue_cards")
    ]
    choices = [sum(e.produces_choice == group for e in effects) for group in CHOICE_GROUPS]
    return {
        "colors": [sum(CARD[name].color == color for name in city.cards) for color in COLORS],
        "goods": lanes(sum(e.produces.get(good, 0) for e in effects) for good in GOODS),
        "unit_price": lanes(1 if good in cheap else 2 + against[n] for n, good in enumerate(GOODS)),
        "cheap_goods": lanes(255 if good in cheap else 0 for good in GOODS),
        "choices": choices,
        "choice_count": sum(choices),
        "symbols": symbols,
        "distinct_symbols": sum(count > 0 for count in symbols),
        "discount": discount,
        "gains_trade": int(any(e.gain_opponent_trade_spend for e in effects)),
        "red_shields": sum(e.extra_shield_per_red_card for e in effects),
        "always_extra": int(any(e.all_wonders_extra_turn for e in effects)),
        "chain_coins": sum(e.coins_per_chain_build for e in effects),
    }


def derived(cities: Sequence[City]) -> dict[str, Any]:
    """All fields of a state that follow from the two cities."""
    sides = [city_values(cities[seat], cities[1 - seat]) for seat in (0, 1)]
    values: dict[str, Any] = {key: [side[key] for side in sides] for key in sides[0]}
    values["built_wonders"] = sum(len(city.wonders) for city in cities)
    assert set(values) == DERIVED
    return values


def card_words(names: Iterable[str]) -> list[int]:
    """A set of cards the way states hold it."""
    words = [0] * CARD_WORDS
    for name in names:
        card = CATALOG.card_id[name]
        words[CARD_WORD[card]] |= int(CARD_BIT[card])
    return words


def names_in(words: Sequence[int]) -> list[str]:
    """The cards of a set, in catalog order."""
    return [card.name for n, card in enumerate(CATALOG.cards) if int(words[CARD_WORD[n]]) & int(CARD_BIT[n])]


def token_mask(names: Iterable[str]) -> int:
    return sum(1 << CATALOG.token_id[name] for name in names)


def tokens_in(mask: int) -> list[str]:
    return [token.name for n, token in enumerate(CATALOG.tokens) if (mask >> n) & 1]


def cities_of(values: Mapping[str, Any]) -> list[City]:
    """The two cities of a state given as a dict."""
    cities = []
    for seat in (0, 1):
        owned = [CATALOG.wonders[n].name for n in values["wonders"][seat][: values["wonders_owned"][seat]]]
        built = [bool((values["wonder_built"][seat] >> place) & 1) for place in range(len(owned))]
        under = [values["under"][seat][place] for place in range(len(owned)) if built[place]]
        cities.append(
            City(
                cards=names_in(values["cards"][seat]),
                wonders=[name for name, is_built in zip(owned, built, strict=True) if is_built],
                plans=[name for name, is_built in zip(owned, built, strict=True) if not is_built],
                tokens=tokens_in(values["tokens"][seat]),
                coins=values["coins"][seat],
                under=[CATALOG.cards[card].name for card in under],
            )
        )
    return cities


def _laid_out(age: int, layout: Sequence[str] | Mapping[int, str] | None) -> dict[int, str]:
    """Slot -> card for what still lies on the table; {} stands for "any full layout"."""
    if layout is None:
        return {}
    if isinstance(layout, Mapping):
        return dict(layout)
    assert len(layout) <= len(APART[age]), "more cards than places that do not cover one another"
    return dict(zip(APART[age], layout, strict=False))


def _decks(age: int, lying: dict[int, str], gone: Sequence[str]) -> list[list[str]]:
    """A deck for each age: the cards lying in their slots, those already played in the others, then any."""
    decks = []
    for number in (1, 2, 3):
        fixed = lying if number == age else {}
        taken = set(fixed.values())
        plain = [c.name for c in CATALOG.cards if c.age == number and c.color != "purple" and c.name not in taken]
        guilds = [c.name for c in CATALOG.cards if c.color == "purple" and c.name not in taken]
        for pool in (plain, guilds):
            pool.sort(key=lambda name: name not in gone)  # cards known to be out of the layout first
        wanted = 3 - sum(CARD[name].color == "purple" for name in taken) if number == 3 else 0
        others = [*guilds[:wanted], *plain]
        decks.append([fixed[slot] if slot in fixed else others.pop(0) for slot in range(20)])
    return decks


def position(
    a: City | None = None,
    b: City | None = None,
    *,
    age: int = 1,
    to_act: int = 0,
    layout: Sequence[str] | Mapping[int, str] | None = None,
    discard: Sequence[str] = (),
    pawn: int = 0,
    looted: tuple[Sequence[int], Sequence[int]] | None = None,
    board: Sequence[str] | None = None,
    library: Sequence[str] | None = None,
    first: int = 0,
) -> DuelGame:
    """A game on a turn of seat `to_act`.

    `layout` lists open cards, or maps slots to cards (covering follows from the age's layout); None is a full
    layout of any cards. `board` are the tokens on the board, the rest nobody owns is in the box; `library` is
    what the box would give. Wonders not named fill both sides up to four. Looting tokens are gone where the pawn
    stands or has passed, unless `looted` says.
    """
    cities = _with_four_wonders(a or City(), b or City())
    gone = [*discard, *cities[0].cards, *cities[1].cards, *cities[0].under, *cities[1].under]
    lying = _laid_out(age, layout)
    owned = {name for city in cities for name in city.tokens}
    free = [name for name in TOKEN if name not in owned]
    on_board = list(board) if board is not None else free[: max(0, 5 - len(owned))]
    box = [name for name in free if name not in on_board]
    drawn = list(library) if library is not None else box[:3]
    decks = _decks(age, lying, gone)
    game = DuelGame(checked_deal(_any_deal(decks, first)))

    values = State.as_dict(game.states)
    unknown = set(values) - DERIVED - SET_HERE
    assert not unknown, f"position() must learn to set {sorted(unknown)}"
    values.update(derived(cities))
    place = CATALOG.layouts[age - 1].slots
    present = set(lying) if lying else set(range(20))
    open_slots = {slot for slot in present if not set(place[slot].under) & present}
    up = {slot for slot in range(20) if place[slot].up or slot not in present or slot in open_slots}
    passed = [[d for d in (3, 6) if (pawn if seat == 1 else -pawn) >= d] for seat in (0, 1)]
    gone_loot = looted if looted is not None else passed
    values.update(
        cards=[card_words(city.cards) for city in cities],
        discarded=card_words(discard),
        present=sum(1 << slot for slot in present),
        open=sum(1 << slot for slot in open_slots),
        up=sum(1 << slot for slot in up),
        tokens=[token_mask(city.tokens) for city in cities],
        board_tokens=token_mask(on_board),
        box_tokens=token_mask(box),
        library=token_mask(drawn),
        coins=[city.coins for city in cities],
        age=age - 1,
        phase=rules.TURN,
        actor=to_act,
        first=first,
        picks=8,
        offered_left=0,
        pawn=pawn,
        looted=[sum(1 << d for d in side) for side in gone_loot],
        deck=[[CATALOG.card_id[name] for name in deck] for deck in decks],
        wonders=[_padded(CATALOG.wonder_id[name] for name in (*c.wonders, *c.plans)) for c in cities],
        wonders_owned=[len(c.wonders) + len(c.plans) for c in cities],
        wonder_built=[(1 << len(c.wonders)) - 1 for c in cities],
        under=[_padded(_under(c)) for c in cities],
    )
    set_values(game, values)
    return game


# Fields that position() sets itself or leaves as they are at the start of a game.
SET_HERE = {
    "cards", "discarded", "present", "open", "up", "tokens", "board_tokens", "box_tokens", "library", "coins", "age",
    "phase", "actor", "first", "picks", "pawn", "looted", "pending", "destroy_color", "taken", "extra_turn", "winner",
    "victory", "deck", "offered", "offered_left", "wonders", "wonders_owned", "wonder_built", "under",
}  # fmt: skip


def _with_four_wonders(*cities: City) -> list[City]:
    """Both cities with four wonders each; those added are not built."""
    named = {name for city in cities for name in (*city.wonders, *city.plans)}
    spare = [name for name in WONDER if name not in named]
    filled = []
    for city in cities:
        wanted = 4 - len(city.wonders) - len(city.plans)
        added, spare = spare[:wanted], spare[wanted:]
        filled.append(replace(city, plans=[*city.plans, *added]))
    return filled


def _under(city: City) -> list[int]:
    """Cards under the built wonders: those named, or any."""
    names = [*city.under, *(["Lumber Yard"] * len(city.wonders))][: len(city.wonders)]
    return [CATALOG.card_id[name] for name in names]


def _padded(numbers: Iterable[int]) -> list[int]:
    return ([*numbers] + [-1] * 4)[:4]


def _any_deal(decks: list[list[str]], first: int) -> dict[str, Any]:
    tokens, wonders = list(TOKEN), list(WONDER)
    return {
        "game": "duel",
        "first_player": first,
        "board_tokens": tokens[:5],
        "box_tokens": tokens[5:],
        "wonders": wonders[:8],
        "ages": decks,
        "draft": False,
    }


def set_values(game: DuelGame, values: Mapping[str, Any]) -> None:
    """Puts a game into the position of these values."""
    game._states = State.from_dict(dict(values))
    game._refresh()


def changed(game: DuelGame, **values: Any) -> DuelGame:
    """A copy of the game with some fields of its state replaced."""
    twin = game.copy()
    set_values(twin, {**State.as_dict(game.states), **values})
    return twin


def without_wonders(moves: Iterable[str]) -> list[str]:
    """Only the moves that do not build a wonder."""
    return [move for move in moves if not move.startswith("wonder ")]


def texts(game: DuelGame, seat: int | None = None) -> list[str]:
    """All legal decisions as texts, of the seat to act unless another is named."""
    return [option.text for option in game.options(game.to_act[0] if seat is None else seat)]


def play(game: DuelGame, *moves: str) -> DuelGame:
    """Plays these texts, each for whoever is to act."""
    for text in moves:
        game.play(game.to_act[0], text)
    return game


def price(game: DuelGame, name: str, seat: int | None = None) -> int:
    """What a card in reach or an unbuilt wonder costs, by the quotes."""
    return int(quote(game, name, seat)["price"])


def quote(game: DuelGame, name: str, seat: int | None = None) -> dict[str, Any]:
    """The quote of a card in reach or an unbuilt wonder."""
    found = [q.as_dict() for q in game.quotes(game.to_act[0] if seat is None else seat)]
    (entry,) = (q for q in found if name in (q.get("card"), q.get("wonder")))
    return entry


def coins(game: DuelGame) -> tuple[int, int]:
    """The coins of both seats."""
    first, second = game.snapshot()["coins"]
    return first, second


def scores(game: DuelGame, seat: int) -> dict[str, int]:
    """The seat's points by category if the game ended now."""
    from mirabilia.games.duel.game.view import scores_by_category

    return scores_by_category(game.states)[seat]


def game_at(states: Any, index: int = 0) -> DuelGame:
    """A game that stands in the position `states[index]`; its deal is any, its moves are none."""
    game = DuelGame(checked_deal(_any_deal(_decks(1, {}, ()), 0)))
    game._states = State.copy_of(states[index : index + 1])
    game._refresh()
    return game
