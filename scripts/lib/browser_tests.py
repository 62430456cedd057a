"""Runs the browser tests, each module in a process of its own and as many at once as there are
cores: a test mostly waits for pages. Names may be given as unittest takes them. What a module says
comes out whole when it has ended, and all of it is summed up at the end."""

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = [ROOT / "Portal/BrowserTests", ROOT / "Server/BrowserTests"]


def modules(names):
    """Each folder with the modules, classes or tests of it that are wanted; the longest first."""
    if not names:
        found = [path for folder in FOLDERS for path in folder.glob("test_*.py")]
        found.sort(key=lambda path: path.read_text().count("def test_"), reverse=True)
        return [(path.parent, path.stem) for path in found]
    chosen = [
        (folder, name) for name in names for folder in FOLDERS
        if (folder / f"{name.split('.')[0]}.py").exists()]
    if not chosen:
        sys.exit(f"error: there is no browser test called {' '.join(names)}")
    return chosen


def run(job):
    folder, name = job
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "unittest", name], cwd=folder, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # The module's own summary would be read as everybody's.
    print(re.sub(r"(?m)^(Ran |OK|FAILED)", f"{name}: \\1", done.stdout), flush=True)
    ran = re.search(r"^Ran (\d+) test", done.stdout, re.M)
    skipped = re.search(r"skipped=(\d+)", done.stdout)
    return done.returncode, int(ran[1]) if ran else 0, int(skipped[1]) if skipped else 0


def main():
    began = time.monotonic()
    # What one module has prepared, the others need not.
    with TemporaryDirectory(prefix="flow magic made ", ignore_cleanup_errors=True) as samples, \
            ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        os.environ["BROWSER_SAMPLES"] = samples
        ended = list(pool.map(run, modules(sys.argv[1:])))
    failed = sum(1 for status, _, _ in ended if status != 0)
    print(f"Ran {sum(count for _, count, _ in ended)} tests in {time.monotonic() - began:.0f}s")
    print(f"FAILED (modules={failed})" if failed else "OK")
    sys.exit(1 if failed else 0)


main()
