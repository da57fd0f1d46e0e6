"""From a view of Duel back to a state of the rules, with everything unknown filled in somehow.

It is the inverse of `view.py`, and a test holds them together. The state has exactly what the view tells; face-down
cards, later ages and the like get placeholders that `redeal` replaces before anything is searched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET

from mirabilia.errors import BadView
from mirabilia.game.option import Choice, codes_for
from mirabilia.game.reading import Values
from mirabilia.games.duel.catalog import COLORS, duel_catalog
from mirabilia.games.duel.game.bidding import Bidding, HighBid
from mirabilia.games.duel.game.options import listed
from mirabilia.games.duel.game.view import PHASES, RESULT_KINDS, DuelCity, DuelView
from mirabilia.games.duel.rules import tables
from mirabilia.games.duel.rules.recount import recount
from mirabilia.games.duel.rules.scoring import SHARED_WIN
from mirabilia.games.duel.rules.state import DRAFT, NOBODY, OVER, State
from mirabilia.json_types import JsonFields

CATALOG = duel_catalog()


def read_view(view: Mapping[str, object], seed: int = 0) -> State.Array:
    """An array of one state that shows its seat this view; `BadView` if the view makes no sense."""
    try:
        states = State.from_dict(_values(msgspec.convert(view, DuelView)))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise BadView(f"the view is damaged: {type(error).__name__} {error}") from error
    recount(states, 0)
    return states


def codes_of_options(states: State.Array, seat: int, given: Sequence[Choice]) -> list[int]:
    """The rules' code of each option, in order; `BadView` if they are not the options of this position."""
    return codes_for(given, listed(states, seat))


def check_options(view: JsonFields, options: Sequence[Choice]) -> None:
    """Raises `BadView` if the options are not those of the view."""
    if view.get("phase") == "bid":
        bids = bidding_of(view).options()
        codes_for(options, (bids, range(len(bids))))
    else:
        codes_of_options(read_view(view), view["you"], options)


def bidding_of(view: JsonFields) -> Bidding:
    """The bidding that a view shows; `BadView` if it shows none."""
    try:
        return Bidding(view["to_act"][0], msgspec.convert(view["bid"], HighBid | None))
    except (KeyError, IndexError, TypeError, msgspec.ValidationError) as error:
        raise BadView(f"the view is damaged: {type(error).__name__} {error}") from error


