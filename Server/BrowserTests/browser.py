"""Shared by the browser tests: the real server, its emails, and a browser."""

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
import struct
import sys
import time
from pathlib import Path

from aiosmtpd.controller import Controller
from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "LiveTests"))
import layout
import samples
import support as live
from support import free_port

# The headless shell takes half the processor time.
CHROMIUM = (os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
            or shutil.which("chromium"))
PASSWORD = "violet harbour 71 lanterns"
NEW_PASSWORD = "copper meadow 28 whistles"
# The title of the portal's home page, with and without an organization.
HOME = re.compile("^(Applications|You are not in an organization yet)$")


def totp(secret, step=0):
    """The code of an authenticator app (RFC 6238), `step` periods of 30 seconds from now."""
    key = base64.b32decode(secret.replace(" ", ""))
    counter = struct.pack(">Q", int(time.time()) // 30 + step)
    digest = hmac.new(key, counter, hashlib.sha1).digest()
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start:start + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


class Mailbox:
    """An SMTP server on loopback that records the server's emails."""

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
        """Waits for the first email to an address with a phrase in its subject."""
        def find():
            for to, mail in self.mails[after:]:
                if to == address and subject.lower() in mail["Subject"].lower():
                    return mail
            return None
        return live.wait_for(find, f"an email to {address} about {subject}")

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
    # A page on a loaded machine may take long; that is not a failure.
    expect.set_options(timeout=live.TIMEOUT * 1000)
    return browser


class BrowserCase(live.LiveCase):
    """Tests with a server of their own that has the sample shop."""

    host = "127.0.0.1"
    # With open registration, ids would end with random characters, which tests cannot predict.
    settings = {"FLOWMAGIC_REGISTRATION": "open", "FLOWMAGIC_APPLICATION_IDS": "chosen"}

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
            # None removes a setting.
            name: value for name, value in settings.items() if value is not None})
        self.page_errors = []

    def init(self, store=None):
        """A copy of the sample shop, which is prepared once for all tests."""
        if store is not None:
            return super().init(store, users=True)
        sample = self.prepared_sample()
        shutil.copytree(sample, self.folder, dirs_exist_ok=True)
        return samples.read(sample)

    def prepared_sample(self):
        """The folder of the sample shop that is copied for each test."""
        return samples.prepare("plain", lambda folder: super(BrowserCase, self).init(
            folder / self.store.name, users=True))

    def new_page(self, size="desktop", **options):
        """A page in a browser context of its own, not signed in."""
        width, height = layout.SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, base_url=self.url,
            **{"locale": "en-GB", **options})
        context.set_default_timeout(live.TIMEOUT * 1000)
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("pageerror", lambda error: self.page_errors.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self.record_console_error(page, message))
        return page

    def record_console_error(self, page, message):
        """Records what the browser reports, such as a script that the policy blocks."""
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.page_errors.append(f"{page.url}: {message.text}")

    def tearDown(self):
        self.assertEqual(self.page_errors, [], "errors in the page")
        super().tearDown()

    # Actions

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
        """Waits for the portal's home page, which needs a session."""
        expect(page.get_by_role("heading", level=1, name=HOME)).to_be_visible()

    def sign_out(self, page):
        """Signs out with the portal's account menu."""
        page.get_by_role("button", name="Your account").click()
        page.get_by_role("menuitem", name="Sign out").click()
        self.expect_heading(page, "Sign in")

    def set_up_authenticator(self, page):
        """Turns the second factor on; returns the secret and the recovery codes."""
        page.goto("/account/security")
        self.click_button(page, "Set up an authenticator app")
        secret = page.locator("#secret").inner_text()
        self.fill(page, code=totp(secret))
        self.click_button(page, "Turn on")
        expect(page.locator("#codes li")).to_have_count(10)
        return secret, page.locator("#codes li").all_inner_texts()

    def invite(self, address, role="editor"):
        """Invites a user; returns the link from the email."""
        response = self.server.call(
            "POST", "/v1/organizations/acme/invitations", {"email": address, "role": role})
        self.assertEqual(response.status, 201, response)
        return self.mailbox.link(address, "join")

    def post(self, path, form, cookies="", headers=None):
        """Posts a form without a browser."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=live.TIMEOUT)
        try:
            connection.request("POST", path, form, {
                "Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies,
                **(headers or {})})
            response = connection.getresponse()
            return live.Response(response.status, response.headers, response.read())
        finally:
            connection.close()

    # Rules for every page

    def assert_accessible(self, page, name):
        """Asserts that axe finds nothing, and that nothing is cut off or overflows."""
        layout.assert_accessible(self, page, name)
        layout.assert_fits(self, page, name)

    def assert_accessible_at_all_sizes(self, page, name, sizes=(layout.PHONE, layout.DESKTOP)):
        """Asserts that a page is accessible and fits: phone and desktop, light and dark."""
        layout.assert_accessible_at_all_sizes(self, page, name, sizes=sizes, full_page=True)

    def assert_region_accessible(self, page, selector, name):
        """Asserts that a part of a page is accessible and fits at each size, light and dark."""
        layout.assert_accessible_at_all_sizes(self, page, name, selector, layout.SIZES)
