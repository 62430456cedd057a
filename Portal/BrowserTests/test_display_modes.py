"""Forced colors, more contrast, small windows and very high resolutions."""

import unittest

from canvas_case import CanvasCase
from portal import expect

# The computed styles that make an element stand out in forced colors.
APPEARANCE = """(element) => { const style = getComputedStyle(element); return [
  style.backgroundColor, style.color, style.borderTopWidth, style.outlineStyle,
  style.outlineWidth].join(" ") }"""
PAGES = [
    "/", "/apps/new", "/apps/shop/connect", "/apps/shop/history", "/apps/shop/history/log",
    "/apps/shop/history/3", "/organization/members", "/organization/tokens",
    "/organization/audit", "/help", "/help/findings", "/help/keys",
    *(f"/apps/shop/settings/{part}" for part in (
        "general", "environments", "keys", "attributes", "segments", "languages", "builds"))]


class DisplayModeTests(CanvasCase):
    def open_with_forced_colors(self, at="/apps/shop", colors="light", **options):
        page = self.open_editor(at=at, **options)
        page.emulate_media(forced_colors="active", color_scheme=colors)
        return page

    def appearance(self, locator):
        return locator.first.evaluate(APPEARANCE)

    def assert_differ(self, locator, other, description):
        self.assertNotEqual(self.appearance(locator), self.appearance(other), description)

    def style(self, locator, name):
        return locator.first.evaluate(
            "(element, name) => getComputedStyle(element).getPropertyValue(name)", name)

    def test_selected_items_of_the_toolbars_stand_out(self):
        for colors in ("light", "dark"):
            page = self.open_with_forced_colors(colors=colors)
            views = page.locator(".bar-views a")
            self.assert_differ(views.nth(0), views.nth(1), "the current page")
            segments = page.locator(".flow-bar .segmented label")
            self.assert_differ(segments.nth(0), segments.nth(1), "canvas or list")
            pressed = page.locator(".canvas-toolbar [aria-pressed=true]")
            self.assert_differ(
                pressed, page.locator(".canvas-toolbar [aria-pressed=false], .canvas-toolbar"
                                      " button:not([aria-pressed])"), "a tool that is on")
            findings = page.locator(".findings-button")
            before = self.appearance(findings)
            findings.click()
            expect(findings).to_have_attribute("aria-pressed", "true")
            self.assertNotEqual(self.appearance(findings), before, "the panel that is open")

    def test_states_of_nodes_and_edges_are_shown_by_lines(self):
        page = self.open_with_forced_colors()
        page.mouse.click(*self.title_position(page, "Home"))
        home, login = self.node(page, "Home"), self.node(page, "Login")
        expect(page.locator(".selected [data-node=Home]")).to_be_visible()
        self.assertNotEqual(self.style(home, "outline-style"), "none")
        self.assertEqual(self.style(login, "outline-style"), "none")
        near = page.locator(".canvas-highlights .highlight-near .canvas-line")
        plain = page.locator(".canvas-base .canvas-line")
        self.assertNotEqual(self.style(near, "stroke"), self.style(plain, "stroke"))
        self.break_login(page)
        faulty = page.locator(".canvas-base .error .canvas-line")
        expect(faulty.first).to_be_attached()
        self.assertNotEqual(
            self.style(faulty, "stroke-dasharray"), self.style(plain, "stroke-dasharray"))
        port = self.node(page, "Home").locator("[data-handle=login] > span")
        self.assertIn("double", self.style(port, "text-decoration-style"))

    def break_login(self, page):
        """Saves a draft, as another user, that routes a port to a step that does not exist."""
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = [{"to": "Nowhere"}]
        self.save_draft(document)
        expect(page.locator(".findings-button")).to_contain_text("error")

    def test_dialogs_have_borders_and_switches_show_their_state(self):
        page = self.open_with_forced_colors()
        page.locator(".canvas").focus()
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog")
        self.assertNotEqual(self.style(dialog, "border-top-width"), "0px")
        switch = dialog.get_by_role("switch")
        before = self.style(switch, "background-color")
        switch.click()
        expect(switch).not_to_be_checked()
        expect(switch).not_to_have_css("background-color", before)

    def test_more_contrast_gives_muted_text_the_color_of_other_text(self):
        page = self.open_editor()
        muted = page.locator(".save-live")
        before = self.style(muted, "color")
        page.emulate_media(contrast="more")
        self.assertNotEqual(self.style(muted, "color"), before)
        self.assertEqual(self.style(muted, "color"), self.style(page.locator("body"), "color"))

    def test_a_high_resolution_screen_scales_texts_cards_and_minimap(self):
        page = self.open_editor()
        page.set_viewport_size({"width": 3840, "height": 2050})
        page.reload()
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        self.wait_until_still(page, "Home")
        self.assertEqual(self.style(page.locator("html"), "font-size"), "22px")
        self.assertGreater(self.node(page, "Home").bounding_box()["width"], 208 * 1.3)
        self.assertGreater(page.locator(".canvas-minimap").bounding_box()["width"], 260)

    def test_pages_fit_320_pixels_in_both_languages(self):
        for locale in ("en-GB", "de-DE"):
            page = self.open_as(at="/", locale=locale)
            page.set_viewport_size({"width": 320, "height": 640})
            for url in PAGES:
                page.goto(url)
                expect(page.locator("main h1").first).to_be_visible()
                expect(page.locator(".loading")).to_have_count(0)
                self.assertLessEqual(
                    page.evaluate("document.documentElement.scrollWidth"), 320,
                    f"{url} in {locale}")


if __name__ == "__main__":
    unittest.main()
