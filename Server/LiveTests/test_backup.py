"""Backups are created during intake, restored without reusing a release number, and accepted by
apps."""

import json
import os
import re
import shutil
import sqlite3
import threading
import unittest
from pathlib import Path

from disks import SmallDisk
from envelopes import trusted_key, verified_keys, verified_statement
from support import LiveCase, batch, wait_for


class Device:
    """The releases that an app accepts on a device, like `ReleaseTrust` of the SDK."""

    def __init__(self, sample):
        self.root = trusted_key(sample["sdkKeys"]["production"])
        self.keys = [self.root]
        self.newest = None

    def fetch_release(self, server):
        """Fetches the release; returns the reason for its rejection, or None if it is accepted."""
        chain = server.get("/v1/keys", bearer=server.sample["sdkKeys"]["production"])
        keys = verified_keys(chain.body, self.root)
        if len(keys) > len(self.keys) or self.keys == [self.root]:
            self.keys = keys
        try:
            statement = verified_statement(server.envelope().body, self.keys[-1])
        except AssertionError as error:
            return str(error)
        if self.newest:
            if (statement["number"] == self.newest["number"]
                    and statement["digest"] != self.newest["digest"]):
                return "has another document"
            versions = [(item["number"], item["issued"]) for item in (self.newest, statement)]
            if versions[1] < versions[0]:
                return "is older"
        self.newest = statement
        return None


