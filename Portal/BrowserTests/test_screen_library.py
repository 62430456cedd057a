"""Templates of the organization: saving, reuse, local changes, updates and removal."""

import re

from portal import expect, layout
from test_screen_editor import EditorCase
from test_screens import DOCUMENT, GOAL

TEMPLATES = "/v1/organizations/acme/screen-templates"
LOCALIZED_DOCUMENT = {
    **DOCUMENT, "defaultLocale": "en", "locales": ["en", "de"],
    "strings": {"en": {"title": "What is your goal?"}, "de": {"title": "Was ist dein Ziel?"}},
    "screens": [{"name": "Goal", "root": {"type": "column", "children": [
        {"type": "text", "text": {"$text": "title"}, "style": "title", "role": "heading1"},
        *GOAL["root"]["children"][1:]]}}],
}


class LibraryCase(EditorCase):
    def section(self, page):
        """The template section of the settings."""
        page.locator(".tree-row").first.click()
        return page.get_by_role("region", name="Template", exact=True)

    def save(self, page, name="Goal"):
        """Saves the open screen as a template."""
        self.section(page).get_by_role("button", name="Save as template").click()
        dialog = page.get_by_role("dialog", name="Save as a template")
        dialog.get_by_label("Name of the template").fill(name)
        dialog.get_by_role("button", name="Save template").click()
        expect(dialog).to_have_count(0)
        expect(self.section(page)).to_contain_text(f"Linked to {name}, version 1.")

    def templates(self):
        return self.server.get(TEMPLATES).json["templates"]

    def add_application(self, document=None):
        """Adds another application to the organization, with a draft."""
        created = self.server.call(
            "POST", "/v1/apps?organization=acme", {"id": "kiosk", "name": "Kiosk"})
        self.assertEqual(created.status, 201, created)
        self.save_draft(
            document or {"schema": 1, "flows": [{"id": "main", "start": "home", "steps": [
                {"id": "home", "screen": "Home", "ports": {"next": [{"finish": "done"}]}}]}]},
            "/v1/apps/kiosk")

    def kiosk_draft(self):
        return self.server.get("/v1/apps/kiosk/draft").json

    def change_template(self, text):
        """Adds a version of the only template as another member."""
        template = self.templates()[0]["id"]
        current = self.server.get(f"{TEMPLATES}/{template}")
        content = current.json["content"]
        content["screen"]["root"]["children"][1]["title"] = text
        changed = self.server.call(
            "PATCH", f"{TEMPLATES}/{template}", {"content": content},
            {"If-Match": current.headers["ETag"]})
        self.assertEqual(changed.status, 200, changed)


