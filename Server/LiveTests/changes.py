"""One reader of an application's stream of changes, in a thread of its own."""

import http.client
import json
import threading

from support import APP, PATIENCE, wait_for


class Changes:
    """What a page hears; `events` has it as pairs of kind and data, in order."""

    def __init__(self, case, server):
        self.events, self.lock = [], threading.Lock()
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.connection.request(
            "GET", f"{APP}/changes", headers={"Authorization": f"Bearer {server.sample['token']}"})
        self.response = self.connection.getresponse()
        case.assertEqual(self.response.status, 200)
        threading.Thread(target=self._read, daemon=True).start()
        case.addCleanup(self.connection.close)
        self.wait("ready")

    def _read(self):
        kind = None
        try:
            for line in self.response:
                if line.startswith(b"event: "):
                    kind = line[7:].strip().decode()
                elif line.startswith(b"data: "):
                    with self.lock:
                        self.events.append((kind, json.loads(line[6:])))
        except (OSError, ValueError, AttributeError):
            pass  # The server was ended, or the test is over.

    def all(self, kind):
        with self.lock:
            return [data for name, data in self.events if name == kind]

    def wait(self, kind, accepts=lambda data: True):
        """The first event of a kind that is as wanted."""
        return wait_for(
            lambda: [data for data in self.all(kind) if accepts(data)], f"{kind} on the stream")[0]
