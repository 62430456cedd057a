"""Notifications in the browser: from the first visit to the first notification, and what
clicking it opens.

The browser has no push service here, so it subscribes at a fake push service on loopback, which
checks VAPID. The service sends to it as to any other; the body is decrypted by http_ece, the
library of pywebpush, with the keys that the page has generated; and the DevTools protocol delivers
exactly this text to the service worker (`ServiceWorker.deliverPushMessage`).
"""

import base64
import json
import unittest

from cryptography.hazmat.primitives.asymmetric import ec

from prices_case import LAMP, Browser, BrowserPush, PricesCase, expect, live

# Creates subscriptions like a browser's: a P-256 key pair and a secret of 16 bytes. The permission
# is replaced, too, because a headless browser never shows notifications.
FAKE_SUBSCRIPTION = """() => {
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
    const pair = await crypto.subtle.generateKey(
      { name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
    const { d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
    const text = (bytes) => btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const auth = text(crypto.getRandomValues(new Uint8Array(16)));
    const endpoint = await window.subscribed(
      text(new Uint8Array(applicationServerKey)), d, auth);
    return { toJSON: () => ({ endpoint, keys: { p256dh: text(raw), auth } }),
             unsubscribe: async () => true };
  };
}"""
# Keeps the subscription over reloads, as browsers do.
KEEP_SUBSCRIPTION = """() => {
  const { subscribe } = PushManager.prototype;
  PushManager.prototype.subscribe = async function (options) {
    const subscription = await subscribe.call(this, options);
    localStorage.setItem("subscription", JSON.stringify(subscription));
    return subscription;
  };
  PushManager.prototype.getSubscription = async () => {
    const text = localStorage.getItem("subscription");
    return text && {
      toJSON: () => JSON.parse(text),
      unsubscribe: async () => localStorage.removeItem("subscription"),
    };
  };
}"""
# Records the notifications that the worker shows, because a headless browser shows none.
RECORD_NOTIFICATIONS = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    self.shown.push({ title, ...options });
  };
}"""
CLICK_NOTIFICATION = """async () => {
  const event = new Event("notificationclick");
  event.notification = { close() {}, data: self.shown.at(-1).data };
  let done;
  event.waitUntil = (promise) => { done = promise; };
  self.dispatchEvent(event);
  await done;
}"""


def base64url_decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Push(PricesCase):
    def setUp(self):
        super().setUp()
        self.push = BrowserPush()
        self.addCleanup(self.push.stop)

    def new_page_with_push(self, keep_subscription=False, **options):
        """Opens a page whose browser subscribes at the fake push service."""
        page = self.new_page(**options)
        page.expose_function("subscribed", self.subscribe_browser)
        script = f"({FAKE_SUBSCRIPTION})();"
        if keep_subscription:
            script += f"({KEEP_SUBSCRIPTION})();"
        page.add_init_script(script)
        return page

    def subscribe_browser(self, server_key, private, secret):
        private_value = int.from_bytes(base64url_decoded(private), "big")
        key = ec.derive_private_key(private_value, ec.SECP256R1())
        self.keys = Browser(key, base64url_decoded(secret))
        return self.push.subscribe(server_key)

    def received_text(self, number):
        """Waits for the message with this number, and returns its decrypted text."""
        live.wait_for(lambda: len(self.push.accepted) > number, f"message {number}")
        _, headers, body = self.push.accepted[number]
        self.assertEqual(headers["content-encoding"], "aes128gcm")
        return self.keys.decrypt(body)

    def deliver(self, page, text):
        """Delivers a push message to the page's service worker, as the browser does.

        Returns the worker and the notification that it shows."""
        worker = live.wait_for(
            lambda: page.context.service_workers or page.wait_for_timeout(20), "the worker")[0]
        worker.evaluate(RECORD_NOTIFICATIONS)
        cdp_session = page.context.new_cdp_session(page)
        registrations = []
        cdp_session.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: registrations.extend(event["registrations"]))
        cdp_session.send("ServiceWorker.enable")
        live.wait_for(lambda: registrations or page.wait_for_timeout(20), "the registration")
        registration = registrations[0]["registrationId"]
        cdp_session.send("ServiceWorker.deliverPushMessage", {
            "origin": self.url, "registrationId": registration, "data": text})
        shown = live.wait_for(lambda: worker.evaluate("self.shown"), "a notification")
        return worker, shown[-1]

    def test_a_new_user_tracks_sees_the_price_fall_and_gets_a_notification(self):
        self.seed(LAMP)
        page = self.new_page_with_push(tutorial_seen=False)
        page.goto("/")
        self.expect_heading(page, "Welcome to Price Tracker")
        self.press(page, "Skip")
        self.expect_heading(page, "Hello")
        self.sign_up(page)
        self.add_product(page)
        self.turn_on_notifications(page)
        page.goto("/products/1")
        self.expect_heading(page, "Aurora desk lamp")
        expect(page.get_by_text("€49.99").first).to_be_visible()
        self.set_price(3999)
        # The open page follows: the chart, the history, and the price beside the shop's link.
        expect(page.locator(".fm-chart figcaption")).to_contain_text("From €49.99")
        expect(page.locator(".fm-chart figcaption")).to_contain_text("to €39.99")
        expect(page.locator(".fm-chart figcaption")).to_contain_text(
            "lowest €39.99, highest €49.99")
        expect(page.locator("[data-custom=History] li")).to_have_count(2)
        expect(page.locator("[data-custom=History] li").first).to_contain_text("▼ 20% lower")
        text = self.received_text(0)
        message = json.loads(text)
        self.assertEqual(message["title"], "Aurora desk lamp")
        self.assertIn("Now €39.99, 20% less than €49.99.", message["body"])
        worker, shown = self.deliver(page, text)
        self.assertEqual((shown["title"], shown["body"]), (message["title"], message["body"]))
        page.goto("/prices/settings")
        worker.evaluate(CLICK_NOTIFICATION)
        page.wait_for_url("**/prices/product")
        self.expect_heading(page, "Aurora desk lamp")

    def turn_on_notifications(self, page):
        """Turns on notifications in the page's browser."""
        page.goto("/prices/settings")
        self.press(page, "Notifications on your devices")
        self.press(page, "Turn on notifications")
        expect(page.get_by_text("On in this browser.")).to_be_visible()

    def test_a_test_is_sent_and_turning_off_notifications_removes_the_device(self):
        page = self.new_page_with_push()
        self.sign_up(page)
        self.turn_on_notifications(page)
        page.reload()
        self.press(page, "Send a test to all")
        message = json.loads(self.received_text(0))
        self.assertEqual(message["title"], "Notifications are working")
        self.press(page, "Turn off notifications")
        expect(page.get_by_text("Off in this browser.")).to_be_visible()
        page.reload()
        expect(page.get_by_text("No device gets notifications yet.")).to_be_visible()

    def test_notifications_can_be_turned_off_after_the_device_was_removed_in_the_list(self):
        page = self.new_page_with_push()
        self.sign_up(page)
        self.turn_on_notifications(page)
        page.reload()
        self.press(page, "Remove")
        expect(page.get_by_text("No device gets notifications yet.")).to_be_visible()
        self.press(page, "Turn off notifications")
        expect(page.get_by_text("Off in this browser.")).to_be_visible()

    def test_a_device_that_was_removed_in_the_list_stays_removed_after_a_reload(self):
        page = self.new_page_with_push(keep_subscription=True)
        self.sign_up(page)
        self.turn_on_notifications(page)
        with page.expect_response("**/-prices/devices"):
            page.reload()
        self.press(page, "Remove")
        expect(page.get_by_text("No device gets notifications yet.")).to_be_visible()
        with page.expect_response("**/-prices/devices") as response:
            page.reload()
        self.assertEqual(response.value.status, 410)
        expect(page.get_by_text("Off in this browser.")).to_be_visible()
        page.reload()
        expect(page.get_by_text("No device gets notifications yet.")).to_be_visible()

    def test_a_comment_is_sent_to_users_who_have_enabled_it(self):
        self.seed(LAMP)
        page, other = self.new_page_with_push(), self.new_page()
        self.sign_up(page)
        self.sign_up(other, "Eve")
        self.turn_on_notifications(page)
        page.goto("/products/1")
        self.press(page, "Track product")
        self.press(page, "Change the rule")
        page.get_by_label("Notify me of new comments").check()
        self.press(page, "Save")
        expect(page.get_by_role("button", name="Change the rule")).to_be_visible()
        self.open_comments(other)
        self.write_comment(other, "A warm light.")
        message = json.loads(self.received_text(0))
        self.assertEqual(message["body"], "Eve L.: A warm light.")
        # The switch shows the saved value.
        self.press(page, "Change the rule")
        expect(page.get_by_label("Notify me of new comments")).to_be_checked()

    def test_a_notification_with_a_link_to_another_site_opens_the_app(self):
        page = self.new_page_with_push()
        page.goto("/prices")
        self.expect_heading(page, "Hello")
        worker, shown = self.deliver(
            page, json.dumps({"title": "Lamp", "link": "https://evil.example/"}))
        self.assertEqual(shown["data"]["link"], "https://evil.example/")
        page.goto("/prices/settings")
        worker.evaluate(CLICK_NOTIFICATION)
        self.expect_heading(page, "Hello")
        self.assertTrue(page.url.startswith(self.url), page.url)
        self.assertEqual(len(page.context.pages), 1)


if __name__ == "__main__":
    unittest.main()
