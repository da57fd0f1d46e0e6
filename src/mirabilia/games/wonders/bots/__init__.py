"""Bots for 7 Wonders: `position` turns a view into a state of the rules, `policy` judges single decisions quickly,
`greedy` plays by the position after a turn has resolved, `tree` is the compiled search, `search` the bot around it."""
