"""Shared by the browser tests of Mythic Yoga Flow: the service, its mails, users and devices."""

import atexit
import functools
import http.client
import itertools
import os
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Server/LiveTests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Server/BrowserTests"))

import browser
import layout
import support as live
from browser import expect, sync_playwright
from pictures import encode_png

ROOT = live.ROOT
YOGA = os.environ.get("YOGA_BINARY") or str(ROOT / ".build/debug/yoga")
# The folder of the videos, of which `scripts/yoga-test` makes only those that tests play.
MEDIA = os.environ.get("YOGA_MEDIA") or str(ROOT / ".yoga/media")
# The timeout of conditions, in seconds.
TIMEOUT = float(os.environ.get("YOGA_TIMEOUT") or live.TIMEOUT)
PASSWORD, NEW_PASSWORD = browser.PASSWORD, browser.NEW_PASSWORD
# The devices of the tests: viewport and color scheme; `check` covers both schemes on each device.
PHONE, TABLET = "phone", "tablet"
DEVICES = {PHONE: ((390, 844), "light"), TABLET: ((834, 1194), "dark")}
# JavaScript: a function of a key that returns a promise of its value in the device's storage.
VALUE = """(key) => new Promise((resolve) => {
  const opening = indexedDB.open("yoga", 1);
  opening.onsuccess = () => {
    const database = opening.result;
    const reading = database.transaction("values").objectStore("values").get(key);
    reading.onsuccess = () => {
      database.close();
      resolve(reading.result);
    };
  };
})"""
# The keys of the device's state and of its unsent changes in IndexedDB, as in sync.js.
DEVICE_KEY = "practiceDevice"
OUTBOX_KEY = "practiceOutbox"
# Whether all changes of a device have been synchronized; a condition for the key `DEVICE_KEY`.
SENT = VALUE + """.then((value) =>
  Boolean(value)
    && Object.values(value.pending).every((changes) => !Object.keys(changes).length))"""
__all__ = ["DEVICE_KEY", "NEW_PASSWORD", "OUTBOX_KEY", "PASSWORD", "PHONE", "TABLET", "VALUE",
           "Person", "YogaCase", "expect", "live", "picture"]


def picture(width=640, height=480):
    """A PNG with a gradient, as a sample upload."""
    return encode_png([
        bytes(part for x in range(width) for part in (x % 256, y % 256, 120))
        for y in range(height)])


@functools.cache
def shared_browser():
    """The shared browser of this process, with a fake camera that shows a moving pattern."""
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    chromium = playwright.chromium.launch(executable_path=browser.CHROMIUM, args=[
        "--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
        "--autoplay-policy=no-user-gesture-required"])
    expect.set_options(timeout=TIMEOUT * 1000)
    return chromium


@dataclass(frozen=True)
class Person:
    """A user with an account."""

    email: str
    password: str = PASSWORD


class Service:
    """A running `yoga serve`, with its own folder for data and mails."""

    def __init__(self, folder, *arguments):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = browser.free_port()
        self.url = f"http://localhost:{self.port}"
        self.log = self.folder / "yoga.log"
        self.numbers = itertools.count(1)
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [YOGA, "serve", "--address", f"127.0.0.1:{self.port}", *self.options(),
                 "--media", MEDIA, "--mail-folder", str(self.folder / "mail"), *arguments],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        atexit.register(self.stop)
        live.wait_for(self._listens, "the service to listen")

    def options(self):
        return ["--store", str(self.folder / "store"), "--origin", self.url]

    def _listens(self):
        text = self.log.read_text(errors="replace")
        if self.process.poll() is not None:
            raise AssertionError(f"the service exited with {self.process.returncode}: {text}")
        return "Mythic Yoga Flow is at" in text

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()

    def run_users(self, *arguments):
        """Runs `yoga users`, which manages accounts while the service is running."""
        run = subprocess.run(
            [YOGA, "users", *arguments, *self.options()], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=live.TIMEOUT, check=False)
        if run.returncode:
            raise AssertionError(f"yoga users {arguments}: {run.stderr}")
        return run.stdout.strip()

    def new_address(self):
        """An unused email address."""
        return f"mira{next(self.numbers)}@example.com"

    def new_person(self):
        """Creates a user without the app's pages."""
        person = Person(self.new_address())
        link = self.run_users("create", person.email, "--name", "Mira")
        self._set_password(link, person.password)
        return person

    def _set_password(self, link, password):
        url = urllib.parse.urlsplit(link)
        secret = urllib.parse.parse_qs(url.query)["link"][0]
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=live.TIMEOUT)
        try:
            connection.request(
                "POST", url.path,
                urllib.parse.urlencode({"link": secret, "password": password}),
                {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.url,
                 "Sec-Fetch-Site": "same-origin"})
            response = connection.getresponse()
            if response.status != 200:
                raise AssertionError(f"{response.status}: {response.read()[:300]}")
        finally:
            connection.close()

    def mails(self, person):
        """The texts of a user's mails, oldest first."""
        texts = [path.read_text() for path in sorted((self.folder / "mail").glob("*.txt"))]
        return [text for text in texts if text.startswith(f"To: {person.email}\n")]

    def link(self, person, subject):
        """The link in the user's last mail with a word in its subject."""
        def find():
            links = [re.search(r"https?://\S+link=[\w-]+", text) for text in self.mails(person)
                     if subject.lower() in text.splitlines()[1].lower()]
            # NB: notices that a password was changed match too, but contain no link.
            links = [link[0] for link in links if link]
            return links[-1] if links else None
        return live.wait_for(find, f"a mail to {person.email} about {subject}")


