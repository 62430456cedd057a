"""Attacks on the pages: CSRF, session fixation, open redirects, injection."""

import html
import re
import unittest
from urllib.parse import urlencode

from playwright.sync_api import expect

import browser
from browser import BrowserCase


class PageSecurityTest(BrowserCase):
    def cookies(self, page):
        return {cookie["name"]: cookie for cookie in page.context.cookies()}

    def test_pages_have_strict_security_headers(self):
        page = self.new_page()
        for path in ("/sign-in", "/no-such-page", "/account/reset?link=nothing"):
            headers = page.goto(path).headers
            policy = headers["content-security-policy"]
            for rule in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'",
                         "form-action 'self'", "script-src 'sha256-"):
                self.assertIn(rule, policy)
            self.assertNotIn("unsafe", policy)
            self.assertEqual(headers["x-content-type-options"], "nosniff")
            self.assertEqual(headers["referrer-policy"], "same-origin")
            self.assertEqual(headers["cross-origin-opener-policy"], "same-origin")
            self.assertEqual(headers["cache-control"], "no-store")
            self.assertIn("camera=()", headers["permissions-policy"])

    def test_cookies_are_host_only_and_http_only(self):
        page = self.signed_in_page()
        for cookie in self.cookies(page).values():
            self.assertTrue(cookie["name"].startswith("__Host-"), cookie)
            self.assertTrue(cookie["httpOnly"] and cookie["secure"], cookie)
            self.assertEqual((cookie["sameSite"], cookie["path"]), ("Lax", "/"), cookie)
        self.assertEqual(page.evaluate("document.cookie"), "")

    def test_a_session_id_set_by_an_attacker_is_replaced(self):
        page = self.new_page()
        page.goto("/sign-in")
        planted = "A" * 43
        page.context.add_cookies([{
            "name": "__Host-session", "value": planted, "domain": self.host, "path": "/",
            "secure": True, "httpOnly": True, "sameSite": "Lax"}])
        visitor = self.cookies(page)["__Host-visitor"]["value"]
        self.sign_in(page)
        self.expect_home(page)
        cookies = self.cookies(page)
        self.assertNotEqual(cookies["__Host-session"]["value"], planted)
        self.assertNotEqual(cookies["__Host-visitor"]["value"], visitor)

    def test_each_sign_in_creates_a_new_session(self):
        page = self.signed_in_page()
        first = self.cookies(page)["__Host-session"]["value"]
        self.sign_out(page)
        self.sign_in(page)
        self.expect_home(page)
        self.assertNotEqual(self.cookies(page)["__Host-session"]["value"], first)

    def test_forms_need_their_csrf_token(self):
        page = self.signed_in_page()
        page.goto("/account")
        cookies = "; ".join(f"{c['name']}={c['value']}" for c in self.cookies(page).values())
        token = page.locator("input[name=token]").first.input_value()
        form = urlencode({"name": "Mallory"})
        for sent, headers in (
            (form, {}), (form + "&token=" + "0" * 96, {}),
            (f"{form}&token={token}", {"Sec-Fetch-Site": "cross-site"}),
            (f"{form}&token={token}", {"Sec-Fetch-Site": "same-site"}),
            (f"{form}&token={token}", {"Origin": "https://evil.example"}),
            (f"{form}&token={token}", {"Origin": "null"}),
        ):
            response = self.post("/account", sent, cookies, headers)
            self.assertEqual(response.status, 403, (sent, headers, response))
        response = self.post("/account", f"{form}&token={token}", cookies, {"Origin": self.url})
        self.assertEqual(response.status, 303, response)

    def test_a_csrf_token_of_another_browser_is_rejected(self):
        page, other = self.new_page(), self.new_page()
        page.goto("/sign-in")
        other.goto("/sign-in")
        token = other.locator("input[name=token]").first.input_value()
        visitor = self.cookies(page)["__Host-visitor"]["value"]
        response = self.post("/sign-in", urlencode({
            "token": token, "email": "owner@example.com", "password": self.sample["password"]}),
            f"__Host-visitor={visitor}")
        self.assertEqual(response.status, 403, response)

    def test_a_cross_site_form_cannot_sign_out(self):
        page = self.signed_in_page()
        page.route("http://evil.example/", lambda route: route.fulfill(
            content_type="text/html",
            body=f'<form method="post" action="{self.url}/logout"><button>x</button></form>'))
        page.goto("http://evil.example/")
        page.locator("button").click()
        self.expect_heading(page, "This request came from another address")
        page.goto(self.url + "/")
        self.expect_home(page)

    def test_sign_in_never_redirects_to_another_site(self):
        for target in ("https://evil.example/", "//evil.example/", "/\\evil.example",
                       "/%2e%2e//evil.example", "javascript:alert(1)", "/\t/evil.example"):
            page = self.new_page()
            page.goto("/sign-in?" + urlencode({"return": target}))
            self.fill(page, email="owner@example.com", password=self.sample["password"])
            self.click_button(page, "Sign in")
            expect(page).to_have_url(re.compile("^" + re.escape(self.url) + "/"))
            self.assertNotIn("evil", page.url)

    def test_user_input_is_escaped(self):
        nasty = "\"\u0301 onfocus=alert(1) autofocus x='<\u0338script>alert(2)</script>"
        page = self.signed_in_page("viewer@example.com")
        page.goto("/account")
        self.fill(page, name=nasty)
        page.locator("form[action='/account'] button").click()
        self.expect_text(page, "Saved")
        expect(page.locator("#name")).to_have_value(nasty)
        self.assertIsNone(page.locator("#name").get_attribute("onfocus"))
        response = page.goto("/account").text()
        self.assertIn(html.escape(nasty, quote=True).replace("&#x27;", "&#39;"), response)

    def test_forms_are_limited_and_parsed_strictly(self):
        rejected = {
            400: [("a=1&a=2", {}), ("a=%zz", {}), ("a=%ff", {}), ("a=%00", {}),
                  ("&".join(f"f{n}=1" for n in range(60)), {}),
                  ("{}", {"Content-Type": "application/json"})],
            413: [("a=" + "x" * 60_000, {})],
        }
        for status, forms in rejected.items():
            for form, headers in forms:
                response = self.post("/sign-in", form, "", headers)
                self.assertEqual(response.status, status, (form[:40], response))
                self.assertIn("text/html", response.headers["Content-Type"])

    def test_secrets_are_not_logged(self):
        page = self.new_page()
        link = self.invite("ada@example.org")
        page.goto(link)
        self.fill(page, name="Ada", password=browser.PASSWORD)
        self.click_button(page, "Create account and join")
        self.expect_home(page)
        secret = link.split("link=")[1]
        session = self.cookies(page)["__Host-session"]["value"]
        log = self.server.log_text()
        for word in (secret, session, browser.PASSWORD):
            self.assertNotIn(word, log)

    def test_google_sign_in_reports_that_it_is_not_configured(self):
        page = self.new_page()
        page.goto("/auth")
        self.expect_heading(page, "Sign-in with Google")
        self.expect_text(page, "Sign-in with Google is not set up here")
        page.goto("/auth/google/callback?code=x&state=y")
        self.expect_heading(page, "Sign-in failed")


if __name__ == "__main__":
    unittest.main()
