"""A whole bot in plain Python, without the mirabilia package: it builds what it can, else it discards.
Try it:  mirabilia protocol-check "python3 simple_bot.py"
"""

import json
import random
import sys

WISHES = ["wonder", "stage", "free_build", "build", "token", "library", "draft", "revive", "destroy", "starter"]


def rank(option, rng):
    """Small is good: first what is wished most, then what costs least, then chance."""
    place = WISHES.index(option["action"]) if option["action"] in WISHES else 99
    return place, option.get("price", 0) + sum(option.get("pay", [])) + option.get("bank", 0), rng.random()


def reply(message):
    kind, number = message["type"], message.get("id")
    if kind == "hello":
        games = {"duel": [2], "wonders": [2, 3, 4, 5, 6, 7]}
        return {"type": "hello", "protocol": 1, "name": "simple", "games": games, "limits": ["milliseconds"]}
    if kind == "ping":
        return {"type": "pong", "id": number}
    if kind == "request" and message["options"]:
        rng = random.Random(message["seed"])
        ranks = [rank(option, rng) for option in message["options"]]
        return {"type": "answer", "id": number, "choice": ranks.index(min(ranks))}
    return {"type": "error", "id": number, "error": {"code": "bad_message", "message": "not understood"}}


for line in sys.stdin.buffer:  # bytes: a line that is no text must not end the bot
    try:
        message = json.loads(line)
        if message["type"] == "quit":
            break
        answer = reply(message)
    except Exception as error:
        answer = {"type": "error", "id": None, "error": {"code": "not_json", "message": str(error)}}
    print(json.dumps(answer), flush=True)
