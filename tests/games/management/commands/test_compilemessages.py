"""`manage.py compilemessages`: a language is offered when its catalogue is complete."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from games import languages
from tests.support.languages.catalogues import write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with override_settings(LOCALE_PATHS=[tmp_path]):
        yield tmp_path  # type: ignore[misc]


def test_only_complete_languages_are_offered(folder: Path) -> None:
    write(folder, "de", "eins", "zwei")
    write(folder, "pt-br", "um", "")
    assert languages.offered(folder) == [("en", "English")]
    call_command("compilemessages")
    assert languages.offered(folder) == [("en", "English"), ("de", "Deutsch")]
    assert not (folder / "pt_BR" / "LC_MESSAGES" / "django.mo").exists()


def test_a_language_that_is_not_complete_any_more_is_withdrawn(folder: Path) -> None:
    write(folder, "de", "eins")
    call_command("compilemessages")
    write(folder, "de", "")
    call_command("compilemessages")
    assert languages.offered(folder) == [("en", "English")]


def test_a_release_misses_no_message(folder: Path) -> None:
    write(folder, "de", *["eins"] * 199, "")
    call_command("compilemessages")
    assert ("de", "Deutsch") in languages.offered(folder)
    with pytest.raises(CommandError, match="Deutsch: 2 are missing"):
        call_command("compilemessages", "--all")


def test_a_broken_translation_is_an_error(folder: Path) -> None:
    write(folder, "de", "eins ")
    with pytest.raises(CommandError, match="blanks"):
        call_command("compilemessages")
