# shellcheck shell=bash
# A local OpenID provider that simulates Google; needs common.sh.

google_tools=.venv-run
google_pid=''

# Installs the provider once, and again when the required version changes. Returns false on failure.
make_google_tools() {
  local wanted=scripts/run-requirements.txt
  require "$wanted"
  cmp -s "$wanted" "$google_tools/requirements.txt" && return
  rm -rf "$google_tools"
  python3 -m venv "$google_tools" &&
    "$google_tools/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" &&
    cp "$wanted" "$google_tools/requirements.txt"
}

# start_google FOLDER: starts the provider and writes FOLDER/providers.json for the server. Sets
# google_pid; it stays empty if the provider cannot be installed, such as offline, or started.
start_google() {
  local folder=$1 address
  run_stage fake-google make_google_tools || return 0
  : >"$folder/google.address"
  "$google_tools/bin/python" scripts/lib/fake_google.py \
    >"$folder/google.address" 2>"$folder/google.log" </dev/null &
  google_pid=$!
  until address=$(head -n 1 "$folder/google.address") && [ -n "$address" ]; do
    if ! kill -0 "$google_pid" 2>/dev/null; then
      google_pid=''
      return 0
    fi
    sleep 0.1
  done
  cat >"$folder/providers.json" <<JSON
[{"kind": "openid", "id": "google", "name": "Google (simulated)", "issuer": "$address",
  "clientID": "flowmagic", "clientSecret": "FAKE_GOOGLE_SECRET"}]
JSON
}

stop_google() {
  if [ -n "$google_pid" ]; then kill -TERM "$google_pid" 2>/dev/null || true; fi
}
