"""What people do from the first start on, each story as they live it."""

import re
import unittest

from playwright.sync_api import expect

import browser
from browser import NEW_PASSWORD, PASSWORD, BrowserCase, totp


class FirstOwnerTest(BrowserCase):
    def init(self, store=None):
        """An organization that nobody owns yet."""
        run = self.command("init", "--store", f"sqlite:{store or self.store}", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        return browser.json.loads(run.stdout)

    def test_the_printed_link_makes_the_first_owner_once(self):
        link = browser.live.wait_for(
            lambda: re.search(r"http://\S+/account/set-up\?link=\w+", self.server.text()),
            "the set-up link")[0]
        page = self.visitor()
        page.goto(link)
        self.heading(page, "Welcome to FlowMagic")
        self.assert_well_made(page, "set-up")
        self.fill(page, name="Ada Lovelace", email="ada@example.org", password=PASSWORD)
        self.press(page, "Begin")
        self.at_home(page)
        page.goto("/organization/members")
        expect(page.get_by_text("Owner", exact=True)).to_be_visible()
        other = self.visitor()
        other.goto(link)
        self.heading(other, "This link no longer works")


class AccountTest(BrowserCase):
    def test_somebody_registers_confirms_and_is_in(self):
        page = self.visitor()
        page.goto("/")
        page.get_by_role("link", name="Make an account").click()
        self.fill(page, name="Ada Lovelace", email="ada@example.org", password=PASSWORD)
        self.press(page, "Make account")
        self.heading(page, "Check your mail")
        link = self.outbox.link("ada@example.org", "confirm")
        # A mail scanner opens it first; nothing happens by that.
        scanner = self.visitor()
        scanner.goto(link)
        page.goto(link)
        self.fill(page, password=PASSWORD)
        self.press(page, "Confirm and sign in")
        self.at_home(page)
        self.sees(page, "You are in no organization yet")

    def test_an_address_that_has_an_account_gets_the_same_answer(self):
        page = self.visitor()
        page.goto("/register")
        self.fill(page, name="Eve", email="owner@example.com", password=PASSWORD)
        self.press(page, "Make account")
        self.heading(page, "Check your mail")
        self.outbox.wait("owner@example.com", "account")

    def test_a_wrong_password_says_no_more_than_needed(self):
        page = self.visitor()
        sentences = []
        for address in ("owner@example.com", "nobody@example.com"):
            self.sign_in(page, address, "not the password at all")
            summary = page.get_by_role("alert")
            expect(summary).to_be_focused()
            sentences.append(summary.inner_text())
            expect(page.locator("#email")).to_have_value(address)
            expect(page.locator("#password")).to_have_value("")
        self.assertEqual(sentences[0], sentences[1])

    def test_many_wrong_passwords_have_to_wait(self):
        page = self.visitor()
        for _ in range(8):
            self.sign_in(page, "viewer@example.com", "not the password at all")
            if "Too many attempts" in page.get_by_role("alert").inner_text():
                break
        self.sees(page, "Too many attempts")
        expect(page.get_by_role("alert")).to_contain_text(re.compile("in .*(second|minute)"))
        self.assert_accessible(page, "too many attempts")

    def test_a_lost_password_is_replaced_by_mail(self):
        inside = self.signed_in("editor@example.com")
        page = self.visitor()
        page.goto("/sign-in")
        page.get_by_role("link", name="Forgotten?").click()
        self.fill(page, email="editor@example.com")
        self.press(page, "Send the link")
        self.heading(page, "Check your mail")
        link = self.outbox.link("editor@example.com", "password")
        page.goto(link)
        self.fill(page, password="password1234")
        self.press(page, "Save and go on")
        expect(page.locator("#password-problem")).to_be_visible()
        self.fill(page, password=NEW_PASSWORD)
        self.press(page, "Save and go on")
        self.sees(page, "Your new password counts")
        self.sign_in(page, "editor@example.com", NEW_PASSWORD)
        self.at_home(page)
        # Who was in is out, and the link is used up.
        inside.goto("/account")
        self.heading(inside, "Sign in")
        page.goto(link)
        self.heading(page, "This link no longer works")

    def test_a_password_is_changed(self):
        page = self.signed_in("viewer@example.com")
        page.goto("/account/security")
        page.get_by_text("Change password").click()
        self.fill(page, old="not the password at all", password=NEW_PASSWORD)
        self.press(page, "Save password")
        expect(page.locator("#old-problem")).to_be_visible()
        self.fill(page, old=self.sample["password"], password=NEW_PASSWORD)
        self.press(page, "Save password")
        self.sees(page, "Your password is changed")
        page.get_by_role("button", name="Sign out").click()
        self.sign_in(page, "viewer@example.com", NEW_PASSWORD)
        self.at_home(page)

    def test_the_page_that_was_wanted_comes_after_signing_in(self):
        page = self.visitor()
        page.goto("/account/sessions")
        self.sees(page, "Sign in to see that page")
        self.fill(page, email="owner@example.com", password=self.sample["password"])
        self.press(page, "Sign in")
        expect(page.get_by_role("heading", name="Where you are signed in")).to_be_visible()

    def test_another_address_counts_when_its_mail_was_followed(self):
        page = self.signed_in("drafter@example.com")
        page.goto("/account")
        page.get_by_text("Change address").click()
        page.locator("#new-email").fill("ada@example.org")
        self.press(page, "Send a link to it")
        self.sees(page, "A link is on its way")
        page.goto(self.outbox.link("ada@example.org", "address"))
        self.press(page, "Yes, take the new address")
        self.sees(page, "Your address is changed")
        self.outbox.wait("drafter@example.com", "address")


class FactorTest(BrowserCase):
    def test_the_phone_is_asked_for_and_paper_stands_in(self):
        page = self.signed_in()
        page.goto("/account/security")
        self.press(page, "Set up an authenticator app")
        secret = page.locator("#secret").inner_text()
        self.fill(page, code="000000")
        self.press(page, "Turn on")
        expect(page.locator("#code-problem")).to_be_visible()
        self.assertEqual(page.locator("#secret").inner_text(), secret)
        self.fill(page, code=totp(secret))
        self.press(page, "Turn on")
        codes = page.locator("#codes li").all_inner_texts()
        self.assertEqual(len(set(codes)), 10)

        other = self.visitor()
        self.sign_in(other)
        self.heading(other, "One more step")
        self.fill(other, code="000000")
        self.press(other, "Go on")
        expect(other.locator("#code-problem")).to_be_visible()
        # The code of set-up counts no more; the next half minute's does already.
        self.fill(other, code=totp(secret, step=1))
        self.press(other, "Go on")
        self.at_home(other)

        third = self.visitor()
        self.sign_in(third)
        third.get_by_role("link", name="Use a recovery code").click()
        self.fill(third, code=codes[3].upper().replace("-", " "))
        self.press(third, "Go on")
        self.at_home(third)
        third.goto("/account/security")
        self.sees(third, "9 of 10 are left")

        again = self.visitor()
        self.sign_in(again)
        again.get_by_role("link", name="Use a recovery code").click()
        self.fill(again, code=codes[3])
        self.press(again, "Go on")
        expect(again.locator("#code-problem")).to_be_visible()

    def test_after_too_many_wrong_codes_one_starts_again(self):
        page = self.signed_in()
        self.set_up_authenticator(page)
        other = self.visitor()
        self.sign_in(other)
        self.heading(other, "One more step")
        for _ in range(5):
            if not other.locator("#code").count():
                break
            self.fill(other, code="000000")
            self.press(other, "Go on")
        expect(other.get_by_role("heading", name="Hello")).to_have_count(0)
        self.assertNotIn("__Host-session", [c["name"] for c in other.context.cookies()])

    def test_the_second_factor_is_turned_off(self):
        page = self.signed_in()
        self.set_up_authenticator(page)
        page.goto("/account/security")
        page.locator("summary", has_text="Remove").click()
        self.press(page, "Turn off")
        self.sees(page, "The second factor is off")
        other = self.visitor()
        self.sign_in(other)
        self.at_home(other)


class TogetherTest(BrowserCase):
    def test_somebody_new_joins_by_an_invitation(self):
        link = self.invite("ada@example.org")
        page = self.visitor()
        page.goto(link)
        self.heading(page, "Join Acme")
        self.sees(page, "Editor")
        self.fill(page, name="Ada Lovelace", password=PASSWORD)
        self.press(page, "Make account and join")
        self.at_home(page)
        self.sees(page, "Welcome on board.")
        self.sees(page, "Acme")
        page.goto(link)
        self.heading(page, "This link no longer works")

    def test_somebody_with_an_account_joins_after_signing_in(self):
        page = self.visitor()
        page.goto("/register")
        self.fill(page, name="Ada Lovelace", email="ada@example.org", password=PASSWORD)
        self.press(page, "Make account")
        page.goto(self.outbox.link("ada@example.org", "confirm"))
        self.fill(page, password=PASSWORD)
        self.press(page, "Confirm and sign in")
        self.at_home(page)
        link = self.invite("ada@example.org", "viewer")
        other = self.visitor()
        other.goto(link)
        other.get_by_role("link", name="Sign in to join").click()
        self.fill(other, email="ada@example.org", password=PASSWORD)
        self.press(other, "Sign in")
        self.press(other, "Join Acme")
        self.at_home(other)
        self.sees(other, "Acme")

    def test_an_invitation_for_somebody_else_is_not_taken(self):
        link = self.invite("ada@example.org")
        page = self.signed_in("viewer@example.com")
        page.goto(link)
        self.sees(page, "the invitation is for another address")
        expect(page.get_by_role("button", name="Join Acme")).to_have_count(0)

    def test_somebody_leaves_and_the_last_owner_cannot(self):
        page = self.signed_in("viewer@example.com")
        page.goto("/account/organizations")
        page.locator("summary", has_text="Leave").click()
        self.press(page, "Leave Acme")
        self.sees(page, "You have left the organization")
        owner = self.signed_in()
        owner.goto("/account/organizations")
        owner.locator("summary", has_text="Leave").click()
        self.press(owner, "Leave Acme")
        self.sees(owner, "You are the last owner")


class SessionTest(BrowserCase):
    def test_sessions_are_seen_and_ended(self):
        page = self.signed_in()
        phone = self.signed_in(user_agent=(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 "
            "(KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1"))
        page.goto("/account/sessions")
        expect(page.get_by_text("This device")).to_have_count(1)
        self.sees(page, "Safari on iPhone")
        page.get_by_role("button", name="End the session Safari on iPhone").click()
        self.sees(page, "The session has ended")
        phone.goto("/account")
        self.heading(phone, "Sign in")
        self.sees(phone, "Your session has ended")
        third = self.signed_in()
        page.goto("/account/sessions")
        self.press(page, "End all others")
        self.sees(page, "All other sessions have ended")
        third.goto("/account")
        self.heading(third, "Sign in")
        page.goto("/account/activity")
        self.sees(page, "Signed in")

    def test_signing_out_needs_a_press(self):
        page = self.signed_in()
        page.goto("/logout")
        self.heading(page, "Sign out?")
        page.goto("/")
        self.at_home(page)
        self.sign_out(page)
        page.goto("/account")
        self.heading(page, "Sign in")


if __name__ == "__main__":
    unittest.main()
