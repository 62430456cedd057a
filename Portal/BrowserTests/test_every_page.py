"""Opens every page at three widths, in light and dark: axe finds no violation, and the page fits.

A page that is linked to but was not opened fails the test, so that no new page is forgotten.
"""

import json
import re
import unittest
from urllib.parse import urlsplit

import layout
from canvas_case import CanvasCase, expect

WIDTHS = {390: 844, 834: 1112, 1280: 800}
SIGNED_OUT = [
    "/sign-in", "/sign-in/providers", "/register", "/register/again", "/check-mail", "/reset",
    "/login/failed", "/no-such-page", "/account/reset?link=nothing",
    "/account/invitation?link=nothing", "/docs"]
ACCOUNT = ["/account", "/account/security", "/account/sessions", "/account/organizations",
           "/account/activity", "/account/confirm", "/logout", "/sign-in/providers"]
PORTAL = [
    "/", "/apps/new", "/apps/shop/connect", "/apps/shop/no-such-page",
    "/apps/shop/results", "/apps/shop/history", "/apps/shop/history/log",
    *(f"/apps/shop/settings/{part}" for part in (
        "general", "environments", "keys", "attributes", "segments", "theme",
        "languages", "builds")),
    *(f"/organization/{part}" for part in (
        "templates", "members", "invitations", "tokens", "audit", "general")),
    *(f"/help/{topic}" for topic in ("guidelines", "concepts", "how", "findings", "keys"))]
EDITOR = ["/apps/shop", "/apps/shop/history/3", "/apps/shop/history/compare/2-3"]
# Aliases of pages, and URLs that are not pages: files, and redirects to other sites.
NOT_PAGES = re.compile(
    r"^/(apps|organization|help|apps/shop/settings|apps/shop/history/\d+|api|auth/\w+"
    r"|openapi\.\w+|v1/.*|assets/.*)$")
LINKS = """() => [...document.querySelectorAll('a[href]')]
  .filter((link) => link.origin === location.origin).map((link) => link.pathname)"""


class EveryPageTests(CanvasCase):
    def serve(self, sample, **options):
        """Starts a server with a button for Google, which the test does not press."""
        file = self.folder / "providers.json"
        file.write_text(json.dumps([{
            "kind": "openid", "id": "google", "name": "Google", "issuer": "https://127.0.0.1:9",
            "clientID": "flowmagic", "clientSecret": "PROVIDER_SECRET"}]))
        options["environment"] |= {
            "FLOWMAGIC_PROVIDERS": str(file), "PROVIDER_SECRET": "secret"}
        return super().serve(sample, **options)

    def setUp(self):
        super().setUp()
        self.links = {}

    def check(self, page, name, within=None, fits=None):
        """Checks each width in both color schemes; `fits` is the part that must fit."""
        for path in page.evaluate(LINKS):
            self.links.setdefault(path, name)
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            for scheme, rules in (("light", None), ("dark", layout.COLOR_RULES)):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                with self.subTest(name, width=width, scheme=scheme):
                    layout.assert_accessible(self, page, name, within, rules)
                    layout.save_screenshot(page, f"every-{name}-{width}-{scheme}")
            with self.subTest(name, width=width):
                layout.assert_fits(self, page, name, fits or within)

    def visit(self, page, urls):
        for url in urls:
            page.goto(url)
            expect(page.get_by_role("heading", level=1).first).to_be_visible()
            expect(page.locator(".loading, [aria-busy=true]")).to_have_count(0)
            self.check(page, url)

    def assert_no_page_is_missing(self, *lists):
        tested = {urlsplit(url).path for urls in lists for url in urls}
        missing = {path: name for path, name in self.links.items()
                   if path not in tested and not NOT_PAGES.match(path)}
        self.assertEqual(missing, {}, "pages that are not tested, and pages that link to them")

    def test_every_page_of_accounts(self):
        page = self.new_page()
        self.visit(page, SIGNED_OUT)
        page.context.add_cookies(self.sample["cookies"]["owner"])
        self.visit(page, ACCOUNT)
        self.assert_no_page_is_missing(SIGNED_OUT, ACCOUNT, PORTAL, EDITOR)

    def test_every_page_of_the_portal(self):
        page = self.open_as()
        self.visit(page, PORTAL)
        self.assert_no_page_is_missing(SIGNED_OUT, ACCOUNT, PORTAL, EDITOR)

    def test_views_of_the_editor(self):
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"].insert(
            0, {"when": {"country": "DE"}, "to": "RandomPage"})
        self.save_draft(document)
        page = self.open_canvas()
        self.check(page, "canvas", "#main", fits=".flow-bar")
        page.locator(".version-switch button", has_text="Live").click()
        expect(page.locator(".version-note")).to_be_visible()
        self.check(page, "live", "#main", fits=".flow-bar")
        page.locator(".version-switch button", has_text="Draft").click()
        page.locator(".findings-button").click()
        self.check(page, "findings", ".side-panel")
        page.get_by_role("button", name="Try it").click()
        expect(page.locator(".device")).to_be_visible()
        self.check(page, "preview", ".side-panel")
        self.node(page, "Home").press("Enter")
        expect(page.locator(".side-panel.step")).to_be_visible()
        self.check(page, "step", ".side-panel")
        button = page.locator(".publish-button")
        expect(button).to_have_attribute("aria-disabled", "false")
        button.press("Enter")
        expect(page.locator(".sheet")).to_be_visible()
        self.check(page, "publish", ".sheet")
        page.keyboard.press("Escape")
        page.locator(".flow-bar .segmented label", has_text="List").click()
        expect(page.locator("[data-step=Home]")).to_be_visible()
        self.check(page, "list", "#main")
        for url in EDITOR[1:]:
            page.goto(url)
            expect(page.locator(".release-side h1, .release-side h2").first).to_be_visible()
            self.check(page, url, ".release-side")


if __name__ == "__main__":
    unittest.main()
