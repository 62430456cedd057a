# shellcheck shell=bash
# Shared by all scripts: colors, error messages, and stages that can be interrupted. A script
# sources it after changing to the repository's root. Works with macOS's bash 3.2.

bold='' red='' green='' dim='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
  bold=$'\e[1m' red=$'\e[31m' green=$'\e[32m' dim=$'\e[2m' plain=$'\e[0m'
fi

logs=.build-logs

# The package that apps depend on treats warnings as errors only in our own builds.
export FLOWMAGIC_WARNINGS=error

# NB: by default, Swift Testing runs all tests of a package in parallel. On two cores, each of a
# thousand tests would then take minutes, connections would time out, and the whole run would need
# more CPU time.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4

# All packages are built in one folder, so that shared dependencies are compiled once:
# swift-crypto's BoringSSL alone takes minutes.
build_folder=.build
configuration=${CONFIGURATION:-debug}
case $configuration in
  debug | release) ;;
  *) printf 'error: CONFIGURATION is debug or release, not "%s"\n' "$configuration" >&2 && exit 1 ;;
esac

# swift_package VERB PACKAGE ARGUMENT…: `swift build` or `swift test` for the package in a folder.
# NB: SwiftPM re-plans a build only when files of the package itself are added or removed, not those
# of a path dependency: a new file of the engine would be silently missed. Every build therefore
# forces planning (0.3 s).
swift_package() {
  local verb=$1 package=$2 options=(--disable-build-manifest-caching -c "$configuration")
  shift 2
  # Debug information doubles what a release build writes, and nothing reads it.
  [ "$configuration" = debug ] || options+=(-debug-info-format none)
  [ "$verb" != test ] || options+=(--disable-xctest)
  # NB: with `@testable` allowed, everything would be recompiled, and differ from what ships.
  [ "$verb/$configuration" != test/release ] || options+=(--disable-testable-imports)
  set -- "$verb" --package-path "$package" --scratch-path "$build_folder" "${options[@]}" "$@"
  case "$verb $*" in
    test*--enable-code-coverage*) keep_checkouts swift "$@" ;;
    test*)
      swift_package build "$package" --build-tests --disable-xctest &&
        keep_checkouts swift "$@" --skip-build
      ;;
    *)
      # NB: SwiftPM passes the traits of a package to the compiler in the order of a set, which
      # differs between processes: every other build would compile Hummingbird again.
      SWIFT_DETERMINISTIC_HASHING=1 keep_checkouts swift "$@"
      ;;
  esac
}

# build_modules PACKAGE ARGUMENT…: builds what a check compiles against, unless an earlier stage of
# continuous integration has: SwiftPM would wait for the other builds of the folder.
build_modules() { [ -n "${TESTS_BUILT:-}" ] || swift_package build "$1" --quiet "${@:2}"; }

