"""The forms for a name, a room code and an account: what they accept, and what they say."""

import threading
from functools import partial

import pytest
from django.contrib.auth import get_user_model
from django.test import RequestFactory

from games.people import known
from games.people.forms import (
    TOO_MANY,
    AdminLogInForm,
    ChangePasswordForm,
    ConfirmForm,
    LogInForm,
    NameForm,
    SignUpForm,
    code_in,
)
from games.people.names import UnfitName, fit_name
from games.people.throttle import (
    PASSWORDS,
    PASSWORDS_OF_ACCOUNT,
    PASSWORDS_OF_ADDRESS,
    PASSWORDS_OF_DEVICE,
    PASSWORDS_SPARED,
)
from tests.support.at_once import at_once

pytestmark = pytest.mark.django_db

User = get_user_model()
PASSWORD = "a table by the window"
UNKNOWN = ["Wrong name or password."]
NOT_YOURS = ["That's not your password."]


def log_in(name: str, password: str, address: str = "10.0.0.1") -> LogInForm:
    request = RequestFactory().post("/account/log-in/", REMOTE_ADDR=address)
    return LogInForm(request, {"name": name, "password": password})


@pytest.mark.parametrize(
    ("name", "kept"),
    [("Mara", "Mara"), ("  Mara   Lind ", "Mara Lind"), ("Zoe\u0308", "Zoë"), ("🎲", "🎲")],
)
def test_an_account_may_have_any_name_that_a_player_may(name: str, kept: str) -> None:
    form = SignUpForm({"name": name, "password": PASSWORD})
    assert form.is_valid()
    user = form.save()
    assert user.get_username() == kept
    assert user.check_password(PASSWORD)
    assert log_in(f" {kept} ", PASSWORD).is_valid()


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\u202eevil"])
def test_an_unfit_name_is_refused_for_the_reason_that_every_name_is(name: str) -> None:
    form = SignUpForm({"name": name, "password": PASSWORD})
    with pytest.raises(UnfitName) as caught:
        fit_name(name)
    assert form.errors == {"username": [str(caught.value)]}


@pytest.mark.parametrize("name", ["Mara", "MARA", "\uff2dara"])
def test_a_name_in_other_capitals_or_widths_is_taken(name: str) -> None:
    User.objects.create_user("Mara")
    form = SignUpForm({"name": name, "password": PASSWORD})
    assert form.errors == {"username": ["That name is taken."]}


@pytest.mark.parametrize(
    "name", ["\uff2d\uff41\uff52\uff41", "Mara\u3000 Lind", "Ma\u200dra", "\u3164Mara", "ﬁne"]
)
def test_whoever_signs_up_logs_in_with_what_they_typed(name: str) -> None:
    form = SignUpForm({"name": name, "password": PASSWORD})
    assert form.is_valid()
    form.save()
    assert log_in(name, PASSWORD).is_valid()
    assert log_in(form.save(commit=False).get_username(), PASSWORD).is_valid()


def test_an_account_with_an_old_kind_of_name_still_logs_in() -> None:
    User.objects.create_user("Ma\ufe0fra", password=PASSWORD)
    assert log_in("Ma\ufe0fra", PASSWORD).is_valid()


@pytest.mark.parametrize("password", ["", "short", "12345678901", "mara lind"])
def test_a_weak_password_is_refused(password: str) -> None:
    form = SignUpForm({"name": "Mara Lind", "password": password})
    assert list(form.errors) == ["password1"]


def test_capitals_do_not_matter_for_logging_in() -> None:
    SignUpForm({"name": "Mara Lind", "password": PASSWORD}).save()
    assert log_in("mARA lIND", PASSWORD).is_valid()


def test_what_is_around_a_password_belongs_to_it() -> None:
    SignUpForm({"name": "Mara", "password": f" {PASSWORD} "}).save()
    assert log_in("Mara", f" {PASSWORD} ").is_valid()
    assert not log_in("Mara", PASSWORD).is_valid()


@pytest.mark.parametrize(("name", "password"), [("Mara", "wrong"), ("Nobody", PASSWORD)])
def test_an_unknown_name_and_a_wrong_password_look_the_same(name: str, password: str) -> None:
    User.objects.create_user("Mara", password=PASSWORD)
    assert log_in(name, password).errors == {"password": UNKNOWN}


