"""Carrying out a decision of Duel, with everything that follows from it and needs no decision.

`apply` trusts its caller: the code must come from `options` of this very position. Order within a play
(rulings 10, 24, 29): pay, Economy, Urbanism, coins, shields with looting, then the choices in the order of the
phases, then new cards are turned up, then the age ends or the next turn begins.
"""

from __future__ import annotations

from mirabilia.engine.bits import lowest
from mirabilia.engine.compiling import Events, Ints, compiled
from mirabilia.engine.reporting import (
    EVENT_ROOM,
    WHY_BLUE_POINTS,
    WHY_BOARD,
    WHY_BOX,
    WHY_CAPITAL,
    WHY_CHAIN,
    WHY_COST,
    WHY_COUNT,
    WHY_DESTROY,
    WHY_DISCARD,
    WHY_EFFECT,
    WHY_POINTS,
    WHY_REVIVE,
    WHY_SHARED,
    WHY_STARTER,
    WHY_SYMBOLS,
    WHY_TOKEN,
    WHY_TRADE,
    WHY_WONDER,
    report,
)
from mirabilia.games.duel.rules.event_rows import (
    AGAIN,
    AGE,
    AGE_ENDED,
    ASKED,
    BANK,
    BEGINS,
    BUILT,
    DESTROYED,
    DISCARDED,
    ENDED,
    GAINED,
    IN_VAIN,
    LOOTED,
    LOST,
    NOTHING,
    PAID,
    PAIR,
    PAWN,
    PICKED,
    RAISED,
    REVIVED,
    TOKEN_TAKEN,
    TURNED_UP,
    WITHDRAWN,
    report_offer,
    token_of_extra_turns,
    wonder_of_play,
)
from mirabilia.games.duel.rules.payment import is_chain_free
from mirabilia.games.duel.rules.recount import add_lasting, recount_city
from mirabilia.games.duel.rules.scoring import SHARED_WIN, civilian_points, civilian_winner, count_for, total_points
from mirabilia.games.duel.rules.state import (
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
from mirabilia.games.duel.rules.tables import (
    ALL_SLOTS,
    ASKS,
    CAPITAL,
    CARD_BIT,
    CARD_COLOR,
    CARD_WORD,
    CARD_WORDS,
    CHAIN_CARD,
    COIN_COST,
    COINS,
    COINS_PER,
    COVERED_BY,
    COVERS,
    DESTROYS,
    DISCARD_GAIN,
    DRAFT_ORDER,
    DRAFT_ROUND,
    DRAFTED,
    EXTRA_TURN,
    FIRST_TOKEN,
    FIRST_WONDER,
    FLAGS,
    LIBRARY_DRAW,
    LOOT_AT,
    MAX_WONDERS,
    OPEN_AT_START,
    OPPONENT_LOSES,
    PAYS_PER,
    RED,
    REVIVES,
    ROBS,
    SCIENCE,
    SHIELDS,
    STAYS,
    SYMBOLS_FOR_TOKEN,
    SYMBOLS_TO_WIN,
    TEACHES,
    UP_AT_START,
    YELLOW,
)


@compiled
def end_game(s: State, winner: int, victory: int, why: int, first: int, second: int, events: Events) -> None:
    """Nothing more is decided after this. `first` and `second` are what was compared, of seat 0 and of seat 1."""
    report(events, ENDED, 3 if winner == SHARED_WIN else 1 << winner, victory, why, first, second)
    s.winner = winner
    s.victory = victory
    s.phase = OVER
    s.pending = 0


@compiled
def march(s: State, seat: int, shields: int, extra: int, events: Events) -> None:
    """Moves the pawn space by space towards the opponent's capital, looting on the way (rulings 30-34)."""
    opponent = 1 - seat
    step = 1 - 2 * seat
    moves = min(shields + extra, CAPITAL - s.pawn * step)
    report(events, PAWN, seat, s.pawn, s.pawn + moves * step, shields, extra)
    for _ in range(moves):
        s.pawn += step
        distance = s.pawn * step
        if distance > 0 and LOOT_AT[distance] and not (s.looted[opponent] >> distance) & 1:
            s.looted[opponent] |= 1 << distance
            loot = min(s.coins[opponent], LOOT_AT[distance])
            s.coins[opponent] -= loot
            report(events, LOOTED, opponent, loot, distance, LOOT_AT[distance], 0)
        if distance == CAPITAL:
            end_game(s, seat, MILITARY_VICTORY, WHY_CAPITAL, 0, 0, events)
            return


@compiled
def study(s: State, seat: int, thing: int, events: Events) -> None:
    """What the symbol just added brings: six different ones win, a pair gives a token (rulings 35-39)."""
    symbol = SCIENCE[thing]
    if s.symbols[seat][symbol] == 1:
        if s.distinct_symbols[seat] == SYMBOLS_TO_WIN:
            end_game(s, seat, SCIENCE_VICTORY, WHY_SYMBOLS, 0, 0, events)
    elif s.symbols[seat][symbol] == SYMBOLS_FOR_TOKEN:
        report(events, PAIR, seat, symbol, thing, 0, 0)
        if s.board_tokens:
            s.pending |= 1 << TOKEN
        else:
            report(events, IN_VAIN, seat, WHY_TOKEN, thing, 0, 0)


@compiled
def any_discarded(s: State) -> bool:
    """Whether the discard pile holds a card."""
    for word in range(CARD_WORDS):
        if s.discarded[word]:
            return True
    return False


@compiled
def from_bank(s: State, seat: int, coins: int, why: int, thing: int, events: Events) -> None:
    """Coins of the bank go to a city."""
    s.coins[seat] += coins
    if coins > 0:
        report(events, GAINED, seat, coins, why, thing, 0)


@compiled
def draw_from_box(s: State, wanted: int) -> None:
    """Shows tokens of the box: those drawn when the game was dealt; once they are used, the first that are left."""
    source = s.library if s.library else s.box_tokens
    shown = 0
    while source and wanted:
        token = lowest(source)
        shown |= 1 << token
        source &= ~(1 << token)
        wanted -= 1
    s.library = shown


@compiled
def ask(s: State, seat: int, thing: int, events: Events) -> None:
    """What something just built asks its owner to choose, if there is anything to choose from (rulings 41, 48, 50)."""
    if LIBRARY_DRAW[thing]:
        draw_from_box(s, LIBRARY_DRAW[thing])
        s.pending |= 1 << LIBRARY
    if DESTROYS[thing] >= 0:
        if s.colors[1 - seat][DESTROYS[thing]]:
            s.destroy_color = DESTROYS[thing]
            s.pending |= 1 << DESTROY
        else:
            report(events, IN_VAIN, seat, WHY_DESTROY, thing, 0, 0)
    if REVIVES[thing]:
        if any_discarded(s):
            s.pending |= 1 << REVIVE
        else:
            report(events, IN_VAIN, seat, WHY_REVIVE, thing, 0, 0)


@compiled
def gain(s: State, seat: int, thing: int, extra: int, events: Events) -> None:
    """The effects of something just built or taken; `extra` shields are added to its own."""
    from_bank(s, seat, COINS[thing], WHY_EFFECT, thing, events)
    flags = FLAGS[thing]
    if flags & PAYS_PER:
        rule = COINS_PER[thing]
        from_bank(s, seat, count_for(s, seat, rule[0], rule[1], rule[2], rule[3]), WHY_COUNT, thing, events)
    if flags & STAYS:
        add_lasting(s, seat, thing)
    if flags & ROBS:
        loss = min(s.coins[1 - seat], OPPONENT_LOSES[thing])
        s.coins[1 - seat] -= loss
        report(events, LOST, 1 - seat, loss, thing, OPPONENT_LOSES[thing], 0)
    if SHIELDS[thing] + extra:
        march(s, seat, SHIELDS[thing], extra, events)
        if s.phase == OVER:
            return
    if flags & TEACHES:
        study(s, seat, thing, events)
        if s.phase == OVER:
            return
    if flags & ASKS:
        ask(s, seat, thing, events)


@compiled
def place_card(s: State, seat: int, card: int, events: Events) -> None:
    """Puts a card into the city and carries out its effects; Strategy helps red cards only (ruling 33)."""
    s.cards[seat][CARD_WORD[card]] |= CARD_BIT[card]
    color = CARD_COLOR[card]
    s.colors[seat][color] += 1
    gain(s, seat, card, s.red_shields[seat] if color == RED else 0, events)


@compiled
def pay(s: State, seat: int, price: int, thing: int, events: Events) -> None:
    """Coins to the bank, or what was spent on trade to an opponent with Economy (ruling 23)."""
    s.coins[seat] -= price
    on_trade = price - COIN_COST[thing]
    seller = BANK
    if s.gains_trade[1 - seat]:
        s.coins[1 - seat] += on_trade
        seller = 1 - seat
    if COIN_COST[thing]:
        report(events, PAID, seat, BANK, COIN_COST[thing], WHY_COST, thing)
    if on_trade:
        report(events, PAID, seat, seller, on_trade, WHY_TRADE, thing)


@compiled
def build(s: State, seat: int, card: int, price: int, events: Events) -> None:
    """Builds an open card; a chain makes it free and Urbanism pays for that (rulings 22, 42)."""
    if is_chain_free(s, seat, card):
        report(events, BUILT, seat, card, s.taken, CHAIN_CARD[card], 0)
        from_bank(s, seat, s.chain_coins[seat], WHY_CHAIN, card, events)
    else:
        pay(s, seat, price, card, events)
        report(events, BUILT, seat, card, s.taken, NOTHING, 0)
    place_card(s, seat, card, events)


@compiled
def close_wonders(s: State, events: Events) -> None:
    """Enough wonders stand: the one left is out (ruling 45)."""
    for seat in range(2):
        for place in range(s.wonders_owned[seat]):
            if not (s.wonder_built[seat] >> place) & 1:
                report(events, WITHDRAWN, seat, s.wonders[seat][place], 0, 0, 0)


@compiled
def build_wonder(s: State, seat: int, place: int, card: int, price: int, events: Events) -> None:
    """Builds one of the seat's wonders; the card under it is out of the game (rulings 13, 43, 45)."""
    wonder = FIRST_WONDER + s.wonders[seat][place]
    pay(s, seat, price, wonder, events)
    report(events, RAISED, seat, s.wonders[seat][place], place, card, s.taken)
    s.wonder_built[seat] |= 1 << place
    s.under[seat][place] = card
    s.built_wonders += 1
    if EXTRA_TURN[wonder] or s.always_extra[seat]:
        s.extra_turn = 1
    if events is not None and s.built_wonders == MAX_WONDERS:
        close_wonders(s, events)
    gain(s, seat, wonder, 0, events)


@compiled
def take_token(s: State, seat: int, token: int, why: int, events: Events) -> None:
    """A progress token, from the board or the box (ruling 40)."""
    s.tokens[seat] |= 1 << token
    report(events, TOKEN_TAKEN, seat, token, why, 0, 0)
    gain(s, seat, FIRST_TOKEN + token, 0, events)


@compiled
def destroy(s: State, seat: int, card: int, events: Events) -> None:
    """Takes a card out of the seat's city: its production and its share in counts end (rulings 48, 49)."""
    report(events, DESTROYED, seat, card, 1 - seat, 0, 0)
    s.cards[seat][CARD_WORD[card]] &= ~CARD_BIT[card]
    s.discarded[CARD_WORD[card]] |= CARD_BIT[card]
    recount_city(s, seat)


@compiled
def lay_out(s: State, age: int, events: Events) -> None:
    """Lays out the cards of an age."""
    report(events, AGE, age, 0, 0, 0, 0)
    s.age = age
    s.present = ALL_SLOTS
    s.open = OPEN_AT_START[age]
    s.up = UP_AT_START[age]


@compiled
def turn_up(s: State, events: Events) -> None:
    """Opens the cards that the taken one was the last to cover, and turns them up (ruling 10)."""
    age = s.age
    for k in range(2):
        slot = COVERS[age][s.taken][k]
        if slot >= 0 and not COVERED_BY[age][slot] & s.present:
            s.open |= 1 << slot
            if not (s.up >> slot) & 1:
                s.up |= 1 << slot
                report(events, TURNED_UP, slot, s.deck[age][slot], 0, 0, 0)


@compiled
def report_extra_turn(s: State, events: Events) -> None:
    """That the actor moves again, and what it owes that to."""
    place = wonder_of_play(s)
    wonder = FIRST_WONDER + s.wonders[s.actor][place]
    if place >= 0 and EXTRA_TURN[wonder]:
        report(events, AGAIN, s.actor, WHY_WONDER, wonder, 0, 0)
    else:
        report(events, AGAIN, s.actor, WHY_TOKEN, token_of_extra_turns(s, s.actor), 0, 0)


@compiled
def decide_by_points(s: State, events: Events) -> None:
    """The end of the last age: points decide, then those on blue cards (ruling 61)."""
    first = 0
    second = 0
    why = WHY_POINTS
    if events is not None:
        first = total_points(s, 0)
        second = total_points(s, 1)
        if first == second:
            first = civilian_points(s, 0)
            second = civilian_points(s, 1)
            why = WHY_BLUE_POINTS if first != second else WHY_SHARED
    end_game(s, civilian_winner(s), CIVILIAN_VICTORY, why, first, second, events)


@compiled
def finish_play(s: State, events: Events) -> None:
    """After all choices of a play: new cards, then the next turn, the next age or the end (rulings 11, 47, 54, 55)."""
    turn_up(s, events)
    if s.present:
        if s.extra_turn:
            if events is not None:
                report_extra_turn(s, events)
            s.extra_turn = 0
        else:
            s.actor = 1 - s.actor
        s.phase = TURN
        return
    s.extra_turn = 0
    report(events, AGE_ENDED, s.age, 0, 0, 0, 0)
    if s.age == 2:
        decide_by_points(s, events)
        return
    lay_out(s, s.age + 1, events)
    if s.pawn > 0:
        s.actor = 1
    elif s.pawn < 0:
        s.actor = 0
    s.phase = STARTER
    report(events, ASKED, s.actor, WHY_STARTER, NOTHING, 0, 0)


@compiled
def report_asked(s: State, events: Events) -> None:
    """The choice asked for now; what asks is the wonder of this play, except for a token, where a pair asks."""
    thing = NOTHING
    if s.phase != TOKEN:
        thing = FIRST_WONDER + s.wonders[s.actor][wonder_of_play(s)]
    report(events, ASKED, s.actor, WHY_TOKEN + s.phase - TOKEN, thing, 0, 0)


@compiled
def settle(s: State, events: Events) -> None:
    """Asks for the next open choice of this play, or finishes it."""
    if s.phase == OVER:
        return
    if s.pending == 0:
        finish_play(s, events)
        return
    for phase in range(TOKEN, STARTER):
        if (s.pending >> phase) & 1:
            s.pending &= ~(1 << phase)
            s.phase = phase
            if events is not None:
                report_asked(s, events)
            return


@compiled
def discard_gain(s: State, seat: int) -> int:
    """Coins for discarding a card (ruling 12)."""
    return DISCARD_GAIN[s.colors[seat][YELLOW]]


@compiled
def pick(s: State, place: int, events: Events) -> None:
    """One pick of the draft (rulings 3, 7)."""
    me = s.actor
    report(events, PICKED, me, s.offered[place], place, 0, 0)
    s.wonders[me][s.wonders_owned[me]] = s.offered[place]
    s.wonders_owned[me] += 1
    s.offered_left &= ~(1 << place)
    s.picks += 1
    if s.picks < DRAFTED:
        if events is not None and s.picks % DRAFT_ROUND == 0:
            report_offer(s, events)
        s.actor = s.first ^ DRAFT_ORDER[s.picks]
    else:
        s.actor = s.first
        s.phase = TURN
        report(events, AGE, 0, 0, 0, 0, 0)


@compiled
def carry_out(s: State, seat: int, code: int, events: Events) -> None:
    """One decision with all that follows from it."""
    kind = kind_of(code)
    card = card_of(code)
    if kind == PICK:
        pick(s, place_of(code), events)
        return
    if kind == START:
        report(events, BEGINS, seat, card, 0, 0, 0)
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
            build(s, seat, card, price, events)
        elif kind == DISCARD:
            report(events, DISCARDED, seat, card, slot, 0, 0)
            from_bank(s, seat, discard_gain(s, seat), WHY_DISCARD, card, events)
            s.discarded[CARD_WORD[card]] |= CARD_BIT[card]
        else:
            build_wonder(s, seat, place_of(code), card, price, events)
    elif kind == TAKE_TOKEN:
        s.board_tokens &= ~(1 << card)
        take_token(s, seat, card, WHY_BOARD, events)
    elif kind == KEEP_TOKEN:
        s.box_tokens &= ~(1 << card)
        s.library = 0
        take_token(s, seat, card, WHY_BOX, events)
    elif kind == DESTROY_CARD:
        destroy(s, 1 - seat, card, events)
    elif kind == REVIVE_CARD:
        s.discarded[CARD_WORD[card]] &= ~CARD_BIT[card]
        report(events, REVIVED, seat, card, 0, 0, 0)
        place_card(s, seat, card, events)
    settle(s, events)


@compiled
def apply(states: State.Array, i: int, seat: int, code: int) -> None:
    """Carries out a decision listed by `options` for that seat."""
    carry_out(states[i], seat, code, None)


@compiled
def apply_reporting(states: State.Array, i: int, seat: int, code: int, events: Ints) -> int:
    """As `apply`; writes what happened into `events` (EVENT_ROOM numbers) and returns the number of rows."""
    events[EVENT_ROOM - 1] = 0
    carry_out(states[i], seat, code, events)
    return events[EVENT_ROOM - 1]