# keep_checkouts COMMAND…: runs a command of a package with fewer dependencies than others.
# NB: SwiftPM removes the checkouts that this package does not need, and fetches them again for the
# next one that does; new files would then be compiled again, for minutes. Hard links keep the same
# files, with their times.
keep_checkouts() {
  local status=0 checkouts=$build_folder/checkouts kept=$build_folder/checkouts-kept name
  local state=$build_folder/workspace-state.json
  rm -rf "$kept"
  if [ ! -d "$checkouts" ] || ! cp -Rl "$checkouts" "$kept" 2>/dev/null; then
    rm -rf "$kept"
    "$@"
    return
  fi
  cp "$state" "$kept/state"
  "$@" || status=$?
  for name in "$kept"/*/; do
    name=$(basename "$name")
    [ ! -d "$checkouts/$name" ] || continue
    mv "$kept/$name" "$checkouts/$name"
    cp "$kept/state" "$state"
  done
  rm -rf "$kept"
  return "$status"
}

# Ends the script with an error message that says how to fix the problem.
fail() {
  printf '%serror:%s %s\n' "$red" "$plain" "$*" >&2
  exit 1
}

# at_least HAVE WANT, by major and minor number.
at_least() {
  local have_major have_minor want_major want_minor
  IFS=. read -r have_major have_minor _ <<<"$1"
  IFS=. read -r want_major want_minor _ <<<"$2"
  [ "$have_major" -gt "$want_major" ] ||
    { [ "$have_major" -eq "$want_major" ] && [ "${have_minor:-0}" -ge "${want_minor:-0}" ]; }
}

# The version in the output of `swift --version`: `6.3.1`.
swift_version_in() { sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' <<<"$1" | head -n 1; }

# Whether the Swift compiler has at least a version.
swift_at_least() { at_least "$(swift_version_in "$(swift --version 2>&1)")" "$1"; }

# Fails when one of the files that a script needs is missing; nothing is skipped silently.
require() {
  local path
  for path in "$@"; do
    [ -e "$path" ] ||
      fail "$path is missing, so this cannot run; git status shows whether it was deleted"
  done
}

seconds_text() {
  if [ "$1" -lt 60 ]; then printf '%ss' "$1"; else printf '%dm %02ds' $(($1 / 60)) $(($1 % 60)); fi
}

stage_pid='' ticker_pid=''

# Ends the running stage with all its children, then lets the shell die of the same signal.
stop_stage() {
  trap '' INT TERM HUP
  if [ -n "$ticker_pid" ]; then kill "$ticker_pid" 2>/dev/null || true; fi
  if [ -n "$stage_pid" ]; then
    local family
    family=$(descendants "$stage_pid")
    # SwiftPM ends most of its children on SIGINT, but not those in their own process groups;
    # remaining processes are killed after a while.
    kill -INT -- "-$stage_pid" 2>/dev/null || true
    for _ in 1 2 3 4 5 6 7; do
      kill -0 -- "-$stage_pid" 2>/dev/null || break
      sleep 0.3
    done
    # shellcheck disable=SC2086
    kill -KILL -- "-$stage_pid" $family 2>/dev/null || true
  fi
  trap - EXIT "$1"
  printf '\n' >&2
  kill "-$1" $$
}

# The process ids of a process's children, their children, and so on.
descendants() {
  processes | awk -v root="$1" '
    { parent[$1] = $2 }
    END {
      for (pid in parent) {
        at = pid
        while (at in parent && at != root) at = parent[at]
        if (at == root && pid != root) print pid
      }
    }' || true
}

# The ids of all processes and their parents. Minimal Linux systems lack ps, so /proc is used.
processes() {
  if [ -r /proc/self/stat ]; then
    # The name, in parentheses, may contain anything; the state and the parent follow it.
    cat /proc/[0-9]*/stat 2>/dev/null |
      sed -nE 's/^([0-9]+) \(.*\) [A-Za-z] ([0-9]+) .*$/\1 \2/p' || true
  else
    ps -A -o pid= -o ppid= 2>/dev/null || true
  fi
}

# run_stage NAME COMMAND…: runs the command into .build-logs/NAME.log, showing the time it takes
# on a terminal. Returns the command's status and sets `stage_seconds` and `stage_log`.
# NB: the command runs in its own process group, so that Ctrl-C reaches all its children even if a
# tool has put them in the background.
run_stage() {
  local name=$1 status=0
  shift
  mkdir -p "$logs"
  stage_log=$logs/$name.log
  local began=$SECONDS
  trap 'stop_stage INT' INT
  trap 'stop_stage TERM' TERM
  trap 'stop_stage HUP' HUP
  set -m
  "$@" </dev/null >"$stage_log" 2>&1 &
  stage_pid=$!
  set +m
  if [ -t 1 ]; then
    tick "$name" "$began" &
    ticker_pid=$!
  fi
  wait "$stage_pid" || status=$?
  stage_pid=''
  if [ -n "$ticker_pid" ]; then
    kill "$ticker_pid" 2>/dev/null || true
    wait "$ticker_pid" 2>/dev/null || true
    ticker_pid=''
    printf '\r\e[K'
  fi
  trap - INT TERM HUP
  stage_seconds=$((SECONDS - began))
  return "$status"
}

# Shows that a stage is running; ends when the script has ended.
tick() {
  trap 'exit 0' TERM
  while kill -0 $$ 2>/dev/null; do
    printf '\r\e[K%s… %s %s%s' "$dim" "$1" "$(seconds_text $((SECONDS - $2)))" "$plain"
    sleep 1 &
    wait $!
  done
}
