"""The settings: what the environment sets, and the sentence about what it sets wrongly."""

import os
import runpy
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from farkle_site import settings
from farkle_site.variables import WrongEnvironment

Read = Callable[..., dict[str, Any]]
KEY = "Kq3-zR7_wB1xN5tY9uV2mC6pL0sD4fG8hJaEeQiOoWnTrXyZbM"  # made up, long enough


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Return a function that reads the settings with these variables alone."""

    def read(**environ: str) -> dict[str, Any]:
        monkeypatch.setattr(os, "environ", {"FARKLE_DATA": str(tmp_path / "data"), **environ})
        return runpy.run_path(str(settings.__file__))

    return read


@pytest.fixture
def production(play: Read) -> Read:
    """Return a function that reads the settings of production."""
    needed = {"FARKLE_MODE": "production", "SECRET_KEY": KEY, "ALLOWED_HOSTS": "farkle.example"}
    return lambda **environ: play(**{**needed, **environ})


def test_play_needs_nothing(play: Read, tmp_path: Path) -> None:
    site = play()
    assert site["MODE"] == "play"
    assert site["DATA_DIR"] == tmp_path / "data"
    unset = {name: site[name] for name in ("REDIS_URL", "PUBLIC", "BEHIND_PROXY", "MAIL")}
    assert not any(unset.values()), unset
    assert site["DATABASES"]["default"]["NAME"] == str(tmp_path / "data" / "farkle.sqlite3")
    assert site["BACKUPS"] == tmp_path / "data" / "backups"
    assert site["UPKEEP_HOUR"] == 3
    assert play(FARKLE_DATA="")["DATA_DIR"] == site["BASE_DIR"] / "data"


def test_play_keeps_its_secret_key_for_itself(play: Read) -> None:
    first, second = play(), play()
    assert first["SECRET_KEY"] == second["SECRET_KEY"]
    assert len(first["SECRET_KEY"]) >= 50
    files = list(first["DATA_DIR"].iterdir())
    assert {file.name for file in files} == {"secret-key", "vapid-key"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_the_key_for_push_services_is_made_once_or_set(
    play: Read, production: Read, tmp_path: Path
) -> None:
    first = play()["VAPID_KEY"]
    assert len(first) == 43
    assert first == play()["VAPID_KEY"]
    assert production()["VAPID_KEY"] == ""  # it comes from SECRET_KEY
    other = tmp_path / "other"
    assert play(FARKLE_DATA=str(other), SECRET_KEY=KEY)["VAPID_KEY"] == ""
    assert not (other / "vapid-key").exists()
    kept = tmp_path / "vapid"
    kept.write_text(f"{first}\n")
    assert production(VAPID_KEY_FILE=str(kept))["VAPID_KEY"] == first
    for wrong in ("short", f"{first}x", "+" * 43):
        with pytest.raises(WrongEnvironment, match="VAPID_KEY"):
            production(VAPID_KEY=wrong)


def test_who_runs_the_site(play: Read, tmp_path: Path) -> None:
    (tmp_path / "about").write_text("First.\n\nSecond.\n")
    site = play(FARKLE_OPERATOR="Mara", FARKLE_ABOUT_FILE=str(tmp_path / "about"))
    assert (site["OPERATOR"], site["ABOUT"]) == ("Mara", "First.\n\nSecond.")
    assert site["PRIVACY"] == ""


def test_whom_to_ask_about_notices(play: Read) -> None:
    assert play()["CONTACT"] == ""
    assert play(FARKLE_CONTACT="mailto:me@x.example")["CONTACT"] == "mailto:me@x.example"
    hosts = play(FARKLE_NOTICE_HOSTS="a.example, .b.example")["NOTICE_HOSTS"]
    assert hosts == ["a.example", ".b.example"]


def test_earlier_keys_are_separated_by_spaces_or_lines(production: Read, tmp_path: Path) -> None:
    assert production()["SECRET_KEY_FALLBACKS"] == []
    kept = tmp_path / "old-keys"
    kept.write_text("first-key\nsecond-key\n")
    site = production(SECRET_KEY_FALLBACKS_FILE=str(kept))
    assert site["SECRET_KEY_FALLBACKS"] == ["first-key", "second-key"]


def test_secrets_may_come_from_files(production: Read, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(KEY + "\n")
    (tmp_path / "url").write_text("postgresql://ada:secret@db/farkle\n")
    site = production(
        SECRET_KEY="",
        SECRET_KEY_FILE=str(tmp_path / "key"),
        DATABASE_URL_FILE=str(tmp_path / "url"),
    )
    assert site["SECRET_KEY"] == KEY
    assert site["DATABASES"]["default"]["PASSWORD"] == "secret"


@pytest.mark.parametrize(
    ("url", "port", "starttls", "tls"),
    [
        ("smtp://localhost", 25, False, False),
        ("smtp://localhost:2525/", 2525, False, False),
        ("smtp+tls://me:p%40ss@mail.example", 587, True, False),
        ("smtps://me:p%40ss@[2001:db8::1]", 465, False, True),
    ],
)
def test_mail_is_sent_where_a_server_is_named(
    play: Read, tmp_path: Path, url: str, port: int, *, starttls: bool, tls: bool
) -> None:
    (tmp_path / "mail").write_text(f"{url}\n")
    sender = "Farkle <farkle@farkle.example>"
    site = play(EMAIL_URL_FILE=str(tmp_path / "mail"), EMAIL_FROM=sender)
    assert site["MAIL"]
    assert (site["EMAIL_PORT"], site["EMAIL_USE_TLS"], site["EMAIL_USE_SSL"]) == (
        port,
        starttls,
        tls,
    )
    assert site["EMAIL_HOST_PASSWORD"] == ("p@ss" if "me" in url else "")
    assert site["DEFAULT_FROM_EMAIL"] == sender
    assert not play(EMAIL_FROM=sender)["MAIL"]


def test_production_takes_hosts_as_given(production: Read) -> None:
    site = production(ALLOWED_HOSTS="farkle.example, www.farkle.example")
    assert site["ALLOWED_HOSTS"] == ["farkle.example", "www.farkle.example"]
    assert not (site["DATA_DIR"] / "secret-key").exists()


def test_redis_is_used_as_named(production: Read) -> None:
    for url in ("redis://:p%2Fw@cache:6379/2?socket_timeout=3", "unix:///run/redis.sock?db=2"):
        assert production(REDIS_URL=url)["REDIS_URL"] == url


def test_upkeep_and_backups_can_be_left_to_others(play: Read) -> None:
    site = play(FARKLE_UPKEEP_HOUR="no", FARKLE_BACKUPS="no")
    assert site["UPKEEP_HOUR"] is None
    assert site["BACKUPS"] is None


WRONG = [
    ("FARKLE_MODE", "fast", "FARKLE_MODE is 'fast'; it must be one of play, production."),
    ("FARKLE_LOG", "loud", "FARKLE_LOG is 'loud'"),
    ("FARKLE_BEHIND_PROXY", "maybe", "FARKLE_BEHIND_PROXY is 'maybe'; it must be yes or no."),
    ("FARKLE_BEHIND_PROXY", "no", "production needs a proxy in front"),
    ("FARKLE_PROXIES", "0", "FARKLE_PROXIES is '0'; it must be a whole number from 1 to 10."),
    ("FARKLE_HSTS_SECONDS", "-1", "FARKLE_HSTS_SECONDS is '-1'"),
    ("FARKLE_CONTACT", "me@x.example", "FARKLE_CONTACT must look like mailto:me@"),
    ("FARKLE_UPKEEP_HOUR", "24", "FARKLE_UPKEEP_HOUR is '24'"),
    ("SECRET_KEY", "", "SECRET_KEY (or SECRET_KEY_FILE) is missing"),
    ("SECRET_KEY", "short", "SECRET_KEY is too weak"),
    ("SECRET_KEY", "ab" * 40, "SECRET_KEY is too weak"),
    ("SECRET_KEY_FILE", "/nowhere/key", "SECRET_KEY_FILE names a file that cannot be read"),
    ("ALLOWED_HOSTS", "", "ALLOWED_HOSTS is missing"),
    ("ALLOWED_HOSTS", "*", "ALLOWED_HOSTS is '*'"),
    ("ALLOWED_HOSTS", "https://farkle.example", "ALLOWED_HOSTS holds 'https://farkle.example'"),
    ("ALLOWED_HOSTS", "farkle.example:443", "ALLOWED_HOSTS holds 'farkle.example:443'"),
    ("ALLOWED_HOSTS", "a.example b.example", "ALLOWED_HOSTS holds 'a.example b.example'"),
    ("TRUSTED_ORIGINS", "farkle.example", "TRUSTED_ORIGINS holds 'farkle.example'"),
    ("TRUSTED_ORIGINS", "https://farkle.example/", "TRUSTED_ORIGINS holds"),
    ("EMAIL_URL", "smtp://mail", "EMAIL_FROM is missing"),
    ("REDIS_URL", "http://cache", "REDIS_URL must look like redis://host:6379/0"),
    ("REDIS_URL", "redis://cache/0?speed=9", "REDIS_URL cannot be used: "),
    ("REDIS_URL", "redis://cache/0?socket_timeout=soon", "REDIS_URL cannot be used: "),
    ("DATABASE_URL", "postgres://a:b@db/x?pgbouncer=true", "DATABASE_URL cannot be used: "),
    ("FARKLE_PUBLIC", "https://table.example", "is for play mode"),
]


@pytest.mark.parametrize(("name", "value", "sentence"), WRONG)
def test_a_wrong_variable_is_named(production: Read, name: str, value: str, sentence: str) -> None:
    with pytest.raises(WrongEnvironment) as refusal:
        production(**{name: value})
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    "url",
    [
        *("mail.example", "http://mail.example", "smtp://", "smtp://me@:25", "smtp://a/hunter2"),
        *("smtp://me:hunter2@mail.example:x", "smtp://me:hunter2@mail.example:99999"),
    ],
)
def test_another_mail_server_is_refused_without_repeating_it(play: Read, url: str) -> None:
    with pytest.raises(WrongEnvironment) as refusal:
        play(EMAIL_URL=url, EMAIL_FROM="farkle@farkle.example")
    assert str(refusal.value).startswith("EMAIL_URL must look like smtp+tls://user:")
    assert "hunter2" not in str(refusal.value)


def test_a_password_with_a_slash_is_not_repeated(production: Read) -> None:
    for name, url in (
        ("REDIS_URL", "redis://:hunter2/x@cache"),
        ("DATABASE_URL", "postgres://me:hunter2/x@db"),
    ):
        with pytest.raises(WrongEnvironment, match=f"{name} must look like") as refusal:
            production(**{name: url})
        assert "hunter2" not in str(refusal.value)


@pytest.mark.parametrize("sender", ["", "farkle", "a@b\nBcc: c@d"])
def test_emails_come_from_an_address(play: Read, sender: str) -> None:
    with pytest.raises(WrongEnvironment, match="EMAIL_FROM"):
        play(EMAIL_URL="smtp://localhost", EMAIL_FROM=sender)


def test_play_says_where_it_cannot_keep_anything(play: Read) -> None:
    with pytest.raises(WrongEnvironment, match="FARKLE_DATA is '/dev/null/data'"):
        play(FARKLE_DATA="/dev/null/data")


def test_the_address_of_a_tunnel(play: Read) -> None:
    site = play(FARKLE_PUBLIC="https://Table.example/")
    assert site["PUBLIC"] == "https://table.example"
    assert site["ALLOWED_HOSTS"] == ["table.example", "localhost", "127.0.0.1", "[::1]"]
    assert site["BEHIND_PROXY"]
    assert site["HOST_AT_HOME"] == ""
    for wrong in ("table.example", "http://table.example", "https://a.example/b", "https://a@b"):
        with pytest.raises(WrongEnvironment, match="FARKLE_PUBLIC"):
            play(FARKLE_PUBLIC=wrong)


def test_error_pages_for_developers_are_for_home_alone(play: Read, production: Read) -> None:
    assert play()["DEBUG"] is False
    assert play(FARKLE_DEBUG="yes")["DEBUG"] is True
    with pytest.raises(WrongEnvironment, match="FARKLE_DEBUG"):
        production(FARKLE_DEBUG="yes")
    for name, value in (("FARKLE_PUBLIC", "https://a.example"), ("FARKLE_BEHIND_PROXY", "yes")):
        with pytest.raises(WrongEnvironment, match="FARKLE_DEBUG"):
            play(FARKLE_DEBUG="yes", **{name: value})
