"""Choose the files that a page loads: bundles, which `make bundles` builds into `static/dist` from
`static/js`, `static/css` and the sprite, or else the sources. Those are loaded while you work on
them (FARKLE_DEBUG), and at home after a change without a build."""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.translation import get_language, to_locale

from games.languages import SOURCE

BUILT = "dist/"
"""Folder of the built files, as a static name. With a hash in their names, browsers cache them."""

SPRITE = "img/sprite.svg"
"""The file of icons, pencil figures, lettering and dice."""

TESTS = "*.test.js"
"""How the tests are named that stand beside scripts: no page loads them."""


def url(source: str) -> str:
    """Return the URL of the bundle built from a source, or else of the source. There is a bundle
    of a script for each language."""
    built = bundles().get(_in_language(source) if source.endswith(".js") else source)
    # A bundle has its hash in its name already.
    return f"{settings.STATIC_URL}{built}" if built else staticfiles_storage.url(source)


def has_texts(source: str) -> bool:
    """Tell whether what a page loads for a script has the texts of the reader's language in it."""
    return (get_language() or SOURCE) == SOURCE or _in_language(source) in bundles()


def _in_language(source: str) -> str:
    """Return the name of a script's bundle in the reader's language."""
    return f"{to_locale(get_language() or SOURCE)}/{source}"


@cache
def sprite_source() -> str:
    """Return the sprite itself."""
    return (_static() / SPRITE).read_text("utf-8")


@cache
def bundles() -> dict[str, str]:
    """Return the static name of the bundle of each script and style sheet that a page asks for, as
    of the first call in this process; empty if pages load the sources."""
    manifest = _static() / BUILT / "manifest.json"
    if settings.DEBUG or not manifest.is_file():
        return {}
    built_at = manifest.stat().st_mtime
    if settings.MODE == "play" and any(path.stat().st_mtime > built_at for path in _sources()):
        return {}
    return dict(json.loads(manifest.read_text(encoding="utf-8")))


@cache
def version() -> str:
    """Return the first digits of the SHA-256 of all scripts, style sheets and the sprite, as of the
    first call in this process."""
    whole = hashlib.sha256()
    for path in _sources():
        whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def _static() -> Path:
    return Path(settings.BASE_DIR) / "static"


def _sources() -> list[Path]:
    paths = (path for kind in ("css", "js") for path in (_static() / kind).rglob(f"*.{kind}"))
    return [_static() / SPRITE, *sorted(path for path in paths if not path.match(TESTS))]
