#!/usr/bin/env python3
"""Writes Sources/FlowCore/Text/CaseFoldingTable.swift from Python's Unicode data.

Run it without arguments from the root of the repository. `--check` writes nothing and fails if the
file differs; `--json` prints both mappings, for comparison with another implementation.

One table holds two relations, because they are nearly the same:
- lower(u) = l: the lower-case mapping of one scalar, where it is one scalar;
- canon(l) = u: ECMAScript's Canonicalize for a pattern with the flag `i` and without `u`: the
upper-case mapping of one scalar, if it is one scalar and does not map from outside ASCII into
ASCII.
A pair in both is stored once. A pair in `lower` only has a mark; pairs in `canon` only are at the
end.
"""

import json
import pathlib
import sys
import unicodedata

TARGET = pathlib.Path("Sources/FlowCore/Text/CaseFoldingTable.swift")
MAX_COUNT = 128  # seven bits hold the count, less one


def scalars():
    return (value for value in range(0x110000) if not 0xD800 <= value <= 0xDFFF)


def lower_mapping():
    mapping = {}
    for value in scalars():
        image = chr(value).lower()
        if len(image) == 1 and ord(image) != value:
            mapping[value] = ord(image)
    return mapping


def canonical_mapping():
    mapping = {}
    for value in scalars():
        image = chr(value).upper()
        if len(image) != 1 or ord(image) == value:
            continue
        if value >= 0x80 and ord(image) < 0x80:
            continue
        mapping[value] = ord(image)
    return mapping


def runs(pairs):
    """Groups (upper, lower, mark) into runs of one delta, one mark and a stride of 1 or 2."""
    found = []
    for upper, lower, mark in sorted(pairs):
        delta = (lower - upper) & 0xFFFF
        assert upper >> 16 == lower >> 16, "a delta of 16 bits stays in its plane"
        if found:
            run = found[-1]
            stride = upper - run["last"]
            fits = run["stride"] in (0, stride) and stride in (1, 2)
            if fits and run["delta"] == delta and run["mark"] == mark and run["count"] < MAX_COUNT:
                run.update(last=upper, stride=stride, count=run["count"] + 1)
                continue
        found.append({
            "start": upper, "last": upper, "stride": 0, "count": 1, "delta": delta, "mark": mark})
    return found


def packed(run):
    return run["start"] << 9 | run["mark"] << 8 | (run["stride"] == 2) << 7 | run["count"] - 1


def rows(words, width):
    lines, line = [], "   "
    for word in words:
        text = f" 0x{word:0{width}X},"
        if len(line) + len(text) > 100:
            lines.append(line)
            line = "   "
        line += text
    return "\n".join(lines + [line])


def render(lower, canonical):
    assert all(canonical.get(image, image) == image for image in canonical.values())
    both = [
        (upper, image, 0 if canonical.get(image) == upper else 1) for upper, image in lower.items()]
    extra = [
        (upper, image, 0) for image, upper in canonical.items() if lower.get(upper) != image]
    lower_runs, extra_runs = runs(both), runs(extra)
    everything = lower_runs + extra_runs
    return f"""\
// Written by scripts/generate-case-folding.py from Unicode {unicodedata.unidata_version}.
// Do not edit: run the script.

extension CaseFolding {{
  /// Runs of letter pairs, by the upper-case scalar.
  ///
  /// From the low bits: the count less one (7 bits), whether the stride is 2 (1 bit), whether the
  /// pair counts for ``lower(_:)`` only and not for patterns (1 bit), the first scalar. The first
  /// ``lowerCount`` are sorted; the others count for patterns only.
  static let runs: [UInt32] = [
{rows([packed(run) for run in everything], 7)}
  ]

  /// The difference from upper to lower case in each run, modulo 2¹⁶ within a plane.
  static let deltas: [UInt16] = [
{rows([run["delta"] for run in everything], 4)}
  ]

  /// The number of runs in the lower-case mapping.
  static let lowerCount = {len(lower_runs)}
}}
"""


def main():
    lower, canonical = lower_mapping(), canonical_mapping()
    if "--json" in sys.argv:
        print(json.dumps({"lower": lower, "canonical": canonical}))
        return
    text = render(lower, canonical)
    if "--check" not in sys.argv:
        TARGET.write_text(text, encoding="utf-8")
    elif TARGET.read_text(encoding="utf-8") != text:
        sys.exit(f"{TARGET} differs from what this script writes (Python's Unicode "
                 f"{unicodedata.unidata_version}): run scripts/generate-case-folding.py")


if __name__ == "__main__":
    main()
