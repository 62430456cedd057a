"""Signing in with an OpenID provider: oidc-provider-mock, which runs on loopback."""

import json
import os
import subprocess
import unittest
from unittest import mock

from prices_case import LAMP, PricesCase, expect, layout, live

PYTHON = live.ROOT / ".venv-live/bin/python"
PROVIDERS = live.ROOT / "Accounts/Tests/LiveServers/identity_providers.py"


class Providers(PricesCase):
    def prepare_server(self):
        """Starts the provider, and configures the service for it by environment variables."""
        process = subprocess.Popen(
            [PYTHON, PROVIDERS, self.url], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(process.communicate)
        provider = json.loads(process.stdout.readline())
        environment = mock.patch.dict(os.environ, {
            "PRICES_OPENID_ISSUER": provider["mock"], "PRICES_OPENID_NAME": "Mock",
            "PRICES_OPENID_CLIENT": provider["client"],
            "PRICES_OPENID_SECRET": provider["secret"]})
        environment.start()
        self.addCleanup(environment.stop)
        return []

    def continue_with_mock(self, page):
        page.get_by_role("link", name="Continue with Mock").click()
        page.locator("input[name=sub]").fill("grace")
        page.get_by_role("button", name="Authorize").click()

    def test_a_new_user_signs_in_with_a_provider_and_tracks_a_product(self):
        page = self.new_page()
        page.goto("/prices/register")
        self.assert_accessible_at_all_sizes(page, "register-providers")
        page.goto("/prices/login")
        self.assert_accessible_at_all_sizes(page, "login-providers")
        self.continue_with_mock(page)
        self.expect_heading(page, "Hello")
        expect(page.get_by_text("Hello Grace,")).to_be_visible()
        self.add_product(page, LAMP)
        expect(page.get_by_text("every time the price falls")).to_be_visible()
        # In another browser, on a wide screen, the user signs in to the same account.
        other = self.new_page(layout.DESKTOP)
        other.goto("/prices/login")
        self.continue_with_mock(other)
        self.expect_heading(other, "Hello")
        self.press_tab(other, "Tracking")
        expect(other.get_by_role("button", name="Aurora desk lamp").first).to_be_visible()

    def test_a_user_who_declines_at_the_provider_stays_a_guest(self):
        page = self.new_page()
        page.goto("/prices/login")
        page.get_by_role("link", name="Continue with Mock").click()
        page.get_by_role("button", name="Deny").click()
        self.expect_heading(page, "You are not logged in")
        page.get_by_role("link", name="Continue").click()
        self.expect_heading(page, "Log in")


if __name__ == "__main__":
    unittest.main()
