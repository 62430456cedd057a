"""A cache in front is notified of each release, and publishing never waits for it."""

import http.server
import queue
import threading
import unittest

from support import APP, PRODUCTION, TIMEOUT, LiveCase, free_port, wait_for

PUBLIC = "https://flows.example.com"


class Cache:
    """Accepts purges on the loopback interface, and delays responses on request."""

    def __init__(self, case):
        self.purges = queue.Queue()
        self.may_respond = threading.Event()
        self.may_respond.set()
        cache = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def purge(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                cache.purges.put((self.command, self.path, self.headers.get("Fastly-Key"), body))
                cache.may_respond.wait(TIMEOUT)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_PURGE = do_POST = purge

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        case.addCleanup(self.server.server_close)
        case.addCleanup(self.server.shutdown)
        case.addCleanup(self.may_respond.set)

    def next(self):
        return self.purges.get(timeout=TIMEOUT)


class PurgeTests(LiveCase):
    def serve_with(self, url, **more):
        headers = self.folder / "headers"
        headers.write_text("Fastly-Key: top-secret\n")
        headers.chmod(0o600)
        return self.serve(self.init(), environment={
            "FLOWMAGIC_PURGE_URL": url, "FLOWMAGIC_PURGE_HEADERS_FILE": str(headers),
            "FLOWMAGIC_PUBLIC_URL": PUBLIC, **more})

    def metric(self, server, name):
        lines = server.get("/metrics").body.decode().splitlines()
        return next(int(line.split()[-1]) for line in lines if line.startswith(name))

    def test_a_publish_a_rollback_and_a_revoked_key_send_a_purge(self):
        cache = Cache(self)
        server = self.serve_with(cache.address + "{path}")
        expected = ("PURGE", f"{PRODUCTION}/release", "top-secret", "")
        self.assertEqual(server.publish("one").status, 201)
        self.assertEqual(cache.next(), expected)
        self.assertEqual(
            server.call("POST", f"{PRODUCTION}/rollback", {"to": 3}).status, 201)
        self.assertEqual(cache.next(), expected)
        key = server.sample["sdkKeys"]["production"].split(".")[0]
        self.assertEqual(server.call("DELETE", f"{APP}/sdk-keys/{key}").status, 204)
        self.assertEqual(cache.next(), expected)
        done = 'flowmagic_cache_purges_total{result="done"}'
        wait_for(lambda: self.metric(server, done) == 3, "three purges to be counted")
        self.assertTrue(cache.purges.empty(), "a purge was sent at the start, or twice")
        self.assertEqual(server.stop(), 0)
        self.assertEqual(server.log_text().count("Purged the cache"), 3)
        self.assertNotIn("top-secret", server.log_text())

    def test_publishing_does_not_wait_for_a_cache_that_hangs(self):
        cache = Cache(self)
        server = self.serve_with(cache.address + "/purge")
        cache.may_respond.clear()
        for number in range(5):
            self.assertEqual(server.publish(f"number {number}").status, 201)
        method, path, _, body = cache.next()
        self.assertEqual((method, path), ("POST", "/purge"))
        self.assertEqual(body, f'{{"files":["{PUBLIC}{PRODUCTION}/release"]}}')
        self.assertEqual(self.metric(server, "flowmagic_cache_purge_queue"), 1)
        self.assertEqual(server.stop(), 0, "stopping does not wait either")

    def test_an_unavailable_cache_fails_no_publish_and_is_logged(self):
        server = self.serve_with(f"http://127.0.0.1:{free_port()}{{path}}")
        self.assertEqual(server.publish("one").status, 201)
        self.assertEqual(server.envelope().status, 200)
        failed = 'flowmagic_cache_purges_total{result="failed"}'
        wait_for(lambda: self.metric(server, failed) == 1, "the purge to be given up")
        self.assertIn("The cache could not be purged", server.log_text())
        self.assertEqual(self.metric(server, "flowmagic_cache_purge_retries_total"), 5)


if __name__ == "__main__":
    unittest.main()
