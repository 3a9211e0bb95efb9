"""Choose the files that a page loads: the bundles, or their sources if these have changed since.

`npm run bundle` builds `static/dist` from `static/js` and `static/css`, with a manifest that
records the sources. After a change, a reload shows it without a build.
"""

import hashlib
import json
import logging
import posixpath
import re
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage

logger = logging.getLogger(__name__)

BUILT = "dist/"
"""Folder of the built files, as a static name. With a hash in their names, browsers cache them."""

_STATIC: Path = settings.BASE_DIR / "static"
_IMPORT = re.compile(r'^@import "([^"]+)";', re.MULTILINE)
_SOURCES = {"css": "*.css", "js": "*.js"}
TESTS = "*.test.js"
"""How the tests are named that stand beside scripts: no page loads them."""


def url(source: str) -> str:
    """Return the URL of the bundle built from a source, or else of the source."""
    built = _bundle_of(source)
    # A bundle has its hash in its name already.
    return f"{settings.STATIC_URL}{built}" if built else staticfiles_storage.url(source)


def sheets(source: str) -> list[str]:
    """Return the URL of the style sheet built from `source`, or those of the sheets that it
    imports: a browser would find imports late, and tools that inspect style sheets would miss them.
    """
    listed = [] if _bundle_of(source) else _IMPORT.findall((_STATIC / source).read_text("utf-8"))
    folder = posixpath.dirname(source)
    names = [posixpath.normpath(posixpath.join(folder, name)) for name in listed]
    return [sheet for name in names for sheet in sheets(name)] or [url(source)]


def _bundle_of(source: str) -> str | None:
    """Return the static name of the bundle built from a source, or None if it is out of date."""
    return _manifest(_stamp() if settings.MODE == "play" else None).get(source)


@cache
def version() -> str:
    """Return the version of all scripts and style sheets, as of the first call in this process."""
    return digest()


def digest() -> str:
    """Return the SHA-256 of all sources as hexadecimal digits. bundle.js computes the same."""
    whole = hashlib.sha256()
    for path in _sources():
        name = path.relative_to(_STATIC).as_posix()
        whole.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def _sources() -> list[Path]:
    return [
        path
        for folder, pattern in _SOURCES.items()
        for path in sorted((_STATIC / folder).rglob(pattern), key=Path.as_posix)
        if not path.match(TESTS)
    ]


def _stamp() -> tuple[tuple[str, int, int], ...]:
    """Return each source file with its modification time (ns) and size. Takes a millisecond."""
    stats = ((str(path), path.stat()) for path in _sources())
    return tuple((path, stat.st_mtime_ns, stat.st_size) for path, stat in stats)


@lru_cache(maxsize=1)
def _manifest(stamp: object) -> dict[str, str]:  # noqa: ARG001  the key of the cache
    """Return the bundle's static name for each entry; empty if the bundles are out of date."""
    manifest = _STATIC / BUILT / "manifest.json"
    if manifest.is_file():
        read = json.loads(manifest.read_text(encoding="utf-8"))
        if read["sources"] == digest():
            return dict(read["names"])
    logger.warning("static/dist is out of date, so pages load their sources: run `make bundles`")
    return {}
