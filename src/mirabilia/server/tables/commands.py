"""What each command does to a table: checks, then a `Draft` with events. No I/O, no clock of its own, no sockets.

Every command goes through `decide`. It raises `Refusal` and then nothing has changed; otherwise the draft must be
stored before anyone sees it. Commands that come from the server itself (someone joins, a clock runs out) are types
below.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from mirabilia import from_deal, new_game
from mirabilia.errors import MoveError
from mirabilia.game import Game, kind_of
from mirabilia.record import commitment
from mirabilia.server.refusals import Refusal, refusal_of
from mirabilia.server.tables import messages as m
from mirabilia.server.tables import undo
from mirabilia.server.tables.chat import checked_phrase, checked_text, distinct_name
from mirabilia.server.tables.clocks import give_more
from mirabilia.server.tables.facts import Options, Seat, bot_plays
from mirabilia.server.tables.state import Draft, TableState
from mirabilia.study.games import study_of


@dataclass(frozen=True)
class Actor:
    """Who commands: a person (by cookie), a seat (by link), a bot in a seat, or the server."""

    person: str | None = None
    seat: int | None = None
    is_bot: bool = False
    generation: int | None = None  # of the seat or watch link that was shown in place of a cookie

    def may_still(self, state: TableState) -> bool:
        """Whether the seat is still this actor's: it may have been given to someone else since, or links renewed."""
        if self.seat is None:
            return self.generation is None or self.generation == state.facts.link_generation
        if self.generation is not None:
            return self.generation == state.seat_generation(self.seat)
        return self.person is None or self.seat in state.holders.get(self.person, ())

    def key(self, command: str) -> str:
        """The permanent key of a command: the same id from the same actor is the same command."""
        if self.seat is None:
            return f"p{self.person}:{command}"
        return f"{'b' if self.is_bot else 's'}{self.seat}:{command}"


SERVER = Actor()


class Now(msgspec.Struct, frozen=True):
    """What a decision depends on besides the table."""

    time: int  # milliseconds since 1970
    game_time: int  # for clocks
    is_overdue: Callable[[int], bool] = lambda seat: False  # whether the table has waited long enough for this seat
    is_level: Callable[[str], bool] = lambda level: True
    check_style: Callable[[str | None], None] = lambda style: None  # refuses an unknown style
    may_change: Callable[[int], None] = lambda seat: None  # refuses a seat that changes its mind too fast


@dataclass(frozen=True)
class Join:
    """Someone with the invite link takes a free seat; someone who watches only one that is offered."""

    person: str
    name: str
    seat: int | None = None
    watching: bool = False


@dataclass(frozen=True)
class Claim:
    """Someone with the seat link has the seat on this device too."""

    person: str
    seat: int


@dataclass(frozen=True)
class TimeOut:
    """A clock has run out."""


@dataclass(frozen=True)
class Confirm:
    """A person agrees to a rematch."""

    person: str


@dataclass(frozen=True)
class LinkRematch:
    """The new table of a rematch exists."""

    id: str
    table: str


@dataclass(frozen=True)
class Free:
    """The operator frees a table that is stuck: a bot plays the seat until its owner returns."""

    seat: int


@dataclass(frozen=True)
class Abandon:
    """The operator, or the clean-up of tables that nobody comes back to, closes a table."""


@dataclass(frozen=True)
class TookHint:
    """Someone was given a hint."""

    seat: int


Internal = Join | Claim | TimeOut | Confirm | LinkRematch | Free | Abandon | TookHint


def digest_of(command: m.Command | Internal) -> str:
    """A digest of a command's content: the same id with other content is refused."""
    if isinstance(command, LinkRematch):
        command = m.Rematch(command.id)
    return hashlib.blake2b(msgspec.json.encode(command), digest_size=8).hexdigest()


def decide(state: TableState, actor: Actor, command: m.Command | Internal, now: Now) -> Draft | None:
    """The draft of a changed table; None when there is nothing to change. Raises `Refusal`."""
    identity = getattr(command, "id", None)
    draft = Draft(state, now.time)
    if identity is not None:
        draft.command, draft.digest = actor.key(identity), digest_of(command)
    if not actor.may_still(state):
        raise Refusal("no_access")
    if state.facts.status == "closed":
        raise Refusal("table_closed")
    return _DECIDE[type(command)](draft, state, actor, command, now)


