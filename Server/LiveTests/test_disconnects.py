"""Clients that send many requests and disconnect, and a server that is stopped afterwards.

Many connections request every GET route but streams and close before a response. Then other clients
must be served, and a stop must end the process and close its store."""

import json
import os
import re
import signal
import socket
import unittest

from support import APP, LiveCase, document

CONNECTIONS = int(os.environ.get("DISCONNECTS", "50"))
SIZE = int(os.environ.get("DISCONNECT_BYTES", "2097152"))


class Disconnects(LiveCase):
    def disconnect(self, path, token, half=False):
        """Sends requests over many connections and closes them; with `half`, shuts down only the
        sending side first."""
        request = (f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n")
        connections = []
        for _ in range(CONNECTIONS):
            connection = socket.create_connection(("127.0.0.1", self.server.port))
            connection.sendall(request.encode())
            if half:
                connection.shutdown(socket.SHUT_WR)
            connections.append(connection)
        for connection in connections:
            connection.close()

    def paths(self):
        """Every GET route but streams, with ids of the sample."""
        described = self.server.get("/openapi.json").json["paths"]
        for template, methods in described.items():
            if "get" not in methods or template.endswith("/stream") or "changes" in template:
                continue
            path = template
            for name, value in [("{app}", "shop"), ("{applicationId}", "shop"),
                                ("{env}", "production"), ("{number}", "3")]:
                path = path.replace(name, value)
            yield re.sub(r"\{[^}]*\}", "1", path)

    def test_clients_that_disconnect_block_no_others_and_a_shutdown_completes(self):
        self.server = self.serve(self.init())
        token = self.server.sample["token"]
        large = json.dumps(document(size=SIZE)).encode()
        stored = self.server.call(
            "PUT", f"{APP}/draft", large, {"If-None-Match": "*"}, bearer=token)
        self.assertEqual(stored.status, 201, stored)
        published = self.server.publish("large", flows=document(size=SIZE))
        self.assertEqual(published.status, 201, published)
        number = published.json["number"]
        paths = [*self.paths(), f"{APP}/releases/{number}"]
        self.assertGreater(len(paths), 25)
        for path in paths:
            for half in (False, True):
                self.disconnect(path, token, half)
            with self.subTest(path):
                self.assertEqual(self.server.get("/livez", bearer="").status, 200)
        self.disconnect(f"{APP}/draft", token)
        self.assertEqual(self.server.get(f"{APP}/draft", bearer=token).body, large)
        self.disconnect(f"{APP}/draft", token)
        self.disconnect(f"{APP}/releases/{number}", token)
        self.server.signal(signal.SIGTERM)
        self.assertEqual(self.server.process.wait(60), 0, self.server.log_text()[-2000:])
        self.assertNotIn('"level":"error"', self.server.log_text())
        # A checkpointed write-ahead log is gone, or empty.
        log = self.folder / "store.db-wal"
        self.assertTrue(not log.exists() or log.stat().st_size == 0)


if __name__ == "__main__":
    unittest.main()