def _words(cards: Sequence[str]) -> list[int]:
    words = [0] * tables.CARD_WORDS
    for name in cards:
        number = CATALOG.card_id[name]
        words[number // tables.CARDS_A_WORD] |= int(tables.CARD_BIT[number])
    return words


def _tokens(names: Sequence[str]) -> int:
    return sum(1 << CATALOG.token_id[name] for name in names)


def _values(view: DuelView) -> dict[str, object]:
    values = State.as_dict(State.zeros(1))
    phase = PHASES.index("draft" if view.phase == "bid" else view.phase)
    cities = view.cities
    values.update(
        phase=phase,
        age=view.age - 1,
        actor=view.to_act[0] if view.to_act else 0,
        first=view.first_player,
        pawn=view.pawn,
        coins=list(view.coins),
        cards=[_words(city.cards) for city in cities],
        discarded=_words(view.discard),
        tokens=[_tokens(city.tokens) for city in cities],
        board_tokens=_tokens(view.board_tokens),
        box_tokens=_tokens(view.box_tokens),
        extra_turn=int(view.extra_turn),
        taken=view.taken or 0,
        pending=sum(1 << PHASES.index(name) for name in view.pending),
        destroy_color=COLORS.index(view.destroy_color) if view.destroy_color else 0,
        looted=[_looted(city) for city in cities],
        winner=NOBODY,
        library=_library(view),
    )
    if phase == OVER:
        if view.result is UNSET:
            raise ValueError("the game is over and has no result")
        winners = view.result.winners
        values["winner"] = SHARED_WIN if len(winners) == 2 else winners[0]
        values["victory"] = RESULT_KINDS.index(view.result.kind)
    _fill_wonders(values, view)
    _fill_layout(values, view)
    return values


def _looted(city: DuelCity) -> int:
    left = {loot.at for loot in city.loot_left}
    return sum(1 << d for d in range(len(tables.LOOT_AT)) if tables.LOOT_AT[d] and d not in left)


def _library(view: DuelView) -> int:
    """The tokens being chosen from; before the box is used, any of its tokens may come."""
    if view.library:
        return _tokens(view.library)
    built = (CATALOG.wonder_id[wonder.name] for city in view.cities for wonder in city.wonders if wonder.built)
    used = any(tables.LIBRARY_DRAW[tables.FIRST_WONDER + wonder] for wonder in built)
    return 0 if used else _tokens(view.box_tokens[: tables.LIBRARY_SIZE])


def _fill_wonders(values: Values, view: DuelView) -> None:
    owned: list[int] = []
    for seat, city in enumerate(view.cities):
        numbers = [CATALOG.wonder_id[wonder.name] for wonder in city.wonders]
        values["wonders"][seat] = (numbers + [NOBODY] * tables.WONDERS_EACH)[: tables.WONDERS_EACH]
        values["wonders_owned"][seat] = len(numbers)
        values["wonder_built"][seat] = sum(1 << n for n, wonder in enumerate(city.wonders) if wonder.built)
        for place, wonder in enumerate(city.wonders):
            values["under"][seat][place] = CATALOG.card_id[wonder.under] if wonder.under else NOBODY
        for place in range(len(numbers), tables.WONDERS_EACH):
            values["under"][seat][place] = NOBODY
        owned += numbers
    values["picks"] = len(owned)
    # The order in which wonders were shown matters no more; those still to be picked stand where they are looked for.
    shown = [CATALOG.wonder_id[name] for name in view.draft]
    rest = [n for n in range(tables.WONDERS) if n not in owned and n not in shown]
    finished_rounds = values["picks"] // tables.DRAFT_ROUND * tables.DRAFT_ROUND
    if values["phase"] == DRAFT:
        this_round = finished_rounds + tables.DRAFT_ROUND
        before, picked_now = owned[:finished_rounds], owned[finished_rounds:]
        values["offered"] = (before + shown + picked_now + rest)[: tables.DRAFTED]
        values["offered_left"] = sum(1 << n for n in range(finished_rounds, finished_rounds + len(shown)))
        values["offered_left"] |= sum(1 << n for n in range(this_round, tables.DRAFTED))
    else:
        values["offered"] = (owned + rest)[: tables.DRAFTED]


def _fill_layout(values: Values, view: DuelView) -> None:
    """Known cards in their places; unseen ones where their backs lie; every other place gets a card already played."""
    age = values["age"]
    values["deck"] = [_any_age(number) for number in range(3)]
    if values["phase"] == DRAFT:
        values["present"] = tables.ALL_SLOTS
        values["open"], values["up"] = int(tables.OPEN_AT_START[age]), int(tables.UP_AT_START[age])
        return
    slots = {slot.slot: slot for slot in view.layout}
    values["present"] = sum(1 << n for n in slots)
    values["open"] = sum(1 << n for n, slot in slots.items() if slot.open)
    # every card that was taken had been turned up before
    values["up"] = sum(1 << n for n in range(tables.SLOTS) if n not in slots or slots[n].up)
    of_age = [n for n, card in enumerate(CATALOG.cards) if card.age == age + 1]
    lying = {CATALOG.card_id[slot.card] for slot in slots.values() if slot.card}
    gone = {CATALOG.card_id[name] for name in view.discard}
    for city in view.cities:
        gone |= {CATALOG.card_id[name] for name in city.cards}
        gone |= {CATALOG.card_id[wonder.under] for wonder in city.wonders if wonder.under}
    played = [n for n in of_age if n in gone]
    unseen = [n for n in of_age if n not in gone and n not in lying]
    unseen_of = {
        True: [n for n in unseen if CATALOG.cards[n].color == "purple"],
        False: [n for n in unseen if CATALOG.cards[n].color != "purple"],
    }
    for number in range(tables.SLOTS):
        if number not in slots:
            card = played.pop()
        elif (seen := slots[number].card) is not None:
            card = CATALOG.card_id[seen]
        else:
            card = unseen_of[slots[number].back == "guild"].pop()
        values["deck"][age][number] = card
    if played:
        raise ValueError("more cards of this age were played than left the layout")


def _any_age(age: int) -> list[int]:
    """Some deal of an age, to be replaced by `redeal`."""
    plain = [n for n, c in enumerate(CATALOG.cards) if c.age == age + 1 and c.color != "purple"]
    guilds = [n for n, c in enumerate(CATALOG.cards) if c.color == "purple"] if age == 2 else []
    return (guilds[: CATALOG.setup.guilds_in_age_3] + plain)[: tables.SLOTS]
