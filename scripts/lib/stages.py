"""Running stages side by side, each as soon as what it needs has passed."""

import subprocess
import threading
import time
from dataclasses import dataclass
from typing import Optional

LANES = 2


@dataclass(frozen=True)
class Stage:
    """A command, the stages that must have passed before it, and whether it builds packages."""

    name: str
    command: list
    needs: tuple = ()
    packages: bool = False


@dataclass
class Result:
    """How a stage ended: `status` is None for one that did not run."""

    status: Optional[int]
    began: float = 0.0
    seconds: float = 0.0


class Run:
    """The stages that wait, run and have ended; every method may be called from any lane."""

    def __init__(self, stages, folder):
        self.stages = stages
        self.folder = folder
        self.waiting = list(stages)
        self.results = {}
        self.packages_in_use = False
        self.changed = threading.Condition()
        self.start = time.monotonic()

    def run(self, lanes=LANES):
        """Runs all stages; true when all have passed."""
        # Daemons, so that Ctrl-C, which the running stages get too, ends the run.
        threads = [threading.Thread(target=self.lane, daemon=True) for _ in range(lanes)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.passed_count() == len(self.stages)

    def lane(self):
        """Takes one stage after the other until none is left."""
        while (stage := self.take()) is not None:
            began = time.monotonic()
            done = subprocess.run(
                stage.command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
            with self.changed:
                print(done.stdout, end="", flush=True)
                self.results[stage.name] = Result(
                    done.returncode, began - self.start, time.monotonic() - began)
                if stage.packages:
                    self.packages_in_use = False
                self.changed.notify_all()

    def take(self):
        """Waits for a stage that can begin and returns it; None when none is left."""
        with self.changed:
            while self.waiting:
                self.drop_blocked()
                for stage in self.waiting:
                    if all(self.passed(name) for name in stage.needs) and not (
                            stage.packages and self.packages_in_use):
                        self.waiting.remove(stage)
                        self.packages_in_use = self.packages_in_use or stage.packages
                        return stage
                if self.waiting:
                    self.changed.wait()
            return None

    def drop_blocked(self):
        """Gives up the stages that need one that failed."""
        for stage in list(self.waiting):
            if any(name in self.results and not self.passed(name) for name in stage.needs):
                self.waiting.remove(stage)
                self.results[stage.name] = Result(None)
                self.changed.notify_all()

    def passed(self, name):
        return name in self.results and self.results[name].status == 0

    def passed_count(self):
        return sum(result.status == 0 for result in self.results.values())

    def table(self):
        """A line for each stage: when it began, how long it took, and how it ended."""
        lines = [f"{'stage':<16}{'began':>8}{'seconds':>9}  result"]
        for stage in self.stages:
            result = self.results[stage.name]
            if result.status is None:
                lines.append(f"{stage.name:<16}{'-':>8}{'-':>9}  not run")
            else:
                ended = "passed" if result.status == 0 else f"failed ({result.status})"
                lines.append(
                    f"{stage.name:<16}{result.began:>8.0f}{result.seconds:>9.0f}  {ended}")
        lines.append(f"{'all':<16}{0:>8}{time.monotonic() - self.start:>9.0f}")
        return "\n".join(lines)
