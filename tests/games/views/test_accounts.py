"""The account's page: its forms, what they answer, and what stays in them."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import Standing
from games.people.throttle import PASSWORDS, PASSWORDS_OF_DEVICE
from tests.games.views.conftest import Table
from tests.support.play.played import play

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "seven dice would be one too many"


def sent(client: Client, form: str, status: int = 200, **fields: str) -> str:
    """Send a form and return the page it leads to."""
    answer = client.post(f"/account/{form}/", fields, follow=status == 200)
    assert answer.status_code == status
    return unescape(answer.content.decode())


def problem_beside(page: str, field: str) -> str:
    found = re.search(rf'name="{field}"[^>]*aria-describedby="[^"]*?([\w-]+)_error"', page)
    assert found, f"no problem beside {field}"
    words = re.search(rf'id="{found[1]}_error">([^<]*)<', page)
    assert words
    return words[1]


def _account(client: Client) -> str:
    return client.get("/account/").content.decode()


def signed_up(client: Client, name: str = "Mara Lind") -> str:
    return sent(client, "sign-up", name=name, password=PASSWORD)


def test_a_stranger_sees_both_forms_and_gets_no_cookie() -> None:
    answer = Client().get("/account/")
    page = answer.content.decode()
    assert "Sign up" in page
    assert "Log in" in page
    assert set(answer.cookies) <= {"csrftoken"}
    assert not User.objects.exists()


def test_logging_in_comes_first_on_its_page(table: Table) -> None:
    page = _account(Client())
    in_order = ("Log in with a passkey", 'id="name"', 'id="password"', "Forgot", 'id="sign-up"')
    assert sorted(in_order, key=page.index) == [*in_order]
    assert page.count("autofocus") == 1
    [name] = re.findall(r'<input[^>]*id="name"[^>]*>', page)
    assert "autofocus" in name
    assert 'autocomplete="username webauthn"' in name
    assert 'autocomplete="current-password"' in page
    assert 'autocomplete="new-password"' in page
    assert _account(table.clients["Mara"]).count('value="Mara"') == 2, "in both forms"


def test_signing_up_takes_over_what_was_played_here(table: Table) -> None:
    play(table)
    mara = table.clients["Mara"]
    page = signed_up(mara)
    assert "Your account is ready" in page
    assert "Logged in as Mara Lind" in _account(mara)
    elsewhere = Client()
    assert elsewhere.get("/games/").context["page"].rows == ()
    page = sent(elsewhere, "log-in", name="mara lind", password=PASSWORD)
    assert "Welcome back!" in page
    assert len(elsewhere.get("/games/").context["page"].rows) == 1
    assert "Sign up" in sent(mara, "log-out")


def test_a_problem_is_shown_beside_its_field_and_the_name_stays() -> None:
    client = Client()
    page = sent(client, "sign-up", 422, name="Mara", password="short")
    assert "short" in problem_beside(page, "password")
    assert 'value="Mara"' in page
    assert 'value="short"' not in page
    signed_up(client, "Mara")
    sent(client, "log-out")
    page = sent(Client(), "sign-up", 422, name="MARA", password=PASSWORD)
    assert problem_beside(page, "name") == "That name is taken."
    page = sent(Client(), "log-in", 422, name="Mara", password="not that one")
    assert "Wrong name or" in problem_beside(page, "password")


def test_the_wish_to_shut_others_out_outlasts_a_wrong_password() -> None:
    client, ticked = Client(), 'name="alone" value="yes" checked'
    signed_up(client, "Mara")
    assert ticked not in sent(client, "password", 422, old="wrong", new=PASSWORD + "!")
    assert ticked in sent(client, "password", 422, old="wrong", new=PASSWORD + "!", alone="yes")


def test_too_many_wrong_passwords_are_answered_with_429() -> None:
    signed_up(Client(), "Guessed")
    for _ in range(PASSWORDS.most):
        sent(Client(), "log-in", 422, name="Guessed", password="a guess")
    page = sent(Client(), "log-in", 429, name="Guessed", password=PASSWORD)
    assert 'role="alert"' in page
    assert "Too many attempts" in page


def test_wrong_passwords_of_a_pupil_do_not_shut_the_teacher_out() -> None:
    """They have one address; the teacher has logged in on this device before."""
    teacher, pupil = Client(), Client()
    signed_up(teacher, "Teacher")
    sent(teacher, "log-out")
    for number in range(61):
        name = "Teacher" if number < 11 else f"Somebody {number}"
        pupil.post("/account/log-in/", {"name": name, "password": "a guess"})
    sent(pupil, "log-in", 429, name="Teacher", password=PASSWORD)
    assert "Welcome back!" in sent(teacher, "log-in", name="teacher", password=PASSWORD)
    sent(teacher, "password", 422, old="wrong", new=PASSWORD + "!")
    assert "Password changed." in sent(teacher, "password", old=PASSWORD, new=PASSWORD + "!")


def test_a_known_device_has_tries_of_its_own_for_its_accounts_alone() -> None:
    device = Client()
    signed_up(device, "Known")
    sent(device, "log-out")
    signed_up(Client(), "Another")
    for _ in range(PASSWORDS_OF_DEVICE.most + PASSWORDS.most):
        sent(device, "log-in", 422, name="Known", password="a guess")
    sent(device, "log-in", 429, name="Known", password=PASSWORD)
    for _ in range(PASSWORDS.most):
        sent(device, "log-in", 422, name="Another", password="a guess")
    sent(device, "log-in", 429, name="Another", password=PASSWORD)


def test_changing_the_password_needs_the_old_one() -> None:
    client = Client()
    signed_up(client, "Changing")
    page = sent(client, "password", 422, old="wrong", new=PASSWORD + "!")
    assert "not your password" in problem_beside(page, "old")
    page = sent(client, "password", 422, old=PASSWORD, new="1234")
    assert problem_beside(page, "new")
    assert "Password changed" in sent(client, "password", old=PASSWORD, new=PASSWORD + "!")
    assert "Logged in as" in sent(Client(), "log-in", name="Changing", password=PASSWORD + "!")


def test_a_long_password_counts_to_its_last_letter() -> None:
    long = PASSWORD * 10
    client = Client()
    for field in re.findall(r"<input[^>]*-password[^>]*>", _account(client)):
        assert 'type="password"' in field
        assert "maxlength" not in field
    sent(client, "sign-up", name="Careful", password=long)
    sent(Client(), "log-in", 422, name="Careful", password=long[:-1])
    assert "Logged in as" in sent(Client(), "log-in", name="Careful", password=long)


def test_each_log_in_is_a_new_session_and_none_comes_back() -> None:
    client = Client()
    signed_up(client, "Twice")
    first = client.cookies["sessionid"].value
    sent(client, "log-in", name="Twice", password=PASSWORD)
    second = client.cookies["sessionid"].value
    sent(client, "log-out")
    assert first != second
    for old in (first, second):
        thief = Client()
        thief.cookies["sessionid"] = old
        assert "Sign up" in _account(thief)


def test_an_account_claims_the_games_of_a_guest_when_asked(table: Table) -> None:
    play(table)
    signed_up(Client(), "Somebody")
    ines = table.clients["Ines"]
    page = sent(ines, "log-in", name="Somebody", password=PASSWORD)
    assert "Guest games in this browser" in page
    assert "1 game added to your account" in sent(ines, "claim")
    assert len(ines.get("/games/").context["page"].rows) == 1


def test_deleting_needs_the_password_and_leaves_the_games(table: Table) -> None:
    game = play(table)
    mara = table.clients["Mara"]
    signed_up(mara, "Leaving")
    page = sent(mara, "delete", 422, password="wrong")
    assert "not your password" in problem_beside(page, "password")
    assert "Account deleted" in sent(mara, "delete", password=PASSWORD)
    assert not User.objects.exists()
    assert Standing.objects.filter(game=game).count() == 2
    page = Client().get(f"{table.url}game/{game.number}/").content.decode()
    assert "a former player" in page
    assert "Mara</span>" not in page


def test_forms_need_a_csrf_token_and_get_leads_to_the_page() -> None:
    strict = Client(enforce_csrf_checks=True)
    for form in ("sign-up", "log-in", "log-out", "claim", "password", "delete"):
        assert strict.post(f"/account/{form}/", {}).status_code == 403
        assert strict.get(f"/account/{form}/")["Location"] == "/account/"
    for form in ("claim", "password", "delete"):
        page = sent(Client(), form, 403 if form != "claim" else 422)
        assert 'role="alert"' in page
