"""The time from the call that publishes a release to the changed screen of a running app.

The server and the app are the real programs; the app runs in a pseudo-terminal. Each round
publishes a flow of 1,000 steps with another headline on the current step, and waits until the app
shows that headline. The limit is for the median on loopback with one client.
"""

import argparse
import fcntl
import json
import os
import pty
import re
import select
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
import urllib.request

LIMIT_MS = 20
STEPS = 1_000
ROUNDS = 60
WARM_UP = 10


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", required=True)
    parser.add_argument("--app", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        times = measure(options, folder)
    median = statistics.median(times)
    p95 = statistics.quantiles(times, n=20)[-1]
    print(f"publish to screen  {median:6.1f} ms median, {p95:6.1f} ms p95 of {len(times)} "
          f"releases of {STEPS:,} steps (limit {LIMIT_MS} ms for the median)")
    if median > LIMIT_MS:
        sys.exit(f"the median exceeds the limit of {LIMIT_MS} ms")


def measure(options, folder):
    store = f"sqlite:{folder}/flowmagic.db"
    sample = json.loads(subprocess.check_output(
        [options.server, "init", "--store", store, "--sample", "--json"]))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    with open(f"{folder}/server.log", "wb") as log:
        server = subprocess.Popen(
            [options.server, "serve", "--bind", address, "--store", store], stdout=log, stderr=log)
    try:
        await_ready(server, f"http://{address}/readyz")
        return measure_rounds(options, folder, f"http://{address}", sample)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def await_ready(server, url):
    end = time.monotonic() + 30
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=1).read()
            return
        except OSError:
            time.sleep(0.05)
    sys.exit("the server did not start")


def measure_rounds(options, folder, server, sample):
    base = f"{server}/v1/apps/shop"
    token = {"Authorization": f"Bearer {sample['token']}", "Content-Type": "application/json"}
    newest = json.loads(get(f"{base}/releases?environment=production&limit=1", token))
    number = newest["releases"][0]["number"]
    document = json.loads(get(f"{base}/releases/{number}", token))
    enlarge(document)
    app = App(options.app, server, sample["sdkKeys"]["production"], folder)
    times = []
    try:
        app.await_text("Corner Shop")
        app.await_text("live")
        for index in range(ROUNDS):
            headline = f"Headline {index:04}"
            document["flows"][0]["steps"][0]["content"]["headline"] = headline
            body = json.dumps({"document": document, "acceptWarnings": True}).encode()
            began = time.perf_counter()
            post(f"{base}/environments/production/releases", token, body)
            app.await_text(headline)
            times.append((time.perf_counter() - began) * 1000)
            read_response()
    finally:
        app.stop()
    return times[WARM_UP:]


def enlarge(document):
    """Adds a chain of pages after the random page, so that the shop has 1,000 steps."""
    steps = document["flows"][0]["steps"]
    page = next(step for step in steps if step["id"] == "RandomPage")
    home = page["ports"]["home"]
    page["ports"]["home"] = [{"to": "page-0"}]
    count = STEPS - sum(len(flow["steps"]) for flow in document["flows"])
    for index in range(count):
        last = index == count - 1
        steps.append({
            "id": f"page-{index}", "screen": "RandomPage",
            "content": {"title": f"Page {index}", "text": "Read on."},
            "ports": {"home": home if last else [{"to": f"page-{index + 1}"}]},
        })


pending = []  # the connections whose responses have not been read


def get(url, headers):
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return response.read()


def post(url, headers, body):
    """Sends a request without waiting for its response, which `read_response` reads."""
    request = urllib.request.Request(url, data=body, headers=headers)
    host, port = request.host.split(":")
    connection = socket.create_connection((host, int(port)))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    head = [f"POST {request.selector} HTTP/1.1", f"Host: {request.host}", "Connection: close",
            f"Content-Length: {len(body)}"]
    head += [f"{name}: {value}" for name, value in headers.items()]
    connection.sendall("\r\n".join(head).encode() + b"\r\n\r\n" + body)
    pending.append(connection)


def read_response():
    connection = pending.pop()
    response = b""
    while chunk := connection.recv(65536):
        response += chunk
    connection.close()
    if not re.match(rb"HTTP/1.1 201 ", response):
        sys.exit(f"the release was not published: {response[:500]!r}")


class App:
    """The sample app in a pseudo-terminal of 80×24."""

    def __init__(self, program, server, key, folder):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            environment = dict(os.environ, HOME=folder, XDG_STATE_HOME=f"{folder}/state",
                               XDG_DATA_HOME=f"{folder}/data", XDG_CACHE_HOME=f"{folder}/cache",
                               TERM="xterm-256color")
            os.execvpe(program, [program, "--fresh", "--server", server, "--key", key], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.output = b""

    def await_text(self, text):
        end = time.monotonic() + 30
        while text.encode() not in self.output:
            if time.monotonic() > end:
                sys.exit(f"the app does not show \"{text}\"; it shows {self.output[-3000:]!r}")
            if select.select([self.terminal], [], [], 1)[0]:
                self.output = self.output[-100_000:] + os.read(self.terminal, 65536)

    def stop(self):
        os.write(self.terminal, b"\x03")
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


main()
