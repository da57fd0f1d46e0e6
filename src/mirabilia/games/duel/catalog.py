"""The catalog of 7 Wonders Duel: typed records for `duel.toml`, and the checks that hold it together.

Cards, wonders and tokens are numbered by their order in the file; `card_id` and its kin turn names into numbers.
Nothing here knows rules: what an effect does is decided in `mirabilia.games.duel.rules`.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Literal

import msgspec

from mirabilia.catalog.reading import Checks, Resources, Science, Struct, data_text, parse

FILE = "catalog.toml"
COLORS = ("brown", "grey", "blue", "green", "yellow", "red", "purple")
Color = Literal["brown", "grey", "blue", "green", "yellow", "red", "purple"]
Counted = Literal["cards", "wonders", "coin_triplets", "progress_tokens"]


class Constants(Struct, frozen=True):
    trade_base_price: int
    trade_price_per_opponent_symbol: int
    fixed_trade_price: int
    discard_base_coins: int
    discard_coins_per_yellow: int
    coins_per_point: int
    max_wonders_built: int
    symbols_to_win: int
    symbols_for_token: int


class Setup(Struct, frozen=True):
    starting_coins: int
    guilds_in_age_3: int
    cards_per_age: int
    tokens_on_board: int
    wonders_per_player: int
    draft: tuple[tuple[int, ...], ...]
    first_game_wonders: tuple[tuple[str, ...], tuple[str, ...]]


class Zone(Struct, frozen=True, rename={"first": "from", "last": "to"}):
    """Spaces of the military track at the same distance band, with what they are worth."""

    first: int
    last: int
    points: int
    loot: int


class Military(Struct, frozen=True):
    capital: int
    zones: tuple[Zone, ...]


class Slot(Struct, frozen=True):
    """A place in a layout: it lies `under` the slots named."""

    row: int
    offset: int
    up: bool
    under: tuple[int, ...]


class Layout(Struct, frozen=True):
    age: int
    rows: tuple[int, ...]
    slots: tuple[Slot, ...]


class Count(Struct, frozen=True):
    """`amount` for each `what`; `city` says whose: the own one, or the one that has most."""

    amount: int
    what: Counted
    city: Literal["own", "most"]
    colors: tuple[Color, ...] = ()


class FromBox(Struct, frozen=True):
    draw: int
    keep: Literal[1]


class Discount(Struct, frozen=True):
    applies_to: Literal["wonders", "blue_cards"]
    resources: int


class Effect(Struct, frozen=True):
    """All kinds of effect. A key that is absent does nothing."""

    produces: dict[str, int] = {}
    produces_choice: tuple[str, ...] = ()
    trade_price_one: tuple[str, ...] = ()
    points: int = 0
    shields: int = 0
    science: str | None = None
    coins: int = 0
    coins_per: Count | None = None
    points_per: Count | None = None
    opponent_loses_coins: int = 0
    destroy: Color | None = None
    build_from_discard: bool = False
    progress_from_box: FromBox | None = None
    extra_turn: bool = False
    discount: Discount | None = None
    gain_opponent_trade_spend: bool = False
    extra_shield_per_red_card: int = 0
    all_wonders_extra_turn: bool = False
    coins_per_chain_build: int = 0


class Card(Struct, frozen=True):
    name: str
    age: Literal[1, 2, 3]
    color: Color
    effect: Effect
    cost: dict[str, int] = {}
    free_with: str | None = None
    chain: str | None = None


class Wonder(Struct, frozen=True):
    name: str
    cost: dict[str, int]
    effect: Effect


class Token(Struct, frozen=True):
    name: str
    effect: Effect


class DuelCatalog(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Everything in `duel.toml`."""

    resources: Resources
    colors: dict[Color, str]
    constants: Constants
    setup: Setup
    military: Military
    science: Science
    layouts: tuple[Layout, Layout, Layout]
    cards: tuple[Card, ...]
    wonders: tuple[Wonder, ...]
    tokens: tuple[Token, ...]

    @cached_property
    def card_id(self) -> dict[str, int]:
        return {card.name: number for number, card in enumerate(self.cards)}

    @cached_property
    def wonder_id(self) -> dict[str, int]:
        return {wonder.name: number for number, wonder in enumerate(self.wonders)}

    @cached_property
    def token_id(self) -> dict[str, int]:
        return {token.name: number for number, token in enumerate(self.tokens)}

    @property
    def tokens_in_box(self) -> int:
        """The tokens left out at set-up."""
        return len(self.tokens) - self.setup.tokens_on_board


def check(catalog: DuelCatalog) -> None:
    """Raises `CatalogError` with every contradiction found."""
    checks = Checks(FILE)
    checks.unique((card.name for card in catalog.cards), "card")
    checks.unique((wonder.name for wonder in catalog.wonders), "wonder")
    checks.unique((token.name for token in catalog.tokens), "token")
    _check_counts(catalog, checks)
    _check_costs_and_effects(catalog, checks)
    _check_chains(catalog, checks)
    for layout in catalog.layouts:
        _check_layout(catalog, layout, checks)
    _check_military(catalog.military, checks)
    checks.finish()


