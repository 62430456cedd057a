# shellcheck shell=bash
# Building the portal; needs common.sh. Third-party code comes from Portal/node_modules if npm has
# installed it, otherwise from Debian's packages.

portal_files=Portal/.build/files

# The engine for browsers, rebuilt when its sources are newer.
build_engine_for_portal() {
  local wasm=Wasm/.build/flowruntime.wasm
  if [ ! -e "$wasm" ] || [ -n "$(find Sources/FlowCore Sources/FlowBlocks Wasm/Sources Wasm/tools \
    Wasm/build.sh -newer "$wasm" -print -quit)" ]; then
    Wasm/build.sh
  fi
}

portal_font=Portal/.build/font/inter.woff2
font_tools=.venv-font

# The installed variable font Inter, from Debian's package or Homebrew's cask. INTER_FONT overrides
# its path.
installed_font() {
  local found
  for found in "${INTER_FONT:-}" /usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf \
    /usr/share/fonts/*/inter*/InterVariable.ttf "$HOME"/Library/Fonts/InterVariable.ttf \
    /Library/Fonts/InterVariable.ttf; do
    [ ! -f "$found" ] || { printf '%s' "$found"; return; }
  done
  fail "the typeface Inter is not installed; run scripts/setup portal, or name its variable font" \
    "with INTER_FONT=/path/to/InterVariable.ttf"
}

# The served typeface, built once.
build_font() {
  local tool=scripts/lib/portal_font.py release='fonttools==4.68.0 brotli==1.2.1' font
  [ ! "$portal_font" -nt "$tool" ] || return 0
  font=$(installed_font) || exit 1
  if [ "$(cat "$font_tools/release" 2>/dev/null)" != "$release" ]; then
    rm -rf "$font_tools"
    # shellcheck disable=SC2086
    { python3 -m venv "$font_tools" &&
      "$font_tools/bin/pip" install --quiet --disable-pip-version-check $release; } ||
      fail "pip could not install $release, which make the portal's typeface"
    printf '%s' "$release" >"$font_tools/release"
  fi
  "$font_tools/bin/python" "$tool" "$font" "$(dirname -- "$portal_font")"
}

bundle_portal() {
  rm -rf Portal/.build/bundle
  mkdir -p Portal/.build/bundle
  # The style sheet of drawn screens is bundled as text, for shadow roots instead of the page.
  esbuild Design/blocks.css --minify --target=es2022 --log-level=warning >Portal/.build/blocks.txt
  cp Design/icons.svg Portal/.build/icons.txt
  python3 scripts/lib/portal_vocabulary.py
  NODE_PATH=$PWD/Portal/node_modules:/usr/share/nodejs esbuild \
    portal=Portal/src/main.tsx worker=Portal/src/engine/worker.ts \
    --bundle --splitting --format=esm --target=es2022 --jsx=automatic \
    --minify --legal-comments=none '--define:process.env.NODE_ENV="production"' \
    --alias:flowcore="$PWD/Wasm/flowcore.mjs" --external:node:* \
    --alias:inter.woff2="$PWD/$portal_font" --alias:blocks.txt="$PWD/Portal/.build/blocks.txt" \
    --alias:icons.txt="$PWD/Portal/.build/icons.txt" \
    --alias:vocabulary.txt="$PWD/Portal/.build/vocabulary.txt" \
    --loader:.wasm=file --loader:.woff2=file --loader:.svg=dataurl --loader:.lazy.css=text \
    --public-path=/portal \
    --entry-names='[name].[hash]' --chunk-names='part.[hash]' --asset-names='[name].[hash]' \
    --outdir=Portal/.build/bundle --metafile=Portal/.build/meta.json --log-level=warning
}

build_portal() {
  build_engine_for_portal
  build_font
  bundle_portal
  python3 scripts/lib/portal_files.py
}

# newer_portal_source FILE: prints a source of the portal's files that is newer than FILE, if any.
newer_portal_source() {
  find Portal/src Portal/package.json Design/{font,tokens,blocks}.css Design/icons.svg \
    Sources/FlowCore/Screens/Vocabulary scripts/lib/portal_{files,font,vocabulary}.py \
    Wasm/{flowcore,engine}.mjs \
    Wasm/.build/flow{core,runtime}.wasm -newer "$1" -print -quit 2>/dev/null
}

# Builds if a source is newer than the last build.
build_portal_if_needed() {
  local built=$portal_files/index.html
  build_engine_for_portal >/dev/null
  [ -e "$built" ] && [ -e Server/.build-portal/portal-files.inc ] &&
    [ -z "$(newer_portal_source "$built")" ] || build_portal
}

watch_portal() {
  build_portal
  printf 'Watching Portal/src; Ctrl-C ends it.\n'
  while true; do
    sleep 0.5
    [ -z "$(newer_portal_source "$portal_files/index.html")" ] || build_portal || sleep 2
  done
}
