"""Creating an application and connecting its first app."""

import http.client
import json
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
    def open_stream(self, application, environment, key):
        """Opens an event stream like an app."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.addCleanup(connection.close)
        connection.request(
            "GET", f"/v1/apps/{application}/environments/{environment}/stream",
            headers={"Authorization": f"Bearer {key}", "Accept": "text/event-stream"})
        response = connection.getresponse()
        # NB: the connection ends with its response, so the test keeps it.
        self.addCleanup(response.close)
        self.assertEqual(response.status, 200)

    def create(self, page, name="Bakery"):
        page.goto("/apps/new")
        page.get_by_label("Name", exact=True).fill(name)
        self.click_button(page, "Create application")
        self.expect_heading(page, "Connect your app")

    def test_an_application_is_created(self):
        page = self.open_as(at="/apps/new")
        self.expect_heading(page, "New application")
        create = page.get_by_role("button", name="Create application")
        expect(create).to_be_disabled()
        page.get_by_label("Name", exact=True).fill("Shop")
        expect(page.get_by_label("ID", exact=True)).to_have_value("shop")
        create.click()
        self.expect_text(page, "This ID is taken")
        page.get_by_label("ID", exact=True).fill("Not An Id")
        self.expect_text(page, "Use lowercase letters, digits and hyphens")
        expect(create).to_be_disabled()
        page.get_by_label("ID", exact=True).fill("shop-2")
        self.click_button(page, "Remove staging")
        page.get_by_label("Add", exact=True).fill("Public Beta")
        page.keyboard.press("Enter")
        expect(page.get_by_text("public-beta")).to_be_visible()
        create.click()
        expect(page).to_have_url(f"{self.url}/apps/shop-2/connect")
        response = self.server.get("/v1/apps/shop-2")
        names = [environment["name"] for environment in response.json["environments"]]
        self.assertEqual(names, ["development", "production", "public-beta"])

    def test_a_new_application_begins_without_an_error(self):
        page = self.open_as()
        self.create(page)
        responses = []
        page.on("response", lambda response: responses.append((response.status, response.url)))
        page.goto("/apps/bakery")
        expect(page.locator(".findings-button")).to_contain_text("No findings")
        # The application is empty, and the page says so consistently.
        expect(page.locator(".version-switch [aria-pressed=true]")).to_have_text(
            "Draftnothing live yet")
        expect(page.locator(".save-status")).to_contain_text("No changes")
        expect(page.locator(".publish-label")).to_have_text("Publish")
        self.assertEqual([response for response in responses if response[0] >= 400], [])
        page.locator(".findings-button").click()
        self.expect_text(page, "No flow yet")

    def test_the_package_line_has_the_configured_url(self):
        page = self.open_as()
        self.create(page)
        self.click_button(page, "Create key")
        lines = page.locator("pre", has_text=".package(")
        expect(lines).to_contain_text('.package(path: "../flowmagic")')
        self.expect_text(page, "--package-url")
        self.server.stop()
        url = "https://git.example.com/mobile/flowmagic.git"
        self.server = self.serve(self.sample, port=self.port, environment={
            **self.settings, "FLOWMAGIC_PUBLIC_URL": self.url, "FLOWMAGIC_PACKAGE_URL": url})
        page.reload()
        expect(lines).to_contain_text(f'.package(url: "{url}", from: "0.1.0")')
        expect(page.get_by_text("--package-url")).to_have_count(0)

    def test_the_page_shows_the_first_app_that_connects(self):
        page = self.open_as()
        self.create(page)
        self.click_button(page, "Create key")
        self.expect_text(page, "Waiting for your first app to connect…")
        expect(page.get_by_text("FlowMagic.start(")).to_be_visible()
        self.assert_accessible_at_all_sizes(page, "connect-waiting")
        key = re.search(r"pk_[\w.-]+", page.locator(".connect-key code").inner_text())[0]
        expect(page.locator("pre", has_text="FlowMagic.start(")).to_contain_text(key)
        page.evaluate("window.isTheSamePage = true")
        self.open_stream("bakery", "development", key)
        self.expect_heading_2(page, "Your app is connected")
        self.expect_text(page, "1 app is connected to development now")
        self.expect_text(page, "No build has declared its screens yet")
        response = self.server.call("POST", "/v1/apps/bakery/manifests", MANIFEST)
        self.assertEqual(response.status, 201, response)
        self.expect_text(page, "ios 1.0.0 (7) has declared 2 screens")
        self.assertTrue(page.evaluate("window.isTheSamePage"), "the page was reloaded")
        self.assert_accessible_at_all_sizes(page, "connect-connected")
        self.click_button(page, "Start with the app's own flow")
        expect(page).to_have_url(re.compile("/apps/bakery$"))
        draft = self.server.get("/v1/apps/bakery/draft").json
        self.assertEqual([flow["id"] for flow in draft["flows"]], ["main"])
        self.assertEqual(draft["flows"][0]["steps"][0]["ports"], {"next": [{"to": "bye"}]})
        expect(page.locator(".flow-menu-name")).to_have_text("main")

    def test_the_page_shows_the_first_build_that_announces_itself(self):
        page = self.open_as()
        self.create(page)
        self.click_button(page, "Create key")
        self.expect_text(page, "Waiting for your first app to connect…")
        key = re.search(r"pk_[\w.-]+", page.locator(".connect-key code").inner_text())[0]
        # The announcement that a debug build sends automatically, with only its key.
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.addCleanup(connection.close)
        connection.request(
            "POST", "/v1/apps/bakery/announcements", json.dumps(MANIFEST),
            {"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
        response = connection.getresponse()
        self.assertEqual(response.status, 201, response.read())
        self.expect_heading_2(page, "Your app has declared its screens")
        self.expect_text(page, "No app is connected to development now")
        self.expect_text(page, "ios 1.0.0 (7) has declared 2 screens")
        page.goto("/apps/bakery/settings/builds")
        page.get_by_label("Environment", exact=True).select_option("development")
        self.expect_text(page, "announced by the app itself, for development only")

    def test_an_application_with_a_flow_is_not_offered_that_of_the_app(self):
        page = self.open_as(at="/apps/shop/connect")
        self.expect_heading_2(page, "Your app has declared its screens")
        expect(page.get_by_role("link", name="Open canvas")).to_be_visible()
        expect(page.get_by_role("button", name="Start with the app's own flow")).to_have_count(0)

    def test_sdk_keys_are_copied_and_the_terminal_command_is_shown(self):
        page = self.open_as(
            at="/apps/shop/connect", permissions=["clipboard-read", "clipboard-write"])
        self.click_button(page, "Copy SDK key")
        expect(page.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
        self.assertEqual(
            page.evaluate("navigator.clipboard.readText()"), self.sample["sdkKeys"]["development"])
        page.get_by_label("Environment", exact=True).select_option("production")
        self.click_button(page, "Copy SDK key")
        self.assertEqual(
            page.evaluate("navigator.clipboard.readText()"), self.sample["sdkKeys"]["production"])
        page.get_by_text("Terminal", exact=True).click()
        expect(page.locator("pre")).to_contain_text("flowmagic manifest push")

    def test_users_who_may_not_create_a_key_see_who_can(self):
        owner = self.open_as()
        self.create(owner)
        page = self.open_as("editor", at="/apps/bakery/connect")
        self.expect_text(page, "There is no SDK key for development yet")
        self.expect_text(page, "Ask Sample owner (owner@example.com).")
        expect(page.get_by_role("button", name="Create key")).to_have_count(0)

    def expect_heading_2(self, page, text):
        expect(page.get_by_role("heading", level=2, name=text)).to_be_visible()


class RandomIDTest(PortalCase):
    """A server with open registration, where ids get a random suffix."""

    settings = {"FLOWMAGIC_REGISTRATION": "open"}

    def test_the_portal_continues_with_the_id_from_the_server(self):
        page = self.open_as(at="/apps/new")
        page.get_by_label("Name", exact=True).fill("Shop")
        self.expect_text(page, "Some servers append random characters")
        self.click_button(page, "Create application")
        expect(page).to_have_url(re.compile("/apps/shop-[a-z0-9]{8}/connect$"))
        self.expect_heading(page, "Connect your app")
        expect(page.get_by_role("link", name="Settings")).to_have_attribute(
            "href", re.compile("^/apps/shop-[a-z0-9]{8}/settings$"))


if __name__ == "__main__":
    unittest.main()
