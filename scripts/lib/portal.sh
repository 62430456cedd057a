# shellcheck shell=bash
# Building the portal; needs common.sh. Third-party code comes from Portal/node_modules where npm
# has put it, else from Debian's packages.

portal_files=Portal/.build/files

# The engine for browsers, made anew when its sources are newer.
build_engine_for_portal() {
  local wasm=Wasm/.build/flowcore.wasm
  if [ ! -e "$wasm" ] ||
    [ -n "$(find Sources/FlowCore Wasm/Sources Wasm/build.sh -newer "$wasm" -print -quit)" ]; then
    Wasm/build.sh
  fi
}

bundle_portal() {
  rm -rf Portal/.build/bundle
  mkdir -p Portal/.build/bundle
  NODE_PATH=$PWD/Portal/node_modules:/usr/share/nodejs esbuild \
    portal=Portal/src/main.tsx worker=Portal/src/engine/worker.ts \
    --bundle --splitting --format=esm --target=es2022 --jsx=automatic \
    --minify --legal-comments=none '--define:process.env.NODE_ENV="production"' \
    --alias:flowcore="$PWD/Wasm/flowcore.mjs" --external:node:* \
    --loader:.wasm=file --loader:.svg=dataurl --public-path=/portal \
    --entry-names='[name].[hash]' --chunk-names='part.[hash]' --asset-names='[name].[hash]' \
    --outdir=Portal/.build/bundle --metafile=Portal/.build/meta.json --log-level=warning
}

build_portal() {
  build_engine_for_portal
  bundle_portal
  python3 scripts/lib/portal_files.py
}

# What the bundle is made of; changes to these are looked for.
portal_sources() {
  find Portal/src Portal/package.json Server/Sources/FlowServer/Pages/Look/tokens.css \
    Wasm/flowcore.mjs Wasm/.build/flowcore.wasm -newer "$1" -print -quit 2>/dev/null
}

# Builds when something is newer than what was built.
build_portal_if_needed() {
  local built=$portal_files/index.html
  build_engine_for_portal >/dev/null
  [ -e "$built" ] && [ -e Server/.build-portal/portal-files.inc ] &&
    [ -z "$(portal_sources "$built")" ] || build_portal
}

watch_portal() {
  build_portal
  printf 'Watching Portal/src; Ctrl-C ends it.\n'
  while true; do
    sleep 0.5
    [ -z "$(portal_sources "$portal_files/index.html")" ] || build_portal || sleep 2
  done
}
