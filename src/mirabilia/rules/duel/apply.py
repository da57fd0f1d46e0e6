"""Carrying out a decision of Duel, with everything that follows from it and needs no decision.

`apply` trusts its caller: the code must come from `options` of this very position. Order within a play
(rulings 10, 24, 29): pay, Economy, Urbanism, coins, shields with looting, then the choices in the order of the
phases, then new cards are turned up, then the age ends or the next turn begins.
"""

from __future__ import annotations

from mirabilia.rules.compiling import compiled
from mirabilia.rules.duel.payment import is_chain_free
from mirabilia.rules.duel.scoring import civilian_winner, count_for
from mirabilia.rules.duel.state import (
    BUILD,
    CIVILIAN_VICTORY,
    DESTROY,
    DESTROY_CARD,
    DISCARD,
    KEEP_TOKEN,
    LIBRARY,
    MILITARY_VICTORY,
    OVER,
    PICK,
    REVIVE,
    REVIVE_CARD,
    SCIENCE_VICTORY,
    START,
    STARTER,
    TAKE_TOKEN,
    TOKEN,
    TURN,
    WONDER,
    State,
    card_of,
    coins_of,
    kind_of,
    place_of,
    slot_of,
)
from mirabilia.rules.duel.tables import (
    ALL_SLOTS,
    ALWAYS_EXTRA,
    ASKS,
    BASE_PRICE_LANES,
    CAPITAL,
    CARD_BIT,
    CARD_COLOR,
    CARD_WORD,
    CARD_WORDS,
    CHAIN_COINS,
    CHEAP_GOODS,
    CHOICE,
    COIN_COST,
    COINS,
    COINS_PER,
    COVERED_BY,
    COVERS,
    DESTROYS,
    DISCARD_COINS,
    DISCARD_PER_YELLOW,
    DISCOUNT,
    DISCOUNT_KIND_COUNT,
    DRAFT_ORDER,
    DRAFTED,
    EXTRA_TURN,
    FIRST_TOKEN,
    FIRST_WONDER,
    FIXED_PRICE_LANES,
    FLAGS,
    GAINS_TRADE,
    GIVES_CHOICE,
    LASTS,
    LIBRARY_DRAW,
    LOOT_AT,
    MAKES_CHEAP,
    MAKES_GOODS,
    OPEN_AT_START,
    OPPONENT_LOSES,
    PAYS_PER,
    PRICE_STEP,
    PRODUCES,
    RED,
    RED_SHIELDS,
    REVIVES,
    ROBS,
    SCIENCE,
    SHIELDS,
    SYMBOLS_FOR_TOKEN,
    SYMBOLS_TO_WIN,
    TEACHES,
    UP_AT_START,
    YELLOW,
)


@compiled
def set_unit_prices(s: State, seat: int) -> None:
    """What the seat pays per unit, from the opponent's production and the own fixed prices (rulings 15-17)."""
    cheap = s.cheap_goods[seat]
    by_production = BASE_PRICE_LANES + PRICE_STEP * s.goods[1 - seat]
    s.unit_price[seat] = (by_production & ~cheap) | (FIXED_PRICE_LANES & cheap)


@compiled
def end_game(s: State, winner: int, victory: int) -> None:
    """Nothing more is decided after this."""
    s.winner = winner
    s.victory = victory
    s.phase = OVER
    s.pending = 0


@compiled
def march(s: State, seat: int, shields: int) -> None:
    """Moves the pawn space by space towards the opponent's capital, looting on the way (rulings 30-34)."""
    opponent = 1 - seat
    step = 1 - 2 * seat
    for _ in range(shields):
        s.pawn += step
        distance = s.pawn * step
        if distance > 0 and LOOT_AT[distance] and not (s.looted[opponent] >> distance) & 1:
            s.looted[opponent] |= 1 << distance
            s.coins[opponent] = max(0, s.coins[opponent] - LOOT_AT[distance])
        if distance == CAPITAL:
            end_game(s, seat, MILITARY_VICTORY)
            return


@compiled
def study(s: State, seat: int, symbol: int) -> None:
    """Adds a science symbol: six different ones win, a pair gives a token (rulings 35-39)."""
    s.symbols[seat][symbol] += 1
    if s.symbols[seat][symbol] == 1:
        s.distinct_symbols[seat] += 1
        if s.distinct_symbols[seat] == SYMBOLS_TO_WIN:
            end_game(s, seat, SCIENCE_VICTORY)
    elif s.symbols[seat][symbol] == SYMBOLS_FOR_TOKEN and s.board_tokens:
        s.pending |= 1 << TOKEN


