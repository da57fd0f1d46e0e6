"""Carrying decisions out: `apply` keeps one decision; the last one of a turn resolves it.

A turn resolves in the order of rulings 31, 40, 44 and 10.2: all actions are laid down, then coins are counted and
taken; after the last turn of an age the spare cards go to the pile, then the seventh card, then a look into the
discard pile, then the conflicts. Steps that need a decision leave the state in a phase of their own, with `actor` the
city concerned; `go_on` takes the game from there. Callers see to it that codes are legal.
"""

from __future__ import annotations

from mirabilia.engine.bits import lowest, members
from mirabilia.engine.compiling import Events, Ints, compiled
from mirabilia.engine.records import workspace
from mirabilia.engine.reporting import (
    EVENT_ROOM,
    WHY_CHOOSE,
    WHY_COINS,
    WHY_COST,
    WHY_COUNT,
    WHY_DISCARD,
    WHY_EFFECT,
    WHY_POINTS,
    WHY_REVIVE,
    WHY_SEVENTH,
    WHY_SHARED,
    WHY_TRADE,
    report,
    report_more,
)
from mirabilia.games.wonders.rules.event_rows import (
    AGE,
    AGE_ENDED,
    ASKED,
    BANK,
    BUILT,
    CONFLICT,
    DISCARDED,
    ENDED,
    GAINED,
    IN_VAIN,
    LEFT_OVER,
    NOBODY,
    NOTHING,
    PAID,
    RAISED,
    REVIVED,
    TURN,
    report_draw,
)
from mirabilia.games.wonders.rules.options import can_build, chain_giver, has, is_gift, must_chain, next_stage, place_in
from mirabilia.games.wonders.rules.recount import stand
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM, SCORE_WIDTH, leaders, score_all, tally
from mirabilia.games.wonders.rules.state import (
    BUILD,
    CHOOSE,
    DISCARD,
    ENTRIES,
    FREE_BUILD,
    LOOKING,
    NOT_ASKED,
    OVER,
    POINT_KINDS,
    REVIVE_CARD,
    SEVENTH_CARD,
    SPARE,
    STAGE_BUILT,
    TAKEN,
    TOOK_NONE,
    State,
    bank_of,
    card_of,
    controller,
    decider,
    entry_now,
    in_pile,
    is_free_city,
    kind_of,
    left_of,
    packet_of,
    right_of,
)
from mirabilia.games.wonders.rules.tables import (
    AGES,
    BANK_AT,
    CARD_BIT,
    CARD_WORD,
    CITIES,
    COINS,
    COINS_PER,
    COST,
    DEFEATS,
    DISCARD_COINS,
    FREE_BUILD_POWER,
    FREE_CITY,
    HAND,
    LAST_TURN,
    LEFT,
    LOCAL_CARD,
    LOCAL_COUNT,
    MASKS,
    MILITARY,
    NONE,
    POWER,
    REVIVE_POWER,
    RIGHT,
    ROW,
    SEVENTH,
    VICTORY_TOKEN,
    WONDER_STAGE,
)


@compiled
def from_bank(s: State, city: int, coins: int, why: int, thing: int, events: Events) -> None:
    """Coins of the bank go to a city."""
    s.coins[city] += coins
    if coins > 0:
        report(events, GAINED, city, coins, why, thing, 0)


@compiled
def lay_down(s: State, city: int, effect: int, events: Events) -> None:
    """A structure or stage comes to stand in a city, with all that does not depend on other cities."""
    stand(s, city, effect)
    from_bank(s, city, COINS[effect], WHY_EFFECT, effect, events)
    if POWER[effect] == FREE_BUILD_POWER:
        s.free_left[city] += 1
    elif POWER[effect] == REVIVE_POWER:
        s.owed[city] += 1


@compiled
def take_coins(s: State, city: int, effect: int, events: Events) -> None:
    """The coins of an effect that counts, once everything of the step stands (ruling 31)."""
    each = COINS_PER[effect][0]
    if each != 0:
        coins = each * tally(s, city, COINS_PER[effect][1], COINS_PER[effect][2])
        from_bank(s, city, coins, WHY_COUNT, effect, events)


