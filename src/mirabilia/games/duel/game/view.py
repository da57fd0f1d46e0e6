"""What may be known of a game of Duel: `look` for a seat or a spectator, `duel_snapshot` for everything.

`look` is the only way out of the state for a seat. It never shows a face-down card, a later age, the cards left in the
box, the wonders of a later draft round, or the tokens drawn from the box to anyone but the player choosing among them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from mirabilia.engine.records import ints, plain
from mirabilia.game.base import RULES_VERSION
from mirabilia.game.reading import Values
from mirabilia.games.duel.catalog import COLORS, duel_catalog
from mirabilia.games.duel.game.bidding import Bidding, HighBid
from mirabilia.games.duel.game.deal import DuelDeal
from mirabilia.games.duel.game.options import CARD_NAMES, TOKEN_NAMES, WONDER_NAMES
from mirabilia.games.duel.rules import state as rules
from mirabilia.games.duel.rules.scoring import SCORE_ROOM, SCORE_WIDTH, score
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.rules.tables import (
    CAPITAL,
    CARD_COLOR,
    CARDS_A_WORD,
    CATEGORIES,
    CHOICE_GROUPS,
    DRAFT_ROUND,
    DRAFTED,
    GOODS,
    LOOT_AT,
    MAX_WONDERS,
    RED,
    SCIENCE,
    SHIELDS,
    SYMBOLS,
    SYMBOLS_TO_WIN,
    in_lanes,
)

CATALOG = duel_catalog()
Phase = Literal["bid", "draft", "turn", "token", "library", "destroy", "revive", "starter", "over"]
Kind = Literal["civilian", "military", "science"]
PHASES: tuple[Phase, ...] = ("draft", "turn", "token", "library", "destroy", "revive", "starter", "over")
RESULT_KINDS: tuple[Kind, ...] = ("civilian", "military", "science")
_MID_PLAY = (rules.TOKEN, rules.LIBRARY, rules.DESTROY, rules.REVIVE)

_WORDS = range(0, len(CARD_NAMES), CARDS_A_WORD)  # the first card of each word of a set
_BACKS = ["guild" if card.color == "purple" else f"age {card.age}" for card in CATALOG.cards]
_LOOT = [(distance, int(coins)) for distance, coins in enumerate(LOOT_AT) if coins]
_SLOTS = [[(slot.row, slot.offset, slot.under) for slot in layout.slots] for layout in CATALOG.layouts]


class DuelScore(msgspec.Struct, frozen=True):
    """A seat's points by category."""

    military: Annotated[int, Meta(description="points of the conflict pawn")]
    civilian: Annotated[int, Meta(description="blue cards")]
    science: Annotated[int, Meta(description="green cards")]
    commerce: Annotated[int, Meta(description="yellow cards")]
    guilds: Annotated[int, Meta(description="guilds")]
    wonders: Annotated[int, Meta(description="wonders")]
    progress: Annotated[int, Meta(description="progress tokens")]
    treasury: Annotated[int, Meta(description="coins")]
    total: Annotated[int, Meta(description="all of these")]


class DuelResult(msgspec.Struct, frozen=True):
    """How a game of Duel ended."""

    winners: Annotated[list[int], Meta(description="the seats that won; both share a tie")]
    kind: Annotated[Kind, Meta(description="the kind of victory")]
    scores: Annotated[list[DuelScore], Meta(description="both seats' points")]


class OwnedWonder(msgspec.Struct, frozen=True):
    """A wonder of a city."""

    name: Annotated[str, Meta(description="its name")]
    built: Annotated[bool, Meta(description="whether it stands")]
    lost: Annotated[bool, Meta(description="whether it can no longer be built, because seven stand")]
    under: Annotated[str | None, Meta(description="the card laid under it; everyone saw it taken")]


class Loot(msgspec.Struct, frozen=True):
    """A military token that still lies on a city's side of the track."""

    at: Annotated[int, Meta(description="spaces from the middle")]
    coins: Annotated[int, Meta(description="coins the city loses when the pawn gets there")]


