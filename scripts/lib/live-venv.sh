# shellcheck shell=bash
# The servers and tools from PyPI that live tests use; needs common.sh. Tests written in Swift find
# them at .venv-live/bin/python too.

live_tools=.venv-live

# Installs the tools once, and again when the required versions change. Returns false on failure.
make_live_tools() {
  local wanted=Server/LiveTests/requirements.txt
  require "$wanted"
  cmp -s "$wanted" "$live_tools/requirements.txt" && return
  rm -rf "$live_tools"
  python3 -m venv "$live_tools" &&
    "$live_tools/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" &&
    cp "$wanted" "$live_tools/requirements.txt"
}
