"""Disks that are full or may not be written to: a refusal, nothing half-written, and on again."""

import os
import sqlite3
import unittest
from pathlib import Path

from disks import SmallDisk, allow_files, limit_files
from envelopes import followed, trusted, verified
from support import APP, LiveCase, batch, document


class DiskCase(LiveCase):
    def assert_sound(self):
        database = sqlite3.connect(self.store)
        self.addCleanup(database.close)
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        return database

    def publish_until_refused(self, server):
        """Publishes large releases; gives the refusal and the numbers that were acknowledged."""
        numbers = [release["number"] for release in server.releases()]
        for _ in range(200):
            answer = server.publish("large", flows=document(size=100_000))
            if answer.status != 201:
                return answer, numbers
            numbers.insert(0, answer.json["number"])
        self.fail("the disk never became full")

    def assert_serves_on(self, server, numbers):
        """After a refusal: what was acknowledged and nothing else is there and is served."""
        self.assertEqual([release["number"] for release in server.releases()], numbers)
        key = trusted(server.sample["sdkKeys"]["production"])
        self.assertEqual(verified(server.envelope().body, key)["number"], numbers[0])
        self.assertEqual(server.get("/healthz", bearer="").status, 200)

    def assert_goes_on(self, server, numbers):
        """When there is room again: the next number, in the same process."""
        answer = server.publish("room again")
        self.assertEqual((answer.status, answer.json.get("number")), (201, numbers[0] + 1), answer)
        self.assertEqual(server.send(batch(3)).status, 202)
        self.assertEqual(server.get("/readyz", bearer="").status, 200)
        self.assert_serves_on(server, [numbers[0] + 1] + numbers)
        self.assertEqual(server.stop(), 0)
        database = self.assert_sound()
        self.assertEqual(database.execute("SELECT sum(count) FROM event_batch").fetchone(), (3,))


class FullDisk(DiskCase):
    def setUp(self):
        super().setUp()
        self.disk = SmallDisk(self)
        self.store = self.disk.path / "store.db"

    def test_a_server_refuses_with_507_and_goes_on_when_there_is_room(self):
        server = self.ready()
        self.disk.fill(leave=600_000)
        refusal, numbers = self.publish_until_refused(server)
        self.disk.fill()
        self.assert_problem(refusal, 507, "store-full")
        large = document(size=100_000)
        self.assert_problem(server.publish("large", flows=large), 507, "store-full")
        self.assert_problem(server.send(batch(1000)), 507, "store-full")
        self.assert_problem(
            server.call("PUT", f"{APP}/draft", document(size=100_000), {"If-None-Match": "*"}),
            507, "store-full")
        self.assert_serves_on(server, numbers)
        self.disk.empty()
        self.assert_goes_on(server, numbers)

    def test_a_server_that_is_killed_on_a_full_disk_has_everything(self):
        sample = self.init()
        server = self.serve(sample)
        self.disk.fill(leave=600_000)
        _, numbers = self.publish_until_refused(server)
        self.disk.fill()
        server.kill()
        # It starts without any room too: apps get what is live, writes are refused.
        server = self.serve(sample)
        self.assert_serves_on(server, numbers)
        refusal, numbers = self.publish_until_refused(server)
        self.assert_problem(refusal, 507, "store-full")
        server.kill()
        self.disk.empty()
        server = self.serve(sample)
        self.assert_goes_on(server, numbers)

    def test_a_start_on_a_full_disk_ends_with_a_sentence_and_leaves_nothing(self):
        self.disk.fill()
        self.assert_refuses_to_start("space|room", *self.serve_command())
        self.assert_refuses_to_start(
            "space|room", "init", "--store", f"sqlite:{self.store}", "--sample", "--json")
        self.assertFalse(self.store.exists(), "a half-made store lies there")
        self.disk.empty()
        server = self.ready()
        self.assertEqual(server.publish().status, 201)

    def test_keys_that_find_no_room_stay_as_they_were(self):
        sample = self.init()
        server = self.serve(sample)
        secrets = Path(f"{self.store}.keys", "accounts.keys")
        before = secrets.read_bytes()
        self.disk.fill()
        self.assert_refuses_to_start(
            "No space left", "keys", "rotate", "--store", f"sqlite:{self.store}")
        self.disk.empty()
        server.kill()
        server = self.serve(sample)
        key = trusted(sample["sdkKeys"]["production"])
        self.assertEqual(followed(server.get("/v1/keys").body, key), [key])
        verified(server.envelope().body, key)
        names = os.listdir(f"{self.store}.keys")
        self.assertEqual(len([name for name in names if ".key" in name]), 2, names)
        self.assertEqual(secrets.read_bytes(), before)


