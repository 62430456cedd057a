"""Step-up authentication: sensitive changes continue once the password is entered."""

import sqlite3
import unittest

from editing import EditingCase
from portal import APP, expect

HOURS = 3600


class StepUpCase(EditingCase):
    def backdate_sessions(self, hours):
        """Moves every sign-in into the past."""
        database = sqlite3.connect(self.store, timeout=30)
        try:
            with database:
                database.execute(
                    "UPDATE session SET last_authenticated = last_authenticated - ?",
                    [hours * HOURS])
        finally:
            database.close()

    def expect_dialog(self, page):
        """Waits for the dialog that asks for the password; returns it."""
        dialog = page.get_by_role("dialog", name="Confirm your identity")
        expect(dialog).to_be_visible()
        return dialog

    def confirm(self, page):
        """Enters a wrong password by keyboard, and then the right one."""
        dialog = self.expect_dialog(page)
        password = dialog.get_by_label("Password")
        expect(password).to_be_focused()
        page.keyboard.type("not my password")
        page.keyboard.press("Enter")
        expect(dialog.get_by_role("alert")).to_be_visible()
        password.fill(self.sample["password"])
        page.keyboard.press("Enter")
        expect(dialog).to_have_count(0)


class PublishingTests(StepUpCase):
    def open_sheet(self, page, note):
        """Opens the publish sheet, and prepares it for publishing."""
        self.reroute(page, "Home", "login", "SignUp")
        expect(page.locator(".publish-button")).to_have_attribute("aria-disabled", "false")
        page.locator(".publish-button").click()
        sheet = page.get_by_role("dialog", name="Publish changes")
        self.accept_all(sheet)
        sheet.get_by_label("Note").fill(note)
        return sheet

    def test_publishing_to_production_requires_the_password_and_continues(self):
        page = self.open_list("editor")
        sheet = self.open_sheet(page, "After lunch")
        self.backdate_sessions(13)
        publish = sheet.get_by_role("button", name="Publish to production")
        publish.click()
        self.expect_dialog(page)
        self.assert_region_accessible(page, ".dialog", "step-up-publish")
        page.keyboard.press("Escape")
        # Nothing was published, and no input is lost.
        expect(sheet.get_by_role("alert")).to_contain_text("the password was not entered")
        expect(sheet.get_by_label("Note")).to_have_value("After lunch")
        self.assertEqual(self.server.releases()[0]["number"], 3)
        publish.click()
        self.confirm(page)
        done = page.get_by_role("dialog", name="Published")
        expect(done).to_contain_text("Release 4 is live in production.")
        self.assertEqual(self.server.releases()[0]["note"], "After lunch")
        # The sign-in is now recent.
        done.get_by_role("button", name="Roll back release 4…").click()
        dialog = page.get_by_role("dialog", name="Roll production back to release 3?")
        dialog.get_by_role("button", name="Roll back").click()
        self.expect_text(page, "Rolled back: release 5 is live in production")

    def test_publishing_to_staging_requires_no_password(self):
        page = self.open_list("editor")
        sheet = self.open_sheet(page, "To try")
        sheet.get_by_label("Environment").select_option("staging")
        publish = sheet.get_by_role("button", name="Publish to staging")
        expect(publish).to_be_visible()
        # This environment has different builds, and so different warnings.
        self.accept_all(sheet)
        self.backdate_sessions(13)
        publish.click()
        expect(page.get_by_role("dialog", name="Published")).to_be_visible()

    def test_another_environment_is_chosen_together_with_its_builds_or_not_at_all(self):
        page = self.open_list("editor")
        sheet = self.open_sheet(page, "To try")
        builds = f"**{APP}/environments/staging/builds"
        page.route(builds, lambda route: route.abort())
        sheet.get_by_label("Environment").select_option("staging")
        self.expect_text(page, "The server cannot be reached")
        expect(sheet.get_by_label("Environment")).to_have_value("production")
        expect(sheet.get_by_role("button", name="Publish to production")).to_be_visible()
        page.unroute(builds)
        sheet.get_by_label("Environment").select_option("staging")
        publish = sheet.get_by_role("button", name="Publish to staging")
        expect(publish).to_be_visible()
        self.accept_all(sheet)
        publish.click()
        expect(page.get_by_role("dialog", name="Published")).to_contain_text("staging")


class TokenTests(StepUpCase):
    def test_creating_a_token_requires_the_password_and_continues(self):
        page = self.open_as(at="/organization/tokens")
        self.backdate_sessions(1)
        self.click_button(page, "New token")
        page.get_by_label("Name").fill("Build server")
        page.get_by_label("Scope").select_option("Publish")
        self.click_button(page, "Create token")
        self.expect_dialog(page)
        self.assert_accessible_at_all_sizes(page, "step-up-token")
        page.keyboard.press("Escape")
        expect(page.get_by_role("alert")).to_contain_text("the password was not entered")
        expect(page.get_by_label("Name")).to_have_value("Build server")
        self.assertEqual(self.created_scopes(), [])
        self.click_button(page, "Create token")
        self.confirm(page)
        self.expect_text(page, "Copy it now")
        self.assertEqual(self.created_scopes(), [["publish"]])

    def test_a_second_press_of_enter_does_not_send_the_password_again(self):
        page = self.open_as(at="/organization/tokens")
        self.backdate_sessions(1)
        self.click_button(page, "New token")
        page.get_by_label("Name").fill("Build server")
        self.click_button(page, "Create token")
        dialog = self.expect_dialog(page)
        held = []

        # NB: Playwright stores an attribute on the handler, which a bound method cannot have.
        def hold(route):
            held.append(route)

        page.route("**/v1/me/confirmation", hold)
        dialog.get_by_label("Password").fill(self.sample["password"])
        page.keyboard.press("Enter")
        expect(dialog.locator("[aria-busy=true]")).to_have_count(1)
        page.keyboard.press("Enter")
        dialog.get_by_role("button", name="Continue").click(force=True)
        held[0].continue_()
        self.expect_text(page, "Copy it now")
        self.assertEqual(len(held), 1)

    def created_scopes(self):
        """The scopes of the tokens that the test has created."""
        tokens = self.server.get("/v1/tokens").json["tokens"]
        return [token["scopes"] for token in tokens if token["name"] == "Build server"]


if __name__ == "__main__":
    unittest.main()
