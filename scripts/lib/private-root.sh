# shellcheck shell=bash
# Root file systems in folders, mounted in a private namespace; needs common.sh.

# enter_mount_namespace SCRIPT ARGUMENT…: continues in a new mount namespace, so that later mounts
# do not outlive the script. Needs root.
enter_mount_namespace() {
  [ -n "${PRIVATE_MOUNTS:-}" ] ||
    PRIVATE_MOUNTS=yes exec unshare --mount --propagation private "$@"
}

# remove_root FOLDER: unmounts everything below a folder, then deletes it. NB: anything still
# mounted there belongs to the machine; deleting through it would destroy it.
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
