#!/bin/sh
# Make a release of the version in farkle/__init__.py from a clean tree: the image, the engine's sdist and wheel, a tag.
# Nothing is published: `git push origin TAG` starts .github/workflows/release.yml, which does that.
set -eu
cd "$(dirname "$0")/.."

version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' farkle/__init__.py)
changes=$(git status --porcelain)
[ -z "$changes" ] || { printf 'The tree is not clean: commit or remove first\n%s\n' "$changes"; exit 1; }
grep -Eq "^## \[$version\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md ||
    { echo "CHANGELOG.md has no dated heading for $version, such as: ## [$version] - $(date +%F)"; exit 1; }
! git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null || { echo "v$version is tagged already."; exit 1; }
.venv/bin/python pictures.py --check
.venv/bin/python manage.py compilemessages --all

sh deploy/build-engine.sh
sh deploy/build-image.sh
git tag --annotate "v$version" --message "Farkle $version"
echo "Tagged v$version. To publish it: git push origin v$version"