class Backups(LiveCase):
    def setUp(self):
        super().setUp()
        self.archive = self.folder / "one.backup"
        self.keys = Path(f"{self.store}.keys")

    def run_command(self, *arguments):
        """Runs a command on the store, which must succeed; returns its output."""
        run = self.command(*arguments, "--store", f"sqlite:{self.store}")
        self.assertEqual(run.returncode, 0, f"{arguments}: {run.stdout}{run.stderr}")
        return run.stdout

    def publish_4_and_5(self, server, device):
        for number in (4, 5):
            self.assertEqual(server.publish(f"number {number}").json["number"], number)
            self.assertIsNone(device.fetch_release(server))
        self.assertEqual(server.stop(), 0)

    def assert_continues(self, server, device):
        """Asserts that the next release is number 6, and that an app that has 5 accepts it."""
        self.assertEqual(device.fetch_release(server), "is older")
        self.assertIn("The store is older than what apps have: shop in production had release 5",
                      server.log_text())
        response = server.publish("after the restore")
        self.assertEqual(response.json["number"], 6, response)
        self.assertIsNone(device.fetch_release(server))
        self.assertEqual(device.newest["number"], 6)

    def test_a_full_disk_is_reported_and_leaves_no_partial_archive(self):
        self.init()
        disk = SmallDisk(self)
        disk.fill(leave=20_000)
        before = sorted(path.name for path in disk.path.iterdir())
        archive = disk.path / "one.backup"
        run = self.command("backup", archive, "--store", f"sqlite:{self.store}")
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn(f"The disk of {archive} is too full.", run.stderr)
        self.assertIn("name an archive on another disk", run.stderr)
        self.assertEqual(sorted(path.name for path in disk.path.iterdir()), before)
        disk.empty()
        run = self.command("backup", archive, "--store", f"sqlite:{self.store}")
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_a_missing_folder_is_reported(self):
        self.init()
        archive = self.folder / "none" / "one.backup"
        run = self.command("backup", archive, "--store", f"sqlite:{self.store}")
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn(f"The folder {archive.parent} does not exist. Create it", run.stderr)

    def test_a_restored_backup_continues_above_what_apps_have(self):
        server = self.serve_sample()
        sample, device = server.sample, Device(server.sample)
        self.assertIsNone(device.fetch_release(server))
        self.run_command("backup", str(self.archive))
        self.assertEqual(self.archive.stat().st_mode & 0o777, 0o600)
        self.publish_4_and_5(server, device)
        text = self.run_command("restore", str(self.archive), "--verify")
        self.assertIn("apps may have release 5, the backup has 3. They keep release 5 until you "
                      "publish; the next release is number 6.", text)
        text = self.run_command("restore", str(self.archive))
        self.assertIn("Kept the previous data as", text)
        self.assertEqual(len(list(self.folder.glob(f"{self.store.name}.before-restore-*Z"))), 1)
        check = self.command("check", f"sqlite:{self.store}")
        self.assertEqual(check.returncode, 1, check.stdout)
        self.assertIn("FAILED  release numbers: the store is older", check.stdout)
        server = self.serve(sample)
        entry, = server.get("/v1/audit?action=backup.restored").json["entries"]
        self.assertEqual((entry["actor"]["type"], entry["actor"]["name"]),
                         ("operator", "flowmagic restore"))
        self.assertEqual(entry["detail"]["archive"], "one.backup")
        self.assertEqual(entry["detail"]["issued"]["shop"]["production"], 5)
        self.assert_continues(server, device)
        self.assertIn("passed all checks", self.run_command("check"))

    def test_after_a_restore_the_live_release_can_be_published_again_without_a_change(self):
        server = self.serve_sample()
        device = Device(server.sample)
        self.run_command("backup", str(self.archive))
        self.publish_4_and_5(server, device)
        text = self.run_command("restore", str(self.archive))
        self.assertIn("flowmagic publish --republish", text)
        server = self.serve(server.sample)
        self.assertEqual(device.fetch_release(server), "is older")
        command = "flowmagic publish --republish --app shop --environment production"
        self.assertIn(command, server.log_text())
        remote = ("--app", "shop", "--environment", "production", "--yes", "--server",
                  f"http://127.0.0.1:{server.port}", "--token", server.sample["token"])
        run = self.command("rollback", "3", *remote)
        self.assertIn("No changes", run.stdout, run.stderr)
        self.assertIn(command, run.stdout)
        run = self.command("publish", "--republish", *remote)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIsNone(device.fetch_release(server))
        self.assertEqual(device.newest["number"], 6)

    @unittest.skipUnless(os.geteuid() == 0, "giving files away needs root")
    def test_an_archive_of_root_in_the_folder_of_the_store_belongs_to_its_owner(self):
        self.init()
        other = self.folder / "other"
        other.mkdir()
        for path in (self.folder, *self.folder.rglob("*")):
            os.chown(path, 65534, 65534)
        os.chown(other, 65533, 65533)
        self.run_command("backup", str(self.archive))
        self.assertEqual(self.archive.stat().st_uid, 65534)
        self.run_command("backup", str(other / "two.backup"))
        self.assertEqual((other / "two.backup").stat().st_uid, 0)

    def test_a_store_copied_by_hand_continues_above_what_apps_have(self):
        server = self.serve_sample()
        device = Device(server.sample)
        self.assertEqual(server.stop(), 0)
        files = [Path(f"{self.store}{suffix}") for suffix in ("", "-wal", "-shm")]
        copies = {path: path.read_bytes() for path in files if path.exists()}
        keys = self.folder / "keys of the backup"
        shutil.copytree(self.keys, keys)
        server = self.serve(server.sample)
        self.publish_4_and_5(server, device)
        for path in files:
            path.unlink(missing_ok=True)
        for path, content in copies.items():
            path.write_bytes(content)
            path.chmod(0o600)
        # The folder of keys is restored, too: the floor in it does not contain 4 and 5.
        shutil.rmtree(self.keys)
        shutil.copytree(keys, self.keys)
        self.assert_continues(self.serve(server.sample), device)

    def test_a_backup_from_before_a_rotation_locks_no_app_out(self):
        server = self.serve_sample()
        device = Device(server.sample)
        self.run_command("backup", str(self.archive))
        self.run_command("keys", "rotate")
        self.assertEqual(server.stop(), 0)
        server = self.serve(server.sample)
        self.assertIsNone(device.fetch_release(server))
        self.assertEqual(len(device.keys), 2)
        self.assertEqual(server.stop(), 0)
        run = self.command(
            "restore", str(self.archive), "--store", f"sqlite:{self.store}")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(
            run.stdout, "Not restored.*from before `flowmagic keys rotate`.*--keep-keys")
        self.run_command("restore", str(self.archive), "--keep-keys")
        server = self.serve(server.sample)
        self.assertEqual(server.publish().json["number"], 4)
        self.assertIsNone(device.fetch_release(server))
        self.assertEqual(server.stop(), 0)
        self.run_command("restore", str(self.archive), "--accept-older-keys")
        check = self.command("check", f"sqlite:{self.store}")
        self.assertIn("ok      signing keys: 1 key set", check.stdout)

    def test_keys_from_before_a_rotation_that_were_copied_by_hand_are_refused(self):
        server = self.serve_sample()
        self.assertEqual(server.stop(), 0)
        keys = self.folder / "keys of the backup"
        shutil.copytree(self.keys, keys)
        self.run_command("keys", "rotate")
        shutil.rmtree(self.keys)
        shutil.copytree(keys, self.keys)
        self.assert_refuses_to_start("from before `flowmagic keys rotate`", *self.serve_command())
        self.run_command("keys", "reset-rollback-protection", "--yes")
        self.serve(server.sample)

    def test_a_reset_of_a_damaged_issue_time_names_no_previous_one(self):
        self.init()
        reset = ("keys", "reset-rollback-protection", "--yes")
        (self.keys / "issued").write_text("damaged\n", encoding="utf-8")
        text = self.run_command(*reset)
        self.assertIn("The record of the latest issue time was damaged", text)
        self.assertNotIn("9999", text)
        (self.keys / "issued").write_text("damaged\n", encoding="utf-8")
        output = json.loads(self.run_command(*reset, "--json"))
        self.assertEqual(output, {"keySets": None, "issued": None, "issuedWasDamaged": True})

    def test_a_backup_during_intake_completes_and_is_consistent(self):
        server = self.serve_sample()
        stopped = threading.Event()
        sent = [0] * 4

        def send(worker):
            while not stopped.is_set():
                if server.send(batch(count=50)).status == 202:
                    sent[worker] += 1

        workers = [threading.Thread(target=send, args=(worker,)) for worker in range(4)]
        for worker in workers:
            worker.start()
        try:
            wait_for(lambda: sum(sent) > 50, "intake")
            before = sum(sent)
            self.run_command("backup", str(self.archive), "--passphrase-file", self.passphrase())
            self.assertEqual(server.publish().json["number"], 4)
            wait_for(lambda: sum(sent) > before + 20, "intake to continue")
        finally:
            stopped.set()
            for worker in workers:
                worker.join()
        self.assertNotIn(b"manifest.json", self.archive.read_bytes())
        self.assertEqual(server.stop(), 0)
        other = self.folder / "other.db"
        run = self.command("restore", str(self.archive), "--store", f"sqlite:{other}",
                           "--passphrase-file", self.passphrase())
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        check = self.command("check", f"sqlite:{other}")
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        database = sqlite3.connect(other)
        self.addCleanup(database.close)
        count = database.execute("SELECT count(*) FROM event_batch").fetchone()[0]
        self.assertGreaterEqual(count, 50)

    def test_a_short_or_wrong_passphrase_restores_nothing(self):
        self.init()
        self.run_command("backup", str(self.archive), "--passphrase-file", self.passphrase())
        wrong = self.folder / "wrong"
        folder = self.folder / "restored"
        folder.mkdir()
        for text in ("", "short", "another long passphrase"):
            wrong.write_text(text)
            run = self.command("restore", str(self.archive), "--store", f"sqlite:{folder}/f.db",
                               "--passphrase-file", str(wrong))
            self.assertEqual(run.returncode, 1)
            self.assertIn("passphrase is wrong", run.stderr)
            self.assertEqual(list(folder.iterdir()), [])

    def test_an_archive_that_others_may_replace_is_warned_about(self):
        self.init()
        shared = self.folder / "shared"
        shared.mkdir()
        shared.chmod(0o777)
        self.assertIn(f"chmod go-w '{shared}'", self.run_command("backup", str(shared)))
        shared.chmod(0o1777)
        self.assertNotIn("chmod", self.run_command("backup", f"{shared}/two"))

    def test_a_failed_backup_names_the_leftovers_that_it_may_not_remove(self):
        self.init()
        self.run_command("backup", str(self.archive))
        # Instead of another user's file: nobody can unlink a folder.
        leftover = self.folder / "one.backup.9.flowmagic-store"
        leftover.mkdir()
        run = self.command("backup", str(self.archive), "--store", f"sqlite:{self.store}")
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("already exists", run.stderr)
        self.assertIn(f"rm -- '{leftover}'", run.stderr)

    def test_a_passphrase_that_others_may_read_is_warned_about(self):
        sample, path = self.init(), self.passphrase()
        os.chmod(path, 0o640)
        advice = f"chmod {'go=' if os.geteuid() == 0 else '600'} '{path}'"
        self.assertIn(
            advice, self.run_command("backup", str(self.archive), "--passphrase-file", path))
        archives = self.folder / "archives"
        archives.mkdir(0o700)
        environment = {"FLOWMAGIC_BACKUP_TO": str(archives),
                       "FLOWMAGIC_BACKUP_PASSPHRASE_FILE": path}
        server = self.serve(sample, environment=environment)
        self.assertIn(advice, server.log_text())
        self.assertEqual(server.stop(), 0)
        os.chmod(path, 0o600)
        other = self.folder / "two.backup"
        self.assertNotIn("chmod", self.run_command("backup", str(other), "--passphrase-file", path))

    def test_restores_in_quick_succession_keep_every_previous_store(self):
        self.init()
        self.run_command("backup", str(self.archive))
        for _ in range(4):
            self.run_command("restore", str(self.archive))
        for path in (self.store, self.keys):
            previous = [item for item in self.folder.glob(f"{path.name}.before-restore-*")
                        if re.search(r"Z(-\d+)?$", item.name)]
            self.assertEqual(len(previous), 4, previous)
        self.assertIn("passed all checks", self.run_command("check"))

    def passphrase(self):
        path = self.folder / "passphrase"
        path.write_text("correct horse battery staple\n")
        return str(path)

    def test_a_server_creates_backups_on_its_own(self):
        archives = self.folder / "archives"
        archives.mkdir()
        server = self.serve(self.init(), environment={
            "FLOWMAGIC_BACKUP_TO": str(archives), "FLOWMAGIC_BACKUP_PASSHRASE": "x" * 20})
        backups = wait_for(lambda: list(archives.glob("*.backup")), "a backup")
        self.assertIn("FLOWMAGIC_BACKUP_PASSHRASE is not a setting and is ignored. "
                      "Did you mean FLOWMAGIC_BACKUP_PASSPHRASE?", server.log_text())
        def last_backup():
            line = re.search(r"^flowmagic_last_backup_timestamp_seconds (\d+)$",
                             server.get("/metrics", bearer="").body.decode(), re.MULTILINE)
            return int(line[1])
        wait_for(lambda: last_backup() > 0, "the metric to have the backup's time")
        self.assertAlmostEqual(last_backup(), backups[0].stat().st_mtime, delta=60)
        self.assertEqual(server.stop(), 0)
        run = self.command("restore", str(backups[0]), "--verify", "--json", "--store",
                           f"sqlite:{self.folder}/other.db")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIsNone(json.loads(run.stdout)["refusal"])

    def test_a_store_that_others_may_read_is_warned_about(self):
        sample = self.init()
        os.chmod(self.store, 0o644)
        os.chmod(f"{self.store}.keys", 0o755)
        os.chmod(self.folder, 0o777)
        server = self.serve(sample)
        wait_for(lambda: f"chmod go-w '{self.folder}'" in server.log_text(), "the folder's warning")
        wait_for(lambda: f"chmod 600 '{self.store}'" in server.log_text(), "the warning")
        wait_for(lambda: f"chmod 700 '{self.store}.keys'" in server.log_text(), "the keys' warning")

    def test_a_store_that_is_not_a_url_is_an_error_with_the_right_form(self):
        for store, pattern in (
                (str(self.store), f"write --store sqlite:{self.store}"),
                ("postgres://me:secret@db/flows", "does not support postgres yet: write --store")):
            self.assert_refuses_to_start(pattern, "serve", "--store", store, status=64)


if __name__ == "__main__":
    unittest.main()
