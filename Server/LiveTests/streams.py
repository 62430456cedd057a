"""Many clients of the release stream, in one thread."""

import heapq
import json
import random
import selectors
import socket
import threading
import time

from support import wait_for


class Event:
    def __init__(self, kind, number, data):
        self.kind, self.number, self.data = kind, number, data


class Stream:
    """A client; `events` has the events of all its connections."""

    def __init__(self, clients, port, path, key, last=None, reconnects=False, buffer=None):
        self.clients, self.port, self.path, self.key = clients, port, path, key
        self.last, self.reconnects, self.buffer = last, reconnects, buffer
        self.events, self.reconnect_delays, self.retry = [], [], None
        self.status, self.connections, self.failures = None, 0, 0
        self.is_open = False
        self.is_ended = False
        self.socket, self.rest, self.is_reading_head = None, b"", True

    @property
    def numbers(self):
        return [event.number for event in self.events]

    # The following methods run in the thread of `StreamClients`.

    def connect(self):
        self.socket = socket.socket()
        if self.buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
        self.socket.setblocking(False)
        self.rest, self.is_reading_head, self.status = b"", True, None
        self.socket.connect_ex(("127.0.0.1", self.port))
        self.clients.selector.register(self.socket, selectors.EVENT_WRITE, self)

    def send_request(self):
        error = self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if error:
            return self.end()
        last = f"Last-Event-ID: {self.last}\r\n" if self.last is not None else ""
        self.socket.send(
            f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.key}\r\n"
            f"{last}\r\n".encode())
        self.clients.selector.modify(self.socket, selectors.EVENT_READ, self)

    def read(self):
        try:
            data = self.socket.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            return self.end()
        self.rest += data
        if self.is_reading_head:
            self.read_head()
        if not self.is_reading_head:
            self.read_events()

    def read_head(self):
        head, separator, rest = self.rest.partition(b"\r\n\r\n")
        if separator:
            self.status = int(head.split(b" ", 2)[1])
            self.is_open = self.status == 200
            self.connections += self.is_open
            self.is_reading_head, self.rest = False, rest

    def read_events(self):
        *blocks, self.rest = self.rest.split(b"\n\n")
        for block in blocks:
            fields = dict(line.split(": ", 1) for line in block.decode().split("\n")
                          if ": " in line and not line.startswith(":"))
            if "retry" in fields:
                self.retry = int(fields["retry"])
            if fields.get("event") == "goodbye":
                self.reconnect_delays.append(json.loads(fields["data"])["reconnectAfter"])
            elif "event" in fields:
                self.last, self.failures = int(fields["id"]), 0
                self.events.append(Event(fields["event"], self.last, fields["data"]))

    def end(self):
        self.clients.selector.unregister(self.socket)
        self.socket.close()
        had_delay = self.is_open and self.reconnect_delays
        self.is_open = False
        if not self.reconnects:
            self.is_ended = True
        elif had_delay:
            self.clients.schedule(self.reconnect_delays[-1] / 1000, self.connect)
        else:
            self.failures += 1
            delay = random.uniform(0, min(2, 0.1 * 2 ** self.failures))
            self.clients.schedule(delay, self.connect)


class StreamClients:
    """Runs the clients of a test in one thread."""

    def __init__(self, case):
        self.selector = selectors.DefaultSelector()
        self.timers, self.lock, self.count = [], threading.Lock(), 0
        self.wake_reader, self.wake_writer = socket.socketpair()
        self.selector.register(self.wake_reader, selectors.EVENT_READ)
        self.is_running, self.error = True, None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        case.addCleanup(self.close)

    def schedule(self, seconds, work):
        with self.lock:
            self.count += 1
            heapq.heappush(self.timers, (time.monotonic() + seconds, self.count, work))
        self.wake_writer.send(b"x")

    def run(self):
        try:
            while self.is_running:
                self.run_once()
        except BaseException as error:  # pylint: disable=broad-except
            self.error = error
            raise
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()

    def run_once(self):
        with self.lock:
            wait = self.timers[0][0] - time.monotonic() if self.timers else 1
        for key, mask in self.selector.select(max(0, wait)):
            if key.data is None:
                self.wake_reader.recv(4096)
            elif mask & selectors.EVENT_WRITE:
                key.data.send_request()
            else:
                key.data.read()
        while True:
            with self.lock:
                if not self.timers or self.timers[0][0] > time.monotonic():
                    return
                work = heapq.heappop(self.timers)[2]
            work()

    def close(self):
        self.is_running = False
        self.wake_writer.send(b"x")
        self.thread.join(10)
        self.wake_writer.close()
        self.selector.close()

    def open(self, server, environment="production", count=1, **options):
        """Opens streams and waits for them."""
        path = f"/v1/apps/shop/environments/{environment}/stream"
        key = server.sample["sdkKeys"][environment]
        streams = [Stream(self, server.port, path, key, **options) for _ in range(count)]
        for stream in streams:
            self.schedule(0, stream.connect)
        self.wait(lambda: all(stream.is_open for stream in streams), f"{count} streams to open")
        return streams

    def pause(self, stream):
        """Stops reading from a stream."""
        self.schedule(0, lambda: self.selector.unregister(stream.socket))

    def resume(self, stream):
        self.schedule(
            0, lambda: self.selector.register(stream.socket, selectors.EVENT_READ, stream))

    def wait(self, condition, what):
        def check():
            if self.error:
                raise AssertionError("the clients failed") from self.error
            return condition()
        return wait_for(check, what)

    def wait_for_number(self, streams, number):
        """Waits until the last event of each stream has this number."""
        self.wait(lambda: all(stream.last == number and stream.events for stream in streams),
                  f"{len(streams)} streams to receive release {number}")
