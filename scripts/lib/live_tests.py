"""Runs the live tests in parallel: each test class in its own process, as many as there are cores.

Arguments are names as for unittest; each runs in a process of its own. The output of a process is
printed when it has ended, followed by a summary of all."""

import os
import re
import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent.parent / "Server/LiveTests"
# Started first, because they take longest.
SLOW = ["test_generated", "test_linked", "test_rights", "test_kill", "test_start.Damaged",
        "test_changes"]


def classes(folder=FOLDER):
    """The names of all test classes, such as `test_kill.Kill`."""
    sys.path.insert(0, str(folder))
    loader = unittest.TestLoader()
    suite = loader.loadTestsFromNames(sorted(path.stem for path in folder.glob("test_*.py")))
    if loader.errors:
        sys.exit("".join(loader.errors))
    # A class without a test, such as a base class, has an empty suite.
    return list(dict.fromkeys(test.id().rpartition(".")[0] for test in flat(suite)))


def flat(suite):
    """The tests of a suite and of the suites in it."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


def sort_key(name):
    """Slow classes first."""
    return next((index for index, slow in enumerate(SLOW) if name.startswith(slow)), len(SLOW))


def run(name):
    """Runs what is named; returns the name, seconds, exit status, tests run and tests skipped."""
    began = time.monotonic()
    completed = subprocess.run(
        [sys.executable, "-m", "unittest", name], cwd=FOLDER, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # Prefixed, so that nothing mistakes the summary of one process for the summary of all.
    print(re.sub(r"(?m)^(Ran |OK|FAILED)", f"{name}: \\1", completed.stdout).strip(), flush=True)
    ran = re.search(r"^Ran (\d+) test", completed.stdout, re.M)
    skipped = re.search(r"skipped=(\d+)", completed.stdout)
    return (name, time.monotonic() - began, completed.returncode, int(ran[1]) if ran else 0,
            int(skipped[1]) if skipped else 0)


def main():
    began = time.monotonic()
    names = sys.argv[1:] or sorted(classes(), key=sort_key)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        results = list(pool.map(run, names))
    for name, seconds, *_ in sorted(results, key=lambda result: -result[1])[:5]:
        print(f"{seconds:6.0f} s  {name}")
    failed = [name for name, _, status, *_ in results if status != 0]
    skipped = sum(result[4] for result in results)
    note = f" (skipped={skipped})" if skipped else ""
    print(f"Ran {sum(result[3] for result in results)} tests in {time.monotonic() - began:.0f}s")
    print(f"FAILED ({', '.join(failed)})" if failed else f"OK{note}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
