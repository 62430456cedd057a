# shellcheck shell=bash
# The files of an installed FlowMagic, for `make install`, the archive and the Debian package; needs
# common.sh and flowmagic.sh.

# The folder of the completion scripts, the man page, the SBOM and the licenses.
package_parts=$build_folder/package

# Builds the command as it ships, and the files generated with it.
build_package_parts() {
  configuration=release
  if [ -n "${FLOWMAGIC_BINARY:-}" ]; then flowmagic=$FLOWMAGIC_BINARY; else build_flowmagic; fi
  [ -x "$flowmagic" ] || fail "$flowmagic is not an executable file"
  rm -rf "$package_parts"
  mkdir -p "$package_parts"
  SOURCE_DATE_EPOCH=$(source_date)
  export SOURCE_DATE_EPOCH
  local shell
  for shell in bash zsh fish; do
    "$flowmagic" --generate-completion-script "$shell" >"$package_parts/completion.$shell"
  done
  scripts/man-page "$flowmagic" >"$package_parts/flowmagic.1"
  python3 scripts/lib/package_contents.py "$flowmagic" "$package_parts" "$(package_version)" \
    "$SOURCE_DATE_EPOCH" || fail "the SBOM and the third-party licenses could not be written"
}

# The version that `flowmagic --version` prints, such as `0.1.0`.
package_version() {
  local version
  version=$("$flowmagic" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
  printf '%s' "${version:?flowmagic --version prints no version}"
}

# The time of every file in a package: by default the commit's, so that packages are reproducible.
source_date() {
  printf '%s' "${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
}

# The folder of settings, for programs under a prefix.
configuration_folder() {
  case $1 in
    /usr) printf /etc ;;
    *) printf '%s/etc' "$1" ;;
  esac
}

# package_files PREFIX: every installed file as `MODE PATH SOURCE`.
package_files() {
  local prefix=$1 share=$1/share etc
  etc=$(configuration_folder "$1")
  printf '755 %s %s\n' "$prefix/bin/flowmagic" "$flowmagic"
  local pair
  for pair in \
    "man/man1/flowmagic.1 $package_parts/flowmagic.1" \
    "bash-completion/completions/flowmagic $package_parts/completion.bash" \
    "zsh/site-functions/_flowmagic $package_parts/completion.zsh" \
    "fish/vendor_completions.d/flowmagic.fish $package_parts/completion.fish" \
    "doc/flowmagic/copyright LICENSE" \
    "doc/flowmagic/third-party-licenses.txt $package_parts/third-party-licenses.txt" \
    "doc/flowmagic/sbom.cdx.json $package_parts/sbom.cdx.json" \
    "doc/flowmagic/CHANGELOG.md CHANGELOG.md" \
    "doc/flowmagic/operations.md docs/operations.md" \
    "doc/flowmagic/examples/nginx.conf Packaging/nginx.conf" \
    "doc/flowmagic/examples/nginx-cache.conf Packaging/nginx-cache.conf" \
    "doc/flowmagic/examples/haproxy.cfg Packaging/haproxy.cfg" \
    "doc/flowmagic/examples/Caddyfile Packaging/Caddyfile" \
    "doc/flowmagic/examples/flowmagic.json Packaging/flowmagic.json"; do
    printf '644 %s %s\n' "$share/${pair%% *}" "${pair#* }"
  done
  [ "$(uname -s)" = Linux ] || return 0
  printf '644 %s %s\n' "$prefix/lib/systemd/system/flowmagic.service" Packaging/flowmagic.service
  printf '644 %s %s\n' "$prefix/lib/systemd/system/flowmagic.socket" Packaging/flowmagic.socket
  printf '644 %s %s\n' "$prefix/lib/sysusers.d/flowmagic.conf" Packaging/flowmagic.sysusers
  printf '644 %s %s\n' "$etc/flowmagic/flowmagic.json" Packaging/flowmagic.json
}

# install_files PREFIX DESTDIR: installs every file. Existing settings are not overwritten.
install_files() {
  local prefix=$1 destination=$2 etc mode path source
  etc=$(configuration_folder "$prefix")
  while read -r mode path source; do
    if [ "$path" = "$etc/flowmagic/flowmagic.json" ] && [ -e "$destination$path" ]; then
      continue
    fi
    mkdir -p "$destination$(dirname -- "$path")"
    copy_file "$prefix" "$etc" "$source" "$destination$path.part"
    chmod "$mode" "$destination$path.part"
    mv "$destination$path.part" "$destination$path"
  done < <(package_files "$prefix")
}

# Copies a file, filling in the prefix in systemd units.
copy_file() {
  case $3 in
    *.service | *.socket) sed "s|@BINDIR@|$1/bin|g; s|@SYSCONFDIR@|$2|g" "$3" >"$4" ;;
    *) cp "$3" "$4" ;;
  esac
}

# uninstall_files PREFIX DESTDIR: removes the files and the empty documentation folders, but not the
# settings.
uninstall_files() {
  local prefix=$1 destination=$2 etc path
  etc=$(configuration_folder "$prefix")
  while read -r _ path _; do
    [ "$path" != "$etc/flowmagic/flowmagic.json" ] || continue
    rm -f "$destination$path"
  done < <(package_files "$prefix")
  rmdir "$destination$prefix/share/doc/flowmagic/examples" \
    "$destination$prefix/share/doc/flowmagic" 2>/dev/null || true
}
