"""A screen that is copied from another application has its picture: in the portal, and on the web
after publishing."""

import re

import browser
from portal import expect
from terminal import ShopSite
from test_assets import LOADED, picture
from test_screen_library import LibraryCase


class CopiedPictureTest(LibraryCase):
    def setUp(self):
        super().setUp()
        key = self.sample["sdkKeys"]["production"]
        self.site = ShopSite(self.url, key, self.folder / "site", browser.free_port())
        self.addCleanup(self.site.kill)

    def record_console_error(self, page, message):
        # When the site is killed, its stream ends, and the browser logs an error.
        if "net::ERR_" not in message.text:
            super().record_console_error(page, message)

    def add_poster(self):
        """Adds another application, which has the only copy of a screen's picture."""
        self.add_application()
        uploaded = self.server.call(
            "POST", "/v1/apps/kiosk/assets", picture(), {"Content-Type": "image/png"})
        self.assertEqual(uploaded.status, 201, uploaded)
        entry = {key: uploaded.json[key] for key in ("sha256", "type", "width", "height")}
        document = {**self.kiosk_draft(), "assets": {"wall": entry}, "screens": [
            {"name": "Poster", "root": {"type": "column", "children": [
                {"type": "image", "image": "wall", "alt": "A red and blue wall"},
                {"type": "text", "text": "Our wall", "style": "title", "role": "heading1"},
                {"type": "button", "title": "Go on", "do": [{"fire": "next"}]}]}}]}
        document["flows"][0]["steps"].append(
            {"id": "poster", "screen": "Poster", "ports": {"next": [{"finish": "done"}]}})
        self.save_draft(document, "/v1/apps/kiosk")
        self.assertEqual(self.server.get(f"/assets/shop/{entry['sha256']}").status, 404)
        return entry["sha256"]

    def open_shop(self):
        """Opens the shop's canvas, with the live release as draft, and the new-screen dialog."""
        document = self.live_document()
        self.save_draft(document)
        page = self.open_editor()
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        return page, self.ask_for_new_screen(page)

    def choose(self, page, choices, name, digest):
        """Chooses a screen, whose thumbnail shows the other application's picture."""
        choices.get_by_role("radio", name=re.compile(name)).check()
        image = choices.locator("label.on .fm-image")
        expect(image).to_have_attribute("src", f"/assets/kiosk/{digest}")
        page.wait_for_function(LOADED, arg=image.element_handle())

    def add_and_publish(self, page, dialog, digest):
        """Adds the chosen screen, connects "Log in" to it, and publishes it."""
        dialog.get_by_role("button", name="Add screen").click()
        image = page.locator(".stage-host .fm-image")
        expect(image).to_have_attribute("src", re.compile("^/assets/shop/"))
        page.wait_for_function(LOADED, arg=image.element_handle())
        draft = self.wait_for_draft(lambda draft: self.screen(draft, "Poster"), "the screen")
        self.assertEqual([asset["sha256"] for asset in draft["assets"].values()][-1], digest)
        self.assertEqual(self.server.get(f"/assets/shop/{digest}").status, 200)
        self.step(draft, "Home")["ports"]["login"] = [{"to": "Poster"}]
        self.step(draft, "Poster")["ports"] = {"next": [{"to": "Home", "style": "root"}]}
        self.save_draft(draft)
        self.back_to_flow(page)
        # Waits until the page has received the routes, because the publish sheet would then reload.
        expect(page.locator('.canvas-base [data-line*="Poster"]')).to_have_count(1)
        button = page.locator(".publish-button")
        expect(button).to_have_attribute("aria-disabled", "false")
        button.click()
        sheet = page.get_by_role("dialog", name="Publish changes")
        self.accept_all(sheet)
        sheet.get_by_role("button", name="Publish to production").click()
        page.get_by_role("dialog", name="Published").get_by_role("button", name="Done").click()

    def expect_on_the_web(self, digest):
        """Checks that a visitor of the site sees the picture."""
        self.assertIn(digest, str(self.live_document()["assets"]))
        page = self.new_page("phone")
        page.goto(self.site.url)
        page.get_by_role("button", name="Log in", exact=True).click()
        expect(page).to_have_url(re.compile("/Poster$"))
        image = page.get_by_role("img", name="A red and blue wall")
        expect(image).to_be_visible()
        page.wait_for_function(LOADED, arg=image.element_handle())
        self.assertEqual(image.evaluate("image => image.naturalWidth / image.naturalHeight"), 4 / 3)

    def test_the_picture_of_a_copied_screen_is_shown_on_the_web(self):
        digest = self.add_poster()
        page, dialog = self.open_shop()
        dialog.get_by_label("Copy from another application").select_option("Kiosk")
        group = dialog.get_by_role("group", name="Screens of Kiosk")
        self.choose(page, group, "^Copy of Poster", digest)
        self.add_and_publish(page, dialog, digest)
        self.expect_on_the_web(digest)

    def test_the_picture_of_a_template_is_shown_on_the_web(self):
        digest = self.add_poster()
        page = self.open_as("owner", "/apps/kiosk?screen=Poster")
        expect(page.locator(".stage-host .fm-screen")).to_be_visible()
        self.save(page, "Poster")
        page, dialog = self.open_shop()
        self.choose(page, dialog, "^Poster Version 1", digest)
        self.add_and_publish(page, dialog, digest)
        self.expect_on_the_web(digest)
