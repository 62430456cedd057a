"""Drawn screens: pictures on the canvas, and a preview that renders them."""

import re

from canvas_case import CanvasCase
from portal import expect

TEXTS = {
    "en": {"goal.title": "What is your goal?", "email.title": "Where can we write to you?"},
    "de": {"goal.title": "Was ist dein Ziel?", "email.title": "Wohin dürfen wir schreiben?"},
}


def heading(key):
    return {"type": "text", "text": {"$text": key}, "style": "title", "role": "heading1"}


def button(title, *actions):
    return {"type": "button", "id": title.lower(), "title": title, "do": list(actions)}


GOAL = {
    "name": "Goal", "title": {"$text": "goal.title"},
    "state": {"why": {"type": "boolean", "default": False}},
    "root": {"type": "column", "gap": 4, "children": [
        heading("goal.title"),
        {"type": "choice", "name": "goal", "id": "goal", "label": "Goal", "required": True,
         "options": [{"value": "run", "title": "Run"}, {"value": "sleep", "title": "Sleep"}]},
        {"type": "text", "text": "So that we can plan.", "showIf": {"state.why": True}},
        {**button("Why", {"set": "why", "to": True}), "style": "plain", "icon": "help"},
        {"type": "footer", "children": [button("Continue", {"fire": "next"})]}]},
}
EMAIL = {
    "name": "Email", "title": {"$text": "email.title"},
    "root": {"type": "column", "gap": 4, "children": [
        heading("email.title"),
        {"type": "text", "text": "For your plan to {output.goal}.", "tone": "muted"},
        {"type": "input", "name": "email", "id": "email", "kind": "email", "label": "Email",
         "required": True, "hint": "We send one email a week."},
        {"type": "toggle", "name": "news", "id": "news", "label": "Send me news"},
        button("Send", {"fire": "next"})]},
}
DOCUMENT = {
    "schema": 1, "defaultLocale": "en", "locales": ["en", "de"], "strings": TEXTS,
    "screens": [GOAL, EMAIL],
    "theme": {"colors": {"accent": {"light": "#166B3A", "dark": "#7CD9A2"}}},
    "flows": [{"id": "onboarding", "start": "goal", "steps": [
        {"id": "goal", "screen": "Goal", "ports": {"next": [{"to": "email"}]}},
        {"id": "email", "screen": "Email", "ports": {"next": [
            {"when": {"output.goal": "sleep"}, "finish": "sleeper"}, {"finish": "runner"}]}}]}],
}