def _check_counts(catalog: DuelCatalog, checks: Checks) -> None:
    setup = catalog.setup
    for age in (1, 2, 3):
        plain = sum(card.age == age and card.color != "purple" for card in catalog.cards)
        guilds = setup.guilds_in_age_3 if age == 3 else 0
        checks.that(
            plain + guilds >= setup.cards_per_age,
            f"age {age}: {plain} cards and {guilds} guilds are fewer than {setup.cards_per_age}",
        )
    for card in catalog.cards:
        checks.that(card.color != "purple" or card.age == 3, f"guild {card.name!r} is not of age 3")
    guild_count = sum(card.color == "purple" for card in catalog.cards)
    checks.that(guild_count >= setup.guilds_in_age_3, f"only {guild_count} guilds")
    checks.that(
        len(catalog.tokens) >= setup.tokens_on_board,
        f"{len(catalog.tokens)} tokens are fewer than {setup.tokens_on_board}",
    )
    picks = [seat for round_ in setup.draft for seat in round_]
    checks.that(
        picks.count(0) == picks.count(1) == setup.wonders_per_player,
        "the draft does not give both players the same number of wonders",
    )
    checks.that(len(catalog.wonders) >= len(picks), "fewer wonders than the draft takes")
    first = [name for names in setup.first_game_wonders for name in names]
    checks.unique(first, "first-game wonder")
    for name in first:
        checks.that(name in catalog.wonder_id, f"first-game wonder {name!r} is unknown")
    for names in setup.first_game_wonders:
        checks.that(len(names) == setup.wonders_per_player, "a first-game list has the wrong length")
    checks.that(set(catalog.colors) == set(COLORS), "colors must describe exactly " + ", ".join(COLORS))
    drawn = [
        wonder.effect.progress_from_box.draw
        for wonder in catalog.wonders
        if wonder.effect.progress_from_box is not None
    ]
    checks.that(
        max(drawn, default=0) + len(drawn) <= catalog.tokens_in_box + 1,  # every draw but the last has kept one
        "a wonder draws more tokens than the box holds",
    )


def _check_costs_and_effects(catalog: DuelCatalog, checks: Checks) -> None:
    goods = set(catalog.resources.all)
    symbols = set(catalog.science.symbols)
    entries: list[tuple[str, dict[str, int], Effect]] = [
        *((card.name, card.cost, card.effect) for card in catalog.cards),
        *((wonder.name, wonder.cost, wonder.effect) for wonder in catalog.wonders),
        *((token.name, {}, token.effect) for token in catalog.tokens),
    ]
    for name, cost, effect in entries:
        for key, amount in cost.items():
            checks.that(key == "coins" or key in goods, f"{name!r} costs unknown {key!r}")
            checks.that(amount > 0, f"{name!r} costs {amount} {key}")
        for good in (*effect.produces, *effect.produces_choice, *effect.trade_price_one):
            checks.that(good in goods, f"{name!r} names unknown good {good!r}")
        checks.that(effect.science is None or effect.science in symbols, f"{name!r}: unknown symbol {effect.science!r}")
        for count in (effect.coins_per, effect.points_per):
            if count is not None:
                checks.that(
                    (count.what == "cards") == bool(count.colors), f"{name!r}: colors belong to counted cards, only"
                )
        checks.that(effect != Effect(), f"{name!r} has no effect")
    for card in catalog.cards:
        checks.that(
            not card.effect.produces or card.color in ("brown", "grey"),
            f"{card.name!r}: fixed production off brown/grey",
        )
    for symbol in symbols:
        checks.that(any(effect.science == symbol for _, _, effect in entries), f"nothing has the symbol {symbol!r}")


def _check_chains(catalog: DuelCatalog, checks: Checks) -> None:
    """Every chain symbol is given by one card and used by later cards."""
    frees = {card.free_with for card in catalog.cards}
    for card in catalog.cards:
        if card.free_with is None:
            continue
        checks.that(card.free_with in catalog.card_id, f"{card.name!r} is free with unknown {card.free_with!r}")
        if card.free_with in catalog.card_id:
            giver = catalog.cards[catalog.card_id[card.free_with]]
            checks.that(giver.chain is not None, f"{giver.name!r} frees {card.name!r} but gives no chain symbol")
            checks.that(giver.age < card.age, f"{giver.name!r} frees {card.name!r} of no later age")
    checks.unique((card.chain for card in catalog.cards if card.chain is not None), "chain symbol")
    for card in catalog.cards:
        checks.that(card.chain is None or card.name in frees, f"the chain symbol of {card.name!r} frees no card")


def _check_layout(catalog: DuelCatalog, layout: Layout, checks: Checks) -> None:
    """A slot lies under the slots of the next row half a card to its left and right."""
    name = f"layout of age {layout.age}"
    checks.that(len(layout.slots) == catalog.setup.cards_per_age, f"{name}: {len(layout.slots)} slots")
    rows = [slot.row for slot in layout.slots]
    wanted = [row for row, width in enumerate(layout.rows, 1) for _ in range(width)]
    checks.that(rows == wanted, f"{name}: slots do not follow its rows")
    for number, slot in enumerate(layout.slots):
        above = tuple(
            other
            for other, place in enumerate(layout.slots)
            if place.row == slot.row + 1 and abs(place.offset - slot.offset) == 1
        )
        checks.that(slot.under == above, f"{name}: slot {number} lies under {above}, not {slot.under}")
        checks.that(bool(slot.under) or slot.up, f"{name}: slot {number} is open but face down")
    checks.that(tuple(sorted(wanted)) == tuple(wanted), f"{name}: rows out of order")


def _check_military(military: Military, checks: Checks) -> None:
    next_space = 1
    for zone in military.zones:
        checks.that(zone.first == next_space and zone.last >= zone.first, f"zone from {zone.first} leaves a gap")
        next_space = zone.last + 1
    checks.that(next_space == military.capital, "the zones do not reach the capital")


@lru_cache(maxsize=1)
def duel_catalog() -> DuelCatalog:
    """The catalog, read and checked once per process."""
    catalog = parse(data_text(__package__, FILE), DuelCatalog, FILE)
    check(catalog)
    return catalog
