"""What the portal's browser tests share: a server with the sample shop, and people at it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "Server/BrowserTests"))

import browser  # noqa: E402
from browser import expect  # noqa: E402,F401

APP = "/v1/apps/shop"


class PortalCase(browser.BrowserCase):
    """A test with people who use the portal; each has a browser of their own."""

    def person(self, role="owner", at="/", **options):
        """Somebody of the sample organization, signed in and at an address of the portal."""
        page = self.visitor(**options)
        page.goto(at)
        self.fill(page, email=f"{role}@example.com", password=self.sample["password"])
        # Its name depends on the language.
        page.locator("form:has(#password) button[type=submit]").first.click()
        expect(page.locator("#portal .top")).to_be_visible()
        return page

    def editor(self, role="owner", at="/apps/shop", **options):
        """Somebody at the shop's canvas, when the draft has been verified."""
        page = self.person(role, at, **options)
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        return page

    def draft(self):
        """The draft as the server has it; None if there is none."""
        answer = self.server.get(f"{APP}/draft")
        return answer.json if answer.status == 200 else None

    def step(self, document, step, flow="shop"):
        """A step of a document."""
        flows = {one["id"]: one for one in document["flows"]}
        return next(one for one in flows[flow]["steps"] if one["id"] == step)

    def live_document(self, environment="production"):
        """What apps in an environment have."""
        import json
        return json.loads(self.server.envelope(environment).json["document"])
