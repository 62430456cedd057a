"""Settings that a manifest must not impose on apps."""

import unittest

from support import ROOT  # noqa: F401  (puts scripts/lib on the path)

import consumer_rules


def target(settings=(), dependencies=(), kind="regular"):
    return {"name": "Kit", "type": kind, "dependencies": list(dependencies),
            "settings": [{"kind": {name: {}}, "tool": "swift"} for name in settings]}


def crypto(*platforms):
    condition = {"platformNames": list(platforms)} if platforms else None
    return {"product": ["Crypto", "swift-crypto", None, condition]}


def problems(*targets):
    return consumer_rules.problems({"targets": list(targets)})


class ConsumerRules(unittest.TestCase):
    def test_flags_that_may_break_the_build_of_an_app_are_found(self):
        for name in ("unsafeFlags", "treatAllWarnings", "treatWarning"):
            self.assertEqual(problems(target([name])), [f"Kit has the setting {name}"])
        self.assertEqual(problems(target(["enableUpcomingFeature"])), [])

    def test_tests_are_not_part_of_apps(self):
        self.assertEqual(problems(target(["unsafeFlags"], [crypto()], "test")), [])

    def test_crypto_is_linked_only_where_there_is_no_cryptokit(self):
        self.assertEqual(problems(target((), [crypto("linux", "windows")])), [])
        self.assertEqual(
            problems(target((), [crypto("linux", "ios")])), ["Kit links Crypto on ios"])
        self.assertEqual(len(problems(target((), [crypto()]))), len(consumer_rules.APPLE))


if __name__ == "__main__":
    unittest.main()
