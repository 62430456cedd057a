"""Deleting an account whose process is killed between its two files is completed at the start."""

import shutil
import signal
import sqlite3
import subprocess
import tempfile
from pathlib import Path

from yoga import YOGA, Service, YogaCase, live, picture


class DeletionTest(YogaCase):
    def new_service(self):
        folder = tempfile.mkdtemp(prefix="mythic yoga ")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        service = Service(folder)
        self.addCleanup(service.stop)
        return service

    def rows(self, name, query):
        """The first column of a query in one of the service's files."""
        database = sqlite3.connect(self.service.folder / "store" / name)
        try:
            return [row[0] for row in database.execute(query)]
        finally:
            database.close()

    def change(self, script):
        """Runs SQL in the file with practice data."""
        database = sqlite3.connect(self.service.folder / "store" / "yoga.db")
        try:
            database.executescript(script)
        finally:
            database.close()

    def data(self):
        """The users with progress or a picture."""
        return self.rows("yoga.db", "SELECT user FROM practice UNION SELECT user FROM picture")

    def practiced(self, person):
        """A user with a favorite and a picture."""
        page = self.logged_in(person)
        self.open_practice(page, "Agni", "Boat")
        page.get_by_role("button", name="Favorite").click()
        self.expect_sent(page)
        response = page.request.post(
            "/account/picture", data=picture(),
            headers={"Content-Type": "image/png", "Sec-Fetch-Site": "same-origin",
                     "Origin": self.service.url})
        self.assertEqual(response.status, 200)
        page.context.close()

    def test_a_deletion_that_was_killed_in_between_is_completed_at_the_next_start(self):
        leaves, stays = self.service.new_person(), self.service.new_person()
        self.practiced(leaves)
        self.practiced(stays)
        ids = dict(line.split()[::2] for line in self.service.users("list").splitlines())
        ids = {email: user for user, email in ids.items()}
        self.assertEqual(sorted(self.data()), sorted(ids.values()))
        self.service.stop()
        # A trigger that counts for hours holds the process at its second step.
        self.change("""
            CREATE TABLE digit (value INTEGER);
            INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
            CREATE TRIGGER hold BEFORE DELETE ON practice BEGIN
              SELECT count(*) FROM digit a, digit b, digit c, digit d, digit e, digit f, digit g,
                digit h, digit i, digit j, digit k, digit l, digit m, digit n;
            END;
            """)
        process = subprocess.Popen(
            [YOGA, "users", "delete", leaves.email, *self.service._options()],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        live.wait_for(
            lambda: leaves.email not in self.rows("accounts.db", "SELECT email FROM user"),
            "the account to be deleted")
        process.send_signal(signal.SIGKILL)
        self.assertEqual(process.wait(), -signal.SIGKILL)
        self.change("DROP TRIGGER hold; DROP TABLE digit")
        self.assertIn(ids[leaves.email], self.data())
        # The next start completes it, and leaves no trace in the files.
        again = Service(self.service.folder)
        self.addCleanup(again.stop)
        live.wait_for(lambda: self.data() == [ids[stays.email]], "the rest to be deleted")
        again.stop()
        for path in Path(self.service.folder / "store").glob("yoga.db*"):
            self.assertNotIn(ids[leaves.email].encode(), path.read_bytes(), path.name)
