"""`manage.py backup`: it overwrites nothing, and says why it cannot write."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_writes_a_new_file_and_overwrites_none(tmp_path: Path) -> None:
    Place(1)
    file, out = tmp_path / "farkle.jsonl.gz", StringIO()
    call_command("backup", file, stdout=out)
    assert out.getvalue().startswith("Wrote ")
    written = file.read_bytes()
    with pytest.raises(CommandError, match="already exists"):
        call_command("backup", file)
    assert file.read_bytes() == written


def test_it_says_why_it_cannot_write(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Can't write"):
        call_command("backup", tmp_path / "missing" / "farkle.jsonl.gz")
