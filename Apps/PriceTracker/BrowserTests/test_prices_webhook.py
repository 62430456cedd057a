"""A user's webhook: added, tested with a receiver on loopback that checks the signature, and
removed."""

import base64
import hashlib
import hmac
import json
import re
import unittest

from prices_case import PricesCase, expect, layout, live

# isort: split
# From the folder that prices_case adds to the path.
from http_service import HTTPService


class Receiver(HTTPService):
    """A user's server, which responds with `status`."""

    def __init__(self):
        self.status = 204
        super().__init__()

    def respond(self, path, headers, body):
        self.accepted.append((path, {k.lower(): v for k, v in headers.items()}, body))
        return self.status, {}, None


class Webhook:
    """The page of the webhook; subclasses select the size."""

    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.stop)
        self.webhook_url = f"{self.receiver.url}/prices"

    def open_webhook(self):
        page = self.new_page()
        self.sign_up(page)
        self.press_tab(page, "Settings")
        self.press(page, "Webhook")
        self.expect_heading(page, "Webhook")
        return page

    def enter_url(self, page, url):
        page.get_by_label("Address of the webhook").fill(url)
        self.press(page, "Add webhook")

    def assert_signed(self, number, key):
        """Asserts that a request has a Standard Webhooks signature; returns its notification."""
        live.wait_for(lambda: len(self.receiver.accepted) > number, f"request {number}")
        path, headers, body = self.receiver.accepted[number]
        self.assertEqual(path, "/prices")
        signed_content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        secret = base64.b64decode(key.removeprefix("whsec_"))
        signature = base64.b64encode(hmac.digest(secret, signed_content, hashlib.sha256)).decode()
        self.assertEqual(headers["webhook-signature"], f"v1,{signature}")
        return json.loads(body)

    def test_a_webhook_is_added_tested_and_removed(self):
        page = self.open_webhook()
        expect(page.get_by_text("You have no webhook yet.")).to_be_visible()
        if self.size == layout.PHONE:
            self.assert_accessible_at_all_sizes(page, "webhook-none")
        self.enter_url(page, self.webhook_url)
        expect(page.get_by_text(self.webhook_url)).to_be_visible()
        expect(page.get_by_text("Nothing has been sent to it yet.")).to_be_visible()
        page.get_by_text("Show the signing key").click()
        key = page.get_by_text(re.compile("^whsec_")).inner_text()
        # The open page shows the result as soon as it is known.
        self.press(page, "Send a test")
        expect(page.get_by_text("It works: the notification sent at")).to_be_visible()
        notification = self.assert_signed(0, key)
        self.assertEqual(notification["kind"], "test")
        self.assertEqual(notification["title"], "Notifications are working")
        if self.size == layout.PHONE:
            self.assert_accessible_at_all_sizes(page, "webhook")
        self.receiver.status = 410
        self.press(page, "Send a test")
        expect(page.get_by_text("The address answered with the HTTP status 410.")).to_be_visible()
        if self.size == layout.PHONE:
            self.assert_accessible_at_all_sizes(page, "webhook-failing")
        self.press(page, "Remove")
        self.expect_heading(page, "Remove the webhook?")
        expect(page.get_by_text(self.webhook_url)).to_be_visible()
        if self.size == layout.PHONE:
            self.assert_accessible_at_all_sizes(page, "webhook-remove")
        self.press(page, "Cancel")
        self.expect_heading(page, "Webhook")
        expect(page.get_by_text(self.webhook_url)).to_be_visible()
        self.press(page, "Remove")
        self.press(page, "Remove webhook")
        expect(page.get_by_text("You have no webhook yet.")).to_be_visible()
        expect(page.get_by_label("Address of the webhook")).to_have_value("")
        self.press(page, "Back")
        self.expect_heading(page, "Settings")

    def test_the_page_explains_why_an_address_is_rejected(self):
        page = self.open_webhook()
        for url, rejection in (
                ("http://example.com/prices", "A webhook's address begins with https://."),
                ("https://192.168.1.1/prices", "has a public host name, such as example.com"),
                ("example.com", "Enter a whole address, such as")):
            self.enter_url(page, url)
            expect(page.get_by_text(rejection)).to_be_visible()
            expect(page.get_by_label("Address of the webhook")).to_have_value(url)
        if self.size == layout.PHONE:
            self.assert_accessible_at_all_sizes(page, "webhook-rejected")
        page.goto("/prices/settings")
        self.press(page, "Deutsch")
        self.expect_heading(page, "Einstellungen")
        self.press(page, "Webhook")
        expect(page.get_by_text("Du hast noch keinen Webhook.")).to_be_visible()
        page.get_by_label("Adresse des Webhooks").fill("http://example.com/preise")
        self.press(page, "Webhook hinzufügen")
        expect(
            page.get_by_text("Die Adresse eines Webhooks beginnt mit https://.")).to_be_visible()
        if self.size == layout.PHONE:
            self.assert_accessible_at_all_sizes(page, "webhook-german")


class PhoneWebhook(Webhook, PricesCase):
    """With tabs."""


class WideWebhook(Webhook, PricesCase):
    """On a wide screen."""

    size = layout.DESKTOP


if __name__ == "__main__":
    unittest.main()
