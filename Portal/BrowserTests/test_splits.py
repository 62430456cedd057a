"""Experiments: weights that add up, coverage, and the bucketing attribute."""

import unittest

from panel import PanelCase, expect

FALLBACK = {"to": "Login"}


class SplitTests(PanelCase):
    def open_split(self, weights, **members):
        variants = [{"key": key, "weight": weight, "to": "Login"}
                    for key, weight in zip("ABC", weights)]
        self.update_step("Home", ports={
            "login": [{"split": {"experiment": "short", **members, "variants": variants}}]})
        page = self.open_panel("Home")
        self.route_titles(page, "login").first.click()
        return page

    def expect_weights(self, *expected):
        self.wait_until_equal(
            lambda: [
                variant["weight"] for variant in
                self.draft_step("Home")["ports"]["login"][0]["split"]["variants"]], list(expected))

    def test_a_split_with_two_variants_is_added(self):
        page = self.open_panel("Home")
        self.add_to_port(page, "login", "Split")
        hint = page.get_by_text("All variants have the same destination, Login")
        expect(hint).to_be_visible()
        page.get_by_role("group", name="Variant B").get_by_role("combobox", name="Leads to").fill(
            "SignUp")
        page.keyboard.press("Enter")
        expect(hint).to_have_count(0)
        self.wait_for_routes("Home", "login", [{"split": {"experiment": "Home-login", "variants": [
            {"key": "A", "weight": 0.5, "to": "Login"},
            {"key": "B", "weight": 0.5, "to": "SignUp"}]}}])

    def test_sliders_always_add_up(self):
        page = self.open_split([0.5, 0.3, 0.2])
        slider = page.get_by_role("slider", name="Share of A", exact=True)
        slider.fill("75")
        self.expect_weights(0.75, 0.15, 0.1)
        slider.focus()
        page.keyboard.press("ArrowRight")
        self.expect_weights(0.76, 0.144, 0.096)
        expect(page.get_by_role("slider", name="Share of B", exact=True)).to_have_attribute(
            "aria-valuetext", "14.4%")

    def test_a_weight_is_typed_and_a_locked_one_stays(self):
        page = self.open_split([0.5, 0.3, 0.2])
        page.get_by_role("button", name="Lock the share of B").click()
        page.get_by_label("Share of A in percent").fill("33.33")
        self.expect_weights(0.3333, 0.3, 0.3667)
        page.get_by_label("Share of A in percent").fill("130")
        expect(self.port_section(page, "login")).to_contain_text("At most 100.")
        self.expect_weights(0.3333, 0.3, 0.3667)

    def test_an_invalid_weight_returns_to_the_last_valid_one(self):
        page = self.open_split([0.5, 0.3, 0.2])
        field = page.get_by_label("Share of A in percent")
        for typed, text in (
                ("150", "At most 100."), ("abc", "Enter a number"), ("", "Enter a number")):
            field.fill(typed)
            expect(self.port_section(page, "login")).to_contain_text(text)
            field.press("Tab")
            expect(field).to_have_value("50")
            expect(self.port_section(page, "login").locator(".field-error")).to_have_count(0)
        field.fill("40")
        self.expect_weights(0.4, 0.36, 0.24)

    def test_variants_are_added_named_and_removed(self):
        page = self.open_split([0.5, 0.5])
        self.click_button(page, "Add variant")
        self.expect_weights(0.3334, 0.3333, 0.3333)
        page.get_by_role("group", name="Variant C").get_by_label(
            "Name of the variant").fill("Long")
        self.wait_until_equal(
            lambda: [variant["key"] for variant in
                     self.draft_step("Home")["ports"]["login"][0]["split"]["variants"]],
            ["A", "B", "Long"])
        page.get_by_role("button", name="Remove variant B").click()
        self.expect_weights(0.5001, 0.4999)
        page.get_by_role("button", name="Remove variant A").click()
        self.wait_for_routes("Home", "login", [{"to": "Login"}])

    def test_coverage_is_reduced(self):
        page = self.open_split([0.5, 0.5])
        page.get_by_label("Coverage in percent").fill("20")
        expect(page.get_by_text("Everyone else continues with the next rule.")).to_be_visible()
        self.wait_until_equal(
            lambda: self.draft_step("Home")["ports"]["login"][0]["split"].get("coverage"), 0.2)
        page.get_by_label("Coverage in percent").fill("100")
        self.wait_until_equal(
            lambda: self.draft_step("Home")["ports"]["login"][0]["split"].get("coverage"), None)

    def test_bucketing_options_are_behind_more(self):
        page = self.open_split([0.5, 0.5])
        page.get_by_role("button", name="More", exact=True).last.click()
        page.get_by_role("combobox", name="Assign by", exact=True).fill("deviceId")
        page.keyboard.press("Enter")
        page.get_by_label("Seed").fill("summer")
        page.get_by_label("Namespace").fill("forms")
        page.get_by_label("To, in percent").fill("50")
        self.wait_until_equal(
            lambda: {key: value for key, value in
                     self.draft_step("Home")["ports"]["login"][0]["split"].items()
                     if key != "variants"},
            {"experiment": "short", "by": "deviceId", "seed": "summer",
             "namespace": ["forms", 0, 0.5]})

    def test_users_who_would_change_variants_are_counted(self):
        page = self.open_split([0.5, 0.5])
        # Ports without routes are errors in production, and irrelevant here.
        published = self.server.call(
            "POST", "/v1/apps/shop/environments/production/releases",
            {"document": self.draft(), "override": "Only the split counts here"})
        self.assertEqual(published.status, 201, published)
        page.reload()
        page.get_by_text("List", exact=True).click()
        page.locator('[data-step="Home"] .list-tools button').first.click()
        self.route_titles(page, "login").first.click()
        expect(page.get_by_text("switch to another variant")).to_have_count(0)
        page.get_by_label("Share of A in percent").fill("60")
        expect(page.get_by_text("10% of current participants")).to_be_visible()

    def test_weights_that_do_not_add_up_are_reported_and_fixed(self):
        page = self.open_split([0.5, 0.2])
        expect(page.get_by_text("do not add up to 100%")).to_be_visible()
        self.click_button(page, "Make equal")
        self.expect_weights(0.5, 0.5)

    def test_explicit_ranges_are_shown_unchanged(self):
        variants = [{"key": "A", "range": [0, 0.25], "to": "Login"},
                    {"key": "B", "range": [0.5, 0.75], "to": "SignUp"}]
        self.update_step("Home", ports={
            "login": [{"split": {"experiment": "short", "variants": variants}}, FALLBACK]})
        page = self.open_panel("Home")
        self.route_titles(page, "login").first.click()
        expect(page.get_by_text("Fixed range of users: 50% to 75%")).to_be_visible()
        expect(self.port_section(page, "login").get_by_role("img")).to_have_accessible_name(
            "Shares: A: 25%, B: 25%")


if __name__ == "__main__":
    unittest.main()
