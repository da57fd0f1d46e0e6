"""Learning: the gradient is that of the loss, steps lower it, and both kinds of groups are understood."""

from __future__ import annotations

import numpy as np
import pytest

from mirabilia.bots.network import format_for, network_of, rounded
from mirabilia.train.learning import LOSSES, Learner, Plan, Weights, first_weights, gradient_of, new_sheet
from mirabilia.train.samples import new_samples

ENDINGS, POINTS, FEATURES, TRAITS, MOMENTS = 6, 4, 40, 30, 2


def some_samples(rows, endings, seed=1):
    """Rows of chance, with everything a row can teach."""
    rng = np.random.default_rng(seed)
    samples = new_samples(rows, POINTS, 3)
    for row in range(rows):
        count = int(rng.integers(5, 12))
        samples.features[row, :count] = rng.choice(FEATURES, count, replace=False)
        samples.feature_count[row] = count
        samples.moment[row] = rng.integers(0, MOMENTS)
        samples.win[row] = rng.random()
        samples.ending[row] = rng.integers(0, endings) if endings else -1
        samples.points[row] = rng.normal(0, 1, POINTS)
        options = int(rng.integers(2, 6))
        samples.options[row] = options
        for k in range(options):
            samples.traits[row, k, :2] = rng.choice(TRAITS, 2, replace=False)
        shares = rng.random(options)
        samples.wanted[row, :options] = shares / shares.sum()
    return samples


def form_for(endings):
    return format_for("test", {"all": (FEATURES,)}, {"all": (TRAITS,)}, MOMENTS, 1 + endings + POINTS)


def losses_at(weights, samples, rows, group, endings):
    net = Weights(*(weights[name] for name in Weights._fields))
    back = Weights(*(np.zeros_like(array) for array in net))
    losses = np.zeros(len(LOSSES))
    gradient_of(net, back, samples, rows, group, endings, new_sheet(1 + endings + POINTS), losses)
    return losses.sum(), back


@pytest.mark.parametrize(("group", "endings"), [(1, ENDINGS), (3, 0)])
def test_the_gradient_is_that_of_the_loss(group, endings):
    form = form_for(endings)
    weights = first_weights(form, 2)
    rng = np.random.default_rng(5)
    for array in weights.values():
        array += rng.normal(0, 0.05, array.shape).astype(np.float32)
    samples = some_samples(6, endings)
    if group > 1:
        shares = samples.win.reshape(-1, group)
        shares /= shares.sum(axis=1, keepdims=True)
    rows = np.arange(0, 6, group)
    _, back = losses_at(weights, samples, rows, group, endings)
    for name in Weights._fields:
        gradient = getattr(back, name)
        for place in np.argsort(-np.abs(gradient), axis=None)[:4]:
            index = np.unravel_index(place, gradient.shape)
            before = weights[name][index]
            step = 2e-3
            weights[name][index] = before + step
            above, _ = losses_at(weights, samples, rows, group, endings)
            weights[name][index] = before - step
            below, _ = losses_at(weights, samples, rows, group, endings)
            weights[name][index] = before
            measured = (above - below) / (2 * step)
            assert measured == pytest.approx(float(gradient[index]), rel=0.06, abs=0.02), (name, index)


def test_learning_lowers_the_loss_and_goes_on_from_its_memory():
    form = form_for(ENDINGS)
    samples = some_samples(64, ENDINGS)
    plan = Plan(batch=32, rate=5e-3, last_rate=5e-3, decay=0.0)
    learner = Learner(form, ENDINGS, first_weights(form, 2), plan, 2, seed=1)
    first = learner.learn([(samples, 1)], 1, 320, 0.0)
    for _ in range(12):
        last = learner.learn([(samples, 1)], 1, 640, 0.5)
    assert last["win"] < first["win"] and last["prior"] < first["prior"]
    other = Learner(form, ENDINGS, first_weights(form, 9), plan, 1, seed=1)
    other.remember(learner.memory())
    assert all(np.array_equal(array, other.weights()[name]) for name, array in learner.weights().items())


def test_rounded_weights_stay_close_and_within_their_limits():
    form = form_for(ENDINGS)
    weights = first_weights(form, 2)
    weights["second"][0, 0] = 1e6
    whole = rounded(weights)
    assert abs(whole["second"]).max() <= 8 * 512
    assert np.abs(whole["first"] / 512 - weights["first"]).max() <= 0.5 / 512 + 1e-6
    assert len(network_of(whole)) == len(whole)


def test_torch_finds_the_same_losses():
    torch_learning = pytest.importorskip("mirabilia.train.torch_learning", exc_type=ImportError)
    form = form_for(ENDINGS)
    weights = first_weights(form, 2)
    samples = some_samples(6, ENDINGS)
    expected, _ = losses_at(weights, samples, np.arange(6), 1, ENDINGS)
    learner = torch_learning.TorchLearner(form, ENDINGS, weights, Plan(), "cpu", 1)
    found = learner.losses_of(learner._on_device(samples), 1)
    assert float(sum(found)) == pytest.approx(expected, rel=1e-3)
