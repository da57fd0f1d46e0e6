"""The same learning as `learning.py`, on a GPU with torch; imported only when `--device cuda` asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

import numpy as np
import torch
import torch.nn.functional as nn
from numpy.typing import NDArray

from mirabilia.bots.network import HIDDEN, MIDDLE, Format
from mirabilia.train.learning import (
    BOUND,
    ENDING_SHARE,
    LOSSES,
    POINTS_SHARE,
    PRIOR_SHARE,
    Arrays,
    Memory,
    Part,
    Plan,
    picks,
)
from mirabilia.train.samples import Samples

torch.set_float32_matmul_precision("high")

F = TypeVar("F", bound=Callable[..., None])


def _without_gradients(function: F) -> F:
    """Decorator: what it computes is not to be learnt from."""
    return cast(F, torch.no_grad()(function))


class TorchLearner:
    """Weights on their way, on a GPU."""

    def __init__(self, form: Format, endings: int, weights: Arrays, plan: Plan, device: str, seed: int) -> None:
        self.form, self.endings, self.plan, self.device = form, endings, plan, device
        self.net = {
            name: torch.tensor(np.asarray(array, np.float32), device=device, requires_grad=True)
            for name, array in weights.items()
        }
        self.average = {name: tensor.detach().clone() for name, tensor in self.net.items()}
        self.moments = form.shapes["second_bias"][0] // MIDDLE
        self.outputs = form.shapes["third_bias"][0] // self.moments
        groups = [
            {"params": [self.net["first"]], "weight_decay": plan.decay},
            {"params": [t for name, t in self.net.items() if name != "first"], "weight_decay": 0.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, lr=plan.rate, betas=(0.9, 0.999), eps=1e-8, fused=device == "cuda")
        self.rng = np.random.default_rng(seed)
        self.steps = 0
        self.done = 0.0  # of the rows that are being learned from: a share, for whoever watches
        self._there: dict[int, tuple[Samples, dict[str, torch.Tensor]]] = {}

    def _on_device(self, samples: Samples) -> dict[str, torch.Tensor]:
        key = id(samples.win)
        if key not in self._there:
            self._there[key] = (
                samples,
                {name: torch.from_numpy(array).to(self.device) for name, array in samples._asdict().items()},
            )
        return self._there[key][1]

    def outputs_of(self, rows: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """The outputs and the hidden layer of some rows."""
        net = self.net
        size = len(rows["feature_count"])
        features = net["first"].shape[0]
        width = rows["features"].shape[1]
        there = torch.arange(width, device=self.device) < rows["feature_count"].unsqueeze(1)
        which = torch.where(there, rows["features"].long(), features)
        # Rows of marks end at a multiple of 64 numbers: matrix products are several times slower otherwise.
        filled = (features // 64 + 1) * 64
        marks = torch.zeros(size, filled, device=self.device)
        marks.scatter_(1, which, 1.0)
        marks[:, features:] = 0.0
        first = nn.pad(torch.cat([net["first"], net["direct"].unsqueeze(1)], 1), (0, 7, 0, filled - features))
        sums = marks @ first
        hidden = (sums[:, :HIDDEN] + net["first_bias"]).clamp(0.0, 1.0)
        moment = rows["moment"].long()
        number = torch.arange(size, device=self.device)
        middle = nn.linear(hidden, net["second"], net["second_bias"]).view(size, self.moments, MIDDLE)
        middle = middle[number, moment].clamp(0.0, 1.0)
        outputs = nn.linear(middle, net["third"], net["third_bias"]).view(size, self.moments, self.outputs)
        outputs = outputs[number, moment]
        odds = outputs[:, :1] + sums[:, HIDDEN : HIDDEN + 1]
        return torch.cat([odds, outputs[:, 1:]], 1), hidden

    def losses_of(self, rows: dict[str, torch.Tensor], group: int) -> list[torch.Tensor]:
        """The parts of the loss, each a sum over the rows."""
        outputs, hidden = self.outputs_of(rows)
        odds, win = outputs[:, 0], rows["win"]
        if group == 1:
            first = nn.binary_cross_entropy_with_logits(odds, win, reduction="sum")
        else:
            first = -(win.view(-1, group) * nn.log_softmax(odds.view(-1, group), 1)).sum()
        second = torch.zeros((), device=self.device)
        if self.endings:
            ending = rows["ending"].long()
            known = ending >= 0
            logged = nn.log_softmax(outputs[:, 1 : 1 + self.endings], 1)
            taken = logged.gather(1, ending.clamp(min=0).unsqueeze(1)).squeeze(1)
            second = -ENDING_SHARE * (taken * known).sum()
        start = 1 + self.endings
        wrong = outputs[:, start:] - rows["points"]
        third = POINTS_SHARE * 0.5 * (wrong * wrong).sum()
        return [first, second, third, self._prior_loss(rows, hidden)]

    def _prior_loss(self, rows: dict[str, torch.Tensor], hidden: torch.Tensor) -> torch.Tensor:
        worth = nn.linear(hidden, self.net["policy"], self.net["policy_bias"])
        traits = rows["traits"].long()
        size, options, _ = traits.shape
        gathered = worth.gather(1, traits.clamp(min=0).view(size, -1)).view(traits.shape)
        logits = (gathered * (traits >= 0)).sum(2)
        there = torch.arange(options, device=self.device) < rows["options"].unsqueeze(1)
        logits = logits.masked_fill(~there, -1e9)
        logged = nn.log_softmax(logits, 1).masked_fill(~there, 0.0)
        wanted = rows["wanted"] * there
        return -PRIOR_SHARE * (wanted * logged).sum()

    def learn(self, parts: Sequence[Part], newest: int, rows: int, progress: float) -> dict[str, float]:
        """Steps over `rows` rows of the parts; the mean losses by kind."""
        there = {id(samples.win) for samples, _ in parts}
        self._there = {key: kept for key, kept in self._there.items() if key in there}
        seen, losses = 0, torch.zeros(len(LOSSES), device=self.device)
        for settings in self.optimizer.param_groups:
            settings["lr"] = self.plan.rate_at(progress)
        while seen < rows:
            chosen, starts = picks(parts, newest, self.plan.batch, self.rng)
            samples, group = parts[chosen]
            numbers = torch.from_numpy((starts[:, None] + np.arange(group)).reshape(-1)).to(self.device)
            batch = {name: tensor[numbers] for name, tensor in self._on_device(samples).items()}
            found = self.losses_of(batch, group)
            self.optimizer.zero_grad(set_to_none=True)
            (sum(found) / len(starts)).backward()
            self.optimizer.step()
            self._after_step()
            losses += torch.stack([loss.detach() for loss in found])
            seen += len(numbers)
            self.done = min(1.0, seen / rows)
        return {name: float(loss) / max(1, seen) for name, loss in zip(LOSSES, losses.tolist(), strict=True)}

    @_without_gradients
    def _after_step(self) -> None:
        self.steps += 1
        kept = min(self.plan.average, 1.0 - 1.0 / (self.steps + 1))
        for name, tensor in self.net.items():
            if name in ("second", "third", "policy"):
                tensor.clamp_(-BOUND, BOUND)
            self.average[name].lerp_(tensor, 1.0 - kept)

    def weights(self) -> Arrays:
        """The averaged weights: what plays."""
        return {name: tensor.cpu().numpy().copy() for name, tensor in self.average.items()}

    def memory(self) -> Memory:
        """Everything a later run needs to go on."""
        kept: Memory = {"steps": np.array(self.steps)}
        for name, tensor in self.net.items():
            state = self.optimizer.state.get(tensor, {})
            kept[f"net.{name}"] = tensor.detach().cpu().numpy()
            kept[f"average.{name}"] = self.average[name].cpu().numpy()
            for label, field in (("mean", "exp_avg"), ("square", "exp_avg_sq")):
                found = state.get(field)
                kept[f"{label}.{name}"] = np.zeros_like(kept[f"net.{name}"]) if found is None else found.cpu().numpy()
        return kept

    @_without_gradients
    def remember(self, kept: Mapping[str, NDArray[np.generic]]) -> None:
        """Goes on from `memory`."""
        self.steps = int(kept["steps"])
        for name, tensor in self.net.items():
            tensor.copy_(torch.from_numpy(np.asarray(kept[f"net.{name}"])))
            self.average[name].copy_(torch.from_numpy(np.asarray(kept[f"average.{name}"])))
            if self.steps:
                self.optimizer.state[tensor] = {
                    "step": torch.tensor(float(self.steps), device=self.device),
                    "exp_avg": torch.from_numpy(np.asarray(kept[f"mean.{name}"])).to(self.device),
                    "exp_avg_sq": torch.from_numpy(np.asarray(kept[f"square.{name}"])).to(self.device),
                }
