"""7 Wonders in numbers, compiled: `actions` numbers the decisions, `observation` writes what a seat may know."""
