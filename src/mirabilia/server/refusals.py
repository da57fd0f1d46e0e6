"""Every refusal of the server: a stable code, the HTTP status it travels with, and its arguments.

`CODES` is the whole list; docs/live-protocol.md prints it and a test compares the two. Refusals that come from the
rules (`illegal_move`, `not_your_turn`, ...) and from reading records (`bad_record`, ...) keep their own codes. A page
words a refusal from its code and arguments alone; `message` is for developers.
"""

from __future__ import annotations

from mirabilia.errors import BadDeal, BadRecord, MirabiliaError, MoveError, UnknownGame
from mirabilia.json_types import JsonObject

# code -> (HTTP status, arguments, what it means)
CODES: dict[str, tuple[int, tuple[str, ...], str]] = {
    # the message itself
    "bad_request": (400, ("where", "fault"), "a field is missing, unknown or of the wrong kind"),
    "bad_message": (400, ("fault",), "a frame on the socket that is not a message of the protocol"),
    "too_large": (413, ("limit",), "more bytes than this kind of message may have"),
    "wrong_version": (400, ("version", "supported"), "the client speaks another version of the live protocol"),
    "hello_first": (400, (), "the first message on a socket must be `hello`"),
    "hello_twice": (400, (), "`hello` was sent a second time"),
    # who asks
    "no_identity": (401, (), "this needs a device cookie, and the request carries none that is known"),
    "bad_link": (403, (), "an invite, seat, watch, bot or recovery secret that is wrong or no longer valid"),
    "wrong_origin": (403, (), "the request comes from a page of another site"),
    "banned": (403, (), "the operator has banned this device or address"),
    "wrong_host": (421, (), "the request names a host this server does not know (`MIRABILIA_ALLOWED_HOSTS`)"),
    "no_access": (403, (), "this device has no seat at the table and no link to watch it"),
    "not_seated": (403, (), "only people seated at the table may do this"),
    "not_host": (403, (), "only the host may do this"),
    "wrong_token": (401, (), "the metrics need their own token"),
    "too_many": (429, ("what", "retry_ms"), "a rate limit or a quota; try again after `retry_ms`"),
    # what it is about
    "no_such_table": (404, (), "there is no table with this id, or this device may not know of it"),
    "no_such_path": (404, (), "there is nothing at this address"),
    "method_not_allowed": (405, (), "this address does not accept this method"),
    "no_such_seat": (404, ("seat",), "the table has no seat with this number"),
    "unknown_game": (400, ("game",), "there is no such game"),
    "bad_option": (400, ("option",), "a game option that does not exist or does not fit the game"),
    "bad_level": (400, ("level", "levels"), "there is no bot level of this name"),
    "bad_style": (400, ("style", "styles"), "bots have no style of this name"),
    # the state of the table
    "table_full": (409, (), "no seat is empty"),
    "already_started": (409, (), "the game has started"),
    "not_started": (409, (), "the game has not started"),
    "table_closed": (409, (), "the host has closed the table"),
    "not_over": (409, (), "this is possible only when the game is over"),
    "game_over": (409, (), "the game is over"),
    "no_such_moment": (400, ("moves",), "the game has no such moment"),
    "no_analyser": (400, ("game",), "there is no analysis for this game"),
    "no_such_puzzle": (404, ("puzzle",), "there is no puzzle of this name"),
    "hints_off": (409, (), "the table gives no hints"),
    "not_analysed": (404, (), "nobody has asked for this analysis"),
    "id_used": (409, (), "this command id was used before, for another command"),
    "stale": (
        409,
        ("at", "now"),
        "the position has changed since the client decided (`at` moves then, `now` moves now)",
    ),
    "not_your_turn": (409, ("seat", "to_act"), "the seat owes no decision now"),
    "illegal_move": (409, ("move", "seat"), "the move is not among the options"),
    "not_a_move": (400, (), "the text is not a move in the notation"),
    "seat_on_bot": (409, ("seat",), "a bot plays this seat for its owner, who must `return` first"),
    "nothing_to_take_back": (409, ("seat",), "the seat has no choice or move that could be withdrawn"),
    "revealed": (409, (), "the move showed something hidden; it can be taken back only by request"),
    "others_moved": (409, (), "someone has moved since; it can be taken back only by request"),
    "already_asked": (409, ("seat",), "a request to take back is waiting for its answer"),
    "nothing_asked": (409, (), "there is no request to answer"),
    "not_late": (409, ("seat",), "the seat owes nothing, or its time is not out"),
    "own_seat": (409, ("seat",), "this is for the others at the table to decide"),
    "seat_taken": (409, ("seat",), "the seat belongs to someone"),
    "seat_not_person": (409, ("seat",), "the seat does not belong to a person"),
    "already_returned": (409, ("seat",), "the owner plays this seat already"),
    # chat
    "chat_off": (409, (), "the table has no such chat"),
    "unknown_phrase": (400, ("phrase",), "there is no quick phrase of this name"),
    "too_long": (400, ("limit",), "the text is longer than allowed"),
    # records
    "bad_record": (400, ("line",), "the text is not a valid record"),
    "not_a_record": (400, ("line",), "the text does not start like a record"),
    "other_format": (400, ("line",), "a record of another format version"),
    "cut_short": (400, ("line",), "the record ends too early or lost lines"),
    "other_rules": (400, ("line", "rules"), "the record was made under other rules"),
    "bad_deal": (400, ("line", "where", "fault"), "the deal of the record is impossible"),
    "bad_move": (400, ("line", "move"), "a move of the record is not possible where it stands"),
    "bad_result": (400, ("line",), "the result cannot be read"),
    "bad_tag": (400, ("line",), "a header line cannot be read"),
    "result_differs": (400, ("line",), "the moves give another result than the record states"),
    "not_finished": (400, ("line",), "the game of the record is not over"),
    # a device without a server
    "storage_full": (507, (), "the browser's storage is full; nothing was changed"),
    "storage_forbidden": (507, (), "the browser keeps nothing for this page; nothing was changed"),
    "other_version": (409, (), "the table was kept by another version and does not replay under these rules"),
    "not_here": (501, (), "this needs a server"),
    # the server
    "not_stored": (503, (), "the change could not be stored and did not happen; send the command again, same id"),
    "unavailable": (503, ("retry_ms",), "the database cannot be reached now; try again after `retry_ms`"),
    "restarting": (503, ("retry_ms",), "the server is going down; connect again after `retry_ms`"),
    "too_slow": (408, (), "the client does not read what it receives"),
    "server_error": (500, ("request",), "a fault of the server; the log has it under this request id"),
}


class Refusal(MirabiliaError):
    """A request that is refused. Nothing was changed."""

    def __init__(self, code: str, message: str | None = None, **details: object) -> None:
        status, _, meaning = CODES[code]
        super().__init__(message or meaning, code=code, **details)
        self.status = status

    def as_dict(self) -> JsonObject:
        """The refusal as JSON-ready data."""
        return {"code": self.code, "args": self.details, "message": self.message}


def refusal_of(error: MirabiliaError) -> Refusal:
    """The same error as a refusal, keeping only the arguments of its code."""
    if isinstance(error, Refusal):
        return error
    code = error.code
    if code not in CODES:
        kinds = (
            (MoveError, "illegal_move"),
            (BadRecord, "bad_record"),
            (BadDeal, "bad_deal"),
            (UnknownGame, "bad_option"),
        )
        code = next((name for kind, name in kinds if isinstance(error, kind)), "server_error")
    known = CODES[code][1]
    return Refusal(code, error.message, **{key: value for key, value in error.details.items() if key in known})
