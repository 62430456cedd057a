"""Settings that a package's manifest must not have, because they affect apps that add it.

Reads `swift package dump-package` and prints each problem on a line; fails if there is any.
"""

import json
import sys

# Settings that may break an app's build, or that SwiftPM rejects in a dependency.
STRICT = {"unsafeFlags", "treatAllWarnings", "treatWarning"}
APPLE = {"macos", "maccatalyst", "ios", "tvos", "watchos", "visionos", "driverkit"}


def problems(package):
    """The problems of a manifest."""
    found = []
    for target in package["targets"]:
        if target["type"] == "test":
            continue
        for setting in target["settings"]:
            for kind in STRICT & set(setting["kind"]):
                found.append(f"{target['name']} has the setting {kind}")
        for dependency in target["dependencies"]:
            product = dependency.get("product")
            if product is None or product[1] != "swift-crypto":
                continue
            platforms = (product[3] or {}).get("platformNames") or sorted(APPLE)
            for platform in sorted(APPLE & set(platforms)):
                found.append(f"{target['name']} links {product[0]} on {platform}")
    return found


if __name__ == "__main__":
    LINES = problems(json.load(sys.stdin))
    print("\n".join(LINES), end="")
    sys.exit(1 if LINES else 0)
