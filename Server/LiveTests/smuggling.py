"""Requests that a proxy and a server could parse differently.

Each variant smuggles a request for `/metrics`, which the proxies' configurations refuse: a client
that receives the metrics, or another client's response, has found a desync."""

import concurrent.futures
import json
import socket
import ssl

from proxies import CLIENT, HOST
from support import APP, PRODUCTION, TIMEOUT, wait_for

SMUGGLED = f"GET /metrics HTTP/1.1\r\nHost: {HOST}\r\n\r\n"

# Headers that one of the two could interpret as chunked encoding.
ENCODINGS = [
    "Transfer-Encoding: chunked", "Transfer-Encoding : chunked", "Transfer-Encoding:\tchunked",
    "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding: identity, chunked", "Transfer-Encoding: identity",
    "Transfer-Encoding: \x0bchunked", "Transfer-Encoding: chunked\x0b",
    "Transfer-Encoding: \"chunked\"",
    "Transfer-Encoding:\r\n chunked", "X-Folded: a\r\n Transfer-Encoding: chunked",
    "X-Bare: a\nTransfer-Encoding: chunked", "X-Bare: a\rTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
    "Transfer\u200b-Encoding: chunked", "Transfer_Encoding: chunked", "TRANSFER-ENCODING: CHUNKED",
]

# An invalid length, or several; `{n}` is the body's length.
LENGTHS = [
    "Content-Length: 0\r\nContent-Length: {n}", "Content-Length: {n}\r\nContent-Length: 0",
    "Content-Length: 0, {n}", "Content-Length: +{n}", "Content-Length: -{n}", "Content-Length: 0x0",
    "Content-Length: {n} 0", "Content-Length : {n}", "Content-Length:\r\n {n}",
    "Content_Length: {n}",
    "Content-Length: {n}\x00", "Content-Length: 18446744073709551616",
    "X-Bare: a\nContent-Length: {n}",
    "Connection: Content-Length\r\nContent-Length: {n}", "Content-Length: ",
]

# Chunked bodies whose end one of the two could see earlier than the other.
CHUNKS = [
    "0\r\n\r\n", "0\n\n", "0\r\nX: y\n\r\n", "0;a\n\r\n", "0;a=\"\n\"\r\n\r\n", "0 \r\n\r\n",
    "0x0\r\n\r\n", "+0\r\n\r\n", "-0\r\n\r\n", "00000000000000000000\r\n\r\n",
    "10000000000000000\r\n\r\n", "\r\n0\r\n\r\n", "2\r\n{}\r\n0\r\nContent-Length: 3\r\n\r\n",
    "2\r\n{}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n", "2;\r\n{}\r\n0\r\n\r\n",
    "2;x\rx\r\n{}\r\n0\r\n\r\n", "2\r\n{}XX0\r\n\r\n", "2\n{}\n0\n\n", "2_0\r\n\r\n",
    "1\r\n{}\r\n0\r\n\r\n", "3\r\n{}\r\n0\r\n\r\n",
]

# Targets that a rule of the proxy could interpret as another path.
TARGETS = [
    "http://{host}/metrics", "https://{host}/metrics", "HTTP://{host}/metrics", "//{host}/metrics",
    "http://other.example/metrics", "http://{host}@other.example/metrics", "http:///metrics",
    "http:/metrics", "{host}/metrics", "metrics", "*", "/livez/../metrics", "/livez/..;/metrics",
    "/metrics%00", "/metrics%20", "/metrics%2f", "/%2e/metrics", "/metrics;x", "/metrics#x",
    "\\metrics",
    "/metrics\\", "/.//metrics", "/livez%2f..%2fmetrics", "/%6d%65trics", "/metrics.", "/METRICS",
    "/metrics%0d%0aX:%20y", "/metrics%3f", "/metrics HTTP/1.1\r\nX: /livez",
]


