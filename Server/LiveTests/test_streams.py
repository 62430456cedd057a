"""Release streams: every client receives each release once."""

import json
import signal
import socket
import sqlite3
import unittest
from pathlib import Path

from envelopes import key_id, trusted_key, verified_keys, verified_statement
from streams import StreamClients
from support import APP, TIMEOUT, LiveCase, accepted_response, batch, document, wait_for


class StreamCase(LiveCase):
    def setUp(self):
        super().setUp()
        self.server = self.serve_sample()
        self.clients = StreamClients(self)
        self.key = trusted_key(self.server.sample["sdkKeys"]["production"])

    def publish(self, note="", **options):
        response = self.server.publish(note, **options)
        self.assertEqual(response.status, 201, response)
        return response.json["number"]


class Live(StreamCase):
    def test_fifty_clients_receive_each_release_once_and_in_order(self):
        streams = self.clients.open(self.server, count=50)
        staging = self.clients.open(self.server, "staging")
        self.clients.wait_for_number(streams, 3)
        for number in (4, 5, 6):
            self.assertEqual(self.publish(f"release {number}"), number)
            self.clients.wait_for_number(streams, number)
        for stream in streams:
            self.assertEqual(stream.numbers, [3, 4, 5, 6])
            self.assertEqual(stream.retry, 1000)
            for event, first in zip(stream.events, streams[0].events):
                self.assertEqual((event.kind, event.data), ("release", first.data))
        for event in streams[0].events:
            self.assertEqual(verified_statement(event.data, self.key)["number"], event.number)
        # Releases of other environments are not sent.
        self.publish("staging", environment="staging")
        self.clients.wait_for_number(staging, 7)
        self.assertEqual(staging[0].numbers, [2, 7])
        self.publish("the next")
        self.clients.wait_for_number(streams, 8)
        self.assertEqual({tuple(stream.numbers) for stream in streams}, {(3, 4, 5, 6, 8)})

    def test_a_slow_client_does_not_delay_others_and_receives_the_newest(self):
        streams = self.clients.open(self.server, count=10)
        slow = self.clients.open(self.server, buffer=4096)[0]
        self.clients.wait_for_number(streams + [slow], 3)
        self.clients.pause(slow)
        for number in range(4, 16):
            # In total, far more than the system buffers for a connection.
            self.publish(flows=document(size=300_000))
            self.clients.wait_for_number(streams, number)
        self.assertEqual(slow.numbers, [3])
        self.clients.resume(slow)
        self.clients.wait_for_number([slow], 15)
        self.assertEqual(slow.numbers, sorted(set(slow.numbers)))
        self.assertLess(len(slow.numbers), 13, "every release was buffered for a slow client")
        self.assertEqual(verified_statement(slow.events[-1].data, self.key)["number"], 15)

    def test_a_reconnecting_client_receives_the_newest_only_once(self):
        for number in (4, 5, 6):
            self.publish(f"release {number}")
        issued = verified_statement(self.server.envelope().body, self.key)["issued"]
        behind = self.clients.open(self.server, last=4)
        unknown = self.clients.open(self.server, last="nonsense")
        self.clients.wait_for_number(behind + unknown, 6)
        current = (self.clients.open(self.server, last=6)
                   + self.clients.open(self.server, last=f"6-{issued}"))
        self.publish("the next")
        streams = behind + unknown + current
        self.clients.wait_for_number(streams, 7)
        self.assertEqual([stream.numbers for stream in streams], [[6, 7], [6, 7], [7], [7]])

    def test_the_streams_of_a_revoked_key_are_closed(self):
        created = self.server.call(
            "POST", f"{APP}/sdk-keys", {"environment": "production", "name": "stolen"})
        self.assertEqual(created.status, 201, created)
        others = self.clients.open(self.server)
        keys = self.server.sample["sdkKeys"]
        self.server.sample = {
            **self.server.sample, "sdkKeys": {**keys, "production": created.json["key"]}}
        stolen = self.clients.open(self.server, count=3)
        revoked = self.server.call("DELETE", f"{APP}/sdk-keys/{created.json['id']}")
        self.assertEqual(revoked.status, 204, revoked)
        self.clients.wait(lambda: all(stream.is_ended for stream in stolen), "the streams to end")
        self.assertEqual(self.server.envelope().status, 401)
        self.assertTrue(others[0].is_open)


