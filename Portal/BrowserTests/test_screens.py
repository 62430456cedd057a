"""Drawing screens: new ones from templates and copies, on the canvas and in the list."""

import re

from canvas_case import CanvasCase
from portal import expect

GOAL = {
    "name": "Goal",
    "root": {"type": "column", "children": [
        {"type": "text", "text": "What is your goal?", "style": "title", "role": "heading1"},
        {"type": "button", "title": "Continue", "do": [{"fire": "next"}]}]},
}
DOCUMENT = {
    "schema": 1, "screens": [GOAL],
    "flows": [{"id": "onboarding", "start": "goal", "steps": [
        {"id": "goal", "screen": "Goal", "ports": {"next": [{"finish": "done"}]}}]}],
}


class ScreensCase(CanvasCase):
    def open_document(self, document=DOCUMENT, **options):
        self.save_draft(document)
        page = self.open_editor(**options)
        expect(self.node(page, "goal")).to_be_visible()
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        return page

    def ask_for_new_screen(self, page, name=""):
        """Opens the dialog for a new screen from the canvas."""
        page.locator(".canvas").press("n")
        field = page.get_by_role("combobox", name=re.compile("Which screen"))
        field.fill(name)
        page.get_by_role("option", name=re.compile("^New screen")).click()
        dialog = page.get_by_role("dialog", name="New screen")
        expect(dialog.get_by_label("Name of the screen")).to_be_focused()
        return dialog

    def back_to_flow(self, page):
        page.get_by_role("button", name="Back to the flow").click()
        expect(page.locator(".canvas[data-ready], .list")).to_be_visible()

    def document_with_two_screens(self):
        """A document with a second screen, as source and target of copies."""
        plan = {"name": "Plan", "root": {"type": "column", "children": [
            {"type": "text", "text": "Your plan"}]}}
        return {**DOCUMENT, "screens": [GOAL, plan]}

    def screen(self, draft, name):
        return next((screen for screen in draft.get("screens", []) if screen["name"] == name), None)


