"""Running the examples of Markdown pages and comparing their output."""

import difflib
import os
import signal
import subprocess
import sys
from pathlib import Path

import repository

SECONDS = 300  # for one example
BUILD_SECONDS = 3000  # the first build of the server takes long


def needs_command(page):
    """Whether the page runs the `flowmagic` command, which must be built then."""
    return any(block.mark == "run" and "flowmagic" in block.text for block in page.blocks)


def build_command():
    """Builds the command that the examples run, and exits with the build's output if it fails."""
    if os.environ.get("FLOWMAGIC_BINARY"):
        return
    script = "source scripts/lib/common.sh; source scripts/lib/flowmagic.sh; build_flowmagic"
    status, text = run(script, BUILD_SECONDS)
    if status != 0:
        sys.exit(text.rstrip())


def command_folder():
    """The folder of the command: that of FLOWMAGIC_BINARY, or of scripts/lib/flowmagic.sh."""
    if binary := os.environ.get("FLOWMAGIC_BINARY"):
        return str(Path(binary).resolve().parent)
    configuration = os.environ.get("CONFIGURATION", "debug")
    return str(Path(".build", "shipped" if configuration == "release" else "debug").resolve())


def check(path, page, update):
    """Runs a page's examples; returns the errors and the number of examples."""
    findings, ran = [], 0
    following = page.blocks[1:] + [None]
    changes = []
    for block, next_block in zip(page.blocks, following):
        if block.mark == "output" and not _follows_run(page, block):
            findings.append(repository.Finding(path, block.first, "no <!-- run --> block before"))
        if block.mark != "run":
            continue
        ran += 1
        status, text = run(block.text)
        if status != 0:
            findings.append(repository.Finding(
                path, block.first, f"this example ends with status {status}:\n{text.rstrip()}"
            ))
        elif (next_block is not None and next_block.mark == "output"
              and _differs(text, next_block.text)):
            changes.append((next_block, text))
    if update:
        _write(path, page, changes)
    else:
        findings += [_difference(path, block, text) for block, text in changes]
    return findings, ran


def _follows_run(page, block):
    index = page.blocks.index(block)
    return index > 0 and page.blocks[index - 1].mark == "run"


def run(script, seconds=SECONDS):
    """The status and the output of a bash script; interrupts its processes at the time limit."""
    environment = dict(
        os.environ, PATH=command_folder() + os.pathsep + os.environ["PATH"], NO_COLOR="1")
    process = subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", script], stdin=subprocess.DEVNULL, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        start_new_session=True,
    )
    try:
        text, _ = process.communicate(timeout=seconds)
        return process.returncode, text
    except subprocess.TimeoutExpired:
        return 124, f"did not end within {seconds} seconds"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)


def _differs(printed, shown):
    return _lines(printed) != _lines(shown)


def _lines(text):
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def _difference(path, block, text):
    lines = difflib.unified_diff(
        _lines(block.text), _lines(text), "shown", "printed", lineterm="", n=1
    )
    return repository.Finding(
        path, block.first,
        "the example prints something else (scripts/check-docs --update writes it):\n"
        + "\n".join(lines),
    )


def _write(path, page, changes):
    lines = list(page.lines)
    for block, text in sorted(changes, key=lambda change: -change[0].first):
        lines[block.first - 1 : block.last] = _lines(text)
    if changes:
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
