"""The step and its content: a form generated from the screen's content schema."""

import unittest

from panel import APP, PanelCase, expect

SCHEMA = {
    "type": "object", "required": ["title", "price", "size", "items"],
    "properties": {
        "title": {"type": "string", "maxLength": 12},
        "price": {"type": "number", "minimum": 0, "maximum": 99.5},
        "count": {"type": "integer"},
        "size": {"enum": ["small", "large"]},
        "isNew": {"type": "boolean"},
        "code": {"type": "string", "pattern": "^[A-Z]{3}$"},
        "items": {"type": "array", "items": {
            "type": "object", "required": ["name"],
            "properties": {"name": {"type": "string"}, "note": {"type": ["string", "null"]}}}},
        "prices": {"type": "object", "additionalProperties": {"type": "number"}},
        "picture": {"anyOf": [
            {"title": "From the app", "type": "object", "required": ["asset"],
             "properties": {"asset": {"type": "string"}}},
            {"title": "From the web", "type": "object", "required": ["url"],
             "properties": {"url": {"type": "string"}}}]},
    },
}
CONTENT = {"title": "Plums", "price": 2.5, "size": "small", "items": [{"name": "One"}]}


class ContentCase(PanelCase):
    def open_form(self, content=None, schema=SCHEMA, **options):
        """Opens the content form of a step whose screen has a schema."""
        manifest = {
            "schema": 1, "application": "shop", "platform": "ios", "version": "3.0", "build": "9",
            "screens": [{"name": "Offer", "ports": ["home"],
                         **({"content": schema} if schema else {})}]}
        response = self.server.call("POST", f"{APP}/manifests", manifest)
        self.assertLess(response.status, 300, response)
        members = {} if content is None else {"content": content}
        document = self.draft() or self.live_document()
        step = self.step(document, "RandomPage")
        step.pop("content", None)
        step.update(screen="Offer", **members)
        self.save_draft(document)
        return self.open_panel("RandomPage", **options)

    def expect_content(self, **changes):
        expected = {**CONTENT, **changes}
        self.wait_for_content(
            "RandomPage", {key: value for key, value in expected.items() if value is not None})


