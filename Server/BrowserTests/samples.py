"""Samples that are made once for many tests, because passwords take a while to be hashed."""

import atexit
import fcntl
import json
import os
import shutil
import tempfile
from pathlib import Path


def _folder():
    """Where samples are kept: what all modules of a run share, or what this process has alone."""
    if "BROWSER_SAMPLES" not in os.environ:
        os.environ["BROWSER_SAMPLES"] = tempfile.mkdtemp(prefix="flow magic made ")
        atexit.register(shutil.rmtree, os.environ["BROWSER_SAMPLES"], ignore_errors=True)
    return Path(os.environ["BROWSER_SAMPLES"])


def once(name, make):
    """The folder of a sample; if it is new, `make(folder)` fills it and says what is known."""
    folder = _folder() / name
    with open(_folder() / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _told(folder).exists():
            # What somebody left who was interrupted is no sample.
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            known = json.dumps(make(folder))
            _told(folder).write_text(known)
    return folder


def read(folder):
    """What was said of a sample when it was made."""
    return json.loads(_told(folder).read_text())


def _told(folder):
    return folder.with_suffix(".json")