class DuelCity(msgspec.Struct, frozen=True):
    """A seat's city; all of it is public."""

    coins: Annotated[int, Meta(description="its coins")]
    cards: Annotated[list[str], Meta(description="its cards, in the order of the catalog")]
    wonders: Annotated[list[OwnedWonder], Meta(description="its wonders, in the order picked")]
    tokens: Annotated[list[str], Meta(description="its progress tokens")]
    symbols: Annotated[dict[str, int], Meta(description="science symbols it has, by name")]
    distinct_symbols: Annotated[int, Meta(description="how many different ones; six win")]
    goods: Annotated[dict[str, int], Meta(description="what it produces for sure, by good")]
    choices: Annotated[list[list[str]], Meta(description="producers of one of several goods")]
    unit_prices: Annotated[dict[str, int], Meta(description="what a bought unit costs it, by good")]
    loot_left: Annotated[list[Loot], Meta(description="military tokens still lying on its side")]
    steps_to_win: Annotated[int, Meta(description="steps of the pawn that would take it to the other capital")]
    symbols_to_win: Annotated[int, Meta(description="different science symbols that it still needs to win")]


class Slot(msgspec.Struct, frozen=True):
    """A place of the layout that still holds a card."""

    slot: Annotated[int, Meta(description="number of the place, row by row from the far row")]
    row: Annotated[int, Meta(description="its row, 0 is the far one")]
    offset: Annotated[int, Meta(description="its place in the row, in halves of a card")]
    card: Annotated[str | None, Meta(description="the card, or null while it lies face down")]
    back: Annotated[str, Meta(description='the back everyone sees: "age 1" to "age 3" or "guild"')]
    up: Annotated[bool, Meta(description="whether it lies face up")]
    open: Annotated[bool, Meta(description="whether it may be taken")]
    under: Annotated[list[int], Meta(description="places of the cards that still cover it")]
    uncovers: Annotated[list[int], Meta(description="places that taking its card would open")]
    wins: Annotated[list[int], Meta(description="seats that would win at once by building its card, if it is face up")]


class DuelView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat, or a spectator, may know of a game of Duel."""

    game: Annotated[Literal["duel"], Meta(description="the game")] = "duel"
    rules: Annotated[str, Meta(description="version of the rules")]
    you: Annotated[int | None, Meta(description="the seat that sees this, null for a spectator")]
    phase: Annotated[Phase, Meta(description="what kind of decision is awaited")]
    age: Annotated[int, Meta(description="1 to 3")]
    to_act: Annotated[list[int], Meta(description="the seat that decides, none when the game is over")]
    first_player: Annotated[int, Meta(description="the first player of the draft")]
    coins: Annotated[list[int], Meta(description="both seats' coins")]
    pawn: Annotated[int, Meta(description="the conflict pawn: -9 to 9, positive towards seat 1's capital")]
    symbols: Annotated[list[int], Meta(description="both seats' different science symbols")]
    cities: Annotated[list[DuelCity], Meta(description="both cities")]
    scores: Annotated[
        list[int | None], Meta(description="what both would score if the game ended now; null where a table hides it")
    ]
    discard: Annotated[list[str], Meta(description="the discard pile, open to all, in the order of the catalog")]
    board_tokens: Annotated[list[str], Meta(description="progress tokens on the board")]
    box_tokens: Annotated[list[str], Meta(description="tokens left in the box, known by elimination")]
    draft: Annotated[list[str], Meta(description="wonders that lie open for the next pick")]
    extra_turn: Annotated[bool, Meta(description="whether the seat plays again after this turn")]
    taken: Annotated[int | None, Meta(description="in the middle of a play: the slot its card came from")]
    pending: Annotated[list[Phase], Meta(description="in the middle of a play: choices still to come")]
    layout: Annotated[list[Slot], Meta(description="the cards that still lie")]
    library: Annotated[list[str], Meta(description="tokens drawn from the box, for the seat that chooses among them")]
    destroy_color: Annotated[str | None, Meta(description="the colour of the card to destroy, while it is chosen")]
    moves: Annotated[int, Meta(description="decisions carried out so far")]
    bid: Annotated[HighBid | UnsetType | None, Meta(description="while the first turn is bid for: the highest bid")] = (
        UNSET
    )
    deal: Annotated[DuelDeal | UnsetType, Meta(description="after the end: everything that was random")] = UNSET
    result: Annotated[DuelResult | UnsetType, Meta(description="after the end: who won and how")] = UNSET


@lru_cache(maxsize=1 << 12)
def _chosen(first: int, mask: int) -> tuple[str, ...]:
    """The cards whose bits are set, from that one of the catalog on. Most words stay the same from move to move."""
    return tuple(CARD_NAMES[first + bit] for bit in range(mask.bit_length()) if (mask >> bit) & 1)


def card_names(words: list[int]) -> list[str]:
    """The cards of a set, in catalog order."""
    return [name for first, word in zip(_WORDS, words, strict=True) if word for name in _chosen(first, word)]


def token_names(mask: int) -> list[str]:
    """The tokens of a set, in catalog order."""
    return [*_tokens(mask)] if mask else []


@lru_cache(maxsize=1 << 12)
def _tokens(mask: int) -> tuple[str, ...]:
    return tuple(name for bit, name in enumerate(TOKEN_NAMES) if (mask >> bit) & 1)


def scores_by_category(states: State.Array) -> list[dict[str, int]]:
    """Each seat's points if the game ended now, with their total."""
    points = _points(states)
    keys = (*CATEGORIES, "total")
    return [dict(zip(keys, points[at : at + SCORE_WIDTH], strict=True)) for at in (0, SCORE_WIDTH)]


