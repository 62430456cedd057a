"""A deletion whose process is killed between its two files is completed at the next start."""

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

    def execute(self, script):
        """Runs SQL in the file with practice data."""
        database = sqlite3.connect(self.service.folder / "store" / "yoga.db")
        try:
            database.executescript(script)
        finally:
            database.close()

    def users_with_data(self):
        """The users with progress or a picture."""
        return self.rows("yoga.db", "SELECT user FROM practice UNION SELECT user FROM picture")

    def add_data(self, person):
        """Gives a user a favorite and a picture."""
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

    def test_a_deletion_killed_between_the_files_is_completed_at_the_next_start(self):
        deleted, remaining = self.service.new_person(), self.service.new_person()
        self.add_data(deleted)
        self.add_data(remaining)
        ids = dict(line.split()[::2] for line in self.service.run_users("list").splitlines())
        ids = {email: user for user, email in ids.items()}
        self.assertEqual(sorted(self.users_with_data()), sorted(ids.values()))
        self.service.stop()
        # A trigger that takes hours blocks the process in its second step.
        self.execute("""
            CREATE TABLE digit (value INTEGER);
            INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
            CREATE TRIGGER hold BEFORE DELETE ON practice BEGIN
              SELECT count(*) FROM digit a, digit b, digit c, digit d, digit e, digit f, digit g,
                digit h, digit i, digit j, digit k, digit l, digit m, digit n;
            END;
            """)
        process = subprocess.Popen(
            [YOGA, "users", "delete", deleted.email, *self.service.options()],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        live.wait_for(
            lambda: deleted.email not in self.rows("accounts.db", "SELECT email FROM user"),
            "the account to be deleted")
        process.send_signal(signal.SIGKILL)
        self.assertEqual(process.wait(), -signal.SIGKILL)
        self.execute("DROP TRIGGER hold; DROP TABLE digit")
        self.assertIn(ids[deleted.email], self.users_with_data())
        # The next start completes the deletion, and leaves no trace in the files.
        restarted = Service(self.service.folder)
        self.addCleanup(restarted.stop)
        live.wait_for(
            lambda: self.users_with_data() == [ids[remaining.email]],
            "the deletion to be completed")
        restarted.stop()
        for path in Path(self.service.folder / "store").glob("yoga.db*"):
            self.assertNotIn(ids[deleted.email].encode(), path.read_bytes(), path.name)
