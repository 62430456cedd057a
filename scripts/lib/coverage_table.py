"""Prints the coverage reports of llvm-cov as one table: `coverage_table.py REPORT.json…`."""

import json
import os
import re
import sys


def rows(reports, root):
    """(target, lines run, lines, functions run, functions) of each target of this repository.

    A target that several packages' tests run counts with the report that covers most of it.
    """
    best = {}
    for report in reports:
        targets = {}
        for file in report["data"][0]["files"]:
            path = os.path.relpath(file["filename"], root)
            match = re.match(r"((?:[\w/]+/)?Sources/[^/]+)/", path)
            if not match or path.startswith(("..", ".build")):
                continue
            lines, functions = file["summary"]["lines"], file["summary"]["functions"]
            counts = (lines["covered"], lines["count"], functions["covered"], functions["count"])
            old = targets.get(match[1], (0, 0, 0, 0))
            targets[match[1]] = tuple(a + b for a, b in zip(old, counts))
        for target, counts in targets.items():
            if target not in best or share(counts[:2]) > share(best[target][:2]):
                best[target] = counts
    return [(target, *counts) for target, counts in sorted(best.items())]


def share(counts):
    """The covered share in percent; 100 of nothing."""
    run, total = counts
    return 100 * run / total if total else 100.0


def table(targets):
    width = max([len(target) for target, *_ in targets] + [len("target")])
    yield f"{'target':<{width}}{'lines':>9}{'covered':>9}{'functions':>11}{'covered':>9}"
    total = ("all", *(sum(row[column] for row in targets) for column in range(1, 5)))
    for target, *counts in [*targets, total]:
        yield (f"{target:<{width}}{counts[1]:>9}{share(counts[:2]):>8.1f}%"
               f"{counts[3]:>11}{share(counts[2:]):>8.1f}%")


def main():
    reports = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            reports.append(json.load(file))
    print("\n".join(table(rows(reports, os.path.realpath(".")))))


if __name__ == "__main__":
    main()
