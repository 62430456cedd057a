"""The set-up link: in the terminal or in a private file, never in the log."""

import os
import pty
import re
import signal
import stat
import threading
import unittest
from pathlib import Path
from urllib.parse import urlencode

from support import BINARY, LiveCase, wait_for

LINK = re.compile(r"http://\S+(/account/set-up\?link=([0-9A-Za-z]{43}))")


class SetUpLinks(LiveCase):
    def test_without_a_terminal_the_link_is_in_a_private_file_until_it_is_used(self):
        server = self.serve_sample()
        file = Path(f"{self.store}.set-up-links")
        wait_for(lambda: "acme has no owner" in server.log_text(), "the notice")
        self.assertIn(str(file), server.log_text())
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
        path, secret = LINK.search(file.read_text()).groups()

        page = server.get(path, bearer="")
        self.assertEqual(page.status, 200, page)
        cookies = "; ".join(
            cookie.split(";")[0] for cookie in page.headers.get_all("Set-Cookie") or [])
        token = re.search(rb'name="token" value="([^"]+)"', page.body)[1].decode()
        form = urlencode({
            "link": secret, "token": token, "name": "Ada", "email": "ada@example.com",
            "password": "correct horse battery"}).encode()
        response = server.call(
            "POST", "/account/set-up", form, bearer="",
            headers={"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual(response.status, 303, response)
        wait_for(lambda: f"Removed {file}" in server.log_text().replace("\\/", "/"), "its removal")
        self.assertFalse(file.exists())

        self.assertEqual(server.stop(), 0)
        self.assertNotIn(secret, server.log_text())
        self.assertNotIn("link=", server.log_text())

    def test_a_restart_replaces_the_link_in_the_file(self):
        server = self.serve_sample()
        file = Path(f"{self.store}.set-up-links")
        old = wait_for(lambda: file.exists() and file.read_text(), "the file")
        server.stop()
        file.chmod(0o644)
        server = self.serve(server.sample)
        new = wait_for(
            lambda: file.exists() and file.read_text() not in (old, "") and file.read_text(),
            "the new link")
        self.assertEqual(len(new.splitlines()), 1)
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
        self.assertEqual(server.get(LINK.search(new)[1], bearer="").status, 200)
        self.assertNotEqual(server.get(LINK.search(old)[1], bearer="").status, 200)

    def test_a_file_that_cannot_be_written_is_logged_with_the_reason(self):
        sample = self.init()
        file = Path(f"{self.store}.set-up-links")
        file.mkdir()
        server = self.serve(sample)
        wait_for(lambda: "Cannot show the set-up links" in server.log_text(), "the error")
        log = server.log_text().replace("\\/", "/")
        self.assertIn(f"{file}: Is a directory. Make sure that", log)

    def test_in_a_terminal_the_link_is_shown_and_no_file_is_written(self):
        self.init()
        file = Path(f"{self.store}.set-up-links")
        file.write_text("acme of an earlier start")
        process, terminal = pty.fork()
        if process == 0:
            os.execv(BINARY, [BINARY, *self.serve_command()])
        output = bytearray()

        def drain():
            try:
                while data := os.read(terminal, 1 << 16):
                    output.extend(data)
            except OSError:
                pass

        threading.Thread(target=drain, daemon=True).start()
        try:
            wait_for(lambda: LINK.search(output.decode(errors="replace")), "the link")
            self.assertFalse(file.exists(), "the file of an earlier start was not removed")
        finally:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


if __name__ == "__main__":
    unittest.main()
