"""The form for a forgotten password: one answer to every wrong guess."""

import pytest
from django.contrib.auth.models import User
from django.test import RequestFactory

from games.people.recovery_forms import WRONG, RecoverForm
from games.people.throttle import PASSWORDS
from games.services.accounts import recovery

pytestmark = pytest.mark.django_db

NEW = "another table, outside"


@pytest.fixture
def code() -> str:
    """A code of Mara's."""
    return recovery.give(User.objects.create_user("Mara Lind", password="old and gone"))[1]


def form(name: str, code: str, new: str = NEW) -> RecoverForm:
    request = RequestFactory().post("/account/forgot/", REMOTE_ADDR="10.0.0.1")
    return RecoverForm(request, {"name": name, "code": code, "new": new})


def test_a_right_code_names_the_account_in_any_capitals(code: str) -> None:
    found = form(" mARA  lind", code.lower())
    assert found.is_valid()
    assert found.user.get_username() == "Mara Lind"
    assert found.used.number == 2


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
    found = form("mara lind", code)
    assert "Too many attempts" in found.non_field_errors()[0]
