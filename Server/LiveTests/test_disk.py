"""Full and read-only disks: writes fail without side effects, and work again afterwards."""

import os
import re
import socket
import sqlite3
import subprocess
import unittest
import urllib.error
import urllib.request
from pathlib import Path

from disks import SmallDisk, file_size_limiter, remove_file_size_limit
from envelopes import trusted_key, verified_keys, verified_statement
from support import APP, BINARY, TIMEOUT, LiveCase, batch, document, wait_for


class DiskCase(LiveCase):
    def assert_sound(self):
        database = sqlite3.connect(self.store)
        self.addCleanup(database.close)
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        return database

    def publish_until_error(self, server):
        """Publishes large releases; returns the first error and the acknowledged numbers."""
        numbers = [release["number"] for release in server.releases()]
        for _ in range(200):
            response = server.publish("large", flows=document(size=100_000))
            if response.status != 201:
                return response, numbers
            numbers.insert(0, response.json["number"])
        self.fail("the disk did not become full")

    def assert_serves(self, server, numbers):
        """After an error: exactly the acknowledged releases exist and are served."""
        self.assertEqual([release["number"] for release in server.releases()], numbers)
        key = trusted_key(server.sample["sdkKeys"]["production"])
        self.assertEqual(verified_statement(server.envelope().body, key)["number"], numbers[0])
        self.assertEqual(server.get("/healthz", bearer="").status, 200)

    def assert_recovers(self, server, numbers):
        """With free space again: publishing continues in the same process."""
        response = server.publish("free space again")
        self.assertEqual(
            (response.status, response.json.get("number")), (201, numbers[0] + 1), response)
        self.assertEqual(server.send(batch(3)).status, 202)
        wait_for(
            lambda: server.get("/readyz/writes", bearer="").status == 200, "writes to be ready")
        self.assert_serves(server, [numbers[0] + 1] + numbers)
        self.assertEqual(server.stop(), 0)
        database = self.assert_sound()
        self.assertEqual(database.execute("SELECT sum(count) FROM event_batch").fetchone(), (3,))


