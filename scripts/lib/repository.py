"""Shared by the checks: the repository's files, and findings with a location and their output."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Finding:
    """A problem: its location, a description, and how to fix it."""

    path: str
    line: int
    message: str

    def __str__(self):
        location = f"{self.path}:{self.line}" if self.line else self.path
        return f"{location}: {self.message}"


def enter_root():
    """Changes to the repository's root, so that every path in a message can be clicked."""
    root = Path(__file__).resolve().parent.parent.parent
    os.chdir(os.environ.get("CHECK_ROOT", root))


def all_files():
    """The files that git tracks or a commit of everything would add, and that exist."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True, capture_output=True).stdout
    names = {os.fsdecode(name) for name in listing.split(b"\0") if name}
    return sorted(name for name in names if os.path.isfile(name))


def read_text(path):
    """The file's text; bytes that are not UTF-8 become U+FFFD, so that no check crashes."""
    return Path(path).read_text(encoding="utf-8", errors="replace")


def finish(name, findings, details):
    """Prints the one line of a check that passes, or every finding, and exits."""
    for finding in findings:
        print(finding)
    if findings:
        sys.exit(1)
    print(f"ok {name} ({details})")
    sys.exit(0)
