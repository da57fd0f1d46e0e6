"""The tree of Duel (`tree`), and the loops over many of them with a judge outside (`kernels`)."""
