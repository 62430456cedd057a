"""Real proxies with the configurations of Packaging/, unprivileged and on the loopback
interface."""

import functools
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import unittest

from support import (
    APP,
    PRODUCTION,
    ROOT,
    TIMEOUT,
    LiveCase,
    Response,
    document,
    free_port,
    wait_for,
)

HOST = "flows.example.com"
# A client's address, different from the proxy's.
CLIENT = "127.0.0.2"


def program(name):
    """The path of a proxy's program, which may be only in root's PATH."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if not path:
        raise unittest.SkipTest(f"{name} is not installed; `scripts/setup proxies` installs it")
    return path


class ProxyConfiguration:
    """A file of Packaging/ with names and paths replaced by those of a test."""

    def __init__(self, name):
        self.name = name
        self.text = (ROOT / "Packaging" / name).read_text()

    def replace(self, *pairs):
        for old, new in pairs:
            if old not in self.text:
                raise AssertionError(f"Packaging/{self.name} no longer has: {old}")
            self.text = self.text.replace(old, new)


class TLSConnection(http.client.HTTPSConnection):
    """A connection to the proxy, under its public name."""

    def connect(self):
        raw = socket.create_connection(("127.0.0.1", self.port), TIMEOUT, self.source_address)
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.sock = context.wrap_socket(raw, server_hostname=HOST)


class Stream:
    """A release stream through a proxy."""

    def __init__(self, response):
        self.response = response

    def next_release(self):
        """Waits for the number of the next release."""
        number = None
        while line := self.response.readline():
            if line.startswith(b"id: "):
                number = int(line[4:])
            if line == b"\n" and number is not None:
                return number
        raise AssertionError("the stream ended")


class ProxyCase(LiveCase):
    """A server behind a proxy; subclasses configure nginx, Caddy or HAProxy."""

    def setUp(self):
        super().setUp()
        self.find_program()
        self.server = self.start_server()
        self.start_proxy()

    def find_program(self):
        """Finds the proxy's program, or skips the test."""
        raise NotImplementedError

    def configure(self, port, other_port):
        """Writes the settings of a proxy that listens on the first port with TLS, and on the second
        port without; returns its command."""
        raise NotImplementedError

    def start_server(self):
        return self.serve(self.init(), environment={
            "FLOWMAGIC_TRUSTED_PROXIES": "1", "FLOWMAGIC_PUBLIC_URL": f"https://{HOST}"})

    def create_certificate(self):
        """Creates `fullchain.pem`, `privkey.pem`, and `both.pem` with both."""
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-subj", f"/CN={HOST}", "-days", "2", "-keyout", "privkey.pem",
             "-out", "fullchain.pem"], cwd=self.folder, check=True, capture_output=True)
        parts = [(self.folder / name).read_text() for name in ("fullchain.pem", "privkey.pem")]
        (self.folder / "both.pem").write_text("".join(parts))

    def start_proxy(self):
        self.create_certificate()
        # Another process may take a free port before the proxy does.
        for _ in range(3):
            self.port, self.other_port = free_port(), free_port()
            command = self.configure(self.port, self.other_port)
            log = self.folder / "proxy.log"
            with log.open("wb") as output:
                process = subprocess.Popen(
                    command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output,
                    stderr=output, env={**os.environ, "HOME": str(self.folder),
                                        "XDG_DATA_HOME": str(self.folder),
                                        "XDG_CONFIG_HOME": str(self.folder)})
            self.addCleanup(process.wait)
            self.addCleanup(process.terminate)
            wait_for(functools.partial(self.has_started_or_exited, process), "the proxy to listen")
            if process.poll() is None:
                return
        raise AssertionError(log.read_text(errors="replace"))

    def has_started_or_exited(self, process):
        """Whether the proxy responds or has exited."""
        try:
            return process.poll() is not None or self.get("/livez").status == 200
        except (OSError, http.client.HTTPException):
            return False

    def key(self, environment="production"):
        return self.server.sample["sdkKeys"][environment]

    def send(self, method, path, body=None, bearer=None, client=CLIENT, **headers):
        """Sends a request through the proxy, from an address; returns the response."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if bearer:
            headers["Authorization"] = f"Bearer {bearer}"
        connection = TLSConnection(HOST, self.port, source_address=(client, 0))
        self.addCleanup(connection.close)
        connection.request(method, path, body, {"Host": HOST, **headers})
        response = connection.getresponse()
        self.addCleanup(response.close)
        return response

    def call(self, method, path, body=None, **options):
        with self.send(method, path, body, Connection="close", **options) as response:
            return Response(response.status, response.headers, response.read())

    def get(self, path, **options):
        return self.call("GET", path, **options)

    def stream(self, path):
        response = self.send("GET", path, bearer=self.key())
        self.assertEqual(response.status, 200)
        return Stream(response)

    def publish(self, note):
        """Publishes directly to the server; returns the number."""
        response = self.server.publish(note)
        self.assertEqual(response.status, 201, response)
        return response.json["number"]


class Nginx(ProxyCase):
    """nginx, with one of our configurations instead of a file in its `sites-available`."""

    configuration = "nginx.conf"
    replacements = []

    def find_program(self):
        self.program = program("nginx")

    def configure(self, port, other_port):
        configuration = ProxyConfiguration(self.configuration)
        configuration.text = re.sub(r"(?m)^ *listen \[::\].*\n", "", configuration.text)
        configuration.replace(
            ("listen 443", f"listen 127.0.0.1:{port}"),
            ("127.0.0.1:8080", f"127.0.0.1:{self.server.port}"),
            (f"/etc/letsencrypt/live/{HOST}/", ""), *self.replacements)
        configuration.text = configuration.text.replace(
            "listen 80;", f"listen 127.0.0.1:{other_port};")
        temporary = "".join(
            f"  {kind}_temp_path {kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "site.conf").write_text(configuration.text)
        (self.folder / "nginx.conf").write_text(
            "daemon off;\npid nginx.pid;\nerror_log stderr;\nworker_processes 1;\n"
            # If started by root, nginx runs as another user, who cannot see the folder.
            f"{'' if os.getuid() else 'user root;'}\n"
            f"events {{}}\nhttp {{\n  access_log off;\n{temporary}  include site.conf;\n}}\n")
        return [self.program, "-p", f"{self.folder}/", "-c", "nginx.conf", "-e", "stderr"]


class Caddy(ProxyCase):
    """Caddy, with self-signed certificates instead of an authority's."""

    def find_program(self):
        self.program = program("caddy")

    def configure(self, port, other_port):
        configuration = ProxyConfiguration("Caddyfile")
        configuration.replace(("127.0.0.1:8080", f"127.0.0.1:{self.server.port}"))
        (self.folder / "Caddyfile").write_text(
            "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n"
            # Otherwise it exits only after all streams have ended.
            "\tgrace_period 1s\n"
            f"\thttps_port {port}\n\thttp_port {other_port}\n}}\n{configuration.text}")
        return [self.program, "run", "--config", "Caddyfile", "--adapter", "caddyfile"]


