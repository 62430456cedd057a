# shellcheck shell=bash
# Builds the modules of the SDK for an app.

# Hand-written stubs of Apple's SDK.
stubs=scripts/adapters

# Builds FlowCore, FlowMagic and FlowTesting into `$build_folder/$configuration/Modules`.
build_sdk() {
  build_modules . --product FlowTesting || fail "the SDK does not build"
}

# make_ui_module FOLDER: compiles FlowMagicUI into a folder, on systems without SwiftUI against the
# declarations in scripts/adapters. Sets `ui_options`, for modules that import it, and
# `ui_file_count`.
make_ui_module() {
  local folder=$1 package path files=()
  mkdir -p "$folder"
  ui_options=(-I "$folder" -I "$build_folder/$configuration/Modules")
  [ "$(uname)" = Darwin ] || ui_options+=(-I "$stubs")
  # SwiftPM names a package after its folder.
  package=$(basename "$PWD" | tr '[:upper:]-' '[:lower:]_')
  while IFS= read -r path; do files+=("$path"); done < <(find Sources/FlowMagicUI -name '*.swift')
  ui_file_count=${#files[@]}
  # With SwiftPM's options.
  swiftc "${ui_options[@]}" -module-cache-path "$folder/cache" -parse-as-library -swift-version 6 \
    -package-name "$package" -warnings-as-errors -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature MemberImportVisibility \
    -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature NonisolatedNonsendingByDefault \
    -emit-module -module-name FlowMagicUI -emit-module-path "$folder/FlowMagicUI.swiftmodule" \
    "${files[@]}" || fail "FlowMagicUI does not compile against $stubs"
}
