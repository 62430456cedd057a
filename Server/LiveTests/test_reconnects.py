"""Server restarts: every client reconnects and receives the newest release."""

import signal
import unittest

from streams import StreamClients
from support import LiveCase, free_port

CLIENTS = 200


class Reconnecting(LiveCase):
    def restart(self, end):
        """Stops the server with clients connected, starts it again and publishes."""
        port, sample = free_port(), self.init()
        server = self.serve(sample, port=port)
        clients = StreamClients(self)
        streams = clients.open(server, count=CLIENTS, reconnects=True)
        clients.wait_for_number(streams, 3)
        end(server)
        server.process.wait()
        server = self.serve(sample, port=port)
        self.assertEqual(server.publish("news").status, 201)
        clients.wait_for_number(streams, 4)
        clients.wait(lambda: all(stream.is_open for stream in streams), "clients to reconnect")
        for stream in streams:
            # May receive 3 again before 4, but not after it.
            self.assertEqual(stream.numbers, sorted(stream.numbers))
            self.assertEqual(stream.numbers[-1], 4)
            self.assertEqual(stream.numbers.count(4), 1)
            self.assertEqual(stream.connections, 2)
        self.assertEqual(server.stop(), 0)
        return streams

    def test_after_kill_9_all_clients_reconnect(self):
        self.restart(lambda server: server.kill())

    def test_after_a_goodbye_event_all_clients_reconnect_at_different_times(self):
        streams = self.restart(lambda server: server.signal(signal.SIGTERM))
        waits = [stream.reconnect_delays[0] for stream in streams]
        # Fewer than a quarter of the clients reconnect in the same tenth of a second.
        tenths = [wait // 100 for wait in waits]
        self.assertLess(max(tenths.count(tenth) for tenth in tenths), CLIENTS / 4)


if __name__ == "__main__":
    unittest.main()
