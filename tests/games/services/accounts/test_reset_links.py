"""Links for a new password are queued where an account has confirmed the address, and not lost."""

from unittest.mock import Mock

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError

from games.models import Email
from games.services.accounts.reset_links import ResetLinks
from tests.games.services.accounts.conftest import with_address

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_asked_waits_for_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    with_address(User.objects.create_user("Mara"), "mara@home.test")
    links = ResetLinks()
    links.add("MARA@home.test")
    with monkeypatch.context() as patch:
        patch.setattr(Email.objects, "bulk_create", Mock(side_effect=OperationalError))
        with pytest.raises(OperationalError):
            links.queue()
    links.queue()
    assert [(one.user.get_username(), one.kind) for one in Email.objects.all()] == [
        ("Mara", "reset")
    ]
    links.queue()
    assert Email.objects.count() == 1


def test_so_many_are_kept() -> None:
    links = ResetLinks(most=2)
    assert not links.is_full
    links.add("a@home.test")
    links.add("b@home.test")
    assert links.is_full
