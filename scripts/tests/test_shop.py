"""The sample app follows the requested environment, with that environment's key."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import ROOT


class ShopScripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="flow magic ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "sample.json").write_text(json.dumps(
            {"sdkKeys": {"development": "pk_d", "production": "pk_p"}}))

    def shell(self, line, **environment):
        """Runs a line in a shell with the library, and without the variables that it reads."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith("SHOP_")}
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", f'source "{ROOT}/scripts/lib/shop.sh"\n{line}'],
            cwd=self.folder, env={**clean, **environment}, text=True, capture_output=True,
            check=False)

    def environment(self, arguments, **variables):
        return self.shell(f"shop_environment {arguments}", **variables).stdout

    def test_the_last_environment_in_the_arguments_counts(self):
        self.assertEqual(self.environment(""), "production\n")
        self.assertEqual(self.environment("--set country=DE"), "production\n")
        self.assertEqual(self.environment("--environment development"), "development\n")
        self.assertEqual(
            self.environment("--environment a --fresh --environment b"), "b\n")
        self.assertEqual(self.environment("--environment"), "production\n")

    def test_the_variable_sets_the_environment_unless_an_argument_does(self):
        self.assertEqual(self.environment("", SHOP_ENVIRONMENT="staging"), "staging\n")
        self.assertEqual(
            self.environment("--environment a", SHOP_ENVIRONMENT="staging"), "a\n")

    def test_keys_come_from_the_sample_and_existing_ones_can_be_listed(self):
        self.assertEqual(
            self.shell('sample_value . sdkKeys development').stdout, "pk_d\n")
        self.assertNotEqual(self.shell('sample_value . sdkKeys staging').returncode, 0)
        self.assertEqual(self.shell('sample_keys . sdkKeys').stdout, "development, production\n")

    def sample_after(self, end):
        """The sample's file after `prepare_sample`, with a token that expires at `end`."""
        (self.folder / "sample.json").write_text(json.dumps(
            {"token": "old", "password": "kept", "tokenExpires": end}))
        tool = self.folder / "tool"
        tool.write_text("""#!/bin/sh
            echo "$@" >asked
            echo '{"token": "new", "tokenExpires": "2999-01-01T00:00:00Z", "adminTokens": [],'
            echo ' "password": null}'
            """)
        tool.chmod(0o700)
        run = self.shell('flowmagic=./tool; fail() { echo "$1"; exit 1; }; prepare_sample .')
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return json.loads((self.folder / "sample.json").read_text())

    def test_an_expired_admin_token_is_replaced_and_the_password_stays(self):
        sample = self.sample_after("2026-01-01T00:00:00Z")
        self.assertEqual((sample["token"], sample["password"]), ("new", "kept"))
        self.assertIn("--new-token", (self.folder / "asked").read_text())
        self.assertEqual((self.folder / "sample.json").stat().st_mode & 0o777, 0o600)

    def test_an_admin_token_that_works_is_kept(self):
        self.assertEqual(self.sample_after("2998-01-01T00:00:00Z")["token"], "old")
        self.assertEqual(self.sample_after(None)["token"], "old")
        self.assertFalse((self.folder / "asked").exists())


if __name__ == "__main__":
    unittest.main()
