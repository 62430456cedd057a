"""Two members edit one drawn screen: each sees where the other is, and changes are merged."""

import json

from portal import expect, layout
from test_screen_editor import EditorCase
from test_screens import GOAL

CHOICE = {"type": "choice", "name": "goal", "label": "Choose one", "options": [
    {"value": "run", "title": "Run"}, {"value": "sleep", "title": "Sleep"}]}


class CollaborationTest(EditorCase):
    def open_both(self):
        """Opens the same screen as an owner and as an editor."""
        title, button = GOAL["root"]["children"]
        document = self.document_with_two_screens()
        document["screens"][0] = {
            "name": "Goal", "root": {"type": "column", "children": [
                title, CHOICE, {"type": "row", "children": []}, button]}}
        owner = self.open_screen(document=document)
        editor = self.open_as("editor", "/apps/shop?screen=Goal")
        expect(editor.locator(".stage-host .fm-screen")).to_be_visible()
        expect(self.rows(editor)).to_have_count(5)
        return owner, editor

    def other_member(self, page, row):
        """The name of the other member at a row of the structure."""
        return self.row(page, row).locator(".tree-other")

    def set_text(self, page, row, text, label="Text"):
        self.row(page, row).click()
        self.panel(page).get_by_label(label, exact=True).first.fill(text)

    def title(self, page):
        return page.locator(".stage-host h1")

    def test_each_member_sees_the_others_selected_block(self):
        owner, editor = self.open_both()
        self.row(owner, "Choose one").click()
        mark = self.other_member(editor, "Choose one")
        expect(mark).to_be_visible()
        name = mark.inner_text()
        expect(editor.locator(".stage-other")).to_have_text(name)
        box = editor.locator(".stage-other").bounding_box()
        choice = editor.locator(".stage-host .fm-choice").bounding_box()
        self.assertAlmostEqual(box["y"], choice["y"], delta=2)
        layout.save_screenshot(editor, "screen-together")
        layout.assert_accessible(self, editor, "a screen with another member in it")
        # The name follows the block when it is moved.
        self.row(editor, "Choose one").click()
        editor.keyboard.press("Alt+ArrowUp")
        expect(self.rows(owner).nth(1)).to_contain_text("Choose one")
        expect(self.other_member(editor, "Choose one")).to_have_text(name)
        # The step is marked on the canvas.
        self.back_to_flow(editor)
        expect(self.node(editor, "goal").locator(".canvas-markers")).to_contain_text(name)
        editor.get_by_role("button", name="1 other member is here").click()
        editor.get_by_role("menuitem", name="is editing Goal").click()
        expect(self.other_member(editor, "Choose one")).to_have_text(name)
        self.back_to_flow(owner)
        expect(editor.locator(".tree-other")).to_have_count(0)

    def test_an_invalid_position_is_harmless(self):
        owner, editor = self.open_both()

        def forge(route):
            body = route.request.post_data_json
            route.continue_(post_data=json.dumps({**body, "step": 'Goal#/root/"]'}))

        editor.route("**/presence", forge)
        with editor.expect_response("**/presence") as response:
            self.row(editor, "goal?").click()
        self.assertEqual(response.value.status, 204)
        # This change is sent after the position.
        self.set_text(editor, "Continue", "Go on", "Title")
        expect(owner.locator(".stage-host button")).to_have_text("Go on")
        expect(owner.locator(".stage-other")).to_have_count(0)
        self.set_text(owner, "goal?", "Where to?")
        expect(self.title(editor)).to_have_text("Where to?")

    def test_changes_to_blocks_and_to_properties_are_merged(self):
        owner, editor = self.open_both()
        owner.context.set_offline(True)
        self.set_text(owner, "goal?", "Where to?")
        self.row(owner, "Choose one").click()
        owner.keyboard.press("Alt+ArrowDown")
        owner.keyboard.press("Alt+ArrowRight")
        self.row(editor, "goal?").click()
        self.panel(editor).get_by_label("Color", exact=True).select_option("muted")
        self.set_text(editor, "Choose one", "Pick one", "Label")
        self.set_text(editor, "Continue", "Go on", "Title")
        self.wait_for_blocks(lambda blocks: blocks[3].get("title") == "Go on", "their changes")
        owner.context.set_offline(False)
        blocks = self.wait_for_blocks(
            lambda blocks: blocks[0].get("text") == "Where to?", "both changes")
        self.assertEqual(blocks[0]["tone"], "muted")
        self.assertEqual([block["type"] for block in blocks], ["text", "row", "button"])
        self.assertEqual(blocks[1]["children"], [{**CHOICE, "label": "Pick one"}])
        self.assertEqual(blocks[2]["title"], "Go on")
        for page in (owner, editor):
            expect(self.title(page)).to_have_text("Where to?")
            expect(page.locator(".stage-host legend")).to_have_text("Pick one")

    def test_changes_to_the_same_text_are_a_conflict(self):
        owner, editor = self.open_both()
        owner.context.set_offline(True)
        self.set_text(owner, "goal?", "Mine")
        self.set_text(editor, "goal?", "Theirs")
        self.wait_for_blocks(lambda blocks: blocks[0]["text"] == "Theirs", "their text")
        owner.context.set_offline(False)
        owner.get_by_role("button", name="Resolve").click()
        dialog = owner.get_by_role("dialog", name="1 conflict")
        expect(dialog.locator(".conflict-place")).to_have_text("Goal › text")
        layout.save_screenshot(owner, "screen-conflict")
        expect(dialog.locator(".conflict-choice.theirs")).to_contain_text("Theirs")
        dialog.locator(".conflict-choice.mine").click()
        expect(dialog).to_have_count(0)
        expect(self.title(editor)).to_have_text("Mine")
