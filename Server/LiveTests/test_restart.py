"""Zero-downtime restarts: the listening socket is held outside of the server, as by systemd."""

import http.client
import os
import re
import shutil
import socket
import subprocess
import threading
import unittest
from pathlib import Path

from streams import StreamClients
from support import APP, BINARY, PRODUCTION, TIMEOUT, LiveCase, wait_for


class ActivatedServer:
    """A server started with inherited sockets, as systemd starts a socket-activated service."""

    def __init__(self, case, sample, listeners, names=None, arguments=()):
        self.sample, self.log = sample, case.log
        self.port = listeners[0].getsockname()[1]
        offset = self.log.stat().st_size if self.log.exists() else 0
        copies = [os.dup(listener.fileno()) for listener in listeners]

        def move_descriptors():
            # First away from the target descriptors, so that none is overwritten.
            moved = [os.dup2(copy, 100 + index) for index, copy in enumerate(copies)]
            for index, number in enumerate(moved):
                os.dup2(number, 3 + index)

        environment = {**os.environ, "LISTEN_FDS": str(len(listeners)),
                       "LISTEN_FDNAMES": ":".join(names or ["flowmagic.socket"])}
        with self.log.open("ab") as output:
            # NB: LISTEN_PID must have the id of the server's process, which is known only once it
            # has started; the shell keeps its id when it becomes the server.
            self.process = subprocess.Popen(
                ["sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh", BINARY, "serve",
                 "--store", f"sqlite:{case.store}", *arguments],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment,
                pass_fds=range(3, 3 + len(listeners)), preexec_fn=move_descriptors)
        for copy in copies:
            os.close(copy)
        case.addCleanup(self.kill)
        self._offset = offset

    def log_text(self):
        return self.log.read_bytes()[self._offset:].decode(errors="replace")

    def wait_until_ready(self):
        def is_ready():
            if self.process.poll() is not None:
                raise AssertionError(f"the server exited: {self.log_text()}")
            return "Listening on" in self.log_text()
        wait_for(is_ready, "the server to listen")
        return self

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        return self.process.wait(TIMEOUT)


class PollingClient(threading.Thread):
    """A client that sends one request after the other and records errors."""

    def __init__(self, port, path, key, keeps_alive=False):
        super().__init__(daemon=True)
        self.port, self.path, self.keeps_alive = port, path, keeps_alive
        self.headers = {"Authorization": f"Bearer {key}"}
        self.count, self.failures, self.is_running = 0, [], True

    def run(self):
        connection = None
        while self.is_running:
            try:
                if connection is None:
                    connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
                connection.request("GET", self.path, headers=self.headers)
                response = connection.getresponse()
                response.read()
                if response.status != 200:
                    self.failures.append(response.status)
                # Like any client: when the connection is closed, it opens another one.
                if not self.keeps_alive or response.getheader("Connection") == "close":
                    connection.close()
                    connection = None
            except OSError as error:
                self.failures.append(repr(error))
                connection = None
            except http.client.HTTPException as error:
                self.failures.append(repr(error))
                connection = None
            self.count += 1
        if connection:
            connection.close()


class ActivationCase(LiveCase):
    def setUp(self):
        super().setUp()
        self.sample = self.init()
        self.listener = self.listen()

    def listen(self, family=socket.AF_INET, address=("127.0.0.1", 0)):
        listener = socket.socket(family)
        listener.bind(address)
        listener.listen(4096)
        self.addCleanup(listener.close)
        return listener

    def start_activated(self, *arguments, listeners=None, names=None):
        return ActivatedServer(self, self.sample, listeners or [self.listener], names, arguments)

    def get(self, port, path, key=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        self.addCleanup(connection.close)
        connection.request("GET", path, headers={"Authorization": f"Bearer {key}"} if key else {})
        response = connection.getresponse()
        response.read()
        return response


class RestartTests(ActivationCase):
    def test_no_request_is_refused_or_fails_during_restarts(self):
        server = self.start_activated().wait_until_ready()
        key, token = self.sample["sdkKeys"]["production"], self.sample["token"]
        clients = [PollingClient(server.port, f"{PRODUCTION}/release", key),
                   PollingClient(server.port, f"{PRODUCTION}/release", key, keeps_alive=True),
                   PollingClient(server.port, f"{APP}/releases", token),
                   PollingClient(server.port, f"{APP}/releases", token, keeps_alive=True)]
        streams = StreamClients(self)
        open_streams = streams.open(server, count=20, reconnects=True)
        for client in clients:
            client.start()
        for _ in range(3):
            counts = [client.count for client in clients]
            wait_for(lambda counts=counts: all(
                client.count > count + 20 for client, count in zip(clients, counts)),
                     "requests before the restart")
            self.assertEqual(server.stop(), 0, server.log_text())
            server = self.start_activated().wait_until_ready()
        counts = [client.count for client in clients]
        wait_for(lambda: all(client.count > count + 20 for client, count in zip(clients, counts)),
                 "requests after the last restart")
        for client in clients:
            client.is_running = False
        for client in clients:
            client.join(TIMEOUT)
            self.assertEqual(client.failures, [], f"of {client.count} requests")
        # A client that waits before reconnecting may miss a server that runs only briefly.
        streams.wait(lambda: all(stream.connections >= 2 and stream.is_open
                                 for stream in open_streams), "the streams to reconnect")

    def test_requests_wait_while_no_server_runs(self):
        first = self.start_activated().wait_until_ready()
        self.assertEqual(first.stop(), 0)
        port, statuses = self.listener.getsockname()[1], []
        waiting = [threading.Thread(
            target=lambda: statuses.append(self.get(port, "/readyz").status)) for _ in range(30)]
        for client in waiting:
            client.start()
        self.start_activated().wait_until_ready()
        for client in waiting:
            client.join(TIMEOUT)
        self.assertEqual(statuses, [200] * 30)

    def test_a_new_connection_may_still_send_its_request(self):
        server = self.start_activated().wait_until_ready()
        # The server has accepted it when a later connection has its response.
        early = socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT)
        self.addCleanup(early.close)
        self.assertEqual(self.get(server.port, "/readyz").status, 200)
        server.process.terminate()
        wait_for(lambda: "Shutting down" in server.log_text(), "the server to stop")
        early.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
        response = b""
        while part := early.recv(4096):
            response += part
        self.assertTrue(response.startswith(b"HTTP/1.1 200"), response)
        self.assertIn(b"connection: close", response.lower())
        self.assertEqual(server.process.wait(TIMEOUT), 0)