def _points(states: State.Array) -> list[int]:
    out = ints(SCORE_ROOM)
    score(states, 0, out)
    points: list[int] = plain(out)
    return points


def _city(values: Values, seat: int) -> DuelCity:
    return DuelCity(
        coins=values["coins"][seat],
        cards=card_names(values["cards"][seat]),
        wonders=_wonders(values, seat),
        tokens=token_names(values["tokens"][seat]),
        symbols={symbol: n for symbol, n in zip(SYMBOLS, values["symbols"][seat], strict=True) if n},
        distinct_symbols=values["distinct_symbols"][seat],
        goods={good: n for good, n in _by_good(values["goods"][seat]) if n},
        choices=[
            list(group) for group, n in zip(CHOICE_GROUPS, values["choices"][seat], strict=True) for _ in range(n)
        ],
        unit_prices=dict(_by_good(values["unit_price"][seat])),
        loot_left=[*_loot_left(values["looted"][seat])],
        steps_to_win=_steps_to_win(values, seat),
        symbols_to_win=SYMBOLS_TO_WIN - values["distinct_symbols"][seat],
    )


def _steps_to_win(values: Values, seat: int) -> int:
    pawn: int = values["pawn"]
    return CAPITAL - (pawn if seat == 0 else -pawn)


def _wins(values: Values, card: int) -> list[int]:
    """The seats that would win at once by building that card: by their last steps or by their last symbol."""
    shields, symbol = int(SHIELDS[card]), int(SCIENCE[card])
    found = []
    for seat in (0, 1) if shields or symbol >= 0 else ():
        extra = values["red_shields"][seat] if CARD_COLOR[card] == RED else 0
        marches = shields and shields + extra >= _steps_to_win(values, seat)
        learns = symbol >= 0 and not values["symbols"][seat][symbol]
        if marches or (learns and values["distinct_symbols"][seat] + 1 == SYMBOLS_TO_WIN):
            found.append(seat)
    return found


@lru_cache(maxsize=1 << 12)
def _by_good(lanes: int) -> tuple[tuple[str, int], ...]:
    """Every good with the number in its lane."""
    return tuple(zip(GOODS, in_lanes(lanes), strict=True))


@cache
def _loot_left(looted: int) -> tuple[Loot, ...]:
    """The military tokens that still lie on a side where those at the distances of `looted` are gone."""
    return tuple(Loot(at, coins) for at, coins in _LOOT if not (looted >> at) & 1)


def _wonders(values: Values, seat: int) -> list[OwnedWonder]:
    discarded = values["built_wonders"] >= MAX_WONDERS
    wonders = []
    for place in range(values["wonders_owned"][seat]):
        built = bool((values["wonder_built"][seat] >> place) & 1)
        under = values["under"][seat][place] if built else None
        wonders.append(_wonder(values["wonders"][seat][place], built, not built and discarded, under))
    return wonders


@cache
def _wonder(number: int, built: bool, lost: bool, under: int | None) -> OwnedWonder:
    """A wonder of a city; views share these."""
    return OwnedWonder(WONDER_NAMES[number], built, lost, None if under is None else CARD_NAMES[under])


