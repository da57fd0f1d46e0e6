"""Bots: they get a view and their options and choose one.

What a bot is made of (networks, compiled search) is loaded when the first bot that needs it decides.
"""

from mirabilia.bots.base import Answer, Bot, BotError, Limits
from mirabilia.bots.registry import BOT_NAMES, LEVELS, STYLES, make_bot
from mirabilia.bots.thinking import Analysis, Considered

__all__ = ["BOT_NAMES", "LEVELS", "STYLES", "Analysis", "Answer", "Bot", "BotError", "Considered", "Limits", "make_bot"]
