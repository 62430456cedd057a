"""Small disks for tests: a tmpfs, if the user may mount one."""

import errno
import os
import resource
import signal
import subprocess
import unittest

SIZE = 6 << 20


class SmallDisk:
    """A small disk, mounted for one test."""

    def __init__(self, case, size=SIZE):
        if os.getuid() != 0:
            raise unittest.SkipTest("only root can mount a small disk")
        self.path = case.folder / "disk"
        self.path.mkdir()
        self.ballast = self.path / "ballast"
        run = self._mount("-t", "tmpfs", "-o", f"size={size},mode=0755", "flowmagic-test")
        if run.returncode:
            raise unittest.SkipTest(f"cannot mount a small disk: {run.stderr.strip()}")
        case.addCleanup(subprocess.run, ["umount", "-l", str(self.path)], check=False)

    def _mount(self, *options):
        return subprocess.run(
            ["mount", *options, str(self.path)], capture_output=True, text=True, check=False)

    def fill(self, leave=0):
        """Fills the disk except for `leave` bytes."""
        with self.ballast.open("ab", buffering=0) as file:
            size = 1 << 16
            while size:
                try:
                    if file.write(b"x" * size) < size:
                        size //= 2
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    size //= 2
            if leave:
                file.truncate(file.tell() - leave)

    def empty(self):
        self.ballast.unlink()

    def set_writable(self, is_writable):
        run = self._mount("-o", "remount," + ("rw" if is_writable else "ro"))
        if run.returncode:
            raise AssertionError(run.stderr)


def file_size_limiter(size):
    """A function that limits the file size of a child process; exceeding it is an error, not a
    signal."""
    def apply():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    return apply


def remove_file_size_limit(pid):
    """Removes the limit of a running process."""
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
