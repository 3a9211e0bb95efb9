"""The files of deploy/server: a site on one machine without containers."""

import re
import shlex
import subprocess

import pytest

from tests.support.services import ROOT

FILES = ROOT / "deploy" / "server"


def values(text: str, name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


def test_the_unit_runs_what_exists() -> None:
    unit = (FILES / "farkle.service").read_text()
    (folder,) = values(unit, "WorkingDirectory")
    lines = [shlex.split(line) for line in values(unit, "ExecStart(?:Pre)?")]
    assert [line[1:3] for line in lines] == [
        ["manage.py", "migrate"],
        ["manage.py", "collectstatic"],
        ["-m", "farkle_site.server"],
    ]
    assert {line[0] for line in lines} == {f"{folder}/.venv/bin/python"}
    manage = (FILES / "manage").read_text()
    assert f"cd /var/lib/{values(unit, 'StateDirectory')[0]}\n" in manage
    assert f" {folder}/.venv/bin/python {folder}/manage.py " in manage
    assert f". {values(unit, 'EnvironmentFile')[0]}\n" in manage
    assert f"-u {values(unit, 'User')[0]} " in manage


def test_the_settings_are_those_that_production_needs() -> None:
    """All that the site writes is in the folder that systemd makes for it."""
    environ = dict(re.findall(r"^(\w+)=(.*)$", (FILES / "env").read_text(), re.MULTILINE))
    assert environ["FARKLE_MODE"] == "production"
    assert {"ALLOWED_HOSTS", "SECRET_KEY_FILE"} <= set(environ)
    assert environ["FARKLE_DATA"].startswith("/var/lib/farkle/")
    assert environ["FARKLE_STATIC"].startswith("/var/lib/farkle/")


@pytest.mark.caddy
def test_caddy_accepts_its_file() -> None:
    line = ["caddy", "adapt", "--validate", "--adapter", "caddyfile", "--config"]
    subprocess.run([*line, str(FILES / "Caddyfile")], check=True)


def test_nginx_sends_what_the_site_needs() -> None:
    text = (FILES / "nginx.conf").read_text()
    sent = dict(re.findall(r"proxy_set_header ([\w-]+) (.*);", text))
    assert sent == {
        "Host": "$http_host",
        "X-Forwarded-For": "$proxy_add_x_forwarded_for",
        "X-Forwarded-Proto": "$scheme",
        "Upgrade": "$http_upgrade",
        "Connection": "$connection_upgrade",
    }
