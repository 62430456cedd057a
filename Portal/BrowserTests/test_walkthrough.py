"""From sign-in to a change in the running sample app, in five presses."""

import re
import unittest

import portal
from portal import expect
from terminal import ShopApp

# Counts mouse presses on all pages of a session.
COUNT_PRESSES = """addEventListener('pointerdown', () =>
  localStorage.setItem('presses', 1 + Number(localStorage.getItem('presses') ?? 0)), true)"""


class WalkthroughTests(portal.PortalCase):
    def start_app(self):
        app = ShopApp(
            f"http://127.0.0.1:{self.port}", self.sample["sdkKeys"]["production"], self.folder)
        self.addCleanup(app.stop)
        return app

    def test_a_product_owner_changes_a_connection_and_the_running_app_follows(self):
        app = self.start_app()
        app.expect_screen("The Corner Shop", "release 3", "live")

        # Sign in, and choose the application.
        page = self.new_page()
        page.add_init_script(COUNT_PRESSES)
        page.goto("/sign-in")
        self.fill(page, email="owner@example.com", password=self.sample["password"])
        page.keyboard.press("Enter")
        self.expect_home(page)
        page.get_by_role("link", name=re.compile("^Shop")).first.click()
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        # The tour is offered, but does not obstruct the page.
        expect(page.get_by_role("button", name="Start tour")).to_be_visible()

        # Connect "Log in" to another page by dragging from its port.
        home = page.locator('.canvas [data-node="Home"]')
        target = page.locator('.canvas [data-node="RandomPage"]')
        expect(home).to_be_visible()
        self.drag(page, self.center(home.locator('[data-handle="login"] .canvas-dot')),
                  self.center(target))
        publish = page.get_by_role("button", name=re.compile("^Publish"))
        expect(publish).to_be_enabled()
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()

        # Publish: the sheet describes the changes, then confirms the release with its time and
        # author.
        publish.click()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("RandomPage")
        for box in sheet.get_by_role("checkbox").all():
            box.check()
        sheet.get_by_role("button", name=re.compile("^Publish to")).click()
        expect(page.get_by_text(re.compile("is live|Release 4")).first).to_be_visible()
        # A new user's first change is live in under six presses.
        self.assertEqual(page.evaluate("Number(localStorage.getItem('presses'))"), 5)
        app.expect_screen("release 4")
        app.press("1")
        app.expect_screen("Plums are back")


if __name__ == "__main__":
    unittest.main()
