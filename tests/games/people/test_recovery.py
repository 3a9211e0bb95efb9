"""Recovery codes: how they look, and that only their hashes are kept; one answer to every wrong
guess."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import RequestFactory
from django.utils import timezone

from games.models import RecoveryCode
from games.people import recovery
from games.people.names import CODE_ALPHABET
from games.people.recovery import WRONG, RecoverForm
from games.people.throttle import PASSWORDS
from games.services.accounts import recovery as recovery_service

pytestmark = pytest.mark.django_db

NEW = "another table, outside"


def account(name: str, codes: list[str]) -> User:
    user = User.objects.create_user(name)
    for number, code in enumerate(codes, start=1):
        kept = recovery.hash_code(code)
        assert code not in kept
        assert code.replace("-", "") not in kept
        RecoveryCode.objects.create(user=user, number=number, hashed=kept, made=timezone.now())
    return user


def test_codes_are_readable_and_differ() -> None:
    codes = [code for _ in range(20) for code in recovery.new_codes()]
    assert len(set(codes)) == len(codes) == 60
    letters = f"[{CODE_ALPHABET}]{{4}}"
    assert all(re.fullmatch(f"{letters}-{letters}-{letters}", code) for code in codes)
    assert not set("01OILU") & set(CODE_ALPHABET) - {"U", "L"}


@pytest.mark.parametrize("typed", ["HJ4K-TQ2W-9PXM", "hj4ktq2w9pxm", " hj4k tq2w  9pxm. "])
def test_a_code_is_found_however_it_is_typed(typed: str) -> None:
    user = account("Mara", ["2222-2222-2222", "HJ4K-TQ2W-9PXM"])
    found = recovery.find(user, typed)
    assert found is not None
    assert found.number == 2


@pytest.mark.parametrize("typed", ["", "-", "HJ4K", "HJ4K-TQ2W-9PXN", "HJ4K-TQ2W-9PXM" + " " * 90])
def test_anything_else_is_not_found(typed: str) -> None:
    user = account("Mara", ["HJ4K-TQ2W-9PXM"])
    other = account("Ines", [])
    assert (recovery.find(user, typed) is not None) is typed.endswith(" " * 90)
    for nobody in (None, other):
        assert recovery.find(nobody, "HJ4K-TQ2W-9PXM") is None
        assert recovery.find(nobody, "") is None


def test_a_used_code_is_not_found() -> None:
    user = account("Mara", ["HJ4K-TQ2W-9PXM"])
    user.recovery_codes.update(used=timezone.now())
    assert recovery.find(user, "HJ4K-TQ2W-9PXM") is None


@pytest.mark.parametrize("name", [None, "None", "Some"])
def test_every_try_takes_the_same_work(name: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody learns from the time whether an account exists, or how many codes are left."""
    user = account(name, ["HJ4K-TQ2W-9PXM"] * (name == "Some")) if name else None
    checked = []
    real = recovery._hasher.verify
    monkeypatch.setattr(
        recovery._hasher,
        "verify",
        lambda letters, kept: checked.append(kept) or real(letters, kept),
    )
    assert recovery.find(user, "2222-2222-2222") is None
    assert len(checked) == recovery.COUNT


@pytest.fixture
def code() -> str:
    """A code of Mara's."""
    return recovery_service.replace_codes(
        User.objects.create_user("Mara Lind", password="old and gone")
    )[1]


def form(name: str, code: str, new: str = NEW) -> RecoverForm:
    request = RequestFactory().post("/account/forgot/", REMOTE_ADDR="10.0.0.1")
    return RecoverForm(request, {"name": name, "code": code, "new": new})


def test_a_right_code_names_the_account_in_any_capitals(code: str) -> None:
    sent = form(" mARA  lind", code.lower())
    assert sent.is_valid()
    assert sent.user.get_username() == "Mara Lind"
    assert sent.used.number == 2


def test_unknown_names_wrong_codes_and_closed_accounts_look_the_same(code: str) -> None:
    wrong = {"code": [str(WRONG)]}
    assert form("Nobody", code).errors == wrong
    assert form("Mara Lind", "2222-2222-2222").errors == wrong
    User.objects.update(is_active=False)
    assert form("Mara Lind", code).errors == wrong


@pytest.mark.parametrize("new", ["", "short", "mara lind"])
def test_a_weak_password_is_named_once_the_code_is_right(code: str, new: str) -> None:
    assert list(form("Mara Lind", code, new).errors) == ["new"]
    assert form("Mara Lind", code).is_valid()


def test_guesses_count_with_wrong_passwords(code: str) -> None:
    for _ in range(PASSWORDS.most):
        assert form("Mara Lind", "2222-2222-2222").errors["code"]
    sent = form("mara lind", code)
    assert "Too many attempts" in sent.non_field_errors()[0]
