# shellcheck shell=bash
# Building the `flowmagic` command with the portal in it; needs scripts/lib/common.sh.

# shellcheck source=portal.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/portal.sh"

built_flowmagic=$PWD/$build_folder/$configuration/flowmagic
# NB: ships a copy, because building the tests relinks the command while others run it.
flowmagic=$built_flowmagic
[ "$configuration" = debug ] || flowmagic=$PWD/$build_folder/shipped/flowmagic

# build_command PACKAGE ARGUMENT…: a release build of the command is statically linked with Swift's
# library (see Server/Package.swift), so that it runs without Swift installed.
build_command() {
  [ "$configuration" = debug ] || local -x FLOWMAGIC_LINK=static
  swift_package build "$@"
}

build_flowmagic() {
  scripts/setup build wasm portal
  build_with_portal build-flowmagic Server --product flowmagic
}

# Builds all commands at once, so that the modules of different packages compile in parallel.
build_products() {
  scripts/setup build wasm portal pictures
  build_with_portal build-products scripts/products
}

# build_with_portal STAGE PACKAGE ARGUMENT…: builds the portal, then a package with the command.
build_with_portal() {
  local stage=$1
  shift
  require Server/Package.swift Portal/package.json
  scripts/build-info
  if ! run_stage build-portal build_portal_if_needed; then
    tail -n 30 "$stage_log" >&2
    fail "the portal does not build; the whole output is in $stage_log"
  fi
  if ! run_stage "$stage" build_command "$@"; then
    show_build_failure "$stage_log"
    fail "the flowmagic command does not build; the whole output is in $stage_log"
  fi
  [ -x "$built_flowmagic" ] || fail "the build did not create $built_flowmagic"
  [ "$configuration" = debug ] || strip_into "$flowmagic"
}

# Strips the command, and replaces the old one atomically.
strip_into() {
  mkdir -p "$(dirname -- "$1")"
  if [ "$(uname -s)" = Darwin ]; then
    strip -x -o "$1.part" "$built_flowmagic"
  else
    strip --strip-unneeded -o "$1.part" "$built_flowmagic"
  fi
  mv "$1.part" "$1"
}

# The compiler's errors or, if there are none, the end of its output.
show_build_failure() {
  grep -E '(^|: )(error|fatal error):' "$1" | sort -u | head -n 40 >&2 || tail -n 30 "$1" >&2
}
