"""Findings at the blocks of a drawn screen: marked, shown and fixed in the editor."""

import re

from portal import expect, layout
from test_screen_editor import EditorCase
from test_screens import DOCUMENT, GOAL

TITLE, NEXT = GOAL["root"]["children"]
IMAGE = {"type": "image", "image": "https://example.com/hero.png"}


def document(*blocks, **members):
    """A document whose only screen has these blocks."""
    screen = {"name": "Goal", "root": {"type": "column", "children": list(blocks)}}
    return {**DOCUMENT, "screens": [screen], **members}


class FindingsCase(EditorCase):
    def open_screen(self, *args, **options):
        page = super().open_screen(*args, **options)
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        return page

    def card(self, page, text):
        return self.panel(page).locator(".block-finding").filter(has_text=text)

    def field(self, page, pointer):
        return self.panel(page).locator(f'[data-property="{pointer}"]')

    def count(self, page):
        return page.locator(".screen-head .findings-button")

    def mark(self, page, name):
        return page.locator(".stage-marks").get_by_role("button", name=name)

    def fix(self, page, text, label):
        self.card(page, text).get_by_role("button", name=label, exact=True).click()

    def undo_fix(self, page, text):
        """Undoes the latest fix, and checks that its finding is shown again."""
        # The toast's button disappears after some seconds, possibly before a slow server has saved.
        page.locator(".screen-undo button").first.click()
        expect(self.card(page, text)).to_have_count(1)


class ShowingTest(FindingsCase):
    def test_a_new_finding_is_marked_at_its_location_immediately(self):
        steps = {"type": "progress", "value": 1, "total": 3, "alt": "Step 1 of 3"}
        page = self.open_screen(document=document(TITLE, steps, NEXT))
        expect(self.count(page)).to_have_text("No findings on this screen")
        expect(self.panel(page)).to_contain_text("No findings on this screen")
        self.row(page, "Step 1").click()
        field = self.field(page, "/root/children/1/value")
        value = field.get_by_role("textbox")
        value.fill("{state.done}")
        expect(self.row(page, "Step 1")).to_contain_text("1 finding here")
        expect(self.mark(page, "Progress “Step 1 of 3”: 1 finding")).to_be_visible()
        expect(field).to_have_class(re.compile(r"\berror\b"))
        expect(field.locator(".field-finding")).to_contain_text("Correct the name")
        expect(self.card(page, "“state.done” does not exist")).to_be_visible()
        expect(self.count(page)).to_have_text("1 finding")
        value.fill("2")
        expect(self.count(page)).to_have_text("No findings on this screen")
        expect(page.locator(".tree-mark, .stage-mark, .field-finding")).to_have_count(0)

    def test_show_opens_the_editor_at_the_field(self):
        invalid = {**TITLE, "style": "huge"}
        page = self.open_document(document(invalid, NEXT))
        page.locator(".findings-button").click()
        card = page.locator(".finding-card").filter(has_text="/root/children/0/style")
        card.get_by_role("button", name="Show", exact=True).click()
        expect(page.get_by_role("heading", level=2, name="Goal")).to_be_visible()
        style = self.field(page, "/root/children/0/style").get_by_role("combobox")
        expect(style).to_be_focused()
        expect(self.row(page, "goal")).to_have_attribute("aria-pressed", "true")
        page.go_back()
        expect(page.locator(".canvas[data-ready]")).to_be_visible()

    def test_f8_and_the_count_go_to_the_next_finding(self):
        page = self.open_screen(document=document(
            {**TITLE, "style": "huge"}, {**TITLE, "text": "Second", "tone": "loud"}, NEXT))
        expect(self.count(page)).to_have_text("2 findings")
        page.keyboard.press("F8")
        style = self.field(page, "/root/children/0/style").get_by_role("combobox")
        expect(style).to_be_focused()
        expect(page.locator(".screen-editor > [role=status]")).to_contain_text("1 of 2: ")
        page.keyboard.press("F8")
        tone = self.field(page, "/root/children/1/tone").get_by_role("combobox")
        expect(tone).to_be_focused()
        page.keyboard.press("Shift+F8")
        expect(style).to_be_focused()
        self.count(page).click()
        expect(tone).to_be_focused()

    def test_a_mark_on_the_screen_opens_its_finding(self):
        page = self.open_screen(document=document(TITLE, {**NEXT, "titel": "Next"}))
        self.mark(page, "Button “Continue”: 1 finding").click()
        expect(self.card(page, "There is no property “titel” here")).to_be_focused()
        expect(self.row(page, "Continue")).to_have_attribute("aria-pressed", "true")

    def test_viewers_see_findings_without_fixes(self):
        page = self.open_screen(
            document=document(TITLE, {**NEXT, "titel": "Next"}), role="viewer")
        self.row(page, "Continue").click()
        card = self.card(page, "There is no property “titel” here")
        expect(card).to_be_visible()
        expect(card.get_by_role("button")).to_have_count(0)


