"""`manage.py restore`: a file or a database that is not fit for it is named."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Room
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_database_in_use_stays_as_it_is(tmp_path: Path) -> None:
    place, file = Place(1), tmp_path / "farkle.jsonl.gz"
    call_command("backup", file, verbosity=0)
    with pytest.raises(CommandError):
        call_command("restore", file)
    assert Room.objects.get().code == place.room.code


def test_a_file_that_is_no_backup_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "holiday.txt"
    file.write_text("not a backup")
    with pytest.raises(CommandError):
        call_command("restore", file)
