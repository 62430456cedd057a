"""Texts of contents and drawn screens: the table, export to translators, import, and preview."""

import re
import unittest
from pathlib import Path

from canvas_case import CanvasCase
from portal import expect
from test_drawn import DOCUMENT
from test_settings import SettingsCase

MAKE_TRANSLATABLE = "Make them translatable"


class LanguagesCase(SettingsCase):
    def open_languages(self, role="owner", **options):
        self.save_draft(DOCUMENT)
        page = self.open_as(role, at="/apps/shop/settings/languages", **options)
        expect(page.locator(".sections-main h1")).to_be_visible()
        return page

    def export(self, page, item):
        """Exports a file with the menu; returns its name and its text."""
        self.click_button(page, "Export")
        with page.expect_download() as download_info:
            page.get_by_role("menuitem", name=item).click()
        download = download_info.value
        return download.suggested_filename, Path(download.path()).read_bytes().decode()

    def choose_file(self, page, name, text):
        """Chooses a file to import."""
        file = self.folder / name
        file.write_bytes(text.encode())
        page.locator("main input[type=file]").set_input_files(file)


class TableTest(LanguagesCase):
    def test_texts_of_drawn_screens_are_in_the_table_and_become_translatable(self):
        page = self.open_languages()
        row = page.get_by_role("row").filter(has=page.get_by_label("Key of goal.title"))
        expect(row).to_contain_text("Goal")
        self.expect_text(page, "11 texts are hard-coded in drawn screens")
        self.click_button(page, MAKE_TRANSLATABLE)
        expect(page.get_by_label("Goal.continue.title in English")).to_have_value("Continue")
        expect(page.get_by_label("Goal.continue.title in German")).to_have_value("")
        expect(page.get_by_role("button", name=MAKE_TRANSLATABLE, exact=True)).to_have_count(0)
        self.assert_accessible_at_all_sizes(page, "languages-drawn")
        draft = self.saved_draft(page)
        footer = draft["screens"][0]["root"]["children"][-1]
        self.assertEqual(footer["children"][0]["title"], {"$text": "Goal.continue.title"})
        self.assertEqual(draft["strings"]["en"]["Goal.goal.options.title"], "Run")
        page.get_by_label("Key of Goal.continue.title").fill("go.on")
        page.keyboard.press("Enter")
        expect(page.get_by_label("go.on in English")).to_have_value("Continue")
        footer = self.saved_draft(page)["screens"][0]["root"]["children"][-1]
        self.assertEqual(footer["children"][0]["title"], {"$text": "go.on"})
        # The new key is taken, also for rows that have not changed since.
        page.get_by_label("Key of goal.title").fill("go.on")
        page.keyboard.press("Enter")
        expect(page.get_by_label("Key of goal.title")).to_have_value("goal.title")
        expect(page.get_by_label("go.on in English")).to_have_value("Continue")
        self.click_button(page, re.compile("^Undo: "))
        self.click_button(page, "Undo: Make them translatable")
        self.expect_text(page, "11 texts are hard-coded in drawn screens")

    def test_texts_are_exported_to_a_spreadsheet_and_imported(self):
        page = self.open_languages()
        name, text = self.export(page, re.compile("Table"))
        self.assertEqual(name, "shop-texts.csv")
        self.assertEqual(text, "\ufeffkey,en,de\r\n"
                         "email.title,Where can we write to you?,Wohin dürfen wir schreiben?\r\n"
                         "goal.title,What is your goal?,Was ist dein Ziel?\r\n")
        self.choose_file(page, "same.csv", text)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("0 texts would change. 4 are unchanged.")
        expect(dialog.get_by_role("button", name="Import 0 texts")).to_be_disabled()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        changed = text.replace("Was ist dein Ziel?", "Was hast du vor?")
        self.choose_file(page, "new.csv", changed + "new,New,Neu\r\n")
        expect(dialog).to_contain_text("Line 4: No text here has the key “new”.")
        expect(dialog.get_by_role("row", name=re.compile("goal.title"))).to_contain_text(
            "Was ist dein Ziel?")
        self.assert_region_accessible(page, "dialog", "a review of differences")
        dialog.get_by_label("Also add 1 text whose key does not exist here").check()
        expect(dialog).not_to_contain_text("cannot be imported")
        self.click_button(page, "Import 3 texts")
        self.expect_text(page, "3 texts imported")
        strings = self.saved_draft(page)["strings"]
        self.assertEqual(strings["de"]["goal.title"], "Was hast du vor?")
        self.assertEqual((strings["en"]["new"], strings["de"]["new"]), ("New", "Neu"))
        self.click_button(page, "Undo: Import")
        self.assertEqual(self.saved_draft(page)["strings"], DOCUMENT["strings"])