class FixingTest(FindingsCase):
    def test_a_picture_gets_its_alternative_text(self):
        page = self.open_screen(document=document(TITLE, IMAGE, NEXT))
        self.row(page, "Image").click()
        missing = "“Alternative text” is missing"
        self.fix(page, missing, "Write the alternative text")
        text = self.field(page, "/root/children/1/alt").get_by_role("textbox")
        expect(text).to_be_focused()
        page.keyboard.type("A boat")
        expect(self.card(page, missing)).to_have_count(0)
        text.fill("")
        # The member is present but empty, which the verifier accepts.
        expect(self.card(page, "The alternative text is missing")).to_be_visible()
        self.fix(page, "The alternative text is missing", "Mark as decoration")
        blocks = self.wait_for_blocks(
            lambda blocks: blocks[1].get("alt") == {"decorative": True}, "a decoration")
        self.assertEqual(blocks[1], {**IMAGE, "alt": {"decorative": True}})
        self.undo_fix(page, "The alternative text is missing")

    def test_a_misspelled_setting_is_renamed(self):
        page = self.open_screen(document=document({**TITLE, "tonee": "muted"}, NEXT))
        self.row(page, "goal").click()
        self.fix(page, "There is no property “tonee” here", "Rename “tonee” to “tone”")
        blocks = self.wait_for_blocks(lambda blocks: "tone" in blocks[0], "the right name")
        self.assertEqual(blocks[0], {**TITLE, "tone": "muted"})
        expect(self.count(page)).to_have_text("No findings on this screen")
        self.undo_fix(page, "There is no property “tonee” here")

    def test_a_port_without_a_button_gets_one(self):
        page = self.open_screen(document=document(TITLE, NEXT))
        self.row(page, "Continue").click()
        page.keyboard.press("Delete")
        page.locator(".tree-row").first.click()
        message = "A step has a route for port “next”"
        expect(self.card(page, message)).to_be_visible()
        self.fix(page, message, "Add a button for port “next”")
        expect(self.row(page, "ButtonNext")).to_be_visible()
        blocks = self.wait_for_blocks(
            lambda blocks: blocks[-1].get("title") == "Next", "the button")
        self.assertEqual(blocks[1], {"type": "button", "title": "Next", "do": [{"fire": "next"}]})
        self.undo_fix(page, message)

    def test_a_block_that_builds_cannot_show_gets_a_fallback(self):
        custom = {"type": "custom", "name": "Stars", "children": [NEXT]}
        page = self.open_screen(document=document(TITLE, custom))
        self.row(page, "Stars").click()
        message = "without it their users cannot answer or continue"
        self.fix(page, message, "Show something else there")
        expect(self.card(page, message)).to_have_count(0)
        blocks = self.wait_for_blocks(lambda blocks: "else" in blocks[1], "a fallback")
        self.assertEqual(
            blocks[1]["else"], {"type": "button", "title": "Continue", "do": [{"fire": "next"}]})
        self.undo_fix(page, message)

    def test_a_color_of_the_theme_becomes_readable(self):
        faint = {"colors": {"muted": {"light": "#bbbbbb", "dark": "#a7aebb"}}}
        page = self.open_screen(document=document({**TITLE, "tone": "muted"}, NEXT, theme=faint))
        self.row(page, "goal").click()
        message = "“Muted” on “Background” has a contrast of 1.91 to 1"
        expect(self.card(page, message)).to_be_visible()
        self.card(page, message).get_by_role("button", name=re.compile("^Use #")).click()
        expect(self.count(page)).to_have_text("No findings on this screen")
        draft = self.wait_for_draft(
            lambda draft: draft["theme"]["colors"]["muted"]["light"] != "#bbbbbb", "another color")
        self.assertEqual(draft["theme"]["colors"]["muted"]["dark"], "#a7aebb")
        self.undo_fix(page, message)


