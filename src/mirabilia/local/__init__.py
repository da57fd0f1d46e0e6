"""Tables on one device, without a server: the same commands, states and messages, kept in the storage of a browser.

`service.py` answers the requests of docs/rest.md that need nobody else, `table.py` holds the conversations of
docs/live-protocol.md, and `browser.py` connects both to the worker of the page. Everything runs in one thread.
"""
