"""Many silent or slow clients: operators are still served."""

import contextlib
import http.client
import json
import re
import resource
import socket
import time
import unittest

from support import APP, PRODUCTION, TIMEOUT, LiveCase, document, wait_for


class ConnectionLoadCase(LiveCase):
    """A server that may open only a few files, and clients from many addresses."""

    files = 400

    def setUp(self):
        super().setUp()
        self.sockets = []
        self.addCleanup(lambda: [one.close() for one in self.sockets])

        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

        self.server = self.serve(
            self.init(), environment={"FLOWMAGIC_ADMIN_BIND": "127.0.0.1:0"}, preexec_fn=limit)
        # The two listeners start in parallel.
        found = wait_for(
            lambda: re.search(r"Administration on http://127\.0\.0\.1:(\d+)", self.server.text()),
            "the administration listener")
        self.administration = int(found[1])

    def connect(self, address):
        one = socket.create_connection(
            ("127.0.0.1", self.server.port), TIMEOUT, source_address=(address, 0))
        self.sockets.append(one)
        return one

    def ask(self, method, path, body=None, port=None):
        """Sends a request to the administration listener."""
        self.server.port, shared = port or self.administration, self.server.port
        try:
            return self.server.call(method, path, body)
        finally:
            self.server.port = shared


class Silence(ConnectionLoadCase):
    def test_silent_connections_do_not_lock_operators_out(self):
        for number in range(450):
            self.connect(f"127.0.1.{number % 12}")
        # All others are asked to come back later, or not served at all.
        with self.assertRaises((OSError, http.client.HTTPException, AssertionError)):
            self.assertEqual(self.server.get("/v1/me").status, 200)
        for _ in range(5):
            self.assertEqual(self.ask("GET", "/healthz").status, 200)
            metrics = self.ask("GET", "/metrics")
            self.assertEqual(metrics.status, 200)
        self.assertIn(b'application="shop"', metrics.body)
        published = self.ask(
            "POST", f"{PRODUCTION}/releases",
            {"note": "in a crowd", "acceptWarnings": True, "document": document("crowd")})
        self.assertEqual(published.status, 201, published)

    def test_one_address_leaves_room_for_others(self):
        for _ in range(200):
            self.connect("127.0.1.1")
        self.assertEqual(self.server.envelope().status, 200)

        def refusal():
            """The response to one more connection; None while too many are being refused."""
            with contextlib.suppress(ConnectionError):
                one = self.connect("127.0.1.1")
                one.settimeout(TIMEOUT)
                return one.recv(4096)
        text = wait_for(refusal, "an answer to a connection too many")
        self.assertRegex(text, rb"(?s)^HTTP/1.1 429 .*too-many-connections")

    def test_one_address_that_is_refused_repeatedly_does_not_block_others(self):
        for _ in range(450):
            self.connect("127.0.1.1")
        # Immediately: connections that are being refused wait a moment for their first request.
        for number in range(20):
            other = self.connect(f"127.0.2.{number}")
            other.settimeout(TIMEOUT)
            other.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertRegex(other.recv(4096), rb"^HTTP/1.1 200 ")

    def test_a_small_limit_gives_a_warning_and_only_operators_read_metrics(self):
        self.assertRegex(self.server.text(), r"may open only 400 files.*LimitNOFILE=65536")
        self.assertEqual(self.server.get("/metrics").status, 404)
        self.assertEqual(self.ask("GET", f"{APP}/releases").status, 200)


class Tenants(ConnectionLoadCase):
    """Two organizations on one server: one cannot use up everything."""

    def add_tenant(self):
        """Another organization with a published application; its SDK key."""
        run = self.command(
            "init", "--store", f"sqlite:{self.store}", "--organization", "globex", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        bearer = json.loads(run.stdout)["token"]

        def made(path, body):
            response = self.server.call("POST", path, body, bearer=bearer)
            self.assertEqual(response.status, 201, response)
            return response.json
        made("/v1/apps", {"id": "kiosk", "name": "Kiosk"})
        made("/v1/apps/kiosk/environments/production/releases",
             {"acceptWarnings": True, "document": document()})
        key = made("/v1/apps/kiosk/sdk-keys", {"environment": "production", "name": "apps"})
        return key["key"]

    def stream(self, app, key, address):
        """The head of the response to a request for a stream."""
        one = self.connect(address)
        one.settimeout(TIMEOUT)
        one.sendall(f"GET /v1/apps/{app}/environments/production/stream HTTP/1.1\r\nHost: x\r\n"
                    f"Authorization: Bearer {key}\r\n\r\n".encode())
        response = b""
        while b"\r\n\r\n" not in response:
            data = one.recv(4096)
            if not data:
                break
            response += data
        if not response.startswith(b"HTTP/1.1 200 "):
            while data := one.recv(4096):
                response += data
        return response

    def test_the_public_key_of_one_tenant_leaves_streams_for_others(self):
        other = self.add_tenant()
        own = self.server.sample["sdkKeys"]["production"]
        answers = [self.stream("shop", own, f"127.0.1.{number % 20}") for number in range(160)]
        opened = [answer for answer in answers if answer.startswith(b"HTTP/1.1 200 ")]
        # 400 files allow 272 connections, of which 245 may be streams; half of them here.
        self.assertEqual(len(opened), 123)
        for refused in answers[123:]:
            self.assertRegex(refused, rb"^HTTP/1.1 429 ")
            self.assertRegex(refused, rb"(?i)\r\nretry-after: 5\r\n")
            self.assertIn(b'"code":"too-many-streams"', refused)
        # An app without a stream is still served, and the other tenant has its streams.
        self.assertEqual(self.server.envelope().status, 200)
        for number in range(60):
            response = self.stream("kiosk", other, f"127.0.2.{number % 20}")
            self.assertRegex(response, rb"^HTTP/1.1 200 ")
        metrics = self.ask("GET", "/metrics").body
        self.assertIn(b'flowmagic_organization_streams{organization="acme"} 123', metrics)
        self.assertIn(b'flowmagic_organization_streams{organization="globex"} 60', metrics)
        self.assertIn(b'flowmagic_streams_refused_total{limit="organization"} 37', metrics)


class SlowBodies(ConnectionLoadCase):
    def test_a_body_that_trickles_in_times_out_and_frees_the_connection(self):
        slow = self.connect("127.0.1.1")
        slow.sendall(
            f"POST {APP}/events HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n"
            f"Authorization: Bearer {self.server.sample['sdkKeys']['production']}\r\n\r\n".encode())
        slow.settimeout(0.2)
        response, start = b"", time.monotonic()

        def answered():
            nonlocal response
            try:
                slow.sendall(b" ")
                response += slow.recv(4096)
            except TimeoutError:
                pass
            return b"\r\n\r\n" in response
        wait_for(answered, "the end of a slow body")
        self.assertRegex(response, rb"^HTTP/1.1 408 ")
        # The grace period is ten seconds: a network may fail for a moment.
        self.assertGreater(time.monotonic() - start, 8)


if __name__ == "__main__":
    unittest.main()
