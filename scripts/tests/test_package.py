"""The SBOM and licenses of packages, the paths of installed files, and the table of coverage."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import ROOT
import coverage_table
from package_contents import Component, licenses, sbom


class Contents(unittest.TestCase):
    parts = [
        Component("swift-nio", "2.1.0", "pkg:swift/github.com/apple/swift-nio@2.1.0", ["Apache"]),
        Component("react", "18.2.0", "pkg:npm/react@18.2.0", ["MIT"], debian="node-react@18.2.0-1"),
        Component("libcurl.so.4", "7.88", "pkg:deb/debian/libcurl4@7.88", debian="libcurl4@7.88",
                  is_bundled=False),
    ]

    def test_the_sbom_names_every_part_with_its_package_url(self):
        document = sbom(self.parts, "0.1.0", 0)
        self.assertEqual(document["bomFormat"], "CycloneDX")
        self.assertEqual(document["metadata"]["timestamp"], "1970-01-01T00:00:00Z")
        self.assertEqual([component["purl"] for component in document["components"]],
                         [part.purl for part in self.parts])
        self.assertEqual([component["scope"] for component in document["components"]],
                         ["required", "required", "optional"])
        self.assertEqual(document["components"][1]["properties"],
                         [{"name": "debian:package", "value": "node-react@18.2.0-1"}])
        self.assertEqual(len(document["dependencies"][0]["dependsOn"]), 3)

    def test_the_same_parts_have_the_same_sbom_and_others_a_different_one(self):
        first, second = (json.dumps(sbom(self.parts, "0.1.0", 7)) for _ in range(2))
        self.assertEqual(first, second)
        other = sbom(self.parts[:1], "0.1.0", 7)
        self.assertNotEqual(json.loads(first)["serialNumber"], other["serialNumber"])

    def test_a_shared_license_text_is_included_once(self):
        text = licenses([Component("a", "1", "", ["Same\n"]), Component("b", "2", "", ["Same"]),
                         Component("c", "3", "", ["Other"])])
        self.assertEqual(text.count("Same"), 1)
        self.assertIn("a 1, b 2\n", text)
        self.assertIn("c 3\n", text)


class Installed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="flow magic ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        parts = self.folder / "parts"
        parts.mkdir()
        for name in ("completion.bash", "completion.zsh", "completion.fish", "flowmagic.1",
                     "third-party-licenses.txt", "sbom.cdx.json", "flowmagic"):
            (parts / name).write_text(name)

    def shell(self, line):
        script = (f'source scripts/lib/common.sh; source scripts/lib/package.sh\n'
                  f'flowmagic="{self.folder}/parts/flowmagic" package_parts="{self.folder}/parts"\n'
                  f'{line}')
        run = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=ROOT, text=True,
                             capture_output=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)

    def files(self):
        root = self.folder / "root"
        return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}

    def test_files_are_installed_below_the_prefix_and_removed_except_for_settings(self):
        self.shell(f'install_files /usr "{self.folder}/root"')
        self.assertLessEqual(
            {"usr/bin/flowmagic", "usr/share/man/man1/flowmagic.1",
             "usr/share/bash-completion/completions/flowmagic",
             "usr/share/doc/flowmagic/third-party-licenses.txt"}, self.files())
        self.shell(f'uninstall_files /usr "{self.folder}/root"')
        self.assertLessEqual(self.files(), {"etc/flowmagic/flowmagic.json"})

    @unittest.skipUnless(Path("/proc").is_dir(), "systemd exists only on Linux")
    def test_the_unit_starts_the_command_of_the_prefix_and_changed_settings_are_kept(self):
        self.shell(f'install_files /usr/local "{self.folder}/root"')
        unit = self.folder / "root/usr/local/lib/systemd/system/flowmagic.service"
        self.assertIn("ExecStart=/usr/local/bin/flowmagic serve --config "
                      "/usr/local/etc/flowmagic/flowmagic.json\n", unit.read_text())
        listening = unit.with_name("flowmagic.socket").read_text()
        self.assertIn("/usr/local/etc/flowmagic/flowmagic.json", listening)
        self.assertNotIn("@", listening)
        settings = self.folder / "root/usr/local/etc/flowmagic/flowmagic.json"
        settings.write_text("{}")
        self.shell(f'install_files /usr/local "{self.folder}/root"')
        self.assertEqual(settings.read_text(), "{}")


class Coverage(unittest.TestCase):
    def report(self, **files):
        counts = {name: {"lines": {"covered": run, "count": total},
                         "functions": {"covered": 1, "count": 2}}
                  for name, (run, total) in files.items()}
        return {"data": [{"files": [{"filename": f"/r/{name}", "summary": summary}
                                    for name, summary in counts.items()]}]}

    def test_a_target_counts_once_with_its_best_report(self):
        found = coverage_table.rows([
            self.report(**{"Sources/FlowCore/A.swift": (9, 10),
                           "Sources/FlowCore/B/C.swift": (1, 10),
                           "Tests/FlowCoreTests/T.swift": (1, 1)}),
            self.report(**{"Sources/FlowCore/A.swift": (1, 10),
                           "Server/Sources/FlowServer/S.swift": (3, 4),
                           ".build/checkouts/x/Sources/X/X.swift": (1, 1)}),
        ], "/r")
        self.assertEqual(found, [
            ("Server/Sources/FlowServer", 3, 4, 1, 2), ("Sources/FlowCore", 10, 20, 2, 4)])
        lines = list(coverage_table.table(found))
        self.assertRegex(lines[2], r"^Sources/FlowCore +20 +50\.0% +4 +50\.0%$")
        self.assertRegex(lines[-1], r"^all +24 +54\.2% +6 +50\.0%$")


if __name__ == "__main__":
    unittest.main()
