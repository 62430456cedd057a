# shellcheck shell=bash
# The linters from PyPI; needs common.sh.

lint_tools=.venv-lint

# Installs the linters once, and again when the required versions change. Returns false on failure.
make_lint_tools() {
  local wanted=scripts/lint-requirements.txt
  require "$wanted"
  cmp -s "$wanted" "$lint_tools/requirements.txt" && return
  rm -rf "$lint_tools"
  python3 -m venv "$lint_tools" &&
    "$lint_tools/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" &&
    cp "$wanted" "$lint_tools/requirements.txt"
}