def _layout(values: Values, everything: bool) -> list[Slot]:
    """The cards still lying; a face-down one shows its back only (ruling 6)."""
    if values["phase"] == rules.DRAFT and not everything:
        return []
    present, turned, opened = values["present"], values["up"], values["open"]
    deck = values["deck"][values["age"]]
    slots = []
    for number, (row, offset, under) in enumerate(_SLOTS[values["age"]]):
        bit = 1 << number
        if present & bit:
            card = deck[number]
            up = turned & bit != 0
            name = CARD_NAMES[card] if up or everything else None
            covers = [] if opened & bit else [k for k in under if (present >> k) & 1]
            wins = _wins(values, card) if up else []
            slots.append(Slot(number, row, offset, name, _BACKS[card], up, opened & bit != 0, covers, [], wins))
    for slot in slots:
        if len(slot.under) == 1:
            next(other for other in slots if other.slot == slot.under[0]).uncovers.append(slot.slot)
    return slots


def _draft(values: Values) -> list[str]:
    """The wonders lying open for the next pick."""
    if values["phase"] != rules.DRAFT:
        return []
    first_shown = values["picks"] // DRAFT_ROUND * DRAFT_ROUND
    shown = range(first_shown, min(first_shown + DRAFT_ROUND, DRAFTED))
    return [WONDER_NAMES[values["offered"][n]] for n in shown if (values["offered_left"] >> n) & 1]


def sees_more(values: Values, seat: int | None) -> bool:
    """Whether a seat sees what nobody else does: tokens drawn from the box, while it chooses among them."""
    return bool(values["phase"] == rules.LIBRARY and values["actor"] == seat)


def look(
    states: State.Array, values: Values, seat: int | None, moves: int, deal: DuelDeal | None, result: DuelResult | None
) -> DuelView:
    """What that seat may know (`None` is a spectator). `deal` and `result` are shown once the game is over."""
    phase = values["phase"]
    over = phase == rules.OVER
    points = _points(states)
    return DuelView(
        rules=RULES_VERSION,
        you=seat,
        phase=PHASES[phase],
        age=values["age"] + 1,
        to_act=[] if over else [values["actor"]],
        first_player=values["first"],
        coins=list(values["coins"]),
        pawn=values["pawn"],
        symbols=list(values["distinct_symbols"]),
        cities=[_city(values, 0), _city(values, 1)],
        scores=[points[SCORE_WIDTH - 1], points[2 * SCORE_WIDTH - 1]],
        discard=card_names(values["discarded"]),
        board_tokens=token_names(values["board_tokens"]),
        box_tokens=token_names(values["box_tokens"]),  # known by elimination (ruling 2)
        draft=_draft(values),
        extra_turn=bool(values["extra_turn"]),
        taken=values["taken"] if phase in _MID_PLAY else None,
        pending=[PHASES[later] for later in _MID_PLAY if (values["pending"] >> later) & 1],
        layout=_layout(values, everything=False),
        library=token_names(values["library"]) if sees_more(values, seat) else [],
        destroy_color=COLORS[values["destroy_color"]] if phase == rules.DESTROY else None,
        moves=moves,
        deal=deal if over and deal is not None else UNSET,
        result=result if over and result is not None else UNSET,
    )


def during(bidding: Bidding, view: DuelView) -> DuelView:
    """What is seen while the first turn is bid for."""
    return msgspec.structs.replace(view, phase="bid", to_act=[bidding.seat], bid=bidding.high)


def duel_snapshot(states: State.Array, values: Values, bidding: Bidding | None) -> dict[str, object]:
    """Everything, secrets included, as JSON-ready data: a spectator's view with all cards named."""
    seen = look(states, values, None, 0, None, None)
    snapshot: dict[str, object] = msgspec.to_builtins(seen if bidding is None else during(bidding, seen))
    for only_seen in ("you", "destroy_color", "moves"):
        del snapshot[only_seen]
    snapshot["layout"] = msgspec.to_builtins(_layout(values, everything=True))
    snapshot["library"] = token_names(values["library"])
    snapshot["ages"] = [[CARD_NAMES[card] for card in cards] for cards in values["deck"]]
    snapshot["wonders"] = [WONDER_NAMES[wonder] for wonder in values["offered"]]
    return snapshot
