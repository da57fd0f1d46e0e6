"""Training networks: self-play makes games, games make samples, samples move the weights; `mirabilia train`.

`samples`   what is kept of games, in arrays; `learning`: the loss, its gradient and the steps, compiled for the CPU;
`torch_learning`  the same on a GPU; `run`: generations, checkpoints, curves; one folder per game for its self-play.
"""
