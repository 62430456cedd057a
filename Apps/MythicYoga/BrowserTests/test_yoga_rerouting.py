"""The portal re-routes the app while it is open: releases reach open pages."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from yoga import TABLET, YOGA, Service, YogaCase, live

# Registers the app with the server, like `make run ARGS=yoga`.
PREPARE = """source scripts/lib/common.sh; source scripts/lib/flowmagic.sh
source scripts/lib/yoga.sh
flowmagic=$FLOWMAGIC_BINARY yoga=$YOGA_BINARY; prepare_yoga "$1" """


class ReroutingTest(YogaCase):
    device = TABLET

    def new_service(self):
        folder = tempfile.mkdtemp(prefix="mythic yoga ")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.folder = Path(folder)
        initialized = subprocess.run(
            [live.BINARY, "init", "--store", f"sqlite:{folder}/store.db", "--sample", "--json",
             "--mode", "production"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
        self.server = live.Server(
            json.loads(initialized.stdout), self.folder / "store.db", self.folder / "server.log")
        self.addCleanup(self.server.kill)
        url = f"http://127.0.0.1:{self.server.port}"
        subprocess.run(
            ["bash", "-euc", PREPARE, "prepare", str(self.folder)], cwd=live.ROOT, check=True,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, env={
                **os.environ, "FLOWMAGIC_BINARY": live.BINARY, "YOGA_BINARY": YOGA,
                "FLOWMAGIC_SERVER": url, "FLOWMAGIC_TOKEN": self.server.sample["token"]})
        service = Service(
            self.folder, "--flowmagic", url, "--key",
            (self.folder / "sdk-key").read_text().strip())
        self.addCleanup(service.stop)
        return service

    def publish(self, change):
        """Publishes the flow with a change, as the portal does."""
        document = json.loads((self.folder / "flow.json").read_text())
        change(document, {step["id"]: step for step in document["flows"][0]["steps"]})
        app = (self.folder / "app").read_text().strip()
        response = self.server.call(
            "POST", f"/v1/apps/{app}/environments/production/releases",
            {"note": "Another way", "acceptWarnings": True, "document": document})
        self.assertEqual(response.status, 201, response)

    def test_an_open_page_shows_a_new_release_and_follows_its_routes(self):
        def change(document, steps):
            document["strings"]["en"]["menu.heading"] = "Today it is Agni, {name}"
            steps["menu"]["ports"]["myths"] = [{"to": "agni"}]

        page = self.logged_in()
        self.expect_heading(page, "Hello Mira")
        page.evaluate("window.isSamePage = true")
        self.publish(change)
        self.expect_heading(page, "Today it is Agni, Mira")
        self.press(page, "Myths")
        self.expect_heading(page, "Agni")
        self.assertTrue(page.evaluate("window.isSamePage"), "the page was loaded again")

    def test_a_release_does_not_interrupt_a_practice_and_applies_afterwards(self):
        def change(document, steps):
            document["strings"]["en"]["practice.heading"] = "Breathe"
            steps["practice"]["ports"]["done"] = [{"to": "history"}]

        page = self.logged_in()
        self.open_practice(page, "Agni", "Mantra")
        self.press(page, "Play")
        self.expect_time(page, 0.5)
        page.evaluate("document.querySelector('video').isTheSame = true")
        self.publish(change)
        # The page has its new heading, and the video continues to play.
        self.expect_heading(page, "Breathe")
        before = self.time(page)
        self.expect_time(page, before + 1)
        self.assertTrue(page.evaluate("document.querySelector('video').isTheSame"))
        self.press(page, "I have finished")
        self.expect_heading(page, "History")

    def test_the_seasonal_welcome_and_the_screen_of_a_locked_myth_are_accessible(self):
        def change(document, steps):
            steps["season"]["showWhen"] = {"today": {"$gte": "2020-01-01"}}
            document["segments"]["in-order"] = ["beginner"]

        person = self.service.new_person()
        self.publish(change)
        page = self.new_device()

        def shows_season():
            page.context.clear_cookies()
            page.goto("/yoga")
            return page.url.endswith("/season")

        # The service receives the release in a moment.
        live.wait_for(shows_season, "the seasonal welcome")
        self.expect_heading(page, "Days and nights are equally long")
        self.check(page, "season")
        self.press(page, "Begin")
        page.wait_for_url(re.compile("/yoga/welcome$"))
        self.press(page, "Begin")
        page.wait_for_url(re.compile("/yoga/(start|register)$"))
        if page.url.endswith("/register"):
            self.press(page, "Back")
            page.wait_for_url(re.compile("/yoga/start$"))
        self.enter(page, person.email, person.password)
        self.press(page, "Log in")
        self.expect_menu(page)
        self.press(page, "Myths")
        page.get_by_role("button", name=re.compile("^Kali")).click()
        self.expect_heading(page, "This myth opens later")
        self.check(page, "locked")
