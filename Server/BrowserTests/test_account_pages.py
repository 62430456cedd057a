"""Server-rendered pages that are part of a user journey are accessible and fit, in light and dark.

`test_every_page` checks those that a URL alone opens."""

import unittest

from playwright.sync_api import expect

from browser import PASSWORD, BrowserCase, totp


class SignedOutPagesTest(BrowserCase):
    def test_pages_with_problems_are_accessible(self):
        page = self.new_page()
        page.goto("/register")
        self.fill(page, name="Ada", email="ada@example.org", password="password1234")
        self.click_button(page, "Create account")
        expect(page.locator("#password-error")).to_be_visible()
        expect(page.locator("#name")).to_have_value("Ada")
        expect(page.locator("#password")).to_have_value("")
        self.assert_accessible_at_all_sizes(page, "register-again")

    def test_pages_of_email_links_are_accessible(self):
        page = self.new_page()
        page.goto(self.invite("ada@example.org"))
        self.expect_heading(page, "Join")
        self.assert_accessible_at_all_sizes(page, "invitation")
        page.goto("/reset")
        self.fill(page, email="editor@example.com")
        self.click_button(page, "Send link")
        page.goto(self.mailbox.link("editor@example.com", "password"))
        self.expect_heading(page, "Choose a new password")
        self.assert_accessible_at_all_sizes(page, "reset")
        page.goto("/register")
        self.fill(page, name="Ada", email="grace@example.org", password=PASSWORD)
        self.click_button(page, "Create account")
        page.goto(self.mailbox.link("grace@example.org", "confirm"))
        self.expect_heading(page, "Confirm your address")
        self.assert_accessible_at_all_sizes(page, "verify")

    def test_pages_follow_the_browsers_language(self):
        page = self.new_page(locale="de-AT")
        page.goto("/sign-in")
        self.expect_heading(page, "Anmelden")
        self.assertEqual(page.locator("html").get_attribute("lang"), "de")
        self.assert_accessible_at_all_sizes(page, "sign-in-german")
        self.click_button(page, "English")
        self.expect_heading(page, "Sign in")


class SignedInPagesTest(BrowserCase):
    def test_pages_of_the_second_factor_are_accessible(self):
        page = self.signed_in_page()
        page.goto("/account/security")
        self.click_button(page, "Set up an authenticator app")
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
        self.assert_accessible_at_all_sizes(page, "authenticator")
        secret = page.locator("#secret").inner_text()
        self.fill(page, code=totp(secret))
        self.click_button(page, "Turn on")
        expect(page.locator("#codes li")).to_have_count(10)
        self.assert_accessible_at_all_sizes(page, "recovery-codes")
        page.goto("/account/security")
        self.assert_accessible_at_all_sizes(page, "security-with-factor")
        other = self.new_page()
        self.sign_in(other)
        self.expect_heading(other, "One more step")
        self.assert_accessible_at_all_sizes(other, "second-factor")
        other.get_by_role("link", name="Use a recovery code").click()
        self.expect_heading(other, "Use a recovery code")
        self.assert_accessible_at_all_sizes(other, "second-factor-recovery")

    def test_color_scheme_and_language_can_be_chosen(self):
        page = self.signed_in_page()
        page.goto("/account")
        page.get_by_role("radio", name="Dark").check()
        page.get_by_role("radio", name="Deutsch").check()
        page.locator("form[action='/preferences']").first.get_by_role(
            "button", name="Save").click()
        self.expect_heading(page, "Dein Konto")
        self.assertEqual(page.locator("html").get_attribute("data-theme"), "dark")
        self.assertEqual(
            page.evaluate("getComputedStyle(document.documentElement).colorScheme"), "dark")


if __name__ == "__main__":
    unittest.main()