# ---- checks ----


def _own_seat(state: TableState, actor: Actor) -> int:
    if actor.seat is None:
        raise Refusal("not_seated")
    return actor.seat


def _seat(state: TableState, number: int) -> int:
    if not 0 <= number < len(state.facts.seats):
        raise Refusal("no_such_seat", seat=number)
    return number


def _need_host(state: TableState, actor: Actor) -> None:
    if actor.person is None or actor.person != state.facts.host:
        raise Refusal("not_host")


def _need_open(state: TableState) -> None:
    if state.facts.status != "open":
        raise Refusal("already_started")


def _need_playing(state: TableState) -> None:
    if state.facts.status == "open":
        raise Refusal("not_started")
    if state.facts.status == "over":
        raise Refusal("game_over")


def _need_no_bot(seat: Seat, number: int) -> None:
    if seat.driver == "bot":
        raise Refusal("seat_on_bot", seat=number)


def _need_same_position(state: TableState, at: int) -> None:
    if at != state.facts.moves:
        raise Refusal("stale", at=at, now=state.facts.moves)


# ---- playing ----


def _play(draft: Draft, state: TableState, actor: Actor, command: m.Play, now: Now) -> Draft:
    _need_playing(state)
    number = _own_seat(state, actor)
    seat = draft.facts.seats[number]
    if seat.driver == "bot" and (not actor.is_bot or actor.generation is not None):
        raise Refusal("seat_on_bot", seat=number)
    if actor.is_bot and actor.generation is None and not bot_plays(seat):  # the owner came back while it was thinking
        raise Refusal("not_your_turn", seat=number, to_act=list(state.to_act))
    _need_same_position(state, command.at)
    if not actor.is_bot and any(place == number for place, _ in state.pending):
        now.may_change(number)
    game = draft.own_game()
    try:
        events = game.play(number, command.move)
    except MoveError as error:
        raise refusal_of(error) from error
    made = list(game.moves_from(state.facts.moves))
    by_bot = {"bot": True} if actor.is_bot and seat.kind == "person" else {}
    draft.set_seat(number, late=False, once=False, bot_moves=seat.bot_moves + len(by_bot))
    draft.pending = list(game.hidden_choices)
    if not made:
        draft.tell("ready", number, **by_bot)
    else:
        draft.new_moves = made
        draft.set(moves=state.facts.moves + len(made), asked=None)
        kept = [event.kept() for event in events]  # `shown_events` sends to each what it may know
        if kind_of(game.name).simultaneous:
            draft.tell("turn", None, number=state.facts.moves, moves=len(made), events=kept)
        else:
            draft.tell("move", number, number=state.facts.moves, move=made[0][1], events=kept, **by_bot)
        if game.result is not None:
            draft.set(status="over", result=game.result.as_dict())
            draft.tell("over", None, result=draft.facts.result)
    draft.run_clocks(now.game_time, (number,))
    return draft


def _take_back(draft: Draft, state: TableState, actor: Actor, command: m.TakeBack, now: Now) -> Draft:
    _need_playing(state)
    number = _own_seat(state, actor)
    _need_no_bot(state.facts.seats[number], number)
    _need_same_position(state, command.at)
    game = state.game
    assert game is not None
    if kind_of(game.name).simultaneous:
        game = draft.own_game()
        try:
            game.take_back(number)
        except MoveError as error:
            raise refusal_of(error) from error
        now.may_change(number)
        draft.pending = list(game.hidden_choices)
        draft.tell("unready", number)
        draft.run_clocks(now.game_time)
        return draft
    if not game.moves or all(seat != number for seat, _ in game.moves):
        raise Refusal("nothing_to_take_back", seat=number)
    if game.moves[-1][0] != number:
        raise Refusal("others_moved")
    earlier = undo.game_before(game, len(game.moves) - 1)
    if undo.reveals(earlier, game):
        raise Refusal("revealed")
    return _back_to(draft, earlier, number, now)


def _back_to(draft: Draft, earlier: Game, seat: int, now: Now) -> Draft:
    count = draft.facts.moves - len(earlier.moves)
    draft.game = earlier
    draft.drop_moves = len(earlier.moves)
    draft.set(moves=draft.drop_moves, asked=None)
    draft.tell("taken_back", seat, moves=count, now=draft.drop_moves)
    draft.run_clocks(now.game_time)
    return draft


