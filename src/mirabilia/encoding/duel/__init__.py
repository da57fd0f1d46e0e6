"""Duel in numbers, compiled: `actions` numbers the decisions."""
