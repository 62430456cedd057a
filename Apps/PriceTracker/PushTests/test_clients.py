"""Tests the fake push services with the client libraries of the real ones.

Each library sends to the fake as it would to the service, and must be accepted; wrong tokens and
credentials must be rejected in a way that the library reports as documented.
"""

import asyncio
import datetime
import ssl
import tempfile
import time
import unittest
import warnings
from unittest import mock

import firebase_admin
import google.auth.exceptions
import google.auth.transport.requests
import google.oauth2.service_account
import py_vapid
import pywebpush
from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import APNsProductionClientProtocol
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from firebase_admin import credentials, exceptions, messaging

from fake_apns import Apple
from fake_fcm import Firebase
from fake_web_push import Browser, BrowserPush, base64url_encoded
from http_service import pem


class FirebaseClients(unittest.TestCase):
    def setUp(self):
        self.firebase = Firebase()
        self.addCleanup(self.firebase.stop)
        url = self.firebase.url + "/v1/projects/{0}/messages:send"
        service = messaging._MessagingService
        patch = mock.patch.object(service, "FCM_URL", url)
        patch.start()
        self.addCleanup(patch.stop)

    def make_app(self, account=None, name="test"):
        app = firebase_admin.initialize_app(
            credentials.Certificate(account or self.firebase.service_account()), name=name)
        self.addCleanup(firebase_admin.delete_app, app)
        return app

    def send(self, token, app=None, **options):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            message = messaging.Message(
                token=token, notification=messaging.Notification("Lamp", "Now €39.99"),
                data={"link": "/products/1"},
                android=messaging.AndroidConfig(ttl=datetime.timedelta(hours=1)))
        return messaging.send(message, app=app or self.make_app(), **options)

    def test_firebase_admin_sends_a_message(self):
        self.firebase.registered.add("a-token")
        name = self.send("a-token")
        self.assertRegex(name, r"^projects/price-tracker/messages/\S+$")
        message, = self.firebase.accepted
        self.assertEqual(message["notification"], {"title": "Lamp", "body": "Now €39.99"})
        self.assertEqual(message["data"], {"link": "/products/1"})

    def test_a_dry_run_is_validated_and_not_sent(self):
        self.firebase.registered.add("a-token")
        self.send("a-token", dry_run=True)
        self.assertEqual(self.firebase.accepted, [])

    def test_a_removed_app_is_unregistered(self):
        self.firebase.unregistered.add("removed")
        with self.assertRaises(messaging.UnregisteredError) as caught:
            self.send("removed")
        self.assertEqual(caught.exception.http_response.status_code, 404)

    def test_a_token_of_another_sender_is_a_mismatch(self):
        self.firebase.foreign.add("foreign")
        with self.assertRaises(messaging.SenderIdMismatchError):
            self.send("foreign")

    def test_an_unknown_token_is_an_invalid_argument(self):
        with self.assertRaises(exceptions.InvalidArgumentError) as caught:
            self.send("nonsense")
        details = caught.exception.http_response.json()["error"]["details"]
        self.assertIn("message.token", str(details))

    def test_a_message_is_sent_again_when_the_service_is_unavailable(self):
        # NB: the library itself waits for the time in Retry-After, and tries again.
        self.firebase.failures = [(503, "UNAVAILABLE", 1)]
        self.firebase.registered.add("a-token")
        self.send("a-token")
        self.assertEqual((len(self.firebase.accepted), self.firebase.failures), (1, []))

    def test_google_auth_gets_an_access_token(self):
        info = self.firebase.service_account()
        valid_credentials = google.oauth2.service_account.Credentials.from_service_account_info(
            info, scopes=["https://www.googleapis.com/auth/firebase.messaging"])
        valid_credentials.refresh(google.auth.transport.requests.Request())
        self.assertTrue(valid_credentials.valid)
        self.assertIn(valid_credentials.token, self.firebase.access_tokens)

    def test_google_auth_with_another_key_or_scope_is_rejected(self):
        info = self.firebase.service_account()
        forged = {**info, "private_key": pem(rsa.generate_private_key(65537, 2048))}
        scope = "https://www.googleapis.com/auth/firebase.messaging"
        for account, requested_scope in ((forged, scope), (info, "https://example.com/other")):
            invalid_credentials = (
                google.oauth2.service_account.Credentials.from_service_account_info(
                    account, scopes=[requested_scope]))
            with self.assertRaises(google.auth.exceptions.RefreshError):
                invalid_credentials.refresh(google.auth.transport.requests.Request())
        self.assertEqual(self.firebase.access_tokens, {})