def _ask_take_back(draft: Draft, state: TableState, actor: Actor, command: m.AskTakeBack, now: Now) -> Draft:
    """Asks the other player. Only a bot's own seat agrees at once; a person's does not while a bot plays it."""
    _need_playing(state)
    number = _own_seat(state, actor)
    _need_no_bot(state.facts.seats[number], number)
    _need_same_position(state, command.at)
    if state.facts.asked is not None:
        raise Refusal("already_asked", seat=state.facts.asked)
    game = state.game
    assert game is not None
    mine = [place for place, (seat, _) in enumerate(game.moves) if seat == number]
    if kind_of(game.name).simultaneous or not mine:
        raise Refusal("nothing_to_take_back", seat=number)
    draft.tell("asked", number)
    if any(seat.kind == "person" for place, seat in enumerate(state.facts.seats) if place != number):
        draft.set(asked=number)
        return draft
    return _allow(draft, number, now)


def _allow(draft: Draft, number: int, now: Now) -> Draft:
    game = draft.game
    assert game is not None
    last = max(place for place, (seat, _) in enumerate(game.moves) if seat == number)
    draft.set(assisted=True)
    return _back_to(draft, undo.game_before(game, last), number, now)


def _answer_take_back(draft: Draft, state: TableState, actor: Actor, command: m.AnswerTakeBack, now: Now) -> Draft:
    _need_playing(state)
    number = _own_seat(state, actor)
    if state.facts.asked is None:
        raise Refusal("nothing_asked")
    if state.facts.asked == number:
        raise Refusal("own_seat", seat=number)
    draft.tell("answered", number, allow=command.allow)
    if command.allow:
        return _allow(draft, state.facts.asked, now)
    draft.set(asked=None)
    return draft


def _took_hint(draft: Draft, state: TableState, actor: Actor, command: TookHint, now: Now) -> Draft:
    _need_playing(state)
    draft.set_seat(command.seat, hints=state.facts.seats[command.seat].hints + 1)
    draft.tell("hint", command.seat)
    return draft


# ---- before the game ----


def _start(draft: Draft, state: TableState, actor: Actor, command: m.Start, now: Now) -> Draft:
    _need_host(state, actor)
    _need_open(state)
    return begin(draft, now)


def deal_for(game: str, players: int, options: Options, origin: str) -> Game:
    """A new game with the table's options; `MirabiliaError` if they do not fit."""
    if origin == "lesson":
        return from_deal(study_of(game).LESSON.deal)
    return new_game(game, players=players, seed=options.seed, **options.game)


def begin(draft: Draft, now: Now) -> Draft:
    """Deals, and lets bots have the seats that nobody took.

    Unless the host chose a seed, everything random comes from the operating system: nobody can work out the rest of a
    deal from a part of it. What the bots draw from is secret until the end and never the same twice.
    """
    options = draft.facts.options
    for number, seat in enumerate(draft.facts.seats):
        if seat.kind == "open":
            draft.set_seat(
                number, Seat(kind="bot", driver="bot", level=options.takeover, link_generation=seat.link_generation)
            )
        elif seat.kind == "person" and not seat.confirmed:
            draft.set_seat(number, driver="bot", level=options.takeover, confirmed=True)
    game = deal_for(draft.facts.game, draft.facts.players, options, draft.facts.origin)
    if options.first_player is not None and "first_player" in game.deal:
        game = from_deal({**game.deal, "first_player": options.first_player})
    draft.game = game
    draft.deal = game.deal
    nonce = secrets.token_hex(16)
    hashed = commitment(draft.deal, nonce)
    drawn = msgspec.structs.replace(options, nonce=nonce, commitment=hashed, bots=secrets.token_hex(16))
    draft.set(options=drawn, status="playing")
    draft.tell("started", None, commitment=hashed, events=[event.kept() for event in draft.game.events])
    draft.run_clocks(now.game_time)
    return draft