class LimitedFiles(DiskCase):
    def test_a_limit_on_the_size_of_files_is_refused_and_can_be_lifted(self):
        # Also where nobody may mount a disk: the file may not grow.
        sample = self.init()
        server = self.serve(sample, preexec_fn=limit_files(1 << 20), restore_signals=False)
        refusal, numbers = self.publish_until_refused(server)
        self.assertIn((refusal.status, refusal.json["code"]),
                      [(503, "store-unavailable"), (507, "store-full")], refusal)
        self.assert_serves_on(server, numbers)
        allow_files(server.process.pid)
        self.assert_goes_on(server, numbers)


class ReadOnly(DiskCase):
    def test_a_disk_that_may_not_be_written_to_is_named(self):
        disk = SmallDisk(self)
        self.store = disk.path / "store.db"
        sample = self.init()
        before = self.store.read_bytes()
        disk.allow_writing(False)
        self.assert_refuses_to_start("Read-only file system|may not be", *self.serve_command())
        self.assert_refuses_to_start(
            "Read-only file system|may not be", "init", "--store", f"sqlite:{self.store}")
        self.assert_refuses_to_start(
            "Read-only file system", "keys", "rotate", "--store", f"sqlite:{self.store}")
        self.assertEqual(self.store.read_bytes(), before)
        disk.allow_writing(True)
        server = self.serve(sample)
        self.assertEqual(server.publish().status, 201)

    def other_user(self):
        """How to run the command as somebody whom rights on files hold back."""
        if os.getuid() != 0:
            return {}
        os.chown(self.folder, 65534, 65534)
        for path in [self.store, Path(f"{self.store}.keys"), *self.folder.rglob("*")]:
            os.chown(path, 65534, 65534)
        return {"user": 65534, "group": 65534, "extra_groups": []}

    def test_a_folder_that_may_not_be_written_to_is_named(self):
        sample = self.init()
        user = self.other_user()
        self.folder.chmod(0o500)
        # Where the file beside the store that says who uses it is there, that is not enough.
        Path(f"{self.store}.lock").unlink()
        self.assert_refuses_to_start("Permission denied", *self.serve_command(), **user)
        self.folder.chmod(0o700)
        self.assertEqual(self.serve(sample, **user).publish().status, 201)

    def test_a_store_that_may_only_be_read_is_served_and_says_so(self):
        sample = self.init()
        user = self.other_user()
        self.store.chmod(0o400)
        server = self.serve(sample, **user)
        verified(server.envelope().body, trusted(sample["sdkKeys"]["production"]))
        self.assert_problem(server.get("/readyz"), 503, "store-unavailable")
        self.assert_problem(server.publish(), 503, "store-unavailable")
        self.assert_problem(server.send(batch()), 503, "store-unavailable")
        self.assertIn("may not be written to", server.text())
        server.stop()
        self.store.chmod(0o600)
        server = self.serve(sample, **user)
        self.assertEqual(server.publish().json["number"], 4)

    def test_a_private_key_that_others_may_read_is_refused(self):
        sample = self.init()
        key = next(Path(f"{self.store}.keys").glob("*.key"))
        key.chmod(0o644)
        self.assert_refuses_to_start("chmod 600", *self.serve_command())
        key.chmod(0o600)
        self.serve(sample)


if __name__ == "__main__":
    unittest.main()
