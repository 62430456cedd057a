"""A port's routes: their order, conditions as text and JSON, and targets."""

import unittest

from panel import PanelCase, expect

GERMANY = {"when": {"country": {"$in": ["DE"]}}, "to": "SignUp"}
OLD_VERSIONS = {"when": {"appVersion": {"$vlt": "2.0"}}, "to": "ForgotPassword"}
FALLBACK = {"to": "Login"}


class RouteOrderTests(PanelCase):
    def setUp(self):
        super().setUp()
        self.update_step("Home", ports={
            **self.step(self.live_document(), "Home")["ports"],
            "login": [GERMANY, OLD_VERSIONS, FALLBACK]})

    def test_routes_are_listed_in_evaluation_order(self):
        page = self.open_panel("Home")
        expect(self.route_titles(page, "login")).to_have_text([
            "If country is one of Germany", "If app version below version 2.0", "Everyone else"])
        expect(self.port_section(page, "login")).to_contain_text("the first that matches wins")

    def test_a_route_is_moved_by_keyboard_and_keeps_focus(self):
        page = self.open_panel("Home")
        handle = self.port_section(page, "login").get_by_role("button", name="Move rule 2 of 3")
        handle.focus()
        page.keyboard.press("ArrowUp")
        self.wait_for_routes("Home", "login", [OLD_VERSIONS, GERMANY, FALLBACK])
        expect(self.focused_element(page)).to_have_accessible_name(
            "Move rule 1 of 3 with the arrow keys")
        page.keyboard.press("Alt+ArrowDown")
        self.wait_for_routes("Home", "login", [GERMANY, OLD_VERSIONS, FALLBACK])

    def test_a_route_is_moved_by_dragging(self):
        page = self.open_panel("Home")
        port = self.port_section(page, "login")
        first = port.get_by_role("button", name="Move rule 1 of 3").bounding_box()
        second = port.locator(".route").nth(1).bounding_box()
        page.mouse.move(first["x"] + 8, first["y"] + 8)
        page.mouse.down()
        page.mouse.move(first["x"] + 8, second["y"] + second["height"] - 4, steps=6)
        page.mouse.up()
        self.wait_for_routes("Home", "login", [OLD_VERSIONS, GERMANY, FALLBACK])

    def test_a_route_is_moved_duplicated_and_removed_from_its_menu(self):
        page = self.open_panel("Home")
        for entry, expected in (
                ("Move down", [OLD_VERSIONS, GERMANY, FALLBACK]),
                ("Duplicate", [OLD_VERSIONS, OLD_VERSIONS, GERMANY, FALLBACK]),
                ("Remove", [OLD_VERSIONS, GERMANY, FALLBACK])):
            page.get_by_role("button", name="Actions for rule 1").first.click()
            page.get_by_role("menuitem", name=entry).click()
            self.wait_for_routes("Home", "login", expected)

    def test_a_route_that_is_never_reached_is_marked(self):
        self.update_step("Home", ports={"login": [FALLBACK, GERMANY]})
        page = self.open_panel("Home")
        expect(self.port_section(page, "login").locator(".route.shadowed")).to_contain_text(
            "Never reached: rule 1 applies to everyone.")

    def test_a_port_without_a_fallback_route_is_given_one(self):
        self.update_step("Home", ports={"login": [GERMANY]})
        page = self.open_panel("Home")
        self.click_button(page, "Everyone else")
        self.wait_for_routes("Home", "login", [GERMANY, {"to": "SignUp"}])


