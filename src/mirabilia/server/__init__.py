"""The server: tables that people and bots play at, kept in a database, one WebSocket per table and a REST interface.

How a command travels: `live` (socket) or `rest` turn bytes into a typed message, `commands` decides it against the
table's game and makes a `Change`, `writing` stores the change, and only then `hub` tells everyone at the table.
docs/server.md is the tour.
"""
