"""Telling people who are away from the page that it is their turn: web push, and a webhook of the host.

`push.py` is the standard (VAPID, RFC 8291 and 8292) and where a message may be sent; `notifier.py` decides who
gets which notification and when; `rest.py` has the routes by which a browser asks for notifications, game by game.
"""