class ConditionTests(PanelCase):
    def test_a_condition_that_is_no_object_is_shown_as_json(self):
        self.update_step("Login", showWhen=None)
        page = self.open_panel("Login")
        condition = page.get_by_role("group", name="Show this step only if…")
        expect(condition.locator(".rule-sentence")).to_have_text("never")
        expect(condition.get_by_label("The rule as JSON")).to_have_value("null")
        expect(page.locator('[data-step="Login"] .list-chips').first).to_contain_text("Conditional")

    def test_a_condition_is_built_in_the_form(self):
        page = self.open_panel("Home")
        self.add_to_port(page, "login", "Rule")
        # Focus is in the field that is to be filled in.
        page.keyboard.type("germ")
        page.keyboard.press("Enter")
        page.keyboard.type("Austria")
        page.keyboard.press("Enter")
        expect(self.route_titles(page, "login").first).to_have_text(
            "If country is one of Germany or Austria")
        self.wait_for_routes("Home", "login", [
            {"when": {"country": {"$in": ["DE", "AT"]}}, "to": "Login"}, {"to": "Login"}])

    def open_condition(self, when, **options):
        self.update_step("Home", ports={"login": [{"when": when, "to": "SignUp"}, FALLBACK]})
        page = self.open_panel("Home", **options)
        self.route_titles(page, "login").first.click()
        return page

    def expect_condition(self, expected):
        self.wait_until_equal(
            lambda: self.draft_step("Home")["ports"]["login"][0].get("when"), expected)

    def test_a_route_that_is_never_taken_is_opened_to_everyone(self):
        page = self.open_condition(None)
        page.get_by_role("button", name="Actions for rule 1").first.click()
        page.get_by_role("menuitem", name="For everyone").click()
        self.wait_for_routes("Home", "login", [{"to": "SignUp"}, FALLBACK])

    def test_attribute_operator_and_value_are_chosen(self):
        page = self.open_condition({"country": {"$in": ["DE"]}})
        attribute = page.get_by_role("combobox", name="Attribute")
        attribute.fill("version")
        options = page.locator(".suggestions [role=option]")
        expect(options.last).to_have_text("New attribute “version”")
        expect(page.locator("[role=option][aria-selected=true]")).to_contain_text("app version")
        page.keyboard.press("Enter")
        self.expect_condition({"appVersion": {"$vgte": "1.0"}})
        # A new attribute must be chosen explicitly: leaving the field does not create it.
        attribute.fill("loyalty")
        page.keyboard.press("Tab")
        expect(attribute).to_have_value("app version")
        attribute.fill("version")
        options.last.click()
        expect(attribute).to_have_value("version")
        attribute.fill("app version")
        page.keyboard.press("Enter")
        self.expect_condition({"appVersion": {"$vgte": "1.0"}})
        value = page.get_by_role("combobox", name="Value")
        value.fill("2.3")
        page.keyboard.press("Enter")
        self.expect_condition({"appVersion": {"$vgte": "2.3"}})
        page.get_by_label("Comparison").select_option(label="below version")
        self.expect_condition({"appVersion": {"$vlt": "2.3"}})
        expect(self.route_titles(page, "login").first).to_have_text(
            "If app version below version 2.3")

    def test_a_condition_is_removed_only_after_its_fields_in_the_tab_order(self):
        page = self.open_condition({"appVersion": {"$vlt": "2.0"}})
        page.get_by_role("combobox", name="Attribute").focus()
        for name in ("Comparison", "Value", "Remove condition"):
            page.keyboard.press("Tab")
            expect(self.focused_element(page)).to_have_accessible_name(name)

    def test_values_are_removed_and_pasted(self):
        page = self.open_condition({"country": {"$in": ["DE", "AT"]}})
        page.get_by_role("button", name="Remove Germany").click()
        self.expect_condition({"country": {"$in": ["AT"]}})
        page.get_by_role("button", name="Paste many").click()
        page.get_by_label("Values", exact=True).fill("FR\nItaly\n\nAT")
        self.click_button(page, "Add 3 values")
        self.expect_condition({"country": {"$in": ["AT", "FR", "IT"]}})

    def test_conditions_are_added_grouped_and_removed(self):
        page = self.open_condition({"country": {"$in": ["DE"]}})
        rule = self.port_section(page, "login")
        rule.get_by_role("button", name="Add condition").click()
        page.keyboard.type("platform")
        page.keyboard.press("Enter")
        rule.get_by_role("combobox", name="Choose or type").last.fill("ios")
        page.keyboard.press("Enter")
        self.expect_condition({"country": {"$in": ["DE"]}, "platform": {"$in": ["ios"]}})
        rule.get_by_label("How many conditions must match").select_option(
            label="Any condition matches")
        self.expect_condition({
            "$or": [{"country": {"$in": ["DE"]}}, {"platform": {"$in": ["ios"]}}]})
        rule.get_by_role("button", name="Remove condition").first.click()
        self.expect_condition({"$or": [{"platform": {"$in": ["ios"]}}]})
        rule.get_by_role("button", name="Add group").click()
        self.expect_condition({"$or": [
            {"platform": {"$in": ["ios"]}}, {"$or": [{"country": {"$in": []}}]}]})

    def test_an_invalid_number_is_reported_and_not_saved(self):
        document = self.draft() or self.live_document()
        document["attributes"] = {"age": "integer"}
        self.save_draft(document)
        page = self.open_condition({"age": {"$gte": 18}})
        field = page.get_by_label("Value", exact=True)
        field.fill("many")
        expect(self.port_section(page, "login")).to_contain_text("Enter a number.")
        field.fill("17.5")
        expect(self.port_section(page, "login")).to_contain_text("Enter a whole number.")
        expect(self.route_titles(page, "login").first).to_contain_text("18")
        field.fill("21")
        self.expect_condition({"age": {"$gte": 21}})

    def test_an_invalid_version_is_reported_and_not_saved(self):
        page = self.open_condition({"appVersion": {"$vgte": "2.0"}})
        value = page.get_by_role("combobox", name="Value")
        value.fill("banana")
        page.keyboard.press("Enter")
        rule = self.port_section(page, "login")
        expect(rule.get_by_role("alert")).to_contain_text("Enter a version such as 2.3 or 2.3.1.")
        page.keyboard.press("Tab")
        expect(value).to_have_value("banana")
        expect(self.route_titles(page, "login").first).to_have_text(
            "If app version at least version 2.0")
        value.fill("2.3.1")
        page.keyboard.press("Enter")
        self.expect_condition({"appVersion": {"$vgte": "2.3.1"}})
        expect(rule.get_by_text("Enter a version such as")).to_have_count(0)

    def test_a_list_of_numbers_takes_numbers_only(self):
        document = self.draft() or self.live_document()
        document["attributes"] = {"age": "integer"}
        self.save_draft(document)
        page = self.open_condition({"age": {"$in": [18]}})
        page.get_by_role("combobox", name="Choose or type").fill("many, 21")
        page.keyboard.press("Enter")
        self.expect_condition({"age": {"$in": [18, 21]}})
        expect(self.port_section(page, "login").get_by_role("alert")).to_contain_text(
            "“many”: Enter a number.")

    def test_an_unknown_country_is_reported(self):
        page = self.open_condition({"country": {"$in": ["DE"]}})
        page.get_by_role("combobox", name="Choose or type").fill("Nowhereland")
        page.keyboard.press("Enter")
        expect(self.port_section(page, "login").get_by_role("alert")).to_contain_text(
            "There is no country “Nowhereland”. Apps send codes such as DE.")

    def test_case_sensitivity_is_chosen(self):
        page = self.open_condition({"plan": {"$regex": "^pro"}})
        page.get_by_role("button", name="Match case").click()
        self.expect_condition({"plan": {"$regexi": "^pro"}})
        expect(self.route_titles(page, "login").first).to_have_text(
            "If plan starts with “pro” ignoring case")

    def test_json_and_form_show_the_same_condition(self):
        page = self.open_condition({"country": {"$in": ["DE"]}})
        page.locator(".rule-builder").get_by_role("button", name="As JSON").click()
        text = page.get_by_label("The rule as JSON")
        text.fill('{"tags": {"$elemMatch": {"$regex": "^x"}}, "$not": {"age": {"$lt": 3}}}')
        self.expect_condition({
            "tags": {"$elemMatch": {"$regex": "^x"}}, "$not": {"age": {"$lt": 3}}})
        expect(page.locator(".rule-builder .rule-sentence")).to_have_text(
            "tags has an entry where the entry starts with “x” and not (age is less than 3)")
        self.click_button(page, "As text")
        modes = self.port_section(page, "login").get_by_label("How many conditions must match")
        expect(modes.last).to_have_value("notAll")

    def test_invalid_json_never_replaces_the_condition(self):
        page = self.open_condition({"country": {"$in": ["DE"]}})
        page.locator(".rule-builder").get_by_role("button", name="As JSON").click()
        text = page.get_by_label("The rule as JSON")
        text.fill('{\n  "country": {"$in": ["AT"},\n}')
        rule = self.port_section(page, "login")
        expect(rule).to_contain_text("Line 2, column 27:")
        expect(rule).to_contain_text("the last valid version remains")
        self.click_button(page, "Revert")
        expect(text).to_have_value('{\n  "country": {\n    "$in": [\n      "DE"\n    ]\n  }\n}')
        text.fill('["no", "rule"]')
        expect(rule).to_contain_text("A rule is a JSON object")
        self.assertEqual(
            self.draft_step("Home")["ports"]["login"][0]["when"], {"country": {"$in": ["DE"]}})

    def test_an_unknown_operator_is_reported_with_its_line(self):
        page = self.open_condition({"country": {"$in": ["DE"]}})
        page.locator(".rule-builder").get_by_role("button", name="As JSON").click()
        page.get_by_label("The rule as JSON").fill('{\n  "age": {"$atLeast": 3}\n}')
        expect(self.port_section(page, "login")).to_contain_text("Line 2, column 11: `$atLeast`")

    def test_a_condition_the_form_cannot_show_is_preserved_and_edited_as_json(self):
        unsupported = {"age": {"$atLeast": 3}, "country": {"$in": ["DE"]}}
        page = self.open_condition(unsupported)
        part = page.get_by_label("This part as JSON")
        expect(part).to_have_value('{\n  "age": {\n    "$atLeast": 3\n  }\n}')
        page.get_by_role("button", name="Remove Germany").click()
        self.expect_condition({"age": {"$atLeast": 3}, "country": {"$in": []}})
        part.fill('{"age": {"$gte": 3}}')
        self.expect_condition({"age": {"$gte": 3}, "country": {"$in": []}})

    def test_typing_a_value_is_one_undo_step(self):
        page = self.open_condition({"plan": {"$regex": "pro"}})
        page.get_by_label("Value", exact=True).fill("")
        page.get_by_label("Value", exact=True).press_sequentially("gold")
        self.expect_condition({"plan": {"$regex": "gold"}})
        page.get_by_role("button", name="Undo: Change rule").click()
        self.expect_condition({"plan": {"$regex": "pro"}})

    def test_findings_are_shown_at_their_route(self):
        page = self.open_condition({"country": {"$in": ["DE"]}})
        page.locator(".rule-builder").get_by_role("button", name="As JSON").click()
        page.get_by_label("The rule as JSON").fill('{"age": {"$atLeast": 3}}')
        expect(self.port_section(page, "login").locator(".route").first).to_contain_text(
            "has an invalid condition")

    def test_conditions_are_read_only_for_viewers(self):
        page = self.open_condition({"country": {"$in": ["DE"]}}, role="viewer")
        port = self.port_section(page, "login")
        expect(port.locator(".rule-sentence")).to_have_text("country is one of Germany")
        expect(port.locator("input, select, textarea")).to_have_count(0)
        expect(port.get_by_role("button", name="Add")).to_have_count(0)
        expect(page.get_by_label("Step name")).to_be_disabled()


