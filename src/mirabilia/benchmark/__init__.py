"""A benchmark that others can cite: fixed tasks with seeds, result files that anyone can verify. docs/benchmark.md.

- `tasks`: the list. `running`: plays it. `results`: the file.
- `verifying`: checks a file. `table`: shows some side by side.
"""

from mirabilia.benchmark.results import Result, TaskResult, Training, read
from mirabilia.benchmark.running import run
from mirabilia.benchmark.table import markdown
from mirabilia.benchmark.tasks import TASKS, BenchmarkError, Task, tasks_hash, tasks_named
from mirabilia.benchmark.verifying import verify

__all__ = [
    "TASKS",
    "BenchmarkError",
    "Result",
    "Task",
    "TaskResult",
    "Training",
    "markdown",
    "read",
    "run",
    "tasks_hash",
    "tasks_named",
    "verify",
]
