"""History: every release can be viewed, compared, restored and rolled back to."""

import unittest

from editing import EditingCase
from portal import expect


class HistoryTests(EditingCase):
    def setUp(self):
        super().setUp()
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = [{"to": "SignUp"}]
        self.assertEqual(self.server.publish("Short form", flows=document).status, 201)

    def open_history(self, role="owner", at="", **options):
        page = self.open_as(role, f"/apps/shop/history{at}", **options)
        expect(page.locator(".release, .release-layout").first).to_be_visible()
        return page

    def row(self, page, number):
        return page.locator(".release", has_text=f"Release {number}").first

    def test_releases_show_their_note_their_changes_and_what_is_live(self):
        page = self.open_history()
        expect(page.locator(".release")).to_have_count(4)
        newest = self.row(page, 4)
        expect(newest).to_contain_text("Short form")
        expect(newest).to_contain_text("Live in production")
        expect(newest.locator(".release-changes")).to_have_text("1 change")
        expect(self.row(page, 3)).not_to_contain_text("Live in")

    def test_new_releases_appear_live_and_filters_find_old_ones(self):
        page = self.open_history()
        self.assertEqual(self.server.publish("Plums first", flows=self.live_document()).status, 201)
        expect(self.row(page, 5)).to_contain_text("Plums first")
        page.get_by_label("Search").fill("short")
        expect(page.locator(".release")).to_have_count(1)
        page.get_by_label("Search").fill("no release has this note")
        self.expect_text(page, "No releases found")
        page.get_by_label("Search").fill("")
        page.get_by_label("Environment").select_option("staging")
        expect(page.locator(".release")).to_have_count(1)
        expect(self.row(page, 2)).to_contain_text("Live in staging")
        page.reload()
        expect(page.locator(".release")).to_have_count(1)

    def test_older_releases_are_paginated(self):
        document = self.live_document()
        for number in range(30):
            self.assertEqual(self.server.publish(f"Again {number}", flows=document).status, 201)
        page = self.open_history()
        expect(page.locator(".release")).to_have_count(25)
        self.click_button(page, "Show older releases")
        expect(page.locator(".release")).to_have_count(34)
        expect(page.get_by_role("button", name="Show older releases")).to_have_count(0)

    def test_a_release_is_shown_with_its_changes(self):
        page = self.open_history()
        self.row(page, 4).locator("a").click()
        expect(page.get_by_role("heading", level=1, name="Release 4")).to_be_visible()
        expect(page.locator(".release-side .changes")).to_contain_text("SignUp")
        page.locator(".release-bar label", has_text="List").click()
        expect(page.locator("[data-step=Home]")).to_be_visible()
        expect(page.get_by_role("button", name="Add step")).to_have_count(0)
        page.locator(".release-bar label", has_text="Canvas").click()
        self.assert_region_accessible(page, ".release-side", "release")

    def test_an_old_release_is_compared_with_the_live_one(self):
        page = self.open_history(at="/3")
        page.locator(".release-side .segmented label", has_text="Live release").click()
        expect(page.locator(".release-side .changes")).to_contain_text("Login")

    def test_two_releases_are_compared(self):
        page = self.open_history()
        page.get_by_label("Select release 3 to compare").check()
        page.get_by_label("Select release 4 to compare").check()
        page.get_by_role("button", name="Compare 3 and 4").click()
        expect(page.locator(".release-side .changes")).to_contain_text("SignUp")
        self.assert_region_accessible(page, ".release-side", "compare")
        page.get_by_role("button", name="Swap").click()
        expect(page.get_by_label("From")).to_have_value("4")
        page.reload()
        expect(page.locator(".release-side .changes")).to_contain_text("Login")

    def test_production_is_rolled_back_to_a_release(self):
        page = self.open_history("editor")
        self.row(page, 3).get_by_role("button", name="Actions for release 3").click()
        page.get_by_role("menuitem", name="Roll production back to this release").click()
        dialog = page.get_by_role("dialog", name="Roll production back to release 3?")
        expect(dialog.locator(".changes")).to_contain_text("Login")
        dialog.get_by_label("Note").fill("The short form can wait")
        dialog.get_by_role("button", name="Roll back").click()
        expect(self.row(page, 5)).to_contain_text("Rollback to 3")
        expect(self.row(page, 5)).to_contain_text("The short form can wait")
        self.assertEqual(self.target("Home", "login", self.live_document()), "Login")

    def test_a_release_is_restored_as_the_draft_and_can_be_undone(self):
        page = self.open_history("drafter", at="/3")
        page.get_by_role("button", name="Restore as draft").click()
        dialog = page.get_by_role("dialog", name="Restore release 3 as draft?")
        expect(dialog.locator(".changes")).to_contain_text("Login")
        self.assert_region_accessible(page, ".dialog", "restore")
        dialog.get_by_role("button", name="Restore", exact=True).click()
        self.expect_status(page, "Saved")
        self.assertEqual(self.target("Home", "login"), "Login")
        page.locator(".toast").get_by_role("button", name="Undo").click()
        self.show_list(page)
        self.expect_target(page, "Home", "login", "SignUp")

    def test_viewers_cannot_restore_or_roll_back(self):
        page = self.open_history("viewer", at="/3")
        expect(page.get_by_role("button", name="Restore as draft")).to_have_count(0)
        expect(page.get_by_role("button", name="Roll production back")).to_have_count(0)

    def test_an_unknown_release_is_reported(self):
        page = self.open_as(at="/apps/shop/history/99")
        self.expect_text(page, "This release does not exist.")

    def test_the_audit_log_has_its_own_tab(self):
        page = self.open_as(at="/apps/shop/history/log")
        expect(page.locator(".audit")).to_be_visible()

    def test_a_rollback_works_on_a_phone(self):
        page = self.open_history("editor", size="phone")
        self.row(page, 3).locator("a").click()
        page.get_by_role("button", name="Roll production back to this release").click()
        page.get_by_role("button", name="Roll back", exact=True).click()
        self.expect_text(page, "Release 5 is live in production")


if __name__ == "__main__":
    unittest.main()
