"""Publishing a release of one environment to another one, from the history."""

import unittest

from editing import EditingCase
from portal import APP, expect

OLD = "android 0.9 (7)"


class PromotionTests(EditingCase):
    def setUp(self):
        super().setUp()
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = [{"to": "SignUp"}]
        self.publish(document, "Short form", "staging")

    def publish(self, document, note, environment):
        response = self.server.publish(note, environment, document)
        self.assertEqual(response.status, 201, response)

    def row(self, page, number):
        return page.locator(".release", has_text=f"Release {number}").first

    def open_menu(self, role="editor"):
        """Opens the menu of release 4, which is live in staging."""
        page = self.open_as(role, "/apps/shop/history")
        expect(self.row(page, 4)).to_contain_text("Live in staging")
        self.row(page, 4).get_by_role("button", name="Actions for release 4").click()
        expect(page.get_by_role("menuitem", name="View")).to_be_visible()
        return page

    def open_dialog(self):
        page = self.open_menu()
        page.get_by_role("menuitem", name="Publish to production…").click()
        dialog = page.get_by_role("dialog", name="Publish release 4 to production?")
        expect(dialog.locator(".changes")).to_contain_text("SignUp")
        return page, dialog

    def publish_button(self, dialog):
        return dialog.get_by_role("button", name="Publish to production")

    def published(self):
        """The details of the newest release in the audit log."""
        log = self.server.get("/v1/audit?action=release.published&environment=production")
        return log.json["entries"][0]["detail"]

    def test_a_release_is_published_to_another_environment(self):
        page, dialog = self.open_dialog()
        expect(dialog).to_contain_text("Live: release 3")
        expect(dialog.get_by_label("Note")).to_have_value("Short form")
        dialog.get_by_label("Note").fill("Tested by all of us")
        self.accept_all(dialog)
        self.assert_region_accessible(page, ".dialog", "promotion")
        self.publish_button(dialog).click()
        expect(dialog).to_have_count(0)
        expect(self.row(page, 5)).to_contain_text("Live in production")
        expect(self.row(page, 5)).to_contain_text("Tested by all of us")
        expect(self.row(page, 4)).to_contain_text("Live in staging")
        self.assertEqual(self.target("Home", "login", self.live_document()), "SignUp")
        self.assertEqual(self.published(), {
            "number": 5, "note": "Tested by all of us", "fromRelease": 4,
            "fromEnvironment": "staging"})
        page.goto("/apps/shop/history/log")
        self.expect_text(page, "published release 4 of staging to production as release 5")

    def test_the_same_content_is_not_published_twice(self):
        _, dialog = self.open_dialog()
        self.accept_all(dialog)
        self.publish_button(dialog).click()
        expect(dialog).to_have_count(0)
        page = self.open_menu()
        page.get_by_role("menuitem", name="Publish to production…").click()
        dialog = page.get_by_role("dialog", name="Publish release 4 to production?")
        expect(dialog.locator(".blocker")).to_have_text(
            "There are no changes to what is live in production.")
        expect(self.publish_button(dialog)).to_be_disabled()

    def test_each_warning_is_accepted(self):
        document = self.live_document("staging")
        self.step(document, "SignUp")["ports"]["haveAccount"] = [{"to": "Home"}]
        self.step(document, "ForgotPassword")["ports"]["sendLink"] = [{"to": "Home"}]
        self.publish(document, "People shop for ever", "staging")
        page = self.open_as("editor", "/apps/shop/history/5")
        self.click_button(page, "Publish to production…")
        dialog = page.get_by_role("dialog", name="Publish release 5 to production?")
        boxes = dialog.locator(".warning input")
        expect(boxes.first).to_be_visible()
        for box in boxes.all():
            expect(self.publish_button(dialog)).to_be_disabled()
            box.check()
        # A reason would be stored in the draft.
        expect(dialog.get_by_label("Reason", exact=True)).to_have_count(0)
        self.assert_region_accessible(page, ".dialog", "promotion-warnings")
        self.publish_button(dialog).click()
        self.expect_text(page, "Release 6 is live in production.")

    def test_an_unseen_release_is_not_replaced(self):
        page, dialog = self.open_dialog()
        self.accept_all(dialog)
        expect(self.publish_button(dialog)).to_be_enabled()
        document = self.live_document()
        self.step(document, "Home")["ports"]["signUp"] = [{"to": "RandomPage"}]
        self.publish(document, "Plums first", "production")
        expect(dialog).to_contain_text("published release 5 in the meantime. “Plums first”")
        expect(self.publish_button(dialog)).to_be_disabled()
        dialog.get_by_role("button", name="Reviewed").click()
        expect(dialog.get_by_role("button", name="Reviewed")).to_have_count(0)
        expect(dialog.locator(".changes")).to_contain_text("RandomPage")
        self.publish_button(dialog).click()
        expect(self.row(page, 6)).to_contain_text("Live in production")

    def declare_old_build(self):
        """Declares the newest build of its platform, which is in use and has only one screen."""
        response = self.server.call("POST", f"{APP}/manifests", {
            "schema": 1, "platform": "android", "version": "0.9", "build": "7",
            "screens": [{"name": "Home", "ports": ["login"]}]})
        self.assertEqual(response.status, 201, response)

    def test_a_release_that_a_build_cannot_show_needs_a_reason(self):
        self.declare_old_build()
        page, dialog = self.open_dialog()
        builds = dialog.get_by_role("list", name="Builds in use that cannot")
        expect(builds).to_contain_text(OLD)
        self.accept_all(dialog)
        expect(self.publish_button(dialog)).to_be_disabled()
        dialog.get_by_role("switch", name="Publish even if these builds cannot").check()
        expect(dialog.get_by_label("Reason to publish anyway")).to_be_focused()
        page.keyboard.type("Only testers have it")
        self.assert_region_accessible(page, ".dialog", "promotion-anyway")
        self.publish_button(dialog).click()
        expect(self.row(page, 5)).to_contain_text("Live in production")
        self.assertEqual(self.published()["override"], "Only testers have it")

    def test_a_build_is_archived_where_it_blocks_publishing(self):
        self.declare_old_build()
        page, dialog = self.open_dialog()
        dialog.get_by_role("button", name=f"Archive build {OLD}…").click()
        archiving = page.get_by_role("dialog", name=f"Archive build {OLD}?")
        archiving.get_by_label("Reason").fill("Only testers had it")
        archiving.get_by_role("button", name="Archive", exact=True).click()
        expect(dialog.get_by_text("Builds in use that cannot")).to_have_count(0)
        self.accept_all(dialog)
        expect(self.publish_button(dialog)).to_be_enabled()

    def test_only_those_who_may_publish_are_offered_it(self):
        for role in ("viewer", "drafter"):
            page = self.open_menu(role)
            expect(page.get_by_role("menuitem", name="Publish to")).to_have_count(0)
            page = self.open_as(role, "/apps/shop/history/4")
            expect(page.get_by_role("heading", level=1, name="Release 4")).to_be_visible()
            expect(page.get_by_role("button", name="Publish to")).to_have_count(0)

    def test_a_release_is_published_with_the_keyboard(self):
        page = self.open_as("editor", "/apps/shop/history")
        menu = self.row(page, 4).get_by_role("button", name="Actions for release 4")
        menu.press("Enter")
        item = page.get_by_role("menuitem", name="Publish to production…")
        item.focus()
        item.press("Enter")
        dialog = page.get_by_role("dialog", name="Publish release 4 to production?")
        expect(dialog.get_by_label("Note")).to_be_focused()
        self.accept_all(dialog)
        expect(self.publish_button(dialog)).to_be_enabled()
        self.publish_button(dialog).press("Enter")
        expect(self.row(page, 5)).to_contain_text("Live in production")
        expect(menu).to_be_focused()

    def test_a_release_is_published_on_a_phone(self):
        page = self.open_as("editor", "/apps/shop/history", size="phone")
        self.row(page, 4).locator("a").click()
        self.click_button(page, "Publish to production…")
        dialog = page.get_by_role("dialog", name="Publish release 4 to production?")
        self.accept_all(dialog)
        self.publish_button(dialog).click()
        self.expect_text(page, "Release 5 is live in production.")


if __name__ == "__main__":
    unittest.main()
