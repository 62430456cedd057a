"""Finding a practice: the beginner path, the length filter and the glossary."""

import re

from yoga import TABLET, YogaCase, expect


class FindingTest(YogaCase):
    def visible_names(self, page):
        """The names of the practices that are shown, in their order."""
        names = page.locator(".yoga-video-card:visible b")
        return names.all_inner_texts()

    def test_the_beginner_path_is_practiced_from_the_menu_in_two_presses(self):
        # The posters of the other myths' videos are not generated for tests.
        self.expected_errors = ["Failed to load resource: .*404"]
        page = self.logged_in()
        self.press(page, "Beginner path")
        self.expect_heading(page, "Beginner path")
        expect(page.locator(".yoga-video-card")).to_have_count(12)
        self.check(page, "path")
        page.get_by_role("button", name=re.compile("^Upright gesture")).click()
        self.expect_playable(page)
        expect(page.get_by_role("heading", level=2, name="Upright gesture")).to_be_visible()
        self.press(page, "Back to the menu")
        self.expect_menu(page)

    def test_practices_are_filtered_by_length_and_the_choice_stays(self):
        self.expected_errors = ["Failed to load resource: .*404"]
        page = self.logged_in(device=TABLET)
        self.open_myth(page, "Agni")
        everything = self.visible_names(page)
        self.assertEqual(len(everything), 6)
        self.press(page, "Up to 30 s")
        expect(page.get_by_text("3 of 6")).to_be_visible()
        self.assertEqual(self.visible_names(page), everything[:3])
        self.check(page, "short-practices")
        self.press(page, "Over 36 s")
        expect(page.get_by_text("1 of 6")).to_be_visible()
        self.assertEqual(self.visible_names(page), everything[5:])
        # The filter stays for the next myth, and the keyboard cannot reach hidden practices.
        self.press(page, "Back to the menu")
        self.open_myth(page, "Kali")
        expect(page.get_by_role("button", name="Over 36 s")).to_have_attribute(
            "aria-pressed", "true")
        expect(page.get_by_text("1 of 6")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("^Mantra"))).to_be_hidden()
        self.press(page, "Any length")
        expect(page.locator(".yoga-video-card:visible")).to_have_count(6)

    def test_the_glossary_is_searched_in_all_languages(self):
        page = self.logged_in()
        self.press(page, "Glossary")
        self.expect_heading(page, "Glossary")
        entries = page.locator(".yoga-entry:visible")
        expect(entries).to_have_count(54)
        self.check(page, "glossary")
        search = page.get_by_label("Search in English, German or Sanskrit")
        for text in ("boat", "boot", "navasana", "NĀVĀSANA", "नावासन"):
            search.fill(text)
            expect(entries).to_have_count(1)
            expect(entries).to_contain_text("Boat")
        search.press("Enter")
        self.expect_heading(page, "Glossary")
        search.fill("no such pose")
        expect(page.get_by_text("No entry has this name.")).to_be_visible()
        search.fill("")
        expect(entries).to_have_count(54)

    def test_without_a_script_the_whole_glossary_is_shown(self):
        page = self.logged_in(java_script_enabled=False)
        self.press(page, "Glossary")
        expect(page.locator(".yoga-entry:visible")).to_have_count(54)
        self.press(page, "Back to the menu")
        self.expect_menu(page)
