"""Snapshots of the sample app's screens: runs the app in a terminal as wide as a phone, and renders
its pages in a browser."""

import fcntl
import html
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "Samples/Shop/Sources/Shop/Snapshots"
COLUMNS, ROWS = 34, 24
CELL = (9, 19)
# The keys that lead from the first page to a screen, and a text that only its page shows. The text
# input has no snapshot, because its steps differ and one would be wrong for most.
PAGES = {
    "Home": ("", "The Corner Shop"),
    "Login": ("1", "Good to see you again"),
    "SignUp": ("2", "New here?"),
    "ForgotPassword": ("3", "Forgot your password?"),
    "ForgotPasswordPhone": ("3\t2", "We send you a code"),
    "RandomPage": ("4", "Plums are back"),
    "INFO": ("21", "Four questions"),
    "SUMMARY": ("211Mira\r1Sol\r1mira@example.com\r1violet harbour\r1", "Is this right?"),
}
STYLE = re.compile(r"\x1b\[([0-9;]*)m")
CONTROL = re.compile(r"\x1b\[[?0-9;]*[A-Za-ln-z]")
COLORS = {"75": "#5fafff", "78": "#5fd787", "215": "#ffaf5f", "231": "#ffffff", "252": "#d0d0d0"}
BACKGROUNDS = {"25": "#005faf", "236": "#303030", "240": "#585858"}


class Terminal:
    """The app, offline and without a saved session, in a terminal of its own."""

    def __init__(self, shop, home):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {
            key: value for key, value in os.environ.items()
            if key not in ("NO_COLOR", "SHOP_SERVER", "SHOP_KEY", "SHOP_ENVIRONMENT")}
        self.process = subprocess.Popen(
            [shop, "--fresh"], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={**environment, "HOME": home, "XDG_STATE_HOME": home, "TERM": "xterm-256color"})
        os.close(slave)
        self.output = ""

    def page(self, text):
        """The lines of the latest complete drawing that contains a text."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            last = self.output.rpartition("\x1b[H")[2]
            if text in STYLE.sub("", last) and last.endswith("\x1b[J"):
                return [inside(line) for line in CONTROL.sub("", last).split("\r\n")[2:-2]]
            if select.select([self.master], [], [], 1)[0]:
                self.output += os.read(self.master, 65536).decode(errors="replace")
        raise SystemExit(f"the shop does not show {text!r}:\n{STYLE.sub('', self.output[-2000:])}")

    def press(self, keys):
        os.write(self.master, keys.encode())

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def inside(line):
    """A line without the frame around the page."""
    return "│".join(line.split("│")[1:-1])


def pages(shop):
    """The output of the app on each screen, as lines with their colors."""
    found = {}
    for screen, (keys, text) in PAGES.items():
        with tempfile.TemporaryDirectory() as home:
            terminal = Terminal(shop, home)
            try:
                terminal.page(PAGES["Home"][1])
                for key in keys:
                    terminal.press(key)
                    time.sleep(0.1)
                found[screen] = terminal.page(text)
            finally:
                terminal.close()
    return found


def plain(lines):
    """The text of a page, as stored next to its snapshot."""
    return "\n".join(STYLE.sub("", line).rstrip() for line in lines).strip("\n") + "\n"


def as_html(lines):
    """A page as the terminal shows it."""
    rows = []
    for line in lines:
        cells, style = [], ""
        for index, part in enumerate(STYLE.split(line)):
            if index % 2:
                style = css(part)
            elif part:
                cells.append(f'<span style="{style}">{html.escape(part)}</span>')
        rows.append(f"<div>{''.join(cells)}</div>")
    height = CELL[1]
    return (
        "<style>body { margin: 0; padding: 6px 4px; background: #17191d; color: #e6e6e6; }"
        f"div {{ height: {height}px; white-space: pre; font: 15px/{height}px 'DejaVu Sans Mono'; }}"
        f"span {{ display: inline-block; height: {height}px; }}</style>{''.join(rows)}")


def css(codes):
    """The declarations for the numbers of a style."""
    parts, declarations = codes.split(";"), []
    if parts[0] == "1":
        declarations.append("font-weight: bold")
    if parts[0] == "2":
        declarations.append("color: #9a9da3")
    for index, part in enumerate(parts[:-2]):
        if part == "38":
            declarations.append(f"color: {COLORS[parts[index + 2]]}")
        if part == "48":
            declarations.append(f"background: {BACKGROUNDS[parts[index + 2]]}")
    return "; ".join(declarations)


def render(shop, chromium):
    """Writes each screen's snapshot, and next to it the text that it contains."""
    from playwright.sync_api import sync_playwright
    FOLDER.mkdir(exist_ok=True)
    size = {"width": (COLUMNS - 4) * CELL[0] + 8, "height": (ROWS - 4) * CELL[1] + 12}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=size)
        for screen, lines in pages(shop).items():
            page.set_content(as_html(lines))
            page.screenshot(path=FOLDER / f"{screen}.png")
            (FOLDER / f"{screen}.txt").write_text(plain(lines))
            print(f"{screen}.png  {(FOLDER / f'{screen}.png').stat().st_size} bytes")
        browser.close()


if __name__ == "__main__":
    render(sys.argv[1], os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
           or shutil.which("chromium"))
