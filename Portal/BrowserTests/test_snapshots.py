"""The snapshots that an app sends of its screens, on the canvas and in the preview."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "scripts/lib"))

import shop_snapshots
from canvas_case import CanvasCase
from portal import expect
from terminal import SHOP, ShopApp

LOADED = "image => image.complete && image.naturalWidth > 0"


class SnapshotTest(CanvasCase):
    def send_snapshots(self):
        """Makes the sample app send its snapshots without a terminal, as `make run` does."""
        result = subprocess.run(
            [SHOP, "--snapshots", "--server", self.url, "--environment", "development",
             "--key", self.sample["sdkKeys"]["development"]], check=False,
            capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def expect_snapshot(self, page, step):
        """Waits until a card shows the loaded snapshot of its screen."""
        image = self.node(page, step).locator(".canvas-screen img")
        expect(image).to_be_visible()
        page.wait_for_function(LOADED, arg=image.element_handle())

    def test_cards_show_the_snapshot_of_a_screen_unless_its_steps_have_different_content(self):
        self.send_snapshots()
        page = self.open_canvas()
        for step in ["Home", "Login", "SignUp", "ForgotPassword", "RandomPage"]:
            self.expect_snapshot(page, step)
        page.locator(".canvas-flow").get_by_role("button", name="Open sign-up").click()
        self.expect_snapshot(page, "intro")
        for step, text in [("firstName", "What is your first name?"), ("email", "Where can we")]:
            expect(self.node(page, step).locator(".sketch")).to_contain_text(text)
            expect(self.node(page, step).locator("img")).to_have_count(0)

    def test_a_card_with_a_changed_text_shows_a_sketch_instead_of_the_snapshot(self):
        self.send_snapshots()
        page = self.open_editor()
        self.expect_snapshot(page, "RandomPage")
        document = self.live_document()
        self.step(document, "RandomPage")["content"]["title"] = "Figs are back"
        self.save_draft(document)
        card = self.node(page, "RandomPage")
        expect(card.locator(".sketch")).to_contain_text("Figs are back")
        self.expect_snapshot(page, "Home")

    def test_the_preview_shows_snapshots_and_marks_placeholders(self):
        self.send_snapshots()
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

    def test_the_sample_sends_snapshots_automatically_in_development(self):
        page = self.open_editor()
        expect(self.node(page, "Home").locator(".sketch")).to_be_visible()
        app = ShopApp(
            self.url, self.sample["sdkKeys"]["development"], self.folder / "home", "development")
        self.addCleanup(app.stop)
        self.expect_snapshot(page, "Home")

    def test_the_sample_refuses_to_send_snapshots_in_production(self):
        result = subprocess.run(
            [SHOP, "--snapshots", "--server", self.url, "--environment", "production",
             "--key", self.sample["sdkKeys"]["production"]], check=False,
            capture_output=True, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("in production, screens show personal data", result.stderr)

    def test_the_stored_snapshots_show_what_the_app_renders(self):
        for screen, lines in shop_snapshots.pages(SHOP).items():
            with self.subTest(screen):
                stored = (shop_snapshots.FOLDER / f"{screen}.txt").read_text()
                self.assertEqual(
                    shop_snapshots.plain(lines), stored, "run scripts/shop-snapshots to update it")
