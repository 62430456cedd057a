"""scripts/lib/common.sh: the packages' shared build folder."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from support import ROOT


class KeepCheckouts(unittest.TestCase):
    """SwiftPM removes the checkouts that a package does not need; the server's must be kept."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.checkouts = self.folder / "checkouts"
        for name in ("nio", "crypto"):
            (self.checkouts / name).mkdir(parents=True)
            (self.checkouts / name / "a.swift").write_text(name)
        self.state = self.folder / "workspace-state.json"
        self.state.write_text("both")

    def run_command(self, command):
        script = (f'source "{ROOT}/scripts/lib/common.sh"; build_folder={self.folder}\n'
                  f"command() {{ {command}; }}; keep_checkouts command")
        return subprocess.run(["bash", "-euo", "pipefail", "-c", script], check=False).returncode

    def test_removed_checkouts_are_restored_and_the_status_is_that_of_the_command(self):
        before = (self.checkouts / "nio/a.swift").stat()
        status = self.run_command(
            f'rm -r "{self.checkouts}/nio"; echo one >"{self.state}"; return 3')
        after = (self.checkouts / "nio/a.swift").stat()
        self.assertEqual(status, 3)
        self.assertEqual((after.st_ino, after.st_mtime_ns), (before.st_ino, before.st_mtime_ns))
        self.assertEqual(self.state.read_text(), "both")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["checkouts", "workspace-state.json"])

    def test_an_updated_state_is_kept_if_nothing_was_removed(self):
        status = self.run_command(f'mkdir "{self.checkouts}/new"; echo three >"{self.state}"')
        self.assertEqual((status, self.state.read_text()), (0, "three\n"))

    def test_a_first_build_has_no_checkouts_to_keep(self):
        subprocess.run(["rm", "-r", str(self.checkouts)], check=True)
        self.assertEqual(self.run_command(f'mkdir "{self.checkouts}"'), 0)
        self.assertFalse((self.folder / "checkouts-kept").exists())


if __name__ == "__main__":
    unittest.main()
