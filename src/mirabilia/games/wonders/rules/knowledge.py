"""What a seat cannot know, as places and groups: the ground of `redeal.py` and of what views tell about hands.

Places. Every card of the ages dealt so far lies in one place: in the history (played, buried, discarded), in a hand,
or, with two players, in the draw pile. A place is *known* to a seat if its card was built (everyone sees it), if the
seat used the card itself, if the seat looked through the discard pile while it lay there, or if the seat holds it.

Groups. All other places fall into groups. Within a group the seat knows which cards there are, but nothing about
which lies where; and no two groups have anything to do with each other. So the worlds a seat cannot tell apart are
exactly those in which the cards of each group are arranged in some other way. The groups follow from when a seat
*saw* a packet, that is, held it:

- After a seat saw a packet in turn u, the packet consists of the cards seen, less its own choice. Until it sees the
  packet again, others take cards out; structures are seen, the rest go face down. So everything hidden that came from
  the packet after turn u, and whatever is still in it, is one group: SIGHT. If the seat sees the packet again (after
  as many turns as there are packets), the cards that vanished are known as a set, and the same rule makes them a
  group of their own, because places after the second sight belong to the later group.
- What vanished from packets before the seat first saw them, and packets it never saw, are one group for each age:
  UNSEEN. It is known by elimination, for every age's deck is dealt out completely. Only Age III leaves guilds in the
  box: those and the guilds of the group may change places too.

Two players. Drawn cards always go into the packet that the player with the Free City card holds. A card drawn by the
opponent comes from the UNSEEN group and joins the SIGHT group of that packet. If the seat later finds it (in the hand
or built), it is known. If not, it went face down: then the draw place stays in the UNSEEN group and is *linked* to the
SIGHT group, whose cards are then those seen before and this unknown one. The first card that the opponent draws
before the seat ever saw the packet is simply one of eight unseen cards.
"""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.wonders.rules.state import (
    BUILD,
    ENTRIES,
    FREE_BUILD,
    HAND_ROOM,
    HISTORY,
    NOT_ASKED,
    SEVENTH_CARD,
    SPARE,
    State,
    controller_at,
    drawing_packet,
    in_pile,
    kind_of,
    packet_of,
)
from mirabilia.games.wonders.rules.tables import (
    AGES,
    CITIES,
    FREE_CITY,
    LAST_TURN,
    PACKET,
    PASSES_LEFT,
    SEVENTH,
    TURNS,
)

KNOWN = -1
ELSEWHERE = -2  # not known, but decided by another place: the draw pile's last card once it lies in the history
HANDS_AT = HISTORY  # places of the history come first, then the hands, then the draw piles
DRAWS_AT = HANDS_AT + CITIES * HAND_ROOM
PLACES = DRAWS_AT + AGES * ENTRIES
GROUPS = AGES + AGES * CITIES * TURNS  # UNSEEN groups are numbered by their age, SIGHT groups follow


@compiled
def slot_at(age: int, entry: int, city: int) -> int:
    """The place of an entry of the history."""
    return (age * ENTRIES + entry) * CITIES + city


@compiled
def first_sight(players: int, age: int, seat: int, packet: int) -> int:
    """The turn in which a seat first holds a packet (perhaps beyond the age's end)."""
    if players == 2 or PASSES_LEFT[age]:
        return (packet - seat + players) % players
    return (seat - packet + players) % players


@compiled
def group_after(players: int, age: int, seat: int, packet: int, turn: int) -> int:
    """The group of a card that was in a packet in a turn, and that the seat did not take itself."""
    sight = first_sight(players, age, seat, packet)
    if sight > turn:
        return age
    sight += (turn - sight) // players * players
    return AGES + (age * CITIES + packet) * TURNS + sight


@compiled
def looked_until(s: State, seat: int) -> int:
    """The time of a seat's last look into the discard pile (as `look_time`), or -1."""
    time = -1
    for look in range(s.looks):
        if s.look_seat[look] == seat and s.look_card[look] != NOT_ASKED:
            time = s.look_time[look]
    return time


