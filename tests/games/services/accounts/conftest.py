"""A mail server, and an account that has an address."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from django.utils import timezone

from games.models import MailAddress
from tests.support.outside.smtp import MailServer, mail_server


@pytest.fixture(scope="module")
def _smtp() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


@pytest.fixture
def smtp(_smtp: MailServer) -> Iterator[MailServer]:
    """An empty mail server, to which this process sends."""
    _smtp.emails.clear()
    _smtp.refuses = False
    with override_settings(**_smtp.settings):
        yield _smtp


def with_address(user: User, address: str) -> MailAddress:
    """Give the account a confirmed address."""
    user.email = address
    user.save()
    return MailAddress.objects.create(
        user=user, confirmed=timezone.now(), site="https://farkle.test"
    )
