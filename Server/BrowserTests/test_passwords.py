"""Passwords: guesses of strangers, and the tokens that a reset revokes."""

import sqlite3
import unittest

from playwright.sync_api import expect

from browser import NEW_PASSWORD, BrowserCase

WRONG = "not the password at all"


class PasswordTest(BrowserCase):
    def test_guesses_of_strangers_do_not_delay_a_known_browser(self):
        known = self.signed_in_page("viewer@example.com")
        self.sign_out(known)
        stranger = self.new_page()
        for _ in range(5):
            self.sign_in(stranger, "viewer@example.com", WRONG)
            self.expect_text(stranger, "Wrong email address or password")
        self.make_waits_long()
        self.sign_in(stranger, "viewer@example.com")
        self.expect_text(stranger, "Too many attempts")
        self.sign_in(known, "viewer@example.com")
        self.expect_home(known)

    def make_waits_long(self):
        """Counts ten more guesses: on a slow machine, the wait of two seconds may end too early."""
        database = sqlite3.connect(self.store)
        self.addCleanup(database.close)
        with database:
            changed = database.execute("UPDATE throttle SET failures = failures + 10")
        self.assertGreater(changed.rowcount, 0, "no guess was counted")

    def test_a_reset_lists_the_tokens_that_it_revokes(self):
        page = self.signed_in_page("editor@example.com")
        page.evaluate("""async () => {
            const me = await (await fetch("/v1/me")).json();
            const response = await fetch("/v1/tokens", { method: "POST",
              headers: { "Content-Type": "application/json", "X-CSRF-Token": me.csrfToken },
              body: JSON.stringify({ name: "Laptop", scopes: ["read"], owner: "me" }) });
            if (!response.ok) throw new Error(await response.text());
        }""")
        self.sign_out(page)
        page.goto("/reset")
        self.fill(page, email="editor@example.com")
        self.click_button(page, "Send link")
        page.goto(self.mailbox.link("editor@example.com", "password"))
        expect(page.locator(".named-list li")).to_have_text("Laptop Acme · never used")
        self.assert_accessible_at_all_sizes(page, "password-reset-with-tokens")
        self.fill(page, password=NEW_PASSWORD)
        self.click_button(page, "Save and continue")
        self.expect_text(page, "your API tokens are revoked")
        mail = self.mailbox.wait("editor@example.com", "was reset")
        self.assertIn("“Laptop” in “Acme”: never used", mail.get_body(("plain",)).get_content())


if __name__ == "__main__":
    unittest.main()