@compiled
def knows_entry(s: State, seat: int, age: int, entry: int, city: int, looked: int) -> bool:
    """Whether a seat knows the card of an entry of the history."""
    action = kind_of(s.done_action[age][entry][city])
    if action == BUILD or action == FREE_BUILD or city == seat:
        return True
    if in_pile(action) and age * ENTRIES + entry <= looked:
        return True
    if s.players == 2 and city == FREE_CITY:
        if entry == SEVENTH:  # nobody sees the last card of the draw pile unless it is played
            return action != SPARE and controller_at(age, LAST_TURN) == seat
        return controller_at(age, entry) == seat
    return False


@compiled
def group_draws(s: State, seat: int, age: int, looked: int, card: Ints, group: Ints) -> None:
    """The draw pile of one age in the two-player game."""
    packet = drawing_packet(age)
    for entry in range(ENTRIES):
        place = DRAWS_AT + age * ENTRIES + entry
        drawn = entry < SEVENTH and (age < s.age or entry <= s.turn)
        group[place] = age
        if entry == SEVENTH:
            if s.done_action[age][SEVENTH][FREE_CITY] != 0:
                if knows_entry(s, seat, age, SEVENTH, FREE_CITY, looked):
                    group[place] = KNOWN
            elif s.phase == SEVENTH_CARD and s.actor == FREE_CITY and controller_at(age, LAST_TURN) == seat:
                group[place] = KNOWN
        elif drawn and (controller_at(age, entry) == seat or entry == 0):
            group[place] = KNOWN  # seen; or the opponent's first draw, one of eight unseen cards
        elif drawn:
            linked = group_after(2, age, seat, packet, entry)
            group[place] = KNOWN
            for other in range(DRAWS_AT):
                if group[other] == linked and card[other] == card[place]:
                    group[place] = age


@compiled
def find_secrets(s: State, seat: int, card: Ints, group: Ints) -> None:
    """Writes for every place its card and its group; places without a card are KNOWN. Both hold PLACES numbers.

    Groups are numbered from 0; only KNOWN says that a seat knows the card, ELSEWHERE does not.
    """
    looked = looked_until(s, seat)
    for place in range(PLACES):
        group[place] = KNOWN
        card[place] = 0
    for age in range(s.age + 1):
        for entry in range(ENTRIES):
            turn = min(entry, LAST_TURN)
            for city in range(s.cities):
                if s.done_action[age][entry][city] == 0:
                    continue
                place = slot_at(age, entry, city)
                card[place] = s.done_card[age][entry][city]
                if not knows_entry(s, seat, age, entry, city, looked):
                    packet = drawing_packet(
                        age
                    )  # the Free City's cards come from there; its last one from the draw pile
                    if s.players == 2 and city == FREE_CITY:
                        if entry == SEVENTH:
                            group[place] = ELSEWHERE
                            continue
                    else:
                        packet = PACKET[s.players][age][turn][city]
                    group[place] = group_after(s.players, age, seat, packet, turn)
    for holder in range(s.players):
        packet = packet_of(s, holder)
        for number in range(s.hand_size[packet]):
            place = HANDS_AT + packet * HAND_ROOM + number
            card[place] = s.hand[packet][number]
            if holder != seat:
                group[place] = group_after(s.players, s.age, seat, packet, s.turn)
    if s.players == 2:
        for age in range(s.age + 1):
            for entry in range(ENTRIES):
                card[DRAWS_AT + age * ENTRIES + entry] = s.deal[age][FREE_CITY][entry]
            group_draws(s, seat, age, looked, card, group)


@compiled
def secrets_of(states: State.Array, i: int, seat: int, card: Ints, group: Ints) -> None:
    """As `find_secrets`, from Python."""
    find_secrets(states[i], seat, card, group)
