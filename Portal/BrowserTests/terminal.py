"""Runs the sample app in a pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "Server/LiveTests"))
import support as live

SHOP = os.environ.get("SHOP_BINARY") or str(live.ROOT / ".build/debug/shop")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r")


def home_environment(folder):
    """The environment variables of a user whose files are in a folder."""
    return {"HOME": str(folder), "XDG_STATE_HOME": str(folder / "state"),
            "XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "cache")}


class ShopApp:
    """A running sample app: its screen as text, and keyboard input."""

    def __init__(self, server, key, home, environment="production", language="en_US.UTF-8"):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.process = subprocess.Popen(
            [SHOP, "--fresh", "--server", server, "--key", key, "--environment", environment],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={**os.environ, **home_environment(home), "LC_ALL": language,
                 "TERM": "xterm-256color"})
        os.close(slave)
        self._output = ""
        self._output_changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while True:
            try:
                if not select.select([self.master], [], [], 1)[0]:
                    if self.process.poll() is not None:
                        return
                    continue
                data = os.read(self.master, 65536)
            except OSError:
                return
            with self._output_changed:
                self._output = (self._output + data.decode(errors="replace"))[-200_000:]
                self._output_changed.notify_all()

    def screen(self):
        """The text on the screen: everything since it was last redrawn from its first line."""
        last = self._output.rfind("\x1b[H")
        return CONTROL.sub("", self._output[max(last, 0):])

    def expect_screen(self, *texts):
        """Waits until the screen shows all of the texts."""
        deadline = time.monotonic() + live.TIMEOUT
        with self._output_changed:
            while not all(text in self.screen() for text in texts):
                if self.process.poll() is not None:
                    raise AssertionError(
                        f"the app ended with status {self.process.poll()}: {self.screen()}")
                if not self._output_changed.wait(max(0, deadline - time.monotonic())):
                    raise AssertionError(f"the app does not show {texts}, but:\n{self.screen()}")

    def press(self, keys):
        os.write(self.master, keys.encode())

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)


class ShopSite:
    """The sample app for browsers: a process that can be killed and restarted."""

    KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

    def __init__(self, server, key, home, port):
        self.arguments = [SHOP, "--web", str(port), "--server", server, "--key", key]
        self.environment = {**os.environ, **home_environment(home), "SHOP_WEB_KEY": self.KEY}
        self.url = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=self.environment)
        self.url = self.process.stdout.readline().strip()
        if not self.url.startswith("http://"):
            raise AssertionError(
                f"the shop printed no URL but {self.url!r}; exit status {self.process.wait()}")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