class DrawnScreenTests(CanvasCase):
    def open_drawn(self, **options):
        self.save_draft(DOCUMENT)
        return self.open_editor(**options)

    def open_preview(self, page):
        """Opens the preview of a build that has every screen."""
        page.get_by_role("button", name="Try it").click()
        page.locator(".user > summary").click()
        page.get_by_label("Build").select_option("")
        page.locator(".user > summary").click()
        expect(page.locator(".device .phone-title")).to_have_text("goal")

    def test_cards_show_their_screens_without_focusable_elements(self):
        page = self.open_drawn()
        for step, text in [("goal", "What is your goal?"), ("email", "Where can we write")]:
            picture = self.node(page, step).locator(".drawn-picture")
            expect(picture.locator("h1")).to_contain_text(text)
            self.assertTrue(picture.evaluate("picture => picture.inert"))
        expect(self.node(page, "goal").locator(".drawn-picture .fm-icon path")).to_have_count(1)
        expect(self.node(page, "goal").locator(".canvas-port")).to_have_text(["next"])
        self.assert_no_violations(page)

    def test_a_card_follows_the_draft(self):
        page = self.open_drawn()
        card = self.node(page, "goal")
        expect(card.locator("h1")).to_contain_text("What is your goal?")
        document = self.draft()
        document["strings"]["en"]["goal.title"] = "What do you want?"
        self.save_draft(document)
        expect(card.locator("h1")).to_contain_text("What do you want?")

    def test_drawn_screens_are_navigated_and_their_forms_validated(self):
        page = self.open_drawn()
        self.open_preview(page)
        phone = page.locator(".device")
        expect(phone.get_by_text("So that we can plan.")).to_have_count(0)
        expect(phone.locator(".fm-icon path")).to_have_count(1)
        phone.get_by_role("button", name="Why").click()
        expect(phone.get_by_text("So that we can plan.")).to_be_visible()
        phone.get_by_role("button", name="Continue").click()
        expect(phone.locator(".fm-error")).to_contain_text("Fill this in.")
        expect(phone.get_by_role("alert")).to_contain_text("Fill this in.")
        expect(phone.get_by_role("radio", name="Run")).to_be_focused()
        phone.get_by_role("radio", name="Sleep").check()
        phone.get_by_role("button", name="Continue").click()
        expect(phone.locator(".phone-title")).to_have_text("email")
        expect(phone.locator("h1")).to_be_focused()
        expect(phone.get_by_text("For your plan to sleep.")).to_be_visible()
        field = phone.get_by_role("textbox", name="Email")
        field.press_sequentially("mira1@")
        expect(phone.locator(".fm-error")).to_have_count(0)
        field.press("Tab")
        expect(phone.locator(".fm-error")).to_contain_text("name@example.com")
        field.fill("mira@example.org")
        expect(phone.locator(".fm-error")).to_have_count(0)
        self.assert_region_accessible(page, ".preview-panel", "an open form in the preview")
        phone.get_by_role("button", name="Send").click()
        expect(phone.locator(".phone-end")).to_contain_text("sleeper")
        page.get_by_role("button", name="Step back").click()
        expect(field).to_have_value("mira@example.org")

    def test_a_restart_empties_fields_of_several_lines_and_secrets(self):
        note = {"type": "input", "name": "note", "kind": "multiline", "label": "Note"}
        code = {**note, "name": "code", "label": "Code", "secret": True}
        password = {**note, "name": "password", "kind": "password", "label": "Password"}
        goal = {"name": "Goal", "root": {"type": "column", "children": [
            note, code, password, button("Continue", {"fire": "next"})]}}
        self.save_draft({**DOCUMENT, "screens": [goal], "flows": [
            {"id": "onboarding", "start": "goal", "steps": [
                {"id": "goal", "screen": "Goal", "ports": {"next": [{"finish": "done"}]}}]}]})
        page = self.open_editor()
        self.open_preview(page)
        fields = [page.locator(".device").get_by_label(name)
                  for name in ("Note", "Code", "Password")]
        for field in fields:
            field.fill("Ripe plums")
        for field in fields:
            expect(field).to_have_value("Ripe plums")
        page.get_by_role("button", name="Restart").click()
        for field in fields:
            expect(field).to_have_value("")

    def test_a_secret_is_not_kept_for_the_next_step(self):
        # Both steps show the same screen, so that its fields are kept where they are.
        secret = {"type": "input", "name": "password", "kind": "password", "label": "Password"}
        goal = {"name": "Goal", "root": {"type": "column", "children": [
            secret, button("Continue", {"fire": "next"})]}}
        self.save_draft({**DOCUMENT, "screens": [goal], "flows": [
            {"id": "onboarding", "start": "goal", "steps": [
                {"id": "goal", "screen": "Goal", "ports": {"next": [{"to": "again"}]}},
                {"id": "again", "screen": "Goal", "ports": {"next": [{"finish": "done"}]}}]}]})
        page = self.open_editor()
        self.open_preview(page)
        phone = page.locator(".device")
        field = phone.get_by_label("Password")
        field.fill("Ripe plums")
        phone.get_by_role("button", name="Continue").click()
        expect(phone.locator(".phone-title")).to_have_text("again")
        expect(field).to_have_value("")

    def test_a_screen_is_shown_in_any_language_appearance_size_and_text_size(self):
        page = self.open_drawn()
        self.open_preview(page)
        phone = page.locator(".device")
        display_options = page.get_by_role("group", name="Display options")
        display_options.get_by_label("Language").select_option("de")
        expect(phone.locator("h1")).to_have_text("Was ist dein Ziel?")
        color = "element => getComputedStyle(element).backgroundColor"
        screen = phone.locator(".fm-screen")
        self.assertEqual(screen.evaluate(color), "rgb(255, 255, 255)")
        display_options.get_by_label("Appearance").select_option("dark")
        self.assertEqual(screen.evaluate(color), "rgb(17, 19, 24)")
        size = "element => parseFloat(getComputedStyle(element).fontSize)"
        before = phone.locator("h1").evaluate(size)
        display_options.get_by_label("Text size").select_option("2")
        after = phone.locator("h1").evaluate(size)
        self.assertAlmostEqual(after, before * 2)
        display_options.get_by_label("Device").select_option("320")
        self.assertEqual(screen.evaluate("element => element.clientWidth"), 320)
        self.assert_region_accessible(page, ".preview-panel", "the largest text")

    def test_a_drawn_screen_is_offered_for_a_new_step(self):
        page = self.open_drawn()
        self.node(page, "goal").click()
        expect(page.get_by_text(re.compile("No build of the app has"))).to_have_count(0)
        page.locator(".canvas").press("n")
        page.keyboard.type("Email")
        expect(page.get_by_role("option", name=re.compile("Email")).first).to_be_visible()