def _set_seat(draft: Draft, state: TableState, actor: Actor, command: m.SetSeat, now: Now) -> Draft:
    _need_host(state, actor)
    _need_open(state)
    number = _seat(state, command.seat)
    level = style = None
    if command.kind == "bot":
        level = command.level or state.facts.options.takeover
        if not now.is_level(level):
            raise Refusal("bad_level", level=level)
        style = command.style
        now.check_style(style)
    _drop_holders(draft, number)
    if any(person != actor.person for _, person in draft.holders_dropped):
        options = draft.facts.options
        draft.set(options=msgspec.structs.replace(options, invites=options.invites + 1, public=False))
    driver = None if command.kind == "open" else command.kind
    link_generation = state.facts.seats[number].link_generation + 1
    draft.set_seat(
        number, Seat(kind=command.kind, driver=driver, level=level, style=style, link_generation=link_generation)
    )
    draft.tell("seat", number, kind=command.kind, level=level, style=style)
    return draft


def _drop_holders(draft: Draft, number: int) -> None:
    draft.holders_dropped += [(number, person) for person, seats in draft.state.holders.items() if number in seats]


def _join(draft: Draft, state: TableState, actor: Actor, command: Join, now: Now) -> Draft | None:
    held = state.holders.get(command.person)
    if held:
        draft.data = {"seat": held[0]}
        return None
    if state.facts.status == "over":
        raise Refusal("game_over")
    free = [
        number
        for number, seat in enumerate(state.facts.seats)
        if (state.facts.status == "open" and seat.kind == "open" and not command.watching)
        or (state.facts.status == "playing" and seat.offered)
    ]
    if command.watching and not free:
        raise Refusal("bad_link")  # no seat is offered, so the link is only for watching
    if command.seat is not None:
        if _seat(state, command.seat) not in free:
            raise Refusal("seat_taken", seat=command.seat)
        free = [command.seat]
    if not free:
        raise Refusal("table_full" if state.facts.status == "open" else "already_started")
    number = free[0]
    offered = state.facts.seats[number].offered
    _drop_holders(draft, number)
    draft.holders_added = [(number, command.person)]
    link_generation = state.facts.seats[number].link_generation + 1
    name = distinct_name(command.name, [seat.name for place, seat in enumerate(state.facts.seats) if place != number])
    not_own = 0 if draft.game is None else sum(who == number for who, _ in (*draft.game.moves, *state.pending))
    seat = Seat(
        kind="person", driver="person", name=name, person=command.person, link_generation=link_generation,
        bot_moves=not_own,
    )  # fmt: skip
    draft.set_seat(number, seat)
    draft.tell("joined", number, name=name, **({"offered": True} if offered else {}))
    draft.run_clocks(now.game_time)
    return draft


def _claim(draft: Draft, state: TableState, actor: Actor, command: Claim, now: Now) -> Draft | None:
    number = _seat(state, command.seat)
    if state.facts.seats[number].kind != "person":
        raise Refusal("seat_not_person", seat=number)
    if number in state.holders.get(command.person, ()):
        return None
    draft.holders_added = [(number, command.person)]
    draft.tell("device", number)
    return draft


def _confirm(draft: Draft, state: TableState, actor: Actor, command: Confirm, now: Now) -> Draft | None:
    if state.facts.status != "open":
        return None
    mine = [number for number in state.holders.get(command.person, ()) if not state.facts.seats[number].confirmed]
    for number in mine:
        draft.set_seat(number, confirmed=True)
        draft.tell("confirmed", number)
    if all(seat.confirmed for seat in draft.facts.seats) and state.facts.origin == "rematch":
        return begin(draft, now)
    return draft if mine else None


# ---- people come and go ----


def _leave(draft: Draft, state: TableState, actor: Actor, command: m.Leave, now: Now) -> Draft:
    number = _own_seat(state, actor)
    seat = draft.facts.seats[number]
    if seat.kind != "person":
        raise Refusal("seat_not_person", seat=number)
    if state.facts.status == "over":
        raise Refusal("game_over")
    if state.facts.status == "open":
        _drop_holders(draft, number)
        draft.set_seat(number, Seat(link_generation=seat.link_generation + 1))
        draft.tell("left", number)
        people = [place for place, seat in enumerate(draft.facts.seats) if seat.kind == "person"]
        if not people:
            draft.set(status="closed")
            draft.tell("closed")
        elif state.facts.host == seat.person:
            draft.set(host=draft.facts.seats[people[0]].person)
            draft.tell("host", people[0])
        return draft
    if command.give_up:
        draft.set_seat(number, given_up=True)
        draft.tell("gave_up", number)
    if seat.driver != "bot":
        return _bot_takes(draft, number, now)
    if not command.give_up or seat.given_up:
        raise Refusal("seat_on_bot", seat=number)
    return draft