class TargetTests(PanelCase):
    def test_a_route_leads_to_another_step(self):
        page = self.open_panel("Home")
        field = self.port_section(page, "login").get_by_role("combobox", name="Leads to")
        field.click()
        field.fill("o")
        # The first match is preselected; the arrow keys move on from there.
        page.keyboard.press("ArrowUp")
        field.fill("random")
        page.keyboard.press("Enter")
        self.wait_for_routes("Home", "login", [{"to": "RandomPage"}])

    def test_a_route_ends_the_flow_with_a_custom_outcome(self):
        page = self.open_panel("Home")
        self.port_section(page, "login").get_by_role("combobox", name="Leads to").fill("left early")
        page.get_by_role("option", name="End with “left early”").click()
        self.wait_for_routes("Home", "login", [{"finish": "left early"}])

    def test_a_route_enters_a_flow_and_routes_its_outcomes(self):
        page = self.open_panel("Home")
        port = self.port_section(page, "login")
        port.get_by_role("combobox", name="Leads to").fill("sign-up")
        page.get_by_role("option", name="Start “sign-up”").click()
        expect(port).to_contain_text("Every other outcome returns to this step.")
        self.click_button(page, "Add outcome")
        page.get_by_role("menuitem", name="with “completed”").click()
        outcome = port.get_by_role("group", name="with “completed”")
        outcome.get_by_role("combobox", name="Leads to").fill("Login")
        page.keyboard.press("Enter")
        outcome.get_by_label("Presentation").select_option(label="starts over")
        self.wait_for_routes("Home", "login", [
            {"flow": "sign-up", "then": {"completed": {"to": "Login", "style": "root"}}}])
        outcome.get_by_role("button", name="Remove what follows").click()
        self.wait_for_routes("Home", "login", [{"flow": "sign-up"}])

    def test_a_presentation_style_is_chosen(self):
        page = self.open_panel("Home")
        style = self.port_section(page, "login").get_by_label("Presentation")
        style.select_option(label="as a sheet")
        self.wait_for_routes("Home", "login", [{"to": "Login", "style": "sheet"}])
        style.select_option(label="slides in")
        self.wait_for_routes("Home", "login", [{"to": "Login"}])

    def test_an_unconnected_port_gets_a_route(self):
        self.update_step("Home", ports={})
        page = self.open_panel("Home")
        port = self.port_section(page, "login")
        expect(port).to_contain_text("Not connected yet.")
        port.get_by_role("button", name="Connect").click()
        self.wait_for_routes("Home", "login", [{"to": "Login"}])


class AppearanceTests(PanelCase):
    maxDiff = None

    def test_the_panel_is_accessible_at_all_sizes(self):
        self.update_step("Home", ports={"login": [
            {"when": {"country": {"$in": ["DE"]}, "$or": [{"age": {"$gt": 3}}, {"x": {"$y": 1}}]},
             "to": "SignUp"},
            {"split": {"experiment": "short", "variants": [
                {"key": "A", "weight": 0.5, "to": "Login"},
                {"key": "B", "weight": 0.5, "flow": "sign-up", "then": {"*": "Login"}}]}}]})
        page = self.open_panel("Home")
        for index in (0, 1):
            self.route_titles(page, "login").nth(index).click()
            self.assert_accessible_at_all_sizes(page, f"rules-{index}")


if __name__ == "__main__":
    unittest.main()
