"""Two users in one drawn screen: each sees where the other is, and their changes are merged."""

import json

from portal import expect, layout
from test_screen_editor import EditorCase
from test_screens import GOAL

CHOICE = {"type": "choice", "name": "goal", "label": "Choose one", "options": [
    {"value": "run", "title": "Run"}, {"value": "sleep", "title": "Sleep"}]}


class TogetherTest(EditorCase):
    def open_both(self):
        """The same screen, open for the owner and for an editor."""
        title, button = GOAL["root"]["children"]
        document = self.with_two()
        document["screens"][0] = {
            "name": "Goal", "root": {"type": "column", "children": [
                title, CHOICE, {"type": "row", "children": []}, button]}}
        one = self.open_screen(document=document)
        other = self.open_as("editor", "/apps/shop?screen=Goal")
        expect(other.locator(".stage-host .fm-screen")).to_be_visible()
        expect(self.rows(other)).to_have_count(5)
        return one, other

    def member(self, page, row):
        """The name of the other member at a row of the structure."""
        return self.row(page, row).locator(".tree-other")

    def set_text(self, page, row, text, label="Text"):
        self.row(page, row).click()
        self.panel(page).get_by_label(label, exact=True).first.fill(text)

    def title(self, page):
        return page.locator(".stage-host h1")

    def test_each_member_sees_the_others_selected_block(self):
        one, other = self.open_both()
        self.row(one, "Choose one").click()
        mark = self.member(other, "Choose one")
        expect(mark).to_be_visible()
        name = mark.inner_text()
        expect(other.locator(".stage-other")).to_have_text(name)
        box = other.locator(".stage-other").bounding_box()
        choice = other.locator(".stage-host .fm-choice").bounding_box()
        self.assertAlmostEqual(box["y"], choice["y"], delta=2)
        layout.save_screenshot(other, "screen-together")
        layout.assert_accessible(self, other, "a screen with another member in it")
        # The name follows the block when it is moved.
        self.row(other, "Choose one").click()
        other.keyboard.press("Alt+ArrowUp")
        expect(self.rows(one).nth(1)).to_contain_text("Choose one")
        expect(self.member(other, "Choose one")).to_have_text(name)
        # The step is marked on the canvas.
        self.back_to_flow(other)
        expect(self.node(other, "goal").locator(".canvas-markers")).to_contain_text(name)
        other.get_by_role("button", name="1 other member is here").click()
        other.get_by_role("menuitem", name="is editing Goal").click()
        expect(self.member(other, "Choose one")).to_have_text(name)
        self.back_to_flow(one)
        expect(other.locator(".tree-other")).to_have_count(0)

    def test_an_invalid_position_is_harmless(self):
        one, other = self.open_both()

        def forge(route):
            body = route.request.post_data_json
            route.continue_(post_data=json.dumps({**body, "step": 'Goal#/root/"]'}))

        other.route("**/presence", forge)
        with other.expect_response("**/presence") as response:
            self.row(other, "goal?").click()
        self.assertEqual(response.value.status, 204)
        # This change follows the position.
        self.set_text(other, "Continue", "Go on", "Title")
        expect(one.locator(".stage-host button")).to_have_text("Go on")
        expect(one.locator(".stage-other")).to_have_count(0)
        self.set_text(one, "goal?", "Where to?")
        expect(self.title(other)).to_have_text("Where to?")

    def test_changes_of_blocks_and_of_properties_are_merged(self):
        one, other = self.open_both()
        one.context.set_offline(True)
        self.set_text(one, "goal?", "Where to?")
        self.row(one, "Choose one").click()
        one.keyboard.press("Alt+ArrowDown")
        one.keyboard.press("Alt+ArrowRight")
        self.row(other, "goal?").click()
        self.panel(other).get_by_label("Color", exact=True).select_option("muted")
        self.set_text(other, "Choose one", "Pick one", "Label")
        self.set_text(other, "Continue", "Go on", "Title")
        self.wait_for_blocks(other, lambda it: it[3].get("title") == "Go on", "their changes")
        one.context.set_offline(False)
        blocks = self.wait_for_blocks(
            one, lambda it: it[0].get("text") == "Where to?", "both changes")
        self.assertEqual(blocks[0]["tone"], "muted")
        self.assertEqual([block["type"] for block in blocks], ["text", "row", "button"])
        self.assertEqual(blocks[1]["children"], [{**CHOICE, "label": "Pick one"}])
        self.assertEqual(blocks[2]["title"], "Go on")
        for page in (one, other):
            expect(self.title(page)).to_have_text("Where to?")
            expect(page.locator(".stage-host legend")).to_have_text("Pick one")

    def test_changes_of_the_same_text_are_a_conflict(self):
        one, other = self.open_both()
        one.context.set_offline(True)
        self.set_text(one, "goal?", "Mine")
        self.set_text(other, "goal?", "Theirs")
        self.wait_for_blocks(other, lambda it: it[0]["text"] == "Theirs", "their text")
        one.context.set_offline(False)
        one.get_by_role("button", name="Resolve").click()
        dialog = one.get_by_role("dialog", name="1 conflict")
        expect(dialog.locator(".conflict-place")).to_have_text("Goal › text")
        layout.save_screenshot(one, "screen-conflict")
        expect(dialog.locator(".conflict-choice.theirs")).to_contain_text("Theirs")
        dialog.locator(".conflict-choice.mine").click()
        expect(dialog).to_have_count(0)
        expect(self.title(other)).to_have_text("Mine")
