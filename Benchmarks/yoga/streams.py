"""Videos over HTTP: how much 200 viewers receive from one core, compared with nginx.

`streams.py YOGA VIEWERS NGINX_TEMPLATE MEDIA`: the service and nginx serve the same files, each
from core 0 while the other is idle; the viewers run on core 1. They share a session, and their
links are the signed ones of its pages. They request what an HLS player requests: the byte ranges of
a video's playlists, one after the other, in both sizes. Rounds of the service and of nginx
alternate, and the medians of their results count. Fails when the service delivers less than 0.8 of
what nginx does, per second or per second of processor time.
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
MIN_RATIO = 0.80
OUR_PORT, THEIR_PORT = 18190, 18191
PASSWORD = "seven calm tigers breathe"
SERVER_CORE, LOAD_CORE = "0", "1"
START_TIMEOUT = 60  # seconds until a server listens


class Browser:
    """A browser without scripts."""

    def __init__(self, base):
        self.base, self.page, self.jar = base, "", http.cookiejar.CookieJar()
        # NB: the session's cookie is `Secure`; browsers send it to localhost, Python does not.
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
            sys.exit(f"error: {address} responded with status {problem.code}: "
                     f"{problem.read()[:300]!r}")
        content = response.read()
        # A press that takes long is answered with a page that refreshes itself.
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
        created = subprocess.run(
            [yoga, "users", "create", "viewer@example.com", *options], check=True,
            capture_output=True, text=True).stdout.strip()
        address = urllib.parse.urlsplit(created)
        link = urllib.parse.parse_qs(address.query)["link"][0]
        self.send(address.path, {"link": link, "password": PASSWORD})
        self.send("/yoga")
        self.press("begin")
        if 'value="logIn"' not in self.page:
            self.press("back")
        self.press("logIn", email="viewer@example.com", password=PASSWORD)

    def cookie(self):
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar
                         if cookie.name == "__Host-session")


def read_ranges(browser):
    """Opens a myth; yields an HLS player's requests for its videos as `(path, first, last)`."""
    for button in ("myths", "agni", "video0"):
        browser.press(button)
    masters = re.findall(r'data-hls="([^"]+)"', browser.page)
    for master in dict.fromkeys(html.unescape(address) for address in masters):
        for size in ("large", "small"):
            folder = master.rsplit("/", 1)[0]
            pictures = read_playlist(browser, folder, size)
            sound = read_playlist(browser, folder, "bells")
            while pictures or sound:
                for segments in (pictures, sound):
                    if segments:
                        yield segments.pop(0)


def read_playlist(browser, folder, name):
    text = browser.send(f"{folder}/{name}.m3u8").decode()
    ranges = re.findall(r'BYTERANGE[:=]"?(\d+)@(\d+)', text)
    if not ranges:
        sys.exit(f"error: {name}.m3u8 has no byte ranges")
    return [(f"{folder}/{name}.mp4", int(start), int(start) + int(size) - 1)
            for size, start in ranges]


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


def fetch(port, byte_range, cookie):
    path, first, last = byte_range
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        headers={"Range": f"bytes={first}-{last}", "Cookie": cookie})
    return urllib.request.urlopen(request).read()


def link_files(folder, ranges, media):
    """Links the files at the paths of their signed URLs, so that nginx needs no rewrite rules."""
    for path, _, _ in ranges:
        link = Path(folder) / "files" / "media" / path.split("/")[2]
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(media)


def processor_seconds(process):
    """The processor time that a server and its worker processes have used."""
    total = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue  # The process has exited.
        if process.pid in (int(folder.name), int(fields[1])):
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def measure(viewers, port, cookie, ranges_file, server):
    """Measures ranges and bytes per second, p50 and p99 in µs, ranges per processor second."""
    before = processor_seconds(server)
    done = subprocess.run(
        ["taskset", "-c", LOAD_CORE, viewers, str(VIEWERS), str(port), str(SECONDS), cookie,
         ranges_file], check=True, stdout=subprocess.PIPE, text=True)
    ranges, size, p50, p99 = (float(number) for number in done.stdout.split())
    used = processor_seconds(server) - before
    return ranges, size, p50, p99, ranges * SECONDS / max(used, 0.01)


