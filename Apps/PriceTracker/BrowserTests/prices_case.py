"""The base of the price tracker's browser tests: a shop, the service, its site, and a browser."""

import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Server/BrowserTests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "PushTests"))

import browser
import layout
import support as live
from browser import expect
from fake_web_push import Browser, BrowserPush

PASSWORD = "violet harbour 71 lanterns"
LAMP = "LAMP0001"
# Elements whose text is wider than they are, except scrollable ones.
CUT_OFF_ELEMENTS = """() => [
  ...document.querySelectorAll("main *:not(svg, svg *, input, .fm-default)")]
  .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
    && getComputedStyle(element).overflowX === "visible"
    && !element.matches(":has(.fm-carousel, [data-custom=Shelf] .fm-list)"))
  .map((element) => element.outerHTML.slice(0, 160))"""
__all__ = [
    "LAMP", "PASSWORD", "Browser", "BrowserPush", "PricesCase", "expect", "layout", "live"]


class Process:
    """A program that a test starts, terminated at the end of the test."""

    def __init__(self, case, log, *arguments):
        self.log = Path(log)
        self.process = subprocess.Popen(
            [str(argument) for argument in arguments], stdout=self.log.open("wb"),
            stderr=subprocess.STDOUT)
        case.addCleanup(self.stop)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def wait_for(self, url):
        def is_up():
            if self.process.poll() is not None:
                raise AssertionError(self.log.read_text())
            try:
                return urllib.request.urlopen(url, timeout=5).status == 200
            except OSError:
                return False
        live.wait_for(is_up, f"{url} to respond")


@functools.cache
def binary(name):
    path = Path(os.environ[f"{name.upper()}_BINARY"])
    assert path.is_file(), f"{path} is not a program"
    return path


class PricesCase(unittest.TestCase):
    """Tests with their own shop and service; prices change only when a test sets them."""

    # The seconds between checks; None for the schedule of real shops: once a day.
    check_every = 1
    # The viewport of pages, if a test does not choose another.
    size = layout.PHONE

    def setUp(self):
        self.browser = browser.shared_browser()
        self.folder = Path(tempfile.mkdtemp(prefix="prices-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.shop_port, self.port = browser.free_port(), browser.free_port()
        self.shop = f"http://127.0.0.1:{self.shop_port}"
        self.url = f"http://localhost:{self.port}"
        shop = Process(
            self, self.folder / "shop.log", binary("priceshop"), "--port", self.shop_port,
            "--step", 0)
        shop.wait_for(self.shop)
        self.server = Process(
            self, self.folder / "prices.log", binary("prices"), "serve",
            "--address", f"127.0.0.1:{self.port}", "--origin", self.url, *self.store_options,
            "--image-host", self.shop, *self.check_options, *self.prepare_server())
        self.server.wait_for(f"http://127.0.0.1:{self.port}/prices")
        self.page_errors = []

    def prepare_server(self):
        """Called before the service starts; returns additional options for it."""
        return []

    @property
    def check_options(self):
        return [] if self.check_every is None else ["--check-every", self.check_every]

    @property
    def store_options(self):
        return ["--store", self.folder / "store", "--allow-loopback",
                "--allow-host", "127.0.0.1", "--pause", 0]

    def tearDown(self):
        self.assertEqual(self.page_errors, [], "errors in the page")

    # The shop

    def product_url(self, product=LAMP):
        return f"{self.shop}/p/{product}"

    def set_price(self, cents, product=LAMP):
        form = urllib.parse.urlencode({"do": "set", "cents": cents}).encode()
        urllib.request.urlopen(self.product_url(product), form, timeout=10).read()

    def seed(self, *products):
        """Adds products to the catalog before anyone opens the site."""
        lines = "".join(f"{self.product_url(product)}\n" for product in products)
        subprocess.run(
            [binary("prices"), "add", *map(str, self.store_options)], input=lines.encode(),
            check=True, stdout=subprocess.DEVNULL)

    # Pages

    def new_page(self, size=None, tutorial_seen=True, **options):
        """Opens a page in its own browser context; by default, its user has seen the tutorial."""
        width, height = layout.SIZES[size or self.size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, base_url=self.url,
            **{"locale": "en-GB", **options})
        context.set_default_timeout(live.TIMEOUT * 1000)
        self.addCleanup(context.close)
        if tutorial_seen:
            context.add_cookies([{"name": "prices-tutorial", "value": "1", "url": self.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: self.page_errors.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self.record_error(page, message))
        return page

    def record_error(self, page, message):
        """Records an error of the browser, such as a script that the policy blocks."""
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.page_errors.append(f"{page.url}: {message.text}")

    def press(self, page, name, exact=True):
        page.get_by_role("button", name=name, exact=exact).first.click()

    def press_tab(self, page, name):
        page.get_by_role("navigation", name="Main").get_by_role("button", name=name).click()

    def expect_heading(self, page, text):
        expect(page.get_by_role("heading", name=text, level=1)).to_be_visible()

    def mail_link(self, address):
        def find_link():
            for path in sorted((self.folder / "store/mail").glob("*")):
                text = path.read_text()
                if f"To: {address}" in text and "link=" in text:
                    return re.search(r"https?://\S+link=[\w-]+", text)[0]
            return None
        return live.wait_for(find_link, f"an email to {address}")

    def sign_up(self, page, name="Ada"):
        """Registers, and verifies the address with the link in the email."""
        address = f"{name.lower()}@example.com"
        page.goto("/prices/register")
        page.get_by_label("First name").fill(name)
        page.get_by_label("Nickname").fill(f"{name} L.")
        page.get_by_label("Email").fill(address)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_label("I accept the terms").check()
        self.press(page, "Register")
        self.expect_heading(page, "One more step")
        page.goto(self.mail_link(address))
        page.get_by_label("Password").fill(PASSWORD)
        self.press(page, "Confirm and log in")
        self.expect_heading(page, "Hello")
        expect(page.get_by_text(f"Hello {name},")).to_be_visible()

    def add_product(self, page, product=LAMP, button="Track product"):
        """Adds a product by its URL, and shows its page.

        Users are asked once, before it, whether they want notifications."""
        self.press_tab(page, "Add")
        page.get_by_label("Address of the product").fill(self.product_url(product))
        self.press(page, button)
        back = page.get_by_role("button", name="Back")
        primer = page.get_by_role("button", name="To the product")
        expect(back.or_(primer)).to_be_visible()
        if primer.is_visible():
            primer.click()
        expect(back).to_be_visible()

    def open_comments(self, page):
        """Opens the first product's page, and there its comments."""
        page.goto("/products/1")
        page.get_by_text("Comments", exact=True).click()

    def write_comment(self, page, text):
        """Writes a comment on the product whose comments are open."""
        self.press(page, "Write a comment")
        page.get_by_label("What do you think?").fill(text)
        self.press(page, "Save")

    def assert_accessible_at_all_sizes(self, page, name):
        """Asserts that a page is accessible and fits on phones and wide screens, light and dark."""
        original_size = page.viewport_size
        for size in (layout.PHONE, layout.DESKTOP):
            width, height = layout.SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                rules = layout.COLOR_RULES if scheme == "dark" else None
                layout.assert_accessible(self, page, f"{name} ({scheme})", None, rules)
                layout.save_screenshot(page, f"{name}-{size}-{scheme}")
            self.assertEqual(page.evaluate(CUT_OFF_ELEMENTS), [], f"{name} at {width} px")
            self.assertLessEqual(
                page.evaluate("document.documentElement.scrollWidth"), width, name)
        page.set_viewport_size(original_size)
