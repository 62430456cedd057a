"""A drawn screen on a phone: viewing it, editing a text by touch, and publishing."""

import re

from portal import expect, layout
from test_screen_editor import EditorCase
from touch import TouchInput


class PhoneTest(EditorCase):
    def open_phone(self, **options):
        page = self.open_document(**options)
        page.goto("/apps/shop?screen=Goal")
        expect(page.locator(".stage-host .fm-screen")).to_be_visible()
        return page, TouchInput(page)

    def show_part(self, page, name):
        page.locator(".screen-head .segmented label", has_text=name).click()

    def test_a_text_is_changed_with_a_finger_and_published(self):
        page, touch = self.open_phone(size="phone", has_touch=True)
        title = page.locator(".stage-host h1")
        layout.save_screenshot(page, "screen-phone")
        touch.tap(self.center(title))
        field = page.get_by_role("textbox", name=re.compile("^Text of Text"))
        expect(field).to_be_focused()
        page.keyboard.type("Where to?")
        layout.save_screenshot(page, "screen-phone-writing")
        page.keyboard.press("Enter")
        expect(title).to_have_text("Where to?")
        # A moving finger scrolls, and edits no text.
        x, y = self.center(page.locator(".stage-host .fm-button"))
        touch.drag(((x, y), (x, y - 80)))
        expect(page.locator(".stage-text")).to_have_count(0)
        publish = page.get_by_role("button", name=re.compile("^Publish"))
        expect(publish).to_be_enabled()
        publish.tap()
        sheet = page.get_by_role("dialog", name="Publish changes")
        self.accept_all(sheet)
        layout.save_screenshot(page, "screen-phone-publishing")
        sheet.get_by_role("button", name="Publish to production").tap()
        page.get_by_role("dialog", name="Published").get_by_role("button", name="Done").tap()
        root = self.screen(self.live_document(), "Goal")["root"]
        self.assertEqual(root["children"][0]["text"], "Where to?")
        expect(title).to_have_text("Where to?")

    def test_settings_are_a_sheet_over_the_screen_that_they_change(self):
        page, _ = self.open_phone(size="phone", has_touch=True)
        self.show_part(page, "Structure")
        self.row(page, "goal").tap()
        self.show_part(page, "Settings")
        panel = self.panel(page)
        title = page.locator(".stage-host h1")
        panel.get_by_label("Text", exact=True).fill("Where to?")
        expect(title).to_have_text("Where to?")
        height = page.viewport_size["height"]
        self.assertGreater(panel.bounding_box()["y"], 0.3 * height)
        self.assertLess(self.center(title)[1], panel.bounding_box()["y"])
        layout.save_screenshot(page, "screen-phone-settings")
        layout.assert_accessible(self, page, "the settings as a sheet")
