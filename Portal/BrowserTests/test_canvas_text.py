"""Texts on cards: their content, and how they are edited in place."""

import unittest

from canvas_case import CanvasCase
from portal import expect, layout


class TextTests(CanvasCase):
    def test_a_double_click_edits_a_text_and_on_the_title_the_name(self):
        page = self.open_canvas()
        headline = self.node(page, "Home").locator('[data-text="The Corner Shop"]')
        page.mouse.dblclick(*self.center(headline))
        field = page.locator('[data-pointer="/headline"] textarea')
        expect(field).to_be_focused()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type("Open all night")
        self.wait_for_draft(
            lambda draft: self.step(draft, "Home")["content"]["headline"] == "Open all night",
            "the text")
        page.mouse.dblclick(*self.title_position(page, "Home"))
        expect(page.get_by_label("Step name")).to_be_focused()

    def test_a_title_of_three_lines_does_not_cover_its_picture(self):
        page = self.open_canvas()
        page.locator(".canvas").focus()
        page.keyboard.press("f")
        expect(page.locator(".canvas[data-level=smaller]")).to_be_visible()
        self.wait_until_still(page, "Home")
        card = page.locator(".canvas .canvas-card", has=page.locator(".tall")).first
        title = card.locator(".canvas-names").bounding_box()
        picture = card.locator(".canvas-screen").bounding_box()
        self.assertLessEqual(title["y"] + title["height"], picture["y"] + 1)
        layout.save_screenshot(page, "canvas-titles")

    def test_buttons_on_cards_have_the_apps_labels(self):
        page = self.open_canvas()
        foot = self.node(page, "Home").locator(".sketch-foot")
        expect(foot.locator('[data-text="Log in"]')).to_be_visible()
        page = self.open_canvas(locale="de-DE")
        foot = self.node(page, "Home").locator(".sketch-foot")
        expect(foot.locator('[data-text="Anmelden"]')).to_be_visible()


if __name__ == "__main__":
    unittest.main()
