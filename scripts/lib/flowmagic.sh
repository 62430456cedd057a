# shellcheck shell=bash
# Building the `flowmagic` command with the portal in it; needs scripts/lib/common.sh.

# shellcheck source=portal.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/portal.sh"

flowmagic=$PWD/$build_folder/$configuration/flowmagic

build_flowmagic() {
  scripts/setup build wasm portal
  require Server/Package.swift Portal/package.json
  if ! run_stage build-portal build_portal_if_needed; then
    tail -n 30 "$stage_log" >&2
    fail "the portal does not build; the whole output is in $stage_log"
  fi
  if ! run_stage build-flowmagic swift_package build Server --product flowmagic; then
    show_build_failure "$stage_log"
    fail "the flowmagic command does not build; the whole output is in $stage_log"
  fi
  [ -x "$flowmagic" ] || fail "the build made no $flowmagic"
}

# The compiler's errors, or where it named none, the end of its output.
show_build_failure() {
  grep -E '(^|: )(error|fatal error):' "$1" | sort -u | head -n 40 >&2 || tail -n 30 "$1" >&2
}
