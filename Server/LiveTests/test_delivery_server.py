"""The delivery server as an operator sees it: its log and its metrics."""

import json
import re
import socket
import unittest

from support import APP, PRODUCTION, TIMEOUT, LiveCase, batch, wait_for


class DeliveryServerOperations(LiveCase):
    def setUp(self):
        super().setUp()
        self.server = self.serve_sample()

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.server.port), TIMEOUT)
        self.addCleanup(connection.close)
        return connection

    def head(self, framing):
        return (f"POST {APP}/events HTTP/1.1\r\nHost: x\r\n{framing}\r\n"
                f"Authorization: Bearer {self.server.sample['sdkKeys']['production']}\r\n"
                "Content-Type: application/json\r\n\r\n").encode()

    def counts(self):
        """The number of intake requests by response status."""
        text = self.server.get("/metrics").body.decode()
        counts = re.findall(
            r'requests_total\{route="sendEvents",method="POST",status="(\d+)"\} (\d+)', text)
        return {int(status): int(count) for status, count in counts if int(count)}

    def test_clients_that_disconnect_or_send_invalid_bodies_are_not_server_errors(self):
        for framing, body in [
                ("Content-Length: 100", b'{"batch"'),
                ("Transfer-Encoding: chunked", b'8\r\n{"batch"'),
                ("Transfer-Encoding: chunked", b"2\r\n{}\r\n0\r\nno trailer\r\n\r\n"),
                ("Transfer-Encoding: chunked", b"2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n")]:
            connection = self.connect()
            connection.sendall(self.head(framing) + body)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(4096):
                pass
        wait_for(lambda: sum(self.counts().values()) >= 2, "the requests to be counted")
        self.assertEqual({status // 100 for status in self.counts()}, {4}, self.counts())

    def test_a_log_line_has_the_status_the_client_and_the_duration(self):
        self.server.get(f"{APP}/releases")
        entry = wait_for(lambda: self.server.log_entries("listReleases"), "the line")[0]
        self.assertEqual((entry["status"], entry["client"]), (200, "127.0.0.1"))
        self.assertIsInstance(entry["ms"], (int, float))

    def test_intake_does_not_flood_the_log(self):
        for _ in range(200):
            self.server.send(batch())
        self.server.get(f"{APP}/releases")
        wait_for(lambda: self.server.log_entries("listReleases"), "the log")
        entries = self.server.log_entries("sendEvents")
        seconds = {entry["time"][:19] for entry in entries}
        self.assertLessEqual(len(entries), 10 * (len(seconds) + 1))
        self.assertLess(len(entries), 200)

    def test_a_fatal_error_of_the_server_is_logged(self):
        for status, *options in [(1, "--store", "sqlite:/nowhere/at/all.db"),
                                 (64, "--registration", "nobody")]:
            run = self.command("serve", "--log-format", "json", "--bind", "127.0.0.1:0", *options)
            self.assertEqual(run.returncode, status)
            entry = json.loads(run.stderr.splitlines()[-1])
            self.assertEqual(entry["level"], "critical")
            self.assertRegex(entry["message"], r"folder /nowhere/at|--registration must be")

    def test_a_stream_over_http_1_0_is_served_by_the_delivery_server(self):
        connection = self.connect()
        key = self.server.sample["sdkKeys"]["production"]
        connection.sendall(f"GET {PRODUCTION}/stream?key={key} HTTP/1.0\r\n\r\n".encode())
        response = b""
        while b"event: release" not in response:
            response += connection.recv(4096)
        metrics = self.server.get("/metrics").body
        self.assertIn(b"flowmagic_live_streams 1\n", metrics)
        self.assertIn(b"flowmagic_route_streams 0\n", metrics)


if __name__ == "__main__":
    unittest.main()