class FormTests(ContentCase):
    def test_text_number_select_and_switch_fields_are_saved(self):
        page = self.open_form({**CONTENT, "isNew": False})
        page.get_by_label("Title", exact=True).fill("Pears")
        page.get_by_label("Price", exact=True).fill("3,25")
        page.get_by_label("Size").select_option("large")
        page.get_by_label("Is new", exact=True).check()
        self.expect_content(title="Pears", price=3.25, size="large", isNew=True)

    def test_invalid_values_are_reported_at_the_field_and_not_saved(self):
        page = self.open_form({**CONTENT, "count": 3, "code": "ABC"})
        for label, value, problem in (
                ("Title", "A very long title", "Enter at most 12 characters"),
                ("Price", "100", "At most 99.5"), ("Price", "cheap", "Enter a number"),
                ("Count", "1.5", "whole number"),
                ("Code", "abc", "Enter a text that matches ^[A-Z]{3}$")):
            field = page.get_by_label(label, exact=True)
            field.fill(value)
            expect(page.locator(".content-section").get_by_text(problem).first).to_be_visible()
        page.get_by_label("Size").select_option("large")
        self.expect_content(count=3, code="ABC", size="large")

    def test_optional_properties_are_added_and_removed(self):
        page = self.open_form(CONTENT)
        add = page.get_by_role("group", name="What can be added")
        add.get_by_role("button", name="Code").click()
        # Focus moves to the new field.
        expect(self.focused_element(page)).to_have_accessible_name("Code")
        page.keyboard.type("XYZ")
        self.expect_content(code="XYZ")
        page.get_by_role("button", name="Remove Code").click()
        self.expect_content()

    def test_array_items_are_added_moved_and_removed(self):
        page = self.open_form(CONTENT)
        self.click_button(page, "Add to Items")
        page.get_by_label("Name").last.fill("Two")
        self.expect_content(items=[{"name": "One"}, {"name": "Two"}])
        page.get_by_role("button", name="Move entry 2 of 2").focus()
        page.keyboard.press("ArrowUp")
        self.expect_content(items=[{"name": "Two"}, {"name": "One"}])
        page.get_by_role("button", name="Remove Items 1", exact=True).click()
        self.expect_content(items=[{"name": "One"}])

    def test_a_nullable_property_is_filled_in(self):
        page = self.open_form({**CONTENT, "items": [{"name": "One", "note": None}]})
        page.get_by_role("button", name="Empty. Add a value").click()
        page.get_by_label("Note", exact=True).fill("Ripe")
        self.expect_content(items=[{"name": "One", "note": "Ripe"}])

    def test_additional_properties_are_added_by_name(self):
        page = self.open_form({**CONTENT, "prices": {"DE": 1}})
        page.get_by_role("button", name="Add another field").click()
        name = page.get_by_label("Name", exact=True).last
        name.fill("DE")
        expect(page.get_by_text("This name is taken.")).to_be_visible()
        name.fill("AT")
        page.keyboard.press("Enter")
        page.get_by_label("AT", exact=True).fill("2")
        self.expect_content(prices={"DE": 1, "AT": 2})

    def test_another_alternative_of_any_of_is_chosen(self):
        page = self.open_form({**CONTENT, "picture": {"asset": "plum"}})
        page.get_by_label("Type of Picture").select_option(label="From the web")
        page.get_by_label("Url", exact=True).fill("/plum.png")
        self.expect_content(picture={"url": "/plum.png"})

    def test_unknown_properties_are_preserved(self):
        page = self.open_form({**CONTENT, "colour": {"r": 1}})
        expect(page.get_by_text("not used by this screen")).to_be_visible()
        page.get_by_label("Title", exact=True).fill("Figs")
        self.expect_content(title="Figs", colour={"r": 1})
        page.get_by_role("textbox", name="Colour").fill('{"r": 2}')
        self.expect_content(title="Figs", colour={"r": 2})

    def test_typing_is_one_undo_step(self):
        page = self.open_form(CONTENT)
        title = page.get_by_label("Title", exact=True)
        title.fill("")
        title.press_sequentially("Cherries")
        self.expect_content(title="Cherries")
        page.get_by_role("button", name="Undo: Change content").click()
        self.expect_content()
        expect(title).to_have_value("Plums")

    def test_json_and_form_show_the_same_and_invalid_json_changes_nothing(self):
        page = self.open_form(CONTENT)
        section = page.locator(".content-section")
        section.get_by_role("button", name="As JSON").click()
        text = page.get_by_label("The content as JSON")
        text.fill('{"title": "Figs",\n "price": }')
        expect(section).to_contain_text("Line 2, column 11:")
        text.fill('{"title": "Figs", "price": 1, "size": "small", "items": []}')
        self.expect_content(title="Figs", price=1, items=[])
        section.get_by_role("button", name="As a form").click()
        expect(page.get_by_label("Title", exact=True)).to_have_value("Figs")

    def test_schema_violations_are_reported_at_the_field(self):
        page = self.open_form({**CONTENT, "price": "cheap"})
        field = page.locator('[data-pointer="/price"]')
        expect(field.locator(".finding-note")).to_contain_text("should be of type")

    def test_a_screen_without_a_schema_gets_a_form_of_its_current_content(self):
        page = self.open_form({"greeting": "Hello", "times": 2, "loud": True}, schema=None)
        page.get_by_label("Greeting", exact=True).fill("Bye")
        page.get_by_label("Times", exact=True).fill("3")
        page.get_by_label("Loud", exact=True).uncheck()
        self.wait_for_content("RandomPage", {"greeting": "Bye", "times": 3, "loud": False})

    def test_new_content_has_the_required_properties(self):
        page = self.open_form()
        self.click_button(page, "Write your own")
        self.wait_for_content(
            "RandomPage", {"title": "", "price": 0, "size": "small", "items": []})

    def test_the_apps_default_content_is_restored(self):
        page = self.open_panel("Login")
        self.click_button(page, "Use the app's own")
        expect(page.get_by_text("Log in", exact=True)).to_be_visible()
        self.wait_until_equal(lambda: self.draft_step("Login").get("content", "none"), "none")
        self.click_button(page, "Write your own")
        self.wait_for_content("Login", {"title": "Log in"})

    def test_the_form_is_read_only_for_viewers(self):
        page = self.open_form(CONTENT, role="viewer")
        expect(page.get_by_label("Title", exact=True)).to_be_disabled()
        expect(page.get_by_role("button", name="Add to Items")).to_have_count(0)