def _bot_takes(draft: Draft, number: int, now: Now) -> Draft:
    """A bot of the level that the table agreed on plays for the owner, who may return."""
    level = draft.facts.options.takeover
    draft.set_seat(number, driver="bot", level=level, style=None, late=False, once=False)
    draft.tell("taken_over", number, level=level)
    draft.run_clocks(now.game_time)
    return draft


def _return(draft: Draft, state: TableState, actor: Actor, command: m.Return, now: Now) -> Draft:
    _need_playing(state)
    number = _own_seat(state, actor)
    seat = draft.facts.seats[number]
    if seat.kind not in ("person", "outside"):
        raise Refusal("seat_not_person", seat=number)
    if seat.driver == seat.kind:
        raise Refusal("already_returned", seat=number)
    draft.set_seat(number, driver=seat.kind, level=None, style=None, offered=False, given_up=False)
    draft.tell("returned", number)
    draft.run_clocks(now.game_time)
    return draft


def _late(draft: Draft, state: TableState, actor: Actor, command: m.Late, now: Now) -> Draft:
    _need_playing(state)
    own = _own_seat(state, actor)
    number = _seat(state, command.seat)
    seat = draft.facts.seats[number]
    if number == own:
        raise Refusal("own_seat", seat=number)
    if seat.kind not in ("person", "outside"):
        raise Refusal("seat_not_person", seat=number)
    _need_no_bot(seat, number)
    if number not in state.to_act or not (seat.late or now.is_overdue(number)):
        raise Refusal("not_late", seat=number)
    draft.tell("late", number, choice=command.choice, by=own)
    if command.choice == "replace":
        return _bot_takes(draft, number, now)
    draft.set_seat(number, late=False)
    if command.choice == "bot_moves":
        draft.set_seat(number, once=True, level=state.facts.options.takeover)
    else:
        clock = draft.facts.clock.copy()
        give_more(clock, state.facts.game, now.game_time, number)
        draft.set(clock=clock)
    draft.run_clocks(now.game_time)
    return draft


def _time_out(draft: Draft, state: TableState, actor: Actor, command: TimeOut, now: Now) -> Draft | None:
    if state.facts.status != "playing":
        return None
    clock = draft.facts.clock.copy()
    for number, due in enumerate(state.facts.clock.due):
        if due is not None and due <= now.game_time:
            clock.due[number] = None
            clock.bank[number] = 0
            draft.set_seat(number, late=True)
            draft.tell("time_out", number)
    draft.set(clock=clock)
    return draft if draft.events else None


# ---- the operator ----


def _free(draft: Draft, state: TableState, actor: Actor, command: Free, now: Now) -> Draft | None:
    _need_playing(state)
    number = _seat(state, command.seat)
    if state.facts.seats[number].driver == "bot":
        return None
    return _bot_takes(draft, number, now)


def _abandon(draft: Draft, state: TableState, actor: Actor, command: Abandon, now: Now) -> Draft:
    if state.facts.status == "over":
        raise Refusal("game_over")
    draft.set(status="closed")
    draft.tell("closed", None, abandoned=True)
    return draft


# ---- the host ----


def _offer_seat(draft: Draft, state: TableState, actor: Actor, command: m.OfferSeat, now: Now) -> Draft:
    _need_host(state, actor)
    _need_playing(state)
    number = _seat(state, command.seat)
    seat = draft.facts.seats[number]
    if seat.driver != "bot" or not (seat.kind == "bot" or seat.given_up):
        raise Refusal("seat_taken", seat=number)
    draft.set_seat(number, offered=True)
    draft.tell("offered", number)
    return draft


def _pace(draft: Draft, state: TableState, actor: Actor, command: m.Pace, now: Now) -> Draft | None:
    _need_host(state, actor)
    if state.facts.status == "over":
        raise Refusal("game_over")
    options = state.facts.options
    if options.bot_pace_ms == command.milliseconds:
        return None
    draft.set(options=msgspec.structs.replace(options, bot_pace_ms=command.milliseconds))
    draft.tell("pace", state.facts.host_seat, milliseconds=command.milliseconds)
    return draft


