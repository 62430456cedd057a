# shellcheck shell=bash
# Shared by the commands that run an app with a FlowMagic server; needs common.sh and flowmagic.sh.

# prepare_app FOLDER ID NAME COMMAND: registers an app as an application of the server in
# FLOWMAGIC_SERVER, with FLOWMAGIC_TOKEN, publishes the flows of its command, and stores the
# application's id and SDK key in FOLDER. Does nothing if the key is there.
prepare_app() {
  local folder=$1 id=$2 name=$3 command=$4 app key
  [ ! -s "$folder/sdk-key" ] || return 0
  mkdir -p "$folder"
  # Saved at once: the server may have appended random characters to the id.
  if [ ! -s "$folder/app" ]; then
    app=$("$flowmagic" app create "$id" --name "$name" --json) ||
      fail "the server did not create $name: $app. To start over, remove .flowmagic and $folder"
    app=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["id"])' <<<"$app")
    printf '%s' "$app" >"$folder/app"
  fi
  app=$(cat "$folder/app")
  "$command" manifest --store "$folder/store" |
    "$flowmagic" manifest push - --app "$app" >/dev/null ||
    fail "the manifest of $name was rejected"
  "$command" flow >"$folder/flow.json"
  "$flowmagic" push "$folder/flow.json" --app "$app" --force >/dev/null ||
    fail "the flows of $name were rejected"
  "$flowmagic" publish --app "$app" --environment production --note "The first flows" \
    --accept-warnings --yes >/dev/null || fail "the flows of $name could not be published"
  key=$("$flowmagic" keys create --app "$app" --environment production --json) ||
    fail "no SDK key was created: $key"
  (umask 077 && python3 -c 'import json, sys; print(json.load(sys.stdin)["key"])' <<<"$key" \
    >"$folder/sdk-key.new")
  mv "$folder/sdk-key.new" "$folder/sdk-key"
}

# wait_for URL PID LOG NAME: waits until a page responds, and fails if the process has ended.
wait_for() {
  local url=$1 pid=$2 log=$3 name=$4
  until python3 - "$url" <<'PYTHON' 2>/dev/null; do
import sys, urllib.request
urllib.request.urlopen(sys.argv[1], timeout=5).read()
PYTHON
    if ! kill -0 "$pid" 2>/dev/null; then
      tail -n 5 "$log" >&2
      fail "$name did not start; its whole log is $log"
    fi
    sleep 0.1
  done
}

# print_mails FOLDER: prints the recipient, the subject and the first link of each new email in a
# folder, until it is stopped.
print_mails() {
  python3 -u - "$1" <<'PYTHON'
import email, email.policy, pathlib, re, sys, time
folder, seen = pathlib.Path(sys.argv[1]), set()
seen.update(folder.glob("*"))
while True:
    for path in sorted(set(folder.glob("*")) - seen):
        mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        body = mail.get_body(("plain", "html"))
        link = re.search(r"https?://[^\s\"<>]+", body.get_content() if body else "")
        print(f"Mail to {mail['to']}: {mail['subject']}", link.group() if link else "", sep="\n  ")
        seen.add(path)
    time.sleep(0.5)
PYTHON
}
