"""A client of an application's change stream."""

import http.client
import json
import threading

from support import APP, TIMEOUT, wait_for


class ChangeStream:
    """Reads the stream in a thread; `events` has pairs of event type and data, in order."""

    def __init__(self, case, server):
        self.events, self.lock = [], threading.Lock()
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
        self.connection.request(
            "GET", f"{APP}/changes", headers={"Authorization": f"Bearer {server.sample['token']}"})
        self.response = self.connection.getresponse()
        case.assertEqual(self.response.status, 200)
        threading.Thread(target=self._read, daemon=True).start()
        case.addCleanup(self.connection.close)
        self.wait("ready")

    def _read(self):
        event = None
        try:
            for line in self.response:
                if line.startswith(b"event: "):
                    event = line[7:].strip().decode()
                elif line.startswith(b"data: "):
                    with self.lock:
                        self.events.append((event, json.loads(line[6:])))
        except (OSError, ValueError, AttributeError):
            pass  # The server has stopped, or the test is over.

    def data_of(self, event):
        with self.lock:
            return [data for name, data in self.events if name == event]

    def wait(self, event, accepts=lambda data: True):
        """Waits for the first event of a type whose data is accepted; returns the data."""
        def accepted():
            return [data for data in self.data_of(event) if accepts(data)]
        return wait_for(accepted, f"{event} on the stream")[0]
