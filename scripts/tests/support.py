"""Shared by the scripts' tests: the library on the path, and temporary repositories."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "lib"))


class RepositoryCase(unittest.TestCase):
    """A test with an empty git repository, whose path contains a space."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="flow magic ")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        subprocess.run(["git", "init", "--quiet", str(self.root)], check=True)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def run_script(self, name, *arguments):
        """Runs a check of this repository in the test's repository; returns its text and status."""
        environment = dict(os.environ, CHECK_ROOT=str(self.root))
        return subprocess.run(
            [str(ROOT / "scripts" / name), *arguments], env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/", check=False,
        )
