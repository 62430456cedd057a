"""Single sign-on with two OpenID providers: Canaille and oidc-provider-mock."""

import json
import re
import subprocess
import unittest
from pathlib import Path

from playwright.sync_api import expect

from browser import BrowserCase

ROOT = Path(__file__).resolve().parent.parent.parent
PYTHON = ROOT / ".venv-live" / "bin" / "python"
PROVIDERS = ROOT / "Accounts" / "Tests" / "LiveServers" / "identity_providers.py"


class SingleSignOnTest(BrowserCase):
    def serve(self, sample, **options):
        """Starts the identity providers and a server that is configured for them."""
        process = subprocess.Popen(
            [PYTHON, PROVIDERS, self.url], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(process.communicate)
        self.providers = json.loads(process.stdout.readline())
        file = self.folder / "providers.json"
        file.write_text(json.dumps([
            {"kind": "openid", "id": name, "name": title, "issuer": self.providers[name],
             "clientID": self.providers["client"], "clientSecret": "PROVIDER_SECRET",
             "trustsEmail": True}
            for name, title in (("canaille", "Canaille"), ("mock", "Mock"))]))
        options["environment"] |= {
            "FLOWMAGIC_PROVIDERS": str(file), "PROVIDER_SECRET": self.providers["secret"]}
        return super().serve(sample, **options)

    def complete_canaille(self, page, response="accept"):
        """Fills in Canaille's forms until it redirects back."""
        for _ in range(6):
            page.wait_for_load_state()
            if page.url.startswith(self.url):
                return
            consent = page.locator(f"button[name=answer][value={response}]")
            if consent.count():
                consent.click()
                continue
            for name, value in (("login", "ada"), ("password", self.providers["password"])):
                field = page.locator(f"input[name={name}]:visible")
                if field.count():
                    field.fill(value)
            page.locator("form button[type=submit]:visible").last.click()

    def test_a_user_signs_in_with_a_provider_and_returns_to_the_page(self):
        page = self.new_page()
        page.goto("/sign-in")
        page.get_by_role("link", name="Continue with Canaille").click()
        self.complete_canaille(page)
        self.expect_home(page)
        page.goto("/account/security")
        self.expect_text(page, "Canaille")
        again = self.new_page()
        again.goto("/account/sessions")
        again.get_by_role("link", name="Continue with Canaille").click()
        self.complete_canaille(again)
        # The requested page opens.
        expect(again).to_have_url(f"{self.url}/account/sessions")
        expect(again.get_by_text("Chrom").first).to_be_visible()

    def test_an_invitation_is_accepted_with_a_provider(self):
        link = self.invite("grace@example.com", role="editor")
        page = self.new_page()
        page.goto(link)
        page.get_by_role("link", name="Continue with Mock").click()
        page.locator("input[name=sub]").fill("grace")
        page.get_by_role("button", name="Authorize").click()
        page.wait_for_url(f"{self.url}/**")
        if page.get_by_role("button", name="Join").count():
            page.get_by_role("button", name="Join").first.click()
        self.expect_home(page)
        page.goto("/account/organizations")
        expect(page.get_by_text("Editor", exact=True)).to_be_visible()

    def test_the_second_factor_is_required_after_a_provider_too(self):
        page = self.new_page()
        page.goto("/sign-in")
        page.get_by_role("link", name="Continue with Canaille").click()
        self.complete_canaille(page)
        self.set_up_authenticator(page)
        other = self.new_page()
        other.goto("/sign-in")
        other.get_by_role("link", name="Continue with Canaille").click()
        self.complete_canaille(other)
        expect(other.locator("#code")).to_be_visible()
        other.goto("/account")
        expect(other).to_have_url(re.compile("/sign-in"))

    def test_a_signed_in_user_links_a_provider(self):
        page = self.signed_in_page()
        page.goto("/account/security")
        page.get_by_role("button", name="Link Canaille").click()
        page.wait_for_url(f"{self.providers['canaille']}/**")
        self.complete_canaille(page)
        expect(page).to_have_url(f"{self.url}/account/security")
        other = self.new_page()
        other.goto("/sign-in")
        other.get_by_role("link", name="Continue with Canaille").click()
        self.complete_canaille(other)
        other.goto("/account")
        self.expect_text(other, "owner@example.com")

    def test_a_page_explains_how_google_is_set_up_and_an_owner_checks_the_settings(self):
        visitor = self.new_page()
        visitor.goto("/auth/google")
        expect(visitor).to_have_url(f"{self.url}/sign-in/providers")
        self.expect_text(visitor, "Sign-in with Google is not set up here.")
        self.expect_text(visitor, f"{self.url}/auth/google/callback")
        expect(visitor.get_by_role("button", name="Check the settings")).to_have_count(0)
        self.assert_accessible_at_all_sizes(visitor, "identity-providers")
        owner = self.signed_in_page()
        owner.goto("/account/security")
        owner.get_by_role("link", name="How sign-in with Google is set up").click()
        self.click_button(owner, "Check the settings")
        # Canaille knows the client, and rejects only the made-up code.
        row = owner.locator(".rows li", has_text="Canaille")
        expect(row.get_by_text("Works", exact=True)).to_be_visible()
        self.assert_accessible(owner, "identity-providers-checked")
        member = self.signed_in_page("viewer@example.com")
        member.goto("/sign-in/providers")
        expect(member.get_by_role("button", name="Check the settings")).to_have_count(0)
        self.expect_text(member, "Create a client at Google")


if __name__ == "__main__":
    unittest.main()
