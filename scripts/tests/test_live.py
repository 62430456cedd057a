"""The live tests' classes are those that unittest's loader finds."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import ROOT

MODULES = {
    "shared.py": """
import unittest

class Case(unittest.TestCase):
    pass

class Mixin:
    def test_something(self):
        pass
""",
    "test_a.py": """
import shared

class Helper(dict, object):
    pass

class Base(shared.Case):
    pass

class WithMixin(Base, shared.Mixin):
    pass

class Inherited(WithMixin):
    pass
""",
}


class LiveTestsTests(unittest.TestCase):
    def test_a_class_that_inherits_its_tests_is_found_and_one_without_is_not(self):
        with tempfile.TemporaryDirectory(prefix="flow magic ") as folder:
            for name, text in MODULES.items():
                (Path(folder) / name).write_text(text, encoding="utf-8")
            program = (
                "import sys; from pathlib import Path; sys.dont_write_bytecode = True; "
                "import live_tests; print(*sorted(live_tests.classes(Path(sys.argv[1]))))")
            names = subprocess.run(
                [sys.executable, "-c", program, folder], cwd=ROOT / "scripts/lib", check=True,
                stdout=subprocess.PIPE, text=True).stdout.split()
        self.assertEqual(names, ["test_a.Inherited", "test_a.WithMixin"])


if __name__ == "__main__":
    unittest.main()
