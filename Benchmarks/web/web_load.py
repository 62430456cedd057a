"""Flows on the web over HTTP: the latency of an event compared with a plain handler, and the bytes
sent.

`web_load.py SERVER FUNNEL.json [bytes|events|memory]…`: the server is `webbench`, on a core of its
own. Events are sent at fixed times, 200 per second, whether or not earlier ones have been answered,
and latency is measured from when they were due. Our rounds and the peer's alternate, and the median
of each counts. The peer, a handler of the same framework in the same process, parses the same form
and responds with as many bytes. Fails when a limit is exceeded.
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

RATE = 200              # events a second
ROUNDS = 5
EVENTS = 1_000          # of a round
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
MAX_STREAM = 1.25      # memory of a stream, of a plain handler's

PATCH = "application/vnd.flowmagic.patch+json"
ENTRIES = {
    "goal": {"goal": '"fall"'}, "age": {"age": "34"}, "hours": {"hours": "7"},
    "bedtime": {"bedtime": '"late"'}, "habits": {"habits": '"phone"'}, "name": {"name": "Ada"},
    "email": {"email": "ada@example.org"}, "offer": {"plan": '"year"'}, "consent": {"terms": "on"},
}


class Connection:
    """A keep-alive connection, and the bytes of its last response."""

    def __init__(self, port):
        self.port = port
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""
        self.wire = 0

    def send(self, method, path, headers, body=b""):
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}",
                 "Sec-Fetch-Site: same-origin", "Accept-Language: en"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if method == "POST":
            lines += ["Content-Type: application/x-www-form-urlencoded",
                      f"Content-Length: {len(body)}"]
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def read(self):
        """The status, the headers and the body of a response."""
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
        self.wire = len(head) + 4 + length
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
            status, headers, body = self.take()
            if status == 200:
                break
            self.path = dict(headers)["Location"]
        self.state = html.unescape(re.search(r'name="fm" value="([^"]*)"', body.decode())[1])
        return body

    def headers(self):
        pairs = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": pairs} if pairs else {}

    def take(self):
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
        """Sends a form and reads the response; a visitor at the end starts over with the next."""
        self.connection.send("POST", self.path, {**self.headers(), "Accept": PATCH}, body)
        status, _, response = self.take()
        if status != 200:
            sys.exit(f"{self.path} answers {status}: {response[:300]!r}")
        self.patch = json.loads(response)
        self.state = self.patch.get("state")
        self.path = self.patch.get("at")
        return response


def paced(count, prepare, run):
    """The milliseconds of each of `count` events from when it was due."""
    times = []
    start = time.perf_counter() + 0.05
    for index in range(count):
        one = prepare(index)
        due = start + index / RATE
        while (left := due - time.perf_counter()) > 0:
            time.sleep(max(left - 0.0002, 0))
        run(one)
        times.append((time.perf_counter() - due) * 1_000)
    return times


def quantiles(times):
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


class Report:
    def __init__(self):
        self.failures = 0

    def line(self, name, value, limit=None, unit=""):
        fails = limit is not None and value > limit
        self.failures += fails
        mark = "failed" if fails else "ok" if limit is not None else ""
        shown = f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
        bound = f" (at most {limit:,g})" if limit is not None else ""
        print(f"{mark:7} {name:52} {shown:>12}{unit}{bound}", flush=True)


# Connections of streams: the memory of closed ones would be reused for later ones.
held = []


def processor_time(pid):
    """The processor time of a process, in seconds."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def events(report, port, pid):
    visitors = [Visitor(Connection(port)) for _ in range(VISITORS)]
    peer = Connection(port)
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
    middle = [int(statistics.median(column)) for column in zip(*sizes)]
    form = b"fm=" + b"x" * (middle[0] - 3)

    def plain(_):
        peer.send("POST", f"/peer/{middle[1]}", {}, form)
        peer.read()

    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(quantiles(paced(EVENTS, lambda index: index, plain)))
        ours.append(quantiles(paced(EVENTS, prepare, press)))
    our_p50, our_p99 = (statistics.median(column) for column in zip(*ours))
    their_p50, their_p99 = (statistics.median(column) for column in zip(*theirs))
    report.line("event, p50", our_p50, MAX_P50_MS, " ms")
    report.line("event, p99", our_p99, MAX_P99_MS, " ms")
    report.line("plain handler, p50", their_p50, unit=" ms")
    report.line("plain handler, p99", their_p99, unit=" ms")
    report.line("event of plain handler, p50", our_p50 / their_p50)
    for name, prepared, run in [("event", prepare, press), ("plain handler", int, plain)]:
        began = processor_time(pid)
        for index in range(EVENTS * ROUNDS):
            run(prepared(index))
        spent = (processor_time(pid) - began) / (EVENTS * ROUNDS)
        report.line(f"{name}, processor time", spent * 1_000, unit=" ms")
    report.line("form of an event", middle[0], unit=" bytes")
    report.line("answer to an event", middle[1], unit=" bytes")


