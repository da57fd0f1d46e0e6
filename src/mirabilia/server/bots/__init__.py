"""Bots at tables: levels, the scheduler that decides who thinks next, worker processes, outside bots."""
