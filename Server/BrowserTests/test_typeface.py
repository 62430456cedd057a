"""The typeface that the server includes, and pages that cannot load it."""

import unittest

from playwright.sync_api import expect

from browser import BrowserCase, layout


class TypefaceTest(BrowserCase):
    def fonts(self, page, selector):
        """The fonts that the text of an element is drawn with: their names, and whether they came
        with the page."""
        session = page.context.new_cdp_session(page)
        session.send("DOM.enable")
        session.send("CSS.enable")
        root = session.send("DOM.getDocument")["root"]["nodeId"]
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        return [(font["familyName"], font["isCustomFont"]) for font in fonts]

    def expect_inter(self, page, selector):
        # A first visit keeps its fallback if the file comes late; the next one has it in its cache.
        for _ in range(10):
            expect(page.locator(selector).first).to_be_visible()
            if self.fonts(page, selector) == [("Inter", True)]:
                return
            page.reload()
        self.fail(f"{page.url} is not set in Inter, but in {self.fonts(page, selector)}")

    def test_pages_and_portal_are_set_in_inter(self):
        page = self.new_page()
        page.goto("/sign-in")
        self.expect_inter(page, "h1")
        url = page.locator("link[rel=preload][as=font]").get_attribute("href")
        self.sign_in(page)
        self.expect_home(page)
        self.expect_inter(page, "h1")
        self.assertEqual(
            page.locator("link[rel=preload][as=font]").get_attribute("href"), url,
            "the portal loads the file that the sign-in page has loaded")

    def test_the_typeface_is_cached_permanently_and_includes_its_license(self):
        page = self.new_page()
        page.goto("/sign-in")
        url = page.locator("link[rel=preload][as=font]").get_attribute("href")
        file = page.request.get(url)
        self.assertEqual(file.headers["content-type"], "font/woff2")
        self.assertIn("immutable", file.headers["cache-control"])
        license = page.request.get("/portal/OFL.txt")
        self.assertEqual(license.headers["content-type"], "text/plain; charset=utf-8")
        self.assertIn("SIL Open Font License, Version 1.1", license.text())

    def test_pages_fit_without_the_typeface(self):
        page = self.new_page(locale="de-DE")
        page.route("**/*.woff2", lambda route: route.abort())
        for path in ("/sign-in", "/register"):
            page.goto(path)
            self.assertNotIn(("Inter", True), self.fonts(page, "h1"))
            for width, height in layout.SIZES.values():
                page.set_viewport_size({"width": width, "height": height})
                layout.assert_fits(self, page, f"{path} without the typeface")


if __name__ == "__main__":
    unittest.main()
