#!/bin/sh
# Build the container image `farkle` with Docker, or else with buildah, which needs no engine.
# Without a registry, FARKLE_BASE=debootstrap makes the base image of Debian's own packages (as root; some minutes), and
# FARKLE_BASE=present takes the one that is there.
set -eu
cd "$(dirname "$0")/.."

if [ -z "${FARKLE_BASE:-}" ] && command -v docker >/dev/null && docker info >/dev/null 2>&1; then
    exec docker build --tag farkle .
fi
command -v buildah >/dev/null || { echo "Install Docker or buildah first."; exit 1; }
# A second build waits for the first one, and finds its layers made.
exec 9<Dockerfile && flock 9
export BUILDAH_ISOLATION=chroot

base=$(sed -n 's/^FROM \([^ ]*\).*/\1/p' Dockerfile | head -n 1)
make_base() {
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    debootstrap --variant=minbase --include=python3,python3-venv,python3-pip,ca-certificates bookworm "$folder/root"
    made=$(buildah from scratch)
    buildah add --quiet "$made" "$folder/root" /
    buildah run "$made" -- ln -s /usr/bin/python3 /usr/local/bin/python
    buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$made"
    buildah commit --quiet --rm "$made" "docker.io/library/$base"
}
pull=
case ${FARKLE_BASE:-} in
debootstrap)
    buildah inspect --type image "$base" >/dev/null 2>&1 || make_base
    pull=--pull-never
    ;;
present) pull=--pull-never ;;
esac
# On a network with its own certificates, set PIP_CERT, as for pip.
set --
if [ -n "${PIP_CERT:-}" ]; then set -- --volume "$PIP_CERT:$PIP_CERT:ro" --build-arg "PIP_CERT=$PIP_CERT"; fi
exec buildah bud $pull "$@" --format docker --layers --tag farkle .