class SocketActivationTests(ActivationCase):
    def test_the_address_of_the_socket_is_used_and_a_different_setting_gives_a_warning(self):
        server = self.start_activated("--bind", "127.0.0.1:1").wait_until_ready()
        self.assertIn(f"Listening on http://127.0.0.1:{server.port}", server.log_text())
        self.assertIn("Give both the same", server.log_text())
        self.assertEqual(self.get(server.port, "/readyz").status, 200)

    def test_a_socket_named_admin_bind_is_for_operators(self):
        admin = self.listen()
        server = self.start_activated(
            listeners=[self.listener, admin], names=["flowmagic.socket", "admin-bind"])
        server.wait_until_ready()
        self.assertEqual(self.get(server.port, "/metrics").status, 404)
        self.assertEqual(self.get(admin.getsockname()[1], "/metrics").status, 200)

    def test_an_inherited_unix_socket_serves_requests(self):
        path = self.folder / "http.sock"
        listener = self.listen(socket.AF_UNIX, str(path))
        server = self.start_activated(listeners=[self.listener, listener]).wait_until_ready()
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(TIMEOUT)
            client.connect(str(path))
            client.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            self.assertIn(b"200 OK", client.recv(4096))
        self.assertEqual(server.stop(), 0)

    def test_a_descriptor_that_is_not_a_listening_socket_is_an_error(self):
        connected, other = socket.socketpair()
        self.addCleanup(connected.close)
        self.addCleanup(other.close)
        with self.assertRaisesRegex(AssertionError, "ListenStream="):
            self.start_activated(listeners=[ConnectedSocket(connected)]).wait_until_ready()

    def test_variables_for_another_process_are_ignored(self):
        server = self.serve(self.sample, environment={"LISTEN_PID": "1", "LISTEN_FDS": "1"})
        self.assertEqual(server.get("/readyz").status, 200)

    @unittest.skipUnless(shutil.which("systemd-socket-activate"), "needs systemd's tool")
    def test_systemd_socket_activate_starts_it_with_the_first_connection(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with self.log.open("ab") as output:
            process = subprocess.Popen(
                ["systemd-socket-activate", "--listen", f"127.0.0.1:{port}", BINARY, "serve",
                 "--store", f"sqlite:{self.store}"], stdout=output, stderr=output)
        self.addCleanup(lambda: (process.kill(), process.wait()))
        wait_for(lambda: re.search("Listening on 127", self.log.read_text()), "the tool to listen")
        self.assertEqual(self.get(port, "/readyz").status, 200)
        process.terminate()
        self.assertEqual(process.wait(TIMEOUT), 0)


class ConnectedSocket:
    """A connected socket, in place of a listening one."""

    def __init__(self, connected):
        self.fileno = connected.fileno

    def getsockname(self):
        return ("", 0)


class ShutdownTests(LiveCase):
    def test_idle_connections_do_not_prevent_a_clean_shutdown(self):
        server = self.serve_sample()
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(5)]
        for connection in idle:
            self.addCleanup(connection.close)
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertIn(b"200", connection.recv(4096))
        self.assertEqual(server.stop(), 0)
        for connection in idle:
            self.assertEqual(connection.recv(4096), b"")


class PackagingTests(unittest.TestCase):
    def test_the_socket_unit_listens_at_the_address_of_the_settings(self):
        packaging = Path(__file__).resolve().parent.parent.parent / "Packaging"
        unit = (packaging / "flowmagic.socket").read_text()
        listen = re.search(r"^ListenStream=(.+)$", unit, re.MULTILINE)[1]
        self.assertIn(f'"bind": "{listen}"', (packaging / "flowmagic.json").read_text())


if __name__ == "__main__":
    unittest.main()
