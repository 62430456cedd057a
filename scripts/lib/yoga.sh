# shellcheck shell=bash
# Building Mythic Yoga Flow and making it an application of a FlowMagic server; needs common.sh,
# flowmagic.sh and shop.sh.

source scripts/lib/apps.sh

yoga=$PWD/${build_folder:-.build}/${configuration:-debug}/yoga

build_yoga() {
  scripts/setup pictures
  if ! run_stage build-yoga swift_package build Apps/MythicYoga --product yoga; then
    show_build_failure "$stage_log"
    fail "Mythic Yoga Flow does not build; the whole output is in $stage_log"
  fi
}

# prepare_yoga FOLDER: see prepare_app.
prepare_yoga() { prepare_app "$1" yoga "Mythic Yoga Flow" "$yoga"; }

# The account that administers the others when the app is tried.
yoga_administrator=administrator@example.com

# prepare_yoga_administrator FOLDER: adds the administrator's account once, and keeps its password
# in FOLDER/administrator.
prepare_yoga_administrator() {
  local folder=$1 password
  [ ! -s "$folder/administrator" ] || return 0
  mkdir -p "$folder"
  password=$(python3 -c 'import secrets; print(secrets.token_urlsafe(12))')
  "$yoga" users create "$yoga_administrator" --name Administrator --password-stdin \
    --store "$folder/store" <<<"$password" >/dev/null ||
    fail "the administrator's account could not be added. To start over, remove $folder/store"
  (umask 077 && printf '%s\n' "$password" >"$folder/administrator")
}

# start_yoga FOLDER ADDRESS SERVER: starts the app in the background, following SERVER, and waits
# until it responds. Sets yoga_pid.
start_yoga() {
  local folder=$1 address=$2 server=$3
  "$yoga" serve --address "$address" --store "$folder/store" --media "$folder/media" \
    --mail-folder "$folder/mail" --origin "http://localhost:${address##*:}" \
    --administrator "$yoga_administrator" \
    --flowmagic "$server" --key "$(cat "$folder/sdk-key")" >"$folder/yoga.log" 2>&1 &
  yoga_pid=$!
  wait_for "http://$address/yoga" "$yoga_pid" "$folder/yoga.log" "Mythic Yoga Flow"
}
