"""Measures lists and updates of the price tracker with a tenth of the products and with all of
them.

Fails when a list is slower than 10 ms at its 95th percentile, or when ten times as many products
take much more than ten times as long.
"""

import json
import subprocess
import sys

LIST_MILLISECONDS = 10
# The time is linear, except that a tenth of the products fits into caches and all do not.
GROWTH = 1.3


def measure(program: str, products: int) -> dict[str, float]:
    """Returns the measurements of one run with a number of products."""
    run = subprocess.run([program, str(products)], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def main() -> int:
    program, products = sys.argv[1], int(sys.argv[2])
    results = [measure(program, products // 10), measure(program, products)]
    rows = [
        ("products read", "products", ",.0f"),
        ("notices created", "notices", ",.0f"),
        ("products/s", "productsPerSecond", ",.0f"),
        ("notices/s", "noticesPerSecond", ",.0f"),
        ("seconds of the update", "updateSeconds", ",.1f"),
        ("peak memory, MB", "peakMegabytes", ",.0f"),
    ]
    for prefix, name in [
        ("list", "page of a list"),
        ("category", "page of three categories"),
        ("frequentWord", "page with a frequent word"),
        ("rareWord", "page with a rare word"),
    ]:
        rows.append((f"{name}, median ms", f"{prefix}MedianMilliseconds", ".2f"))
        rows.append((f"{name}, p95 ms", f"{prefix}P95Milliseconds", ".2f"))
    for label, key, spec in rows:
        print(f"{label:36}" + "".join(f"{format(r[key], spec):>14}" for r in results))
    failures = []
    if results[1]["listP95Milliseconds"] > LIST_MILLISECONDS:
        failures.append(f"a list takes more than {LIST_MILLISECONDS} ms at its 95th percentile")
    growth = results[0]["productsPerSecond"] / results[1]["productsPerSecond"]
    if growth > GROWTH:
        failures.append(
            f"with ten times as many products, each takes {growth:.1f} times as long (at most "
            f"{GROWTH})")
    for failure in failures:
        print(f"too slow: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
