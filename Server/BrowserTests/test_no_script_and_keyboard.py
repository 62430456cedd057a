"""Pages without JavaScript, and with the keyboard only."""

import unittest

from playwright.sync_api import expect

from browser import NEW_PASSWORD, PASSWORD, BrowserCase, totp


class NoScriptTest(BrowserCase):
    def test_account_pages_work_without_javascript(self):
        page = self.new_page(java_script_enabled=False)
        page.goto("/register")
        expect(page.get_by_role("button", name="Show password")).to_have_count(0)
        self.fill(page, name="Ada Lovelace", email="ada@example.org", password=PASSWORD)
        self.click_button(page, "Create account")
        page.goto(self.mailbox.link("ada@example.org", "confirm"))
        self.fill(page, password=PASSWORD)
        self.click_button(page, "Confirm and sign in")
        # The portal needs JavaScript; the account pages do not.
        expect(page.locator(".no-script")).to_be_visible()
        page.goto("/account/security")
        self.click_button(page, "Set up an authenticator app")
        secret = page.locator("#secret").inner_text()
        self.fill(page, code=totp(secret))
        self.click_button(page, "Turn on")
        codes = page.locator("#codes li").all_inner_texts()
        page.goto("/account/security")
        page.get_by_text("Change password").click()
        page.locator("#current-password").fill(PASSWORD)
        self.fill(page, password=NEW_PASSWORD)
        self.click_button(page, "Save password")
        self.expect_text(page, "Your password is changed")
        self.click_button(page, "Sign out")
        self.expect_text(page, "You are signed out")
        self.sign_in(page, "ada@example.org", NEW_PASSWORD)
        page.get_by_role("link", name="Use a recovery code").click()
        self.fill(page, code=codes[0])
        self.click_button(page, "Continue")
        expect(page.locator(".no-script")).to_be_visible()
        page.locator(".no-script a").click()
        self.expect_heading(page, "Your account")
        self.click_button(page, "Deutsch")
        self.expect_heading(page, "Dein Konto")

    def test_the_script_can_reveal_the_password(self):
        page = self.new_page()
        page.goto("/sign-in")
        self.fill(page, password="something to see")
        page.get_by_role("button", name="Show password").click()
        expect(page.locator("#password")).to_have_attribute("type", "text")
        page.get_by_role("button", name="Hide password").click()
        expect(page.locator("#password")).to_have_attribute("type", "password")


class KeyboardTest(BrowserCase):
    def test_sign_in_and_out_work_by_keyboard(self):
        page = self.new_page()
        page.goto("/sign-in")
        expect(page.locator("#email")).to_be_focused()
        page.keyboard.type("owner@example.com")
        page.keyboard.press("Tab")  # to "Forgot password?"
        page.keyboard.press("Tab")
        expect(page.locator("#password")).to_be_focused()
        page.keyboard.type(self.sample["password"])
        page.keyboard.press("Enter")
        self.expect_home(page)
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
        menu = page.get_by_role("button", name="Your account")
        for _ in range(10):
            page.keyboard.press("Tab")
            if menu.evaluate("item => item === document.activeElement"):
                break
        page.keyboard.press("Enter")
        expect(page.get_by_role("menuitem").first).to_be_focused()
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        self.expect_heading(page, "Sign in")

    def test_focus_is_visible(self):
        page = self.signed_in_page()
        page.goto("/account/security")
        for _ in range(12):
            page.keyboard.press("Tab")
            style = page.evaluate(
                """() => { const s = getComputedStyle(document.activeElement);
                  return document.activeElement.tagName + " " + s.boxShadow }""")
            self.assertNotIn(" none", style)

    def test_problems_are_announced_and_link_to_their_fields(self):
        page = self.new_page()
        page.goto("/register")
        self.fill(page, name="Ada", email="ada@example.org", password="short")
        page.keyboard.press("Enter")
        summary = page.get_by_role("alert")
        expect(summary).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#password")).to_be_focused()
        expect(page.locator("#password")).to_have_attribute("aria-invalid", "true")
        described = page.locator("#password").get_attribute("aria-describedby")
        self.assertEqual(described, "password-error password-hint")


if __name__ == "__main__":
    unittest.main()
