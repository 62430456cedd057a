"""A web app that follows a server: open pages receive new releases."""

import json
import os
import re
import subprocess

from browser import expect, free_port, shared_browser
from support import ROOT, LiveCase

BINARY = os.environ.get("FUNNEL_BINARY") or str(ROOT / ".build/debug/funnel")
FUNNEL = ROOT / "Samples/Funnel/Sources/Funnel/funnel.json"


class WebReleasesTest(LiveCase):
    def setUp(self):
        super().setUp()
        self.server = self.serve_sample()
        self.create("/v1/apps", {"id": "sleep", "name": "Sleep"})
        self.key = self.create(
            "/v1/apps/sleep/sdk-keys", {"environment": "production", "name": "web"})["key"]

    def create(self, path, body):
        response = self.server.call("POST", path, body)
        self.assertEqual(response.status, 201, response)
        return response.json

    def publish(self, title=None, to=None):
        """Publishes the funnel, with another first title or destination of `next`."""
        document = json.loads(FUNNEL.read_text())
        if title:
            document["strings"]["en"]["welcome.title"] = title
        if to:
            document["flows"][0]["steps"][0]["ports"]["next"] = [{"to": to}]
        self.create("/v1/apps/sleep/environments/production/releases",
                    {"acceptWarnings": True, "document": document})

    def start(self, name):
        port = free_port()
        process = subprocess.Popen(
            [BINARY, str(port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "FUNNEL_SERVER": f"http://127.0.0.1:{self.server.port}",
                 "FUNNEL_SDK_KEY": self.key, "HOME": str(self.folder / name)})

        def stop():
            process.kill()
            process.wait()
            process.stdout.close()
        self.addCleanup(stop)
        self.assertIn(str(port), process.stdout.readline())
        return f"http://127.0.0.1:{port}/sleep", stop

    def open(self, url):
        context = shared_browser().new_context(locale="en-GB")
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(url)
        return page

    def expect_heading(self, page, text):
        expect(page.get_by_role("heading", level=1)).to_have_text(text)

    def test_an_open_page_receives_a_release_with_another_route(self):
        url, _ = self.start("one")
        page = self.open(url)
        expect(page.locator("h1")).to_be_visible()
        self.publish("Sleep like a stone")
        self.expect_heading(page, "Sleep like a stone")
        # The server has no manifest of this app, so it accepts a release that omits an output which
        # the summary needs. The app does not use it.
        self.publish("Stranded", to="name")
        self.publish("Sleep like a log", to="hours")
        self.expect_heading(page, "Sleep like a log")
        page.locator("button[name=press][value=next]:not(.fm-default)").click()
        expect(page).to_have_url(re.compile("/hours$"))

    def test_a_process_that_starts_while_the_server_is_down_has_the_last_release(self):
        self.publish("Kept on disk")
        url, stop = self.start("two")
        page = self.open(url)
        self.expect_heading(page, "Kept on disk")
        stop()
        self.server.kill()
        url, _ = self.start("two")
        self.expect_heading(self.open(url), "Kept on disk")