def report(name, rounds):
    ranges, size, p50, p99, efficiency = (
        statistics.median(values) for values in zip(*rounds, strict=True))
    print(f"{name:12} {ranges:8.0f} ranges/s {size / 1e6:8.0f} MB/s   "
          f"p50 {p50 / 1000:6.1f} ms   p99 {p99 / 1000:6.1f} ms   "
          f"{efficiency:8.0f} ranges per processor second")
    print("  rounds:", ", ".join(f"{values[0]:.0f} ({values[4]:.0f})" for values in rounds))
    return size, efficiency


def run(folder, servers, arguments):
    yoga, viewers, template, media = arguments
    base = f"http://localhost:{OUR_PORT}"
    options = ["--store", f"{folder}/store", "--origin", base]
    servers.append(subprocess.Popen(
        ["taskset", "-c", SERVER_CORE, yoga, "serve", "--address", f"127.0.0.1:{OUR_PORT}",
         *options, "--media", media, "--mail-folder", f"{folder}/mail"], stdout=subprocess.DEVNULL,
        stderr=(Path(folder) / "yoga.log").open("wb")))
    text = Path(template).read_text(encoding="utf-8")
    for name, value in (("FOLDER", folder), ("PORT", str(THEIR_PORT))):
        text = text.replace(f"@{name}@", value)
    settings = Path(folder) / "nginx.conf"
    settings.write_text(text, encoding="utf-8")
    servers.append(subprocess.Popen(
        ["taskset", "-c", SERVER_CORE, "nginx", "-c", str(settings), "-p", folder],
        stderr=subprocess.DEVNULL))
    wait_for(f"{base}/yoga", servers[0])
    wait_for(f"http://127.0.0.1:{THEIR_PORT}/", servers[1])

    browser = Browser(base)
    browser.log_in(yoga, options)
    ranges, cookie = list(read_ranges(browser)), browser.cookie()
    link_files(folder, ranges, media)
    for byte_range in ranges[:12]:
        if fetch(OUR_PORT, byte_range, cookie) != fetch(THEIR_PORT, byte_range, cookie):
            sys.exit(f"error: the two servers do not serve the same bytes of {byte_range[0]}")
    ranges_file = Path(folder) / "ranges"
    ranges_file.write_text(
        "".join(f"{path} {first} {last}\n" for path, first, last in ranges), encoding="utf-8")
    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(measure(viewers, THEIR_PORT, cookie, ranges_file, servers[1]))
        ours.append(measure(viewers, OUR_PORT, cookie, ranges_file, servers[0]))
    mean = sum(last - first + 1 for _, first, last in ranges) / len(ranges)
    print(f"{VIEWERS} viewers, {len(ranges)} ranges of {mean / 1000:.0f} kB on average, "
          f"{ROUNDS} rounds of {SECONDS:g} s each")
    size, efficiency = report("Mythic Yoga", ours)
    their_size, their_efficiency = report("nginx", theirs)
    # NB: both, because other programs on the machine do not slow both servers down equally.
    ratios = size / their_size, efficiency / their_efficiency
    is_fast = min(ratios) >= MIN_RATIO
    print(f"{'ok' if is_fast else 'failed'}: {ratios[0]:.2f} of nginx's bytes per second, "
          f"{ratios[1]:.2f} of its ranges per processor second (at least {MIN_RATIO})")
    return 0 if is_fast else 1


def main():
    servers = []
    with tempfile.TemporaryDirectory(prefix="yoga-streams-") as folder:
        # If root starts nginx, its workers run as another user, who must be able to read the files.
        Path(folder).chmod(0o755)
        try:
            return run(folder, servers, sys.argv[1:])
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait()


sys.exit(main())
