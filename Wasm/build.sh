#!/usr/bin/env bash
# Builds the engine for browsers and Node, and prints its size. The engine consists of two modules
# for different uses: Wasm/.build/flowcore.wasm checks, compares and converts documents;
# flowruntime.wasm runs flows and shows screens. `Wasm/build.sh --sizes` also ranks the functions by
# size.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
source scripts/lib/common.sh

out=Wasm/.build
mkdir -p "$out"
target=wasm32-unknown-none-wasm
tools=$(dirname -- "$(command -v swiftc)")
libraries=/usr/lib/wasm32-wasi
[ -e "$libraries/libc.a" ] ||
  libraries=$(brew --prefix wasi-libc)/share/wasi-sysroot/lib/wasm32-wasi

core=(verify convert diff evaluate bucket)
runtime=(
  evaluate bucket makeRelease dropRelease startSession openSession restoreSession fire back
  setContext adopt save describe dropSession
  makeScreens dropScreens makeScreen dropScreen changeScreen renderScreen
)

sources=()
while IFS= read -r -d '' file; do sources+=("$file"); done < <(
  find Sources/FlowCore Sources/FlowBlocks Wasm/Sources -name '*.swift' -print0 | LC_ALL=C sort -z
)
# The engine and its exports are compiled as one module, so that unused code is removed. Stack
# protection and exclusivity checks are not needed: an instance has one thread and its own memory.
# Without inlining the build is a tenth smaller gzipped, and still runs in microseconds; moving
# retains and releases, rotating loops and specializing closures only add code too.
# NB: Swift 6.2 miscompiles the engine when LLVM does not inline: it traps at the first object that
# it retains.
inline_nothing=(-Xllvm -inline-threshold=0)
swift_at_least 6.3 || inline_nothing=()
swiftc -target "$target" -enable-experimental-feature Embedded \
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature ExistentialAny \
  -enable-upcoming-feature MemberImportVisibility -swift-version 6 \
  -wmo -Osize -parse-as-library -module-name FlowCore -package-name FlowMagic \
  -Xfrontend -disable-stack-protector -enforce-exclusivity=unchecked \
  -Xllvm -sil-disable-pass=inline -Xllvm -sil-disable-pass=late-inline \
  -Xllvm -sil-disable-pass=release-hoisting -Xllvm -sil-disable-pass=closure-specialize \
  -Xllvm -sil-disable-pass=loop-rotate -Xllvm -sil-disable-pass=retain-sinking \
  ${inline_nothing[@]+"${inline_nothing[@]}"} -suppress-warnings \
  -emit-ir "${sources[@]}" -o "$out/engine.ll"

# Compiles C or LLVM IR. Returning several values in registers instead of in memory alone saves a
# tenth of the size.
compile() {
  "$tools/clang" -target "$target" -Oz -Xclang -target-abi -Xclang experimental-mv "$@"
}
compile -ffreestanding -c Wasm/Sources/runtime.c -o "$out/runtime.o"
compile -ffreestanding -c Wasm/Sources/allocator.c -o "$out/allocator.o"

# The stack is first: a stack overflow then traps instead of overwriting data. With a stack of 960
# KiB, all data have addresses of three bytes.
link() {
  "$tools/wasm-ld" --no-entry --gc-sections --stack-first -z stack-size=983040 --fatal-warnings \
    "$out/$1.o" "$out/runtime.o" "$out/allocator.o" "-L$libraries" -lc "${@:2}"
}

# module NAME EXPORT…: compiles and links a module with these exports and what they use.
module() {
  local name=$1
  node Wasm/tools/privatize.mjs "$out/engine.ll" "$out/$name.ll" allocate deallocate "${@:2}"
  compile -Wno-override-module -mllvm -inline-threshold=-1000 -c "$out/$name.ll" -o "$out/$name.o"
  link "$name" --strip-all --compress-relocations -o "$out/$name.wasm"
  node Wasm/tools/reorder.mjs "$out/$name.wasm"
}
module flowcore "${core[@]}"
module flowruntime "${runtime[@]}"

for name in flowcore flowruntime; do
  printf '%s: %d bytes, %d gzipped\n' "$out/$name.wasm" \
    "$(wc -c <"$out/$name.wasm")" "$(gzip -9 -n -c "$out/$name.wasm" | wc -c)"
  if [ "${1:-}" = --sizes ]; then
    link "$name" -o "$out/$name-names.wasm"
    PATH=$tools:$PATH node Wasm/tools/sizes.mjs "$out/$name-names.wasm" "${2:-40}"
  fi
done
