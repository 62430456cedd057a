"""Publishing in the portal changes the running site, including its open pages."""

import contextlib
import json
import os
import sqlite3
import subprocess
import unittest

from prices_case import PricesCase, binary, expect, live

# Makes the site an application of the server, like `make run ARGS=prices`.
PREPARE_SCRIPT = """source scripts/lib/common.sh; source scripts/lib/flowmagic.sh
source scripts/lib/prices.sh
flowmagic=$FLOWMAGIC_BINARY prices=$PRICES_BINARY; prepare_prices "$1" """


class Rerouting(PricesCase):
    check_every = None

    def prepare_server(self):
        """Starts a FlowMagic server with the site's application, whose releases it uses."""
        created = subprocess.run(
            [live.BINARY, "init", "--store", f"sqlite:{self.folder}/store.db", "--sample", "--json",
             "--mode", "production"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
        self.flowmagic = live.Server(
            json.loads(created.stdout), self.folder / "store.db", self.folder / "flowmagic.log")
        self.addCleanup(self.flowmagic.kill)
        url = f"http://127.0.0.1:{self.flowmagic.port}"
        subprocess.run(
            ["bash", "-euc", PREPARE_SCRIPT, "prepare", str(self.folder)],
            cwd=live.ROOT, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            env={
                **os.environ, "FLOWMAGIC_BINARY": live.BINARY,
                "PRICES_BINARY": str(binary("prices")), "FLOWMAGIC_SERVER": url,
                "FLOWMAGIC_TOKEN": self.flowmagic.sample["token"]})
        return ["--flowmagic", url, "--key", (self.folder / "sdk-key").read_text().strip()]

    def publish(self, change):
        """Publishes the flows with a change, as the portal does."""
        document = json.loads((self.folder / "flow.json").read_text())
        change(document, {step["id"]: step for flow in document["flows"]
                          for step in flow["steps"]})
        app = (self.folder / "app").read_text().strip()
        response = self.flowmagic.call(
            "POST", f"/v1/apps/{app}/environments/production/releases",
            {"note": "Another way", "acceptWarnings": True, "document": document})
        self.assertEqual(response.status, 201, response)

    def test_guests_must_register_before_adding_after_a_published_change(self):
        def change(document, steps):
            document["strings"]["en"]["home.guest"] = "Register, then add what you want to watch."
            guest = {"when": {"signedIn": False}, "to": "register"}
            steps["home"]["ports"]["add"].insert(0, guest)

        page = self.new_page()
        page.goto("/prices")
        self.press_tab(page, "Add")
        self.expect_heading(page, "Add a product")
        self.press_tab(page, "Home")
        self.expect_heading(page, "Hello")
        page.evaluate("window.isSamePage = true")
        self.publish(change)
        expect(page.get_by_text("Register, then add what you want to watch.")).to_be_visible()
        self.assertTrue(page.evaluate("window.isSamePage"), "the page was loaded again")
        self.press_tab(page, "Add")
        self.expect_heading(page, "Create an account")

    def test_an_experiment_splits_the_tutorial_until_one_variant_is_published(self):
        """New visitors are split; the product owner then gives all of them the shorter one."""
        def change(document, steps):
            steps["hello"]["ports"]["next"] = [{"to": "alerts"}]

        long_heading, short_heading = "Keep what you track", "Get notified in time"
        seen = set()
        for _ in range(40):
            seen.add(self.open_second_page_heading())
            if len(seen) == 2:
                break
        self.assertEqual(seen, {long_heading, short_heading})
        page = self.new_page(tutorial_seen=False)
        page.goto("/")
        self.publish(change)
        headings = [self.open_second_page_heading() for _ in range(4)]
        live.wait_for(
            lambda: all(self.open_second_page_heading() == short_heading for _ in range(4)),
            f"the shorter tutorial for all, not {headings}")

    def test_the_server_receives_the_exposures_and_no_cookies(self):
        seen, cookies = {}, []
        for _ in range(40):
            page = self.new_page(tutorial_seen=False)
            page.goto("/")
            self.press(page, "Continue")
            heading = page.get_by_role("heading", level=1)
            expect(heading).not_to_have_text("Welcome to Price Tracker")
            text = heading.inner_text()
            seen[text] = seen.get(text, 0) + 1
            # Reloading and going back report nothing again.
            page.reload()
            page.go_back()
            values = [cookie["value"] for cookie in page.context.cookies()]
            cookies += [value for value in values if len(value) > 20]
            page.context.close()
            if len(seen) == 2:
                break
        self.assertEqual(len(seen), 2, seen)
        self.assertTrue(cookies)

        def exposures():
            events = [event for event in self.stored_events() if event["type"] == "exposure"]
            return len(events) >= sum(seen.values()) and events

        # Sent every 30 seconds in production, and when the site shuts down.
        self.server.stop()
        live.wait_for(
            lambda: self.tutorial_user_counts() == sorted(seen.values()),
            "the results of the experiment")
        exposure_events = live.wait_for(exposures, "the exposures in the store")
        self.assertEqual(len(exposure_events), sum(seen.values()))
        self.assertEqual(len({event["variant"] for event in exposure_events}), 2)
        self.assertEqual(len({event["session"] for event in exposure_events}), len(exposure_events))
        self.assertEqual(len({event["unit"] for event in exposure_events}), len(exposure_events))
        events = self.stored_events()
        for session in {event["session"] for event in exposure_events}:
            types = [event["type"] for event in events if event.get("session") == session]
            self.assertEqual(types.count("session-started"), 1, types)
            self.assertEqual(types.count("step-shown"), 2, types)
        event_text = json.dumps(events)
        for cookie in cookies:
            self.assertNotIn(cookie, event_text)

    def tutorial_user_counts(self):
        """The numbers of users in the results of the tutorial's experiment, without zeros."""
        app = (self.folder / "app").read_text().strip()
        results = self.flowmagic.get(f"/v1/apps/{app}/environments/production/results").json
        (experiment,) = results["experiments"]
        users = [variant["users"] for variant in experiment["variants"]]
        return sorted(count for count in users if count > 0)

    def stored_events(self):
        """The events in the server's store."""
        path = self.folder / "store.db"
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            rows = database.execute("SELECT body FROM event_batch ORDER BY id").fetchall()
        return [event for row in rows for event in json.loads(row[0])["events"]]

    def open_second_page_heading(self):
        """Opens the tutorial as a new visitor; returns the heading of its second page."""
        page = self.new_page(tutorial_seen=False)
        page.goto("/")
        self.press(page, "Continue")
        heading = page.get_by_role("heading", level=1)
        expect(heading).not_to_have_text("Welcome to Price Tracker")
        text = heading.inner_text()
        page.context.close()
        return text


if __name__ == "__main__":
    unittest.main()
