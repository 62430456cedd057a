"""Compares the architecture's tables with the packages' declarations and with the folders."""

import unittest

import support  # noqa: F401  (puts scripts/lib on the path)
import dependencies

TABLE = """
<!-- dependencies -->

| package | target | may depend on | what it is |
|---|---|---|---|
| root | `Core` | nothing | the core |
| Server | `tool` | `Core`, `ArgumentParser` | the command |

| another | `table` |
"""
DUMPS = {
    "Package.swift": {"targets": [{"name": "Core", "dependencies": []}]},
    "Server/Package.swift": {"targets": [{"name": "tool", "dependencies": [
        {"product": ["Core", "FlowMagic", None, None]}, {"byName": ["ArgumentParser", None]},
    ]}]},
}


def declared(dumps=None):
    result = {}
    for path, dump in (dumps or DUMPS).items():
        result.update(dependencies.declared(dependencies.package_name(path), dump))
    return result


class Dependencies(unittest.TestCase):
    def findings(self, table, found):
        allowed, findings = dependencies.allowed(table)
        return [str(f) for f in findings + dependencies.compare(allowed, found)]

    def test_equal_sides_give_no_findings(self):
        self.assertEqual(self.findings(TABLE, declared()), [])

    def test_a_new_dependency_names_the_row_that_forbids_it(self):
        found = declared()
        found["root", "Core"].add("NIO")
        self.assertIn("Package.swift: Core depends on NIO, which docs/Architecture.md:6 does not",
                      self.findings(TABLE, found)[0])

    def test_an_allowed_dependency_that_does_not_exist_is_reported(self):
        found = declared()
        found["Server", "tool"].remove("Core")
        self.assertEqual(len(self.findings(TABLE, found)), 1)
        self.assertIn(
            "allows tool to depend on Core, which it does not", self.findings(TABLE, found)[0])

    def test_targets_on_only_one_side_are_reported(self):
        found = declared()
        found["root", "More"] = {"Core"}
        del found["Server", "tool"]
        first, second = self.findings(TABLE, found)
        self.assertIn("add: | root | `More` | `Core` | … |", first)
        self.assertIn("package Server has no target tool", second)

    def test_a_page_without_the_table_is_reported(self):
        self.assertIn("no table after <!-- dependencies -->", self.findings("| a | b |\n", {})[0])

    def test_the_printed_table_passes(self):
        table = "<!-- dependencies -->\n" + "\n".join(dependencies.table(declared()))
        self.assertEqual(self.findings(table, declared()), [])


FOLDERS = """
<!-- folders -->

| folder | what belongs there |
|---|---|
| `Sources/Core/JSON/`, `Text/` | both |
| `Server/Sources/tool/` | `Files/` reads files |
| `*/Sources/C*/` | C |
"""
PATHS = ["Sources/Core/JSON/Parser.swift", "Sources/Core/Text/Names/Name.swift",
         "Sources/Core/Core.swift", "Server/Sources/tool/Files/Read.swift",
         "Server/Sources/CMail/mail.c"]


class Folders(unittest.TestCase):
    def findings(self, paths):
        return [str(finding) for finding in dependencies.compare_folders(FOLDERS, paths)]

    def test_equal_sides_give_no_findings(self):
        self.assertEqual(self.findings(PATHS), [])

    def test_a_folder_without_a_row_is_reported(self):
        self.assertEqual(
            self.findings([*PATHS, "Server/Sources/tool/Graph/Dot.swift"]),
            ["docs/Architecture.md: has no row for the folder Server/Sources/tool/Graph/; "
             "add: | `Server/Sources/tool/Graph/` | … |"])

    def test_a_row_without_a_folder_is_reported(self):
        self.assertEqual(
            self.findings([path for path in PATHS if "Text" not in path]),
            ["docs/Architecture.md:6: there is no folder Text/"])


if __name__ == "__main__":
    unittest.main()
