"""What the log says about accounts, and what it must not say."""

import logging

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db

NAME, PASSWORD = "Mara Lind", "seven dice would be one too many"


def said(log: pytest.LogCaptureFixture) -> list[tuple[str, str, int | None]]:
    found = [
        (one.levelname, one.getMessage(), getattr(one, "account", None))
        for one in log.records
        if one.name == "games.people.audit"
    ]
    log.clear()
    return found


def post(client: Client, form: str, **fields: str) -> None:
    client.post(f"/account/{form}/", fields)


def test_every_way_in_and_out_leaves_a_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="games")
    client = Client()
    post(client, "sign-up", name=NAME, password=PASSWORD)
    number = User.objects.get().pk
    assert said(caplog) == [("INFO", "account: logged in", number)]
    post(client, "password", old=PASSWORD, new=PASSWORD + "!")
    assert said(caplog) == [("INFO", "account: password changed", number)]
    post(client, "log-out")
    assert said(caplog) == [("INFO", "account: logged out", number)]
    post(client, "log-in", name=NAME, password="a guess")
    client.post("/admin/login/", {"username": NAME, "password": "another guess"})
    assert said(caplog) == [("WARNING", "account: a log-in failed", None)] * 2
    post(client, "log-in", name=NAME, password=PASSWORD + "!")
    post(client, "delete", password=PASSWORD + "!")
    assert ("INFO", "account: deleted", number) in said(caplog)


def test_no_name_and_no_password_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    post(Client(), "sign-up", name=NAME, password=PASSWORD)
    post(Client(), "log-in", name=PASSWORD, password=NAME)
    lines = "".join(str(vars(one)) for one in caplog.records if one.name == "games.people.audit")
    assert lines
    assert NAME not in lines
    assert PASSWORD not in lines
