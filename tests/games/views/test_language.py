"""The texts of scripts."""

from pathlib import Path

from django.core.management import call_command
from django.test import Client, override_settings

from games import languages
from tests.support.languages.catalogues import write


def test_scripts_get_their_texts_from_an_address_that_changes_with_them(
    tmp_path: Path, client: Client
) -> None:
    write(tmp_path, "de", "eins")
    with override_settings(LOCALE_PATHS=[tmp_path]):
        _check(tmp_path, client)
    languages.catalogue_version.cache_clear()


def _check(tmp_path: Path, client: Client) -> None:
    call_command("compilemessages")
    languages.catalogue_version.cache_clear()
    address = f"/texts/de.{languages.catalogue_version('de')}.js"
    with override_settings(LANGUAGES=languages.offered(tmp_path)):
        texts = client.get(address)
        assert client.get("/texts/de.000000000000.js").status_code == 404
        assert client.get(address.replace("de", "fr")).status_code == 404
    languages.catalogue_version.cache_clear()
    assert '"text 0": "eins"' in texts.content.decode()
    assert "immutable" in texts["Cache-Control"]
    write(tmp_path, "de", "uno")
    call_command("compilemessages")
    assert address != f"/texts/de.{languages.catalogue_version('de')}.js"
