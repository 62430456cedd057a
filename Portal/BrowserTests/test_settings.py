"""Settings of an application."""

import re
import time
import unittest
import uuid

from portal import APP, PortalCase, expect

SETTINGS = "/apps/shop/settings"


class SettingsCase(PortalCase):
    def open_settings(self, part, role="owner"):
        page = self.open_as(role, at=f"{SETTINGS}/{part}")
        expect(page.locator(".sections-main h1")).to_be_visible()
        return page

    def row(self, page, text):
        return page.get_by_role("main").get_by_role("listitem").filter(has_text=text)

    def saved_draft(self, page):
        """The server's draft, once the page reports that it is saved."""
        expect(page.get_by_role("status").filter(has_text="Draft saved")).to_be_visible()
        return self.draft()

    def change_draft(self, change):
        """Saves a changed copy of the live release as the draft."""
        document = self.live_document()
        change(document)
        self.save_draft(document)


class GeneralTest(SettingsCase):
    def test_the_application_is_renamed(self):
        page = self.open_settings("general")
        page.get_by_label("Name", exact=True).fill("Corner Shop")
        self.click_button(page, "Save")
        expect(page.locator(".bar-name")).to_have_text("Corner Shop")
        self.assertEqual(self.server.get(APP).json["name"], "Corner Shop")

    def test_users_who_may_not_change_settings_see_who_can(self):
        page = self.open_settings("general", "editor")
        expect(page.get_by_role("button", name="Save")).to_have_count(0)
        self.expect_text(page, "Ask Sample owner (owner@example.com).")
        page.get_by_role("link", name="SDK keys").click()
        self.expect_text(page, "Only owners can create and revoke keys.")
        expect(page.get_by_role("button", name="New key")).to_have_count(0)
        page.get_by_role("link", name="Environments").click()
        self.expect_text(page, "Only owners can add environments.")


class EnvironmentsTest(SettingsCase):
    def test_an_environment_is_added(self):
        page = self.open_settings("environments")
        expect(self.row(page, "production")).to_contain_text("Release 3")
        name = page.get_by_label("Name", exact=True)
        name.fill("staging")
        self.expect_text(page, "This environment already exists.")
        name.fill("Public Beta")
        self.expect_text(page, "Its name will be public-beta.")
        self.click_button(page, "Add environment")
        expect(self.row(page, "public-beta")).to_contain_text("Nothing live yet")


class KeysTest(SettingsCase):
    def test_a_key_is_created_and_revoked(self):
        page = self.open_settings("keys")
        self.click_button(page, "New key")
        page.get_by_role("dialog").get_by_label("Name", exact=True).fill("App Store")
        page.get_by_role("dialog").get_by_label("Environment", exact=True).select_option("staging")
        self.click_button(page, "Create key")
        row = self.row(page, "App Store")
        key = row.locator("code").inner_text()
        release = f"{APP}/environments/staging/release"
        self.assertEqual(self.server.get(release, bearer=key).status, 200)
        self.assert_accessible_at_all_sizes(page, "settings-keys")
        self.click_button(page, "Revoke the key App Store of staging")
        self.expect_text(page, "get no new release of staging")
        self.expect_text(page, "0 apps are connected to staging now")
        self.click_button(page, "Revoke")
        expect(row).to_contain_text("Revoked on")
        self.assertEqual(self.server.get(release, bearer=key).status, 401)


class AttributesTest(SettingsCase):
    def test_an_attribute_is_added_and_undone(self):
        page = self.open_settings("attributes")
        page.get_by_label("Name", exact=True).fill("age")
        page.get_by_label("Type", exact=True).select_option("Whole number")
        self.click_button(page, "Add")
        expect(self.row(page, "age")).to_contain_text("Not used by any rule.")
        self.assertEqual(self.saved_draft(page)["attributes"]["age"], "integer")
        page.keyboard.press("Control+z")
        expect(self.row(page, "age")).to_have_count(0)
        self.assertNotIn("age", self.saved_draft(page).get("attributes", {}))

    def test_reported_attributes_appear_without_a_reload(self):
        page = self.open_settings("attributes")
        expect(self.row(page, "country")).to_contain_text("Not sent yet")
        response = self.server.send({
            "batch": str(uuid.uuid4()),
            "build": {"platform": "ios", "version": "2.3.0", "build": "7"},
            "events": [{
                "id": str(uuid.uuid4()), "at": int(time.time() * 1000), "flow": "shop",
                "session": str(uuid.uuid4()), "release": 3, "type": "session-started",
                "attributes": {"country": "AT"}}]}, "production")
        self.assertEqual(response.status, 202, response)
        expect(self.row(page, "country")).to_contain_text("Sent by apps just now")
        expect(self.row(page, "country")).to_contain_text("AT")

    def test_conditions_that_use_an_attribute_are_linked(self):
        def change(document):
            routes = self.step(document, "Home")["ports"]["login"]
            document["attributes"] = {"country": "string"}
            routes.insert(0, {"when": {"country": {"$in": ["DE"]}}, "to": "SignUp"})
        self.change_draft(change)
        page = self.open_settings("attributes")
        link = page.get_by_role("link", name="shop › Home › login")
        expect(link).to_be_visible()
        link.click()
        expect(page).to_have_url(re.compile("/apps/shop"))
        expect(page.locator(".editor")).to_be_visible()


