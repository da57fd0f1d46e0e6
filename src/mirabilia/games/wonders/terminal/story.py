"""What happened in the last turn, from the game's own log, which already hides what the viewer may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import wrap

from rich.text import Text

from mirabilia.cli.language import t
from mirabilia.cli.look import INKS, MARKS, MUTED, beside, fit, padded
from mirabilia.games.wonders.terminal.texts import COLOR, board_name, card_name
from mirabilia.json_types import JsonFields, JsonObject

COLUMN = 50


def last_turn(log: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """The events of the turn resolved last, with its later steps and the conflicts after it."""
    turns = [(event["age"], event["turn"]) for event in log if event["event"] == "turn"]
    if not turns:
        return []
    first = next(n for n, event in enumerate(log) if event.get("turn") and (event["age"], event["turn"]) == turns[-1])
    return list(log[first:])


def deeds(events: Sequence[JsonFields]) -> list[dict[str, object]]:
    """What each city did, with what it paid for it in all and what it got from the bank."""
    done: list[JsonObject] = []
    paid: Counter[int] = Counter()
    for event in events:
        kind, city = event["event"], event.get("city")
        if kind == "paid":
            paid[event["city"]] += event["coins"]
        elif kind == "gained":
            next(deed for deed in reversed(done) if deed["city"] == city)["coins"] += event["coins"]
        elif kind in ("built", "stage", "discarded", "revived"):
            done.append({**event, "paid": paid.pop(event["city"], 0), "coins": 0})
    return done


def _board(event: JsonFields, names: Sequence[str]) -> list[str]:
    """A board taken, and who got the one that the city had before."""
    player = names[event["city"]]
    taken = t("log.wonders.board", player=player, wonder=board_name(event["board"]), side=event["side"])
    if event.get("other") is None:
        return [taken]
    return [f"{taken} {t('log.wonders.board_swap', player=player, other=names[event['other']])}"]


def draw(log: Sequence[Mapping[str, object]], names: Sequence[str]) -> list[Text]:
    """The last turn in two columns, conflicts below in one line each."""
    boards = [line for event in log if event["event"] == "board" for line in _board(event, names)]
    events = last_turn(log)
    if boards and not events:
        return [Text(fit(f" {line}", 2 * COLUMN)) for line in boards]
    sentences = [_deed(deed, names) for deed in deeds(events)]  # left-over cards put on the pile are not news
    half = (len(sentences) + 1) // 2
    left = [padded(line, COLUMN) for line in sentences[:half]]
    lines = beside(left, sentences[half:]) if sentences[half:] else left
    conflicts = [_conflict(event, names) for event in events if event["event"] == "conflict"]
    if conflicts:
        text = wrap(f"{t('rules.wonders.war.title')}: {'; '.join(conflicts)}", 2 * COLUMN - 2)
        lines += [Text(f" {line}", style=INKS["red"]) for line in text]
    return lines


def _deed(deed: JsonFields, names: Sequence[str]) -> Text:
    card = deed["card"]
    mark = Text(f" {MARKS[COLOR[card]]} ", style=INKS[COLOR[card]]) if card else Text(" · ", style=MUTED)
    return Text.assemble(mark, (fit(words(deed, names), COLUMN - 5), MUTED))


def words(deed: JsonFields, names: Sequence[str]) -> str:
    """One thing done, with what it cost and brought."""
    kind, args = deed["event"], {"player": fit(names[deed["city"]], 14)}
    if deed["card"]:
        args["card"] = card_name(deed["card"])
    coins, paid = deed["coins"], deed["paid"]
    if kind == "discarded":
        return t(f"log.wonders.discard{'_known' if deed['card'] else ''}", n=coins, **args)
    if kind == "stage":
        sentence = t("log.wonders.stage_paid" if paid else "log.wonders.stage", n=paid, stage=deed["stage"], **args)
    elif kind == "revived":
        sentence = t("log.wonders.revive" if deed["card"] else "log.wonders.revive_none", **args)
    elif deed["free"]:
        sentence = t("log.wonders.free_build", **args)
    elif deed["chain"]:
        sentence = t("log.wonders.build_chain", **args, **{"from": card_name(deed["chain"])})
    else:
        sentence = t("log.wonders.build_paid" if paid else "log.wonders.build", n=paid, **args)
    return sentence + (f" +{coins}¢" if coins > 0 else "")


def _conflict(event: JsonFields, names: Sequence[str]) -> str:
    pair = f"{names[event['city']]} {event['shields'][0]}:{event['shields'][1]} {names[event['other']]}"
    return pair if event["winner"] is None else f"{pair} (+{event['points']} {names[event['winner']]})"
