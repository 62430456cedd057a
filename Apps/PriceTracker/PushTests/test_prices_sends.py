"""Tests that `prices` sends to all kinds of devices, with the fakes that test_clients.py tests.

The message for a browser is decrypted with http_ece, the library of pywebpush.
"""

import json
import os
import re
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path

from fake_apns import Apple
from fake_fcm import Firebase
from fake_web_push import Browser, BrowserPush
from http_service import pem

PASSWORD = "violet harbour 71 lanterns"


class Sending(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="prices-push-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.firebase, self.browsers = Firebase(), BrowserPush()
        self.apple = Apple(self.folder)
        for service in (self.firebase, self.browsers, self.apple):
            self.addCleanup(service.stop)
        (self.folder / "fcm.json").write_text(json.dumps(self.firebase.service_account()))
        (self.folder / "key.p8").write_text(pem(self.apple.key))
        self.environment = {
            **os.environ, "PRICES_FCM": f"{self.folder}/fcm.json",
            "PRICES_FCM_URL": self.firebase.url, "PRICES_APNS_KEY": f"{self.folder}/key.p8",
            "PRICES_APNS_KEY_ID": self.apple.key_id, "PRICES_APPLE_TEAM": self.apple.team,
            "PRICES_APPLE_BUNDLE": self.apple.topic,
            "PRICES_APNS_URL": f"https://localhost:{self.apple.port}",
            "PRICES_PUSH_CERTIFICATE": str(self.apple.certificate)}
        self.start_service()
        self.sign_in()

    def start_service(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.store = ["--store", str(self.folder / "store"), "--allow-loopback"]
        self.log = (self.folder / "log").open("w+b")
        self.addCleanup(self.log.close)
        self.server = subprocess.Popen(
            [os.environ["PRICES_BINARY"], "serve", "--address", f"127.0.0.1:{port}", *self.store],
            stdout=self.log, stderr=subprocess.STDOUT, env=self.environment)
        self.addCleanup(self.server.wait)
        self.addCleanup(self.server.terminate)
        self.wait_for(self.is_up, "the service to respond")

    def is_up(self):
        self.assertIsNone(self.server.poll(), "the service has ended")
        try:
            return self.call("GET", "/push/key")
        except OSError:
            return None

    def wait_for(self, condition, description):
        deadline = time.monotonic() + 600
        while not (result := condition()):
            self.log.seek(0)
            if time.monotonic() > deadline:
                self.fail(f"timed out waiting for {description}: {self.log.read().decode()}")
            time.sleep(0.05)
        return result

    def call(self, method, path, body=None, token=None):
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(
            f"{self.url}/api/v1{path}", None if body is None else json.dumps(body).encode(),
            headers, method=method)
        with urllib.request.urlopen(request, timeout=600) as response:
            text = response.read()
        return json.loads(text) if text else {}

    def sign_in(self):
        created = subprocess.run(
            [os.environ["PRICES_BINARY"], "users", "create", "ada@example.com", *self.store],
            check=True, capture_output=True, text=True)
        link = re.search(r"link=([\w.-]+)", created.stdout)[1]
        self.call("PUT", "/accounts/password-reset", {"link": link, "password": PASSWORD})
        tokens = self.call(
            "POST", "/sessions", {"email": "ada@example.com", "password": PASSWORD})
        self.token = tokens["accessToken"]

    def server_key(self):
        return self.call("GET", "/push/key")["applicationServerKey"]

    def register_device(self, **address):
        return self.call("POST", "/devices", {"name": "a device", **address}, self.token)["id"]

    def send_test(self):
        self.call("POST", "/me/test-notification", {}, self.token)

    def test_each_kind_of_device_gets_a_notification(self):
        browser, apple = Browser(), "ab" * 32
        self.firebase.registered.add("an-android-token")
        self.apple.registered.add(apple)
        self.register_device(fcm="an-android-token")
        self.register_device(apns=apple)
        endpoint = self.browsers.subscribe(self.server_key())
        self.register_device(web={"endpoint": endpoint, "keys": browser.keys()})
        self.send_test()
        services = (self.firebase, self.apple, self.browsers)
        self.wait_for(lambda: all(service.accepted for service in services), "three notifications")
        title = "Notifications are working"
        self.assertEqual(self.firebase.accepted[0]["notification"]["title"], title)
        device, headers, payload = self.apple.accepted[0]
        self.assertEqual((device, headers["apns-push-type"]), (apple, "alert"))
        self.assertEqual(payload["aps"]["alert"]["title"], title)
        self.assertEqual(browser.read_json(self.browsers.accepted[0][2])["title"], title)

    def test_devices_that_are_gone_are_removed_and_others_stay(self):
        browser, gone, active = Browser(), "cd" * 32, "ef" * 32
        self.firebase.unregistered.add("a-removed-token")
        self.apple.unregistered[gone] = int((time.time() + 3600) * 1000)
        self.apple.registered.add(active)
        endpoint = self.browsers.subscribe(self.server_key())
        self.browsers.gone.add(endpoint.removeprefix(self.browsers.url))
        self.register_device(fcm="a-removed-token")
        self.register_device(apns=gone)
        self.register_device(web={"endpoint": endpoint, "keys": browser.keys()})
        remaining = self.register_device(apns=active)
        self.send_test()
        self.wait_for(lambda: self.device_ids() == [remaining], "three devices to be removed")
        self.wait_for(lambda: self.apple.accepted, "the notification of the remaining device")
        self.assertEqual([device for device, _, _ in self.apple.accepted], [active])

    def device_ids(self):
        return [item["id"] for item in self.call("GET", "/me/devices", token=self.token)["items"]]

    def test_a_message_is_sent_again_when_the_service_is_unavailable(self):
        self.firebase.failures = [(503, "UNAVAILABLE", 1)]
        self.firebase.registered.add("an-android-token")
        self.register_device(fcm="an-android-token")
        self.send_test()
        self.wait_for(lambda: self.firebase.accepted, "the second attempt")
        self.assertEqual((len(self.firebase.accepted), self.firebase.failures), (1, []))


if __name__ == "__main__":
    unittest.main()
