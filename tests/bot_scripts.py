"""A small bot as a child process that misbehaves on demand, for the tests of protocol and arena.

`command("crash", after=3)` is a command line: the bot answers three requests properly and then shows the fault.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

SCRIPT = Path(__file__)
REPOSITORY = SCRIPT.parents[1]


def command(fault: str = "none", after: int = 0) -> str:
    """The command line of a bot with that fault."""
    return shlex.join([sys.executable, str(SCRIPT), fault, str(after)])


def main(fault: str, after: int) -> None:
    import json
    import os
    import time

    def say(message: object) -> None:
        print(json.dumps(message), flush=True)

    hello = {"type": "hello", "protocol": 1, "name": "test", "games": {"duel": [2]}}
    if fault == "slow_start":
        time.sleep(after)
    if fault == "dies_at_start":
        print("no configuration found", file=sys.stderr)
        sys.exit(3)
    if fault == "noise_on_stderr":
        for number in range(3000):
            print(f"line {number} " + "x" * 100, file=sys.stderr)
    asked = 0
    for line in sys.stdin.buffer:
        try:
            message = json.loads(line)
            kind = message["type"]
        except Exception:
            if fault == "dies_of_garbage":
                raise
            say({"type": "error", "id": None, "error": {"code": "not_json", "message": "?"}})
            continue
        if kind == "hello":
            if fault == "no_hello":
                continue
            if fault == "bad_hello":
                say({"type": "hello", "name": "nameless"})
            elif fault == "other_protocol":
                say({**hello, "protocol": 99})
            elif fault == "other_rules":
                say({**hello, "rules": "0"})
            elif fault == "only_wonders":
                say({**hello, "games": {"wonders": [3]}})
            else:
                say(hello)
        elif kind == "ping":
            say({"type": "pong", "id": message["id"]})
        elif kind == "quit":
            if fault == "ignores_quit":
                continue
            return
        elif kind == "request" and message.get("options"):
            asked += 1
            answer = {"type": "answer", "id": message["id"], "choice": len(message["options"]) - 1}
            if fault == "by_dict":
                answer["choice"] = message["options"][0]
            if asked > after:
                if fault == "crash":
                    print("something broke", file=sys.stderr)
                    os._exit(7)
                if fault == "hang":
                    time.sleep(3600)
                if fault == "garbage":
                    print("I think, therefore I print", flush=True)
                    continue
                if fault == "wrong_id":
                    answer["id"] = "another"
                if fault == "illegal":
                    answer["choice"] = 1000
                if fault == "illegal_dict":
                    answer["choice"] = {"action": "build", "card": "Palace of Dreams", "price": 0}
                if fault == "refuses":
                    answer = {"type": "error", "id": message["id"], "error": {"code": "tired", "message": "no"}}
                if fault == "talks_on":
                    say(answer)
                if fault == "flood":
                    while True:
                        sys.stdout.write("x" * 1000 + "\n")
            say(answer)
        else:
            say({"type": "error", "id": message.get("id"), "error": {"code": "bad_message", "message": "?"}})
    if fault == "ignores_the_end":
        time.sleep(3600)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
