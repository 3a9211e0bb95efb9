"""An imported game counts as looked at on the day it came."""

from datetime import UTC, datetime

import pytest

from games.models import ImportedGame
from games.people.identity import new_guest

pytestmark = pytest.mark.django_db


def test_an_imported_game_counts_as_looked_at_when_it_comes() -> None:
    before = datetime.now(UTC)
    game = ImportedGame.objects.create(person=new_guest()[0], key="k", packed=b"", at=before)
    assert game.opened >= before
