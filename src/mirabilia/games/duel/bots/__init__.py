"""Bots for Duel: `position` turns a view into a state of the rules, `policy` judges single decisions quickly,
`greedy` plays by it, `tree` is the compiled search and `search` the bot around it; `endgame` solves the last cards."""
