"""Discarding single changes in the publish sheet."""

import re
import unittest

from editing import EditingCase
from portal import expect


class DiscardingTests(EditingCase):
    def change(self, sheet, text):
        """The item of a change in the sheet's list."""
        return sheet.locator(".changes li", has_text=text)

    def discard_button(self, sheet, text):
        return self.change(sheet, text).get_by_role("button", name="Discard: ")

    def test_all_changes_are_discarded_with_the_keyboard_and_can_be_undone(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        self.reroute(page, "Login", "forgotPassword", "Home")
        sheet = self.open_sheet(page)
        buttons = sheet.locator(".discard-change")
        expect(buttons).to_have_count(2)
        expect(buttons.first).to_have_accessible_name(
            re.compile("^Discard: .*Home.*login.*SignUp.*Login"))
        self.assert_region_accessible(page, ".sheet", "discard")
        self.change(sheet, "SignUp").locator("button.change-line").focus()
        page.keyboard.press("Tab")
        expect(buttons.first).to_be_focused()
        page.keyboard.press("Enter")
        expect(buttons).to_have_count(1)
        expect(self.discard_button(sheet, "forgotPassword")).to_be_focused()
        expect(sheet.get_by_role("heading", name="1 change")).to_be_visible()
        page.keyboard.press("Enter")
        expect(buttons).to_have_count(0)
        expect(sheet.get_by_role("heading", name="Publish changes")).to_be_focused()
        expect(sheet).to_contain_text("There are no changes to what is live in production.")
        expect(sheet.get_by_role("button", name="Publish to production")).to_be_disabled()
        self.wait_for_draft(lambda draft: self.target("Home", "login", draft) == "Login")
        toast = page.locator(".toast", has_text="Change discarded.")
        toast.get_by_role("button", name="Undo").click()
        expect(self.discard_button(sheet, "forgotPassword")).to_be_visible()
        self.wait_for_draft(lambda draft: self.target("Login", "forgotPassword", draft) == "Home")

    def test_an_arrow_to_a_discarded_step_leads_where_it_led_before(self):
        document = self.live_document()
        flow = next(flow for flow in document["flows"] if flow["id"] == "shop")
        flow["steps"].append({
            "id": "offer", "screen": "INFO", "content": {
                "title": "Two plums for one", "description": "Today", "primaryButtonText": "Go"},
            "ports": {"next": [{"to": "Home"}]}})
        self.step(document, "Home")["ports"]["login"] = [{"to": "offer"}]
        self.step(document, "Login")["ports"]["forgotPassword"] = [{"to": "Home"}]
        self.save_draft(document)
        page = self.open_list("editor")
        sheet = self.open_sheet(page)
        expect(sheet.locator(".discard-change")).to_have_count(3)
        self.discard_button(sheet, "is new").click()
        expect(sheet.locator(".changes li")).to_have_count(1)
        expect(self.discard_button(sheet, "forgotPassword")).to_be_focused()
        self.wait_for_draft(lambda draft: self.target("Home", "login", draft) == "Login")

    def test_a_text_that_is_used_is_not_discarded(self):
        document = self.live_document()
        document.setdefault("strings", {}).setdefault("en", {})["plums"] = "Plums"
        self.step(document, "RandomPage")["content"]["title"] = {"$text": "plums"}
        self.save_draft(document)
        page = self.open_list("editor")
        sheet = self.open_sheet(page)
        button = self.discard_button(sheet, "Plums").last
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_have_accessible_description(
            "Step “RandomPage” uses this. Discard or change that first.")
        # Playwright does not click buttons that are disabled in this way.
        button.press("Enter")
        self.expect_text(page, "Step “RandomPage” uses this.")
        self.discard_button(sheet, "the content changed").click()
        expect(self.discard_button(sheet, "Plums")).to_have_attribute("aria-disabled", "false")
        self.discard_button(sheet, "Plums").click()
        expect(sheet.locator(".changes li")).to_have_count(0)

    def test_nothing_is_discarded_while_a_newer_release_is_not_reviewed(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        # Otherwise the edit would be merged with the release, and be in conflict with it.
        self.expect_status(page, "Saved")
        sheet = self.open_sheet(page)
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = [{"to": "RandomPage"}]
        self.assertEqual(self.server.publish("Urgent fix", flows=document).status, 201)
        button = self.discard_button(sheet, "SignUp")
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_have_accessible_description(
            "Review what was published in the meantime.")
        button.press("Enter")
        self.expect_text(page, "Review what was published in the meantime.")
        sheet.get_by_role("button", name="Reviewed").click()
        expect(button).to_have_attribute("aria-disabled", "false")
        self.wait_for_draft(lambda draft: self.target("Home", "login", draft) == "SignUp")
        button.press("Enter")
        expect(sheet.locator(".changes li")).to_have_count(0)
        self.wait_for_draft(
            lambda draft: draft is None or self.target("Home", "login", draft) == "RandomPage")

    def test_a_discard_is_undone_and_redone_in_the_sheet_by_key(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        self.reroute(page, "Login", "forgotPassword", "Home")
        sheet = self.open_sheet(page)
        buttons = sheet.locator(".discard-change")
        self.discard_button(sheet, "SignUp").press("Enter")
        expect(buttons).to_have_count(1)
        expect(buttons.first).to_be_focused()
        page.keyboard.press("Control+z")
        expect(buttons).to_have_count(2)
        page.keyboard.press("Control+Shift+z")
        expect(buttons).to_have_count(1)
        note = sheet.get_by_label("Note")
        note.fill("Plums")
        note.press("Control+z")
        expect(note).to_have_value("")
        sheet.get_by_role("heading", name="Publish changes").focus()
        page.keyboard.press("Control+z")
        expect(buttons).to_have_count(2)
        # An undo in the note that also changed the draft would have made this the second one.
        self.wait_for_draft(lambda draft: self.target("Home", "login", draft) == "SignUp"
                            and self.target("Login", "forgotPassword", draft) == "Home")

    def test_the_focus_stays_in_the_sheet_when_undo_removes_the_focused_change(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        self.reroute(page, "Login", "forgotPassword", "Home")
        sheet = self.open_sheet(page)
        buttons = sheet.locator(".discard-change")
        expect(buttons).to_have_count(2)
        self.discard_button(sheet, "forgotPassword").focus()
        page.keyboard.press("Control+z")
        expect(buttons).to_have_count(1)
        expect(buttons).to_be_focused()
        page.keyboard.press("Control+z")
        expect(buttons).to_have_count(0)
        expect(sheet.get_by_role("heading", name="Publish changes")).to_be_focused()

    def test_the_undo_of_a_toast_returns_the_focus_to_the_sheet(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        sheet = self.open_sheet(page)
        self.discard_button(sheet, "SignUp").press("Enter")
        expect(sheet.get_by_role("heading", name="Publish changes")).to_be_focused()
        undo = page.locator(".toast", has_text="Change discarded.").get_by_role(
            "button", name="Undo")
        undo.focus()
        page.keyboard.press("Enter")
        expect(self.discard_button(sheet, "SignUp")).to_be_visible()
        expect(sheet.get_by_role("heading", name="Publish changes")).to_be_focused()
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)

    def test_a_suggested_note_follows_the_changes_until_it_is_edited(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        self.reroute(page, "Login", "forgotPassword", "Home")
        sheet = self.open_sheet(page)
        note = sheet.get_by_label("Note")
        sheet.get_by_role("button", name="Use “2 changes: Home and Login”").click()
        self.discard_button(sheet, "SignUp").click()
        expect(note).to_have_value(re.compile("forgotPassword"))
        note.fill("Plums first")
        self.discard_button(sheet, "forgotPassword").click()
        expect(sheet.locator(".changes li")).to_have_count(0)
        expect(note).to_have_value("Plums first")


if __name__ == "__main__":
    unittest.main()
