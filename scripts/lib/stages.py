"""Running stages in parallel, each as soon as its prerequisites have passed."""

import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import Optional

WORKERS = 2

# Seconds after which a stage counts as hanging and is ended. The longest takes about 20 minutes
# while another one runs.
LIMIT = 30 * 60
TIMED_OUT = 124
# Seconds that a stage then has to stop its processes.
GRACE = 60


@dataclass(frozen=True)
class Stage:
    """A command, the stages that must have passed before it, and whether it builds packages."""

    name: str
    command: list
    needs: tuple = ()
    builds_packages: bool = False


@dataclass
class Result:
    """The result of a stage: `status` is None for one that was skipped; times are in seconds."""

    status: Optional[int]
    began: float = 0.0
    seconds: float = 0.0
    cpu_seconds: float = 0.0


class Run:
    """The queued, running and finished stages; every method may be called from any worker."""

    def __init__(self, stages, folder, limit=LIMIT, grace=GRACE):
        self.stages = stages
        self.folder = folder
        self.limit = limit
        self.grace = grace
        self.waiting = list(stages)
        self.results = {}
        self.packages_in_use = False
        self.changed = threading.Condition()
        self.start = time.monotonic()

    def run(self, workers=WORKERS):
        """Runs all stages; true when all have passed."""
        # Daemons, so that Ctrl-C, which the running stages get too, ends the run.
        threads = [threading.Thread(target=self.work, daemon=True) for _ in range(workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.passed_count() == len(self.stages)

    def work(self):
        """Takes one stage after the other until none is left."""
        while (stage := self.take()) is not None:
            began = time.monotonic()
            status, output, cpu_seconds = self.execute(stage)
            with self.changed:
                print(output, end="", flush=True)
                self.results[stage.name] = Result(
                    status, began - self.start, time.monotonic() - began, cpu_seconds)
                if stage.builds_packages:
                    self.packages_in_use = False
                self.changed.notify_all()

    def execute(self, stage):
        """Runs a stage's command; ends it at the time limit.

        Returns its status, its output and the seconds of CPU time."""
        with subprocess.Popen(
                stage.command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, errors="replace") as process:
            parts = []
            reader = threading.Thread(target=lambda: parts.extend(process.stdout), daemon=True)
            reader.start()
            reader.join(self.limit)
            is_late = reader.is_alive()
            if is_late:
                # The scripts stop the processes that they have started. NB: `terminate` would
                # take the status that `wait4` below waits for.
                os.kill(process.pid, signal.SIGTERM)
                reader.join(self.grace)
                if reader.is_alive():
                    os.kill(process.pid, signal.SIGKILL)
            # As `wait`, which does not report the CPU time.
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            # Processes that the stage has left behind may keep its output open.
            reader.join(1)
            output = "".join(parts)
            if reader.is_alive():
                process.stdout = None
        if is_late:
            minutes = round(self.limit / 60)
            output += f"error: {stage.name} was ended after {minutes} minutes\n"
        return (TIMED_OUT if is_late else process.returncode, output,
                used.ru_utime + used.ru_stime)

    def take(self):
        """Waits for a stage that can begin and returns it; None when none is left."""
        with self.changed:
            while self.waiting:
                self.drop_blocked()
                for stage in self.waiting:
                    if all(self.passed(name) for name in stage.needs) and not (
                            stage.builds_packages and self.packages_in_use):
                        self.waiting.remove(stage)
                        self.packages_in_use = self.packages_in_use or stage.builds_packages
                        return stage
                if self.waiting:
                    self.changed.wait()
            return None

    def drop_blocked(self):
        """Skips the stages that depend on one that failed or was skipped."""
        for stage in list(self.waiting):
            if any(name in self.results and not self.passed(name) for name in stage.needs):
                self.waiting.remove(stage)
                self.results[stage.name] = Result(None)
                self.changed.notify_all()

    def passed(self, name):
        return name in self.results and self.results[name].status == 0

    def passed_count(self):
        return sum(result.status == 0 for result in self.results.values())

    def summary(self):
        """How many stages passed, failed, and were skipped because a prerequisite did not pass."""
        failed = sum(result.status not in (None, 0) for result in self.results.values())
        skipped = sum(result.status is None for result in self.results.values())
        return f"stages: {self.passed_count()} passed, {failed} failed, {skipped} skipped"

    def table(self):
        """A line for each stage: when it began, how long it took, its CPU time, and its result."""
        lines = [f"{'stage':<16}{'began':>8}{'seconds':>9}{'CPU':>7}  result"]
        for stage in self.stages:
            result = self.results[stage.name]
            if result.status is None:
                lines.append(f"{stage.name:<16}{'-':>8}{'-':>9}{'-':>7}  skipped")
            else:
                ended = "passed" if result.status == 0 else f"failed ({result.status})"
                ended = "timed out" if result.status == TIMED_OUT else ended
                lines.append(
                    f"{stage.name:<16}{result.began:>8.0f}{result.seconds:>9.0f}"
                    f"{result.cpu_seconds:>7.0f}  {ended}")
        cpu_seconds = sum(result.cpu_seconds for result in self.results.values())
        lines.append(
            f"{'all':<16}{0:>8}{time.monotonic() - self.start:>9.0f}{cpu_seconds:>7.0f}")
        return "\n".join(lines)
