"""The trees of 7 Wonders (`tree`), and the loops over many games with a judge outside (`kernels`)."""
