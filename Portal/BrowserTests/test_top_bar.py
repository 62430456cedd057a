"""The bar at the top: its controls have room beside each other."""

import unittest

from editing import EditingCase
from portal import OVERLAPS, expect


class TopBarTests(EditingCase):
    def test_the_save_status_is_readable_beside_the_other_controls(self):
        page = self.open_list("editor")
        self.reroute(page, "Home", "login", "SignUp")
        self.publish(page)
        document = self.live_document()
        self.step(document, "Home")["ports"]["login"] = [{"to": "Login"}]
        self.save_draft(document)
        self.open_list("owner")
        for locale in ("en-GB", "de-DE"):
            page = self.open_editor("editor", locale=locale)
            page.set_viewport_size({"width": 1280, "height": 800})
            for control in (".presence", ".undo-release", ".publish-button"):
                expect(page.locator(control)).to_be_visible()
            text = page.locator(".save-text")
            self.assertTrue(
                text.evaluate("(text) => text.clientWidth > 0 "
                              "&& text.scrollWidth <= text.clientWidth"), locale)
            self.assertEqual(page.evaluate(OVERLAPS), [], locale)


if __name__ == "__main__":
    unittest.main()
