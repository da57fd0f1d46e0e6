"""Drawing a table of 7 Wonders."""
