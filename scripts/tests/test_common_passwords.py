"""scripts/common-passwords writes a list that Swift can compile, and only if there is none."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import ROOT

import common_passwords

LISTS = "usr/lib/python3/dist-packages/zxcvbn/frequency_lists.py"


class CommonPasswords(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="flow magic ")
        self.addCleanup(folder.cleanup)
        self.machine = Path(folder.name)
        self.out = self.machine / "out" / "CommonPasswords+List.swift"
        self.out.parent.mkdir()
        self.words = [f"word{number}" for number in range(12_000)]

    def install(self, passwords):
        path = self.machine / LISTS
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"FREQUENCY_LISTS = {{'passwords': {passwords!r}, 'names': ['ada']}}\n")
        return path

    def run_script(self):
        environment = dict(
            os.environ, SETUP_SYSTEM_ROOT=str(self.machine), COMMON_PASSWORDS_FILE=str(self.out)
        )
        return subprocess.run(
            [str(ROOT / "scripts/common-passwords")], env=environment, cwd="/", text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )

    def test_the_first_ten_thousand_are_written_one_per_line_as_swift(self):
        self.install(self.words)
        run = self.run_script()
        self.assertEqual((run.returncode, run.stdout), (0, ""))
        lines = self.out.read_text().splitlines()
        self.assertEqual(lines[1:3], [
            "extension CommonPasswords {", '  static let list: StaticString = ##"""',
        ])
        self.assertEqual(lines[3:10_003], [f"    {word}" for word in self.words[:10_000]])
        self.assertEqual(lines[10_003:], ['    """##', "}"])

    def test_a_list_that_older_versions_store_as_one_text_is_read_too(self):
        words = common_passwords.passwords(self.install(",".join(self.words)))
        self.assertEqual(words, self.words[:10_000])

    def test_an_existing_list_is_left_unchanged(self):
        self.out.write_text("mine")
        run = self.run_script()
        self.assertEqual((run.returncode, run.stdout, self.out.read_text()), (0, "", "mine"))

    def test_a_list_that_is_too_short_or_broken_is_reported_and_nothing_is_written(self):
        too_short = f"has 3 passwords, and {common_passwords.COUNT} are needed"
        for passwords, words in [
            (self.words[:3], too_short),
            (['"""## }'] + self.words, "1 passwords do not fit into a Swift string literal"),
            ([r"an escape \##u"] + self.words,
             "1 passwords do not fit into a Swift string literal"),
            (["two\nlines"] + self.words, "1 passwords do not fit into a Swift string literal"),
        ]:
            self.install(passwords)
            run = self.run_script()
            self.assertEqual(run.returncode, 1)
            self.assertIn("error: the list of common passwords cannot be written:", run.stdout)
            self.assertIn(words, run.stdout)
            self.assertEqual(os.listdir(self.out.parent), [])

    def test_git_ignores_the_list(self):
        path = "Accounts/Sources/Accounts/Passwords/CommonPasswords+List.swift"
        run = subprocess.run(["git", "check-ignore", "--quiet", path], cwd=ROOT, check=False)
        self.assertEqual(run.returncode, 0)


if __name__ == "__main__":
    unittest.main()