class AppleClient(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apns-")
        self.addCleanup(folder.cleanup)
        self.apple = Apple(folder.name)
        self.addCleanup(self.apple.stop)
        for name, value in (("APNS_SERVER", "localhost"), ("APNS_PORT", self.apple.port)):
            patch = mock.patch.object(APNsProductionClientProtocol, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def send(self, device, **options):
        async def run():
            settings = {"key": pem(self.apple.key), "key_id": self.apple.key_id,
                        "team_id": self.apple.team, "topic": self.apple.topic, **options}
            context = ssl.create_default_context(cafile=self.apple.certificate)
            client = APNs(ssl_context=context, **settings)
            try:
                return await client.send_notification(NotificationRequest(
                    device_token=device, push_type=PushType.ALERT, time_to_live=60,
                    message={"aps": {"alert": {"title": "Lamp", "body": "Now €39.99"}}}))
            finally:
                client.pool.close()
        return asyncio.run(run())

    def test_aioapns_sends_a_notification(self):
        self.apple.registered.add("ab" * 32)
        self.assertTrue(self.send("ab" * 32).is_successful)
        device, headers, payload = self.apple.accepted[0]
        self.assertEqual((device, headers["apns-topic"]), ("ab" * 32, self.apple.topic))
        self.assertEqual(payload["aps"]["alert"]["body"], "Now €39.99")

    def assert_rejected(self, status, reason, device="ab" * 32, **options):
        result = self.send(device, **options)
        self.assertEqual((result.status, result.description), (status, reason))
        self.assertEqual(self.apple.accepted, [])
        return result

    def test_an_unknown_token_is_rejected(self):
        self.assert_rejected("400", "BadDeviceToken")

    def test_a_removed_app_is_unregistered_with_a_timestamp(self):
        since = int(time.time() * 1000)
        self.apple.unregistered["ab" * 32] = since
        result = self.assert_rejected("410", "Unregistered")
        self.assertEqual(int(result.timestamp), since)

    def test_another_topic_key_or_team_is_rejected(self):
        self.apple.registered.add("ab" * 32)
        self.assert_rejected("400", "DeviceTokenNotForTopic", topic="com.example.other")
        forged = pem(ec.generate_private_key(ec.SECP256R1()))
        self.assert_rejected("403", "InvalidProviderToken", key=forged)
        self.assert_rejected("403", "InvalidProviderToken", key_id="KEY0000000")
        self.assert_rejected("403", "InvalidProviderToken", team_id="TEAM000000")


class BrowserClient(unittest.TestCase):
    def setUp(self):
        self.service, self.browser = BrowserPush(), Browser()
        self.addCleanup(self.service.stop)
        self.key = ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.endpoint = self.service.subscribe(base64url_encoded(point))

    def send(self, key=None, text="Now €39.99", **claims):
        vapid = py_vapid.Vapid.from_pem((key or pem(self.key)).encode())
        return pywebpush.webpush(
            {"endpoint": self.endpoint, "keys": self.browser.keys()}, text, ttl=60,
            vapid_private_key=vapid, vapid_claims={"sub": "mailto:ops@example.com", **claims})

    def assert_rejected(self, status, **options):
        with self.assertRaises(pywebpush.WebPushException) as caught:
            self.send(**options)
        self.assertEqual(caught.exception.response.status_code, status)
        self.assertEqual(self.service.accepted, [])

    def test_the_browser_decrypts_a_message_of_pywebpush(self):
        self.assertEqual(self.send().status_code, 201)
        path, headers, body = self.service.accepted[0]
        self.assertEqual(self.service.url + path, self.endpoint)
        self.assertEqual(headers["content-encoding"], "aes128gcm")
        self.assertNotIn(b"39.99", body)
        self.assertEqual(self.browser.decrypt(body), "Now €39.99")

    def test_an_ended_subscription_is_gone(self):
        self.service.gone.add(self.endpoint.removeprefix(self.service.url))
        self.assert_rejected(410)

    def test_another_key_or_audience_or_lifetime_is_rejected(self):
        self.assert_rejected(403, key=pem(ec.generate_private_key(ec.SECP256R1())))
        self.assert_rejected(403, aud="https://push.example.com")
        self.assert_rejected(403, exp=int(time.time()) + 2 * 86_400)


if __name__ == "__main__":
    unittest.main()
