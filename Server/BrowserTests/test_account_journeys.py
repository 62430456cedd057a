"""User journeys, beginning with the first start: accounts, second factor, invitations, sessions."""

import json
import re
import unittest
from pathlib import Path

from playwright.sync_api import expect

import browser
from browser import NEW_PASSWORD, PASSWORD, BrowserCase, totp


class FirstOwnerTest(BrowserCase):
    def init(self, store=None):
        """An organization without an owner."""
        run = self.command("init", "--store", f"sqlite:{store or self.store}", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def test_the_printed_link_creates_the_first_owner_once(self):
        file = Path(f"{self.store}.set-up-links")
        text = browser.live.wait_for(lambda: file.exists() and file.read_text(), "the link's file")
        path = re.search(r"/account/set-up\?link=\w+", text)[0]
        page = self.new_page()
        page.goto(path)
        self.expect_heading(page, "Welcome to FlowMagic")
        self.assert_accessible_at_all_sizes(page, "set-up")
        self.fill(page, name="Ada Lovelace", email="ada@example.org", password=PASSWORD)
        self.click_button(page, "Get started")
        self.expect_home(page)
        page.goto("/organization/members")
        expect(page.get_by_text("Owner", exact=True)).to_be_visible()
        other = self.new_page()
        other.goto(path)
        self.expect_heading(other, "This link no longer works")


class AccountTest(BrowserCase):
    def test_a_user_registers_and_confirms(self):
        page = self.new_page()
        page.goto("/")
        page.get_by_role("link", name="Create an account").click()
        self.fill(page, name="Ada Lovelace", email="ada@example.org", password=PASSWORD)
        self.click_button(page, "Create account")
        self.expect_heading(page, "Check your email")
        link = self.mailbox.link("ada@example.org", "confirm")
        # A mail scanner opens it first, which has no effect.
        scanner = self.new_page()
        scanner.goto(link)
        page.goto(link)
        self.fill(page, password=PASSWORD)
        self.click_button(page, "Confirm and sign in")
        self.expect_home(page)
        self.expect_text(page, "You are not in an organization yet")

    def test_registering_an_existing_address_gives_the_same_answer(self):
        page = self.new_page()
        page.goto("/register")
        self.fill(page, name="Eve", email="owner@example.com", password=PASSWORD)
        self.click_button(page, "Create account")
        self.expect_heading(page, "Check your email")
        self.mailbox.wait("owner@example.com", "account")

    def test_a_wrong_password_does_not_reveal_whether_an_account_exists(self):
        page = self.new_page()
        messages = []
        for address in ("owner@example.com", "nobody@example.com"):
            self.sign_in(page, address, "not the password at all")
            summary = page.get_by_role("alert")
            expect(summary).to_be_focused()
            messages.append(summary.inner_text())
            expect(page.locator("#email")).to_have_value(address)
            expect(page.locator("#password")).to_have_value("")
        self.assertEqual(messages[0], messages[1])

    def test_many_wrong_passwords_are_rate_limited(self):
        page = self.new_page()
        # Each wait is twice as long as the previous one: even a slow machine retries too early.
        for _ in range(20):
            self.sign_in(page, "viewer@example.com", "not the password at all")
            if "Too many attempts" in page.get_by_role("alert").inner_text():
                break
        self.expect_text(page, "Too many attempts")
        expect(page.get_by_role("alert")).to_contain_text(re.compile("in .*(second|minute)"))
        self.assert_accessible(page, "too many attempts")

    def test_a_password_is_reset_by_email(self):
        signed_in = self.signed_in_page("editor@example.com")
        page = self.new_page()
        page.goto("/sign-in")
        page.get_by_role("link", name="Forgot password?").click()
        self.fill(page, email="editor@example.com")
        self.click_button(page, "Send link")
        self.expect_heading(page, "Check your email")
        link = self.mailbox.link("editor@example.com", "password")
        page.goto(link)
        self.fill(page, password="password1234")
        self.click_button(page, "Save and continue")
        expect(page.locator("#password-error")).to_be_visible()
        self.fill(page, password=NEW_PASSWORD)
        self.click_button(page, "Save and continue")
        self.expect_text(page, "Your password was reset")
        self.sign_in(page, "editor@example.com", NEW_PASSWORD)
        self.expect_home(page)
        # Other sessions have ended, and the link cannot be used again.
        signed_in.goto("/account")
        self.expect_heading(signed_in, "Sign in")
        page.goto(link)
        self.expect_heading(page, "This link no longer works")

    def test_a_password_is_changed(self):
        page = self.signed_in_page("viewer@example.com")
        page.goto("/account/security")
        page.get_by_text("Change password").click()
        page.locator("#current-password").fill("not the password at all")
        self.fill(page, password=NEW_PASSWORD)
        self.click_button(page, "Save password")
        expect(page.locator("#current-password-error")).to_be_visible()
        page.locator("#current-password").fill(self.sample["password"])
        self.fill(page, password=NEW_PASSWORD)
        self.click_button(page, "Save password")
        self.expect_text(page, "Your password is changed")
        page.get_by_role("button", name="Sign out").click()
        self.sign_in(page, "viewer@example.com", NEW_PASSWORD)
        self.expect_home(page)

    def test_the_requested_page_opens_after_sign_in(self):
        page = self.new_page()
        page.goto("/account/sessions")
        self.expect_text(page, "Sign in to see that page")
        self.fill(page, email="owner@example.com", password=self.sample["password"])
        self.click_button(page, "Sign in")
        expect(page.get_by_role("heading", name="Where you are signed in")).to_be_visible()

    def test_an_email_address_is_changed_after_confirmation(self):
        page = self.signed_in_page("drafter@example.com")
        page.goto("/account")
        page.get_by_text("Change address").click()
        page.locator("#new-email").fill("ada@example.org")
        self.click_button(page, "Send confirmation link")
        self.expect_text(page, "A link is on its way")
        page.goto(self.mailbox.link("ada@example.org", "address"))
        self.click_button(page, "Use the new address")
        self.expect_text(page, "Your address is changed")
        self.mailbox.wait("drafter@example.com", "address")


class SecondFactorTest(BrowserCase):
    def test_the_second_factor_is_required_and_a_recovery_code_replaces_it(self):
        page = self.signed_in_page()
        page.goto("/account/security")
        self.click_button(page, "Set up an authenticator app")
        secret = page.locator("#secret").inner_text()
        self.fill(page, code="000000")
        self.click_button(page, "Turn on")
        expect(page.locator("#code-error")).to_be_visible()
        self.assertEqual(page.locator("#secret").inner_text(), secret)
        self.fill(page, code=totp(secret))
        self.click_button(page, "Turn on")
        codes = page.locator("#codes li").all_inner_texts()
        self.assertEqual(len(set(codes)), 10)

        other = self.new_page()
        self.sign_in(other)
        self.expect_heading(other, "One more step")
        self.fill(other, code="000000")
        self.click_button(other, "Continue")
        expect(other.locator("#code-error")).to_be_visible()
        # The code used at set-up is rejected; the one of the next period is accepted.
        self.fill(other, code=totp(secret, step=1))
        self.click_button(other, "Continue")
        self.expect_home(other)

        third = self.new_page()
        self.sign_in(third)
        third.get_by_role("link", name="Use a recovery code").click()
        self.fill(third, code=codes[3].upper().replace("-", " "))
        self.click_button(third, "Continue")
        self.expect_home(third)
        third.goto("/account/security")
        self.expect_text(third, "9 of 10 left")

        again = self.new_page()
        self.sign_in(again)
        again.get_by_role("link", name="Use a recovery code").click()
        self.fill(again, code=codes[3])
        self.click_button(again, "Continue")
        expect(again.locator("#code-error")).to_be_visible()

    def test_too_many_wrong_codes_restart_sign_in(self):
        page = self.signed_in_page()
        self.set_up_authenticator(page)
        other = self.new_page()
        self.sign_in(other)
        self.expect_heading(other, "One more step")
        # The fifth wrong code ends the pending sign-in; the next code leads back to the first step.
        for _ in range(6):
            self.fill(other, code="000000")
            self.click_button(other, "Continue")
        self.expect_heading(other, "Sign in")
        self.assertNotIn("__Host-session", [c["name"] for c in other.context.cookies()])

    def test_the_second_factor_is_turned_off(self):
        page = self.signed_in_page()
        self.set_up_authenticator(page)
        page.goto("/account/security")
        page.locator("summary", has_text="Remove").click()
        self.click_button(page, "Turn off")
        self.expect_text(page, "The second factor is off")
        other = self.new_page()
        self.sign_in(other)
        self.expect_home(other)


class InvitationTest(BrowserCase):
    def test_a_new_user_joins_by_an_invitation(self):
        link = self.invite("ada@example.org")
        page = self.new_page()
        page.goto(link)
        self.expect_heading(page, "Join Acme")
        self.expect_text(page, "Editor")
        self.fill(page, name="Ada Lovelace", password=PASSWORD)
        self.click_button(page, "Create account and join")
        self.expect_home(page)
        self.expect_text(page, "Welcome.")
        self.expect_text(page, "Acme")
        page.goto(link)
        self.expect_heading(page, "This link no longer works")

    def test_an_existing_user_joins_after_signing_in(self):
        page = self.new_page()
        page.goto("/register")
        self.fill(page, name="Ada Lovelace", email="ada@example.org", password=PASSWORD)
        self.click_button(page, "Create account")
        page.goto(self.mailbox.link("ada@example.org", "confirm"))
        self.fill(page, password=PASSWORD)
        self.click_button(page, "Confirm and sign in")
        self.expect_home(page)
        link = self.invite("ada@example.org", "viewer")
        other = self.new_page()
        other.goto(link)
        other.get_by_role("link", name="Sign in to join").click()
        self.fill(other, email="ada@example.org", password=PASSWORD)
        self.click_button(other, "Sign in")
        self.click_button(other, "Join Acme")
        self.expect_home(other)
        self.expect_text(other, "Acme")

    def test_an_invitation_for_another_address_cannot_be_accepted(self):
        link = self.invite("ada@example.org")
        page = self.signed_in_page("viewer@example.com")
        page.goto(link)
        self.expect_text(page, "the invitation is for another address")
        expect(page.get_by_role("button", name="Join Acme")).to_have_count(0)

    def test_a_member_leaves_and_the_last_owner_cannot(self):
        page = self.signed_in_page("viewer@example.com")
        page.goto("/account/organizations")
        page.locator("summary", has_text="Leave").click()
        self.click_button(page, "Leave Acme")
        self.expect_text(page, "You have left the organization")
        owner = self.signed_in_page()
        owner.goto("/account/organizations")
        owner.locator("summary", has_text="Leave").click()
        self.click_button(owner, "Leave Acme")
        self.expect_text(owner, "You are the last owner")


class SessionTest(BrowserCase):
    def test_sessions_are_listed_and_revoked(self):
        page = self.signed_in_page()
        phone = self.signed_in_page(user_agent=(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 "
            "(KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1"))
        page.goto("/account/sessions")
        expect(page.get_by_text("This device")).to_have_count(1)
        self.expect_text(page, "Safari on iPhone")
        page.get_by_role("button", name="End the session Safari on iPhone").click()
        self.expect_text(page, "The session has ended")
        phone.goto("/account")
        self.expect_heading(phone, "Sign in")
        self.expect_text(phone, "Your session has ended")
        third = self.signed_in_page()
        page.goto("/account/sessions")
        self.click_button(page, "End all other sessions")
        self.expect_text(page, "All other sessions have ended")
        third.goto("/account")
        self.expect_heading(third, "Sign in")
        page.goto("/account/activity")
        self.expect_text(page, "Signed in")

    def test_signing_out_leaves_nothing_in_the_browser_but_settings(self):
        stored = """async () => [Object.keys(localStorage).sort(),
            (await indexedDB.databases()).map((database) => database.name)]"""
        for leave in (self.sign_out, self.sign_out_on_the_account_page):
            page = self.signed_in_page()
            page.evaluate("""() => new Promise((resolve) => {
                localStorage.setItem("favorites:acme", '["shop"]');
                localStorage.setItem("preview-user-shop", '{"name": "Ada"}');
                localStorage.setItem("organization", "acme");
                indexedDB.open("flowmagic-drafts", 1).onsuccess = (event) => {
                    event.target.result.close();
                    resolve();
                };
            })""")
            leave(page)
            names, databases = page.evaluate(stored)
            self.assertEqual(databases, [])
            self.assertEqual(set(names) - {"tour", "single-keys", "canvas.minimap"},
                             {"favorites:acme"} if leave == self.sign_out else set())

    def sign_out_on_the_account_page(self, page):
        page.goto("/account")
        page.get_by_role("button", name="Sign out").click()
        self.expect_heading(page, "Sign in")

    def test_signing_out_needs_confirmation(self):
        page = self.signed_in_page()
        page.goto("/logout")
        self.expect_heading(page, "Sign out?")
        page.goto("/")
        self.expect_home(page)
        self.sign_out(page)
        page.goto("/account")
        self.expect_heading(page, "Sign in")


if __name__ == "__main__":
    unittest.main()
