"""Pictures of drawn screens: upload, cropping, alternative text, and reuse."""

import base64
import re

from pictures import encode_png
from portal import expect, layout
from test_screen_editor import EditorCase
from test_screens import DOCUMENT

# Drops or pastes a file of these bytes onto an element.
DROP_OR_PASTE = """(element, [kind, bytes, name]) => {
  const data = new DataTransfer();
  const file = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
  data.items.add(new File([file], name, { type: "image/png" }));
  const EventType = kind === "drop" ? DragEvent : ClipboardEvent;
  const options = { bubbles: true, cancelable: true };
  options[kind === "drop" ? "dataTransfer" : "clipboardData"] = data;
  element.dispatchEvent(new EventType(kind, options));
}"""
LOADED = "image => image.complete && image.naturalWidth"


def picture(width=1200, height=900):
    """A PNG image, red on its left half and blue on the right, with a location in its metadata."""
    row = b"\xc0\x20\x20" * (width // 2) + b"\x20\x20\xc0" * (width - width // 2)
    return encode_png([row] * height, text=(b"Location", b"48.2 16.4"))


class AssetCase(EditorCase):
    def open_image(self, document=DOCUMENT, is_empty=True, **options):
        """Opens the editor, and selects an image block, which has no picture if `is_empty`."""
        document = {**document, "screens": [dict(screen) for screen in document["screens"]]}
        goal = next(screen for screen in document["screens"] if screen["name"] == "Goal")
        goal["root"] = {**goal["root"], "children": [
            {"type": "image", "image": "picture", "alt": {"decorative": True}},
            *goal["root"]["children"]]}
        page = self.open_screen(document=document, **options)
        self.rows(page).nth(1).click()
        if is_empty:
            expect(self.field(page)).to_contain_text("No picture yet")
        return page

    def field(self, page):
        return page.locator(".picture-field")

    def upload(self, page, name="Über uns.png", size=(1200, 900)):
        page.get_by_label("Upload a picture").set_input_files(
            {"name": name, "mimeType": "image/png", "buffer": picture(*size)})
        return page.get_by_role("dialog", name="New picture")

    def expect_loaded(self, page, image):
        expect(image).to_be_visible()
        page.wait_for_function(LOADED, arg=image.element_handle())

    def add(self, size=(40, 30)):
        """Adds a picture to the application; returns its hash."""
        response = self.server.call(
            "POST", "/v1/apps/shop/assets", picture(*size), {"Content-Type": "image/png"})
        self.assertEqual(response.status, 201, response)
        return response.json["sha256"]

    def assets(self):
        return self.server.get("/v1/apps/shop/assets").json["assets"]


class UploadTest(AssetCase):
    def test_a_picture_is_uploaded_cropped_and_described(self):
        page = self.open_image()
        finding = page.locator(".block-finding").filter(has_text="There is no picture here yet")
        expect(finding).to_contain_text("Choose a picture")
        dialog = self.upload(page)
        expect(dialog.get_by_text("Kept: 1,200 × 900 pixels")).to_be_visible()
        add = dialog.get_by_role("button", name="Add picture")
        expect(add).to_be_disabled()
        dialog.get_by_label("Aspect ratio").select_option("1:1")
        expect(dialog.get_by_text("Kept: 900 × 900 pixels")).to_be_visible()
        point = dialog.get_by_label("Focal point, from left to right")
        point.focus()
        page.keyboard.press("Home")
        expect(point).to_have_attribute("aria-valuetext", "0%")
        dialog.get_by_label("Alternative text").fill("A red wall")
        layout.assert_accessible(self, page, "a dialog of pictures")
        add.click()
        expect(dialog).to_have_count(0)
        image = self.field(page).locator("img")
        self.expect_loaded(page, image)
        expect(finding).to_have_count(0)
        on_phone = page.locator(".stage-host .fm-image")
        expect(on_phone).to_have_attribute("src", re.compile("^/assets/shop/"))
        self.expect_loaded(page, on_phone)
        draft = self.wait_for_draft(lambda draft: draft.get("assets"), "a picture")
        self.assertEqual(list(draft["assets"]), ["uber-uns"])
        entry = draft["assets"]["uber-uns"]
        self.assertEqual((entry["width"], entry["height"]), (900, 900))
        self.assertEqual([size["width"] for size in entry["sizes"]], [800, 400])
        block = self.screen(draft, "Goal")["root"]["children"][0]
        self.assertEqual((block["image"], block["alt"]), ("uber-uns", "A red wall"))
        stored = self.server.get(f"/assets/shop/{entry['sha256']}")
        self.assertNotIn(b"Location", stored.body)
        self.assertEqual(stored.headers["Content-Type"], entry["type"])
        # The picture was cropped to its left edge, so it has no blue.
        color = image.evaluate("""(image) => {
          const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
          const context = canvas.getContext("2d");
          context.drawImage(image, image.naturalWidth / 2, 9, 1, 1, 0, 0, 1, 1);
          return [...context.getImageData(0, 0, 1, 1).data];
        }""")
        self.assertGreater(color[0], color[2] + 80, color)

    def test_undo_reverts_the_picture_and_its_text_together(self):
        page = self.open_image()
        dialog = self.upload(page, size=(40, 30))
        dialog.get_by_label("Alternative text").fill("A wall")
        dialog.get_by_role("button", name="Add picture").click()
        self.wait_for_draft(lambda draft: draft.get("assets"), "a picture")
        self.rows(page).nth(1).focus()
        page.keyboard.press("Control+z")
        draft = self.wait_for_draft(lambda draft: not draft.get("assets"), "no picture")
        block = self.screen(draft, "Goal")["root"]["children"][0]
        self.assertEqual(block["alt"], {"decorative": True})

    def test_a_dropped_or_pasted_picture_is_uploaded_only_after_confirmation(self):
        page = self.open_image()
        data = base64.b64encode(picture(40, 30)).decode()
        for kind in ("drop", "paste"):
            with self.subTest(kind):
                self.field(page).evaluate(DROP_OR_PASTE, [kind, data, "wall.png"])
                dialog = page.get_by_role("dialog", name="New picture")
                expect(dialog.get_by_text("Kept: 40 × 30 pixels")).to_be_visible()
                page.keyboard.press("Escape")
                expect(dialog).to_have_count(0)
        self.assertEqual(self.assets(), [])

    def test_a_picture_is_dropped_on_the_screen_or_pasted_into_the_structure(self):
        page = self.open_screen()
        data = base64.b64encode(picture(40, 30)).decode()
        page.locator(".stage-screen").evaluate(DROP_OR_PASTE, ["drop", data, "wall.png"])
        dialog = page.get_by_role("dialog", name="New picture")
        expect(dialog.get_by_text("Kept: 40 × 30 pixels")).to_be_visible()
        dialog.get_by_label("Alternative text").fill("A wall")
        dialog.get_by_role("button", name="Add picture").click()
        expect(dialog).to_have_count(0)
        blocks = self.wait_for_blocks(
            lambda blocks: blocks[-1].get("alt") == "A wall", "an image with the picture")
        self.assertEqual(self.types(blocks), ["text", "button", "image"])
        self.row(page, "Image").evaluate(DROP_OR_PASTE, ["paste", data, "other.png"])
        expect(dialog.get_by_text("Kept: 40 × 30 pixels")).to_be_visible()

    def test_an_alternative_text_is_required_only_in_the_default_language(self):
        document = {**DOCUMENT, "defaultLocale": "en", "locales": ["en", "de"]}
        page = self.open_image(document)
        dialog = self.upload(page, size=(40, 30))
        add = dialog.get_by_role("button", name="Add picture")
        dialog.get_by_label("Alternative text (German)").fill("Eine Wand")
        expect(add).to_be_disabled()
        expect(add).to_have_accessible_description(
            "Describe the picture in English, or mark it as decorative.")
        dialog.get_by_label("Alternative text (English)").fill("A wall")
        dialog.get_by_label("Alternative text (German)").fill("")
        add.click()
        draft = self.wait_for_draft(lambda draft: draft.get("assets"), "a picture")
        key = self.screen(draft, "Goal")["root"]["children"][0]["alt"]["$text"]
        self.assertEqual(draft["strings"]["en"][key], "A wall")
        self.assertNotIn(key, draft["strings"].get("de", {}))
        dialog = self.upload(page, size=(80, 60))
        expect(dialog.get_by_label("Alternative text (English)")).to_have_value("A wall")
        expect(dialog.get_by_label("Alternative text (German)")).to_have_value("")

    def test_a_picture_gets_a_variant_for_dark_screens_and_one_for_a_language(self):
        document = {**DOCUMENT, "defaultLocale": "en", "locales": ["en", "de"]}
        page = self.open_image(document)
        dialog = self.upload(page, size=(40, 30))
        expect(dialog.get_by_label("For whom")).to_have_count(0)
        dialog.get_by_label("Focal point, from top to bottom").focus()
        page.keyboard.press("Home")
        for language in ("English", "German"):
            dialog.get_by_label(f"Alternative text ({language})").fill("A wall")
        dialog.get_by_role("button", name="Add picture").click()
        expect(dialog).to_have_count(0)
        for whom in ("Dark mode", "In German"):
            dialog = self.upload(page, size=(80, 60))
            dialog.get_by_label("For whom").select_option(label=whom)
            layout.assert_accessible(self, page, "the dialog of a variant")
            dialog.get_by_role("button", name="Add picture").click()
            expect(dialog).to_have_count(0)
        draft = self.wait_for_draft(
            lambda draft: any(
                len(asset.get("variants", [])) == 2
                for asset in draft.get("assets", {}).values()), "two variants")
        (entry,) = draft["assets"].values()
        self.assertEqual(entry["focus"], {"x": 50, "y": 0})
        self.assertEqual([(variant.get("dark"), variant.get("locale"), variant["width"])
                          for variant in entry["variants"]], [(True, None, 80), (None, "de", 80)])
        variants = self.field(page).get_by_role("list", name="Other variants of the picture")
        for image in variants.locator("img").all():
            self.expect_loaded(page, image)
        variants.get_by_role("button", name="Remove the variant (Dark mode)").click()
        expect(variants.get_by_role("listitem")).to_have_count(1)
        draft = self.wait_for_draft(
            lambda draft: len(next(iter(draft["assets"].values()))["variants"]) == 1, "one variant")

    def test_the_phone_shows_the_variant_for_its_appearance_and_language(self):
        variants = {"standard": (40, 30), "dark": (50, 30), "de": (60, 30)}
        digests = {name: self.add(size) for name, size in variants.items()}

        def entry(name):
            width, height = variants[name]
            return {"sha256": digests[name], "type": "image/png", "width": width, "height": height}
        document = {
            **DOCUMENT, "defaultLocale": "en", "locales": ["en", "de"], "assets": {"picture": {
                **entry("standard"), "variants": [
                    {**entry("dark"), "dark": True}, {**entry("de"), "locale": "de"}]}}}
        page = self.open_image(document, is_empty=False)
        image = page.locator(".stage-host .fm-image")

        def expect_variant(name):
            expect(image).to_have_attribute("src", f"/assets/shop/{digests[name]}")
            self.expect_loaded(page, image)
        expect_variant("standard")
        dark = page.get_by_role("button", name="Dark appearance")
        dark.click()
        expect_variant("dark")
        language = page.get_by_label("Language of the texts")
        language.select_option("de")
        expect_variant("de")
        language.select_option("en")
        dark.click()
        expect_variant("standard")
        page.emulate_media(color_scheme="dark")
        expect_variant("standard")
        page.get_by_role("button", name="Back to the flow").click()
        card = self.node(page, "goal").locator(".drawn-picture .fm-image")
        expect(card).to_have_attribute("src", f"/assets/shop/{digests['dark']}")
        page.emulate_media(color_scheme="light")
        expect(card).to_have_attribute("src", f"/assets/shop/{digests['standard']}")
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        expect(card).to_have_attribute("src", f"/assets/shop/{digests['dark']}")

    def test_a_file_that_is_not_a_picture_is_rejected_with_the_reason(self):
        page = self.open_image()
        page.get_by_label("Upload a picture").set_input_files(
            {"name": "notes.png", "mimeType": "image/png", "buffer": b"not a picture"})
        dialog = page.get_by_role("dialog", name="New picture")
        expect(dialog).to_contain_text("cannot be read as a picture")
        expect(dialog.get_by_role("button", name="Add picture")).to_be_disabled()


class LibraryTest(AssetCase):
    def test_a_picture_is_reused_and_lists_its_uses(self):
        digest = self.add()
        page = self.open_image()
        page.get_by_role("button", name="Choose from the library").click()
        library = page.get_by_role("dialog", name="Pictures of this app")
        expect(library.get_by_text("Not used")).to_be_visible()
        self.expect_loaded(page, library.locator("img"))
        layout.assert_accessible(self, page, "a dialog of pictures")
        library.get_by_role("button", name="40 × 30 pixels").first.click()
        expect(library).to_have_count(0)
        self.expect_loaded(page, self.field(page).locator("img"))
        draft = self.wait_for_draft(lambda draft: draft.get("assets"), "a picture")
        self.assertEqual(draft["assets"]["picture"]["sha256"], digest)
        # Its alternative text is missing, and reported.
        self.assertEqual(self.screen(draft, "Goal")["root"]["children"][0]["alt"], "")
        expect(self.panel(page)).to_contain_text("The alternative text is missing")
        page.get_by_role("button", name="Choose from the library").click()
        expect(library.get_by_text("On Goal")).to_be_visible()
        expect(library.get_by_role("button", name="Delete the picture")).to_have_count(0)

    def test_an_unused_picture_is_deleted_after_a_confirmation(self):
        self.add()
        page = self.open_image()
        page.get_by_role("button", name="Choose from the library").click()
        library = page.get_by_role("dialog", name="Pictures of this app")
        library.get_by_role("button", name="Delete the picture").click()
        confirmation = page.get_by_role("dialog", name="Delete the picture")
        confirmation.get_by_role("button", name="Cancel").click()
        expect(library.locator("img")).to_be_visible()
        library.get_by_role("button", name="Delete the picture").click()
        layout.assert_accessible(self, page, "the confirmation of deleting a picture")
        confirmation.get_by_role("button", name="Delete", exact=True).click()
        expect(library.get_by_text("There are no pictures yet")).to_be_visible()
        self.assertEqual(self.assets(), [])
