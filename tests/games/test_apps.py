"""The app is one app, and logs log-ins from its start."""

from django.apps import apps
from django.contrib.auth.signals import user_logged_in, user_login_failed

from games import models


def test_games_is_one_app_with_all_tables() -> None:
    found = apps.get_app_config("games")
    assert {model.__module__.split(".")[0] for model in found.get_models()} == {"games"}
    assert models.Room in found.get_models()


def test_log_ins_are_logged_from_the_start() -> None:
    for signal in (user_logged_in, user_login_failed):
        receivers = [one[1]() for one in signal.receivers]
        assert any(one.__module__ == "games.people.audit" for one in receivers if one)