@compiled
def pay(s: State, city: int, code: int, effect: int, events: Events) -> None:
    """What a decision costs: to the neighbours for goods, to the bank for coins."""
    left, right, bank = left_of(code), right_of(code), bank_of(code)
    s.coins[city] -= left + right + bank
    s.coins[LEFT[s.players][city]] += left
    s.coins[RIGHT[s.players][city]] += right
    if left > 0:
        report(events, PAID, city, LEFT[s.players][city], left, WHY_TRADE, effect)
    if right > 0:
        report(events, PAID, city, RIGHT[s.players][city], right, WHY_TRADE, effect)
    if bank > 0:
        report(events, PAID, city, BANK, bank, WHY_COST, effect)


@compiled
def act(s: State, city: int, code: int, entry: int, events: Events) -> int:
    """Lays down a city's action. Returns the effect whose coins are still to be counted, or -1."""
    action = kind_of(code)
    card = card_of(code)
    s.done_card[s.age][entry][city] = card
    s.done_action[s.age][entry][city] = action
    if action == DISCARD:
        report(events, DISCARDED, city, card, decider(s, city), 0, 0)
        from_bank(s, city, DISCARD_COINS, WHY_DISCARD, NOTHING, events)
        return -1
    effect = card
    if action == STAGE_BUILT:
        effect = next_stage(s, city)
    pay(s, city, code, effect, events)
    if action == STAGE_BUILT:
        report(events, RAISED, city, s.count[city][WONDER_STAGE] + 1, card, decider(s, city), 0)
    else:
        if events is not None:
            chain = chain_giver(s, city, card) if action == BUILD else NOTHING
            gift = (
                action == BUILD and chain == NOTHING and COST[card] + ROW[card][BANK_AT] != 0 and is_gift(s, city, card)
            )
            report(events, BUILT, city, card, chain, int(action == FREE_BUILD or gift), 0)
        s.cards[city][CARD_WORD[card]] |= CARD_BIT[card]
        if action == FREE_BUILD:
            s.free_left[city] -= 1
    lay_down(s, city, effect, events)
    return effect


@compiled
def remove_card(s: State, packet: int, card: int) -> None:
    """Takes one card out of a packet, which stays sorted."""
    size = s.hand_size[packet] - 1
    for place in range(place_in(s, packet, card), size):
        s.hand[packet][place] = s.hand[packet][place + 1]
    s.hand_size[packet] = size


@compiled
def insert_card(s: State, packet: int, card: int) -> None:
    """Puts one card into a packet, which stays sorted."""
    place = s.hand_size[packet]
    while place > 0 and s.hand[packet][place - 1] > card:
        s.hand[packet][place] = s.hand[packet][place - 1]
        place -= 1
    s.hand[packet][place] = card
    s.hand_size[packet] += 1


@compiled
def begin_turn(s: State, events: Events) -> None:
    """With two players the player with the Free City card draws (ruling 53)."""
    s.phase = CHOOSE
    if s.players == 2:
        insert_card(s, packet_of(s, controller(s)), s.deal[s.age][FREE_CITY][s.turn])
        report_draw(s, events)


@compiled
def begin_age(s: State, events: Events) -> None:
    """Everyone takes up a new hand, and powers of one use per age are fresh (39)."""
    report(events, AGE, s.age, 0, 0, 0, 0)
    s.turn = 0
    for packet in range(s.players):
        s.hand_size[packet] = 0
        for place in range(HAND):
            insert_card(s, packet, s.deal[s.age][packet][place])
    for city in range(s.cities):
        s.free_left[city] = s.free_builds[city]
    begin_turn(s, events)


@compiled
def fight(s: State, events: Events) -> None:
    """The conflicts at the end of an age: every pair of neighbours once (36)."""
    for city in range(s.cities):
        other = RIGHT[s.players][city]
        winner = NOBODY
        if s.shields[city] != s.shields[other]:
            winner = city if s.shields[city] > s.shields[other] else other
            loser = city + other - winner
            s.points[winner][MILITARY] += VICTORY_TOKEN[s.age]
            s.count[loser][DEFEATS] += 1
        report(events, CONFLICT, s.age, city, other, s.shields[city], s.shields[other])
        report_more(events, winner, VICTORY_TOKEN[s.age] if winner != NOBODY else 0)


