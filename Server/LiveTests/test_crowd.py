"""Many silent or slow clients: operators are served all the same."""

import http.client
import re
import resource
import socket
import time
import unittest

from support import APP, PATIENCE, PRODUCTION, LiveCase, document, wait_for


class CrowdCase(LiveCase):
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
        found = re.search(r"Administration on http://127\.0\.0\.1:(\d+)", self.server.text())
        self.administration = int(found[1])

    def connect(self, address):
        one = socket.create_connection(
            ("127.0.0.1", self.server.port), PATIENCE, source_address=(address, 0))
        self.sockets.append(one)
        return one

    def ask(self, method, path, body=None, port=None):
        """Sends a request to the administration listener."""
        self.server.port, shared = port or self.administration, self.server.port
        try:
            return self.server.call(method, path, body)
        finally:
            self.server.port = shared


class Silence(CrowdCase):
    def test_silent_connections_do_not_lock_operators_out(self):
        for number in range(450):
            self.connect(f"127.0.1.{number % 12}")
        # Everybody else is asked to come later, or not served at all.
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
        refused = self.connect("127.0.1.1")
        refused.settimeout(PATIENCE)
        self.assertRegex(refused.recv(4096), rb"(?s)^HTTP/1.1 429 .*too-many-connections")

    def test_a_small_limit_is_warned_of_and_the_metrics_are_the_operators(self):
        self.assertRegex(self.server.text(), r"may open only 400 files.*LimitNOFILE=65536")
        self.assertEqual(self.server.get("/metrics").status, 404)
        self.assertEqual(self.ask("GET", f"{APP}/releases").status, 200)


class SlowBodies(CrowdCase):
    def test_a_body_of_a_byte_now_and_then_ends_and_the_connection_is_free(self):
        slow = self.connect("127.0.1.1")
        slow.sendall(
            f"POST {APP}/events HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n"
            f"Authorization: Bearer {self.server.sample['sdkKeys']['production']}\r\n\r\n".encode())
        slow.settimeout(0.2)
        answer, start = b"", time.monotonic()

        def answered():
            nonlocal answer
            try:
                slow.sendall(b" ")
                answer += slow.recv(4096)
            except TimeoutError:
                pass
            return b"\r\n\r\n" in answer
        wait_for(answered, "the end of a slow body")
        self.assertRegex(answer, rb"^HTTP/1.1 408 ")
        # The grace is ten seconds: a network may falter for a moment.
        self.assertGreater(time.monotonic() - start, 8)


if __name__ == "__main__":
    unittest.main()
