"""What has the keyboard in the panel when the thing that had it is gone."""

import unittest

from panel import PanelCase, expect

GERMANY = {"when": {"country": {"$in": ["DE"]}}, "to": "SignUp"}
OLD = {"when": {"appVersion": {"$vlt": "2.0"}}, "to": "ForgotPassword"}
REST = {"to": "Login"}


class Keyboard(PanelCase):
    def split(self, *keys):
        variants = [{"key": key, "weight": 1 / len(keys), "to": "Login"} for key in keys]
        self.update_step("Home", ports={
            "login": [GERMANY, {"split": {"experiment": "short", "variants": variants}}]})
        page = self.open_panel("Home")
        self.route_titles(page, "login").nth(1).click()
        return page

    def press_menu(self, page, rule, entry):
        page.get_by_role("button", name=f"Actions for rule {rule}").first.press("Enter")
        page.get_by_role("menuitem", name=entry).press("Enter")

    def has_focus(self, page, selector):
        expect(page.locator(f"{selector}:focus, {selector} :focus")).to_have_count(1)

    def test_everybody_else_is_gone_into(self):
        self.update_step("Home", ports={"login": [GERMANY]})
        page = self.open_panel("Home")
        page.get_by_role("button", name="Everyone else", exact=True).press("Enter")
        self.has_focus(page, '.port[aria-label="login"] .route:last-child .way')

    def test_a_first_way_is_gone_into(self):
        self.update_step("Home", ports={})
        page = self.open_panel("Home")
        self.port_section(page, "login").get_by_role(
            "button", name="Connect").press("Enter")
        self.has_focus(page, '.port[aria-label="login"] .way')

    def test_a_variant_that_is_removed_gives_it_to_its_neighbour(self):
        page = self.split("A", "B", "C")
        page.get_by_role("button", name="Remove variant C").press("Enter")
        expect(page.get_by_role("group", name="Variant C")).to_have_count(0)
        self.has_focus(page, ".variants")
        page.get_by_role("button", name="Remove variant B").press("Enter")
        expect(page.locator(".variants")).to_have_count(0)
        self.has_focus(page, '.port[aria-label="login"]')

    def test_a_rule_that_is_removed_gives_it_to_its_neighbour(self):
        self.update_step("Home", ports={"login": [GERMANY, OLD, REST]})
        page = self.open_panel("Home")
        for rule, left in ((3, 2), (1, 1)):
            self.press_menu(page, rule, "Remove")
            expect(self.port_section(page, "login").locator(".route")).to_have_count(left)
            self.has_focus(page, '.port[aria-label="login"]')
        self.press_menu(page, 1, "Remove")
        expect(self.port_section(page, "login")).to_contain_text("Not connected yet.")
        self.has_focus(page, '.port[aria-label="login"]')

    def test_closing_the_panel_gives_it_to_the_row(self):
        page = self.open_panel("Home")
        page.get_by_role("button", name="Close panel").press("Enter")
        self.has_focus(page, '[data-step="Home"] .list-name')

    def test_closing_the_panel_gives_it_to_the_card(self):
        page = self.open_editor()
        page.locator('[data-node="Login"] .canvas-head').click()
        page.get_by_role("button", name="Close panel").press("Enter")
        self.has_focus(page, '.canvas [data-node="Login"]')

    def test_escape_in_the_name_gives_it_back_and_renames_nothing(self):
        page = self.open_editor()
        card = page.locator('.canvas [data-node="Login"]')
        card.locator(".canvas-head").click()
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
        self.has_focus(page, '[data-step="Home"] .list-name')
        expect(name).to_have_value("Home")
        self.assertIsNone(self.draft())

    def test_a_step_keeps_the_keyboard_in_its_name_when_it_is_renamed(self):
        page = self.open_panel("Home")
        name = page.get_by_label("Step name")
        name.fill("Front")
        name.press("Enter")
        self.wait_until_equal(lambda: bool(self.draft()), True)
        expect(name).to_have_value("Front")
        expect(name).to_be_focused()

    def test_a_name_says_how_long_it_may_be(self):
        page = self.open_panel("Home")
        name = page.get_by_label("Step name")
        name.fill("x" * 99)
        expect(page.get_by_text("A name has at most")).to_have_count(0)
        name.press_sequentially("xx")
        expect(name).to_have_value("x" * 100)
        expect(page.get_by_text("A name has at most 100 characters.")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
