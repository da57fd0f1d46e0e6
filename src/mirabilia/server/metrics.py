"""What Prometheus may know: counters and gauges of one process, in a registry of their own."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

_FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)

LIVE_TABLES = Gauge("mirabilia_live_tables", "Tables in memory", registry=REGISTRY)
SOCKETS = Gauge("mirabilia_sockets", "Open sockets", ["kind"], registry=REGISTRY)
CONNECTIONS = Gauge("mirabilia_connections", "Open TCP connections", registry=REGISTRY)
REFUSED_CONNECTIONS = Counter(
    "mirabilia_refused_connections", "Connections refused or cut, by reason", ["why"], registry=REGISTRY
)
TURNS_WAITING = Gauge(
    "mirabilia_turns_waiting", "Replays, exports and imports that wait for their turn", registry=REGISTRY
)
LIMITED = Counter("mirabilia_limited", "What a rate limit or quota refused", ["what"], registry=REGISTRY)
COMMANDS = Counter("mirabilia_commands", "Commands carried out", ["type"], registry=REGISTRY)
REFUSALS = Counter("mirabilia_refusals", "Commands and requests refused", ["code"], registry=REGISTRY)
COMMAND_SECONDS = Histogram(
    "mirabilia_command_seconds", "From a command's arrival until everybody's message is queued", buckets=_FAST,
    registry=REGISTRY,
)  # fmt: skip
COMMITS = Counter("mirabilia_commits", "Transactions of the writer", registry=REGISTRY)
COMMITTED_CHANGES = Counter("mirabilia_committed_changes", "Changes of tables stored", registry=REGISTRY)
COMMIT_SECONDS = Histogram(
    "mirabilia_commit_seconds", "One transaction of the writer", buckets=_FAST, registry=REGISTRY
)
CONFLICTS = Counter("mirabilia_conflicts", "Changes decided on an old state and decided again", registry=REGISTRY)
RECONNECTS = Counter("mirabilia_reconnects", "Sockets that resumed from a number", registry=REGISTRY)
SLOW_CLIENTS = Counter("mirabilia_slow_clients", "Sockets closed because they did not read", registry=REGISTRY)
BOT_SECONDS = Histogram(
    "mirabilia_bot_seconds", "How long a bot thought", ["level"], registry=REGISTRY,
    buckets=(0.001, 0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0),
)  # fmt: skip
BOT_QUEUE = Gauge(
    "mirabilia_bot_queue", "Questions waiting for a thread, by kind of thread", ["lane"], registry=REGISTRY
)
BOT_WAITED = Histogram(
    "mirabilia_bot_waited_seconds", "How long a question waited for a thread, by rank (0: somebody waits)", ["rank"],
    registry=REGISTRY, buckets=(0.001, 0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0),
)  # fmt: skip
BOT_SHORT = Counter("mirabilia_bot_short", "Answers in a hurry: the thinking time was used up", registry=REGISTRY)
BOT_PAUSED = Counter("mirabilia_bot_paused", "Games without people that were paused", registry=REGISTRY)
TREE_BYTES = Gauge("mirabilia_tree_bytes", "Memory of the trees of bots that are not thinking", registry=REGISTRY)
ABANDONED = Counter("mirabilia_abandoned", "Tables closed because nobody came back", registry=REGISTRY)
BACKUP_AT = Gauge("mirabilia_backup_timestamp_seconds", "When the last automatic backup was made", registry=REGISTRY)
BACKUP_FAILURES = Counter("mirabilia_backup_failures", "Automatic backups that failed", registry=REGISTRY)
WORKERS_LOST = Counter("mirabilia_bot_workers_lost", "Bot workers that died or fell silent", registry=REGISTRY)
ANALYSES = Counter("mirabilia_analyses", "Analyses of finished games, by how they ended", ["end"], registry=REGISTRY)
PUSHES = Counter(
    "mirabilia_pushes", "Notifications to people who are away, by how they ended", ["end"], registry=REGISTRY
)
TAKEOVERS = Counter("mirabilia_takeovers", "Tables taken over from a lost process", registry=REGISTRY)
EVENT_LOOP_LAG = Gauge("mirabilia_event_loop_lag_seconds", "How late the event loop woke last", registry=REGISTRY)


def text() -> bytes:
    """All metrics in the format of Prometheus."""
    return generate_latest(REGISTRY)