class LibraryTest(LibraryCase):
    def test_a_screen_is_saved_and_used_in_another_application(self):
        page = self.open_screen(document=LOCALIZED_DOCUMENT)
        self.save(page)
        self.add_application()
        page.goto("/apps/kiosk")
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        dialog = self.ask_for_new_screen(page)
        choice = dialog.get_by_role("radio", name=re.compile("^Goal Version 1"))
        choice.check()
        expect(dialog.get_by_label("Keep it linked to the template")).to_be_checked()
        expect(dialog.locator("label", has_text="Version 1").locator("h1")).to_have_text(
            "What is your goal?")
        layout.save_screenshot(page, "screen-library-new")
        layout.assert_accessible(self, page, "a new screen from the library")
        dialog.get_by_role("button", name="Add screen").click()
        expect(page.locator(".stage-host h1")).to_have_text("What is your goal?")
        expect(self.section(page)).to_contain_text("It is the same as the template.")
        expect(page.locator(".save-status")).not_to_contain_text("Saving")
        draft = self.wait_for_kiosk(page, lambda draft: draft.get("screenTemplates"))
        self.assertEqual(draft["strings"], LOCALIZED_DOCUMENT["strings"])
        self.assertEqual(draft["screenTemplates"]["Goal"]["version"], 1)

    def wait_for_kiosk(self, page, check):
        for _ in range(100):
            draft = self.kiosk_draft()
            if check(draft):
                return draft
            page.wait_for_timeout(100)
        self.fail(f"the draft of the other application is {draft}")

    def test_a_change_of_the_template_is_shown_and_applied(self):
        page = self.open_screen()
        self.save(page)
        self.change_template("Go on")
        # Local changes are kept.
        self.row(page, "goal").click()
        self.panel(page).get_by_label("Text", exact=True).first.fill("Your goal?")
        expect(page.locator(".stage-host h1")).to_have_text("Your goal?")
        page.reload()
        update_button = page.get_by_role("button", name="Update available")
        update_button.click()
        dialog = page.get_by_role("dialog", name="Update from Goal")
        expect(dialog.get_by_role("listitem")).to_have_count(1)
        expect(dialog.get_by_role("listitem")).to_contain_text("Go on")
        phones = dialog.locator(".template-phones figure")
        expect(phones.nth(0).get_by_text("Continue")).to_be_visible()
        expect(phones.nth(1).get_by_text("Go on")).to_be_visible()
        layout.save_screenshot(page, "screen-library-update")
        self.assert_accessible_at_all_sizes(page, "an update from a template")
        # The old and the new screen are side by side on a phone, too.
        before = page.viewport_size
        page.set_viewport_size({"width": 390, "height": 844})
        old, new = (phones.nth(index).bounding_box() for index in range(2))
        self.assertAlmostEqual(old["y"], new["y"], delta=1)
        self.assertLess(old["x"] + old["width"], new["x"])
        page.set_viewport_size(before)
        dialog.get_by_role("button", name="Not now").click()
        expect(update_button).to_be_visible()
        update_button.click()
        dialog.get_by_role("button", name="Apply update").click()
        expect(page.locator(".stage-host")).to_contain_text("Go on")
        expect(page.locator(".stage-host h1")).to_have_text("Your goal?")
        expect(update_button).to_have_count(0)
        draft = self.wait_for_draft(
            lambda draft: draft["screenTemplates"]["Goal"]["version"] == 2, "the new version")
        blocks = self.screen(draft, "Goal")["root"]["children"]
        self.assertEqual([blocks[0]["text"], blocks[1]["title"]], ["Your goal?", "Go on"])
        page.keyboard.press("Control+z")
        expect(update_button).to_be_visible()

    def test_a_change_on_both_sides_needs_a_choice(self):
        page = self.open_screen()
        self.save(page)
        self.change_template("Go on")
        self.row(page, "Continue").click()
        self.panel(page).get_by_label("Title", exact=True).first.fill("Next")
        self.wait_for_draft(
            lambda draft: "Next" in str(self.screen(draft, "Goal")), "the changed title")
        page.reload()
        page.get_by_role("button", name="Update available").click()
        dialog = page.get_by_role("dialog", name="Update from Goal")
        expect(dialog).to_contain_text("Nothing changes on this screen.")
        dialog.get_by_label(re.compile("^Prefer the template where both")).check()
        expect(dialog.get_by_role("listitem")).to_contain_text("Go on")
        dialog.get_by_role("button", name="Apply update").click()
        expect(page.locator(".stage-host")).to_contain_text("Go on")

    def test_a_linked_screen_changes_its_template_or_is_unlinked(self):
        page = self.open_screen()
        self.save(page)
        self.row(page, "Continue").click()
        self.panel(page).get_by_label("Title", exact=True).first.fill("Go on")
        section = self.section(page)
        expect(section).to_contain_text("It was changed here.")
        section.get_by_role("button", name="Change the template, too").click()
        expect(section).to_contain_text("Linked to Goal, version 2.")
        self.assertEqual(self.templates()[0]["version"], 2)
        section.get_by_role("button", name="Unlink").click()
        expect(section.get_by_role("button", name="Save as template")).to_be_visible()
        self.wait_for_draft(lambda draft: "screenTemplates" not in draft, "no link")

    def test_a_screen_is_copied_from_another_application(self):
        self.add_application(LOCALIZED_DOCUMENT)
        page = self.open_document()
        dialog = self.ask_for_new_screen(page)
        dialog.get_by_label("Copy from another application").select_option("Kiosk")
        group = dialog.get_by_role("group", name="Screens of Kiosk")
        group.get_by_role("radio", name=re.compile("^Copy of Goal")).check()
        dialog.get_by_label("Name of the screen").fill("Aim")
        dialog.get_by_role("button", name="Add screen").click()
        expect(page.locator(".stage-host h1")).to_have_text("What is your goal?")
        draft = self.wait_for_draft(lambda draft: self.screen(draft, "Aim"), "the copy")
        self.assertEqual(draft["strings"], LOCALIZED_DOCUMENT["strings"])
        self.assertNotIn("screenTemplates", draft)


class ManagingTest(LibraryCase):
    def test_templates_list_their_uses_and_are_renamed_and_removed(self):
        page = self.open_screen()
        self.save(page)
        page.goto("/organization/templates")
        self.expect_heading(page, "Templates")
        row = page.get_by_role("main").get_by_role("listitem")
        expect(row.locator("h1")).to_have_text("What is your goal?")
        layout.save_screenshot(page, "screen-library-list")
        self.assert_accessible_at_all_sizes(page, "templates")
        row.get_by_role("button", name="Where used").click()
        dialog = page.get_by_role("dialog", name="Where Goal is used")
        expect(dialog.get_by_role("link")).to_have_attribute("href", "/apps/shop?screen=Goal")
        expect(dialog).to_contain_text("in the flow onboarding · up to date")
        layout.save_screenshot(page, "screen-library-uses")
        dialog.get_by_role("button", name="Close").last.click()
        row.get_by_role("button", name="Rename Goal").click()
        dialog = page.get_by_role("dialog", name="Rename Goal")
        dialog.get_by_label("Name of the template").fill("Aim")
        dialog.get_by_role("button", name="Save").click()
        row.get_by_role("button", name="Delete Aim").click()
        dialog = page.get_by_role("dialog", name="Delete Aim")
        expect(dialog.get_by_role("link")).to_be_visible()
        dialog.get_by_role("button", name="Delete").click()
        expect(page.get_by_role("main")).to_contain_text("No templates yet")
        self.assertEqual(self.templates(), [])
        page.goto("/apps/shop?screen=Goal")
        expect(self.section(page)).to_contain_text("The template was deleted.")

    def test_a_viewer_cannot_rename_or_delete_a_template(self):
        page = self.open_screen()
        self.save(page)
        other = self.open_as("viewer", "/organization/templates")
        expect(other.get_by_role("button", name="Where used")).to_be_visible()
        expect(other.get_by_role("button", name="Rename Goal")).to_have_count(0)
        expect(other.get_by_role("button", name="Delete Goal")).to_have_count(0)