class FullLog(LiveCase):
    """Tests in which the log is a file on a full disk, or a pipe whose reader has gone."""

    def assert_serves_without_a_log(self, output):
        self.init()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        process = subprocess.Popen(
            [BINARY, *self.serve_command(port=port)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=output)
        self.addCleanup(lambda: (process.kill(), process.wait()))

        def status(path):
            if process.poll() is not None:
                raise AssertionError(f"the server exited with {process.returncode}")
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as response:
                    return response.status
            except urllib.error.HTTPError as error:
                return error.code
            except OSError:
                return None

        wait_for(lambda: status("/livez") == 200, "the server to listen")
        # Each of these has a line in the log.
        self.assertEqual([status("/readyz"), status("/v1/apps"), status("/no")], [200, 401, 404])
        process.terminate()
        self.assertEqual(process.wait(TIMEOUT), 0)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a device that is always full")
    def test_a_full_disk_for_the_log_does_not_end_the_server(self):
        with open("/dev/full", "wb") as output:
            self.assert_serves_without_a_log(output)

    def test_a_log_pipe_without_a_reader_does_not_end_the_server(self):
        reader, writer = os.pipe()
        os.close(reader)
        self.addCleanup(os.close, writer)
        self.assert_serves_without_a_log(writer)


class FullDisk(DiskCase):
    def setUp(self):
        super().setUp()
        self.disk = SmallDisk(self)
        self.store = self.disk.path / "store.db"

    def test_a_full_disk_gives_507_until_there_is_space(self):
        server = self.serve_sample()
        self.disk.fill(leave=600_000)
        error, numbers = self.publish_until_error(server)
        self.disk.fill()
        self.assert_problem(error, 507, "store-full")
        # NB: the write-ahead log still has the blocks of the failed publish, and a write that fits
        # into them succeeds. So each of the following writes is larger.
        large = document(size=200_000)
        self.assert_problem(server.publish("large", flows=large), 507, "store-full")
        self.assert_problem(server.send(batch(1000)), 507, "intake-paused")
        # The server stays ready for a load balancer: it still serves releases.
        self.assertEqual(server.get("/readyz", bearer="").status, 200)
        self.assertEqual(server.get("/readyz/writes", bearer="").status, 507)
        self.assert_problem(
            server.call("PUT", f"{APP}/draft", large, {"If-None-Match": "*"}), 507, "store-full")
        self.assert_serves(server, numbers)
        self.disk.empty()
        self.assert_recovers(server, numbers)

    def sign_in(self, server):
        """The owner's access token, as the sample user signs in with a password."""
        response = server.call(
            "POST", "/v1/account/sign-in", bearer="",
            body={"email": "owner@example.com", "password": server.sample["password"]})
        self.assertEqual(response.status, 200, response)
        return response.json["accessToken"]

    def test_a_nearly_full_disk_rejects_data_of_apps_and_not_of_users(self):
        server = self.serve(
            self.init(users=True), environment={"FLOWMAGIC_MODE": "development"})
        self.assertEqual(server.send(batch(3)).status, 202)
        # Below the reserve, which is a twentieth of so small a disk.
        self.disk.fill(leave=300_000)
        refused = server.send(batch(3))
        self.assert_problem(refused, 507, "intake-paused")
        self.assertEqual(refused.headers["Retry-After"], "60")
        user = self.sign_in(server)
        self.assertEqual(server.get("/v1/me", bearer=user).status, 200)
        number = server.publish("still here").json["number"]
        rollback = server.call(
            "POST", f"{APP}/environments/production/rollback", {"to": number - 1})
        self.assertEqual(rollback.status, 201, rollback)
        self.assertEqual(server.get("/readyz/writes", bearer="").status, 200)
        metrics = server.get("/metrics", bearer="").body.decode()
        self.assertIn('flowmagic_intake_refused_total{reason="disk"} 1\n', metrics)
        free = re.search(r"^flowmagic_store_disk_free_bytes (\d+)$", metrics, re.MULTILINE)
        self.assertLessEqual(int(free[1]), 300_000)
        self.assertEqual(
            server.call("POST", "/v1/me/sign-out", bearer=user).status, 204)
        self.assertIn("--disk-reserve", server.log_text())
        self.disk.empty()
        self.assertEqual(server.send(batch(3)).status, 202)

    def test_a_server_killed_on_a_full_disk_loses_nothing(self):
        sample = self.init()
        server = self.serve(sample)
        self.disk.fill(leave=600_000)
        _, numbers = self.publish_until_error(server)
        self.disk.fill()
        server.kill()
        # It also starts without free space: releases are served, and writes fail.
        server = self.serve(sample)
        self.assert_serves(server, numbers)
        error, numbers = self.publish_until_error(server)
        self.assert_problem(error, 507, "store-full")
        server.kill()
        self.disk.empty()
        server = self.serve(sample)
        self.assert_recovers(server, numbers)

    def test_a_start_on_a_full_disk_fails_with_a_message_and_leaves_nothing(self):
        self.disk.fill()
        self.assert_refuses_to_start("space|room", *self.serve_command())
        self.assert_refuses_to_start(
            "space|room", "init", "--store", f"sqlite:{self.store}", "--sample", "--json")
        self.assertFalse(self.store.exists(), "an incomplete store was left")
        self.disk.empty()
        server = self.serve_sample()
        self.assertEqual(server.publish().status, 201)

    def test_a_failed_rotation_leaves_the_keys_unchanged(self):
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
        key = trusted_key(sample["sdkKeys"]["production"])
        self.assertEqual(verified_keys(server.get("/v1/keys").body, key), [key])
        verified_statement(server.envelope().body, key)
        names = os.listdir(f"{self.store}.keys")
        self.assertEqual(len([name for name in names if ".key" in name]), 2, names)
        self.assertEqual(secrets.read_bytes(), before)


class FilledByApps(DiskCase):
    """A disk that apps fill, larger than the write-ahead log, which is checkpointed at 16 MB."""

    def setUp(self):
        super().setUp()
        self.disk = SmallDisk(self, size=40 << 20)
        self.store = self.disk.path / "store.db"

    def test_events_leave_the_reserve_to_users(self):
        server = self.serve(self.init(), environment={
            "FLOWMAGIC_DISK_RESERVE": "4MiB", "FLOWMAGIC_KEY_BYTES": "0"})
        number = server.publish("before").json["number"]
        responses = (server.send(batch(900)) for _ in range(400))
        refused = next(response for response in responses if response.status != 202)
        self.assert_problem(refused, 507, "intake-paused")
        disk = os.statvfs(self.disk.path)
        self.assertGreater(disk.f_bavail * disk.f_frsize, 3 << 20)
        for _ in range(20):
            rollback = server.call(
                "POST", f"{APP}/environments/production/rollback", {"to": number})
            self.assertEqual(rollback.status, 201, rollback)
        self.assertEqual(server.get("/readyz/writes", bearer="").status, 200)


class LimitedFiles(DiskCase):
    def test_a_file_size_limit_gives_errors_until_it_is_removed(self):
        # Works without mounting a disk.
        sample = self.init()
        server = self.serve(
            sample, preexec_fn=file_size_limiter(1 << 20), restore_signals=False)
        error, numbers = self.publish_until_error(server)
        self.assertIn((error.status, error.json["code"]),
                      [(503, "store-unavailable"), (507, "store-full")], error)
        self.assert_serves(server, numbers)
        remove_file_size_limit(server.process.pid)
        self.assert_recovers(server, numbers)


class ReadOnly(DiskCase):
    def test_a_read_only_disk_is_reported(self):
        disk = SmallDisk(self)
        self.store = disk.path / "store.db"
        sample = self.init()
        before = self.store.read_bytes()
        disk.set_writable(False)
        self.assert_refuses_to_start("Read-only file system|may not be", *self.serve_command())
        self.assert_refuses_to_start(
            "Read-only file system|may not be", "init", "--store", f"sqlite:{self.store}")
        self.assert_refuses_to_start(
            "Read-only file system", "keys", "rotate", "--store", f"sqlite:{self.store}")
        self.assertEqual(self.store.read_bytes(), before)
        disk.set_writable(True)
        server = self.serve(sample)
        self.assertEqual(server.publish().status, 201)

    def other_user(self):
        """Gives the files to a user without root's privileges; returns the options to run a
        command as that user."""
        if os.getuid() != 0:
            return {}
        os.chown(self.folder, 65534, 65534)
        for path in [self.store, Path(f"{self.store}.keys"), *self.folder.rglob("*")]:
            os.chown(path, 65534, 65534)
        return {"user": 65534, "group": 65534, "extra_groups": []}

    def test_a_read_only_directory_is_reported(self):
        sample = self.init()
        user = self.other_user()
        self.folder.chmod(0o500)
        # With an existing lock file, the server could start.
        Path(f"{self.store}.lock").unlink()
        self.assert_refuses_to_start("Permission denied", *self.serve_command(), **user)
        self.folder.chmod(0o700)
        self.assertEqual(self.serve(sample, **user).publish().status, 201)

    def test_a_read_only_store_is_served_with_a_warning(self):
        sample = self.init()
        user = self.other_user()
        self.store.chmod(0o400)
        server = self.serve(sample, **user)
        verified_statement(server.envelope().body, trusted_key(sample["sdkKeys"]["production"]))
        self.assertEqual(server.get("/readyz").status, 200)
        self.assert_problem(server.get("/readyz/writes"), 503, "store-unavailable")
        self.assert_problem(server.publish(), 503, "store-unavailable")
        self.assert_problem(server.send(batch()), 503, "store-unavailable")
        self.assertIn("is read-only: give the server's user permission", server.log_text())
        server.stop()
        self.store.chmod(0o600)
        server = self.serve(sample, **user)
        self.assertEqual(server.publish().json["number"], 4)

    def test_a_private_key_with_open_permissions_is_an_error(self):
        sample = self.init()
        key = next(Path(f"{self.store}.keys").glob("*.key"))
        key.chmod(0o644)
        self.assert_refuses_to_start("chmod 600", *self.serve_command())
        key.chmod(0o600)
        self.serve(sample)


if __name__ == "__main__":
    unittest.main()
