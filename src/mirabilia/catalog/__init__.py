"""Reading the data of games: typed records from TOML, with errors that name the place."""