@compiled
def any_discarded(s: State) -> bool:
    """Whether the discard pile holds a card."""
    for word in range(CARD_WORDS):
        if s.discarded[word]:
            return True
    return False


@compiled
def gain(s: State, seat: int, thing: int, shields: int) -> None:
    """The effects of something just built or taken; `shields` is what it moves the pawn by."""
    s.coins[seat] += COINS[thing]
    flags = FLAGS[thing]
    if flags & PAYS_PER:
        rule = COINS_PER[thing]
        s.coins[seat] += count_for(s, seat, rule[0], rule[1], rule[2], rule[3])
    if flags & MAKES_GOODS:
        s.goods[seat] += PRODUCES[thing]
        set_unit_prices(s, 1 - seat)
    if flags & GIVES_CHOICE:
        s.choices[seat][CHOICE[thing]] += 1
        s.choice_count[seat] += 1
    if flags & MAKES_CHEAP:
        s.cheap_goods[seat] |= CHEAP_GOODS[thing]
        set_unit_prices(s, seat)
    if flags & LASTS:
        for kind in range(DISCOUNT_KIND_COUNT):
            s.discount[seat][kind] += DISCOUNT[thing][kind]
        s.gains_trade[seat] |= GAINS_TRADE[thing]
        s.red_shields[seat] += RED_SHIELDS[thing]
        s.always_extra[seat] |= ALWAYS_EXTRA[thing]
        s.chain_coins[seat] += CHAIN_COINS[thing]
    if flags & ROBS:
        s.coins[1 - seat] = max(0, s.coins[1 - seat] - OPPONENT_LOSES[thing])
    if shields:
        march(s, seat, shields)
        if s.phase == OVER:
            return
    if flags & TEACHES:
        study(s, seat, SCIENCE[thing])
        if s.phase == OVER:
            return
    if flags & ASKS:
        if LIBRARY_DRAW[thing]:
            s.pending |= 1 << LIBRARY
        if DESTROYS[thing] >= 0 and s.colors[1 - seat][DESTROYS[thing]]:
            s.destroy_color = DESTROYS[thing]
            s.pending |= 1 << DESTROY
        if REVIVES[thing] and any_discarded(s):
            s.pending |= 1 << REVIVE


@compiled
def place_card(s: State, seat: int, card: int) -> None:
    """Puts a card into the city and carries out its effects; Strategy helps red cards only (ruling 33)."""
    s.cards[seat][CARD_WORD[card]] |= CARD_BIT[card]
    color = CARD_COLOR[card]
    s.colors[seat][color] += 1
    shields = SHIELDS[card]
    if color == RED:
        shields += s.red_shields[seat]
    gain(s, seat, card, shields)


@compiled
def pay(s: State, seat: int, price: int, on_trade: int) -> None:
    """Coins to the bank, or what was spent on trade to an opponent with Economy (ruling 23)."""
    s.coins[seat] -= price
    if s.gains_trade[1 - seat]:
        s.coins[1 - seat] += on_trade


@compiled
def build(s: State, seat: int, card: int, price: int) -> None:
    """Builds an open card; a chain makes it free and Urbanism pays for that (rulings 22, 42)."""
    if is_chain_free(s, seat, card):
        s.coins[seat] += s.chain_coins[seat]
    else:
        pay(s, seat, price, price - COIN_COST[card])
    place_card(s, seat, card)


@compiled
def build_wonder(s: State, seat: int, place: int, card: int, price: int) -> None:
    """Builds one of the seat's wonders; the card under it is out of the game (rulings 13, 43, 45)."""
    wonder = FIRST_WONDER + s.wonders[seat][place]
    pay(s, seat, price, price - COIN_COST[wonder])
    s.wonder_built[seat] |= 1 << place
    s.under[seat][place] = card
    s.built_wonders += 1
    if EXTRA_TURN[wonder] or s.always_extra[seat]:
        s.extra_turn = 1
    gain(s, seat, wonder, SHIELDS[wonder])


@compiled
def take_token(s: State, seat: int, token: int) -> None:
    """A progress token, from the board or the box (ruling 40)."""
    s.tokens[seat] |= 1 << token
    gain(s, seat, FIRST_TOKEN + token, SHIELDS[FIRST_TOKEN + token])


