"""Abuse by strangers: unwanted invitations, and guessed passwords."""

import re
import sqlite3
import unittest

from playwright.sync_api import expect

from browser import NEW_PASSWORD, BrowserCase

WRONG = "not the password at all"


class UnwantedInvitationTest(BrowserCase):
    def report_link(self, address):
        text = self.mailbox.wait(address, "join").get_body(("plain",)).get_content()
        return re.search(r"report and block:\s+(\S+)", text)[1]

    def test_a_recipient_reports_and_blocks_without_an_account_and_without_javascript(self):
        self.invite("victim@example.org")
        link = self.report_link("victim@example.org")
        for locale, button, done in (
                ("de-DE", "Melden und blockieren", "Gemeldet und blockiert"),
                ("en-GB", "Report and block", "Reported and blocked")):
            page = self.new_page("phone", java_script_enabled=False, locale=locale)
            page.goto(link)
            self.click_button(page, button)
            self.expect_heading(page, done)
        again = self.server.call(
            "POST", "/v1/organizations/acme/invitations",
            {"email": "victim@example.org", "role": "viewer"})
        self.assertEqual((again.status, again.json["code"]), (403, "invitation-refused"))

    def test_the_pages_are_accessible_and_lead_on(self):
        accept = self.invite("victim@example.org")
        page = self.new_page()
        page.goto(accept)
        page.get_by_role("link", name="report and block").click()
        self.expect_heading(page, "Report this invitation?")
        self.expect_text(page, "victim@example.org")
        self.assert_accessible_at_all_sizes(page, "invitation-report")
        page.get_by_role("link", name="See the invitation").click()
        self.expect_heading(page, "Join Acme")
        page.go_back()
        page.get_by_role("button", name="Report and block").focus()
        page.keyboard.press("Enter")
        self.expect_heading(page, "Reported and blocked")
        self.assert_accessible_at_all_sizes(page, "invitation-reported")
        page.goto(accept)
        self.expect_heading(page, "This link no longer works")


class GuessedPasswordTest(BrowserCase):
    def test_strangers_guesses_do_not_delay_a_browser_that_is_known(self):
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
        """Counts ten more guesses: a wait of two seconds may be over before a slow page asks."""
        database = sqlite3.connect(self.store)
        self.addCleanup(database.close)
        with database:
            changed = database.execute("UPDATE throttle SET failures = failures + 10")
        self.assertGreater(changed.rowcount, 0, "no guess was counted")

    def test_a_reset_lists_the_tokens_that_it_revokes(self):
        page = self.signed_in_page("editor@example.com")
        page.evaluate("""async () => {
            const me = await (await fetch("/v1/me")).json();
            const answer = await fetch("/v1/tokens", { method: "POST",
              headers: { "Content-Type": "application/json", "X-CSRF-Token": me.csrfToken },
              body: JSON.stringify({ name: "Laptop", scopes: ["read"], owner: "me" }) });
            if (!answer.ok) throw new Error(await answer.text());
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
