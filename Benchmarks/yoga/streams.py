"""Videos over HTTP: how much 200 viewers receive from one core, compared with nginx.

`streams.py YOGA VIEWERS NGINX_TEMPLATE MEDIA`: the service and nginx serve the same files, each
from core 0 while the other is idle; the viewers run on core 1. They share a session, and their
links are the signed ones of its pages. They request what an HLS player requests: the byte ranges of
a video's playlists, one after the other, in both sizes. Rounds of the service and of nginx
alternate, and the middle one of each counts. Fails when the service delivers less than 0.8 of what
nginx does.
"""

import html
import http.cookiejar
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

ROUNDS = int(os.environ.get("BENCH_ROUNDS") or 5)
SECONDS = float(os.environ.get("BENCH_SECONDS") or 4)
VIEWERS = 200
LEAST_RATIO = 0.80
OURS, THEIRS = 18190, 18191
PASSWORD = "seven calm tigers breathe"
SERVER_CORE, LOAD_CORE = "0", "1"
START_TIMEOUT = 60  # seconds until a server listens


class Site:
    """A browser without scripts."""

    def __init__(self, base):
        self.base, self.page, self.jar = base, "", http.cookiejar.CookieJar()
        # NB: the session's cookie is `Secure`; browsers send it to the same machine, Python not.
        policy = http.cookiejar.DefaultCookiePolicy(secure_protocols=("http", "https"))
        self.jar.set_policy(policy)
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def send(self, address, data=None, headers=None):
        body = None if data is None else urllib.parse.urlencode(data).encode()
        request = urllib.request.Request(
            urllib.parse.urljoin(self.base, address), body,
            {"Sec-Fetch-Site": "same-origin", **(headers or {})})
        try:
            response = self.opener.open(request)
        except urllib.error.HTTPError as problem:
            sys.exit(f"error: {address} answered {problem.code}: {problem.read()[:300]!r}")
        content = response.read()
        # A press that takes long is answered by a page that continues by itself.
        if refresh := response.headers.get("Refresh"):
            time.sleep(0.5)
            return self.send(refresh.partition("url=")[2] or response.url)
        if data is not None or "html" in response.headers.get("Content-Type", ""):
            self.page = content.decode()
        return content

    def press(self, button, **fields):
        action = re.search(r'<form class="fm-form"[^>]*action="([^"]+)"', self.page)[1]
        state = re.search(r'name="fm"[^>]*value="([^"]+)"', self.page)[1]
        values = {f"field.{name}": value for name, value in fields.items()}
        self.send(action, {"fm": html.unescape(state), "press": button, **values})

    def log_in(self, yoga, options):
        """Creates an account with the command, and logs in as its owner."""
        made = subprocess.run(
            [yoga, "users", "add", "viewer@example.com", *options], check=True,
            capture_output=True, text=True).stdout.strip()
        address = urllib.parse.urlsplit(made)
        link = urllib.parse.parse_qs(address.query)["link"][0]
        self.send(address.path, {"link": link, "password": PASSWORD})
        self.send("/yoga")
        self.press("begin")
        if 'value="logIn"' not in self.page:
            self.press("back")
        self.press("logIn", email="viewer@example.com", password=PASSWORD)

    def cookie(self):
        return "; ".join(f"{one.name}={one.value}" for one in self.jar
                         if one.name == "__Host-session")


def ranges_of(site):
    """The requests of HLS players for the six videos of a myth: `(path, first, last)`."""
    for button in ("myths", "agni", "video0"):
        site.press(button)
    masters = [html.unescape(one) for one in re.findall(r'data-hls="([^"]+)"', site.page)]
    for master in dict.fromkeys(masters):
        for size in ("large", "small"):
            folder = master.rsplit("/", 1)[0]
            pictures = playlist(site, folder, size)
            sound = playlist(site, folder, "bells")
            while pictures or sound:
                for segments in (pictures, sound):
                    if segments:
                        yield segments.pop(0)