class TranslationTests(ContentCase):
    def test_a_text_is_translated(self):
        document = self.live_document()
        strings = document["strings"]
        page = self.open_panel("Login")
        page.get_by_role("button", name="Translate").click()
        page.get_by_label("German").fill("Schön, dass du da bist")
        strings["en"]["Login.title"] = "Good to see you again"
        strings["de"]["Login.title"] = "Schön, dass du da bist"
        self.wait_until_equal(lambda: (self.draft() or {}).get("strings"), strings)
        self.wait_for_content("Login", {"title": {"$text": "Login.title"}})

    def test_a_language_is_added_for_a_text(self):
        document = self.live_document()
        self.remove_languages(document)
        self.save_draft(document)
        page = self.open_panel("Login")
        page.get_by_role("button", name="Translate").click()
        self.click_button(page, "Add language")
        page.get_by_role("menuitem", name="German").click()
        page.get_by_label("German").fill("Schön, dass du da bist")
        self.wait_until_equal(
            lambda: (self.draft() or {}).get("strings"), {
                "en": {"Login.title": "Good to see you again"},
                "de": {"Login.title": "Schön, dass du da bist"}})
        self.assertEqual(self.draft()["locales"], ["en", "de"])

    def test_a_missing_translation_is_reported_and_translations_can_be_dropped(self):
        document = self.live_document()
        document.update(
            locales=["en", "de"], defaultLocale="en", strings={"en": {"hello": "Hello"}})
        self.step(document, "Login")["content"] = {"title": {"$text": "hello"}}
        self.save_draft(document)
        page = self.open_panel("Login")
        expect(page.get_by_label("German")).to_have_attribute("placeholder", "Not translated yet")
        expect(page.locator(".content-section")).to_contain_text("missing")
        self.click_button(page, "Use one text for all languages")
        self.wait_for_content("Login", {"title": "Hello"})


class StepTests(PanelCase):
    maxDiff = None

    def test_renaming_a_step_updates_its_routes(self):
        page = self.open_panel("Login")
        name = page.get_by_label("Step name")
        name.fill("Home")
        expect(page.get_by_text("Another step has the name “Home”.")).to_be_visible()
        name.fill("Entrance")
        page.keyboard.press("Enter")
        self.wait_for_routes("Home", "login", [{"to": "Entrance"}])
        expect(name).to_have_value("Entrance")

    def test_changing_the_screen_warns_about_what_does_not_fit(self):
        page = self.open_panel("Login")
        page.get_by_role("combobox", name="Screen", exact=True).fill("INFO")
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("INFO does not have the ports forgotPassword and login.")
        expect(dialog).to_contain_text("description")
        self.click_button(page, "Cancel")
        expect(page.get_by_role("combobox", name="Screen", exact=True)).to_have_value("Login")
        page.get_by_role("combobox", name="Screen", exact=True).fill("INFO")
        page.keyboard.press("Enter")
        self.click_button(page, "Change screen")
        self.wait_until_equal(lambda: self.draft_step("Login").get("screen"), "INFO")
        self.assertEqual(self.draft_step("Login")["content"], {"title": "Good to see you again"})

    def test_a_step_has_a_display_condition(self):
        page = self.open_panel("email", flow="sign-up")
        section = page.get_by_role("region", name="Show this step only if…")
        section.get_by_role("button", name="Limit who sees it").click()
        section.get_by_role("combobox", name="Attribute").fill("country")
        page.keyboard.press("Enter")
        section.get_by_label("Comparison").select_option(label="is one of")
        section.get_by_role("combobox", name="Choose or type").fill("Fran")
        page.keyboard.press("Enter")
        self.wait_until_equal(
            lambda: self.draft_step("email", "sign-up").get("showWhen"),
            {"country": {"$in": ["FR"]}})
        section.get_by_role("button", name="Show to everyone").click()
        self.wait_until_equal(lambda: self.draft_step("email", "sign-up").get("showWhen"), None)

    def test_a_step_becomes_the_start_is_duplicated_and_removed(self):
        page = self.open_panel("Login")
        for entry, steps, start in (
                ("Set as start", 6, "Login"), ("Duplicate", 7, "Login"),
                ("Remove step", 6, "Login")):
            page.get_by_role("button", name="Step actions").click()
            page.get_by_role("menuitem", name=entry).click()
            self.wait_until_equal(self.size_and_start, (steps, start))

    def size_and_start(self):
        flow = (self.draft() or self.live_document())["flows"][0]
        return len(flow["steps"]), flow["start"]

    def test_without_a_selection_the_panel_shows_the_flow(self):
        page = self.open_panel("Login")
        page.get_by_role("button", name="Step actions").click()
        page.get_by_role("menuitem", name="Remove step").click()
        self.remove_anyway(page)
        panel = page.get_by_role("complementary", name="Step")
        expect(panel.get_by_role("combobox", name="Starts with")).to_have_value("Home")
        expect(panel).to_contain_text("It never ends")
        panel.get_by_role("combobox", name="Starts with").fill("SignUp")
        page.keyboard.press("Enter")
        self.wait_until_equal(
            lambda: (self.draft() or {"flows": [{}]})["flows"][0].get("start"), "SignUp")

    def test_the_panel_is_accessible_at_all_sizes(self):
        page = self.open_panel("SignUp")
        page.get_by_role("button", name="Translate").last.click()
        self.assert_accessible_at_all_sizes(page, "content")


if __name__ == "__main__":
    unittest.main()
