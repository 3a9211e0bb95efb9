"""The environment: what it sets, and the sentence for whoever set it wrongly."""

import stat
from pathlib import Path
from typing import Any

import pytest

from farkle_site import env
from farkle_site.variables import WrongEnvironment

KEY = "Kq3-zR7_wB1xN5tY9uV2mC6pL0sD4fG8hJaEeQiOoWnTrXyZbM"  # made up, long enough


def read(tmp_path: Path, **environ: str) -> env.Environment:
    return env.read({"FARKLE_DATA": str(tmp_path / "data"), **environ}, tmp_path)


def production(tmp_path: Path, **environ: str) -> env.Environment:
    needed = {
        "FARKLE_MODE": "production",
        "SECRET_KEY": KEY,
        "ALLOWED_HOSTS": "farkle.example",
    }
    return read(tmp_path, **{**needed, **environ})


def test_play_needs_nothing(tmp_path: Path) -> None:
    found = env.read({}, tmp_path)
    assert found.mode == "play"
    assert found.data == tmp_path / "data"
    assert found.redis_url is None
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(found.hosts)
    assert found.database["NAME"] == str(tmp_path / "data" / "farkle.sqlite3")


def test_play_keeps_its_secret_key_for_itself(tmp_path: Path) -> None:
    first, second = read(tmp_path), read(tmp_path)
    assert first.secret_key == second.secret_key
    assert len(first.secret_key) >= env.SECRET_KEY_LENGTH
    folder = tmp_path / "data"
    assert sorted(file.name for file in folder.iterdir()) == ["secret-key", "vapid-key"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


def test_the_key_for_push_services_is_made_once_or_set(tmp_path: Path) -> None:
    first = read(tmp_path).vapid_key
    assert first is not None
    assert first == read(tmp_path).vapid_key
    assert len(first) == 43
    assert production(tmp_path).vapid_key is None  # it comes from SECRET_KEY
    assert read(tmp_path / "other", SECRET_KEY=KEY).vapid_key is None
    assert not list(tmp_path.glob("other/**/vapid-key"))
    kept = tmp_path / "vapid"
    kept.write_text(f"{first}\n")
    assert production(tmp_path, VAPID_KEY_FILE=str(kept)).vapid_key == first
    for wrong in ("short", f"{first}x", "+" * 43):
        with pytest.raises(WrongEnvironment, match="VAPID_KEY"):
            production(tmp_path, VAPID_KEY=wrong)


def test_who_to_ask_about_notices(tmp_path: Path) -> None:
    assert read(tmp_path).contact is None
    assert read(tmp_path, FARKLE_CONTACT="mailto:me@x.example").contact == "mailto:me@x.example"
    with pytest.raises(WrongEnvironment, match="FARKLE_CONTACT"):
        read(tmp_path, FARKLE_CONTACT="me@x.example")
    hosts = read(tmp_path, FARKLE_NOTICE_HOSTS="a.example, .b.example").notice_hosts
    assert hosts == ["a.example", ".b.example"]


def test_earlier_keys_are_separated_by_spaces_or_lines(tmp_path: Path) -> None:
    assert production(tmp_path).secret_key_fallbacks == []
    kept = tmp_path / "old-keys"
    kept.write_text("first-key\nsecond-key\n")
    found = production(tmp_path, SECRET_KEY_FALLBACKS_FILE=str(kept))
    assert found.secret_key_fallbacks == ["first-key", "second-key"]


def test_two_first_starts_agree_on_one_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "data" / "secret-key"
    make = env.secrets.token_urlsafe

    def overtaken(length: int) -> str:
        path.write_text("written by the other process")
        return make(length)

    monkeypatch.setattr(env.secrets, "token_urlsafe", overtaken)
    assert read(tmp_path).secret_key == "written by the other process"


def test_play_accepts_its_own_addresses_and_more_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(env, "own_addresses", lambda: ["192.168.7.20", "2001:db8::7"])
    hosts = read(tmp_path, ALLOWED_HOSTS="laptop.test, other.test").hosts
    assert {"192.168.7.20", "[2001:db8::7]", "laptop.test", "other.test"} <= set(hosts)
    assert "*" not in hosts


@pytest.mark.parametrize(
    ("addresses", "environ", "host"),
    [
        (["192.168.7.20", "2001:db8::7"], {}, "192.168.7.20"),
        (["2001:db8::7"], {}, "[2001:db8::7]"),
        ([], {}, ""),
        # In a container only the operator knows it.
        (["172.17.0.2"], {"ALLOWED_HOSTS": ".test, laptop.test"}, "laptop.test"),
        (["192.168.7.20"], {"FARKLE_PUBLIC": "https://table.example"}, ""),
    ],
)
def test_phones_reach_a_laptop_by_the_name_given_or_its_likeliest_address(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    addresses: list[str],
    environ: dict[str, str],
    host: str,
) -> None:
    monkeypatch.setattr(env, "own_addresses", lambda: addresses)
    assert read(tmp_path, **environ).host_at_home == host


def test_own_addresses_are_those_others_can_reach() -> None:
    found = env.own_addresses()
    assert len(found) == len(set(found))
    assert not [a for a in found if a.startswith("127.") or a == "::1"]


def test_secrets_may_come_from_files(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(KEY + "\n")
    (tmp_path / "url").write_text("postgresql://ada:secret@db/farkle\n")
    found = production(
        tmp_path,
        SECRET_KEY="",
        SECRET_KEY_FILE=str(tmp_path / "key"),
        DATABASE_URL_FILE=str(tmp_path / "url"),
    )
    assert found.secret_key == KEY
    assert found.database["PASSWORD"] == "secret"


def test_mail_is_sent_only_where_a_server_is_named(tmp_path: Path) -> None:
    assert read(tmp_path).email is None
    assert read(tmp_path, EMAIL_FROM="farkle@farkle.example").email is None
    kept = tmp_path / "mail"
    kept.write_text("smtps://me:secret@mail.example\n")
    found = read(tmp_path, EMAIL_URL_FILE=str(kept), EMAIL_FROM="farkle@farkle.example").email
    assert found is not None
    assert found["EMAIL_HOST_PASSWORD"] == "secret"
    assert found["DEFAULT_FROM_EMAIL"] == "farkle@farkle.example"


def test_production_takes_hosts_as_given(tmp_path: Path) -> None:
    found = production(tmp_path, ALLOWED_HOSTS="farkle.example, www.farkle.example")
    assert found.hosts == ["farkle.example", "www.farkle.example"]
    assert not (tmp_path / "data" / "secret-key").exists()


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"FARKLE_MODE": "fast"}, "FARKLE_MODE is 'fast'; it must be one of play, production."),
    ({"FARKLE_LOG": "loud"}, "FARKLE_LOG is 'loud'"),
    ({"FARKLE_BEHIND_PROXY": "maybe"}, "FARKLE_BEHIND_PROXY is 'maybe'; it must be yes or no."),
    ({"FARKLE_BEHIND_PROXY": "no"}, "production needs a proxy in front"),
    ({"FARKLE_FAST_SOCKETS": "maybe"}, "FARKLE_FAST_SOCKETS is 'maybe'"),
    ({"FARKLE_PROXIES": "0"}, "FARKLE_PROXIES is '0'; it must be a whole number from 1 to 10."),
    ({"FARKLE_HSTS_SECONDS": "-1"}, "FARKLE_HSTS_SECONDS is '-1'"),
    ({"SECRET_KEY": ""}, "SECRET_KEY (or SECRET_KEY_FILE) is missing"),
    ({"SECRET_KEY": "short"}, "SECRET_KEY is too weak"),
    ({"SECRET_KEY": "ab" * 40}, "SECRET_KEY is too weak"),
    ({"SECRET_KEY_FILE": "/nowhere/key"}, "SECRET_KEY_FILE names a file that cannot be read"),
    ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is missing"),
    ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS is '*'"),
    ({"TRUSTED_ORIGINS": "farkle.example"}, "TRUSTED_ORIGINS holds 'farkle.example'"),
    ({"TRUSTED_ORIGINS": "https://farkle.example/"}, "TRUSTED_ORIGINS holds"),
    ({"EMAIL_URL": "http://mail"}, "EMAIL_URL must look like smtp+tls://"),
    ({"EMAIL_URL": "smtp://mail"}, "EMAIL_FROM must be the address"),
    ({"ALLOWED_HOSTS": "https://farkle.example"}, "ALLOWED_HOSTS holds 'https://farkle.example'"),
    ({"ALLOWED_HOSTS": "farkle.example:443"}, "ALLOWED_HOSTS holds 'farkle.example:443'"),
    ({"ALLOWED_HOSTS": "a.example b.example"}, "ALLOWED_HOSTS holds 'a.example b.example'"),
    ({"REDIS_URL": "http://cache"}, "REDIS_URL must look like redis://host:6379/0"),
    ({"REDIS_URL": "redis://cache/0?speed=9"}, "REDIS_URL cannot be used: "),
    ({"REDIS_URL": "redis://cache/0?socket_timeout=soon"}, "REDIS_URL cannot be used: "),
    ({"DATABASE_URL": "postgres://a:b@db/x?pgbouncer=true"}, "DATABASE_URL cannot be used: "),
]


