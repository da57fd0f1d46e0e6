"""Replacing everything a seat cannot know by a random arrangement that agrees with all it has seen.

`knowledge.py` says which cards could lie where: redealing shuffles the cards of each group among its places, deals the
ages to come anew, and draws anew which guilds are in the box. Every arrangement of physical cards that agrees with
what the seat saw is equally likely. Nothing is read into anyone's reasons for a move.

Three kinds of public fact tie groups together; they are kept by drawing again until they hold:

- A card revived from the discard pile lay there. With three or more players its place is drawn first: a place of a
  group of N with m such cards holds one in m / N of all arrangements. For several revived cards the places are drawn
  one after the other, and the whole is kept with the probability by which earlier places lowered the weights of
  later ones; that makes all arrangements equally likely. Of two equal cards on the pile the one that lay there
  first is taken, as in `apply.py`, so each arrangement is counted once.
- Whether a look into the pile was asked for tells whether some card of it could be built.
- With two players, a card the Free City buried was no card it had to build by a chain, and when it discarded, no card
  of the rest of the hand could be built (`barred`).

If no arrangement is found in TRIES attempts, `redeal` says so and leaves the state as it was.
Choices of other seats that are not yet revealed are withdrawn: search decides for them.
"""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.records import workspace
from mirabilia.engine.rng import below, next_word
from mirabilia.games.wonders.rules.apply import insert_card
from mirabilia.games.wonders.rules.knowledge import (
    DRAWS_AT,
    GROUPS,
    HANDS_AT,
    KNOWN,
    PLACES,
    find_secrets,
    group_after,
    slot_at,
)
from mirabilia.games.wonders.rules.setup import deal_age, shuffle
from mirabilia.games.wonders.rules.state import (
    DISCARD,
    ENTRIES,
    HAND_ROOM,
    HISTORY,
    KIND_BITS,
    NOT_ASKED,
    OVER,
    STAGE_BUILT,
    TAKEN,
    State,
    controller,
    controller_at,
    drawing_packet,
    in_pile,
    kind_of,
    packet_of,
)
from mirabilia.games.wonders.rules.tables import (
    AGES,
    CARD_BIT,
    CARD_WORD,
    CITIES,
    FREE_CITY,
    GUILD,
    GUILD_CARDS,
    GUILD_COUNT,
    HAND,
    LAST_TURN,
    LOCAL_BIT,
    LOOKS,
    MAX_GUILDS,
    PACKET,
    SEVENTH,
    TURNS,
)

TRIES = 2000
_LAST_AGE = AGES - 1
_WORDS = 1 << 32


@compiled
def find_box(s: State, box: Ints) -> int:
    """Writes the guilds that are not in the game; only Age III has any."""
    n = 0
    for k in range(GUILD_COUNT[s.edition]):
        guild = GUILD_CARDS[s.edition][k]
        found = False
        for packet in range(s.cities):
            for place in range(HAND):
                if s.deal[_LAST_AGE][packet][place] == guild:
                    found = True
        if not found:
            box[n] = guild
            n += 1
    return n


