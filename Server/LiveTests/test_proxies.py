"""Each proxy configuration in Packaging/ is run by the real proxy, in front of a server.

What could go wrong: buffered events, rejected documents, unknown client addresses, and cached
releases served to clients without access."""

import http.client
import unittest

import proxies
from support import APP, PRODUCTION, ROOT, TIMEOUT, wait_for


class LimitTests(proxies.ProxyConfigurationTests):
    """For proxies that limit the open connections of an address."""

    def assert_limit(self):
        """Asserts that the fifth connection of an address is refused.

        The tests replace the limit of 1000 connections with 4."""
        for _ in range(4):
            self.stream(f"{PRODUCTION}/stream")
        release = f"{PRODUCTION}/release"
        self.assertEqual(self.get(release, bearer=self.key()).status, 429)
        other = self.get(release, bearer=self.key(), client="127.0.0.3")
        self.assertEqual(other.status, 200, "another address has connections of its own")


class BehindNginx(LimitTests, proxies.Nginx):
    replacements = [("flowmagic_clients 1000;", "flowmagic_clients 4;")]

    def test_one_address_cannot_take_all_connections(self):
        self.assert_limit()


class BehindHAProxy(LimitTests, proxies.HAProxy):
    replacements = [("gt 1000", "gt 4")]

    def test_the_configuration_sends_events_without_delay_and_explains_it(self):
        # The delay depends on the machine, so the configuration itself is checked.
        configuration = proxies.ProxyConfiguration("haproxy.cfg").text
        frontend = configuration.partition("\nfrontend ")[2].partition("\nbackend ")[0]
        self.assertRegex(frontend, r"(?m)# [^\n]*delayed by[^\n]*0\.2 s[^\n]*\n"
                                   r"  option http-no-delay$")
        page = (ROOT / "docs/operations.md").read_text()
        self.assertRegex(page, r"\| events are sent at once \|.*`option http-no-delay`")
        self.assertIn("without `option http-no-delay`", page)

    def test_one_address_cannot_take_all_connections(self):
        self.assert_limit()


class BehindCaddy(proxies.ProxyConfigurationTests, proxies.Caddy):
    def test_plain_http_is_redirected(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.other_port, timeout=TIMEOUT)
        self.addCleanup(connection.close)
        connection.request("GET", "/a", headers={"Host": proxies.HOST})
        response = connection.getresponse()
        self.assertEqual(response.status, 308)

    def test_a_request_during_a_restart_waits_for_the_server(self):
        sample, port = self.server.sample, self.server.port
        self.assertEqual(self.server.stop(), 0)
        connection = proxies.TLSConnection(proxies.HOST, self.port)
        self.addCleanup(connection.close)
        # Caddy is refused within a millisecond, long before the new server listens.
        connection.request("GET", "/livez", headers={"Host": proxies.HOST})
        self.serve(sample, port=port)
        self.assertEqual(connection.getresponse().status, 200)


class BehindCache(proxies.ProxyConfigurationTests, proxies.Nginx):
    """nginx as a shared cache, in place of a CDN."""

    configuration = "nginx-cache.conf"
    replacements = [("/var/cache/nginx/flowmagic", "cache")]

    def release(self, bearer, path=f"{PRODUCTION}/release"):
        response = self.get(path, bearer=bearer)
        return response, response.headers["X-Cache-Status"]

    def test_a_release_is_served_from_the_cache_until_the_next_one_arrives(self):
        first, _ = self.release(self.key())
        again = wait_for(
            lambda: next((response for response, cache in [self.release(self.key())]
                          if cache == "HIT"), None), "a response of the cache")
        self.assertEqual((again.status, again.body), (200, first.body))
        self.publish("the next")
        current = self.server.envelope().body
        self.assertNotEqual(current, first.body)
        # Until the cached copy is older than `s-maxage`.
        wait_for(lambda: self.release(self.key())[0].body == current, "the release to arrive")

    def test_a_numbered_release_is_cached(self):
        path = f"{APP}/releases/3"
        first, cache = self.release(self.key(), path)
        self.assertEqual((first.status, cache), (200, "MISS"), first)
        again, cache = self.release(self.key(), path)
        self.assertEqual((again.body, cache), (first.body, "HIT"))

    def test_a_query_does_not_create_a_separate_cached_copy(self):
        path = f"{APP}/releases/3"
        first, cache = self.release(self.key(), path)
        self.assertEqual((first.status, cache), (200, "MISS"), first)
        for query in ("?x=1", "?x=2", f"?key={self.key()}"):
            again, cache = self.release(self.key(), path + query)
            self.assertEqual((again.body, cache), (first.body, "HIT"), query)
        response, cache = self.release("", f"{PRODUCTION}/release?key={self.key()}")
        self.assertEqual((response.status, cache), (401, "MISS"), "a key in the query is removed")

    def test_a_response_to_a_token_is_served_to_no_one_else(self):
        token = self.server.sample["token"]
        for path in (f"{PRODUCTION}/release", f"{APP}/releases/3"):
            for _ in range(3):
                response, cache = self.release(token, path)
                self.assertEqual((response.status, cache), (200, "MISS"), path)
            self.assertEqual(self.release(self.key(), path)[1], "MISS")
            # The cache has the response for that key, and serves it for no other key.
            for other in ("", "wrong", self.key("staging")):
                response, cache = self.release(other, path)
                self.assertIn(response.status, (401, 403, 404), (path, response))
                self.assertNotEqual(cache, "HIT")
            self.assertEqual(self.release(token, path)[1], "MISS")

    def test_streams_are_not_cached(self):
        self.assertEqual(self.stream(f"{PRODUCTION}/stream").next_release(), 3)
        self.publish("the next")
        self.assertEqual(self.stream(f"{PRODUCTION}/stream").next_release(), 4)


if __name__ == "__main__":
    unittest.main()
