#!/bin/sh
# Build the sdist and the wheel of the engine in dist/, and test the wheel in a fresh environment on each Python that
# is installed here: the examples of its README, the test vectors, and its types.
set -eu
cd "$(dirname "$0")/.."
root=$PWD work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1

rm -rf dist
"${PYTHON:-python3}" -m venv "$work/build"
"$work/build/bin/python" -m pip install build
# From a copy of what git knows, so that nothing else gets in.
mkdir "$work/source"
git ls-files farkle pyproject.toml LICENSE | tar --create --files-from=- | tar --extract --directory="$work/source"
"$work/build/bin/python" -m build --outdir dist "$work/source" >/dev/null

tested=
for python in python3.11 python3.12 python3.13 python3.14; do
    "$python" -c '' 2>/dev/null || continue
    rm -rf "$work/venv"
    "$python" -m venv "$work/venv"
    "$work/venv/bin/python" -m pip install dist/*.whl
    # Away from the source, so that the installed package is the one that is imported; at first without numpy.
    cd "$work"
    "$work/venv/bin/python" -W error -c 'import farkle; assert farkle.score(farkle.PRESETS["kcd"], (1, 1, 5)) == 250'
    "$work/venv/bin/python" -m pip install numpy mypy pytest
    package=$("$work/venv/bin/python" -c 'import farkle, pathlib; print(pathlib.Path(farkle.__file__).parent)')
    case $package in "$work"/*) ;; *) echo "$package is not the wheel's"; exit 1 ;; esac
    "$work/venv/bin/python" -W error -m doctest "$package/README.md"
    mkdir -p tests/farkle tests/support/play
    cp "$root/tests/farkle/test_vectors.py" tests/farkle
    cp "$root/tests/support/play/vectors.py" tests/support/play
    "$work/venv/bin/python" -m pytest --quiet tests >/dev/null
    echo 'from farkle import PRESETS, score; points: int = score(PRESETS["kcd"], (1, 1, 5))' >use.py
    "$work/venv/bin/python" -m mypy --strict --no-error-summary use.py
    cd "$root"
    tested="$tested $("$python" --version | cut -d' ' -f2)"
done
[ -n "$tested" ] || { echo "No Python from 3.11 to 3.14 is installed here."; exit 1; }
ls dist
echo "Tested on Python$tested."
