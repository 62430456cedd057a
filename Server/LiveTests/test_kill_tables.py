"""`kill -9` while all data whose storage is acknowledged to clients is being written.

Every table of the schema has a writer here, whose acknowledged rows must be in the file after each
kill. LIVE_SEED repeats a run's random moments.
"""

import json
import random
import shutil
import sqlite3
import tempfile
import threading
import time
import unittest

from fakes import SITE, Issuer, Mailbox
from support import TIMEOUT, LiveCase, wait_for
from table_writers import Writers
from test_kill import SEED, ServerHarness

KILLS = 8

# Applications whose stored sum differs from the sum of their data.
WRONG_VOLUMES = "SELECT application FROM storage_volume AS volume WHERE bytes != " + " + ".join(
    f"(SELECT coalesce(sum(length(body)), 0) FROM {table} WHERE application = volume.application)"
    for table in ("release", "draft", "manifest", "snapshot", "asset"))


def tables(database):
    names = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return {name for (name,) in names}


class Acknowledged:
    """The acknowledged writes: for each, an SQL statement that must find a row."""

    def __init__(self):
        self.lock = threading.Lock()
        self.all, self.counts, self.counted = {}, {}, 0

    def note(self, key, table, where, *arguments):
        """Expects the row of a table; replaces an earlier expectation with the same key."""
        with self.lock:
            self.all[key] = (table, f"SELECT 1 FROM {table} WHERE {where}", arguments)

    def forget(self, *keys):
        """To be called before the data of these keys changes: until the response, either state may
        exist."""
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
            (batches,) = database.execute(BATCHES).fetchone()
            self.counted = max(self.counted, batches)
            for statement in COUNTS:
                case.assertEqual(database.execute(statement).fetchone(), (batches,), statement)
            for key, (table, statement, arguments) in self.snapshot().items():
                row = database.execute(statement, arguments).fetchone()
                case.assertIsNotNone(
                    row, f"{key}: no row in {table}: {statement} {arguments}")
                self.counts[table] = self.counts.get(table, 0) + 1
        finally:
            database.close()


# Written only when a server starts.
AT_START = {"issued_number"}
# Counted from the events after these are acknowledged.
COUNTED = {"result_progress", "result_item", "result_count", "result_variant",
           "result_variant_item", "result_session", "result_unit"}
# Each batch has one session, which sees an experiment and ends: so all of these are the same.
BATCHES = "SELECT count(*) FROM event_batch WHERE id <= (SELECT batch FROM result_progress)"
COUNTS = (
    "SELECT coalesce(sum(sessions), 0) FROM result_count JOIN result_item ON item = id "
    "WHERE key LIKE 'flow%'",
    "SELECT count(*) FROM result_session", "SELECT count(*) FROM result_unit",
    "SELECT coalesce(sum(users), 0) FROM result_variant",
    "SELECT coalesce(sum(users), 0) FROM result_variant_item",
    "SELECT coalesce(sum(users), 0) FROM result_item")


