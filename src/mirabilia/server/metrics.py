"""What Prometheus may know: counters and gauges, in a registry of their own.

The processes of one server keep theirs in a folder that they share (prometheus_client's multiprocess mode), so that
whichever is asked answers for all of them: counters are sums that outlive a process, gauges sums over the living.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the variable that prometheus_client reads when it is imported
IS_SHARED = SHARED in os.environ

REGISTRY = CollectorRegistry()
if IS_SHARED:  # prometheus_client's own figures would be of one process
    CPU_SECONDS = Counter("process_cpu_seconds", "Processor time of all server processes", registry=REGISTRY)
    MEMORY_BYTES = Gauge(
        "process_resident_memory_bytes", "Memory of all server processes", registry=REGISTRY,
        multiprocess_mode="livesum",
    )  # fmt: skip
    OPEN_FILES = Gauge(
        "process_open_fds", "Open files of all server processes", registry=REGISTRY, multiprocess_mode="livesum"
    )
    PROCESSES = Gauge(
        "mirabilia_processes", "Server processes on this machine", registry=REGISTRY, multiprocess_mode="livesum"
    )
else:
    ProcessCollector(registry=REGISTRY)
    PlatformCollector(registry=REGISTRY)

_FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)

LIVE_TABLES = Gauge("mirabilia_live_tables", "Tables in memory", registry=REGISTRY, multiprocess_mode="livesum")
SOCKETS = Gauge("mirabilia_sockets", "Open sockets", ["kind"], registry=REGISTRY, multiprocess_mode="livesum")
CONNECTIONS = Gauge("mirabilia_connections", "Open TCP connections", registry=REGISTRY, multiprocess_mode="livesum")
REFUSED_CONNECTIONS = Counter(
    "mirabilia_refused_connections", "Connections refused, cut or made to wait, by reason", ["why"], registry=REGISTRY
)
TURNS_WAITING = Gauge(
    "mirabilia_turns_waiting",
    "Replays, exports and imports that wait for their turn",
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
LIMITED = Counter("mirabilia_limited", "What a rate limit or quota refused", ["what"], registry=REGISTRY)
COMMANDS = Counter("mirabilia_commands", "Commands carried out", ["type"], registry=REGISTRY)
REFUSALS = Counter("mirabilia_refusals", "Commands and requests refused", ["code"], registry=REGISTRY)
COMMAND_SECONDS = Histogram(
    "mirabilia_command_seconds", "From a command's arrival until everyone's message is queued", buckets=_FAST,
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
    "mirabilia_bot_queue",
    "Questions waiting for a thread, by kind of thread",
    ["lane"],
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
BOT_WAITED = Histogram(
    "mirabilia_bot_waited_seconds", "How long a question waited for a thread, by rank (0: someone waits)", ["rank"],
    registry=REGISTRY, buckets=(0.001, 0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0),
)  # fmt: skip
BOT_SHORT = Counter("mirabilia_bot_short", "Answers in a hurry: the thinking time was used up", registry=REGISTRY)
BOT_PAUSED = Counter("mirabilia_bot_paused", "Games without people that were paused", registry=REGISTRY)
TREE_BYTES = Gauge(
    "mirabilia_tree_bytes",
    "Memory of the trees of bots that are not thinking",
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
ABANDONED = Counter("mirabilia_abandoned", "Tables closed because nobody came back", registry=REGISTRY)
BACKUP_AT = Gauge(
    "mirabilia_backup_timestamp_seconds",
    "When the last automatic backup was made",
    registry=REGISTRY,
    multiprocess_mode="max",
)
BACKUP_FAILURES = Counter("mirabilia_backup_failures", "Automatic backups that failed", registry=REGISTRY)
WORKERS_LOST = Counter("mirabilia_bot_workers_lost", "Bot workers that died or fell silent", registry=REGISTRY)
ANALYSES = Counter("mirabilia_analyses", "Analyses of finished games, by how they ended", ["end"], registry=REGISTRY)
PUSHES = Counter(
    "mirabilia_pushes", "Notifications to people who are away, by how they ended", ["end"], registry=REGISTRY
)
TAKEOVERS = Counter("mirabilia_takeovers", "Tables taken over from a lost process", registry=REGISTRY)
EVENT_LOOP_LAG = Gauge(
    "mirabilia_event_loop_lag_seconds",
    "How late the event loop woke last",
    registry=REGISTRY,
    multiprocess_mode="livemax",
)


_counted = 0.0


def note_process() -> None:
    """Called once a second: what this process takes, where several are added up."""
    global _counted
    if IS_SHARED:
        used = time.process_time()
        CPU_SECONDS.inc(used - _counted)
        _counted = used
        PROCESSES.set(1)
        with contextlib.suppress(OSError):  # elsewhere than on Linux
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            MEMORY_BYTES.set(pages * os.sysconf("SC_PAGE_SIZE"))
            OPEN_FILES.set(len(os.listdir("/proc/self/fd")))


def own_environment() -> dict[str, str]:
    """The environment for programs that this process starts: they keep no figures beside its own."""
    return {name: value for name, value in os.environ.items() if name != SHARED}


def forget_process(folder: str, pid: int) -> None:
    """A process has ended: its gauges no longer count."""
    mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]


def text() -> bytes:
    """All metrics in the format of Prometheus, of all processes of this server on this machine."""
    if not IS_SHARED:
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
