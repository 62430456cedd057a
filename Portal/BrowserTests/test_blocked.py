"""Builds in use that cannot show a draft: archive them, or publish with a reason."""

import re
import unittest

from editing import EditingCase
from portal import APP, expect

OLD = "android 0.9 (7)"


class BlockedCase(EditingCase):
    def setUp(self):
        super().setUp()
        # The newest build of its platform is in use, and has only one screen.
        response = self.server.call("POST", f"{APP}/manifests", {
            "schema": 1, "platform": "android", "version": "0.9", "build": "7",
            "screens": [{"name": "Home", "ports": ["login"]}]})
        self.assertEqual(response.status, 201, response)

    def audit(self, action):
        """The details of the audit log's entries for an action, newest first."""
        entries = self.server.get(f"/v1/audit?action={action}").json["entries"]
        return [entry["detail"] for entry in entries]

    def open_sheet(self, page):
        """Opens the publish sheet of a draft that the old build cannot show."""
        self.reroute(page, "Home", "login", "SignUp")
        expect(page.locator(".publish-button")).to_have_attribute("aria-disabled", "false")
        page.locator(".publish-button").click()
        sheet = page.get_by_role("dialog", name="Publish changes")
        expect(sheet.get_by_role("list", name="Builds in use that cannot")).to_contain_text(OLD)
        self.accept_all(sheet)
        return sheet


class ArchivingTests(BlockedCase):
    def test_a_build_is_archived_where_it_blocks_publishing(self):
        page = self.open_list("editor")
        sheet = self.open_sheet(page)
        publish = sheet.get_by_role("button", name="Publish to production")
        expect(publish).to_be_disabled()
        expect(sheet.locator(".blocker")).to_contain_text("Archive builds that no longer matter")
        self.assert_region_accessible(page, ".sheet", "blocked-by-build")
        sheet.get_by_role("button", name=f"Archive build {OLD}…").click()
        dialog = page.get_by_role("dialog", name=f"Archive build {OLD}?")
        archive = dialog.get_by_role("button", name="Archive", exact=True)
        expect(archive).to_be_disabled()
        expect(dialog.get_by_label("Reason")).to_be_focused()
        page.keyboard.type("Only testers had it")
        self.assert_region_accessible(page, ".dialog", "archive-build")
        page.keyboard.press("Enter")
        expect(dialog).to_have_count(0)
        self.assertEqual(self.audit("build.archived"), [{
            "platform": "android", "version": "0.9", "build": "7",
            "reason": "Only testers had it"}])
        expect(sheet.get_by_text("Builds in use that cannot")).to_have_count(0)
        self.accept_all(sheet)
        publish.click()
        expect(page.get_by_role("dialog", name="Published")).to_be_visible()

    def test_builds_are_archived_and_unarchived_in_the_settings(self):
        page = self.open_as("editor", at="/apps/shop/settings/builds")
        row = page.get_by_role("main").get_by_role("listitem").filter(has_text="android 0.9").first
        expect(row).to_contain_text("In use")
        self.click_button(page, f"Archive build {OLD}…")
        page.get_by_label("Reason").fill("Withdrawn")
        self.click_button(page, "Archive")
        expect(row).to_contain_text("Archived")
        self.assert_accessible_at_all_sizes(page, "settings-builds-archived")
        self.click_button(page, f"Unarchive build {OLD}…")
        self.assert_region_accessible(page, ".dialog", "unarchive-build")
        self.click_button(page, "Unarchive")
        expect(row).to_contain_text("In use")
        self.assertEqual(len(self.audit("build.unarchived")), 1)
        log = self.open_as(at="/organization/audit")
        self.expect_text(log, "unarchived build android 0.9 (7)")
        self.expect_text(log, re.compile(r"\barchived build android 0\.9 \(7\)"))
        self.expect_text(log, "Withdrawn")

    def test_viewers_cannot_archive_builds(self):
        page = self.open_as("viewer", at="/apps/shop/settings/builds")
        self.expect_text(page, "android 0.9")
        expect(page.get_by_role("button", name="Archive")).to_have_count(0)


class OverridingTests(BlockedCase):
    def test_publishing_anyway_needs_a_reason(self):
        page = self.open_list("editor")
        sheet = self.open_sheet(page)
        publish = sheet.get_by_role("button", name="Publish to production")
        sheet.get_by_role("switch", name="Publish even if these builds cannot").check()
        expect(publish).to_be_disabled()
        expect(sheet.get_by_label("Reason to publish anyway")).to_be_focused()
        page.keyboard.type("Forged sessions, ticket 7")
        self.assert_region_accessible(page, ".sheet", "publish-anyway")
        publish.click()
        expect(page.get_by_role("dialog", name="Published")).to_be_visible()
        self.assertEqual(
            self.audit("release.published")[0]["override"], "Forged sessions, ticket 7")
        log = self.open_as(at="/organization/audit")
        self.expect_text(log, "Published despite findings: Forged sessions, ticket 7")

    def test_errors_of_the_flow_itself_are_not_overridden(self):
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = [{"to": "Nowhere"}]
        self.save_draft(document)
        page = self.open_list("editor")
        button = page.locator(".publish-button")
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_have_attribute("title", "Fix 1 error to publish.")


if __name__ == "__main__":
    unittest.main()