class EveryTable(LiveCase):
    def setUp(self):
        super().setUp()
        # All other emails stay in the outbox.
        self.mailbox, self.issuer = Mailbox(self, "reported-"), Issuer(self)
        self.providers = self.folder / "providers.json"
        self.providers.write_text(json.dumps([self.issuer.provider]))

    def serve(self, sample, **options):
        return super().serve(sample, environment={
            "FLOWMAGIC_PUBLIC_URL": SITE, "FLOWMAGIC_MODE": "development",
            "FLOWMAGIC_REGISTRATION": "open",
            "FLOWMAGIC_APPLICATION_IDS": "chosen", "FLOWMAGIC_REPORTS_TO_BLOCK": "0",
            "FLOWMAGIC_PROVIDERS": str(self.providers), "PROVIDER_SECRET": "not used",
            "FLOWMAGIC_MAIL_SERVER": self.mailbox.address,
            "FLOWMAGIC_MAIL_FROM": "flows@example.com",
            "FLOWMAGIC_CLIENT_REQUESTS": "0", "FLOWMAGIC_CHANGE_REQUESTS": "0",
            "FLOWMAGIC_ORGANIZATIONS_PER_USER": "0",
            "FLOWMAGIC_INVITATIONS_PER_USER": "0", "FLOWMAGIC_INVITATIONS_PER_ORGANIZATION": "0",
            "FLOWMAGIC_PENDING_INVITATIONS": "0", "FLOWMAGIC_APPLICATION_QUOTA": "0",
            "FLOWMAGIC_SDK_KEY_QUOTA": "0", "FLOWMAGIC_TOKEN_QUOTA": "0",
            "FLOWMAGIC_USER_TOKEN_QUOTA": "0"}, **options)

    def test_every_table_has_a_writer(self):
        self.init()
        database = sqlite3.connect(self.store)
        self.addCleanup(database.close)
        self.assertEqual(
            tables(database), Writers.tables | AT_START | COUNTED,
            "add a writer to table_writers.py")

    def test_acknowledged_rows_of_every_table_survive_kill_9(self):
        rng = random.Random(SEED)
        self.acknowledged = Acknowledged()
        harness = ServerHarness(self, self.init(users=True))
        writers = Writers(self, harness, self.acknowledged, SEED)
        threads = [threading.Thread(target=writers.run, args=(number,), daemon=True)
                   for number in range(3)]
        for thread in threads:
            thread.start()
        try:
            writers.have_run.wait(10 * TIMEOUT)
            self.assertFalse(writers.errors)
            writers.is_killed = True
            kills = 0
            # More until a row of every table was checked: some writers undo their last change.
            while kills < KILLS or (self.unused() and kills < 5 * KILLS):
                kills += 1
                target = harness.responses + rng.randint(25, 60)
                wait_for(lambda target=target: harness.responses >= target or writers.errors,
                         "the server to respond")
                # A random moment within a request.
                time.sleep(rng.uniform(0, 0.05))
                harness.kill()
                self.assertFalse(writers.errors)
                # Writes acknowledged from here on were made before the kill, too.
                self.check_copy()
                self.raise_number()
                harness.start()
                self.acknowledged.note(
                    "number", "issued_number", "environment = 'development' AND number = ?",
                    self.number)
                harness.open.set()
        except BaseException as error:
            error.add_note(f"LIVE_SEED={SEED} repeats this run")
            raise
        finally:
            writers.is_done = True
            harness.open.set()
        for thread in threads:
            thread.join(TIMEOUT)
        self.assertFalse(writers.errors)
        self.assertEqual(harness.server.stop(), 0)
        self.check_copy()
        self.assertFalse(self.unused(), "nothing was acknowledged for these tables")
        self.assertGreater(self.acknowledged.counted, 0, "no results were counted")
        print(f"seed {SEED}: {kills} kills, {len(self.acknowledged.all)} acknowledged rows in "
              f"{len(self.acknowledged.counts)} tables")

    def unused(self):
        """The tables of which no acknowledged row has been checked."""
        return (Writers.tables | AT_START) - set(self.acknowledged.counts)

    def raise_number(self):
        """Makes the next server adopt a number from the floor file of the keys."""
        floor = self.store.with_name(self.store.name + ".keys") / "floor.json"
        issued = json.loads(floor.read_text())
        self.number = getattr(self, "number", 0) + 1_000_000
        issued["numbers"].setdefault("shop", {})["development"] = self.number
        floor.write_text(json.dumps(issued))

    def check_copy(self):
        """Checks a copy of the file and its write-ahead log in the state that the kill left."""
        with tempfile.TemporaryDirectory() as folder:
            for suffix in ("", "-wal"):
                path = f"{self.store}{suffix}"
                if self.store.with_name(self.store.name + suffix).exists():
                    shutil.copy(path, f"{folder}/copy{suffix}")
            self.acknowledged.check(self, f"{folder}/copy")


if __name__ == "__main__":
    unittest.main()
