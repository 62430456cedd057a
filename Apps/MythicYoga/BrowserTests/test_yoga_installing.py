"""Installing the web app: its manifest, its icons, and whether the browser accepts both."""

import struct

from yoga import YogaCase


class InstallingTest(YogaCase):
    def size(self, page, url):
        """The width and height in the header of a PNG file."""
        response = page.request.get(url)
        self.assertEqual(
            (response.status, response.headers["content-type"]), (200, "image/png"), url)
        content = response.body()
        self.assertEqual(content[:8], b"\x89PNG\r\n\x1a\n", url)
        return struct.unpack(">II", content[16:24])

    def test_the_browser_accepts_the_manifest_and_offers_to_install_the_app(self):
        page = self.new_device()
        page.goto("/yoga")
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        session = page.context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        self.assertEqual(manifest["errors"], [])
        self.assertTrue(manifest["url"].endswith("/-yoga/app.webmanifest"))
        problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # The tests' browser contexts are incognito, where no app can be installed.
        errors = {problem["errorId"] for problem in problems}
        self.assertEqual(errors - {"in-incognito"}, set())

    def test_the_icons_have_the_sizes_that_the_manifest_declares(self):
        page = self.new_device()
        manifest = page.request.get("/-yoga/app.webmanifest").json()
        icons = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
        self.assertEqual(
            sorted((icon["sizes"], icon["purpose"]) for icon in icons),
            [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")])
        for icon in icons:
            width, height = self.size(page, icon["src"])
            self.assertEqual(f"{width}x{height}", icon["sizes"])
        self.assertEqual(self.size(page, "/apple-touch-icon.png"), (180, 180))
