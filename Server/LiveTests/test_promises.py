"""Promises of docs/security.md that no other test covers."""

import json
import re
import unittest

from fakes import SITE, Browser
from support import LiveCase, wait_for

# The value of a request header, which no response may contain.
MARK = "mark-a1b2c3d4e5"


class PromiseTests(LiveCase):
    def test_trace_is_not_allowed_and_returns_nothing_of_the_request(self):
        server = self.serve_sample()
        for path in ("/", "/v1/apps/shop", "/livez", "/sign-in"):
            response = server.call("TRACE", path, headers={"X-Mark": MARK})
            self.assertIn(response.status, (404, 405), response)
            self.assertNotIn(MARK.encode(), response.body)
            self.assertNotIn(MARK, str(response.headers))

    def test_rejected_requests_are_logged_with_their_code(self):
        server = self.serve(self.init(), environment={"FLOWMAGIC_LOG_FORMAT": "json"})
        for bearer, path, status in [
                ("", "/v1/apps/shop/draft", 401),
                ("fm_0000000000000000_wrong", "/v1/apps/shop/draft", 401),
                (server.sample["token"], "/v1/apps/another/draft", 404)]:
            response = server.call("GET", path, bearer=bearer)
            self.assertEqual(response.status, status, response)
            entry = wait_for(lambda p=path, s=status: self.entry(server, f"GET {p}", s), path)
            self.assertEqual(entry["code"], response.json["code"], entry)

    def test_forged_callbacks_do_not_flood_the_log(self):
        providers = self.folder / "providers.json"
        providers.write_text(json.dumps([{
            "kind": "google", "clientID": "flows", "clientSecret": "SECRET_OF_GOOGLE"}]))
        server = self.serve(self.init(), environment={
            "FLOWMAGIC_LOG_FORMAT": "json", "FLOWMAGIC_PROVIDERS": str(providers),
            "SECRET_OF_GOOGLE": "secret"})
        for provider in ("google", "none"):
            path = f"/auth/{provider}/callback"
            for _ in range(200):
                response = server.call("GET", f"{path}?code=c&state={'a' * 43}", bearer="")
                self.assertEqual(response.status, 303, response)
        self.assertEqual(server.stop(), 0)
        # No entries but those of the requests, at most ten a second.
        entries = list(map(json.loads, re.findall(r"^{.*}$", server.log_text(), re.M)))
        failed = ("External sign-in failed", "Sign-in with an identity provider failed")
        self.assertFalse([entry for entry in entries if entry["message"] in failed])
        requests = [entry for entry in entries if entry.get("route") == "finishExternal"]
        seconds = {request["time"][:19] for request in requests}
        self.assertTrue(requests)
        self.assertLessEqual(len(requests), 10 * (len(seconds) + 1))

    def entry(self, server, message, status):
        """The entry of a request in the log, once it is written; else None."""
        entries = map(json.loads, re.findall(r"^{.*}$", server.log_text(), re.M))
        return next((entry for entry in reversed(list(entries))
                     if entry["message"] == message and entry["status"] == status), None)

    def test_a_session_is_in_a_protected_cookie_only_and_in_no_body(self):
        sample = self.init(users=True)
        server = self.serve(sample, environment={
            "FLOWMAGIC_PUBLIC_URL": SITE, "FLOWMAGIC_MODE": "development"})
        set_cookies = []

        def send(method, path, body, headers):
            response = server.call(method, path, body, headers, bearer="")
            set_cookies.extend(response.headers.get_all("Set-Cookie") or [])
            return response

        browser = Browser(send)
        fields, _ = browser.open("/sign-in")
        browser.submit("/sign-in", {
            **fields, "email": sample["users"][0]["email"], "password": sample["password"]})
        session = browser.cookies["__Host-session"]
        self.assertGreater(len(session), 20)
        for cookie in set_cookies:
            for part in ("__Host-", "Path=/", "Secure", "HttpOnly", "SameSite=Lax"):
                self.assertIn(part, cookie)
        values = {"app": "shop", "env": "production", "flow": "shop", "organization": "acme",
                  "org": "acme", "number": "1", "screen": "Home"}
        answered = 0
        for path, operations in server.get("/openapi.json", bearer="").json["paths"].items():
            # Streams do not end.
            if "get" not in operations or path.endswith(("/stream", "/changes")):
                continue
            address = re.sub(r"{(\w+)}", lambda match: values.get(match[1], "none"), path)
            response = browser.send("GET", address)
            answered += response.status == 200
            self.assertNotIn(session.encode(), response.body, path)
        self.assertGreater(answered, 15)
        for path in ("/", "/sign-in"):
            self.assertNotIn(session.encode(), browser.send("GET", path).body, path)
        for path in ("/account", "/account/security", "/account/sessions", "/account/activity"):
            response = browser.send("GET", path)
            self.assertEqual(response.status, 200, path)
            self.assertNotIn(session.encode(), response.body, path)


if __name__ == "__main__":
    unittest.main()
