"""Runs the browser tests in as many processes as there are cores, each with its own browser.

    browser_tests.py [--durations N] [--workers N] [--in FOLDER] [NAME…]

`--in` names a folder with tests of its own, such as an app's, in place of the platform's.
Names are given as for unittest: a module, a class or a test. A process takes the next test when it
has finished one; tests that took longest in the last run are first. The output of a failed test is
printed when it ends, and a table of the slowest tests at the end.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = [ROOT / f"{name}/BrowserTests" for name in ("Portal", "Server", "Web")]
# The live tests' helpers, which the browser tests use too.
HELPERS = ROOT / "Server/LiveTests"
DURATIONS = ROOT / ".build-logs/browser-durations.json"


def test_ids(names, folders):
    """The ids of the named tests, or of all tests in the folders."""
    if not names:
        names = sorted(path.stem for folder in folders for path in folder.glob("test_*.py"))
    loader = unittest.TestLoader()
    suite = loader.loadTestsFromNames(names)
    if loader.errors:
        sys.exit("".join(loader.errors))
    return list(dict.fromkeys(test.id() for test in flat(suite)))


def flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


def work():
    """A worker: reads a test's id from a line, runs the test, and writes a line with its result."""
    results = os.fdopen(os.dup(1), "w", buffering=1)
    # The output of tests belongs in the log, not among the results.
    os.dup2(2, 1)
    for line in sys.stdin:
        name = line.strip()
        began = time.monotonic()
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromName(name).run(result)
        problems = [f"{kind}: {test.id()}\n{text}" for kind, cases in (
            ("FAIL", result.failures), ("ERROR", result.errors)) for test, text in cases]
        problems += [f"FAIL: {test.id()}\nIt passed, but is marked as an expected failure.\n"
                     for test in result.unexpectedSuccesses]
        print(json.dumps({
            "id": name, "seconds": time.monotonic() - began, "problems": problems,
            "skipped": len(result.skipped)}), file=results)


class Worker:
    """A process that runs one test after the other."""

    def __init__(self, folders):
        self.process = None
        self.folders = [f"--in={folder}" for folder in folders]

    def run(self, name):
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "ignore", __file__, "--worker", *self.folders],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        began = time.monotonic()
        self.process.stdin.write(f"{name}\n")
        response = self.process.stdout.readline()
        if response:
            return json.loads(response)
        status, self.process = self.process.wait(), None
        return {"id": name, "seconds": time.monotonic() - began, "skipped": 0, "problems": [
            f"ERROR: {name}\nThe process that ran it ended with status {status}.\n"]}

    def stop(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


def run_all(names, count, folders):
    """The results of the tests, in the order in which they ended."""
    queue, results = SimpleQueue(), []
    for name in names:
        queue.put(name)

    def take():
        worker = Worker(folders)
        try:
            while True:
                result = worker.run(queue.get_nowait())
                results.append(result)
                for problem in result["problems"]:
                    print(f"{'=' * 70}\n{problem}", flush=True)
        except Empty:
            worker.stop()

    with ThreadPoolExecutor(count) as pool:
        for future in [pool.submit(take) for _ in range(count)]:
            future.result()
    return results


def read_durations():
    try:
        return json.loads(DURATIONS.read_text())
    except (FileNotFoundError, ValueError):
        return {}


def print_durations(results, count):
    """The slowest tests, and the time of each module."""
    modules = {}
    for result in results:
        modules.setdefault(result["id"].split(".")[0], []).append(result["seconds"])
    print(f"Seconds by module (tests, sum, longest), {len(modules)} modules:")
    for name, seconds in sorted(modules.items(), key=lambda item: -sum(item[1])):
        print(f"  {len(seconds):4} {sum(seconds):7.1f} {max(seconds):6.1f}  {name}")
    print("Slowest tests:")
    for result in sorted(results, key=lambda result: -result["seconds"])[:count]:
        print(f"  {result['seconds']:6.1f}s  {result['id']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--durations", type=int, default=15, metavar="N")
    parser.add_argument("--in", dest="folders", type=Path, action="append", metavar="FOLDER")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    folders = options.folders or FOLDERS
    sys.path[:0] = map(str, [*folders, HELPERS])
    if options.worker:
        return work()
    began = time.monotonic()
    names, known = test_ids(options.names, folders), read_durations()
    if not names:
        sys.exit(f"error: there is no test in {' '.join(options.names) or 'the folders'}")
    # Unknown tests may be long ones.
    names.sort(key=lambda name: -known.get(name, 1000))
    # Sample stores prepared by one process are shared with the others.
    with TemporaryDirectory(prefix="flow magic samples ", ignore_cleanup_errors=True) as samples:
        os.environ["BROWSER_SAMPLES"] = samples
        results = run_all(names, min(options.workers, len(names)), folders)
    DURATIONS.parent.mkdir(exist_ok=True)
    DURATIONS.write_text(json.dumps(
        known | {result["id"]: round(result["seconds"], 2) for result in results}, indent=0,
        sort_keys=True))
    print_durations(results, options.durations)
    failed = sum(1 for result in results if result["problems"])
    skipped = sum(result["skipped"] for result in results)
    print(f"Ran {len(results)} tests in {time.monotonic() - began:.0f}s")
    details = ", ".join(
        f"{name}={count}" for name, count in (("failures", failed), ("skipped", skipped)) if count)
    print(("FAILED" if failed else "OK") + (f" ({details})" if details else ""))
    sys.exit(1 if failed else 0)


main()
