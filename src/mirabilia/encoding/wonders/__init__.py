"""7 Wonders in numbers, compiled: `actions` numbers the decisions."""
