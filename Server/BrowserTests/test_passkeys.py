"""Passkeys, with a virtual authenticator."""

import unittest

from playwright.sync_api import expect

from browser import BrowserCase, totp


class PasskeyTest(BrowserCase):
    # NB: browsers do not support passkeys on IP addresses.
    host = "localhost"

    def add_authenticator(self, page):
        """Adds a virtual authenticator that confirms every request."""
        session = page.context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        session.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True,
            "automaticPresenceSimulation": True}})
        return page

    def add_passkey(self, page):
        page.goto("/account/security")
        self.click_button(page, "Add a passkey")
        self.expect_heading(page, "Add a passkey")
        self.assert_accessible(page, "new passkey")
        self.fill(page, name="My laptop")
        self.click_button(page, "Continue")
        self.expect_text(page, "The passkey is ready")
        self.expect_text(page, "My laptop")

    def test_a_user_signs_in_with_a_passkey(self):
        page = self.add_authenticator(self.signed_in_page())
        self.add_passkey(page)
        self.click_button(page, "Sign out")
        self.click_button(page, "Sign in with a passkey")
        self.click_button(page, "Continue")
        self.expect_home(page)
        page.goto("/account/security")
        page.get_by_role("button", name="Remove My laptop").click()
        self.expect_text(page, "The passkey is removed")

    def test_a_passkey_is_the_second_factor(self):
        page = self.add_authenticator(self.signed_in_page())
        self.add_passkey(page)
        self.click_button(page, "Set up an authenticator app")
        self.fill(page, code=totp(page.locator("#secret").inner_text()))
        self.click_button(page, "Turn on")
        self.click_button(page, "Sign out")
        self.sign_in(page)
        self.click_button(page, "Use a passkey")
        self.click_button(page, "Continue")
        self.expect_home(page)

    def test_without_a_passkey_another_method_is_offered(self):
        page = self.add_authenticator(self.new_page())  # It has no passkeys.
        page.goto("/sign-in")
        self.click_button(page, "Sign in with a passkey")
        self.click_button(page, "Continue")
        expect(page.get_by_role("alert")).to_contain_text("The passkey was not used")
        page.get_by_role("link", name="Cancel").click()
        self.expect_heading(page, "Sign in")


if __name__ == "__main__":
    unittest.main()