class Draining(StreamCase):
    def has_read(self, client):
        """Whether the server has read everything that a client sent."""
        ports = [f":{port:04X}" for port in (self.server.port, client.getsockname()[1])]
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            local, remote, _, queues = line.split()[1:5]
            if local.endswith(ports[0]) and remote.endswith(ports[1]):
                return queues.endswith(":00000000")
        return False

    def test_sigterm_sends_goodbye_events_and_finishes_requests_in_progress(self):
        streams = self.clients.open(self.server, count=50)
        self.clients.wait_for_number(streams, 3)
        events = batch(5)
        body = json.dumps(events).encode()
        with socket.create_connection(("127.0.0.1", self.server.port), TIMEOUT) as upload:
            upload.sendall(
                f"POST {APP}/events HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n"
                f"Authorization: Bearer {self.server.sample['sdkKeys']['production']}\r\n"
                f"Idempotency-Key: {events['batch']}\r\n\r\n".encode() + body[:100])
            wait_for(lambda: self.has_read(upload), "the server to read half a request")
            self.server.signal(signal.SIGTERM)
            self.clients.wait(
                lambda: all(stream.is_ended for stream in streams), "the streams to end")
            upload.sendall(body[100:])
            response = b""
            while chunk := upload.recv(4096):
                response += chunk
        head, _, body = response.partition(b"\r\n\r\n")
        self.assertRegex(head, rb"^HTTP/1.1 202 ")
        self.assertEqual((202, json.loads(body)), accepted_response(5))
        self.assertEqual(self.server.process.wait(TIMEOUT), 0)
        for stream in streams:
            self.assertEqual((stream.numbers, len(stream.reconnect_delays)), ([3], 1))
            self.assertTrue(500 <= stream.reconnect_delays[0] <= 60_000, stream.reconnect_delays)
        self.assertGreater(len({stream.reconnect_delays[0] for stream in streams}), 25,
                           "all clients would reconnect at the same time")
        database = sqlite3.connect(self.store)
        self.addCleanup(database.close)
        self.assertEqual(database.execute("SELECT count FROM event_batch").fetchall(), [(5,)])


class Rotation(StreamCase):
    def rotate(self):
        run = self.command("keys", "rotate", "--store", f"sqlite:{self.store}", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def chain(self):
        """The keys of the served chain, oldest first."""
        return verified_keys(self.server.get("/v1/keys", bearer="").body, self.key)

    def test_clients_follow_the_key_chain_without_reconnecting(self):
        streams = self.clients.open(self.server, count=20)
        self.publish("before")
        self.clients.wait_for_number(streams, 4)
        before = verified_statement(streams[0].events[-1].data, self.key)
        known = len(streams[0].events)
        rotated = self.rotate()
        self.server.signal(signal.SIGHUP)
        self.clients.wait(
            lambda: all(len(stream.events) > known for stream in streams), "the new statement")
        keys = self.chain()
        self.assertEqual([key_id(key) for key in keys], [rotated["old"], rotated["new"]])
        self.assertEqual((keys[0], rotated["version"]), (self.key, 2))
        after = verified_statement(streams[0].events[-1].data, keys[-1])
        self.assertEqual((after["number"], after["digest"]), (before["number"], before["digest"]))
        self.assertGreater(after["issued"], before["issued"])
        with self.assertRaisesRegex(AssertionError, "not signed by"):
            verified_statement(streams[0].events[-1].data, self.key)
        self.assertEqual(verified_statement(self.server.envelope().body, keys[-1]), after)
        self.publish("after")
        self.clients.wait_for_number(streams, 5)
        for stream in streams:
            self.assertEqual((stream.numbers[-3:], stream.connections), ([4, 4, 5], 1))
            verified_statement(stream.events[-1].data, keys[-1])

    def test_rotations_while_the_server_is_stopped_are_served_later(self):
        self.server.stop()
        self.rotate()
        rotated = self.rotate()
        self.server = self.serve(self.server.sample)
        keys = self.chain()
        self.assertEqual((len(keys), key_id(keys[-1])), (3, rotated["new"]))
        verified_statement(self.server.envelope().body, keys[-1])
        # New SDK keys contain the new key.
        shown = self.server.get(f"{APP}/sdk-keys").json["keys"]
        self.assertEqual({trusted_key(key["key"]) for key in shown}, {keys[-1]})


if __name__ == "__main__":
    unittest.main()
