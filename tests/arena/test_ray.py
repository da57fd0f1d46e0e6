"""The same match on a Ray cluster of two nodes, started and ended by this test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mirabilia.arena.match import run_match
from mirabilia.arena.settings import ArenaError, Entrant, Settings

ray = pytest.importorskip("ray")

STORE = 80 * 2**20


@pytest.fixture
def address() -> Iterator[str]:
    from ray.cluster_utils import Cluster

    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": STORE}
    )
    try:
        cluster.add_node(num_cpus=1, object_store_memory=STORE)
        yield cluster.address
    finally:
        ray.shutdown()
        cluster.shutdown()


def test_two_nodes_give_the_same_games_as_one_process(address: str) -> None:
    from mirabilia.arena.ray_pool import RayPool

    settings = Settings(game="duel", players=2, entrants=[Entrant("a", "random"), Entrant("b", "random")], seed=3)
    pool = RayPool(address)
    try:
        clustered = run_match(settings, 12, pool=pool)
    finally:
        pool.close()
    local = run_match(settings, 12)
    assert [result.untimed() for result in clustered.results] == [result.untimed() for result in local.results]
    assert sum(pool.nodes.values()) == 12
    assert len(pool.nodes) == 2, "both nodes should have played"


def test_without_a_cluster_there_is_a_clear_error() -> None:
    from mirabilia.arena.ray_pool import RayPool

    with pytest.raises(ArenaError) as caught:
        RayPool("no-such-cluster-anywhere")
    assert caught.value.code == "no_ray"
