"""Flows on the web over HTTP: the latency of an event compared with a plain handler, and the bytes
sent.

`web_load.py SERVER FUNNEL.json [bytes|events|memory]…`: the server is `webbench`, on a core of its
own. Events are due at fixed times, 200 per second, and latency is measured from when they were due,
so that a slow response also delays the next ones. Our rounds and the baseline's alternate, and the
median of each counts. The baseline, a plain handler of the same framework in the same process,
reads a body of the same size and responds with as many bytes. Fails when a limit is exceeded.
"""

import gzip
import html
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import time
from urllib.parse import urlencode

RATE = 200              # events per second
ROUNDS = 5
EVENTS = 1_000          # per round
VISITORS = 40
WARM_UP = 2_000         # visits before memory is measured
VISITS = 10_000
WINDOWS = 3
STREAMS = 2_000

MAX_P50_MS = 2.0
MAX_P99_MS = 20.0
MAX_PAGE = 14 * 1024   # bytes of the first page on the wire
MAX_CHANGE = 2_560     # bytes of a change of one of 300 items on the wire
MAX_IDLE = 100         # bytes of memory for a visit without a stream
MAX_STREAM = 1.25      # memory of a stream, as a multiple of a plain handler's

PATCH = "application/vnd.flowmagic.patch+json"
ENTRIES = {
    "goal": {"goal": '"fall"'}, "age": {"age": "34"}, "hours": {"hours": "7"},
    "bedtime": {"bedtime": '"late"'}, "habits": {"habits": '"phone"'}, "name": {"name": "Ada"},
    "email": {"email": "ada@example.org"}, "offer": {"plan": '"year"'}, "consent": {"terms": "on"},
}


class Connection:
    """A keep-alive connection; `wire_size` is the size of its last response in bytes."""

    def __init__(self, port):
        self.port = port
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""
        self.wire_size = 0

    def send(self, method, path, headers, body=b""):
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}",
                 "Sec-Fetch-Site: same-origin", "Accept-Language: en"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if method == "POST":
            lines += ["Content-Type: application/x-www-form-urlencoded",
                      f"Content-Length: {len(body)}"]
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def read(self):
        """Reads a response; returns its status, headers and body."""
        data = self.rest
        while b"\r\n\r\n" not in data:
            data += self.receive()
        head, data = data.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        headers = [tuple(line.split(": ", 1)) for line in lines[1:]]
        length = next(int(value) for name, value in headers if name.lower() == "content-length")
        while len(data) < length:
            data += self.receive()
        self.rest = data[length:]
        self.wire_size = len(head) + 4 + length
        return int(lines[0].split()[1]), headers, data[:length]

    def receive(self):
        data = self.socket.recv(1 << 16)
        if not data:
            sys.exit("the server has closed a connection")
        return data


class Visitor:
    """A browser with the script, stepping through the funnel."""

    def __init__(self, connection, start="/sleep"):
        self.connection, self.start = connection, start
        self.open()

    def open(self):
        """Opens the flow as a new visitor; returns the first page."""
        self.cookies = {}
        self.path = self.start
        while True:
            self.connection.send("GET", self.path, self.headers())
            status, headers, body = self.read()
            if status == 200:
                break
            self.path = dict(headers)["Location"]
        self.state = html.unescape(re.search(r'name="fm" value="([^"]*)"', body.decode())[1])
        return body

    def headers(self):
        pairs = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": pairs} if pairs else {}

    def read(self):
        """Reads a response, and stores its cookies."""
        status, headers, body = self.connection.read()
        for name, value in headers:
            if name.lower() == "set-cookie":
                self.cookies.update([value.split(";")[0].split("=", 1)])
        return status, headers, body

    def form(self):
        """The form for the next press."""
        step = self.path.rsplit("/", 1)[-1]
        pairs = {"fm": self.state, "press": "next"}
        pairs.update({f"field.{name}": value for name, value in ENTRIES.get(step, {}).items()})
        return urlencode(pairs).encode()

    def post(self, body):
        """Sends a form and reads the response; `state` is then None at the end of the flow."""
        self.connection.send("POST", self.path, {**self.headers(), "Accept": PATCH}, body)
        status, _, response = self.read()
        if status != 200:
            sys.exit(f"{self.path} responds with status {status}: {response[:300]!r}")
        self.patch = json.loads(response)
        self.state = self.patch.get("state")
        self.path = self.patch.get("at")
        return response


def run_at_rate(count, prepare, run):
    """Runs `count` events at `RATE`; returns the milliseconds of each from when it was due."""
    times = []
    start = time.perf_counter() + 0.05
    for index in range(count):
        prepared = prepare(index)
        due = start + index / RATE
        while (remaining := due - time.perf_counter()) > 0:
            time.sleep(max(remaining - 0.0002, 0))
        run(prepared)
        times.append((time.perf_counter() - due) * 1_000)
    return times


def p50_and_p99(times):
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


class Report:
    def __init__(self):
        self.failures = 0

    def print_line(self, name, value, limit=None, unit=""):
        fails = limit is not None and value > limit
        self.failures += fails
        verdict = "failed" if fails else "ok" if limit is not None else ""
        number = f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
        bound = f" (at most {limit:,g})" if limit is not None else ""
        print(f"{verdict:7} {name:52} {number:>12}{unit}{bound}", flush=True)


# Streams stay open: the memory of closed ones would be reused for later ones.
open_streams = []