class TranslatorTest(LanguagesCase):
    def test_texts_are_exported_to_a_translation_tool_and_imported(self):
        page = self.open_languages()
        name, text = self.export(page, "German")
        self.assertEqual(name, "shop-de.xlf")
        self.assertIn('srcLang="en" trgLang="de"', text)
        self.assertIn("<source>What is your goal?</source>", text)
        self.choose_file(page, "de.xlf", text.replace("Was ist dein Ziel?", "Was hast du vor?"))
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("1 text would change. 1 is unchanged.")
        self.click_button(page, "Import 1 text")
        expect(dialog).to_have_count(0)
        expect(page.get_by_label("goal.title in German")).to_have_value("Was hast du vor?")
        page.get_by_label("goal.title in English").fill("What is your aim, {name}?")
        self.saved_draft(page)
        self.choose_file(page, "old.xlf", text)
        expect(dialog).to_contain_text("is a translation of “What is your goal?”")
        page.keyboard.press("Escape")
        _, text = self.export(page, "German")
        self.choose_file(
            page, "broken.xlf", text.replace("Was hast du vor?", "Was willst du, {nmae}?"))
        expect(dialog).to_contain_text("has {nmae} in German, which the source does not have.")
        expect(dialog.get_by_role("button", name="Import 0 texts")).to_be_disabled()

    def test_a_new_language_is_imported_with_its_texts(self):
        page = self.open_languages()
        _, text = self.export(page, "German")
        self.choose_file(page, "fr.xlf", text.replace('trgLang="de"', 'trgLang="fr"')
                         .replace("Was ist dein Ziel?", "Quel est ton but ?"))
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("New for this application: French")
        self.click_button(page, "Import 2 texts")
        expect(page.get_by_label("goal.title in French")).to_have_value("Quel est ton but ?")

    def test_an_invalid_file_is_rejected_with_the_reason(self):
        page = self.open_languages()
        for name, text, reason in [
                ("a.csv", "key,no language\nx,y\n", "is not a language tag"),
                ("b.csv", 'key,de\nx,"y\n', "Line 2 opens a quotation mark"),
                ("c.xlf", '<xliff version="1.2"/>',
                 "The file is not XLIFF 2.x. Save it in this format."),
                ("d.xlf", "<xliff>\n<file>\n</xliff>", "Line 3 is not valid XML"),
                ("e.xlf", "<!DOCTYPE x><xliff/>", "contains a DOCTYPE")]:
            self.choose_file(page, name, text)
            expect(page.locator("main [role=alert]")).to_contain_text(reason)
        self.assert_region_accessible(page, "main", "a rejected file")

    def test_viewers_can_export_but_not_import(self):
        page = self.open_languages("viewer")
        expect(page.get_by_role("button", name="Import")).to_have_count(0)
        expect(page.get_by_role("button", name=MAKE_TRANSLATABLE, exact=True)).to_have_count(0)
        name, _ = self.export(page, "German")
        self.assertEqual(name, "shop-de.xlf")

    def test_the_review_is_in_german_too(self):
        page = self.open_languages(locale="de-DE")
        self.choose_file(page, "n.csv", "key,en,de\ngoal.title,What is your goal?,Ziel {x}\n"
                         "email.title,Where can we write to you?,An wen?\nneu,New,Neu\n")
        dialog = page.get_by_role("dialog", name="„n.csv“ importieren")
        expect(dialog).to_contain_text("Zeile 2: „goal.title“ hat auf Deutsch {x}")
        self.assert_accessible_at_all_sizes(page, "languages-review-german")


class PseudoLanguageTest(CanvasCase):
    def test_a_screen_is_previewed_in_pseudo_languages(self):
        self.save_draft(DOCUMENT)
        page = self.open_editor()
        page.get_by_role("button", name="Try it").click()
        page.locator(".user > summary").click()
        page.get_by_label("Build").select_option("")
        page.locator(".user > summary").click()
        phone = page.locator(".device")
        expect(phone.locator("h1")).to_have_text("What is your goal?")
        display_options = page.get_by_role("group", name="Display options")
        language = display_options.get_by_label("Language")
        language.select_option("en-XA")
        expect(phone.locator("h1")).to_have_text(re.compile(r"^\[Ŵĥåţ îš ýöûŕ ĝöåļ\? .*\]$"))
        expect(phone.locator(".fm-screen")).to_have_css("direction", "ltr")
        language.select_option("ar-XB")
        expect(phone.locator("h1")).to_contain_text("\u202eWhat\u202c")
        expect(phone.locator(".fm-screen")).to_have_css("direction", "rtl")
        language.select_option("de")
        expect(phone.locator("h1")).to_have_text("Was ist dein Ziel?")
        self.assertNotIn("en-XA", self.draft()["strings"])


if __name__ == "__main__":
    unittest.main()