@functools.cache
def shared_service():
    """The shared service of this process; each test has its own users."""
    folder = tempfile.TemporaryDirectory(prefix="mythic yoga ", ignore_cleanup_errors=True)
    atexit.register(folder.cleanup)
    return Service(folder.name)


class YogaCase(unittest.TestCase):
    """A test case; each of its devices is a separate browser context."""

    device = PHONE

    def setUp(self):
        self.browser = shared_browser()
        self.service = self.new_service()
        self.page_errors = []
        # The expected messages of the browser in this test, as regular expressions.
        self.expected_errors = []

    def new_service(self):
        return shared_service()

    def tearDown(self):
        errors = [error for error in self.page_errors
                  if not any(re.search(pattern, error) for pattern in self.expected_errors)]
        self.assertEqual(errors, [], "errors in the page")

    def new_device(self, **options):
        """A page on a new device, logged out."""
        (width, height), scheme = DEVICES[options.pop("device", self.device)]
        context = self.browser.new_context(**{
            "viewport": {"width": width, "height": height}, "base_url": self.service.url,
            "color_scheme": scheme, "locale": "en-GB", "reduced_motion": "reduce",
            "permissions": ["camera"], **options})
        context.set_default_timeout(TIMEOUT * 1000)
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("pageerror", lambda error: self.page_errors.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._record(page, message))
        return page

    def _record(self, page, message):
        if message.type == "error":
            source = message.location.get("url", "")
            self.page_errors.append(f"{page.url}: {message.text} {source}")

    # Actions

    def press(self, page, name):
        page.get_by_role("button", name=name, exact=True).click()

    def expect_heading(self, page, text):
        expect(page.get_by_role("heading", level=1, name=text)).to_be_visible()

    def open_start(self, page):
        """Opens the app at the login screen."""
        page.goto("/yoga")
        if page.url.endswith("/welcome"):
            self.press(page, "Begin")
        page.wait_for_url(re.compile("/yoga/(start|register)$"))
        # Half of the visitors are asked to register first.
        if page.url.endswith("/register"):
            self.press(page, "Back")
        expect(page.get_by_role("button", name="Log in", exact=True)).to_be_visible()

    def enter(self, page, email="", password=""):
        """Fills in a login or registration form."""
        page.get_by_label("Username / email").fill(email)
        page.get_by_label("Password", exact=True).fill(password)

    def log_in(self, page, person):
        self.open_start(page)
        self.enter(page, person.email, person.password)
        self.press(page, "Log in")
        self.expect_menu(page)

    def logged_in(self, person=None, **options):
        """A device with a logged-in user, at the menu."""
        page = self.new_device(**options)
        self.log_in(page, person or self.service.new_person())
        return page

    def open_menu(self, page):
        """Opens the menu of a logged-in user by its URL."""
        page.goto("/yoga/menu")
        self.expect_menu(page)

    def expect_menu(self, page):
        expect(page.get_by_role("button", name="Myths")).to_be_visible()

    def open_myth(self, page, name):
        """Opens a myth from the menu."""
        self.press(page, "Myths")
        page.get_by_role("button", name=re.compile(f"^{name}")).click()
        self.expect_heading(page, name)

    def open_practice(self, page, myth, name):
        """Opens a practice from the menu, and waits until its video can play."""
        self.open_myth(page, myth)
        page.get_by_role("button", name=re.compile(f"^{name}")).click()
        self.expect_playable(page)

    def until(self, page, condition, argument=None):
        """Waits until an expression is true in a page.

        Playwright's own waiting is blocked by the page's content security policy."""
        return live.wait_for(lambda: page.evaluate(condition, argument), condition, TIMEOUT)

    def expect_sent(self, page):
        """Waits until a device's changes have been synchronized."""
        self.until(page, SENT, DEVICE_KEY)

    def expect_playable(self, page):
        self.until(page, "document.querySelector('video')?.readyState >= 2")

    def time(self, page):
        """The position of the video, in seconds."""
        return page.evaluate("document.querySelector('video').currentTime")

    def expect_time(self, page, seconds):
        """Waits until the video is playing and has reached a position, in seconds."""
        self.until(page, "at => { const video = document.querySelector('video');"
            " return !video.paused && video.currentTime >= at }", seconds)

    def log_out(self, page):
        """Logs out from the current page."""
        self.press(page, "Log out")
        expect(page.get_by_role("button", name="Log in", exact=True)).to_be_visible()

    # Checks of every page

    def check(self, page, name):
        """Checks that axe finds no violation, in light and dark mode, and that nothing overflows.

        Takes screenshots of both color schemes."""
        page.wait_for_load_state("load")
        layout.save_screenshot(page, f"{name}-{self.device}", full_page=True)
        layout.assert_accessible(self, page, name)
        is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        own, other = ("dark", "light") if is_dark else ("light", "dark")
        page.emulate_media(color_scheme=other, reduced_motion="reduce")
        layout.save_screenshot(page, f"{name}-{self.device}-{other}", full_page=True)
        layout.assert_accessible(self, page, f"{name} ({other})", rules=layout.COLOR_RULES)
        page.emulate_media(color_scheme=own, reduced_motion="reduce")
        width = page.viewport_size["width"]
        self.assertLessEqual(
            page.evaluate("document.documentElement.scrollWidth"), width, f"{name} is too wide")