def processor_time(pid):
    """The processor time of a process, in seconds."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_events(report, port, pid):
    visitors = [Visitor(Connection(port)) for _ in range(VISITORS)]
    baseline = Connection(port)
    sizes = []

    def prepare(index):
        visitor = visitors[index % VISITORS]
        if visitor.state is None:
            visitor.open()
        return visitor, visitor.form()

    def press(prepared):
        visitor, form = prepared
        sizes.append((len(form), len(visitor.post(form))))

    for index in range(500):
        press(prepare(index))
    form_size, response_size = (int(statistics.median(column)) for column in zip(*sizes))
    form = b"fm=" + b"x" * (form_size - 3)

    def post_to_baseline(_):
        baseline.send("POST", f"/baseline/{response_size}", {}, form)
        baseline.read()

    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(p50_and_p99(run_at_rate(EVENTS, int, post_to_baseline)))
        ours.append(p50_and_p99(run_at_rate(EVENTS, prepare, press)))
    our_p50, our_p99 = (statistics.median(column) for column in zip(*ours))
    their_p50, their_p99 = (statistics.median(column) for column in zip(*theirs))
    report.print_line("event, p50", our_p50, MAX_P50_MS, " ms")
    report.print_line("event, p99", our_p99, MAX_P99_MS, " ms")
    report.print_line("plain handler, p50", their_p50, unit=" ms")
    report.print_line("plain handler, p99", their_p99, unit=" ms")
    report.print_line("event / plain handler, p50", our_p50 / their_p50)
    for name, before, run in [("event", prepare, press), ("plain handler", int, post_to_baseline)]:
        began = processor_time(pid)
        for index in range(EVENTS * ROUNDS):
            run(before(index))
        spent = (processor_time(pid) - began) / (EVENTS * ROUNDS)
        report.print_line(f"{name}, processor time", spent * 1_000, unit=" ms")
    report.print_line("form of an event", form_size, unit=" bytes")
    report.print_line("response to an event", response_size, unit=" bytes")


def measure_bytes(report, port, _):
    visitor = Visitor(Connection(port))
    page = visitor.open()
    head = visitor.connection.wire_size - len(page)
    report.print_line("first page", head + len(page), MAX_PAGE, " bytes")
    report.print_line("first page, gzipped", head + len(gzip.compress(page, 9)), MAX_PAGE, " bytes")
    visitor.post(visitor.form())
    visitor.post(visitor.form())
    report.print_line("press to the next step", visitor.connection.wire_size, unit=" bytes")

    visitor = Visitor(Connection(port), "/lists/market")
    page = visitor.open()
    report.print_line("page with 300 items", len(page), unit=" bytes")
    report.print_line("page with 300 items, gzipped", len(gzip.compress(page, 9)), unit=" bytes")
    editor = Connection(port)
    editor.send("POST", "/change", {})
    editor.read()
    visitor.post(urlencode({"fm": visitor.state, "go": visitor.path}).encode())
    if [operation[0] for operation in visitor.patch["ops"]] != ["r"]:
        sys.exit("a change of one item is sent as more than one replacement: "
                 f"{visitor.patch['ops']!r}")
    report.print_line(
        "change of one of 300 items", visitor.connection.wire_size, MAX_CHANGE, " bytes")
    report.print_line("change of one of 300 items, its operation",
                      len(json.dumps(visitor.patch["ops"])), unit=" bytes")


def resident_bytes(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) * 1024


def measure_memory(report, port, pid):
    connection = Connection(port)

    def visit(count):
        for _ in range(count):
            visitor = Visitor(connection)
            visitor.post(visitor.form())

    visit(WARM_UP)
    growths = []
    for _ in range(WINDOWS):
        before = resident_bytes(pid)
        visit(VISITS)
        growths.append(max(resident_bytes(pid) - before, 0) / VISITS)
    # Memory that is retained for visits grows in every window; that of the allocator only in some.
    report.print_line(f"memory of a visit, over {VISITS:,}", min(growths), MAX_IDLE, " bytes")
    ours, baseline = (
        stream_memory(port, pid, path) for path in ["/-flow/changes", "/baseline/stream"])
    report.print_line(f"memory of a stream, of {STREAMS:,}", ours, unit=" bytes")
    report.print_line("plain handler, memory of a stream", baseline, unit=" bytes")
    report.print_line("memory of a stream / plain handler's", ours / baseline, MAX_STREAM)


def stream_memory(port, pid, path):
    """Opens many streams; returns the memory per stream, in bytes."""
    before = resident_bytes(pid)
    opened = [Connection(port) for _ in range(STREAMS)]
    for stream in opened:
        stream.send("GET", path, {"Accept": "text/event-stream"})
    for stream in opened:
        data = b""
        while b"retry:" not in data:
            data += stream.receive()
    open_streams.extend(opened)
    return (resident_bytes(pid) - before) / STREAMS


PARTS = {"bytes": measure_bytes, "events": measure_events, "memory": measure_memory}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def await_port(port, server):
    end = time.monotonic() + 30
    while time.monotonic() < end and server.poll() is None:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
    sys.exit("the server did not start")


def main():
    program, funnel, *chosen = sys.argv[1:]
    invalid = set(chosen) - set(PARTS)
    if invalid:
        sys.exit(f"web_load.py has no {', '.join(sorted(invalid))}: choose {', '.join(PARTS)}")
    port = free_port()
    os.sched_setaffinity(0, {1})
    server = subprocess.Popen(["taskset", "-c", "0", program, str(port), funnel])
    report = Report()
    try:
        await_port(port, server)
        for name in chosen or PARTS:
            PARTS[name](report, port, server.pid)
    finally:
        server.kill()
        server.wait()
    if report.failures:
        sys.exit(f"{report.failures} limits of flows on the web are exceeded")


main()