def playlist(site, folder, name):
    text = site.send(f"{folder}/{name}.m3u8").decode()
    found = re.findall(r'BYTERANGE[:=]"?(\d+)@(\d+)', text)
    if not found:
        sys.exit(f"error: {name}.m3u8 has no byte ranges")
    return [(f"{folder}/{name}.mp4", int(start), int(start) + int(size) - 1)
            for size, start in found]


def wait_for(address, process):
    until = time.monotonic() + START_TIMEOUT
    while process.poll() is None and time.monotonic() < until:
        try:
            return urllib.request.urlopen(address).read()
        except urllib.error.HTTPError:
            return b""
        except OSError:
            time.sleep(0.1)
    sys.exit(f"error: nothing listens at {address}")


def body(port, line, cookie):
    path, first, last = line
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        headers={"Range": f"bytes={first}-{last}", "Cookie": cookie})
    return urllib.request.urlopen(request).read()


def measure(viewers, port, cookie, lines):
    done = subprocess.run(
        ["taskset", "-c", LOAD_CORE, viewers, str(VIEWERS), str(port), str(SECONDS), cookie, lines],
        check=True, stdout=subprocess.PIPE, text=True)
    return [float(one) for one in done.stdout.split()]


def report(name, rounds):
    requests, size, middle, last = (statistics.median(one) for one in zip(*rounds, strict=True))
    print(f"{name:12} {requests:8.0f} ranges/s {size / 1e6:8.0f} MB/s   "
          f"p50 {middle / 1000:6.1f} ms   p99 {last / 1000:6.1f} ms")
    return size


def run(folder, servers, arguments):
    yoga, viewers, template, media = arguments
    base = f"http://localhost:{OURS}"
    options = ["--store", f"{folder}/store", "--origin", base]
    servers.append(subprocess.Popen(
        ["taskset", "-c", SERVER_CORE, yoga, "serve", "--address", f"127.0.0.1:{OURS}", *options,
         "--media", media, "--mail-folder", f"{folder}/mail"], stdout=subprocess.DEVNULL,
        stderr=(Path(folder) / "yoga.log").open("wb")))
    text = Path(template).read_text(encoding="utf-8")
    for name, value in (("FOLDER", folder), ("PORT", str(THEIRS)), ("MEDIA", media)):
        text = text.replace(f"@{name}@", value)
    settings = Path(folder) / "nginx.conf"
    settings.write_text(text, encoding="utf-8")
    servers.append(subprocess.Popen(
        ["taskset", "-c", SERVER_CORE, "nginx", "-c", str(settings), "-p", folder],
        stderr=subprocess.DEVNULL))
    wait_for(f"{base}/yoga", servers[0])
    wait_for(f"http://127.0.0.1:{THEIRS}/", servers[1])

    site = Site(base)
    site.log_in(yoga, options)
    lines, cookie = list(ranges_of(site)), site.cookie()
    for line in lines[:12]:
        if body(OURS, line, cookie) != body(THEIRS, line, cookie):
            sys.exit(f"error: the two servers do not serve the same bytes of {line[0]}")
    requests = Path(folder) / "ranges"
    requests.write_text("".join(f"{path} {a} {b}\n" for path, a, b in lines), encoding="utf-8")
    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(measure(viewers, THEIRS, cookie, requests))
        ours.append(measure(viewers, OURS, cookie, requests))
    mean = sum(last - first + 1 for _, first, last in lines) / len(lines)
    print(f"{VIEWERS} viewers, {len(lines)} ranges of {mean / 1000:.0f} kB on average, "
          f"{ROUNDS} rounds of {SECONDS:g} s each")
    ratio = report("Mythic Yoga", ours) / report("nginx", theirs)
    good = ratio >= LEAST_RATIO
    print(f"{'ok' if good else 'failed'}: {ratio:.2f} of nginx's bytes per second "
          f"(at least {LEAST_RATIO})")
    return 0 if good else 1


def main():
    servers = []
    with tempfile.TemporaryDirectory(prefix="yoga-streams-") as folder:
        # nginx's worker is another user when it is started by root.
        Path(folder).chmod(0o755)
        try:
            return run(folder, servers, sys.argv[1:])
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait()


sys.exit(main())
