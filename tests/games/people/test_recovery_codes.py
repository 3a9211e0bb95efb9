"""Recovery codes: how they look, and that only their hashes are kept."""

import re

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games.models import RecoveryCode
from games.people import recovery_codes
from games.people.names import CODE_ALPHABET

pytestmark = pytest.mark.django_db


def account(name: str, codes: list[str]) -> User:
    user = User.objects.create_user(name)
    for number, code in enumerate(codes, start=1):
        kept = recovery_codes.hashed(code)
        assert code not in kept
        assert code.replace("-", "") not in kept
        RecoveryCode.objects.create(user=user, number=number, hashed=kept, made=timezone.now())
    return user


def test_codes_are_readable_and_differ() -> None:
    codes = [code for _ in range(20) for code in recovery_codes.new_codes()]
    assert len(set(codes)) == len(codes) == 60
    letters = f"[{CODE_ALPHABET}]{{4}}"
    assert all(re.fullmatch(f"{letters}-{letters}-{letters}", code) for code in codes)
    assert not set("01OILU") & set(CODE_ALPHABET) - {"U", "L"}


@pytest.mark.parametrize("typed", ["HJ4K-TQ2W-9PXM", "hj4ktq2w9pxm", " hj4k tq2w  9pxm. "])
def test_a_code_is_found_however_it_is_typed(typed: str) -> None:
    user = account("Mara", ["2222-2222-2222", "HJ4K-TQ2W-9PXM"])
    found = recovery_codes.find(user, typed)
    assert found is not None
    assert found.number == 2


@pytest.mark.parametrize("typed", ["", "-", "HJ4K", "HJ4K-TQ2W-9PXN", "HJ4K-TQ2W-9PXM" + " " * 90])
def test_anything_else_is_not_found(typed: str) -> None:
    user = account("Mara", ["HJ4K-TQ2W-9PXM"])
    other = account("Ines", [])
    assert (recovery_codes.find(user, typed) is not None) is typed.endswith(" " * 90)
    for nobody in (None, other):
        assert recovery_codes.find(nobody, "HJ4K-TQ2W-9PXM") is None
        assert recovery_codes.find(nobody, "") is None


def test_a_used_code_is_not_found() -> None:
    user = account("Mara", ["HJ4K-TQ2W-9PXM"])
    user.recovery_codes.update(used=timezone.now())
    assert recovery_codes.find(user, "HJ4K-TQ2W-9PXM") is None


@pytest.mark.parametrize("name", [None, "None", "Some"])
def test_every_try_takes_the_same_work(name: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody learns from the time whether an account exists, or how many codes are left."""
    user = account(name, ["HJ4K-TQ2W-9PXM"] * (name == "Some")) if name else None
    checked = []
    real = recovery_codes._hasher.verify
    monkeypatch.setattr(
        recovery_codes._hasher,
        "verify",
        lambda letters, kept: checked.append(kept) or real(letters, kept),
    )
    assert recovery_codes.find(user, "2222-2222-2222") is None
    assert len(checked) == recovery_codes.COUNT
