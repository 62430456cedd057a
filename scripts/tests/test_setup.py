"""scripts/setup installs only what is missing; apt-get is a stub that records its calls."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import ROOT

TOOLS = ["bash", "dirname", "uname", "sed", "head", "id", "mkdir", "tail", "env", "cat"]
FREQUENCY_LISTS = "usr/lib/python3/dist-packages/zxcvbn/frequency_lists.py"
# The files of a fake machine on which everything is installed.
FILES = [
    "usr/include/stdio.h", "usr/include/c++/12/cstdlib", "etc/ssl/certs/ca-certificates.crt",
    "usr/lib/x86_64-linux-gnu/libxml2.so.2", "usr/lib/x86_64-linux-gnu/libcurl.so.4",
    "usr/lib/x86_64-linux-gnu/libsqlite3.so.0", "usr/lib/x86_64-linux-gnu/libncurses.so.6",
    "usr/lib/x86_64-linux-gnu/libuuid.so.1", "lib/x86_64-linux-gnu/libz.so.1",
    "usr/lib/wasm32-wasi/libc.a", "usr/include/sqlite3.h", "usr/include/qrencode.h",
    "usr/include/zlib.h",
    FREQUENCY_LISTS, "usr/share/fonts/truetype/inter-vf",
    "usr/include/x86_64-linux-gnu/curl/curl.h", "usr/include/libxml2/libxml/HTMLparser.h",
    *(f"usr/share/nodejs/{module}" for module in ("react", "react-dom")),
]
SWIFT = "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'"


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="flow magic ")
        self.addCleanup(folder.cleanup)
        self.machine = Path(folder.name)
        self.bin = self.machine / "bin"
        self.bin.mkdir()
        self.calls = self.machine / "calls.txt"
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        for file in FILES:
            (self.machine / file).parent.mkdir(parents=True, exist_ok=True)
            (self.machine / file).touch()
        for tool in ["git", "make", "gcc", "readelf", "valgrind", "tmux", "chromium",
                     "esbuild", "tsc", "pkg-config"]:
            self.program(tool, "exit 0")
        # A stub of the interpreter that prints what it was asked to create.
        self.program("python3", f'echo "$*" >>"{self.machine}/python.txt"')
        self.list = self.machine / "CommonPasswords+List.swift"
        self.list.write_text("made before")
        self.program("node", "echo 20")
        self.program("swift", SWIFT)
        self.program("uname", "echo Linux")
        self.program("id", "echo 0")
        self.program("apt-get", f'echo "$*" >>"{self.calls}"')

    def program(self, name, script):
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def remove(self, path):
        (self.machine / path).unlink()

    def setup_machine(self, *parts, **more):
        environment = {
            **more,
            "PATH": str(self.bin), "SETUP_SYSTEM_ROOT": str(self.machine),
            "COMMON_PASSWORDS_FILE": str(self.list),
        }
        return subprocess.run(
            [shutil.which("bash"), str(ROOT / "scripts/setup"), *parts], env=environment, cwd="/",
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )

    def apt_calls(self):
        return self.calls.read_text().splitlines() if self.calls.exists() else []

    def test_a_complete_machine_is_left_unchanged_without_output(self):
        run = self.setup_machine("all")
        self.assertEqual((run.returncode, run.stdout, self.apt_calls()), (0, "", []))

    def test_what_is_missing_is_named_in_one_sentence_and_installed(self):
        self.remove("bin/node")
        self.remove("usr/lib/wasm32-wasi/libc.a")
        self.remove("bin/valgrind")
        run = self.setup_machine("all")
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertEqual(
            run.stdout,
            "Installing what is missing with apt-get:"
            " Node 18 or newer, wasi-libc and valgrind.\n",
        )
        self.assertEqual(self.apt_calls(), [
            "-qq update",
            "-qq install --yes --no-install-recommends nodejs wasi-libc valgrind",
        ])

    def test_a_missing_library_of_the_toolchain_is_installed(self):
        self.remove("usr/lib/x86_64-linux-gnu/libuuid.so.1")
        run = self.setup_machine("build")
        self.assertEqual(run.stdout, "Installing what is missing with apt-get: libuuid.\n")
        self.assertIn("libuuid1", self.apt_calls()[-1])

    def test_the_headers_that_the_store_compiles_against_are_installed(self):
        self.remove("usr/include/sqlite3.h")
        run = self.setup_machine("build")
        self.assertEqual(run.stdout, "Installing what is missing with apt-get: SQLite's headers.\n")
        self.assertIn("libsqlite3-dev", self.apt_calls()[-1])

    def test_a_missing_list_of_common_passwords_is_generated(self):
        self.list.unlink()
        self.remove(FREQUENCY_LISTS)
        installed = self.machine / FREQUENCY_LISTS
        self.program("apt-get", f'echo "$*" >>"{self.calls}"; : >"{installed}"')
        run = self.setup_machine("build")
        self.assertEqual(
            (run.returncode, run.stdout),
            (0, "Installing what is missing with apt-get: the list of common passwords.\n"),
        )
        self.assertIn("python3-zxcvbn", self.apt_calls()[-1])
        self.assertTrue((self.machine / "python.txt").exists())

    def test_an_installed_list_of_common_passwords_is_written_without_output(self):
        self.list.unlink()
        run = self.setup_machine("build")
        self.assertEqual((run.returncode, run.stdout, self.apt_calls()), (0, "", []))
        self.assertEqual(
            (self.machine / "python.txt").read_text(),
            f"scripts/lib/common_passwords.py {self.machine / FREQUENCY_LISTS} {self.list}\n",
        )

    def test_an_existing_list_needs_no_package(self):
        self.remove(FREQUENCY_LISTS)
        self.assertEqual((self.setup_machine("build").stdout, self.apt_calls()), ("", []))

    def test_a_part_that_builds_nothing_generates_no_list(self):
        self.list.unlink()
        self.assertEqual(self.setup_machine("demo").stdout, "")
        self.assertFalse((self.machine / "python.txt").exists())

    def test_the_headers_for_emails_are_installed(self):
        self.remove("usr/include/x86_64-linux-gnu/curl/curl.h")
        run = self.setup_machine("build")
        self.assertEqual(
            run.stdout, "Installing what is missing with apt-get: libcurl's headers.\n")
        self.assertIn("libcurl4-openssl-dev", self.apt_calls()[-1])

    def test_the_header_for_color_profiles_is_installed(self):
        self.remove("usr/include/zlib.h")
        run = self.setup_machine("build")
        self.assertEqual(
            run.stdout, "Installing what is missing with apt-get: zlib's header.\n")
        self.assertIn("zlib1g-dev", self.apt_calls()[-1])

    def test_the_header_for_qr_codes_is_installed(self):
        self.remove("usr/include/qrencode.h")
        run = self.setup_machine("build")
        self.assertEqual(
            run.stdout, "Installing what is missing with apt-get: libqrencode's header.\n")
        self.assertIn("libqrencode-dev", self.apt_calls()[-1])

    def test_the_browser_for_tests_is_installed(self):
        self.assertEqual(self.setup_machine("browser").stdout, "")
        installs = "Installing what is missing with apt-get: chromium-headless-shell.\n"
        self.assertEqual(self.setup_machine("browser", CI="true").stdout, installs)
        self.remove("bin/chromium")
        self.assertEqual(self.setup_machine("build").stdout, "")
        self.assertEqual(self.setup_machine("browser").stdout, installs)

    def test_proxies_are_installed_in_continuous_integration_or_when_asked_for(self):
        for tool in ("python3", "nginx", "openssl"):
            self.program(tool, "exit 0")
        self.assertEqual((self.setup_machine("live").stdout, self.apt_calls()), ("", []))
        self.setup_machine("live", CI="true")
        self.setup_machine("proxies")
        install = "-qq install --yes --no-install-recommends haproxy caddy"
        self.assertEqual(self.apt_calls(), ["-qq update", install] * 2)
        # A folder that only root's PATH contains.
        for proxy in ("haproxy", "caddy"):
            path = self.machine / "usr/sbin" / proxy
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o755)
        self.assertEqual(self.setup_machine("proxies").stdout, "")

    def test_the_packages_of_the_portal_are_installed_by_their_debian_names(self):
        self.remove("bin/esbuild")
        self.remove("bin/tsc")
        self.remove("usr/share/nodejs/react-dom")
        self.remove("usr/share/nodejs/react")
        run = self.setup_machine("portal")
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertEqual(
            self.apt_calls()[-1],
            "-qq install --yes --no-install-recommends"
            " esbuild node-typescript node-react node-react-dom")

    def test_headers_in_the_paths_of_other_systems_are_found_too(self):
        self.remove("usr/include/x86_64-linux-gnu/curl/curl.h")
        (self.machine / "usr/include/curl").mkdir()
        (self.machine / "usr/include/curl/curl.h").touch()
        self.assertEqual((self.setup_machine("build").stdout, self.apt_calls()), ("", []))

    def test_what_several_parts_need_is_named_and_installed_once(self):
        self.program("python3", "exit 1")
        run = self.setup_machine("live", "portal", "browser")
        self.assertEqual(run.stdout, "Installing what is missing with apt-get: Python's venv.\n")
        self.assertEqual(
            self.apt_calls()[-1], "-qq install --yes --no-install-recommends python3-venv")

    def test_only_the_named_part_is_checked(self):
        self.remove("bin/valgrind")
        self.assertEqual((self.setup_machine("build").stdout, self.apt_calls()), ("", []))

    def test_an_old_node_counts_as_missing(self):
        self.program("node", "echo 16")
        self.setup_machine("wasm")
        self.assertIn("nodejs", self.apt_calls()[-1])

    def test_someone_who_is_not_root_installs_through_sudo(self):
        self.remove("bin/git")
        self.program("id", "echo 1000")
        run = self.setup_machine("build")
        self.assertEqual(run.returncode, 1)
        self.assertIn("as root, run: apt-get install git", run.stdout)
        self.program("sudo", '[ "$1" = -v ] || exec "$@"')
        self.assertEqual(self.setup_machine("build").returncode, 0)
        self.assertEqual(len(self.apt_calls()), 2)

    def test_a_failed_installation_is_reported_with_its_output(self):
        self.remove("bin/git")
        self.program("apt-get", "echo 'no such package'; exit 100")
        run = self.setup_machine("build")
        self.assertEqual(run.returncode, 1)
        self.assertIn("no such package\nerror: apt-get could not install git", run.stdout)

    def test_missing_old_or_broken_swift_is_reported_with_a_download_link(self):
        self.program("swift", "echo 'Swift version 6.1 (swift-6.1-RELEASE)'")
        self.assertIn("this is Swift 6.1: see https://www.swift.org", self.setup_machine().stdout)
        self.program("swift", "echo 'cannot open libx.so'; exit 127")
        self.assertIn("`swift --version` fails: cannot open libx.so", self.setup_machine().stdout)
        self.remove("bin/swift")
        run = self.setup_machine()
        self.assertEqual(run.returncode, 1)
        self.assertIn("`swift` is not on the PATH: see https://www.swift.org", run.stdout)

    def test_on_macos_one_sentence_names_the_homebrew_packages(self):
        self.program("uname", "echo Darwin")
        self.program("brew", f'echo "{self.machine}/brew"')
        self.remove("bin/node")
        run = self.setup_machine("build", "wasm")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(
            run.stdout,
            "error: missing: libqrencode, Node 18 or newer and wasi-libc;"
            " run: brew install qrencode node wasi-libc\n",
        )
        self.assertEqual(self.apt_calls(), [])

    def test_an_unknown_part_is_rejected(self):
        self.assertIn('not "everything"', self.setup_machine("everything").stdout)


if __name__ == "__main__":
    unittest.main()