def _publish(draft: Draft, state: TableState, actor: Actor, command: m.Publish, now: Now) -> Draft | None:
    _need_host(state, actor)
    _need_open(state)
    if state.facts.options.public == command.public:
        return None
    draft.set(options=msgspec.structs.replace(state.facts.options, public=command.public))
    draft.tell("publish", state.facts.host_seat, public=command.public)
    return draft


def _hand_over(draft: Draft, state: TableState, actor: Actor, command: m.HandOver, now: Now) -> Draft:
    _need_host(state, actor)
    number = _seat(state, command.seat)
    if state.facts.seats[number].person is None:
        raise Refusal("seat_not_person", seat=number)
    draft.set(host=state.facts.seats[number].person)
    draft.tell("host", number)
    return draft


def _close(draft: Draft, state: TableState, actor: Actor, command: m.Close, now: Now) -> Draft:
    _need_host(state, actor)
    if state.facts.status == "over":
        raise Refusal("game_over")
    draft.set(status="closed")
    draft.tell("closed")
    return draft


def _new_links(draft: Draft, state: TableState, actor: Actor, command: m.NewLinks, now: Now) -> Draft:
    _need_host(state, actor)
    draft.set(link_generation=state.facts.link_generation + 1)
    draft.tell("links")
    return draft


# ---- talking, and after the game ----


def _nudge(draft: Draft, state: TableState, actor: Actor, command: m.Nudge, now: Now) -> Draft:
    _need_playing(state)
    own = _own_seat(state, actor)
    number = _seat(state, command.seat)
    if number == own:
        raise Refusal("own_seat", seat=number)
    if number not in state.to_act or bot_plays(state.facts.seats[number]):
        raise Refusal("not_your_turn", seat=number, to_act=list(state.to_act))
    draft.tell("nudged", number, by=own)
    return draft


def _chat(draft: Draft, state: TableState, actor: Actor, command: m.Chat, now: Now) -> Draft:
    number = _own_seat(state, actor)
    if (command.phrase is None) == (command.text is None):
        raise Refusal("bad_request", where="text", fault="either a phrase or a text")
    if state.facts.options.chat == "off" or (command.text is not None and state.facts.options.chat != "free"):
        raise Refusal("chat_off")
    if command.phrase is not None:
        draft.tell("chat", number, phrase=checked_phrase(command.phrase))
    else:
        draft.tell("chat", number, text=checked_text(command.text or ""))
    return draft


def check_rematch(state: TableState, actor: Actor) -> None:
    """Whether the actor may ask for a rematch; the hub makes the table."""
    if state.facts.status == "closed":
        raise Refusal("table_closed")
    number = _own_seat(state, actor)
    if state.facts.status != "over" or state.facts.origin in ("imported", "lesson"):
        raise Refusal("not_over")
    if state.facts.seats[number].kind != "person":
        raise Refusal("seat_not_person", seat=number)


def _link_rematch(draft: Draft, state: TableState, actor: Actor, command: LinkRematch, now: Now) -> Draft | None:
    check_rematch(state, actor)
    draft.data = {"table": command.table}
    if state.facts.next_table is not None:
        return None
    draft.set(next_table=command.table)
    draft.tell("rematch", actor.seat, table=command.table)
    return draft


_DECIDE: dict[type, Callable[..., Draft | None]] = {
    m.Play: _play,
    m.TakeBack: _take_back,
    m.AskTakeBack: _ask_take_back,
    m.AnswerTakeBack: _answer_take_back,
    m.Start: _start,
    m.SetSeat: _set_seat,
    m.Late: _late,
    m.Leave: _leave,
    m.Return: _return,
    m.OfferSeat: _offer_seat,
    m.Pace: _pace,
    m.Publish: _publish,
    m.HandOver: _hand_over,
    m.Close: _close,
    m.NewLinks: _new_links,
    m.Nudge: _nudge,
    m.Chat: _chat,
    Join: _join,
    Claim: _claim,
    TimeOut: _time_out,
    Confirm: _confirm,
    LinkRematch: _link_rematch,
    Free: _free,
    Abandon: _abandon,
    TookHint: _took_hint,
}
