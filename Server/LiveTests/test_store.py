"""The store's files: complete after a shutdown, checked at startup, and reported by health
probes."""

import shutil
import sqlite3
import unittest

from support import LiveCase, batch, wait_for


class StoreFiles(LiveCase):
    def test_a_copy_of_the_file_after_a_clean_stop_has_every_release(self):
        server = self.serve_sample()
        for number in range(5):
            self.assertEqual(server.publish(f"{number}").status, 201)
        # Reads open connections, which must not prevent the checkpoint of the write-ahead log.
        numbers = [release["number"] for release in server.releases()]
        self.assertEqual(server.stop(), 0)
        shutil.copy(self.store, self.folder / "copy.db")
        database = sqlite3.connect(self.folder / "copy.db")
        self.addCleanup(database.close)
        stored = database.execute("SELECT number FROM release ORDER BY number DESC").fetchall()
        self.assertEqual([number for number, in stored], numbers)

    def test_a_held_write_lock_does_not_block_reads(self):
        server = self.serve_sample()
        shell = sqlite3.connect(self.store, isolation_level=None)
        self.addCleanup(shell.close)
        shell.execute("BEGIN IMMEDIATE")
        wait_for(
            lambda: server.get("/readyz/writes", bearer="").status == 503, "the lock to be noticed")
        for path in ("/livez", "/healthz", "/readyz"):
            self.assertEqual(server.get(path, bearer="").status, 200, path)
        self.assertEqual(server.envelope().status, 200)
        self.assert_problem(server.send(batch(1)), 503, "store-unavailable")
        shell.execute("ROLLBACK")
        self.assertEqual(server.send(batch(1)).status, 202)
        wait_for(
            lambda: server.get("/readyz/writes", bearer="").status == 200, "writes to be ready")

    def test_probes_write_nothing_to_the_disk(self):
        server = self.serve_sample()
        files = [self.store, self.store.with_name("store.db-wal")]

        def states():
            return [(file.stat().st_size, file.stat().st_mtime_ns)
                    for file in files if file.exists()]

        def is_unchanged():
            before = states()
            for path in ("/livez", "/readyz", "/readyz/writes") * 20:
                self.assertEqual(server.get(path, bearer="").status, 200, path)
            return states() == before

        # Meanwhile, the startup tasks of the server write once.
        wait_for(is_unchanged, "probes that write nothing")

    def test_a_torn_store_is_rejected_at_startup(self):
        server = self.serve_sample()
        for number in range(20):
            server.publish(f"{number}")
        self.assertEqual(server.stop(), 0)
        whole = self.store.read_bytes()
        half = len(whole) // 8192 * 4096
        self.store.write_bytes(whole[:half] + bytes(len(whole) - half))
        self.assert_refuses_to_start("damaged.*restore a backup", *self.serve_command())
        self.store.write_bytes(whole[:half])
        self.assert_refuses_to_start("truncated", *self.serve_command())
        self.store.write_bytes(whole)
        self.serve(server.sample)


if __name__ == "__main__":
    unittest.main()
