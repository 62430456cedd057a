"""Forced colors, more contrast, small windows and very high resolutions."""

import unittest

from canvas_case import CanvasCase
from portal import expect

# The computed styles that make an element stand out in forced colors.
APPEARANCE = """(one) => { const style = getComputedStyle(one); return [
  style.backgroundColor, style.color, style.borderTopWidth, style.outlineStyle,
  style.outlineWidth].join(" ") }"""
PAGES = [
    "/", "/apps/new", "/apps/shop/connect", "/apps/shop/history", "/apps/shop/history/log",
    "/apps/shop/history/3", "/organization/members", "/organization/tokens",
    "/organization/audit", "/help", "/help/findings", "/help/keys",
    *(f"/apps/shop/settings/{part}" for part in (
        "general", "environments", "keys", "attributes", "segments", "languages", "builds"))]


class ForcedColors(CanvasCase):
    def forced(self, at="/apps/shop", colors="light", **options):
        page = self.open_editor(at=at, **options)
        page.emulate_media(forced_colors="active", color_scheme=colors)
        return page

    def appearance(self, locator):
        return locator.first.evaluate(APPEARANCE)

    def assert_differ(self, one, other, what):
        self.assertNotEqual(self.appearance(one), self.appearance(other), what)

    def style(self, locator, name):
        return locator.first.evaluate(
            "(one, name) => getComputedStyle(one).getPropertyValue(name)", name)

    def test_selected_items_of_the_toolbars_stand_out(self):
        for colors in ("light", "dark"):
            page = self.forced(colors=colors)
            views = page.locator(".bar-views a")
            self.assert_differ(views.nth(0), views.nth(1), "the current page")
            segments = page.locator(".flow-bar .segmented label")
            self.assert_differ(segments.nth(0), segments.nth(1), "canvas or list")
            pressed = page.locator(".canvas-toolbar [aria-pressed=true]")
            self.assert_differ(
                pressed, page.locator(".canvas-toolbar [aria-pressed=false], .canvas-toolbar"
                                      " button:not([aria-pressed])"), "a tool that is on")
            update = page.locator(".update-button")
            expect(update).to_have_attribute("aria-disabled", "true")
            findings = page.locator(".findings-button")
            before = self.appearance(findings)
            findings.click()
            expect(findings).to_have_attribute("aria-pressed", "true")
            self.assertNotEqual(self.appearance(findings), before, "the panel that is open")

    def test_states_of_nodes_and_edges_are_shown_by_lines(self):
        page = self.forced()
        page.mouse.click(*self.title_position(page, "Home"))
        home, login = self.node(page, "Home"), self.node(page, "Login")
        expect(page.locator(".selected [data-node=Home]")).to_be_visible()
        self.assertNotEqual(self.style(home, "outline-style"), "none")
        self.assertEqual(self.style(login, "outline-style"), "none")
        near = page.locator(".canvas-highlights .highlight-near .canvas-line")
        plain = page.locator(".canvas-base .canvas-line")
        self.assertNotEqual(self.style(near, "stroke"), self.style(plain, "stroke"))
        self.break_login(page)
        wrong = page.locator(".canvas-base .error .canvas-line")
        expect(wrong.first).to_be_attached()
        self.assertNotEqual(
            self.style(wrong, "stroke-dasharray"), self.style(plain, "stroke-dasharray"))
        port = self.node(page, "Home").locator("[data-handle=login] > span")
        self.assertIn("double", self.style(port, "text-decoration-style"))

    def break_login(self, page):
        """Another user routes a port to a step that does not exist."""
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = [{"to": "Nowhere"}]
        response = self.server.call(
            "PUT", "/v1/apps/shop/draft", document, {"If-None-Match": "*"})
        self.assertEqual(response.status, 201, response)
        expect(page.locator(".findings-button")).to_contain_text("error")

    def test_switches_and_dialogs_have_borders(self):
        page = self.forced()
        page.locator(".canvas").focus()
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog")
        self.assertNotEqual(self.style(dialog, "border-top-width"), "0px")
        switch = dialog.get_by_role("switch")
        before = self.style(switch, "background-color")
        switch.click()
        expect(switch).not_to_be_checked()
        expect(switch).not_to_have_css("background-color", before)

    def test_more_contrast_leaves_no_muted_text(self):
        page = self.open_editor()
        quiet = page.locator(".save-live")
        before = self.style(quiet, "color")
        page.emulate_media(contrast="more")
        self.assertNotEqual(self.style(quiet, "color"), before)
        self.assertEqual(self.style(quiet, "color"), self.style(page.locator("body"), "color"))

    def test_a_high_resolution_screen_scales_everything(self):
        page = self.open_editor()
        page.set_viewport_size({"width": 3840, "height": 2050})
        page.reload()
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        self.wait_until_still(page, "Home")
        self.assertEqual(self.style(page.locator("html"), "font-size"), "22px")
        self.assertGreater(self.node(page, "Home").bounding_box()["width"], 208 * 1.3)
        self.assertGreater(page.locator(".canvas-map").bounding_box()["width"], 260)

    def test_every_page_fits_320_pixels_in_both_languages(self):
        for locale in ("en-GB", "de-DE"):
            page = self.open_as(at="/", locale=locale)
            page.set_viewport_size({"width": 320, "height": 640})
            for address in PAGES:
                page.goto(address)
                expect(page.locator("main h1").first).to_be_visible()
                expect(page.locator(".loading")).to_have_count(0)
                self.assertLessEqual(
                    page.evaluate("document.documentElement.scrollWidth"), 320,
                    f"{address} in {locale}")


if __name__ == "__main__":
    unittest.main()
