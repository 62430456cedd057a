"""Sample stores that are prepared once for many tests, because hashing passwords takes a while."""

import atexit
import fcntl
import json
import os
import shutil
import tempfile
from pathlib import Path


def _folder():
    """The folder that all processes of a run share, or this process's own."""
    if "BROWSER_SAMPLES" not in os.environ:
        os.environ["BROWSER_SAMPLES"] = tempfile.mkdtemp(prefix="flow magic samples ")
        atexit.register(shutil.rmtree, os.environ["BROWSER_SAMPLES"], ignore_errors=True)
    return Path(os.environ["BROWSER_SAMPLES"])


def prepare(name, make):
    """The folder of a sample. If it does not exist yet, `make(folder)` fills it, and
    `read` returns its result."""
    folder = _folder() / name
    with open(_folder() / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _result_file(folder).exists():
            # An interrupted run may have left a part of it.
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            _result_file(folder).write_text(json.dumps(make(folder)))
    return folder


def read(folder):
    """The value that `make` returned for this sample."""
    return json.loads(_result_file(folder).read_text())


def _result_file(folder):
    return folder.with_suffix(".json")
