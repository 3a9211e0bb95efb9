"""People: an account or a cookie, and rules saved under a name of their own."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import ImportedGame, Person, SavedRules
from tests.support.guests import new_guest

pytestmark = pytest.mark.django_db


def test_a_person_has_an_account_or_a_cookie() -> None:
    with pytest.raises(IntegrityError, match="person_is_known_somehow"), transaction.atomic():
        Person.objects.create(created=timezone.now())


def test_a_person_saves_rules_under_each_name_once() -> None:
    mara, ines = new_guest()[0], new_guest()[0]
    same = {"name": "Sundays", "rules": {}, "base": "family", "saved": timezone.now()}
    SavedRules.objects.create(person=mara, **same)
    SavedRules.objects.create(person=ines, **same)
    with pytest.raises(IntegrityError), transaction.atomic():
        SavedRules.objects.create(person=mara, **same)


def test_an_imported_game_counts_as_looked_at_when_it_comes() -> None:
    before = datetime.now(UTC)
    game = ImportedGame.objects.create(person=new_guest()[0], key="k", packed=b"", at=before)
    assert game.opened >= before