class HAProxy(ProxyCase):
    """HAProxy."""

    replacements = []

    def find_program(self):
        self.program = program("haproxy")

    def configure(self, port, other_port):
        configuration = ProxyConfiguration("haproxy.cfg")
        configuration.replace(
            ("bind :443", f"bind 127.0.0.1:{port}"), ("bind :80", f"bind 127.0.0.1:{other_port}"),
            ("127.0.0.1:8080", f"127.0.0.1:{self.server.port}"),
            (f"/etc/haproxy/{HOST}.pem", "both.pem"), *self.replacements)
        (self.folder / "haproxy.cfg").write_text(configuration.text)
        return [self.program, "-db", "-f", "haproxy.cfg"]


class ProxyConfigurationTests:
    """The tests of every proxy, for a subclass of `ProxyCase`."""

    def test_a_release_keeps_its_entity_tag_and_events_arrive_immediately(self):
        first = self.get(f"{PRODUCTION}/release", bearer=self.key())
        self.assertEqual((first.status, first.body), (200, self.server.envelope().body))
        self.assertEqual(first.headers["Cache-Control"], "public, max-age=0, s-maxage=5")
        tag = first.headers["ETag"]
        same = self.get(f"{PRODUCTION}/release", bearer=self.key(), If_None_Match=tag)
        self.assertEqual((same.status, same.body, same.headers["ETag"]), (304, b"", tag))
        stream = self.stream(f"{PRODUCTION}/stream")
        self.assertEqual(stream.next_release(), 3)
        # Each is awaited before the next is published, so that no later event can flush it.
        for number in (4, 5, 6):
            self.assertEqual(self.publish(f"release {number}"), number)
            self.assertEqual(stream.next_release(), number)

    def test_the_server_knows_the_client_and_ignores_a_forged_address(self):
        token = self.server.sample["token"]
        response = self.get(
            f"{APP}/releases", bearer=token, X_Forwarded_For="203.0.113.7, 10.0.0.1")
        self.assertEqual(response.status, 200, response)
        entry = wait_for(lambda: self.server.log_entries("listReleases"), "the line in the log")[0]
        self.assertEqual(entry["client"], CLIENT)

    def test_a_large_document_passes(self):
        # 15 MiB, and a little more: the server accepts 16.
        large = json.dumps(document(size=15 << 20)).encode()
        token = self.server.sample["token"]
        stored = self.call("PUT", f"{APP}/draft", large, bearer=token, If_None_Match="*")
        self.assertEqual(stored.status, 201, stored)
        self.assertEqual(self.get(f"{APP}/draft", bearer=token).body, large)

    def test_metrics_are_not_public(self):
        self.assertEqual(self.server.get("/metrics", bearer="").status, 200)
        for path in ["/metrics", "/metrics?a=b", "/%6Detrics", "//metrics", "/./metrics",
                     "/metrics/", "/x/../metrics"]:
            response = self.get(path)
            self.assertNotEqual(response.status, 200, path)
            self.assertNotIn(b"flowmagic_", response.body, path)
        self.assertEqual(self.get("/readyz").status, 200)
