"""A drawn screen that is delivered as data: in the terminal, the portal's phone, and browsers."""

import json
import re

import browser
import support as live
from canvas_case import CanvasCase
from portal import APP, expect
from terminal import ShopApp, ShopSite

LANGUAGES = {"en": "en_US.UTF-8", "de": "de_DE.UTF-8"}
# The keys of the texts that the survey in the shop's document shows.
SURVEY_KEYS = ["title", "text", "neighbor", "window", "web", "next", "skip"]
HEADLINE = "Plums are here"
NEW_TITLES = {"en": "Who told you about us?", "de": "Wer hat dir von uns erzählt?"}
# A build that predates drawn screens.
OLD_BUILD = {"platform": "ios", "version": "1.0", "build": "7"}


class EverywhereTest(CanvasCase):
    """The shop's screens, each with texts in English and German."""

    def setUp(self):
        super().setUp()
        key = self.sample["sdkKeys"]["production"]
        self.site = ShopSite(self.url, key, self.folder / "site", browser.free_port())
        self.addCleanup(self.site.kill)
        self.terminals = {}
        for language, locale in LANGUAGES.items():
            app = ShopApp(self.url, key, self.folder / language, language=locale)
            self.addCleanup(app.stop)
            self.terminals[language] = app

    # The document

    def texts(self, document, language):
        strings = document["strings"][language]
        return [strings[f"survey.{key}"] for key in SURVEY_KEYS]

    # Where the screen is shown

    def open_site(self, language, **options):
        """Opens the shop in a browser as a new visitor."""
        page = self.new_page("phone", locale=language, **options)
        page.goto(self.site.url)
        return page

    def record_console_error(self, page, message):
        # When the site is killed, its stream ends: the browser logs an error, and reconnects.
        if "net::ERR_" not in message.text:
            super().record_console_error(page, message)

    def press(self, page, name):
        page.get_by_role("button", name=name, exact=True).click()

    def expect_texts(self, region, texts):
        for text in texts:
            expect(region).to_contain_text(text)

    def expect_shown(self, pages, portal, document):
        """Checks that the survey has the same texts everywhere, in each language."""
        for language, app in self.terminals.items():
            texts = self.texts(document, language)
            app.expect_screen(*texts)
            for page in pages[language]:
                self.expect_texts(page.locator(".fm-form"), texts)
            portal.get_by_label("Language").select_option(language)
            self.expect_texts(portal.locator(".device"), texts)

    # Actions in the portal

    def open_phone(self, page):
        """Opens the portal's phone at the survey."""
        self.press(page, "Try it")
        expect(page.locator(".device .phone-title")).to_have_text("Home")
        page.locator(".device .screen-button").filter(has_text="Log in").click()
        expect(page.locator(".device .phone-title")).to_have_text("survey")

    def open_sheet(self, page):
        """Opens the publish sheet, and accepts all warnings; returns it and its button."""
        button = page.locator(".publish-button")
        expect(button).to_have_attribute("aria-disabled", "false")
        button.click()
        sheet = page.get_by_role("dialog", name="Publish changes")
        boxes = sheet.locator(".warning input[type=checkbox]")
        expect(boxes.first).to_be_visible()
        for box in boxes.all():
            box.check()
        return sheet, sheet.get_by_role("button", name="Publish to production")

    def publish(self, page):
        _, button = self.open_sheet(page)
        button.click()
        done = page.get_by_role("dialog", name="Published")
        done.get_by_role("button", name="Done").click()

    # The test

    def test_a_drawn_screen_has_the_same_texts_everywhere_and_follows_releases(self):
        pages = {language: [self.open_site(language),
                            self.open_site(language, java_script_enabled=False)]
                 for language in LANGUAGES}
        document = self.route_to_the_survey(pages)
        portal = self.open_editor()
        self.open_phone(portal)
        self.expect_shown(pages, portal, document)
        self.publish_another_title(pages, portal, document)
        # Publishing has closed the preview; opened again, it is at the same step.
        self.press(portal, "Try it")
        self.expect_shown(pages, portal, document)
        self.kill_the_site_with_open_pages(pages, document)
        self.expect_no_visitor_is_stuck(portal, document)

    def route_to_the_survey(self, pages):
        """Publishes a route from "Log in" to the survey, which open pages and apps then take."""
        for app in self.terminals.values():
            app.expect_screen("The Corner Shop", "release 3", "live")
        for with_script, _ in pages.values():
            expect(with_script.locator("h1")).to_have_text("The Corner Shop")
        document = self.live_document()
        home = self.step(document, "Home")
        home["ports"]["login"] = [{"to": "survey"}]
        # In the sample, these steps end the sign-up.
        shop = next(flow for flow in document["flows"] if flow["id"] == "shop")
        shop["steps"] += [
            {"id": "survey", "screen": "Survey", "ports": {"next": [{"to": "offer"}]}},
            {"id": "offer", "screen": "Offer",
             "ports": {"next": [{"to": "Home", "style": "root"}]}}]
        home["content"]["headline"] = HEADLINE
        self.assertEqual(self.server.publish(flows=document).status, 201)
        for language, (with_script, without) in pages.items():
            self.terminals[language].expect_screen(HEADLINE)
            expect(with_script.locator("h1")).to_have_text(HEADLINE)
            without.reload()
            expect(without.locator("h1")).to_have_text(HEADLINE)
            self.terminals[language].press("1")
            for page in (with_script, without):
                self.press(page, document["strings"][language]["Home.login"])
                expect(page).to_have_url(re.compile("/survey$"))
        return document

    def publish_another_title(self, pages, portal, document):
        """Changes a title in the draft, and publishes the draft in the portal."""
        chosen = {language: document["strings"][language]["survey.window"]
                  for language in LANGUAGES}
        for language, (with_script, _) in pages.items():
            with_script.get_by_role("radio", name=chosen[language]).check()
        for language, title in NEW_TITLES.items():
            document["strings"][language]["survey.title"] = title
        self.save_draft(document)
        self.publish(portal)
        for language, (with_script, without) in pages.items():
            expect(with_script.locator("h1")).to_have_text(NEW_TITLES[language])
            expect(with_script.get_by_role("radio", name=chosen[language])).to_be_checked()
            without.reload()

    def kill_the_site_with_open_pages(self, pages, document):
        """Kills the site, and checks that a new process continues from each visitor's open page."""
        self.site.kill()
        self.site.start()
        for language, visitors in pages.items():
            strings = document["strings"][language]
            for page in visitors:
                page.get_by_role("radio", name=strings["survey.neighbor"]).check()
                self.press(page, strings["survey.next"])
                expect(page.locator("h1")).to_have_text(strings["offer.title"])
                expect(page).to_have_url(re.compile("/offer$"))

    def expect_no_visitor_is_stuck(self, portal, document):
        """Checks that an offer without its button is not published, and old builds are named."""
        portal.locator(".findings-button").click()
        cards = portal.locator(".finding-card")
        offer = next(screen for screen in document["screens"] if screen["name"] == "Offer")
        footer = offer["root"]["children"].pop()
        self.save_draft(document)
        expect(cards.filter(has_text="next").filter(has_text="Offer").first).to_be_visible()
        sheet, publish = self.open_sheet(portal)
        expect(sheet).to_contain_text("Offer")
        expect(publish).to_be_disabled()
        portal.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        rejected = self.server.publish(flows=document)
        self.assertEqual((rejected.status, rejected.json["code"]), (422, "findings"), rejected)
        offer["root"]["children"].append(footer)
        self.save_draft(document)
        response = self.server.call(
            "POST", f"{APP}/manifests",
            {"schema": 1, **OLD_BUILD, "screens": self.screens_in_code()})
        self.assertEqual(response.status, 201, response)
        portal.reload()
        portal.locator(".findings-button").click()
        expect(cards.filter(has_text="ios 1.0").first).to_be_visible()

    def screens_in_code(self):
        """The shop's screens in code, as its manifest declares them."""
        manifest = live.ROOT / "Samples/Shop/shop.manifest.json"
        return json.loads(manifest.read_text(encoding="utf-8"))["screens"]
