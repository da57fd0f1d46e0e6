"""A whole bot in plain Python, without the mirabilia package: builds what it can, else discards.

Try it:  mirabilia protocol-check "python3 simple_bot.py"
         mirabilia arena --game duel --bots random --bot "cmd:python3 simple_bot.py" --games 20
"""

import json
import random
import sys

WISHES = ["wonder", "stage", "free_build", "build", "token", "library", "draft", "revive", "destroy", "starter"]


def price(option):
    return option.get("price", 0) + sum(option.get("pay", [])) + option.get("bank", 0)


def choose(request):
    """The place of the wished action that costs least; chance, by the given seed, decides among equals."""
    options, rng = request["options"], random.Random(request.get("seed", 0))
    ranked = [(WISHES.index(o["action"]) if o["action"] in WISHES else 99, price(o), rng.random()) for o in options]
    return ranked.index(min(ranked))


def reply(message):
    kind, number = message.get("type"), message.get("id")
    if kind == "hello":
        games = {"duel": [2], "wonders": [2, 3, 4, 5, 6, 7]}
        return {"type": "hello", "protocol": 1, "name": "simple", "games": games, "limits": ["milliseconds"]}
    if kind == "ping":
        return {"type": "pong", "id": number}
    if kind == "request" and message.get("options"):
        return {"type": "answer", "id": number, "choice": choose(message)}
    return {"type": "error", "id": number, "error": {"code": "bad_message", "message": "not understood"}}


for line in sys.stdin.buffer:  # bytes: a line that is no text must not end the bot
    try:
        message = json.loads(line)
        answer = None if message["type"] == "quit" else reply(message)
    except Exception as error:
        answer = {"type": "error", "id": None, "error": {"code": "not_json", "message": str(error)}}
    if answer is None:
        break
    print(json.dumps(answer), flush=True)
