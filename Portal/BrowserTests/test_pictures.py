"""The pictures that an app sends of its screens, on the canvas and in the preview."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "scripts/lib"))

import shop_pictures
from canvas_case import CanvasCase
from portal import expect
from terminal import SHOP, ShopApp

LOADED = "image => image.complete && image.naturalWidth > 0"


class PictureTest(CanvasCase):
    def send_pictures(self):
        """Makes the sample app send its pictures without a terminal, as `make run` does."""
        done = subprocess.run(
            [SHOP, "--pictures", "--server", self.url, "--environment", "development",
             "--key", self.sample["sdkKeys"]["development"]], check=False,
            capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def expect_picture(self, page, step):
        """Waits until a card shows the loaded picture of its screen."""
        image = self.node(page, step).locator(".canvas-screen img")
        expect(image).to_be_visible()
        page.wait_for_function(LOADED, arg=image.element_handle())

    def test_the_sample_sends_pictures_and_each_card_with_one_content_shows_its_own(self):
        self.send_pictures()
        page = self.open_canvas()
        for step in ["Home", "Login", "SignUp", "ForgotPassword", "RandomPage"]:
            self.expect_picture(page, step)
        page.locator(".canvas-flow").get_by_role("button", name="Open sign-up").click()
        self.expect_picture(page, "intro")
        for step, text in [("firstName", "What is your first name?"), ("email", "Where can we")]:
            expect(self.node(page, step).locator(".sketch")).to_contain_text(text)
            expect(self.node(page, step).locator("img")).to_have_count(0)

    def test_a_changed_text_replaces_the_picture(self):
        self.send_pictures()
        page = self.open_editor()
        self.expect_picture(page, "RandomPage")
        document = self.live_document()
        self.step(document, "RandomPage")["content"]["title"] = "Figs are back"
        self.server.call("PUT", "/v1/apps/shop/draft", document, headers={"If-None-Match": "*"})
        card = self.node(page, "RandomPage")
        expect(card.locator(".sketch")).to_contain_text("Figs are back")
        self.expect_picture(page, "Home")

    def test_the_preview_shows_pictures_and_marks_drawings(self):
        self.send_pictures()
        page = self.open_editor()
        page.get_by_role("button", name="Try it").click()
        device = page.locator(".device")
        expect(device.locator("img.screen-snapshot")).to_be_visible()
        expect(device.locator(".screen-placeholder")).to_have_count(0)
        for name in ["Sign up", "Create an account", "Let's go"]:
            device.get_by_role("button", name=name).click()
        expect(device.locator(".screen-placeholder")).to_contain_text("Placeholder")
        expect(device).to_contain_text("What is your first name?")
        expect(device.locator("img.screen-snapshot")).to_have_count(0)

    def test_the_sample_sends_them_automatically_in_development(self):
        page = self.open_editor()
        expect(self.node(page, "Home").locator(".sketch")).to_be_visible()
        app = ShopApp(
            self.url, self.sample["sdkKeys"]["development"], self.folder / "home", "development")
        self.addCleanup(app.stop)
        self.expect_picture(page, "Home")

    def test_no_picture_is_sent_from_production(self):
        done = subprocess.run(
            [SHOP, "--pictures", "--server", self.url, "--environment", "production",
             "--key", self.sample["sdkKeys"]["production"]], check=False,
            capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("in production, screens show personal data", done.stderr)

    def test_the_pictures_show_the_pages_that_the_app_renders(self):
        for screen, lines in shop_pictures.pages(SHOP).items():
            with self.subTest(screen):
                drawn = (shop_pictures.FOLDER / f"{screen}.txt").read_text()
                self.assertEqual(
                    shop_pictures.plain(lines), drawn, "draw it again by scripts/shop-pictures")
