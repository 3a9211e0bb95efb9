#!/bin/sh
# Run the image `farkle` without an engine, as root:
#   deploy/run-image.sh ROOT DATA [NAME=VALUE ...] [COMMAND ...]
# ROOT is the image's file system, as `buildah mount` prints it. It is read-only, as with `docker run --read-only`.
# DATA is mounted on /data, and its owner is the user who runs the command. Ports are those of this machine.
set -eu
root=$1
data=$(realpath "$2")
shift 2

config() { buildah inspect --type image --format "{{range .OCIv1.Config.$1}}{{println .}}{{end}}" farkle; }
given=no
for one in "$@"; do case $one in *=*) ;; *) given=yes ;; esac; done
# None of these has a space.
# shellcheck disable=SC2046
if [ "$given" = no ]; then set -- "$@" $(config Cmd); fi
# shellcheck disable=SC2046
set -- env --ignore-environment --chdir=/app $(config Env) "$@"

# The mounts end with the process, and with them everything but DATA.
# shellcheck disable=SC2016
exec unshare --mount sh -c '
    root=$1 data=$2 user=$3
    shift 3
    mount --bind "$root" "$root"
    mount -o remount,bind,ro "$root"
    mount --bind "$data" "$root/data"
    mount -t tmpfs tmpfs "$root/tmp"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    exec chroot --userspec="$user" "$root" "$@"
' sh "$root" "$data" "$(stat -c %u:%g "$data")" "$@"