def test_an_account_that_is_switched_off_lets_nobody_in() -> None:
    User.objects.create_user("Mara", password=PASSWORD, is_active=False)
    assert log_in("Mara", PASSWORD).errors == {"password": UNKNOWN}


@pytest.mark.parametrize(("name", "password"), [("", PASSWORD), ("Mara", "")])
def test_nobody_logs_in_with_half_a_form(name: str, password: str) -> None:
    User.objects.create_user("Mara", password=PASSWORD)
    form = log_in(name, password)
    assert list(form.errors.values()) == [UNKNOWN]


def test_an_address_has_so_many_tries_for_one_name() -> None:
    User.objects.create_user("Mara", password=PASSWORD)
    for _ in range(PASSWORDS.most):
        assert log_in("Mara", "wrong").errors == {"password": UNKNOWN}
    form = log_in("mara", PASSWORD)
    assert form.has_error("__all__", TOO_MANY)
    assert log_in("Mara", PASSWORD, address="10.0.0.2").is_valid()


def test_staff_log_in_on_their_own_device_whatever_others_tried() -> None:
    user = User.objects.create_user("Mara", password=PASSWORD, is_staff=True)

    def log_in_as_staff(password: str, cookie: str = "") -> AdminLogInForm:
        request = RequestFactory().post("/admin/login/", REMOTE_ADDR="10.0.0.1")
        request.COOKIES[known.DEVICE_COOKIE] = cookie
        return AdminLogInForm(request, {"username": "Mara", "password": password})

    own = RequestFactory().post("/account/log-in/")
    known.remember_device(own, user)
    cookie = own.COOKIES[known.DEVICE_COOKIE]
    for _ in range(PASSWORDS.most):
        assert not log_in_as_staff("wrong").has_error("__all__", TOO_MANY)
    assert log_in_as_staff(PASSWORD).has_error("__all__", TOO_MANY)
    assert log_in_as_staff(PASSWORD, cookie).is_valid()
    for _ in range(PASSWORDS_OF_DEVICE.most):
        assert not log_in_as_staff("wrong", cookie).is_valid()
    assert log_in_as_staff(PASSWORD, cookie).has_error("__all__", TOO_MANY)


def test_an_address_has_so_many_tries_for_all_names_together() -> None:
    for number in range(PASSWORDS_OF_ADDRESS.most):
        assert not log_in(f"Name {number}", "wrong").has_error("__all__")
    assert log_in("Another", PASSWORD).has_error("__all__", TOO_MANY)


def test_whoever_tries_many_names_does_not_lock_out_a_school() -> None:
    for name in ("Mara", "Ines"):
        User.objects.create_user(name, password=PASSWORD)
    for number in range(PASSWORDS_OF_ADDRESS.most + 1):
        assert not log_in(f"Name {number}", "wrong").is_valid()
    for _ in range(PASSWORDS_SPARED.most - 1):
        assert log_in("Mara", "wrong").errors == {"password": UNKNOWN}
    assert log_in("Mara", PASSWORD).is_valid()
    assert log_in("Mara", "wrong").errors == {"password": UNKNOWN}
    assert log_in("Mara", PASSWORD).has_error("__all__", TOO_MANY)
    assert log_in("Ines", PASSWORD).is_valid()


def test_one_ipv6_connection_has_the_tries_of_one_address() -> None:
    User.objects.create_user("Mara", password=PASSWORD)
    for number in range(PASSWORDS.most):
        assert not log_in("Mara", "wrong", f"2001:db8:1:2::{number}").has_error("__all__")
    assert log_in("Mara", PASSWORD, "2001:db8:1:2:3:4:5:6").has_error("__all__", TOO_MANY)
    assert log_in("Mara", PASSWORD, "2001:db8:1:3::1").is_valid()


def test_an_account_slows_down_guesses_from_many_addresses_but_not_its_own_devices() -> None:
    user = User.objects.create_user("Mara", password=PASSWORD)
    tried = [
        not log_in("Mara", "wrong", f"10.0.0.{number}").has_error("__all__", TOO_MANY)
        for number in range(2 * PASSWORDS_OF_ACCOUNT.free)
    ]
    assert all(tried[: PASSWORDS_OF_ACCOUNT.free])
    assert sum(tried) < PASSWORDS_OF_ACCOUNT.free + 10
    assert log_in("Mara", PASSWORD, "10.1.0.1").has_error("__all__", TOO_MANY)
    own = RequestFactory().post("/account/log-in/", REMOTE_ADDR="10.1.0.1")
    known.remember_device(own, user)
    assert LogInForm(own, {"name": "Mara", "password": PASSWORD}).is_valid()


