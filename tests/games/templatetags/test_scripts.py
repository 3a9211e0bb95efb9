"""Links that preload the scripts of a page."""

import pytest
from django.conf import settings

from games.templatetags.scripts import imports_of, preload_imports

ENTRIES = sorted((settings.BASE_DIR / "static" / "js" / "pages").glob("*.js"))


def test_a_script_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError, match=r"js/nothing\.js"):
        imports_of("js/nothing.js")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda path: path.name)
def test_each_import_is_found_once_and_is_a_file(entry: object) -> None:
    name = f"js/pages/{entry.name}"  # type: ignore[attr-defined]
    found = imports_of(name)
    assert len(found) == len(set(found))
    assert name not in found
    for imported in found:
        assert (settings.BASE_DIR / "static" / imported).is_file()


def test_imports_of_imports_are_preloaded() -> None:
    links = preload_imports("js/room/main.js")
    assert links.count("<link") == len(imports_of("js/room/main.js")) > 10
    assert '<link rel="modulepreload" href="/static/js/lib/dom.js">' in links
