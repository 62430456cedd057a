"""Shared by the portal's browser tests: a server with the sample shop, and signed-in users."""

import json
import re
import shutil
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "Server/BrowserTests"))

import browser
import layout
import samples
import support as live
from browser import expect

APP = "/v1/apps/shop"
ROLES = ["owner", "editor", "drafter", "viewer"]
__all__ = ["APP", "OVERLAPS", "PortalCase", "browser", "expect", "layout"]
# Neighbors in the top bar that overlap.
OVERLAPS = """() => {
  const all = [...document.querySelectorAll(
    ".top .brand, .top nav a, .presence, .save-status, .undo-release, .publish-button,"
    + ".me-button")]
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0);
  return all.slice(1).flatMap(([element, box], index) => (
    box.left < all[index][1].right - 0.5 || box.right > innerWidth
      ? [element.outerHTML.slice(0, 100)] : []));
}"""


class PortalCase(browser.BrowserCase):
    """Tests of the portal; each page has its own browser context."""

    def prepared_sample(self):
        """Returns the folder of a sample shop with a session for each role; creates it once."""
        return samples.prepare("signed in", self.sign_in_all_roles)

    def init(self, store=None):
        """Creates a copy of the sample shop whose users have just signed in."""
        sample = super().init(store)
        if store is None:
            # Sensitive changes would ask for the password if all tests together take too long.
            with closing(sqlite3.connect(self.store)) as database, database:
                database.execute("UPDATE session SET last_authenticated = ?", [int(time.time())])
        return sample

    def sign_in_all_roles(self, folder):
        """Signs in a user of each role at a copy of the sample shop; adds their cookies."""
        original = super().prepared_sample()
        shutil.copytree(original, folder, dirs_exist_ok=True)
        sample = samples.read(original)
        port = browser.free_port()
        url = f"http://{self.host}:{port}"
        server = self.serve(
            sample, store=folder / self.store.name, log=folder / "server.log", port=port,
            environment={"FLOWMAGIC_PUBLIC_URL": url})
        sample["cookies"] = {
            role: self.sign_in_with_form(url, role, sample["password"]) for role in ROLES}
        server.stop()
        return sample

    def sign_in_with_form(self, url, role, password):
        """Signs in a user with the form; returns the session's cookies."""
        with self.browser.new_context(base_url=url) as context:
            page = context.new_page()
            page.goto("/sign-in")
            self.fill(page, email=f"{role}@example.com", password=password)
            self.click_button(page, "Sign in")
            self.expect_home(page)
            return context.cookies()

    def open_as(self, role="owner", at="/", **options):
        """Opens a page of the portal with the session of a role."""
        page = self.new_page(**options)
        page.context.add_cookies(self.sample["cookies"][role])
        page.goto(at)
        expect(page.locator("#portal .top")).to_be_visible()
        return page

    def open_editor(self, role="owner", at="/apps/shop", **options):
        """Opens the shop's canvas and waits until the draft has been verified."""
        page = self.open_as(role, at, **options)
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        # Until the canvas is ready, a click on a node selects nothing.
        expect(page.locator(".canvas:not([data-ready])")).to_have_count(0)
        return page

    def node(self, page, step):
        return page.locator(f'.canvas [data-node="{step}"]')

    def handle(self, page, step, port):
        return self.node(page, step).locator(f'[data-handle="{port}"] .canvas-dot')

    def center(self, locator):
        """The center of an element."""
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, page, start, end, steps=8):
        """Drags with the mouse."""
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end, steps=steps)
        page.mouse.up()

    def remove_anyway(self, page):
        """Confirms the removal of a step that others lead to; their ports then lead nowhere."""
        dialog = page.get_by_role("dialog", name=re.compile("^Remove"))
        dialog.get_by_label(re.compile("^Nowhere")).check()
        dialog.get_by_role("button", name="Remove", exact=True).click()

    def draft(self):
        """The server's draft; None if there is none."""
        response = self.server.get(f"{APP}/draft")
        return response.json if response.status == 200 else None

    def save_draft(self, document, app=APP):
        """Saves a document as the draft of an application."""
        current = self.server.get(f"{app}/draft")
        condition = {"If-Match": current.headers["etag"]} if current.status == 200 \
            else {"If-None-Match": "*"}
        response = self.server.call("PUT", f"{app}/draft", document, condition)
        self.assertIn(response.status, (200, 201), response)

    def wait_for_draft(self, condition, description="the draft"):
        """Waits until the server's draft meets a condition; returns it."""
        def matching_draft():
            draft = self.draft()
            return draft if draft and condition(draft) else None

        return live.wait_for(matching_draft, description)

    def step(self, document, step, flow="shop"):
        """A step of a document."""
        flows = {candidate["id"]: candidate for candidate in document["flows"]}
        return next(
            candidate for candidate in flows[flow]["steps"] if candidate["id"] == step)

    def live_document(self, environment="production"):
        """The live document of an environment."""
        return json.loads(self.server.envelope(environment).json["document"])

    def remove_languages(self, document):
        """Removes the languages from a document, and the drawn screens with localized texts."""
        for member in ("locales", "defaultLocale", "strings", "screens"):
            document.pop(member)
        flow = document["flows"][1]
        flow["steps"] = [step for step in flow["steps"] if step["id"] not in ("survey", "offer")]
        self.step(document, "summary", "sign-up")["ports"]["next"] = [{"finish": "completed"}]

    def accept_all(self, sheet):
        """Accepts every warning in a sheet or dialog, once it has been checked."""
        expect(sheet).to_be_visible()
        expect(sheet.locator(".blocker", has_text="Checking")).to_have_count(0)
        for box in sheet.locator(".warning input[type=checkbox]").all():
            box.check()
