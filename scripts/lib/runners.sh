# shellcheck shell=bash
# Running test suites and showing their own summaries; needs common.sh.

# The summary lines of the test runners: Swift Testing, unittest, run-vectors.mjs.
summaries='^.? *Test run with [0-9]+|^Ran [0-9]+ tests?|^(OK|FAILED)( |$)|[0-9]+ vectors'
# Lines that report a failure.
failures='(^|: )(error|fatal error):|^.? *(Test|Suite) .* (failed|recorded an issue)'
failures=$failures'|^(FAIL|ERROR):|^not ok'

# use_temporary_folder: gives the tests a folder for temporary files that is removed when the script
# ends, with all that a test left there.
use_temporary_folder() {
  # NB: the name is short because the paths of sockets have at most 107 bytes, on macOS 103.
  TMPDIR=$(mktemp -d "${TMPDIR:-/tmp}/fm.XXXXXX")
  export TMPDIR
  # Some tests start programs as other users.
  chmod 711 "$TMPDIR"
  # A test that was killed may have left a small disk mounted there.
  case $(uname) in
    Linux) trap 'rm -rf --one-file-system "$TMPDIR" || true' EXIT ;;
    *) trap 'rm -rf "$TMPDIR"' EXIT ;;
  esac
}

# setup_parts SUITE…: prints the parts of scripts/setup that test suites need.
setup_parts() {
  local suite parts='build wasm portal'
  for suite in "$@"; do
    case $suite in
      accounts) parts+=' live pictures' ;;
      live) parts+=' live' ;;
      browser) parts+=' live browser' ;;
      yoga) parts+=' pictures' ;;
      yoga-browser) parts+=' browser pictures media' ;;
      prices) parts+=' pictures' ;;
      prices-browser) parts+=' live browser pictures' ;;
    esac
  done
  printf '%s\n' "$parts"
}

# in_main_arena COMMAND…: runs a command with one arena of glibc's allocator.
#
# NB: Foundation's Process.run() reads up to 256 bytes past the entries of /proc/self/fd (Swift
# 6.3.1; swift-corelibs-foundation #5472), and crashes if no memory follows. In the main arena some
# does; the arenas of threads grow only by what is needed.
in_main_arena() { MALLOC_ARENA_MAX=1 MALLOC_TOP_PAD_=$((16 << 20)) "$@"; }

# build_package_tests PACKAGE: builds a package's tests.
build_package_tests() { swift_package build "$1" --build-tests --disable-xctest; }

# package_tests PACKAGE: builds and runs a package's tests, or with TESTS_BUILT runs those that
# build_package_tests has built: SwiftPM would lock the build folder meanwhile.
package_tests() {
  if [ -z "${TESTS_BUILT:-}" ]; then
    swift_package test "$1"
    return
  fi
  local program=$build_folder/$configuration/$1PackageTests.xctest
  require "$program"
  "$program" --testing-library swift-testing
}

# run_tests NAME COMMAND…: prints one line with the runner's summary if all tests pass, otherwise
# the failures and the end of the output. A run without tests fails.
run_tests() {
  local name=$1 status=0 summary
  shift
  run_stage "test-$name" "$@" || status=$?
  summary=$(grep -aE "$summaries" "$stage_log" | sed 's/^[^A-Za-z0-9]* *//' | paste -s -d ';' - |
    sed 's/;/; /g') || true
  if [ "$status" -eq 0 ] && ! grep -Eq '(^|[^0-9])[1-9][0-9]* (tests?|vectors)' <<<"$summary"; then
    printf '%sfailed%s %s: the runner ran no test (%s)\n' \
      "$red" "$plain" "$name" "${summary:-no summary}"
    tail -n 20 "$stage_log"
    return 1
  fi
  if [ "$status" -ne 0 ]; then
    printf '%sfailed%s %s (exit status %d, %s)\n' \
      "$red" "$plain" "$name" "$status" "$(seconds_text "$stage_seconds")"
    grep -aE "$failures" "$stage_log" | head -n 100 || true
    printf '%s--- the end of %s ---%s\n' "$dim" "$stage_log" "$plain"
    tail -n 120 "$stage_log"
    return 1
  fi
  printf '%sok%s %s: %s (%s)\n' \
    "$green" "$plain" "$name" "$summary" "$(seconds_text "$stage_seconds")"
}
