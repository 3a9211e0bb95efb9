"""Ways into an account: they are rows of its user and go with it."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Passkey, RecoveryCode

pytestmark = pytest.mark.django_db


def test_an_account_has_each_code_once_and_takes_them_along() -> None:
    user = User.objects.create_user("Mara")
    code = {"user": user, "number": 1, "hashed": "x", "made": timezone.now()}
    RecoveryCode.objects.create(**code)
    with pytest.raises(IntegrityError), transaction.atomic():
        RecoveryCode.objects.create(**code)
    user.delete()
    assert not RecoveryCode.objects.exists()


def test_a_passkey_belongs_to_one_account_and_goes_with_it() -> None:
    user, other = User.objects.create_user("Mara"), User.objects.create_user("Ada")
    passkey = {"name": "Phone", "handle": b"x", "data": b"y", "made": timezone.now()}
    Passkey.objects.create(user=user, id_hash="1", **passkey)
    with pytest.raises(IntegrityError), transaction.atomic():
        Passkey.objects.create(user=other, id_hash="1", **passkey)
    user.delete()
    assert not Passkey.objects.exists()
