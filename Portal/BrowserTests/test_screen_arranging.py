"""Arranging several blocks of a drawn screen at once, and dragging one with a finger."""

import re

from portal import expect, layout
from test_screen_editor import EditorCase
from test_screens import DOCUMENT
from touch import TouchInput

TEXTS = [{"type": "text", "text": text} for text in ("One", "Two", "Three")]
BUTTON = {"type": "button", "title": "Continue", "do": [{"fire": "next"}]}
TALL = {**DOCUMENT, "screens": [
    {"name": "Goal", "root": {"type": "column", "children": [*TEXTS, BUTTON]}}]}


class ArrangingTest(EditorCase):
    def open_tall(self, **options):
        page = self.open_screen(document=TALL, **options)
        self.row(page, "One").click()
        self.row(page, "Two").click(modifiers=["Shift"])
        return page

    def arrange(self, page, name, role="menuitem"):
        page.get_by_role("button", name="Align and group").click()
        page.get_by_role(role, name=name, exact=True).click()

    def test_several_blocks_are_put_side_by_side_and_aligned_by_keyboard(self):
        page = self.open_tall()
        page.keyboard.press("a")
        menu = page.get_by_role("menu", name="Align and group")
        expect(menu).to_contain_text("All 4 blocks of the column")
        expect(menu).to_contain_text("The 2 texts")
        layout.save_screenshot(page, "screen-arranging")
        layout.assert_accessible(self, page, "the menu that arranges blocks", within=".menu")
        item = menu.get_by_role("menuitem", name="Put into: Row")
        item.focus()
        page.keyboard.press("Enter")
        blocks = self.wait_for_blocks(lambda blocks: len(blocks) == 3, "a row")
        self.assertEqual(blocks[0]["type"], "row")
        self.assertEqual(blocks[0]["children"], TEXTS[:2])
        expect(self.row(page, "Row")).to_be_focused()
        # The row aligns its blocks.
        self.row(page, "One").click()
        self.arrange(page, "Text baseline", "menuitemradio")
        blocks = self.wait_for_blocks(lambda blocks: blocks[0].get("align"), "an alignment")
        self.assertEqual(blocks[0]["align"], "baseline")
        self.row(page, "Row").click()
        self.arrange(page, "Take out of its container")
        blocks = self.wait_for_blocks(lambda blocks: len(blocks) == 4, "no row")
        self.assertEqual(blocks, TALL["screens"][0]["root"]["children"])
        page.locator(".tree").press("Control+z")
        self.wait_for_blocks(lambda blocks: len(blocks) == 3, "the row again")

    def test_widths_texts_and_order_of_several_blocks_are_set_at_once(self):
        page = self.open_tall()
        self.arrange(page, "Narrow", "menuitemradio")
        page.get_by_role("button", name="Align and group").click()
        texts = page.get_by_role("menuitemradio", name="Center", exact=True)
        texts.last.click()
        blocks = self.wait_for_blocks(lambda blocks: blocks[1].get("align"), "centered texts")
        for block in blocks[:2]:
            self.assertEqual((block["width"], block["align"]), ("narrow", "center"))
        self.assertNotIn("width", blocks[2])
        self.arrange(page, "Reverse the order")
        blocks = self.wait_for_blocks(lambda blocks: blocks[0]["text"] == "Two", "the other order")
        self.assertEqual([block.get("text") for block in blocks], ["Two", "One", "Three", None])
        expect(page.locator(".tree-row[aria-pressed=true]")).to_have_count(2)


class TouchDragTest(EditorCase):
    def pick_up(self, page, touch, element):
        """Holds a finger on an element until it is picked up."""
        point = self.center(element)
        touch.send("touchStart", point)
        expect(page.locator("html.dragging-block")).to_have_count(1)
        return point

    def test_a_block_is_dragged_after_a_long_press(self):
        page = self.open_document(TALL, size="phone", has_touch=True)
        page.goto("/apps/shop?screen=Goal")
        stage = page.locator(".stage-host")
        expect(stage.locator(".fm-screen")).to_be_visible()
        touch = TouchInput(page)
        x, y = self.pick_up(page, touch, stage.get_by_text("One"))
        expect(page.locator(".screen-editor > [role=status]")).to_contain_text("Picked up")
        end = stage.get_by_text("Three").bounding_box()
        target = (x, end["y"] + end["height"] - 1)
        touch.send("touchMove", (x, (y + target[1]) / 2))
        touch.send("touchMove", target)
        expect(page.locator(".stage-line")).to_have_count(1)
        layout.save_screenshot(page, "screen-finger-dragging")
        touch.send("touchEnd")
        expect(page.locator("html.dragging-block")).to_have_count(0)
        blocks = self.wait_for_blocks(
            lambda blocks: blocks[0]["text"] == "Two", "the block after the others")
        self.assertEqual([block.get("text") for block in blocks], ["Two", "Three", "One", None])
        # Lifting the finger is not a tap: no text is edited.
        expect(page.locator(".stage-text")).to_have_count(0)

    def test_a_finger_that_moves_immediately_scrolls(self):
        page = self.open_document(TALL, size="phone", has_touch=True)
        page.goto("/apps/shop?screen=Goal")
        stage = page.locator(".stage-host")
        expect(stage.locator(".fm-screen")).to_be_visible()
        x, y = self.center(stage.get_by_text("One"))
        TouchInput(page).drag(((x, y), (x, y + 120)))
        expect(page.locator("html.dragging-block")).to_have_count(0)
        field = page.get_by_role("textbox", name=re.compile("^Text of Text"))
        TouchInput(page).tap(self.center(stage.get_by_text("Two")))
        expect(field).to_be_focused()
        children = self.screen(self.draft(), "Goal")["root"]["children"]
        self.assertEqual([child.get("text") for child in children], ["One", "Two", "Three", None])
