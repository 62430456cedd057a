"""The app in German: logging in, a practice, the survey, the history, and logging out."""

import re

from yoga import PASSWORD, YogaCase, expect


class GermanTest(YogaCase):
    def test_a_practice_from_the_login_to_the_logout_is_in_german(self):
        person = self.service.new_person()
        page = self.new_device(locale="de-DE")
        page.goto("/yoga")
        expect(page.locator("html")).to_have_attribute("lang", re.compile("^de"))
        self.press(page, "Los geht's")
        page.wait_for_url(re.compile("/yoga/(start|register)$"))
        # Half of the visitors are asked to register first.
        if page.url.endswith("/register"):
            self.press(page, "Zurück")
        expect(page.get_by_role("button", name="Anmelden", exact=True)).to_be_visible()
        page.get_by_label("Benutzername / E-Mail").fill(person.email)
        page.get_by_label("Passwort", exact=True).fill("falsch und lang genug")
        self.press(page, "Anmelden")
        expect(page.get_by_role("alert")).to_have_text("E-Mail oder Passwort ist falsch!")
        page.get_by_label("Benutzername / E-Mail").fill(person.email)
        page.get_by_label("Passwort", exact=True).fill(PASSWORD)
        self.press(page, "Anmelden")
        self.expect_heading(page, "Hallo Mira")
        self.check(page, "german-menu")
        self.press(page, "Mythen")
        page.get_by_role("button", name=re.compile("^Agni")).click()
        page.get_by_role("button", name=re.compile("^Boot")).click()
        self.expect_playable(page)
        self.check(page, "german-practice")
        page.get_by_label("Stelle").fill("12")
        self.press(page, "Abspielen")
        self.expect_time(page, 12.3)
        self.press(page, "Ich bin fertig")
        self.expect_heading(page, "Deine erste Übung ist geschafft. Wie war es?")
        page.get_by_label("Genau richtig").check()
        self.press(page, "Weiter")
        self.press(page, "Verlauf und Serie")
        expect(page.locator(".yoga-count")).to_have_text("1 Tag in Folge")
        self.check(page, "german-history")
        page.locator(".yoga-days").get_by_role("button", name="Agni · Boot").click()
        self.expect_playable(page)
        self.press(page, "Abmelden")
        expect(page.get_by_role("button", name="Anmelden", exact=True)).to_be_visible()