class SegmentsTest(SettingsCase):
    def enter_segment(self, page, name, values):
        self.click_button(page, "New segment")
        page.get_by_role("dialog").get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Values, one per line").fill(values)

    def test_many_values_are_pasted(self):
        page = self.open_settings("segments")
        self.enter_segment(page, "testers", "ada\n grace \n\nada\n007")
        self.expect_text(page, "3 values, without duplicates.")
        self.assert_accessible_at_all_sizes(page, "settings-segment")
        self.click_button(page, "Save")
        self.assertEqual(self.saved_draft(page)["segments"], {"testers": ["ada", "grace", "007"]})
        self.assert_accessible_at_all_sizes(page, "settings-segments")

    def test_numeric_values_are_validated_by_line(self):
        page = self.open_settings("segments")
        self.enter_segment(page, "big", "1\ntwo\n3")
        page.get_by_text("Numbers", exact=True).click()
        self.expect_text(page, "Line 2 is not valid.")
        expect(page.get_by_role("button", name="Save")).to_be_disabled()
        page.get_by_label("Values, one per line").fill("1\n2\n3")
        self.click_button(page, "Save")
        self.assertEqual(self.saved_draft(page)["segments"], {"big": [1, 2, 3]})

    def test_values_come_from_a_file(self):
        page = self.open_settings("segments")
        self.enter_segment(page, "testers", "ada")
        table = self.folder / "people.csv"
        table.write_text("grace;admiral\n\"hopper, g\";x\n")
        page.locator("dialog input[type=file]").set_input_files(table)
        expect(page.get_by_label("Values, one per line")).to_have_value(
            "ada\ngrace\nhopper, g")
        (self.folder / "picture.csv").write_bytes(b"\xff\xfe\x00")
        page.locator("dialog input[type=file]").set_input_files(self.folder / "picture.csv")
        self.expect_text(page, "The file is not a UTF-8 text file.")
        self.click_button(page, "Save")
        self.assertEqual(
            self.saved_draft(page)["segments"], {"testers": ["ada", "grace", "hopper, g"]})

    def test_renaming_a_segment_updates_conditions_and_can_be_undone(self):
        def change(document):
            document["segments"] = {"friends": ["ada"]}
            routes = self.step(document, "Home")["ports"]["login"]
            routes.insert(0, {"when": {"userId": {"$inGroup": "friends"}}, "to": "SignUp"})
        self.change_draft(change)
        page = self.open_settings("segments")
        expect(self.row(page, "friends").first).to_contain_text("shop › Home › login")
        self.click_button(page, "Change friends")
        page.get_by_role("dialog").get_by_label("Name", exact=True).fill("family")
        self.click_button(page, "Save")
        expect(self.row(page, "family").first).to_contain_text("shop › Home › login")
        draft = self.saved_draft(page)
        when = self.step(draft, "Home")["ports"]["login"][0]["when"]
        self.assertEqual(when, {"userId": {"$inGroup": "family"}})
        self.click_button(page, "Remove family")
        self.expect_text(page, "1 rule uses it")
        self.click_button(page, "Remove")
        self.expect_text(page, "No segments yet")
        self.click_button(page, "Undo: Remove family")
        self.click_button(page, "Undo: Change family")
        expect(self.row(page, "friends").first).to_be_visible()
        self.assertEqual(self.saved_draft(page)["segments"], {"friends": ["ada"]})

    def test_viewers_cannot_change_segments(self):
        page = self.open_settings("segments", "viewer")
        self.expect_text(page, "View only")
        expect(page.get_by_role("button", name="New segment")).to_have_count(0)


