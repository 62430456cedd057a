# shellcheck shell=bash
# A small package that depends only on the engine; needs common.sh.

consumer=.build-consumer

# Writes the package, touching only changed files so that its build can be reused.
make_consumer() {
  mkdir -p "$consumer/Sources/consumer"
  copy_if_new scripts/consumer/Package.swift.template "$consumer/Package.swift"
  copy_if_new scripts/consumer/main.swift "$consumer/Sources/consumer/main.swift"
}

copy_if_new() { cmp -s "$1" "$2" || cp "$1" "$2"; }
