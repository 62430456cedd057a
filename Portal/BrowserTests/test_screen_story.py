"""A new user's story: a question is drawn, routed, published, and answered in the running app."""

import re
import time

import browser
import portal
from portal import expect, layout
from terminal import ShopApp, ShopSite

TITLE = "Who told you about us?"
LABEL = "Choose your answer"
CHOICES = ["A friend", "A poster", "The internet"]
# Counts presses and drags on all pages of a session.
COUNT_PRESSES = """addEventListener('pointerdown', () =>
  localStorage.setItem('presses', 1 + Number(localStorage.getItem('presses') ?? 0)), true)"""
# Resolves when the canvas has not moved for more than 30 frames.
CANVAS_AT_REST = """() => new Promise((done) => {
  const world = document.querySelector('.canvas-world');
  let [last, unchangedFrames] = ['', 0];
  const check = () => {
    unchangedFrames = world.style.transform === last ? unchangedFrames + 1 : 0;
    last = world.style.transform;
    if (unchangedFrames > 30) done(true); else requestAnimationFrame(check);
  };
  check();
})"""
# The maximum number of presses until the first text is edited, and until all is published.
MAX_PRESSES_TO_EDIT = 8
MAX_PRESSES = 20


class ScreenStoryTest(portal.PortalCase):
    def setUp(self):
        super().setUp()
        key = self.sample["sdkKeys"]["production"]
        self.site = ShopSite(self.url, key, self.folder / "site", browser.free_port())
        self.addCleanup(self.site.kill)
        self.app = ShopApp(self.url, key, self.folder / "app")
        self.addCleanup(self.app.stop)
        self.start = time.monotonic()

    def report(self, page, stage):
        """Prints the stage, the time and the number of presses; returns the presses."""
        presses = int(page.evaluate("localStorage.getItem('presses') ?? 0"))
        print(f"  {stage}: {time.monotonic() - self.start:.0f} s, {presses} presses")
        layout.save_screenshot(page, f"screen-story-{stage.replace(' ', '-')}")
        return presses

    def test_a_new_user_draws_a_question_and_the_running_app_shows_it(self):
        self.app.expect_screen("The Corner Shop", "release 3", "live")
        visitor = self.new_page("phone")
        visitor.goto(self.site.url)
        expect(visitor.locator("h1")).to_have_text("The Corner Shop")
        self.start = time.monotonic()
        page = self.sign_in_and_open_the_shop()
        self.draw_question(page)
        self.route_question(page)
        self.publish(page)
        self.answer_everywhere(page, visitor)

    def sign_in_and_open_the_shop(self):
        page = self.new_page()
        page.add_init_script(COUNT_PRESSES)
        page.goto("/sign-in")
        self.fill(page, email="owner@example.com", password=self.sample["password"])
        page.keyboard.press("Enter")
        self.expect_home(page)
        page.get_by_role("link", name=re.compile("^Shop")).first.click()
        expect(self.node(page, "Home")).to_be_visible()
        expect(page.locator(".canvas[data-ready]")).to_be_visible()
        self.report(page, "signed in")
        return page

    def draw_question(self, page):
        """Adds a screen from a template, and edits its texts in place."""
        page.get_by_role("button", name="Add step").click()
        page.get_by_role("option", name=re.compile("^New screen")).click()
        dialog = page.get_by_role("dialog", name="New screen")
        self.report(page, "new screen")
        dialog.get_by_role("radio", name=re.compile("^Question")).check()
        dialog.get_by_role("button", name="Add screen").click()
        title = page.locator(".stage-host h1")
        expect(title).to_be_visible()
        self.report(page, "editor")
        page.mouse.dblclick(*self.center(title))
        field = page.locator(".stage-text")
        texts = [TITLE, LABEL, *CHOICES, "Go on"]
        for text in texts:
            expect(field).to_be_focused()
            page.keyboard.type(text)
            if text == TITLE:
                presses = self.report(page, "first edit")
                self.assertLessEqual(presses, MAX_PRESSES_TO_EDIT)
            if text == CHOICES[1]:
                self.report(page, "editing a choice")
            page.keyboard.press("Tab")
        expect(field).to_have_count(0)
        expect(page.locator(".stage-host .fm-option")).to_have_text(CHOICES)
        self.report(page, "drawn")

    def route_question(self, page):
        """Chooses the button's target from a list, and drags the end of an arrow to the step."""
        page.mouse.click(*self.center(page.locator(".stage-host .fm-button")))
        panel = page.locator(".screen-panel:not([inert])")
        panel.get_by_label("Leads to").select_option("RandomPage")
        self.report(page, "connected")
        page.get_by_role("button", name="Back to the flow").click()
        expect(self.node(page, "Question")).to_be_visible()
        target = page.locator(".side-panel.step").get_by_label("Leads to")
        expect(target).to_have_value("RandomPage")
        page.evaluate(CANVAS_AT_REST)
        self.report(page, "back in the flow")
        self.drag(page, self.center(self.handle(page, "Home", "login")),
                  self.center(self.node(page, "Question")))
        expect(page.locator(".publish-label")).to_have_text("Publish 3 changes")
        self.report(page, "routed")

    def publish(self, page):
        expect(page.locator(".findings-button[aria-busy=false]")).to_be_visible()
        page.get_by_role("button", name=re.compile("^Publish")).click()
        sheet = page.get_by_role("dialog", name="Publish changes")
        expect(sheet).to_be_visible()
        self.report(page, "publishing")
        for box in sheet.locator(".warning input[type=checkbox]").all():
            box.check()
        sheet.get_by_role("button", name="Publish to production").click()
        done = page.get_by_role("dialog", name="Published")
        done.get_by_role("button", name="Done").click()
        presses = self.report(page, "published")
        self.assertLessEqual(presses, MAX_PRESSES)

    def answer_everywhere(self, page, visitor):
        """Checks that the running app and the open page lead to the question and on from it."""
        self.app.expect_screen("release 4")
        self.app.press("1")
        self.app.expect_screen(TITLE, LABEL, *CHOICES, "Go on")
        visitor.get_by_role("button", name="Log in").click()
        expect(visitor.locator("h1")).to_have_text(TITLE)
        visitor.get_by_role("radio", name=CHOICES[1]).check()
        layout.save_screenshot(visitor, "screen-story-visitor")
        visitor.get_by_role("button", name="Go on").click()
        expect(visitor.locator("h1")).not_to_have_text(TITLE)
        self.report(page, "seen in the app")
