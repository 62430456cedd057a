"""Shared by the live tests: running the command and a server, and sending requests."""

import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BINARY = os.environ.get("FLOWMAGIC_BINARY") or str(ROOT / ".build/debug/flowmagic")
APP = "/v1/apps/shop"
PRODUCTION = f"{APP}/environments/production"
# A generous timeout in seconds, for slow machines.
TIMEOUT = 60
# The ports that `free_port` has returned.
used_ports = set()

DOCUMENT = {
    "schema": 1,
    "flows": [{"id": "shop", "start": "Home", "steps": [
        {"id": "Home", "screen": "Home", "ports": {
            "login": [{"finish": "done"}], "signUp": [{"finish": "done"}],
            "forgotPassword": [{"finish": "done"}], "randomPage": [{"finish": "done"}]}}]}],
}


def wait_for(condition, what, seconds=TIMEOUT):
    """Polls until `condition` returns a true value, and returns it."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s for {what}")
        time.sleep(0.01)


def free_port():
    """A free port, which is returned only once.

    It is outside of the ephemeral range, so that no client takes it before the server listens."""
    ports = [port for port in range(20_000, 32_000) if port not in used_ports]
    random.shuffle(ports)
    for port in ports:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                continue
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        used_ports.add(port)
        return port
    raise AssertionError("no port is free")


def document(text="", size=0):
    """A valid document; its content has `text` and `size` characters."""
    copy = json.loads(json.dumps(DOCUMENT))
    copy["flows"][0]["steps"][0]["content"] = {"headline": text, "text": "x" * size}
    return copy


def batch(count=1, key=None):
    """A batch of events, each of which starts a session."""
    key = key or str(uuid.uuid4())
    events = [
        {"id": str(uuid.uuid4()), "at": int(time.time() * 1000), "session": str(uuid.uuid4()),
         "release": 1, "type": "session-started", "flow": "shop"} for _ in range(count)]
    return {"batch": key, "build": {"platform": "ios", "version": "1.0", "build": "1"},
            "events": events}


def accepted_response(count):
    """The status and JSON of the response to a batch of events."""
    return 202, {"accepted": count, "interval": 30}


class Response:
    """An HTTP response."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.body[:500]!r}"


class Server:
    """A running `flowmagic serve`, and requests to it."""

    def __init__(self, sample, store, log, port=0, environment=None, **popen):
        self.sample, self.store, self.log = sample, Path(store), Path(log)
        offset = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [BINARY, "serve", "--bind", f"127.0.0.1:{port}", "--store", f"sqlite:{store}"],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env={**os.environ, **(environment or {})}, **popen)
        try:
            self.port = wait_for(lambda: self._listening_port(offset), "the server to listen")
            wait_for(self._handles_hangup, "the server to handle SIGHUP")
        except BaseException:
            self.kill()
            raise

    def _listening_port(self, offset):
        if self.process.poll() is not None:
            raise AssertionError(
                f"the server exited with {self.process.returncode}: {self.log_text()}")
        text = self.log.read_bytes()[offset:]
        match = re.search(rb"Listening on http://127\.0\.0\.1:(\d+)", text)
        return int(match[1]) if match else None

    def _handles_hangup(self):
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return True
        caught = re.search(r"SigCgt:\s*([0-9a-f]+)", status.read_text())
        return not caught or int(caught[1], 16) >> (signal.SIGHUP - 1) & 1

    def log_text(self):
        return self.log.read_text(errors="replace")

    def log_entries(self, route):
        """The entries of the log about requests to a route."""
        lines = [line for line in self.log_text().splitlines() if line.startswith("{")]
        return [entry for entry in map(json.loads, lines) if entry.get("route") == route]

    def call(self, method, path, body=None, headers=None, bearer=None, timeout=TIMEOUT):
        """Sends a request; `bearer` is the admin token by default, and no token if empty."""
        bearer = self.sample["token"] if bearer is None else bearer
        headers = {**({"Authorization": f"Bearer {bearer}"} if bearer else {}), **(headers or {})}
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            return Response(response.status, response.headers, response.read())
        finally:
            connection.close()

    def get(self, path, **options):
        return self.call("GET", path, **options)

    def publish(self, note="", environment="production", flows=None):
        return self.call(
            "POST", f"{APP}/environments/{environment}/releases",
            {"note": note, "acceptWarnings": True, "document": flows or document(note)})

    def send(self, events, environment="production"):
        return self.call(
            "POST", f"{APP}/events", events, {"Idempotency-Key": events["batch"]},
            bearer=self.sample["sdkKeys"][environment])

    def envelope(self, environment="production"):
        """The current release as apps receive it."""
        return self.get(
            f"{APP}/environments/{environment}/release",
            bearer=self.sample["sdkKeys"][environment])

    def releases(self):
        """All releases from all pages, newest first."""
        releases, cursor = [], ""
        while True:
            page = self.get(f"{APP}/releases?limit=200{cursor}").json
            releases += page["releases"]
            if page["next"] is None:
                return releases
            cursor = f"&cursor={page['next']}"

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        """Kills the process."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def stop(self):
        """Terminates the process gracefully and returns its exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(TIMEOUT)


class LiveCase(unittest.TestCase):
    """A test with a temporary directory, whose path contains a space, for stores and logs."""

    def setUp(self):
        folder = tempfile.mkdtemp(prefix="flow magic ")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.folder = Path(folder)
        self.store = self.folder / "store.db"
        self.log = self.folder / "server.log"

    def command(self, *arguments, **options):
        """Runs a command and waits for it to exit."""
        return subprocess.run(
            [BINARY, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=TIMEOUT, check=False, **options)

    def init(self, store=None, users=False):
        """Initializes a store with the sample application; returns its keys and token.

        The sample users are only added if requested, because hashing their password is slow."""
        mode = "development" if users else "production"
        run = self.command(
            "init", "--store", f"sqlite:{store or self.store}", "--sample", "--json",
            "--mode", mode)
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def serve(self, sample, **options):
        server = Server(
            sample, options.pop("store", self.store), options.pop("log", self.log), **options)
        self.addCleanup(server.kill)
        return server

    def serve_sample(self):
        """Starts a server with the sample application."""
        return self.serve(self.init())

    def assert_problem(self, response, status, code):
        self.assertEqual(response.status, status, response)
        self.assertEqual(response.headers["Content-Type"], "application/problem+json")
        self.assertEqual(response.json["code"], code)
        self.assertTrue(response.json["detail"].endswith("."), response)

    def assert_refuses_to_start(self, pattern, *arguments, status=1, **options):
        """The command must exit with this status and a single line with the reason, as JSON if that
        is the form of the log."""
        run = self.command(*arguments, **options)
        last = run.stderr.strip().splitlines()[-1] if run.stderr.strip() else ""
        self.assertEqual(run.returncode, status, run.stderr)
        if last.startswith("{"):
            entry = json.loads(last)
            self.assertEqual(entry["level"], "critical", run.stderr)
            last = "error: " + entry["message"]
        self.assertTrue(last.startswith("error: "), run.stderr)
        self.assertRegex(last, pattern)
        self.assertEqual(run.stdout, "")

    def serve_command(self, store=None, port=0):
        return "serve", "--bind", f"127.0.0.1:{port}", "--store", f"sqlite:{store or self.store}"