class LanguagesTest(SettingsCase):
    def add(self, page, tag):
        page.get_by_label("Add language", exact=True).fill(tag)
        self.click_button(page, "Add")

    def add_texts(self, document):
        self.remove_languages(document)
        document["locales"] = ["en", "de"]
        document["defaultLocale"] = "en"
        document["strings"] = {
            "en": {"title": "Welcome", "bye": "See you"}, "de": {"title": "Willkommen"}}
        self.step(document, "Home")["content"] = {"headline": {"$text": "title"}}

    def test_the_first_language_and_a_text_are_added(self):
        self.change_draft(self.remove_languages)
        page = self.open_settings("languages")
        self.expect_text(page, "No languages yet")
        page.get_by_label("Add language", exact=True).fill("not a language")
        self.expect_text(page, "Enter a language tag")
        page.get_by_label("Add language", exact=True).fill("en")
        page.keyboard.press("Enter")
        self.expect_text(page, "Default language")
        page.get_by_label("Key", exact=True).fill("welcome.title")
        page.get_by_label("English", exact=True).fill("Welcome")
        page.keyboard.press("Enter")
        expect(page.get_by_label("welcome.title in English")).to_have_value("Welcome")
        draft = self.saved_draft(page)
        self.assertEqual(draft["strings"], {"en": {"welcome.title": "Welcome"}})
        self.assertEqual((draft["locales"], draft["defaultLocale"]), (["en"], "en"))

    def test_missing_translations_are_marked_and_filled_in(self):
        self.change_draft(self.add_texts)
        page = self.open_settings("languages")
        expect(self.row(page, "German")).to_contain_text("1 missing")
        page.get_by_text("Missing", exact=True).click()
        cell = page.get_by_label("bye in German")
        expect(cell).to_have_attribute("placeholder", "Missing")
        expect(page.get_by_label("title in German")).to_have_count(0)
        self.assert_accessible_at_all_sizes(page, "settings-languages")
        page.get_by_text("All", exact=True).click()
        cell.press_sequentially("Tschüss")
        expect(self.row(page, "German")).to_contain_text("Complete")
        self.assertEqual(self.saved_draft(page)["strings"]["de"]["bye"], "Tschüss")
        # The letters of a word are undone together.
        self.click_button(page, "Undo: Change the text bye")
        expect(cell).to_have_value("")

    def test_renaming_a_string_key_updates_contents(self):
        self.change_draft(self.add_texts)
        page = self.open_settings("languages")
        page.get_by_label("Key of title").fill("home.headline")
        page.keyboard.press("Enter")
        expect(page.get_by_label("home.headline in German")).to_have_value("Willkommen")
        draft = self.saved_draft(page)
        self.assertEqual(
            self.step(draft, "Home")["content"], {"headline": {"$text": "home.headline"}})

    def test_removing_a_locale_can_be_undone(self):
        self.change_draft(self.add_texts)
        page = self.open_settings("languages")
        self.click_button(page, "Actions for English")
        page.get_by_role("menuitem", name="Remove").click()
        self.expect_text(page, "2 texts are removed with it.")
        self.click_button(page, "Remove")
        expect(self.row(page, "German")).to_contain_text("Default language")
        self.assertEqual(self.saved_draft(page)["defaultLocale"], "de")
        page.keyboard.press("Control+z")
        expect(self.row(page, "English")).to_contain_text("Default language")


class BuildsTest(SettingsCase):
    def test_builds_show_their_use_and_screens_and_new_ones_appear(self):
        page = self.open_settings("builds")
        row = self.row(page, "terminal 1.0.0")
        expect(row.first).to_contain_text("In use")
        row.first.get_by_text("10 screens").click()
        expect(row.first).to_contain_text("forgotPassword")
        self.assert_accessible_at_all_sizes(page, "settings-builds")
        response = self.server.call("POST", f"{APP}/manifests", {
            "schema": 1, "platform": "ios", "version": "9.0.0", "build": "1",
            "screens": [{"name": "Home", "ports": ["login"]}]})
        self.assertEqual(response.status, 201, response)
        expect(self.row(page, "ios 9.0.0").first).to_be_visible()


if __name__ == "__main__":
    unittest.main()