class NewScreenTest(ScreensCase):
    def test_a_new_screen_is_the_first_choice_until_the_user_types(self):
        page = self.open_document()
        page.locator(".canvas").press("n")
        options = page.get_by_role("option")
        expect(options.first).to_have_text("New screen…")
        page.get_by_role("combobox", name=re.compile("Which screen")).fill("Goal")
        expect(options.first).to_contain_text("Goal")
        expect(options.first).not_to_contain_text("New screen")
        expect(options.last).to_contain_text("New screen…")

    def test_a_template_becomes_a_step_whose_buttons_are_its_ports(self):
        page = self.open_document()
        dialog = self.ask_for_new_screen(page)
        expect(dialog.get_by_role("radio")).to_have_count(11)
        expect(dialog.locator(".fm-screen")).to_have_count(11)
        dialog.get_by_role("radio", name=re.compile("^Welcome")).check()
        expect(dialog.get_by_label("Name of the screen")).to_have_value("Welcome")
        self.assert_region_accessible(page, "dialog", "the dialog for a new screen")
        dialog.get_by_role("button", name="Add screen").click()
        self.back_to_flow(page)
        card = self.node(page, "Welcome")
        expect(card.locator(".canvas-port")).to_have_text(["start", "login"])
        expect(card.locator("h1")).to_have_text("Welcome")
        draft = self.wait_for_draft(lambda draft: self.screen(draft, "Welcome"), "the new screen")
        self.assertEqual(self.step(draft, "Welcome", "onboarding")["screen"], "Welcome")
        page.locator(".canvas").press("Control+z")
        expect(card).to_have_count(0)
        self.wait_for_draft(
            lambda draft: not self.screen(draft, "Welcome"), "neither screen nor step")

    def test_a_screen_becomes_a_step_where_an_arrow_is_dropped(self):
        page = self.open_document()
        before = self.node(page, "goal").bounding_box()
        position = self.empty_position(page)
        self.drag(page, self.center(self.handle(page, "goal", "next")), position)
        page.get_by_role("option", name=re.compile("^New screen")).click()
        dialog = page.get_by_role("dialog", name="New screen")
        name = dialog.get_by_label("Name of the screen")
        name.fill("Thanks")
        name.press("Enter")
        draft = self.wait_for_draft(lambda draft: self.screen(draft, "Thanks"), "the new screen")
        goal = self.step(draft, "goal", "onboarding")
        self.assertEqual(goal["ports"]["next"], [{"to": "Thanks"}])
        self.back_to_flow(page)
        expect(self.node(page, "Thanks")).to_be_visible()
        self.wait_until_still(page, "Thanks")
        # In widths of a card, because the canvas may have another zoom.
        goal, thanks = (self.node(page, step).bounding_box() for step in ("goal", "Thanks"))
        self.assertAlmostEqual((thanks["x"] - goal["x"]) / goal["width"],
                               (position[0] - before["x"]) / before["width"], delta=0.2)

    def test_a_copied_screen_gets_a_unique_name(self):
        page = self.open_document()
        dialog = self.ask_for_new_screen(page)
        dialog.get_by_role("radio", name=re.compile("^Copy of Goal")).check()
        name = dialog.get_by_label("Name of the screen")
        expect(name).to_have_value("Goal-2")
        name.fill("Goal")
        expect(dialog.get_by_role("alert")).to_contain_text("already a screen named Goal")
        expect(dialog.get_by_role("button", name="Add screen")).to_be_disabled()
        name.fill("Aim")
        name.press("Enter")
        self.back_to_flow(page)
        expect(self.node(page, "Aim").locator("h1")).to_have_text("What is your goal?")
        draft = self.wait_for_draft(lambda draft: self.screen(draft, "Aim"), "the copy")
        self.assertEqual(self.screen(draft, "Aim")["root"], GOAL["root"])

    def test_a_screen_is_drawn_from_the_list(self):
        page = self.open_document()
        page.locator(".flow-bar .segmented label", has_text="List").click()
        page.get_by_role("button", name="Add step").click()
        page.get_by_role("dialog").get_by_role("button", name="New screen").click()
        dialog = page.get_by_role("dialog", name="New screen")
        dialog.get_by_role("radio", name=re.compile("^Question")).check()
        dialog.get_by_role("button", name="Add screen").click()
        self.back_to_flow(page)
        item = page.locator('[data-step="Question"]')
        expect(item.get_by_role("heading", name="Port next")).to_be_visible()

    def test_the_typed_text_becomes_the_name_of_the_screen(self):
        page = self.open_document()
        dialog = self.ask_for_new_screen(page, "Pets")
        expect(dialog.get_by_label("Name of the screen")).to_have_value("Pets")
        dialog.get_by_role("radio", name=re.compile("^Form")).check()
        expect(dialog.get_by_label("Name of the screen")).to_have_value("Pets")
        dialog.get_by_role("button", name="Add screen").click()
        self.back_to_flow(page)
        expect(self.node(page, "Pets")).to_be_visible()

    def test_templates_have_no_findings_except_for_example_urls(self):
        # Example URLs, which only the user can replace.
        placeholders = {"Consent": ["/to"], "Video": ["/video", "/poster"]}
        page = self.open_document()
        for number, title in enumerate([
                "Blank", "Welcome", "Question", "Form", "Consent", "Permission", "Offer", "Summary",
                "Video", "List"]):
            dialog = self.ask_for_new_screen(page, f"S{number}")
            dialog.get_by_role("radio", name=re.compile(f"^{title}")).check()
            dialog.get_by_role("button", name="Add screen").click()
            expect(page.locator(".tree-row").first).to_be_focused()
            expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
            count = len(placeholders.get(title, []))
            expect(page.locator(".screen-head .findings-button")).to_have_text(
                ["No findings on this screen", "1 suggestion", "2 suggestions"][count])
            expect(page.locator(".tree-mark")).to_have_count(min(count, 1))
            for key in placeholders.get(title, []):
                page.locator(".tree-row").filter(has=page.locator(".tree-mark")).click()
                expect(page.locator(f'[data-property$="{key}"] .field-finding')).to_have_text(
                    "Replace it with your own before you publish.")
            self.back_to_flow(page)