@compiled
def was_in_pile(s: State, slot: int) -> bool:
    """Whether a place of the history went to the discard pile, revived since or not."""
    time = slot // CITIES
    return in_pile(kind_of(s.done_action[time // ENTRIES][time % ENTRIES][slot % CITIES]))


@compiled
def guilds_in_group(card: Ints, group: Ints) -> int:
    """Guilds among the unseen cards of Age III."""
    n = 0
    for place in range(PLACES):
        if group[place] == _LAST_AGE and GUILD[card[place]]:
            n += 1
    return n


@compiled
def weight(
    s: State, slot: int, wanted: int, card: Ints, group: Ints, boxed: int, fixed: Ints, shares: Ints, sizes: Ints
) -> float:
    """The share of arrangements with the wanted card in a place of the pile."""
    if fixed[slot] != 0:
        return 0.0
    g = group[slot]
    if g < 0:
        return 1.0 if card[slot] == wanted else 0.0
    share = shares[g] / sizes[g]
    if g == _LAST_AGE and boxed > 0 and share > 0.0 and GUILD[wanted]:
        guilds = guilds_in_group(card, group)
        share *= guilds / (guilds + boxed)
    return share


@compiled
def weigh(s: State, look: int, card: Ints, group: Ints, boxed: int, fixed: Ints, shares: Ints, sizes: Ints) -> float:
    """How likely the revived card of a look lay somewhere on the pile: the sum over places, `fixed` ones left out.

    Writes by group how many such cards it has, and its size.
    """
    wanted = s.look_card[look]
    for g in range(GROUPS):
        shares[g] = 0
        sizes[g] = 0
    for place in range(PLACES):
        g = group[place]
        if g >= 0:
            sizes[g] += 1
            if card[place] == wanted:
                shares[g] += 1
    total = 0.0
    for slot in range((s.look_time[look] + 1) * CITIES):
        if was_in_pile(s, slot):
            total += weight(s, slot, wanted, card, group, boxed, fixed, shares, sizes)
    return total


@compiled
def place_revived(s: State, seat: int, card: Ints, group: Ints, boxed: int, chosen: Ints, rng: Ints) -> bool:
    """Draws the places where cards revived by others had lain, moves those cards there and takes them from groups."""
    shares = workspace(GROUPS)
    sizes = workspace(GROUPS)
    fixed = workspace(HISTORY)
    at_first = workspace(LOOKS)  # weights before anything is fixed, in units of 2**-32
    for look in range(s.looks):
        chosen[look] = -1
        if s.look_card[look] >= 0 and s.look_seat[look] != seat:
            at_first[look] = int(weigh(s, look, card, group, boxed, fixed, shares, sizes) * _WORDS)
    for look in range(s.looks):
        wanted = s.look_card[look]
        if wanted < 0 or s.look_seat[look] == seat:
            continue
        total = weigh(s, look, card, group, boxed, fixed, shares, sizes)
        if next_word(rng) / _WORDS * at_first[look] >= total * _WORDS:
            return False
        point = total * (next_word(rng) / _WORDS)
        slot = -1
        for candidate in range((s.look_time[look] + 1) * CITIES):
            if was_in_pile(s, candidate):
                share = weight(s, candidate, wanted, card, group, boxed, fixed, shares, sizes)
                if share > 0.0:
                    slot = candidate
                    point -= share
                    if point < 0.0:
                        break
        if slot < 0:
            return False
        if card[slot] != wanted:
            for place in range(PLACES):
                if group[place] == group[slot] and card[place] == wanted:
                    card[place] = card[slot]
                    card[slot] = wanted
                    break
        fixed[slot] = 1
        group[slot] = KNOWN
        chosen[look] = slot
    return True


@compiled
def shuffle_box(card: Ints, group: Ints, box: Ints, boxed: int, deck: Ints, rng: Ints) -> None:
    """Unseen guilds and those in the box change places."""
    n = boxed
    for k in range(boxed):
        deck[k] = box[k]
    for place in range(PLACES):
        if group[place] == _LAST_AGE and GUILD[card[place]]:
            deck[n] = card[place]
            n += 1
    shuffle(deck, 0, n, rng)
    for place in range(PLACES):
        if group[place] == _LAST_AGE and GUILD[card[place]]:
            n -= 1
            card[place] = deck[n]


@compiled
def shuffle_groups(card: Ints, group: Ints, first: int, last: int, order: Ints, starts: Ints, rng: Ints) -> None:
    """Shuffles the cards of the groups numbered `first` to `last` - 1, each among its places."""
    for g in range(GROUPS + 1):
        starts[g] = 0
    for place in range(PLACES):
        if group[place] >= 0:
            starts[group[place] + 1] += 1
    for g in range(GROUPS):
        starts[g + 1] += starts[g]
    for place in range(PLACES):
        if group[place] >= 0:
            order[starts[group[place]]] = place
            starts[group[place]] += 1
    # each start now stands at its group's end, that is, at the next group's beginning
    for g in range(first, last):
        begin = starts[g - 1] if g > 0 else 0
        for k in range(starts[g] - 1, begin, -1):
            a = order[k]
            b = order[begin + below(rng, k - begin + 1)]
            card[a], card[b] = card[b], card[a]


@compiled
def relink(s: State, seat: int, truth: Ints, card: Ints, group: Ints) -> None:
    """Two players: unknown drawn cards that are linked to a SIGHT group take their new cards there."""
    for age in range(s.age + 1):
        for entry in range(1, TURNS):
            place = DRAWS_AT + age * ENTRIES + entry
            drawn = age < s.age or entry <= s.turn
            if drawn and group[place] >= 0:
                linked = group_after(2, age, seat, drawing_packet(age), entry)
                for other in range(DRAWS_AT):
                    if group[other] == linked and card[other] == truth[place]:
                        card[other] = card[place]
                        break


@compiled
def looks_hold(s: State, card: Ints, chosen: Ints, taken: Ints) -> bool:
    """Whether an arrangement agrees with all looks into the pile; `chosen` gets the places of the cards revived."""
    for slot in range(HISTORY):
        taken[slot] = 0
    for look in range(s.looks):
        outcome = s.look_card[look]
        found = -1
        suits = False
        for slot in range((s.look_time[look] + 1) * CITIES):
            if taken[slot] == 0 and was_in_pile(s, slot):
                lying = card[slot]
                if s.look_cards[look][CARD_WORD[lying]] & CARD_BIT[lying] == 0:
                    suits = True
                if lying == outcome and found < 0:
                    found = slot
        if suits != (outcome != NOT_ASKED):
            return False
        if outcome >= 0:
            if found < 0 or (chosen[look] >= 0 and chosen[look] != found):
                return False
            chosen[look] = found
            taken[found] = 1
    return True


@compiled
def duties_hold(s: State, card: Ints) -> bool:
    """Two players: whether the Free City's hidden cards are such as its duties allowed to bury or discard."""
    for age in range(s.age + 1):
        for entry in range(ENTRIES):
            action = kind_of(s.done_action[age][entry][FREE_CITY])
            if action != STAGE_BUILT and action != DISCARD:
                continue
            place = slot_at(age, entry, FREE_CITY) if entry < SEVENTH else DRAWS_AT + age * ENTRIES + SEVENTH
            if LOCAL_BIT[age][card[place]] & s.barred[age][entry] != 0:
                return False
            if action == DISCARD and entry <= LAST_TURN:
                # the rest of the hand could not be built either; later turns' owners have seen it themselves
                seat = controller_at(age, entry)
                if entry == LAST_TURN and s.done_action[age][SEVENTH][seat] != 0:
                    if LOCAL_BIT[age][card[slot_at(age, SEVENTH, seat)]] & s.barred[age][entry] != 0:
                        return False
                elif age == s.age and entry == s.turn:
                    packet = packet_of(s, seat)
                    for number in range(s.hand_size[packet]):
                        lying = card[HANDS_AT + packet * HAND_ROOM + number]
                        if LOCAL_BIT[age][lying] & s.barred[age][entry] != 0:
                            return False
    return True


@compiled
def rebuild_packets(s: State, age: int) -> None:
    """The hands as dealt, from what became of them. With two players, of the packet without drawn cards."""
    for packet in range(s.players):
        if s.players == 2 and packet == drawing_packet(age):
            continue
        n = 0
        for entry in range(ENTRIES):
            for city in range(s.players):
                if (
                    PACKET[s.players][age][min(entry, LAST_TURN)][city] == packet
                    and s.done_action[age][entry][city] != 0
                ):
                    s.deal[age][packet][n] = s.done_card[age][entry][city]
                    n += 1
        if age == s.age:
            for number in range(s.hand_size[packet]):
                s.deal[age][packet][n] = s.hand[packet][number]
                n += 1


@compiled
def rebuild_draws(s: State, seat: int, age: int, card: Ints, deck: Ints, rng: Ints) -> None:
    """Two players: the draw pile and the packet that drawn cards go to."""
    packet = drawing_packet(age)
    n = 0
    for entry in range(ENTRIES):
        for city in range(s.cities):
            if city == FREE_CITY:
                from_here = entry < SEVENTH
            else:
                from_here = PACKET[2][age][min(entry, LAST_TURN)][city] == packet
            if from_here and s.done_action[age][entry][city] != 0:
                deck[n] = s.done_card[age][entry][city]
                n += 1
    if age == s.age:
        for number in range(s.hand_size[packet]):
            deck[n] = s.hand[packet][number]
            n += 1
    for entry in range(ENTRIES - 1, -1, -1):
        drawn = card[DRAWS_AT + age * ENTRIES + entry]
        if entry < SEVENTH and (age < s.age or entry <= s.turn):
            place = -1
            if entry == 0 and controller_at(age, 0) != seat:  # drawn by the other before the packet was ever seen
                place = below(rng, n)
                drawn = deck[place]
            else:
                for k in range(n):
                    if deck[k] == drawn:
                        place = k
            n -= 1
            deck[place] = deck[n]
        s.deal[age][FREE_CITY][entry] = drawn
    for k in range(HAND):
        s.deal[age][packet][k] = deck[k]


@compiled
def write_back(s: State, seat: int, card: Ints, chosen: Ints, deck: Ints, rng: Ints) -> None:
    """Puts an arrangement into the state."""
    for age in range(s.age + 1):
        for entry in range(ENTRIES):
            for city in range(s.cities):
                s.done_card[age][entry][city] = card[slot_at(age, entry, city)]
                s.done_action[age][entry][city] &= KIND_BITS
    for look in range(s.looks):
        if s.look_card[look] >= 0:
            slot = chosen[look]
            s.look_slot[look] = slot
            time = slot // CITIES
            s.done_action[time // ENTRIES][time % ENTRIES][slot % CITIES] += TAKEN
    for packet in range(s.players):
        size = s.hand_size[packet]
        s.hand_size[packet] = 0
        for number in range(size):
            insert_card(s, packet, card[HANDS_AT + packet * HAND_ROOM + number])
    for age in range(s.age + 1):
        rebuild_packets(s, age)
        if s.players == 2:
            rebuild_draws(s, seat, age, card, deck, rng)


@compiled
def shuffle_all(s: State, seat: int, truth: Ints, card: Ints, group: Ints, rng: Ints) -> None:
    """Shuffles every group."""
    order = workspace(PLACES)
    starts = workspace(GROUPS + 1)
    if s.players > 2:
        shuffle_groups(card, group, 0, GROUPS, order, starts, rng)
        return
    shuffle_groups(card, group, 0, AGES, order, starts, rng)
    relink(s, seat, truth, card, group)
    shuffle_groups(card, group, AGES, GROUPS, order, starts, rng)
    for age in range(s.age + 1):  # the last card of the draw pile lies in the history, too
        if s.done_action[age][SEVENTH][FREE_CITY] != 0:
            card[slot_at(age, SEVENTH, FREE_CITY)] = card[DRAWS_AT + age * ENTRIES + SEVENTH]


@compiled
def arrange(s: State, seat: int, deck: Ints, rng: Ints) -> bool:
    """A new arrangement of all hidden cards of the ages dealt so far; False if none was found."""
    truth = workspace(PLACES)
    groups = workspace(PLACES)
    find_secrets(s, seat, truth, groups)
    box = workspace(MAX_GUILDS)
    boxed = find_box(s, box) if s.age == _LAST_AGE else 0
    card = workspace(PLACES)
    group = workspace(PLACES)
    chosen = workspace(LOOKS)
    taken = workspace(HISTORY)
    for _ in range(TRIES):
        for place in range(PLACES):
            card[place] = truth[place]
            group[place] = groups[place]
        for look in range(s.looks):
            chosen[look] = -1
        if s.looks > 0 and s.players > 2 and not place_revived(s, seat, card, group, boxed, chosen, rng):
            continue
        if boxed > 0:
            shuffle_box(card, group, box, boxed, deck, rng)
        shuffle_all(s, seat, truth, card, group, rng)
        if s.players == 2 and not duties_hold(s, card):
            continue
        if s.looks > 0 and not looks_hold(s, card, chosen, taken):
            continue
        write_back(s, seat, card, chosen, deck, rng)
        return True
    return False


@compiled
def redeal(states: State.Array, i: int, seat: int, scratch: Ints, rng: Ints) -> bool:
    """Replaces in state `i` what `seat` cannot know (-1: a spectator); a finished game is open to all and stays.

    `scratch` holds SCRATCH numbers. False: no other arrangement was found, and the state is still what it was.
    """
    s = states[i]
    if s.phase == OVER:
        return True
    if not arrange(s, seat, scratch, rng):
        return False
    for age in range(s.age + 1, AGES):
        deal_age(s, age, scratch, rng)
    for city in range(s.cities):
        if city != seat and not (s.players == 2 and city == FREE_CITY and controller(s) == seat):
            s.choice[city] = 0
    return True
