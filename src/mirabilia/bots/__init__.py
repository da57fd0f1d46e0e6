"""Bots: they get a view and their options and choose one.

What a bot is made of (networks, compiled search) is loaded when the first bot that needs it decides.
"""

from mirabilia.bots.base import Answer, Bot, BotError, Limits
from mirabilia.bots.registry import BOT_NAMES, LEVELS, STYLES, make_bot

__all__ = ["BOT_NAMES", "LEVELS", "STYLES", "Answer", "Bot", "BotError", "Limits", "make_bot"]
