"""A server that requires a second factor of every account."""

import unittest

from playwright.sync_api import expect

from browser import BrowserCase, totp


class RequiredFactorTest(BrowserCase):
    settings = {"FLOWMAGIC_SECOND_FACTOR": "required"}

    def test_a_second_factor_is_set_up_before_anything_else(self):
        page = self.new_page()
        self.sign_in(page)
        expect(page).to_have_url(f"{self.url}/account/security")
        self.expect_text(page, "This server requires a second factor")
        secret, _ = self.set_up_authenticator(page)
        page.goto("/")
        self.expect_home(page)
        other = self.new_page()
        self.sign_in(other)
        self.fill(other, code=totp(secret, 1))
        self.click_button(other, "Continue")
        self.expect_home(other)


if __name__ == "__main__":
    unittest.main()
