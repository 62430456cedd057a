"""Every page, in both sizes and both colours: axe finds nothing, nothing sticks out."""

import unittest

from playwright.sync_api import expect

from browser import PASSWORD, BrowserCase, totp


class OutsideTest(BrowserCase):
    def test_the_pages_before_the_door_are_well_made(self):
        page = self.visitor()
        for name, path in {
            "sign-in": "/sign-in", "register": "/register", "check-mail": "/check-mail",
            "mail-again": "/register/again", "forgotten": "/reset", "failed": "/login/failed",
            "not-found": "/no-such-page", "link-over": "/account/reset?link=nothing",
            "invitation-over": "/account/invitation?link=nothing",
        }.items():
            with self.subTest(name):
                page.goto(path)
                expect(page.get_by_role("heading", level=1)).to_be_visible()
                self.assert_well_made(page, name)

    def test_pages_with_what_is_not_right_yet_are_well_made(self):
        page = self.visitor()
        page.goto("/register")
        self.fill(page, name="Ada", email="ada@example.org", password="password1234")
        self.press(page, "Make account")
        expect(page.locator("#password-problem")).to_be_visible()
        expect(page.locator("#name")).to_have_value("Ada")
        expect(page.locator("#password")).to_have_value("")
        self.assert_well_made(page, "register-again")

    def test_the_pages_of_links_are_well_made(self):
        page = self.visitor()
        page.goto(self.invite("ada@example.org"))
        self.heading(page, "Join")
        self.assert_well_made(page, "invitation")
        page.goto("/reset")
        self.fill(page, email="editor@example.com")
        self.press(page, "Send the link")
        page.goto(self.outbox.link("editor@example.com", "password"))
        self.heading(page, "Choose a new password")
        self.assert_well_made(page, "reset")
        page.goto("/register")
        self.fill(page, name="Ada", email="grace@example.org", password=PASSWORD)
        self.press(page, "Make account")
        page.goto(self.outbox.link("grace@example.org", "confirm"))
        self.heading(page, "Confirm your address")
        self.assert_well_made(page, "verify")

    def test_pages_are_in_german_for_those_who_read_it(self):
        page = self.visitor(locale="de-AT")
        page.goto("/sign-in")
        self.heading(page, "Anmelden")
        self.assertEqual(page.locator("html").get_attribute("lang"), "de")
        self.assert_well_made(page, "sign-in-german")
        self.press(page, "English")
        self.heading(page, "Sign in")


class InsideTest(BrowserCase):
    def test_the_pages_behind_the_door_are_well_made(self):
        page = self.signed_in()
        for name in ("", "account", "account/security", "account/sessions",
                     "account/organizations", "account/activity", "account/confirm", "logout"):
            with self.subTest(name or "home"):
                page.goto("/" + name)
                # The portal draws its page after it has come.
                expect(page.get_by_role("heading", level=1)).to_be_visible()
                self.assert_well_made(page, name.replace("/", "-") or "home")

    def test_the_pages_of_the_second_factor_are_well_made(self):
        page = self.signed_in()
        page.goto("/account/security")
        self.press(page, "Set up an authenticator app")
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
        self.assert_well_made(page, "authenticator")
        secret = page.locator("#secret").inner_text()
        self.fill(page, code=totp(secret))
        self.press(page, "Turn on")
        expect(page.locator("#codes li")).to_have_count(10)
        self.assert_well_made(page, "recovery-codes")
        page.goto("/account/security")
        self.assert_well_made(page, "security-with-factor")
        other = self.visitor()
        self.sign_in(other)
        self.heading(other, "One more step")
        self.assert_well_made(other, "second-factor")
        other.get_by_role("link", name="Use a recovery code").click()
        self.heading(other, "Use a recovery code")
        self.assert_well_made(other, "second-factor-recovery")

    def test_colours_and_language_can_be_chosen(self):
        page = self.signed_in()
        page.goto("/account")
        page.get_by_role("radio", name="Dark").check()
        page.get_by_role("radio", name="Deutsch").check()
        page.locator("form[action='/preferences']").first.get_by_role(
            "button", name="Save").click()
        self.heading(page, "Ihr Konto")
        self.assertEqual(page.locator("html").get_attribute("data-theme"), "dark")
        self.assertEqual(
            page.evaluate("getComputedStyle(document.documentElement).colorScheme"), "dark")


if __name__ == "__main__":
    unittest.main()
