"""`kill -9` while everything whose storage is confirmed to a client is written.

Every table of the schema has a writer here, whose acknowledged rows must be in the file after each
kill, or a reason why it has none. LIVE_SEED repeats a run's random moments.
"""

import random
import shutil
import sqlite3
import tempfile
import threading
import time
import unittest

from support import PATIENCE, LiveCase, wait_for
from table_writers import Writers
from test_kill import SEED, Site

KILLS = 8
# What no request writes while the server runs, and where else it is tested.
EXCUSED = {
    "invitation_report": "needs the link of a mail, which is sealed in the file; stored by the "
                         "change that ends the invitation: InvitationReportPageTests",
    "issued_number": "written at start, from the floor beside the keys: test_backup",
    "external_identity": "needs another service's sign-in; it is in the transaction that writes "
                         "the person and the session: ExternalAccountTests, BrowserTests",
    "passkey": "needs an authenticator; it is stored by the same change as totp: BrowserTests",
}


# Applications whose sum is not that of what they have.
WRONG_VOLUMES = "SELECT application FROM storage_volume AS volume WHERE bytes != " + " + ".join(
    f"(SELECT coalesce(sum(length(body)), 0) FROM {table} WHERE application = volume.application)"
    for table in ("release", "draft", "manifest", "snapshot"))


def tables(database):
    names = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return {name for (name,) in names}


class Acknowledged:
    """What was confirmed to clients: a statement for each that must find a row."""

    def __init__(self):
        self.lock = threading.Lock()
        self.all, self.counts, self.refused = {}, {}, []

    def note(self, key, table, where, *arguments):
        """The row of a table must be there; replaces what was noted under the same key."""
        with self.lock:
            self.all[key] = (table, f"SELECT 1 FROM {table} WHERE {where}", arguments)

    def forget(self, *keys):
        """Before what is noted under these keys changes: until the answer it may be either."""
        with self.lock:
            for key in keys:
                self.all.pop(key, None)

    def snapshot(self):
        with self.lock:
            return dict(self.all)

    def check(self, case, path):
        database = sqlite3.connect(path)
        try:
            case.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            case.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [])
            case.assertEqual(database.execute(WRONG_VOLUMES).fetchall(), [])
            for key, (table, statement, arguments) in self.snapshot().items():
                found = database.execute(statement, arguments).fetchone()
                case.assertIsNotNone(
                    found, f"{key}: no row in {table}: {statement} {arguments}")
                self.counts[table] = self.counts.get(table, 0) + 1
        finally:
            database.close()


class EveryTable(LiveCase):
    def serve(self, sample, **options):
        # Nobody listens there: mails wait.
        return super().serve(sample, environment={
            "FLOWMAGIC_MAIL_SERVER": "smtp+plain://127.0.0.1:1",
            "FLOWMAGIC_MAIL_FROM": "flows@example.com",
            "FLOWMAGIC_CLIENT_REQUESTS": "0", "FLOWMAGIC_ORGANIZATIONS_PER_USER": "0",
            "FLOWMAGIC_INVITATIONS_PER_USER": "0", "FLOWMAGIC_INVITATIONS_PER_ORGANIZATION": "0",
            "FLOWMAGIC_PENDING_INVITATIONS": "0", "FLOWMAGIC_APPLICATION_QUOTA": "0",
            "FLOWMAGIC_SDK_KEY_QUOTA": "0", "FLOWMAGIC_TOKEN_QUOTA": "0",
            "FLOWMAGIC_USER_TOKEN_QUOTA": "0"}, **options)

    def test_every_table_is_covered_or_excused(self):
        self.init()
        database = sqlite3.connect(self.store)
        self.addCleanup(database.close)
        covered = set(Writers.tables)
        self.assertEqual(
            tables(database), covered | set(EXCUSED),
            "add a writer to table_writers.py, or a reason to EXCUSED")
        self.assertFalse(covered & set(EXCUSED))

    def test_acknowledged_rows_of_every_table_survive_kill_9(self):
        chance = random.Random(SEED)
        self.acknowledged = Acknowledged()
        site = Site(self, self.init(users=True))
        writers = Writers(self, site, self.acknowledged, SEED)
        threads = [threading.Thread(target=writers.run, args=(number,), daemon=True)
                   for number in range(3)]
        for thread in threads:
            thread.start()
        try:
            writers.have_run.wait(PATIENCE)
            for _ in range(KILLS):
                wanted = site.answers + chance.randint(25, 60)
                wait_for(lambda wanted=wanted: site.answers >= wanted or writers.refused,
                         "the server to answer")
                # A random moment within a request.
                time.sleep(chance.uniform(0, 0.05))
                site.kill()
                self.assertFalse(writers.refused)
                # What is acknowledged from here on was written before the kill, too.
                self.check_copy()
                site.start()
                site.open.set()
        except BaseException as error:
            error.add_note(f"LIVE_SEED={SEED} repeats this run")
            raise
        finally:
            writers.is_done = True
            site.open.set()
        for thread in threads:
            thread.join(PATIENCE)
        self.assertFalse(writers.refused)
        self.assertEqual(site.server.stop(), 0)
        self.check_copy()
        unused = set(Writers.tables) - set(self.acknowledged.counts)
        self.assertFalse(unused, "nothing was acknowledged for these tables")
        print(f"seed {SEED}: {KILLS} kills, {len(self.acknowledged.all)} acknowledged rows in "
              f"{len(self.acknowledged.counts)} tables")

    def check_copy(self):
        """Checks a copy of the file and its log, as the kill has left them."""
        with tempfile.TemporaryDirectory() as folder:
            for end in ("", "-wal"):
                path = f"{self.store}{end}"
                if self.store.with_name(self.store.name + end).exists():
                    shutil.copy(path, f"{folder}/copy{end}")
            self.acknowledged.check(self, f"{folder}/copy")


if __name__ == "__main__":
    unittest.main()