@compiled
def note_look(s: State, city: int, card: int) -> None:
    """Remembers that a city may look into the pile now: what was asked and answered tells others something."""
    look = s.looks
    s.looks += 1
    s.look_seat[look] = decider(s, city)
    s.look_city[look] = city
    s.look_time[look] = s.age * ENTRIES + entry_now(s)
    s.look_card[look] = card
    s.look_slot[look] = -1
    for word in range(MASKS):
        s.look_cards[look][word] = s.cards[city][word]


@compiled
def pile_suits(s: State, city: int) -> bool:
    """Whether some card of the discard pile could be built in a city."""
    for age in range(s.age + 1):
        for entry in range(ENTRIES):
            for other in range(s.cities):
                if in_pile(s.done_action[age][entry][other]) and not has(s, city, s.done_card[age][entry][other]):
                    return True
    return False


@compiled
def report_end(s: State, events: Events) -> None:
    """Who has won, and whether coins had to decide."""
    if events is not None:
        scores = workspace(SCORE_ROOM)
        score_all(s, scores)
        won = leaders(s, scores)
        first = lowest(won)
        most = scores[first * SCORE_WIDTH + POINT_KINDS]
        equal = 0
        for seat in range(s.players):
            equal += scores[seat * SCORE_WIDTH + POINT_KINDS] == most
        why = WHY_POINTS if equal == 1 else (WHY_COINS if members(won) < equal else WHY_SHARED)
        report(events, ENDED, won, why, most, 0, 0)


@compiled
def go_on(s: State, events: Events) -> None:
    """After a step of a turn: the next step that needs a decision, or the next turn, age or end."""
    if s.turn == LAST_TURN:
        for city in range(s.cities):
            if s.done_action[s.age][SEVENTH][city] == 0:
                s.phase = SEVENTH_CARD
                s.actor = city
                report(events, ASKED, decider(s, city), city, WHY_SEVENTH, 0, 0)
                return
    for city in range(s.cities):
        while s.owed[city] > 0:
            s.owed[city] -= 1
            if pile_suits(s, city):  # else nothing is asked (10.6)
                note_look(s, city, LOOKING)
                s.phase = REVIVE_CARD
                s.actor = city
                report(events, ASKED, decider(s, city), city, WHY_REVIVE, 0, 0)
                return
            note_look(s, city, NOT_ASKED)
            report(events, IN_VAIN, city, WHY_REVIVE, 0, 0, 0)
    if s.turn < LAST_TURN:
        s.turn += 1
        begin_turn(s, events)
        return
    fight(s, events)
    report(events, AGE_ENDED, s.age, 0, 0, 0, 0)
    if s.age < AGES - 1:
        s.age += 1
        begin_age(s, events)
    else:
        s.phase = OVER
        report_end(s, events)


@compiled
def lay_spares(s: State, events: Events) -> None:
    """After the last actions of an age: the cards left over go to the pile (11, 60), unless they may be played (43)."""
    for city in range(s.cities):
        if s.sevenths[city] == 0:
            knows = city
            if s.players == 2 and city == FREE_CITY:
                card = s.deal[s.age][FREE_CITY][SEVENTH]
                knows = NOBODY  # the last card of the draw pile
            else:
                packet = packet_of(s, city)
                card = s.hand[packet][0]
                s.hand_size[packet] = 0
            s.done_card[s.age][SEVENTH][city] = card
            s.done_action[s.age][SEVENTH][city] = SPARE
            report(events, LEFT_OVER, city, card, knows, 0, 0)


@compiled
def bar(s: State, code: int, entry: int) -> None:
    """Notes what the Free City's hidden card cannot have been: with such a card its duties had asked for a build."""
    action = kind_of(code)
    barred = 0
    if action == STAGE_BUILT or action == DISCARD:
        for k in range(LOCAL_COUNT[s.age]):
            card = LOCAL_CARD[s.age][k]
            if action == STAGE_BUILT:
                forbidden = must_chain(s, FREE_CITY, card)
            else:
                forbidden = can_build(s, FREE_CITY, card) or (
                    s.free_left[FREE_CITY] > 0 and not has(s, FREE_CITY, card)  # it would have been built free
                )
            if forbidden:
                barred |= 1 << k
    s.barred[s.age][entry] = barred


