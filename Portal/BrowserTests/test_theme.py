"""The theme of drawn screens: its colors and shapes, next to an example of every block."""

import re
import unittest

from portal import expect
from test_drawn import DOCUMENT
from test_settings import SETTINGS, SettingsCase

BLOCKS = ["column", "row", "grid", "overlay", "card", "footer", "divider", "text", "image", "icon",
          "video", "badge", "bullets", "facts", "progress", "chart", "countdown", "disclosure",
          "button", "link", "field", "choice", "list", "carousel", "tabs", "custom"]
STYLE = "(element, name) => getComputedStyle(element).getPropertyValue(name)"


class ThemeTest(SettingsCase):
    def open_theme(self, role="owner", theme=None):
        document = {**DOCUMENT, "theme": theme} if theme else {
            key: value for key, value in DOCUMENT.items() if key != "theme"}
        self.save_draft(document)
        page = self.open_settings("theme", role)
        expect(page.locator(".theme-phone .fm-screen")).to_be_visible()
        return page

    def style(self, page, block, name):
        return page.locator(f".theme-phone .fm-screen {block}").first.evaluate(STYLE, name)

    def test_a_theme_is_edited_beside_an_example_of_every_block(self):
        page = self.open_theme()
        for block in BLOCKS:
            self.assertGreater(
                page.locator(f".theme-phone .fm-{block}").count(), 0, f"an example of {block}")
        expect(page.get_by_text("All texts are easy to read")).to_be_visible()
        page.get_by_label("Appearance of the example").get_by_text("Light").click()
        accent = page.get_by_role("textbox", name="Accent (Light) as text", exact=True)
        accent.fill("#8fb4ff")
        group = page.get_by_role("group", name="Accent, Light", exact=True)
        expect(group).to_contain_text("Hard to read on Surface: needs 4.5 : 1")
        expect(page.get_by_text("4 pairs of colors are hard to read")).to_be_visible()
        primary = ".fm-button.fm-style-primary"
        self.assertEqual(self.style(page, primary, "background-color"), "rgb(143, 180, 255)")
        page.get_by_role("button", name="Make Accent readable (Light)", exact=True).click()
        expect(group).to_contain_text("Easy to read")
        page.get_by_label("Corners").get_by_text("None").click()
        self.assertEqual(self.style(page, primary, "border-radius"), "0px")
        page.get_by_label("Spacing").get_by_text("Spacious").click()
        page.get_by_label("Typeface").get_by_text("Serif").click()
        self.assertIn("serif", self.style(page, "h2", "font-family"))
        theme = self.saved_draft(page)["theme"]
        self.assertEqual(
            {key: theme[key] for key in ("corner", "spacing", "font")},
            {"corner": "none", "spacing": "spacious", "font": "serif"})
        self.assertEqual(list(theme["colors"]), ["accent"])
        self.assertEqual(theme["colors"]["accent"]["dark"], "#8fb4ff")
        self.click_button(page, "Reset the theme")
        self.assertEqual(self.style(page, primary, "background-color"), "rgb(31, 87, 214)")
        self.assertNotIn("theme", self.saved_draft(page))
        page.keyboard.press("Control+z")
        self.assertIn("serif", self.style(page, "h2", "font-family"))
        self.assertEqual(self.saved_draft(page)["theme"], theme)

    def test_the_theme_is_shown_on_the_canvas_and_its_change_in_the_publish_sheet(self):
        page = self.open_theme()
        page.get_by_role("textbox", name="Accent (Light) as text", exact=True).fill("#166b3a")
        self.saved_draft(page)
        page.goto("/apps/shop")
        card = page.locator('.canvas [data-node="goal"] .drawn-picture .fm-screen')
        expect(card).to_be_visible()
        self.assertIn("#166b3a", card.evaluate(STYLE, "--fm-accent"))
        page.locator(".publish-button").press("Enter")
        self.expect_text(page, "The theme of drawn screens changed.")

    def test_a_role_is_reset_and_invalid_colors_change_nothing(self):
        page = self.open_theme(theme={"colors": {"good": {"light": "#005500", "dark": "#aaffaa"}}})
        good = page.get_by_role("textbox", name="Good (Light) as text", exact=True)
        expect(good).to_have_value("#005500")
        good.fill("green")
        expect(good).to_have_attribute("aria-invalid", "true")
        expect(good).to_have_accessible_description("Enter a color such as #1f57d6.")
        expect(page.get_by_text("Enter a color such as #1f57d6.")).to_be_visible()
        good.press("Tab")
        expect(good).to_have_value("#005500")
        page.get_by_role("button", name="Reset Good").press("Enter")
        expect(good).to_have_value("#166b3a")
        self.assertNotIn("theme", self.saved_draft(page))

    def test_viewers_cannot_change_the_theme(self):
        page = self.open_theme("viewer")
        expect(page.get_by_label("Pick Accent (Light)", exact=True)).to_be_disabled()
        expect(page.get_by_role("button", name=re.compile("^Reset"))).to_have_count(0)
        expect(page.get_by_role("radio", name="None")).to_be_disabled()

    def test_the_page_is_accessible_in_german_and_without_a_drawn_screen(self):
        self.save_draft({"schema": 1, "flows": [
            {"id": "f", "start": "a", "steps": [{"id": "a", "screen": "Home"}]}]})
        page = self.open_as(at=f"{SETTINGS}/theme", locale="de-DE")
        expect(page.get_by_role("heading", level=1, name="Gestaltung")).to_be_visible()
        self.expect_text(page, "hat noch keine gezeichneten Bildschirme")
        expect(page.locator(".theme-phone h2")).to_have_text("Guten Morgen")
        self.assert_accessible_at_all_sizes(page, "theme-german")


if __name__ == "__main__":
    unittest.main()
