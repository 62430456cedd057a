"""Failing starts: each exits with status 1 and a message, and changes nothing."""

import os
import shutil
import socket
import sqlite3
import unittest
from pathlib import Path

from support import APP, LiveCase, batch


class InUse(LiveCase):
    def test_a_port_in_use_is_reported(self):
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            self.assert_refuses_to_start(
                f"127.0.0.1:{port} is already in use", *self.serve_command(port=port))
        # The store is unlocked and usable.
        self.serve(self.init())

    def test_a_second_server_on_the_same_file_is_an_error_with_the_process_id(self):
        server = self.serve_sample()
        link = self.folder / "other name.db"
        link.symlink_to(self.store)
        for name in (self.store, link):
            self.assert_refuses_to_start(
                f"in use by another server, process {server.process.pid}",
                *self.serve_command(name))
        self.assertEqual(server.publish().status, 201)
        server.kill()
        self.assertEqual(self.serve(server.sample).publish().json["number"], 5)

    def test_a_second_server_with_the_same_keys_is_an_error(self):
        sample = self.init()
        copy = self.folder / "copy.db"
        shutil.copy(self.store, copy)
        server = self.serve(sample)
        keys = f"{self.store}.keys"
        for command in (self.serve_command(copy), ("init", "--store", f"sqlite:{copy}")):
            self.assert_refuses_to_start(
                f"The signing keys in {keys} are in use by another server",
                *command, "--keys", keys)
        # Commands that run next to the server, and its next start after a crash, are not affected.
        for command in (("keys", "rotate"), ("backup", self.folder / "one.backup"), ("check",)):
            run = self.command(*command, "--store", f"sqlite:{self.store}")
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual(server.publish().json["number"], 4)
        server.kill()
        self.assertEqual(self.serve(sample).publish().json["number"], 5)

    def test_writes_fail_while_another_process_locks_the_database(self):
        server = self.serve_sample()
        other = sqlite3.connect(self.store, isolation_level=None)
        self.addCleanup(other.close)
        other.execute("BEGIN IMMEDIATE")
        self.assert_problem(server.publish(), 503, "store-unavailable")
        self.assertEqual(len(server.releases()), 3)
        self.assertEqual(server.envelope().status, 200)
        self.assertIn("Another process has locked", server.log_text())
        other.execute("ROLLBACK")
        self.assertEqual(server.publish().json["number"], 4)
        self.assertEqual(server.send(batch()).status, 202)


