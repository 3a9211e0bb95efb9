"""Ways into an account: they are rows of its user and go with it."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import RecoveryCode

pytestmark = pytest.mark.django_db


def test_an_account_has_each_code_once_and_takes_them_along() -> None:
    user = User.objects.create_user("Mara")
    code = {"user": user, "number": 1, "hashed": "x", "made": timezone.now()}
    RecoveryCode.objects.create(**code)
    with pytest.raises(IntegrityError), transaction.atomic():
        RecoveryCode.objects.create(**code)
    user.delete()
    assert not RecoveryCode.objects.exists()
