# shellcheck shell=bash
# Building the `flowmagic` command; needs scripts/lib/common.sh.

# NB: the debug build is the one that the tests make, so nothing is built twice.
flowmagic=$PWD/Server/.build/debug/flowmagic

build_flowmagic() {
  require Server/Package.swift
  if ! run_stage build-flowmagic swift build "$fresh_plan" \
    --package-path Server --product flowmagic; then
    show_build_failure "$stage_log"
    fail "the flowmagic command does not build; the whole output is in $stage_log"
  fi
  [ -x "$flowmagic" ] || fail "the build made no $flowmagic"
}

# The compiler's errors, or where it named none, the end of its output.
show_build_failure() {
  grep -E '(^|: )(error|fatal error):' "$1" | sort -u | head -n 40 >&2 || tail -n 30 "$1" >&2
}