@compiled
def resolve(s: State, events: Events) -> None:
    """All have chosen: the turn is carried out."""
    report(events, TURN, s.age, s.turn, WHY_CHOOSE, 0, 0)
    if s.players == 2:
        bar(s, s.choice[FREE_CITY], s.turn)
    for city in range(s.cities):
        code = s.choice[city]
        remove_card(s, packet_of(s, decider(s, city)), card_of(code))
        # the choice has done its service: its place keeps the effect whose coins are counted below
        s.choice[city] = act(s, city, code, s.turn, events)
    for city in range(s.cities):
        if s.choice[city] >= 0:
            take_coins(s, city, s.choice[city], events)
        s.choice[city] = 0
    if s.turn == LAST_TURN:
        lay_spares(s, events)
    go_on(s, events)


@compiled
def play_seventh(s: State, code: int, events: Events) -> None:
    """The seventh card, a step of its own after all actions of the last turn (43; 10.2)."""
    city = s.actor
    report(events, TURN, s.age, s.turn, WHY_SEVENTH, 0, 0)
    if s.players == 2 and city == FREE_CITY:
        bar(s, code, SEVENTH)
    else:
        s.hand_size[packet_of(s, city)] = 0
    effect = act(s, city, code, SEVENTH, events)
    if effect >= 0:
        take_coins(s, city, effect, events)
    go_on(s, events)


@compiled
def slot_in_pile(s: State, card: int) -> int:
    """The slot of the first such card on the pile: age, entry and city as one number."""
    for age in range(s.age + 1):
        for entry in range(ENTRIES):
            for city in range(s.cities):
                if in_pile(s.done_action[age][entry][city]) and s.done_card[age][entry][city] == card:
                    return (age * ENTRIES + entry) * CITIES + city
    return -1


@compiled
def revive(s: State, code: int, events: Events) -> None:
    """A card of the discard pile is built free (40), or none is taken."""
    report(events, TURN, s.age, s.turn, WHY_REVIVE, 0, 0)
    card = card_of(code)
    look = s.looks - 1
    if card == NONE:
        s.look_card[look] = TOOK_NONE
        report(events, REVIVED, s.actor, NOTHING, 0, 0, 0)
    else:
        slot = slot_in_pile(s, card)
        s.look_card[look] = card
        s.look_slot[look] = slot
        time = slot // CITIES
        s.done_action[time // ENTRIES][time % ENTRIES][slot % CITIES] += TAKEN
        s.cards[s.actor][CARD_WORD[card]] |= CARD_BIT[card]
        report(events, REVIVED, s.actor, card, 0, 0, 0)
        lay_down(s, s.actor, card, events)
        take_coins(s, s.actor, card, events)
    go_on(s, events)


@compiled
def carry_out(s: State, seat: int, code: int, events: Events) -> None:
    """One decision with all that follows from it."""
    if s.phase == SEVENTH_CARD:
        play_seventh(s, code, events)
    elif s.phase == REVIVE_CARD:
        revive(s, code, events)
    elif s.phase == CHOOSE:
        if is_free_city(code):
            s.choice[FREE_CITY] = code
        else:
            s.choice[seat] = code
            if s.players == 2 and controller(s) == seat:
                s.choice[FREE_CITY] = 0  # it depended on the rest of the hand (10.13)
        for city in range(s.cities):
            if s.choice[city] == 0:
                return
        resolve(s, events)


@compiled
def apply(states: State.Array, i: int, seat: int, code: int) -> None:
    """Keeps or carries out a decision of a seat. `code` is one that `options` gave for it.

    In a simultaneous turn a choice may be replaced by another `apply`; the last one owed resolves the turn.
    """
    carry_out(states[i], seat, code, None)


@compiled
def apply_reporting(states: State.Array, i: int, seat: int, code: int, events: Ints) -> int:
    """As `apply`; writes what happened into `events` (EVENT_ROOM numbers) and returns the number of rows.

    A choice that does not yet resolve the turn tells nothing.
    """
    events[EVENT_ROOM - 1] = 0
    carry_out(states[i], seat, code, events)
    return events[EVENT_ROOM - 1]


@compiled
def withdraw(states: State.Array, i: int, seat: int) -> None:
    """Takes a seat's unrevealed choice back, and with it the one for the Free City."""
    s = states[i]
    s.choice[seat] = 0
    if s.players == 2 and controller(s) == seat:
        s.choice[FREE_CITY] = 0
