"""The files for containers: what is pinned, what is bounded, and what can be reached."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support import services

SITE, HOUSEHOLD = "docker-compose.yml", "compose.single.yml"


def parts(name: str) -> dict[str, dict[str, Any]]:
    """The services of a compose file, without what only waits or tidies up."""
    found: dict[str, dict[str, Any]] = yaml.safe_load((services.ROOT / name).read_text())
    return found["services"]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    whole = yaml.safe_load((services.ROOT / SITE).read_text())
    assert whole["networks"]["inside"] == {"internal": True}
    found = whole["services"].items()
    assert {name for name, part in found if "ports" in part} == {"proxy"}
    # The web processes reach the push services of browsers, and chats.
    reaching = {name for name, part in found if part["networks"] != ["inside"]}
    assert reaching == {"proxy", "web"}


@pytest.mark.parametrize("name", [SITE, HOUSEHOLD])
def test_every_container_has_a_limit_of_memory(name: str) -> None:
    assert [one for one, part in parts(name).items() if "mem_limit" not in part] == []


def test_images_of_others_are_pinned_to_a_minor_version() -> None:
    others = [part["image"] for part in parts(SITE).values() if "build" not in part]
    assert len(others) == 3
    for image in others:
        version = image.split(":")[1].split(".")
        assert len(version) == 2, image


def test_the_port_is_the_one_that_the_proxy_and_the_health_check_ask() -> None:
    """Whatever .env says: what stands in `environment` overrides it."""
    environ = parts(SITE)["web"]["environment"]
    assert (environ["HOST"], environ["PORT"]) == ("0.0.0.0", "8000")
    assert "web {$WEB_PORT:8000}" in (services.ROOT / "deploy" / "Caddyfile").read_text()
    image = (services.ROOT / "Dockerfile").read_text()
    check = image[image.index("HEALTHCHECK") :]
    assert 'os.environ[\\"PORT\\"]' in check
    assert ":8000" not in check


def test_the_modules_that_the_image_compiles_exist() -> None:
    """Building the image would fail, which few machines can try."""
    image = (services.ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    script = image[image.index("import daphne.cli") :].split('"')[0]
    modules = re.findall(r"[\w.]+", script.replace("django.setup()", "").replace("import", ""))
    assert "farkle_site.server" in modules
    assert [name for name in modules if importlib.util.find_spec(name) is None] == []


@pytest.mark.parametrize("name", [SITE, HOUSEHOLD])
def test_compose_files_are_what_the_specification_says(name: str) -> None:
    """Its schema comes with check-jsonschema, so nothing is fetched."""
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", name],
        cwd=services.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", [SITE, HOUSEHOLD])
def test_our_containers_write_only_where_they_must(name: str) -> None:
    ours = [part for part in parts(name).values() if "build" in part]
    assert ours
    assert all(part["read_only"] for part in ours)


@pytest.mark.caddy
def test_the_proxy_understands_its_configuration(tmp_path: Path) -> None:
    done = subprocess.run(
        ["caddy", "validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"],
        cwd=services.ROOT,
        env={**services.plain_environ(tmp_path), "FARKLE_HOST": "localhost", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Valid configuration" in done.stdout + done.stderr
