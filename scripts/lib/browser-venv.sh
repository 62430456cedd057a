# shellcheck shell=bash
# The PyPI packages that browser tests use; needs common.sh.

browser_tools=.venv-browser

# Installs them once, and again when requirements.txt changes. Fails when they cannot be installed.
make_browser_tools() {
  local wanted=Server/BrowserTests/requirements.txt
  require "$wanted"
  cmp -s "$wanted" "$browser_tools/requirements.txt" && return
  rm -rf "$browser_tools"
  python3 -m venv "$browser_tools" &&
    "$browser_tools/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" &&
    cp "$wanted" "$browser_tools/requirements.txt"
}
