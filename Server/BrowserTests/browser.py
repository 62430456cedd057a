"""What the browser tests share: the real server, its mails, and a browser that looks at pages."""

import atexit
import base64
import email
import email.policy
import functools
import hashlib
import hmac
import http.client
import os
import re
import shutil
import socket
import struct
import sys
import time
from pathlib import Path

from aiosmtpd.controller import Controller
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "LiveTests"))
import samples
import support as live

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
# Where pages are drawn to be looked at, if somebody wants to.
SCREENSHOTS = os.environ.get("BROWSER_SCREENSHOTS")
PASSWORD = "violet harbour 71 lanterns"
NEW_PASSWORD = "copper meadow 28 whistles"
# Elements whose text is wider than they are; a row of tabs may be scrolled.
CUT_OFF = """() => [...document.querySelectorAll("main *:not(svg, svg *, input)")]
  .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1
    && !one.matches(".with-tabs, .tabs, .tabs *, .hidden-text, .unseen, [role=region][tabindex]")
    && getComputedStyle(one).clipPath === "none")
  .map((one) => one.outerHTML.slice(0, 120))"""
# What the portal's first page is called: with an organization, and without one.
HOME = re.compile("^(Applications|You are in no organization yet)$")
SIZES = {"phone": (360, 740), "desktop": (1280, 800)}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def totp(secret, step=0):
    """The code that an authenticator app shows (RFC 6238), `step` half minutes from now."""
    key = base64.b32decode(secret.replace(" ", ""))
    counter = struct.pack(">Q", int(time.time()) // 30 + step)
    digest = hmac.new(key, counter, hashlib.sha1).digest()
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start:start + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


class Mailbox:
    """Takes the server's mails on loopback."""

    def __init__(self):
        self.mails = []
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self.controller.start()
        self.port = self.controller.port

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.mails.append((envelope.rcpt_tos[0], mail))
        return "250 OK"

    def wait(self, address, subject, after=0):
        """The first mail to an address with a word in its subject."""
        def look():
            for to, mail in self.mails[after:]:
                if to == address and subject.lower() in mail["Subject"].lower():
                    return mail
            return None
        return live.wait_for(look, f"a mail to {address} about {subject}")

    def link(self, address, subject, after=0):
        text = self.wait(address, subject, after).get_body(("plain",)).get_content()
        return re.search(r"https?://\S+link=\w+", text)[0]

    def clear(self):
        self.mails = []


@functools.cache
def shared_mailbox():
    """The mailbox of all tests of this process."""
    mailbox = Mailbox()
    atexit.register(mailbox.controller.stop)
    return mailbox


@functools.cache
def shared_browser():
    """The browser of all tests of this process; each test has a browser context of its own."""
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    # A page on a loaded machine may take long; that is no failure.
    expect.set_options(timeout=live.PATIENCE * 1000)
    return browser


class BrowserCase(live.LiveCase):
    """Tests with a server of the sample shop, and one browser for all of a class's tests."""

    host = "127.0.0.1"
    settings = {"FLOWMAGIC_REGISTRATION": "open"}

    @classmethod
    def setUpClass(cls):
        cls.browser = shared_browser()

    def setUp(self):
        super().setUp()
        self.mailbox = shared_mailbox()
        self.mailbox.clear()
        self.sample = self.init()
        self.port = free_port()
        self.url = f"http://{self.host}:{self.port}"
        settings = {
            "FLOWMAGIC_PUBLIC_URL": self.url,
            "FLOWMAGIC_MAIL_SERVER": f"smtp+plain://127.0.0.1:{self.mailbox.port}",
            "FLOWMAGIC_MAIL_FROM": "flows@example.com", **self.settings}
        self.server = self.serve(self.sample, port=self.port, environment={
            # None takes a setting away.
            name: value for name, value in settings.items() if value is not None})
        self.page_errors = []

    def init(self, store=None):
        """The sample shop, made once for all tests; each gets a copy of its own."""
        if store is not None:
            return super().init(store)
        made = self.prepared_sample()
        shutil.copytree(made, self.folder, dirs_exist_ok=True)
        return samples.read(made)

    def prepared_sample(self):
        """The folder of the sample shop that tests get copies of."""
        return samples.prepare("plain", lambda folder: super(BrowserCase, self).init(
            folder / self.store.name))

    def new_page(self, size="desktop", **options):
        """Somebody with a browser of their own."""
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, base_url=self.url,
            **{"locale": "en-GB", **options})
        context.set_default_timeout(live.PATIENCE * 1000)
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("pageerror", lambda error: self.page_errors.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self.record_console_error(page, message))
        return page

    def record_console_error(self, page, message):
        """What the browser complains about, such as a script that the policy keeps out."""
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.page_errors.append(f"{page.url}: {message.text}")

    def tearDown(self):
        self.assertEqual(self.page_errors, [], "the browser complained")
        super().tearDown()

    # What people do

    def click_button(self, page, name):
        page.get_by_role("button", name=name, exact=True).click()

    def expect_text(self, page, text):
        expect(page.get_by_text(text).first).to_be_visible()

    def expect_heading(self, page, text):
        expect(page.get_by_role("heading", level=1, name=text)).to_be_visible()

    def fill(self, page, **fields):
        for name, value in fields.items():
            page.locator(f"#{name}").fill(value)

    def sign_in(self, page, address="owner@example.com", password=None):
        page.goto("/sign-in")
        self.fill(page, email=address, password=password or self.sample["password"])
        self.click_button(page, "Sign in")

    def signed_in_page(self, address="owner@example.com", **options):
        page = self.new_page(**options)
        self.sign_in(page, address)
        self.expect_home(page)
        return page

    def expect_home(self, page):
        """Somebody is signed in and sees the portal's first page."""
        expect(page.get_by_role("heading", level=1, name=HOME)).to_be_visible()

    def sign_out(self, page):
        """Signs out by the menu that every page of the portal has."""
        page.get_by_role("button", name="Your account").click()
        page.get_by_role("menuitem", name="Sign out").click()
        self.expect_heading(page, "Sign in")

    def set_up_authenticator(self, page):
        """Turns the second factor on; gives the secret and the recovery codes."""
        page.goto("/account/security")
        self.click_button(page, "Set up an authenticator app")
        secret = page.locator("#secret").inner_text()
        self.fill(page, code=totp(secret))
        self.click_button(page, "Turn on")
        expect(page.locator("#codes li")).to_have_count(10)
        return secret, page.locator("#codes li").all_inner_texts()

    def invite(self, address, role="editor"):
        """Asks somebody to join; gives the link that came by mail."""
        answer = self.server.call(
            "POST", "/v1/organizations/acme/invitations", {"email": address, "role": role})
        self.assertEqual(answer.status, 201, answer)
        return self.mailbox.link(address, "join")

    def post(self, path, form, cookies="", headers=None):
        """A form as a program sends it, not a browser."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=live.PATIENCE)
        try:
            connection.request("POST", path, form, {
                "Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies,
                **(headers or {})})
            response = connection.getresponse()
            return live.Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    # What must hold for every page

    def assert_accessible(self, page, name):
        """No rule of axe is broken, and nothing sticks out at the side."""
        found = Axe().run(page).response["violations"]
        broken = [
            f"{rule['id']}: {rule['help']}: {node['html'][:200]}"
            for rule in found for node in rule["nodes"]]
        self.assertEqual(broken, [], f"{name} at {page.viewport_size['width']} px")
        wide = page.evaluate("document.documentElement.scrollWidth")
        self.assertLessEqual(wide, page.viewport_size["width"], f"{name} sticks out")
        self.assertEqual(page.evaluate(CUT_OFF), [], f"{name} at {page.viewport_size['width']} px")

    def assert_accessible_at_all_sizes(self, page, name):
        """A page is accessible in both sizes and both colours."""
        before = page.viewport_size
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for colours in ("light", "dark"):
                page.emulate_media(color_scheme=colours, reduced_motion="reduce")
                self.assert_accessible(page, f"{name} ({colours})")
                if SCREENSHOTS:
                    Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
                    page.screenshot(
                        path=f"{SCREENSHOTS}/{name}-{size}-{colours}.png", full_page=True)
        page.set_viewport_size(before)
