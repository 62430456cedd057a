"""The recipes for proxies in Packaging/: each is run by the real proxy, in front of a server.

What could go wrong: events that wait in a buffer, documents that are refused, clients that are not
known, and releases that are kept for those who may not have them."""

import http.client
import unittest

import proxies
from support import APP, PATIENCE, PRODUCTION, ROOT, wait_for


class LimitTests(proxies.RecipeTests):
    """For proxies that count what an address has open."""

    def assert_limit(self):
        """Four at once; the recipe has 1000."""
        for _ in range(4):
            self.stream(f"{PRODUCTION}/stream")
        release = f"{PRODUCTION}/release"
        self.assertEqual(self.get(release, bearer=self.key()).status, 429)
        other = self.get(release, bearer=self.key(), client="127.0.0.3")
        self.assertEqual(other.status, 200, "another address has places of its own")


class BehindNginx(LimitTests, proxies.Nginx):
    replaced = [("flowmagic_clients 1000;", "flowmagic_clients 4;")]

    def test_one_address_cannot_take_all_connections(self):
        self.assert_limit()


class BehindHAProxy(LimitTests, proxies.HAProxy):
    replaced = [("gt 1000", "gt 4")]

    def test_the_recipe_lets_events_leave_at_once_and_says_why(self):
        # It saves time, which depends on the machine: so the recipe itself is read.
        recipe = proxies.Recipe("haproxy.cfg").text
        frontend = recipe.partition("\nfrontend ")[2].partition("\nbackend ")[0]
        self.assertRegex(frontend, r"(?m)# [^\n]*events arrive[^\n]*0\.2 s[^\n]*\n"
                                   r"  option http-no-delay$")
        page = (ROOT / "docs/operations.md").read_text()
        self.assertRegex(page, r"\| events leave at once \|.*`option http-no-delay`")
        self.assertIn("without `option http-no-delay`", page)

    def test_one_address_cannot_take_all_connections(self):
        self.assert_limit()


class BehindCaddy(proxies.RecipeTests, proxies.Caddy):
    def test_plain_http_is_redirected(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.other_port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.request("GET", "/a", headers={"Host": proxies.HOST})
        response = connection.getresponse()
        self.assertEqual(response.status, 308)


class BehindCache(proxies.RecipeTests, proxies.Nginx):
    """nginx as a shared cache, in place of a CDN."""

    recipe = "nginx-cache.conf"
    replaced = [("/var/cache/nginx/flowmagic", "cache")]

    def release(self, bearer, path=f"{PRODUCTION}/release"):
        response = self.get(path, bearer=bearer)
        return response, response.headers["X-Cache-Status"]

    def test_many_apps_cost_the_server_one_request_and_a_publish_arrives(self):
        first, _ = self.release(self.key())
        again = wait_for(
            lambda: next((response for response, cache in [self.release(self.key())]
                          if cache == "HIT"), None), "a response of the cache")
        self.assertEqual((again.status, again.body), (200, first.body))
        self.publish("the next")
        current = self.server.envelope().body
        self.assertNotEqual(current, first.body)
        # Until what the cache has is older than `s-maxage`.
        wait_for(lambda: self.release(self.key())[0].body == current, "the release to arrive")

    def test_a_numbered_release_is_kept(self):
        path = f"{APP}/releases/3"
        first, cache = self.release(self.key(), path)
        self.assertEqual((first.status, cache), (200, "MISS"), first)
        again, cache = self.release(self.key(), path)
        self.assertEqual((again.body, cache), (first.body, "HIT"))

    def test_a_query_makes_no_copy_of_its_own(self):
        path = f"{APP}/releases/3"
        first, cache = self.release(self.key(), path)
        self.assertEqual((first.status, cache), (200, "MISS"), first)
        for query in ("?x=1", "?x=2", f"?key={self.key()}"):
            again, cache = self.release(self.key(), path + query)
            self.assertEqual((again.body, cache), (first.body, "HIT"), query)
        response, cache = self.release("", f"{PRODUCTION}/release?key={self.key()}")
        self.assertEqual((response.status, cache), (401, "MISS"), "a key is in no cached address")

    def test_what_a_token_opens_is_given_to_no_one_else(self):
        token = self.server.sample["token"]
        for path in (f"{PRODUCTION}/release", f"{APP}/releases/3"):
            for _ in range(3):
                response, cache = self.release(token, path)
                self.assertEqual((response.status, cache), (200, "MISS"), path)
            self.assertEqual(self.release(self.key(), path)[1], "MISS")
            # The cache has the response to that key, and gives it for no other one.
            for other in ("", "wrong", self.key("staging")):
                response, cache = self.release(other, path)
                self.assertIn(response.status, (401, 403, 404), (path, response))
                self.assertNotEqual(cache, "HIT")
            self.assertEqual(self.release(token, path)[1], "MISS")

    def test_streams_are_not_kept(self):
        self.assertEqual(self.stream(f"{PRODUCTION}/stream").next_release(), 3)
        self.publish("the next")
        self.assertEqual(self.stream(f"{PRODUCTION}/stream").next_release(), 4)


if __name__ == "__main__":
    unittest.main()