def variants():
    """Yields a name and the text of each request."""
    post = f"POST {APP}/verification HTTP/1.1\r\nHost: {HOST}\r\n"
    inner = f"{len(SMUGGLED):x}\r\n{SMUGGLED}\r\n0\r\n\r\n"
    for header in ENCODINGS:
        ends_early = "0\r\n\r\n" + SMUGGLED
        yield f"CL.TE {header!r}", (
            f"{post}Content-Length: {len(ends_early)}\r\n{header}\r\n\r\n{ends_early}")
        line = len(f"{len(SMUGGLED):x}\r\n")
        yield f"TE.CL {header!r}", f"{post}Content-Length: {line}\r\n{header}\r\n\r\n{inner}"
        yield f"TE alone {header!r}", f"{post}{header}\r\n\r\n{inner}"
    for header in LENGTHS:
        yield f"length {header!r}", (
            f"{post}{header.format(n=len(SMUGGLED))}\r\n\r\n{SMUGGLED}")
    for body in CHUNKS:
        yield f"chunks {body!r}", f"{post}Transfer-Encoding: chunked\r\n\r\n{body}{SMUGGLED}"
    for target in TARGETS:
        yield f"target {target!r}", (
            f"GET {target.format(host=HOST)} HTTP/1.1\r\nHost: {HOST}\r\n\r\n")
    yield from [
        ("HTTP/0.9", "GET /metrics\r\n\r\n"), ("HTTP/1.0", "GET /metrics HTTP/1.0\r\n\r\n"),
        ("tabs", f"GET\t/metrics\tHTTP/1.1\r\nHost: {HOST}\r\n\r\n"),
        ("bare LF", (f"GET /livez HTTP/1.1\nHost: {HOST}\n\n"
                     f"GET /metrics HTTP/1.1\nHost: {HOST}\n\n")),
        ("bare CR", f"GET /livez HTTP/1.1\rHost: {HOST}\r\r" + SMUGGLED),
        ("a space before a header", f"GET /livez HTTP/1.1\r\n X: y\r\nHost: {HOST}\r\n\r\n"),
        ("two hosts", f"GET /metrics HTTP/1.1\r\nHost: {HOST}\r\nHost: 127.0.0.1\r\n\r\n"),
        ("no host", "GET /metrics HTTP/1.1\r\n\r\n"),
        ("GET with a body", (f"GET /livez HTTP/1.1\r\nHost: {HOST}\r\n"
                             f"Content-Length: {len(SMUGGLED)}\r\n\r\n{SMUGGLED}")),
        ("HEAD with a body", (f"HEAD /livez HTTP/1.1\r\nHost: {HOST}\r\n"
                              f"Content-Length: {len(SMUGGLED)}\r\n\r\n{SMUGGLED}")),
        ("expectation", (f"{post}Expect: 100-continue\r\nContent-Length: {len(SMUGGLED)}\r\n\r\n"
                         f"{SMUGGLED}")),
        ("h2c", (f"GET /livez HTTP/1.1\r\nHost: {HOST}\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                 f"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n{SMUGGLED}")),
        ("websocket", (f"GET /livez HTTP/1.1\r\nHost: {HOST}\r\nConnection: Upgrade\r\n"
                       f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n{SMUGGLED}")),
        ("other path by header", (
            f"GET /livez HTTP/1.1\r\nHost: {HOST}\r\nX-Original-URL: /metrics\r\n"
            "X-Rewrite-URL: /metrics\r\nX-HTTP-Method-Override: GET\r\n\r\n")),
    ]


class SmugglingTests:
    """The tests of every proxy, for a subclass of `ProxyCase`."""

    def send_raw(self, text, seconds=0.5):
        """Sends a text, and returns the bytes that arrive until the connection ends or is idle."""
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        received = b""
        plain = socket.create_connection(
            ("127.0.0.1", self.port), TIMEOUT, source_address=(CLIENT, 0))
        with plain, context.wrap_socket(plain, server_hostname=HOST) as secure:
            secure.settimeout(TIMEOUT)
            try:
                secure.sendall(text.encode("latin-1", "replace"))
                secure.settimeout(seconds)
                while part := secure.recv(1 << 16):
                    received += part
            except OSError:
                pass
        return received

    def test_no_request_is_smuggled(self):
        token = self.server.sample["token"]
        self.assertIn(b"flowmagic_", self.server.get("/metrics", bearer="").body)
        attempts = list(variants())
        self.assertGreater(len(attempts), 130)
        # Several at a time, because they share connections to the server.
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for start in range(0, len(attempts), 8):
                names, texts = zip(*attempts[start:start + 8])
                for name, received in zip(names, pool.map(self.send_raw, texts)):
                    self.assertNotIn(b"flowmagic_", received, f"received the metrics: {name}")
                # The next client gets its own response.
                for _ in range(4):
                    with self.subTest(names):
                        release = self.get(f"{PRODUCTION}/release", bearer=self.key())
                        self.assertEqual((release.status, release.body),
                                         (200, self.server.envelope().body))
                        listed = self.get(f"{APP}/releases", bearer=token)
                        self.assertEqual(listed.status, 200, listed)
                        self.assertIn("releases", listed.json)

    def test_a_connection_header_removes_no_header_of_the_proxy(self):
        token = self.server.sample["token"]
        fields = "X-Forwarded-For, X-Forwarded-Proto, X-Real-IP, Host, Authorization"
        self.send_raw(
            f"GET {APP}/manifests HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n"
            f"X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-For : 203.0.113.8\r\n"
            f"X_Forwarded_For: 203.0.113.9\r\nConnection: keep-alive, {fields}\r\n\r\n")
        received = self.send_raw(
            f"GET {APP}/manifests HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n"
            f"X-Forwarded-For: 203.0.113.7\r\nConnection: close, {fields}\r\n\r\n", TIMEOUT)
        self.assertTrue(received.startswith(b"HTTP/1.1 "), received)
        self.assertEqual(self.get(f"{APP}/releases", bearer=token).status, 200)
        wait_for(lambda: self.server.log_entries("listReleases"), "the line in the log")
        text = self.server.log_text()
        entries = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        clients = {entry.get("client") for entry in entries
                   if f"GET {APP}/manifests" in entry.values()}
        # A request reached the server, with or without credentials, and the server logged the
        # client's address that the proxy sent.
        self.assertEqual(clients, {CLIENT})
        for address in ("203.0.113.7", "203.0.113.8", "203.0.113.9"):
            self.assertNotIn(address, text)
