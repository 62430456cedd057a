# shellcheck shell=bash
# Folders with a system of their own in them, mounted in a private namespace; needs common.sh.

# private_mounts SCRIPT ARGUMENT…: goes on in a mount namespace of its own, so that nothing that is
# mounted later outlives the script. Needs root.
private_mounts() {
  [ -n "${PRIVATE_MOUNTS:-}" ] ||
    PRIVATE_MOUNTS=yes exec unshare --mount --propagation private "$@"
}

# remove_root FOLDER: unmounts what is mounted below a folder, then deletes it.
# NB: what is still mounted there belongs to the machine; deleting through it would destroy that.
remove_root() {
  local folder=$1 mount
  mounts_below "$folder" | sort -r | while read -r mount; do umount "$mount" || true; done
  if [ -n "$(mounts_below "$folder")" ]; then
    printf '%s is left behind, because something is mounted in it\n' "$folder" >&2
  else
    rm -rf --one-file-system "$folder"
  fi
}

mounts_below() { awk -v folder="$1/" 'index($2 "/", folder) == 1 { print $2 }' /proc/self/mounts; }