@compiled
def destroy(s: State, seat: int, card: int) -> None:
    """Takes a card out of the seat's city: its production and its share in counts end (rulings 48, 49)."""
    s.cards[seat][CARD_WORD[card]] &= ~CARD_BIT[card]
    s.discarded[CARD_WORD[card]] |= CARD_BIT[card]
    s.colors[seat][CARD_COLOR[card]] -= 1
    s.goods[seat] -= PRODUCES[card]
    set_unit_prices(s, 1 - seat)


@compiled
def lay_out(s: State, age: int) -> None:
    """Lays out the cards of an age."""
    s.age = age
    s.present = ALL_SLOTS
    s.open = OPEN_AT_START[age]
    s.up = UP_AT_START[age]


@compiled
def turn_up(s: State) -> None:
    """Opens the cards that the taken one was the last to cover, and turns them up (ruling 10)."""
    age = s.age
    for k in range(2):
        slot = COVERS[age][s.taken][k]
        if slot >= 0 and not COVERED_BY[age][slot] & s.present:
            s.open |= 1 << slot
            s.up |= 1 << slot


@compiled
def finish_play(s: State) -> None:
    """After all choices of a play: new cards, then the next turn, the next age or the end (rulings 11, 47, 54, 55)."""
    turn_up(s)
    if s.present:
        if s.extra_turn:
            s.extra_turn = 0
        else:
            s.actor = 1 - s.actor
        s.phase = TURN
        return
    s.extra_turn = 0
    if s.age == 2:
        end_game(s, civilian_winner(s), CIVILIAN_VICTORY)
        return
    lay_out(s, s.age + 1)
    if s.pawn > 0:
        s.actor = 1
    elif s.pawn < 0:
        s.actor = 0
    s.phase = STARTER


@compiled
def settle(s: State) -> None:
    """Asks for the next open choice of this play, or finishes it."""
    if s.phase == OVER:
        return
    if s.pending == 0:
        finish_play(s)
        return
    for phase in range(TOKEN, STARTER):
        if (s.pending >> phase) & 1:
            s.pending &= ~(1 << phase)
            s.phase = phase
            return


@compiled
def discard_gain(s: State, seat: int) -> int:
    """Coins for discarding a card (ruling 12)."""
    return DISCARD_COINS + DISCARD_PER_YELLOW * s.colors[seat][YELLOW]


@compiled
def pick(s: State, place: int) -> None:
    """One pick of the draft (rulings 3, 7)."""
    me = s.actor
    s.wonders[me][s.wonders_owned[me]] = s.offered[place]
    s.wonders_owned[me] += 1
    s.offered_left &= ~(1 << place)
    s.picks += 1
    if s.picks < DRAFTED:
        s.actor = s.first ^ DRAFT_ORDER[s.picks]
    else:
        s.actor = s.first
        s.phase = TURN


@compiled
def apply(states: State.Array, i: int, seat: int, code: int) -> None:
    """Carries out a decision listed by `options` for that seat."""
    s = states[i]
    kind = kind_of(code)
    card = card_of(code)
    if kind == PICK:
        pick(s, place_of(code))
        return
    if kind == START:
        s.actor = card
        s.phase = TURN
        return
    if kind == BUILD or kind == DISCARD or kind == WONDER:
        slot = slot_of(code)
        price = coins_of(code)
        s.taken = slot
        s.present &= ~(1 << slot)
        s.open &= ~(1 << slot)
        if kind == BUILD:
            build(s, seat, card, price)
        elif kind == DISCARD:
            s.coins[seat] += discard_gain(s, seat)
            s.discarded[CARD_WORD[card]] |= CARD_BIT[card]
        else:
            build_wonder(s, seat, place_of(code), card, price)
    elif kind == TAKE_TOKEN:
        s.board_tokens &= ~(1 << card)
        take_token(s, seat, card)
    elif kind == KEEP_TOKEN:
        s.box_tokens &= ~(1 << card)
        s.library = 0
        take_token(s, seat, card)
    elif kind == DESTROY_CARD:
        destroy(s, 1 - seat, card)
    elif kind == REVIVE_CARD:
        s.discarded[CARD_WORD[card]] &= ~CARD_BIT[card]
        place_card(s, seat, card)
    settle(s)
