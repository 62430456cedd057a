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
        self.addCleanup(lambda: [connection.close() for connection in self.sockets])

        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

        self.server = self.serve(
            self.init(), environment={"FLOWMAGIC_ADMIN_BIND": "127.0.0.1:0"}, preexec_fn=limit)
        # The two listeners start in parallel.
        match = wait_for(
            lambda: re.search(
                r"Administration on http://127\.0\.0\.1:(\d+)", self.server.log_text()),
            "the administration listener")
        self.administration = int(match[1])

    def connect(self, address):
        connection = socket.create_connection(
            ("127.0.0.1", self.server.port), TIMEOUT, source_address=(address, 0))
        self.sockets.append(connection)
        return connection

    def call_administration(self, method, path, body=None, port=None):
        """Sends a request to the administration listener."""
        self.server.port, shared = port or self.administration, self.server.port
        try:
            return self.server.call(method, path, body)
        finally:
            self.server.port = shared


class SilentConnections(ConnectionLoadCase):
    def test_silent_connections_do_not_lock_operators_out(self):
        for number in range(450):
            self.connect(f"127.0.1.{number % 12}")
        # Other requests are refused, or get no response.
        with self.assertRaises((OSError, http.client.HTTPException, AssertionError)):
            self.assertEqual(self.server.get("/v1/me").status, 200)
        for _ in range(5):
            self.assertEqual(self.call_administration("GET", "/healthz").status, 200)
            metrics = self.call_administration("GET", "/metrics")
            self.assertEqual(metrics.status, 200)
        self.assertIn(b'application="shop"', metrics.body)
        published = self.call_administration(
            "POST", f"{PRODUCTION}/releases",
            {"note": "with many connections", "acceptWarnings": True, "document": document("busy")})
        self.assertEqual(published.status, 201, published)

    def test_one_address_leaves_space_for_others(self):
        for _ in range(200):
            self.connect("127.0.1.1")
        self.assertEqual(self.server.envelope().status, 200)

        def refusal():
            """The response to one more connection; None while too many are being refused."""
            with contextlib.suppress(ConnectionError):
                connection = self.connect("127.0.1.1")
                connection.settimeout(TIMEOUT)
                return connection.recv(4096)
        text = wait_for(refusal, "the refusal of another connection")
        self.assertRegex(text, rb"(?s)^HTTP/1.1 429 .*too-many-connections")

    def test_one_address_that_is_refused_repeatedly_does_not_block_others(self):
        for _ in range(450):
            self.connect("127.0.1.1")
        # Immediately, while the connections to be refused still wait for their first request.
        for number in range(20):
            other = self.connect(f"127.0.2.{number}")
            other.settimeout(TIMEOUT)
            other.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertRegex(other.recv(4096), rb"^HTTP/1.1 200 ")

    def test_a_small_limit_gives_a_warning_and_only_operators_read_metrics(self):
        self.assertRegex(self.server.log_text(), r"may open only 400 files.*LimitNOFILE=65536")
        self.assertEqual(self.server.get("/metrics").status, 404)
        self.assertEqual(self.call_administration("GET", "/metrics").status, 200)


class Organizations(ConnectionLoadCase):
    """Two organizations on one server: neither can use up all streams."""

    def add_organization(self):
        """Another organization with a published application; its SDK key."""
        run = self.command(
            "init", "--store", f"sqlite:{self.store}", "--organization", "globex", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        bearer = json.loads(run.stdout)["token"]

        def create(path, body):
            response = self.server.call("POST", path, body, bearer=bearer)
            self.assertEqual(response.status, 201, response)
            return response.json
        create("/v1/apps", {"id": "kiosk", "name": "Kiosk"})
        create("/v1/apps/kiosk/environments/production/releases",
               {"acceptWarnings": True, "document": document()})
        key = create("/v1/apps/kiosk/sdk-keys", {"environment": "production", "name": "apps"})
        return key["key"]

    def stream(self, app, key, address):
        """The head of the response to a request for a stream, or the whole response if it is
        refused."""
        connection = self.connect(address)
        connection.settimeout(TIMEOUT)
        connection.sendall(
            f"GET /v1/apps/{app}/environments/production/stream HTTP/1.1\r\nHost: x\r\n"
            f"Authorization: Bearer {key}\r\n\r\n".encode())
        response = b""
        while b"\r\n\r\n" not in response:
            data = connection.recv(4096)
            if not data:
                break
            response += data
        if not response.startswith(b"HTTP/1.1 200 "):
            while data := connection.recv(4096):
                response += data
        return response

    def test_the_sdk_key_of_one_organization_leaves_streams_for_others(self):
        other = self.add_organization()
        own = self.server.sample["sdkKeys"]["production"]
        responses = [self.stream("shop", own, f"127.0.1.{number % 20}") for number in range(160)]
        opened = [response for response in responses if response.startswith(b"HTTP/1.1 200 ")]
        # 400 files allow 272 connections, of which 245 may be streams; an organization has half.
        self.assertEqual(len(opened), 123)
        for refused in responses[123:]:
            self.assertRegex(refused, rb"^HTTP/1.1 429 ")
            self.assertRegex(refused, rb"(?i)\r\nretry-after: 5\r\n")
            self.assertIn(b'"code":"too-many-streams"', refused)
        # An app without a stream is still served, and the other organization has its streams.
        self.assertEqual(self.server.envelope().status, 200)
        for number in range(60):
            response = self.stream("kiosk", other, f"127.0.2.{number % 20}")
            self.assertRegex(response, rb"^HTTP/1.1 200 ")
        metrics = self.call_administration("GET", "/metrics").body
        self.assertIn(b'flowmagic_organization_streams{organization="acme"} 123', metrics)
        self.assertIn(b'flowmagic_organization_streams{organization="globex"} 60', metrics)
        self.assertIn(b'flowmagic_streams_refused_total{limit="organization"} 37', metrics)


class SlowBodies(ConnectionLoadCase):
    def test_a_slow_body_times_out(self):
        slow = self.connect("127.0.1.1")
        slow.sendall(
            f"POST {APP}/events HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n"
            f"Authorization: Bearer {self.server.sample['sdkKeys']['production']}\r\n\r\n".encode())
        slow.settimeout(0.2)
        response, start = b"", time.monotonic()

        def has_response():
            nonlocal response
            try:
                slow.sendall(b" ")
                response += slow.recv(4096)
            except TimeoutError:
                pass
            return b"\r\n\r\n" in response
        wait_for(has_response, "the response to a slow body")
        self.assertRegex(response, rb"^HTTP/1.1 408 ")
        # The grace period is ten seconds: a network may fail for a moment.
        self.assertGreater(time.monotonic() - start, 8)


if __name__ == "__main__":
    unittest.main()