class Damaged(LiveCase):
    def setUp(self):
        super().setUp()
        self.sample = self.init()
        # Moves everything from the write-ahead log to the database, which the tests damage.
        database = sqlite3.connect(self.store)
        self.assertEqual(database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0], 0)
        database.close()
        self.keys = Path(f"{self.store}.keys")

    def assert_refused_unchanged(self, path, pattern):
        """Neither command starts, and the file is left unchanged."""
        before = path.read_bytes() if path.exists() else None
        for arguments in (self.serve_command(),
                          ("init", "--store", f"sqlite:{self.store}", "--json")):
            self.assert_refuses_to_start(pattern, *arguments)
            self.assertEqual(path.read_bytes() if path.exists() else None, before)

    def test_a_file_with_an_overwritten_header_is_refused(self):
        with self.store.open("r+b") as file:
            file.write(b"overwritten" * 20)
        self.assert_refused_unchanged(self.store, "is not a database, or its beginning is damaged")

    def test_a_database_of_another_program_is_refused(self):
        self.store.unlink()
        other = sqlite3.connect(self.store)
        other.execute("CREATE TABLE theirs (value)")
        other.commit()
        other.close()
        self.assert_refused_unchanged(self.store, "a database of another program")

    def test_a_truncated_file_is_refused(self):
        os.truncate(self.store, self.store.stat().st_size // 3)
        self.assert_refused_unchanged(self.store, "is damaged: .*[Rr]estore a backup")

    def test_a_file_from_a_newer_version_is_refused(self):
        other = sqlite3.connect(self.store)
        other.execute("PRAGMA user_version = 99")
        other.close()
        self.assert_refused_unchanged(
            self.store, "has schema 99, .* start the newer server, .* start with a new store")

    def test_a_damaged_page_of_the_database_never_crashes_the_server(self):
        """The damage is reported at the start or by a request, without a 500 or wrong data."""
        original = self.store.read_bytes()
        released = self.release_documents()
        for page in range(1, len(original) // 4096):
            for suffix in ("-wal", "-shm"):
                Path(f"{self.store}{suffix}").unlink(missing_ok=True)
            bytes_ = bytearray(original)
            bytes_[page * 4096:(page + 1) * 4096] = b"\xa5" * 4096
            self.store.write_bytes(bytes_)
            with self.subTest(page=page):
                self.check_damaged(released)

    def release_documents(self):
        server = self.serve(self.sample)
        documents = [server.get(f"{APP}/releases/{n}").body for n in (1, 2, 3)]
        self.assertEqual(server.stop(), 0)
        return documents

    def check_damaged(self, released):
        try:
            server = self.serve(self.sample)
        except AssertionError as error:
            self.assertRegex(
                str(error), r'(?s)exited with 1: .*"critical","message":"[^\n]* is damaged: ')
            return
        for number, document in enumerate(released, start=1):
            response = server.get(f"{APP}/releases/{number}")
            self.assertIn(response.status, (200, 401, 404, 503), response)
            if response.status == 200:
                self.assertEqual(response.body, document)
        for path in ("/v1/apps", f"{APP}/manifests", "/v1/audit", "/v1/tokens", f"{APP}/sdk-keys"):
            # NB: a stored manifest that cannot be read gives 400.
            self.assertIn(server.get(path).status, (200, 400, 401, 404, 503), path)
        self.assertIn(server.publish().status, (201, 400, 401, 404, 409, 422, 503))
        self.assertIn(server.send(batch()).status, (202, 401, 503))
        self.assertIsNone(server.process.poll(), "the server has crashed")
        server.kill()

    def test_a_log_without_its_database_is_refused(self):
        server = self.serve(self.sample)
        server.publish()
        server.kill()
        self.store.unlink()
        self.assert_refused_unchanged(self.store, "restore the file, or move")

    def test_damaged_or_missing_keys_are_refused(self):
        private = next(self.keys.glob("*.key"))
        chain = self.keys / "keys.json"
        original = {path: path.read_bytes() for path in (private, chain)}
        for path, damage, pattern in (
                (chain, b'{"keySets": [', "keys.json is damaged"),
                (chain, b'{"keySets": []}', "keys.json has no key set"),
                (chain, b"", "keys.json is damaged"),
                (private, b"nothing\n", "is damaged. Restore it from a backup"),
                (private, None, "is missing: without the private key nothing can be signed")):
            path.unlink()
            if damage is not None:
                path.touch(0o600)
                path.write_bytes(damage)
            self.assert_refuses_to_start(pattern, *self.serve_command())
            self.assert_refuses_to_start(
                pattern, "keys", "rotate", "--store", f"sqlite:{self.store}")
            self.assertEqual(path.read_bytes() if path.exists() else None, damage)
            path.touch(0o600)
            path.write_bytes(original[path])
        self.serve(self.sample)

    def test_missing_keys_of_an_existing_store_are_not_replaced(self):
        for path in (self.keys / "keys.json", self.keys):
            (shutil.rmtree if path.is_dir() else os.unlink)(path)
            before = sorted(self.keys.glob("*.key"))
            for arguments in (self.serve_command(), ("init", "--store", f"sqlite:{self.store}")):
                self.assert_refuses_to_start("Restore the folder from a backup", *arguments)
                self.assertEqual(sorted(self.keys.glob("*.key")), before)


class Settings(LiveCase):
    def assert_setting_refused(self, pattern, *arguments, **options):
        self.assert_refuses_to_start(pattern, *arguments, cwd=self.folder, **options)
        self.assertEqual([path.name for path in self.folder.iterdir()
                          if path.suffix != ".json"], [], "a file was created")

    def test_an_invalid_setting_is_reported(self):
        store = ("--store", f"sqlite:{self.store}")
        for pattern, *arguments in (
                ("--bind must be an address and a port", "--bind", "nowhere"),
                ("--bind must be", "--bind", "127.0.0.1:70000"),
                ("--log-format must be", "--log-format", "xml"),
                ("--log-level must be", "--log-level", "loud"),
                ("No such file", "--config", str(self.folder / "none.json"))):
            self.assert_setting_refused(pattern, "serve", *store, *arguments, status=64)
        self.assert_setting_refused("--log-level must be", "serve", *store, status=64,
                                    env={**os.environ, "FLOWMAGIC_LOG_LEVEL": "loud"})
        self.assert_setting_refused(
            "The passphrase file cannot be used", "backup", str(self.folder / "one.backup"), *store,
            "--passphrase-file", str(self.folder / "none"), status=64)

    def test_an_invalid_store_is_reported(self):
        for status, pattern, store in (
                (1, "Create the folder first", f"sqlite:{self.folder}/none/store.db"),
                (1, "is a folder", f"sqlite:{self.folder}"),
                (64, "is not a file", "oracle://somewhere"),
                (64, "names no file", "sqlite:"),
                (64, "names no file", "sqlite://"),
                (64, "without //", "sqlite://store.db")):
            self.assert_setting_refused(pattern, "serve", "--store", store, status=status)

    def test_an_invalid_settings_file_is_reported_with_its_position(self):
        path = self.folder / "settings.json"
        for text, pattern in (
                ('{\n  "bind": \n}', r"settings\.json:\d+:\d+: "),
                ('{"colour": "red"}', 'Unknown setting "colour"'),
                ('{"bind": 8080}', r"settings\.json:1:10: "),
                ('[]', r"settings\.json:1:1: ")):
            path.write_text(text)
            self.assert_setting_refused(pattern, "serve", "--config", str(path), status=64)

    def test_a_foreign_address_is_reported(self):
        self.assert_refuses_to_start(
            "not an address of this machine", "serve", "--bind", "192.0.2.1:0",
            "--store", f"sqlite:{self.store}")


if __name__ == "__main__":
    unittest.main()