@pytest.mark.django_db(transaction=True)
def test_guesses_made_at_once_are_as_many_as_guesses_in_a_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    User.objects.create_user("Mara", password=PASSWORD)
    tried, hashing = list[str](), threading.Barrier(PASSWORDS.most)

    def check_password(_user: object, password: str) -> bool:
        tried.append(password)
        hashing.wait(60)  # nobody is done before as many as may try have begun
        return False

    monkeypatch.setattr(User, "check_password", check_password)
    forms = [log_in("Mara", f"guess {number}") for number in range(4 * PASSWORDS.most)]
    refused = at_once(*(partial(form.has_error, "__all__", TOO_MANY) for form in forms))
    assert refused.count(True) == 3 * PASSWORDS.most
    assert len(tried) == PASSWORDS.most


def test_a_right_password_is_not_counted() -> None:
    User.objects.create_user("Mara", password=PASSWORD)
    assert all(log_in("Mara", PASSWORD).is_valid() for _ in range(PASSWORDS.most + 1))


def test_a_new_password_needs_the_old_one_and_must_be_strong() -> None:
    user = User.objects.create_user("Mara", password=PASSWORD)
    request = RequestFactory().post("/account/password/")
    wrong = ChangePasswordForm(user, request, {"old": "wrong", "new": "1234"})
    assert wrong.errors["old_password"] == NOT_YOURS
    assert list(wrong.errors) == ["old_password", "new_password1"]
    assert not ChangePasswordForm(user, request, {"old": PASSWORD, "new": ""}).is_valid()
    form = ChangePasswordForm(user, request, {"old": PASSWORD, "new": "another, outside"})
    assert form.is_valid()
    assert form.save().check_password("another, outside")


def test_deleting_needs_the_password_and_guesses_are_counted() -> None:
    user = User.objects.create_user("Mara", password=PASSWORD)
    request = RequestFactory().post("/account/delete/")
    assert ConfirmForm(user, request, {"password": PASSWORD}).is_valid()
    for password in ["", *["wrong"] * (PASSWORDS_OF_DEVICE.most + PASSWORDS.most)]:
        form = ConfirmForm(user, request, {"password": password})
        assert form.errors == {"old_password": NOT_YOURS}
    form = ConfirmForm(user, request, {"password": PASSWORD})
    assert form.has_error("old_password", TOO_MANY)


@pytest.mark.parametrize(
    "typed",
    [
        "K7M2PQ9R",
        "k7m2pq9r",
        "K7M2 PQ9R",
        " k7m2-pq9r ",
        "http://x.test/r/K7M2PQ9R/",
        "/r/k7m2pq9r",
    ],
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert code_in(typed) == "K7M2PQ9R"


@pytest.mark.parametrize("typed", ["", "K7M2PQ9", "K7M2PQ9RR", "K7M2PQ9I", "<script>", "1" * 9])
def test_what_is_no_code_is_none(typed: str) -> None:
    assert code_in(typed) is None


@pytest.mark.parametrize(("typed", "name"), [("Mara", "Mara"), ("  Mara \t Lind ", "Mara Lind")])
def test_a_name_is_made_fit(typed: str, name: str) -> None:
    form = NameForm({"name": typed})
    assert form.is_valid()
    assert form.cleaned_data == {"name": name}


@pytest.mark.parametrize("typed", ["", "  ", "x" * 25, "x" * 200, "\u202eevil"])
def test_an_unfit_name_marks_its_field(typed: str) -> None:
    form = NameForm({"name": typed})
    assert len(form.errors["name"]) == 1
    field = str(form["name"])
    assert 'aria-invalid="true"' in field
    assert 'aria-describedby="id_name_error"' in field
    assert "autofocus" in field


def test_the_form_to_sign_up_leaves_the_focus_alone() -> None:
    assert "autofocus" not in str(SignUpForm())


def test_an_empty_form_marks_nothing() -> None:
    assert "aria-invalid" not in str(NameForm()["name"])
