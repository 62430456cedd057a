"""Creating an application, and seeing its first app come."""

import http.client
import re
import unittest

from portal import PortalCase, expect

MANIFEST = {
    "schema": 1, "platform": "ios", "version": "1.0.0", "build": "7",
    "screens": [{"name": "Home", "ports": ["next"]}, {"name": "Bye", "ports": ["next"]}],
    "flows": [{"id": "main", "start": "home", "steps": [
        {"id": "home", "screen": "Home", "ports": {"next": [{"to": "bye"}]}},
        {"id": "bye", "screen": "Bye", "ports": {"next": [{"finish": "done"}]}}]}],
}


class ConnectTest(PortalCase):
    def stream(self, application, environment, key):
        """An app's connection, as it is on the wire."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.addCleanup(connection.close)
        connection.request(
            "GET", f"/v1/apps/{application}/environments/{environment}/stream",
            headers={"Authorization": f"Bearer {key}", "Accept": "text/event-stream"})
        response = connection.getresponse()
        # NB: the connection ends with its answer, so the test keeps it.
        self.addCleanup(response.close)
        self.assertEqual(response.status, 200)

    def create(self, page, name="Bakery"):
        page.goto("/apps/new")
        page.get_by_label("Name", exact=True).fill(name)
        self.press(page, "Create application")
        self.heading(page, "Connect your app")

    def test_an_application_is_created(self):
        page = self.person(at="/apps/new")
        self.heading(page, "New application")
        create = page.get_by_role("button", name="Create application")
        expect(create).to_be_disabled()
        page.get_by_label("Name", exact=True).fill("Shop")
        expect(page.get_by_label("Id", exact=True)).to_have_value("shop")
        create.click()
        self.sees(page, "This id is taken")
        page.get_by_label("Id", exact=True).fill("Not An Id")
        self.sees(page, "Lower-case letters, digits and hyphens")
        expect(create).to_be_disabled()
        page.get_by_label("Id", exact=True).fill("shop-2")
        self.press(page, "Remove staging")
        page.get_by_label("Add", exact=True).fill("Public Beta")
        page.keyboard.press("Enter")
        expect(page.get_by_text("public-beta")).to_be_visible()
        self.assert_well_made(page, "new-application")
        create.click()
        expect(page).to_have_url(f"{self.url}/apps/shop-2/connect")
        answer = self.server.get("/v1/apps/shop-2")
        names = [one["name"] for one in answer.json["environments"]]
        self.assertEqual(names, ["development", "production", "public-beta"])

    def test_the_first_app_turns_the_page_green(self):
        page = self.person()
        self.create(page)
        self.press(page, "Make a key")
        self.sees(page, "Waiting for your first app to connect…")
        expect(page.get_by_text("ReleaseClient(")).to_be_visible()
        self.assert_well_made(page, "connect-waiting")
        key = re.search(r"pk_[\w.-]+", page.locator(".connect-key code").inner_text())[0]
        expect(page.locator("pre", has_text="SDKKey(parsing")).to_contain_text(key)
        page.evaluate("window.isTheSamePage = true")
        self.stream("bakery", "development", key)
        self.heading_two(page, "Your app is connected")
        self.sees(page, "1 app follows development right now")
        self.sees(page, "No build has said which screens it has")
        answer = self.server.call("POST", "/v1/apps/bakery/manifests", MANIFEST)
        self.assertEqual(answer.status, 201, answer)
        self.sees(page, "ios 1.0.0 (7) has declared 2 screens")
        self.assertTrue(page.evaluate("window.isTheSamePage"), "the page was loaded anew")
        self.assert_well_made(page, "connect-there")
        self.press(page, "Start from the app's own flow")
        expect(page).to_have_url(re.compile("/apps/bakery$"))
        draft = self.server.get("/v1/apps/bakery/draft").json
        self.assertEqual([flow["id"] for flow in draft["flows"]], ["main"])
        self.assertEqual(draft["flows"][0]["steps"][0]["ports"], {"next": [{"to": "bye"}]})
        expect(page.locator(".flow-menu-name")).to_have_text("main")

    def test_a_flow_that_is_there_is_not_replaced(self):
        page = self.person(at="/apps/shop/connect")
        self.heading_two(page, "Your app is connected")
        expect(page.get_by_role("link", name="Open the canvas")).to_be_visible()
        expect(page.get_by_role("button", name="Start from the app's own flow")).to_have_count(0)

    def test_the_lines_are_copied(self):
        page = self.person(
            at="/apps/shop/connect", permissions=["clipboard-read", "clipboard-write"])
        self.press(page, "Copy the SDK key")
        expect(page.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
        self.assertEqual(
            page.evaluate("navigator.clipboard.readText()"), self.sample["sdkKeys"]["development"])
        page.get_by_label("Environment", exact=True).select_option("production")
        self.press(page, "Copy the SDK key")
        self.assertEqual(
            page.evaluate("navigator.clipboard.readText()"), self.sample["sdkKeys"]["production"])
        page.get_by_text("Terminal", exact=True).click()
        expect(page.locator("pre")).to_contain_text("flowmagic manifest push")

    def test_who_may_not_make_a_key_is_told_who_does(self):
        owner = self.person()
        self.create(owner)
        page = self.person("editor", at="/apps/bakery/connect")
        self.sees(page, "There is no SDK key for development yet")
        self.sees(page, "Ask Sample owner (owner@example.com).")
        expect(page.get_by_role("button", name="Make a key")).to_have_count(0)

    def heading_two(self, page, text):
        expect(page.get_by_role("heading", level=2, name=text)).to_be_visible()


if __name__ == "__main__":
    unittest.main()