class AdviceTest(FindingsCase):
    LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"

    def test_a_word_that_does_not_fit_in_german_is_shown_in_german(self):
        strings = {"en": {"title": "Captain"}, "de": {"title": self.LONG}}
        title = {**TITLE, "text": {"$text": "title"}}
        page = self.open_screen(
            document=document(title, NEXT, strings=strings, defaultLocale="en"))
        expect(self.count(page)).to_have_text("1 suggestion")
        self.row(page, "Captain").click()
        card = self.card(page, f"“{self.LONG}” does not fit on a line of a small phone")
        expect(card).to_contain_text("in German")
        # The word must not make the settings wider than their panel.
        width = self.panel(page).evaluate("(panel) => panel.scrollWidth - panel.clientWidth")
        self.assertEqual(width, 0)
        card.get_by_role("button", name="Show", exact=True).click()
        expect(page.locator(".stage-host h1")).to_have_text(self.LONG)
        expect(page.get_by_label("Language of the texts")).to_have_value("de")

    def test_text_that_does_not_fit_at_200_percent_is_shown_in_that_size(self):
        wide = {**TITLE, "text": "Responsibilities", "style": "display"}
        page = self.open_screen(document=document(wide, NEXT))
        self.row(page, "Responsibilities").click()
        card = self.card(page, "does not fit on a line of a small phone with text at 200%")
        card.get_by_role("button", name="Show", exact=True).click()
        large = page.get_by_role("button", name="Text at 200%")
        expect(large).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".stage-screen.large")).to_be_visible()
        large.click()
        expect(page.locator(".stage-screen.large")).to_have_count(0)
        self.fix(page, "does not fit", "Use the style “Title”")
        self.wait_for_blocks(lambda blocks: blocks[0]["style"] == "title", "a smaller style")

    def test_a_row_that_overflows_is_stacked(self):
        buttons = [{**NEXT, "title": "Unquestionably"} for _ in range(4)]
        row = {"type": "row", "stackWhen": "never", "children": buttons}
        page = self.open_screen(document=document(TITLE, row))
        self.mark(page, re.compile("^Button “Unquestionably”")).first.click()
        fix = "Stack them where space is tight"
        self.panel(page).get_by_role("button", name=fix).click()
        self.wait_for_blocks(lambda blocks: blocks[1].get("stackWhen") == "compact", "a stack")

    def test_an_exit_that_is_hidden_from_some_users_is_shown_to_everyone(self):
        hidden = {**NEXT, "showIf": {"country": "DE"}}
        page = self.open_screen(document=document(TITLE, hidden))
        self.row(page, "Continue").click()
        message = "only some users see it"
        expect(self.card(page, message)).to_have_class(re.compile("advice"))
        self.fix(page, message, "Always show it")
        expect(self.count(page)).to_have_text("No findings on this screen")
        self.wait_for_blocks(lambda blocks: "showIf" not in blocks[1], "no rule")
        self.undo_fix(page, message)

    def test_low_contrast_text_gets_the_default_color(self):
        card = {"type": "column", "surface": "good", "children": [
            {**TITLE, "tone": "good", "text": "Done"}]}
        page = self.open_screen(document=document(card, NEXT))
        self.row(page, "Done").click()
        expect(self.card(page, "has a contrast of 1 to 1")).to_be_visible()
        self.fix(page, "has a contrast of 1 to 1", "Use the normal text color")
        expect(self.count(page)).to_have_text("No findings on this screen")

    def test_suggestions_do_not_block_publishing(self):
        hidden = {**NEXT, "showIf": {"country": "DE"}}
        page = self.open_screen(document=document(TITLE, hidden))
        expect(self.count(page)).to_have_text("1 suggestion")
        self.back_to_flow(page)
        expect(page.locator(".findings-button[aria-busy=false]")).not_to_contain_text("suggestion")
        expect(page.locator(".publish-button")).to_have_attribute("aria-disabled", "false")


class AppearanceTest(FindingsCase):
    # One finding of each severity, and two at one block.
    DOCUMENT = document(
        {**TITLE, "tonee": "muted", "style": "huge"}, IMAGE,
        {"type": "icon", "name": "bell", "alt": ""}, {**NEXT, "showIf": {"country": "DE"}})

    def test_the_editor_is_accessible_at_every_width(self):
        self.assert_usable("light")

    def test_the_editor_is_accessible_at_every_width_in_dark_mode(self):
        self.assert_usable("dark")

    def test_the_editor_is_translated_to_german(self):
        page = self.open_screen(
            document=self.DOCUMENT, locale="de-DE", reduced_motion="reduce")
        self.row(page, "goal").click()
        expect(self.card(page, "„huge“ steht hier nicht zur Auswahl")).to_be_visible()
        expect(self.card(page, "Hier gibt es keine Eigenschaft „tonee“")).to_be_visible()
        expect(self.count(page)).to_contain_text("2 Vorschläge")
        expect(self.mark(page, re.compile("Befund"))).to_have_count(4)
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            self.show_part(page, width, "Einstellungen")
            layout.save_screenshot(page, f"screen-findings-german-{width}")
            layout.assert_fits(self, page, f"findings in German {width}", ".screen-editor")

    def show_part(self, page, width, part):
        if width < 1024:
            page.locator(".screen-head .segmented label", has_text=part).click()

    def assert_usable(self, theme):
        page = self.open_screen(
            document=self.DOCUMENT, color_scheme=theme, reduced_motion="reduce")
        self.row(page, "goal").click()
        expect(page.locator(".field-finding")).to_have_count(1)
        expect(page.locator(".stage-mark")).to_have_count(4)
        for width in (1280, 768, 360):
            page.set_viewport_size({"width": width, "height": 800})
            for part in ("Structure", "Screen", "Settings"):
                self.show_part(page, width, part)
                name = f"screen-findings-{part}-{width}-{theme}"
                layout.save_screenshot(page, name)
                layout.assert_accessible(self, page, name)
                layout.assert_fits(self, page, name, ".screen-editor")
