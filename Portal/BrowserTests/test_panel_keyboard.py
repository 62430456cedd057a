"""The focus in the panel after changes, and after the panel is closed."""

import unittest

from panel import PanelCase, expect

GERMANY = {"when": {"country": {"$in": ["DE"]}}, "to": "SignUp"}
OLD_VERSIONS = {"when": {"appVersion": {"$vlt": "2.0"}}, "to": "ForgotPassword"}
FALLBACK = {"to": "Login"}


class FocusTests(PanelCase):
    def open_split(self, *keys):
        """Opens a route whose split has these variants, in equal shares."""
        variants = [{"key": key, "weight": 1 / len(keys), "to": "Login"} for key in keys]
        self.update_step("Home", ports={
            "login": [GERMANY, {"split": {"experiment": "short", "variants": variants}}]})
        page = self.open_panel("Home")
        self.route_titles(page, "login").nth(1).click()
        return page

    def choose_menu_item(self, page, rule, entry):
        page.get_by_role("button", name=f"Actions for rule {rule}").first.press("Enter")
        page.get_by_role("menuitem", name=entry).press("Enter")

    def expect_focus_in(self, page, selector):
        expect(page.locator(f"{selector}:focus, {selector} :focus")).to_have_count(1)

    def test_adding_a_fallback_route_focuses_its_target(self):
        self.update_step("Home", ports={"login": [GERMANY]})
        page = self.open_panel("Home")
        page.get_by_role("button", name="Everyone else", exact=True).press("Enter")
        self.expect_focus_in(
            page, '.port[aria-label="login"] .route:last-child .destination-editor')

    def test_adding_a_first_route_focuses_its_target(self):
        self.update_step("Home", ports={})
        page = self.open_panel("Home")
        self.port_section(page, "login").get_by_role(
            "button", name="Connect").press("Enter")
        self.expect_focus_in(page, '.port[aria-label="login"] .destination-editor')

    def test_removing_a_variant_keeps_focus_in_the_split_or_its_port(self):
        page = self.open_split("A", "B", "C")
        page.get_by_role("button", name="Remove variant C").press("Enter")
        expect(page.get_by_role("group", name="Variant C")).to_have_count(0)
        self.expect_focus_in(page, ".variants")
        page.get_by_role("button", name="Remove variant B").press("Enter")
        expect(page.locator(".variants")).to_have_count(0)
        self.expect_focus_in(page, '.port[aria-label="login"]')

    def test_removing_a_route_keeps_focus_in_its_port(self):
        self.update_step("Home", ports={"login": [GERMANY, OLD_VERSIONS, FALLBACK]})
        page = self.open_panel("Home")
        for rule, remaining in ((3, 2), (1, 1)):
            self.choose_menu_item(page, rule, "Remove")
            expect(self.port_section(page, "login").locator(".route")).to_have_count(remaining)
            self.expect_focus_in(page, '.port[aria-label="login"]')
        self.choose_menu_item(page, 1, "Remove")
        expect(self.port_section(page, "login")).to_contain_text("Not connected yet.")
        self.expect_focus_in(page, '.port[aria-label="login"]')

    def test_closing_the_panel_focuses_the_row(self):
        page = self.open_panel("Home")
        page.get_by_role("button", name="Close panel").press("Enter")
        self.expect_focus_in(page, '[data-step="Home"] .list-name')

    def test_closing_the_panel_focuses_the_node(self):
        page = self.open_editor()
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        page.locator('[data-node="Login"] .canvas-head').click()
        page.get_by_role("button", name="Close panel").press("Enter")
        self.expect_focus_in(page, '.canvas [data-node="Login"]')

    def test_escape_in_the_name_returns_focus_and_renames_nothing(self):
        page = self.open_editor()
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        card = page.locator('.canvas [data-node="Login"]')
        card.locator(".canvas-head").click()
        expect(card).to_be_focused()
        page.keyboard.press("Enter")
        name = page.get_by_label("Step name")
        expect(name).to_be_focused()
        page.keyboard.type("Other")
        page.keyboard.press("Escape")
        expect(card).to_be_focused()
        expect(name).to_have_value("Login")
        page.get_by_text("List", exact=True).click()
        page.locator('[data-step="Home"] .list-tools button').first.click()
        name.fill("Other")
        name.press("Escape")
        self.expect_focus_in(page, '[data-step="Home"] .list-name')
        expect(name).to_have_value("Home")
        self.assertIsNone(self.draft())

    def test_renaming_a_step_keeps_focus_in_the_name(self):
        page = self.open_panel("Home")
        name = page.get_by_label("Step name")
        name.fill("Front")
        name.press("Enter")
        self.wait_until_equal(lambda: bool(self.draft()), True)
        expect(name).to_have_value("Front")
        expect(name).to_be_focused()

    def test_a_name_that_is_too_long_is_reported(self):
        page = self.open_panel("Home")
        name = page.get_by_label("Step name")
        name.fill("x" * 99)
        expect(page.get_by_text("A name has at most")).to_have_count(0)
        name.press_sequentially("xx")
        expect(name).to_have_value("x" * 100)
        expect(page.get_by_text("A name has at most 100 characters.")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
