# shellcheck shell=bash
# Building the sample app and starting a server with its sample organization; needs common.sh and
# flowmagic.sh.

shop=$PWD/${build_folder:-.build}/${configuration:-debug}/shop

build_shop() {
  if ! run_stage build-shop swift_package build Samples/Shop --product shop; then
    show_build_failure "$stage_log"
    fail "the sample app does not build; the whole output is in $stage_log"
  fi
}

# prepare_sample FOLDER: a store with the sample organization, and FOLDER/sample.json with its keys.
# An existing sample is kept; its token is replaced if it expires.
prepare_sample() {
  local folder=$1 new=$1/sample.json.new options=()
  mkdir -p "$folder"
  chmod 700 "$folder"
  if [ -s "$folder/sample.json" ]; then
    renew_sample_token "$folder"
    return
  fi
  # Without the file the first token is lost, so another one is created.
  if [ -e "$folder/flowmagic.db" ]; then options=(--new-token); fi
  (umask 077 && "$flowmagic" init --store "sqlite:$folder/flowmagic.db" --sample --json \
    ${options[@]+"${options[@]}"} >"$new") || fail "the sample organization could not be created"
  mv "$new" "$folder/sample.json"
}

# renew_sample_token FOLDER: creates another admin token if the one in FOLDER/sample.json expires
# within a day.
renew_sample_token() {
  local folder=$1
  if python3 - "$folder/sample.json" <<'PYTHON'; then return; fi
import datetime, json, sys
end = json.load(open(sys.argv[1])).get("tokenExpires")
now = datetime.datetime.now(datetime.timezone.utc)
sys.exit(bool(end) and datetime.datetime.fromisoformat(end.replace("Z", "+00:00"))
         < now + datetime.timedelta(days=1))
PYTHON
  (umask 077 && "$flowmagic" init --store "sqlite:$folder/flowmagic.db" --new-token --json \
    >"$folder/token.json.new") ||
    fail "the sample's admin token has expired, and no new one was created"
  (umask 077 && python3 - "$folder" <<'PYTHON') || fail "the new admin token could not be saved"
import json, os, sys
folder = sys.argv[1]
sample, created = (
    json.load(open(f"{folder}/{name}")) for name in ("sample.json", "token.json.new"))
sample |= {key: created[key] for key in ("token", "tokenExpires", "adminTokens")}
with open(f"{folder}/sample.json.new", "w") as file:
    json.dump(sample, file, indent=2)
os.replace(f"{folder}/sample.json.new", f"{folder}/sample.json")
os.remove(f"{folder}/token.json.new")
PYTHON
}

# send_snapshots FOLDER ADDRESS: makes the sample app send snapshots of its screens to the server,
# once for each store, like a test build.
send_snapshots() {
  local folder=$1 key
  if [ -e "$folder/snapshots" ]; then return; fi
  if key=$(sample_value "$folder" sdkKeys development 2>/dev/null) &&
    "$shop" --snapshots --server "http://$2" --key "$key" --environment development; then
    : >"$folder/snapshots"
  else
    printf 'The sample app sent no snapshots, so the portal draws the screens itself.\n' >&2
  fi
}

# sample_value FOLDER KEY…: a value of sample.json, such as `sdkKeys production`.
sample_value() {
  python3 - "$@" <<'PYTHON'
import json, sys
value = json.load(open(sys.argv[1] + "/sample.json"))
for key in sys.argv[2:]:
    value = value[key]
print(value)
PYTHON
}

# sample_keys FOLDER KEY…: the keys of an object in sample.json, such as `sdkKeys`.
sample_keys() {
  python3 - "$@" <<'PYTHON'
import json, sys
value = json.load(open(sys.argv[1] + "/sample.json"))
for key in sys.argv[2:]:
    value = value[key]
print(", ".join(value))
PYTHON
}

# shop_environment ARGUMENT…: the environment in the app's arguments, otherwise SHOP_ENVIRONMENT,
# otherwise production; the last argument counts, as for the app.
shop_environment() {
  local environment=${SHOP_ENVIRONMENT:-production}
  while [ $# -gt 0 ]; do
    if [ "$1" = --environment ] && [ $# -gt 1 ]; then
      environment=$2
      shift
    fi
    shift
  done
  printf '%s\n' "$environment"
}

# start_server FOLDER ADDRESS OPTION…: starts the server in the background and waits until it
# responds. Sets server_pid.
start_server() {
  local folder=$1 address=$2
  shift 2
  "$flowmagic" serve --bind "$address" --store "sqlite:$folder/flowmagic.db" "$@" \
    >"$folder/server.log" 2>&1 &
  server_pid=$!
  until python3 - "http://$address/readyz" <<'PYTHON' 2>/dev/null; do
import sys, urllib.request
urllib.request.urlopen(sys.argv[1], timeout=5).read()
PYTHON
    if ! kill -0 "$server_pid" 2>/dev/null; then
      tail -n 5 "$folder/server.log" >&2
      fail "the server did not start; the end of its log is above, all of it in $folder/server.log"
    fi
    sleep 0.1
  done
}

# start_shop_web FOLDER ADDRESS PORT: serves the sample app to browsers in the background, on PORT
# or, if that is taken, on a free one, and waits until it responds. Sets shop_web_pid, and shop_web
# with its address; both stay empty if it does not start.
start_shop_web() {
  local folder=$1 address=$2 port=$3 key
  shop_web_pid='' shop_web=''
  key=$(sample_value "$folder" sdkKeys production 2>/dev/null) || return 0
  port=$(python3 -c 'import socket, sys
with socket.socket() as listener:
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", int(sys.argv[1])))
        print(sys.argv[1])
    except (OSError, OverflowError):
        print(0)' "$port")
  # The same key lets visitors continue after a restart.
  [ -s "$folder/web.key" ] || (umask 077 && python3 -c 'import base64, os
print(base64.b64encode(os.urandom(32)).decode())' >"$folder/web.key")
  : >"$folder/web.address"
  SHOP_WEB_KEY=$(cat "$folder/web.key") "$shop" --web "$port" --server "http://$address" \
    --key "$key" --environment production >"$folder/web.address" 2>"$folder/web.log" &
  shop_web_pid=$!
  until shop_web=$(head -n 1 "$folder/web.address") && [ -n "$shop_web" ]; do
    if ! kill -0 "$shop_web_pid" 2>/dev/null; then
      printf 'The shop could not be served to browsers; see %s.\n' "$folder/web.log" >&2
      shop_web_pid=''
      return 0
    fi
    sleep 0.1
  done
}

# Stops serving the sample app to browsers, if it runs.
stop_shop_web() {
  if [ -n "${shop_web_pid:-}" ]; then kill -TERM "$shop_web_pid" 2>/dev/null || true; fi
}