@pytest.mark.parametrize(("environ", "sentence"), WRONG)
def test_a_wrong_variable_is_named(tmp_path: Path, environ: dict[str, str], sentence: str) -> None:
    with pytest.raises(WrongEnvironment) as refusal:
        production(tmp_path, **environ)
    assert sentence in str(refusal.value)


def test_play_says_where_it_cannot_keep_anything(tmp_path: Path) -> None:
    with pytest.raises(WrongEnvironment, match="FARKLE_DATA is '/dev/null/data'"):
        read(tmp_path, FARKLE_DATA="/dev/null/data")


def test_the_address_of_a_tunnel(tmp_path: Path) -> None:
    found = read(tmp_path, FARKLE_PUBLIC="https://Table.example/")
    assert found.public == "https://table.example"
    assert found.hosts == ["table.example", "localhost", "127.0.0.1", "[::1]"]
    assert found.behind_proxy
    assert read(tmp_path, FARKLE_PUBLIC="").public is None
    for wrong in ("table.example", "http://table.example", "https://a.example/b", "https://a@b"):
        with pytest.raises(WrongEnvironment, match="FARKLE_PUBLIC"):
            read(tmp_path, FARKLE_PUBLIC=wrong)
    with pytest.raises(WrongEnvironment, match="is for play mode"):
        production(tmp_path, FARKLE_PUBLIC="https://table.example")