def bytes_on_wire(report, port, _):
    visitor = Visitor(Connection(port))
    page = visitor.open()
    head = visitor.connection.wire - len(page)
    report.line("first page", head + len(page), MAX_PAGE, " bytes")
    report.line("first page, gzipped", head + len(gzip.compress(page, 9)), MAX_PAGE, " bytes")
    visitor.post(visitor.form())
    visitor.post(visitor.form())
    report.line("press to the next step", visitor.connection.wire, unit=" bytes")

    reader = Visitor(Connection(port), "/lists/market")
    page = reader.open()
    report.line("page with 300 items", len(page), unit=" bytes")
    report.line("page with 300 items, gzipped", len(gzip.compress(page, 9)), unit=" bytes")
    changer = Connection(port)
    changer.send("POST", "/change", {})
    changer.read()
    reader.post(urlencode({"fm": reader.state, "go": reader.path}).encode())
    if [operation[0] for operation in reader.patch["ops"]] != ["r"]:
        sys.exit(f"a change of one item is {reader.patch['ops']!r}")
    report.line("change of one of 300 items", reader.connection.wire, MAX_CHANGE, " bytes")
    report.line("change of one of 300 items, its operation",
                len(json.dumps(reader.patch["ops"])), unit=" bytes")


def resident(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) * 1024


def memory(report, port, pid):
    connection = Connection(port)

    def visits(count):
        for _ in range(count):
            visitor = Visitor(connection)
            visitor.post(visitor.form())

    visits(WARM_UP)
    growths = []
    for _ in range(WINDOWS):
        before = resident(pid)
        visits(VISITS)
        growths.append(max(resident(pid) - before, 0) / VISITS)
    # Memory that is retained for visits grows in every window; that of the allocator only in some.
    report.line(f"memory of a visit, over {VISITS:,}", min(growths), MAX_IDLE, " bytes")
    ours, peers = (streams(port, pid, path) for path in ["/-flow/changes", "/peer/stream"])
    report.line(f"memory of a stream, of {STREAMS:,}", ours, unit=" bytes")
    report.line("plain handler, memory of a stream", peers, unit=" bytes")
    report.line("memory of a stream, of a plain handler's", ours / peers, MAX_STREAM)


def streams(port, pid, path):
    """The memory per stream, with many open ones."""
    before = resident(pid)
    opened = [Connection(port) for _ in range(STREAMS)]
    for stream in opened:
        stream.send("GET", path, {"Accept": "text/event-stream"})
    for stream in opened:
        data = b""
        while b"retry:" not in data:
            data += stream.receive()
    held.extend(opened)
    return (resident(pid) - before) / STREAMS


PARTS = {"bytes": bytes_on_wire, "events": events, "memory": memory}


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
    program, funnel, *wanted = sys.argv[1:]
    unknown = set(wanted) - set(PARTS)
    if unknown:
        sys.exit(f"web_load.py knows {', '.join(PARTS)}, not {', '.join(sorted(unknown))}")
    port = free_port()
    os.sched_setaffinity(0, {1})
    server = subprocess.Popen(["taskset", "-c", "0", program, str(port), funnel])
    report = Report()
    try:
        await_port(port, server)
        for name in wanted or PARTS:
            PARTS[name](report, port, server.pid)
    finally:
        server.kill()
        server.wait()
    if report.failures:
        sys.exit(f"{report.failures} limits of flows on the web are passed")


main()
