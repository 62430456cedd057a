"""A server that goes and comes back: every client is there again and has the newest."""

import random
import signal
import socket
import unittest

from streams import Listeners
from support import LiveCase

CLIENTS = 200


def free_port():
    """A port that the system gives to no client, so that none takes it while the server is away."""
    ports = list(range(20_000, 32_000))
    random.shuffle(ports)
    for port in ports:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                continue
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise AssertionError("no port is free")


class Return(LiveCase):
    def come_back(self, end):
        """Ends the server with clients connected, starts it anew, and publishes meanwhile."""
        port, sample = free_port(), self.init()
        server = self.serve(sample, port=port)
        listeners = Listeners(self)
        streams = listeners.open(server, count=CLIENTS, returns=True)
        listeners.wait_for_number(streams, 3)
        end(server)
        server.process.wait()
        server = self.serve(sample, port=port)
        self.assertEqual(server.publish("news").status, 201)
        listeners.wait_for_number(streams, 4)
        listeners.wait(lambda: all(stream.is_open for stream in streams), "all to be back")
        for stream in streams:
            # 3 again if it was back before 4 was there, and never behind it.
            self.assertEqual(stream.numbers, sorted(stream.numbers))
            self.assertEqual(stream.numbers[-1], 4)
            self.assertEqual(stream.numbers.count(4), 1)
            self.assertEqual(stream.connections, 2)
        self.assertEqual(server.stop(), 0)
        return streams

    def test_after_kill_9_all_clients_reconnect_and_have_the_newest(self):
        self.come_back(lambda server: server.kill())

    def test_after_a_goodbye_all_clients_come_back_spread_and_have_the_newest(self):
        streams = self.come_back(lambda server: server.signal(signal.SIGTERM))
        waits = [stream.goodbyes[0] for stream in streams]
        # No tenth of a second is when more than a quarter of all come.
        tenths = [wait // 100 for wait in waits]
        self.assertLess(max(tenths.count(tenth) for tenth in tenths), CLIENTS / 4)


if __name__ == "__main__":
    unittest.main()
