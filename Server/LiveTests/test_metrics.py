"""Metrics of delivery and backups that no other test covers: each event increments its counter."""

import re
import socket
import unittest

from support import PRODUCTION, LiveCase, document, wait_for

STREAM = f"{PRODUCTION}/stream"
RELEASE = f"{PRODUCTION}/release"


class MetricsTests(LiveCase):
    def open(self, server, head, buffer=None):
        """A connection that has sent these bytes and reads nothing."""
        connection = socket.socket()
        self.addCleanup(connection.close)
        if buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.connect(("127.0.0.1", server.port))
        connection.sendall(head)
        return connection

    def value(self, server, name, labels=""):
        text = server.get("/metrics").body.decode()
        values = re.findall(rf"^flowmagic_{name}{re.escape(labels)} (\S+)$", text, re.M)
        return sum(map(float, values))

    def wait_for_rise(self, server, name, above=0.0, labels=""):
        wait_for(lambda: self.value(server, name, labels) > above, f"{name} to rise")

    def head(self, path, key, more=""):
        return (f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
                f"{more}\r\n").encode()

    def test_streams_and_dropped_releases_are_counted(self):
        server = self.serve_sample()
        key = server.sample["sdkKeys"]["production"]
        slow = [self.open(server, self.head(STREAM, key), buffer=2048) for _ in range(5)]
        route = self.open(server, self.head(STREAM, server.sample["token"]))
        self.wait_for_rise(server, "live_streams", 4)
        self.wait_for_rise(server, "streams_opened_total", 4)
        self.wait_for_rise(server, "route_streams")
        # More than fits into the buffers of a connection. Later releases are small, so that two
        # more are published before the stalled streams are dropped, however slow the machine is.
        for number in range(1, 50):
            if self.value(server, "stream_events_skipped_total"):
                break
            size = 4_000_000 if number <= 2 else 0
            self.assertEqual(server.publish(
                flows=document(str(number), size=size)).status, 201)
            if number == 1:
                self.wait_for_rise(server, "stream_events_sent_total")
        else:
            self.fail("no event was skipped")
        self.wait_for_rise(server, "streams_dropped_total")
        for connection in [*slow, route]:
            connection.close()
        wait_for(lambda: not self.value(server, "live_streams"), "the streams to be closed")
        wait_for(lambda: not self.value(server, "route_streams"), "the route's stream to be closed")

    def test_answered_refused_and_aborted_requests_are_counted(self):
        server = self.serve(self.init(), environment={
            "FLOWMAGIC_CONNECTIONS_PER_ADDRESS": "8"})
        key = server.sample["sdkKeys"]["production"]
        response = server.get(RELEASE, bearer=key)
        self.assertEqual(server.get(
            RELEASE, bearer=key, headers={"If-None-Match": response.headers["ETag"]}).status, 304)
        self.wait_for_rise(server, "releases_answered_total")
        self.wait_for_rise(server, "releases_not_modified_total")
        self.wait_for_rise(server, "delivery_bytes_sent_total", len(response.body))
        self.open(server, b"NO HTTP\r\n\r\n")
        self.wait_for_rise(server, "malformed_requests_total")
        for _ in range(12):
            self.open(server, b"GET /livez HTTP/1.1\r\nHo")
        # The partial heads time out after ten seconds; until then they use up the address's
        # connections.
        wait_for(lambda: self.has_timeouts(server), "the partial heads to time out")
        self.wait_for_rise(server, "connections_refused_total")

    def has_timeouts(self, server):
        try:
            return self.value(server, "timeouts_total") > 0
        except OSError:
            # Refused: all connections of this address are in use.
            return False

    def test_a_failed_backup_is_counted(self):
        # No file can be created there, whichever user the server runs as.
        server = self.serve(self.init(), environment={"FLOWMAGIC_BACKUP_TO": "/sys/kernel"})
        self.wait_for_rise(server, "backup_failures_total")
        self.assertEqual(self.value(server, "last_backup_timestamp_seconds"), 0)


if __name__ == "__main__":
    unittest.main()
