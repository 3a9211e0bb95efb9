"""The site as it runs at home, and in production behind a proxy."""

from collections.abc import Callable

import pytest

from tests.conftest import once_a_run
from tests.support import services

Start = Callable[..., services.Daphne]
KEY = "Kq3-zR7_wB1xN5tY9uV2mC6pL0sD4fG8hJaEeQiOoWnTrXyZbM"  # made up, long enough


@pytest.fixture(scope="module")
def laptop(lasting_server: Start) -> services.Daphne:
    """One for all tests of a file, which only ask for pages and files."""
    return lasting_server(ALLOWED_HOSTS="laptop.test")


@pytest.fixture(scope="session")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A complete production environment whose static files have been collected. The workers of a
    parallel run share them."""
    with once_a_run(tmp_path_factory) as folder:
        settings = {
            "FARKLE_MODE": "production",
            "FARKLE_STATIC": str(folder / "static"),
            "SECRET_KEY": KEY,
            "ALLOWED_HOSTS": "farkle.example",
        }
        if not (folder / "static").exists():
            home = tmp_path_factory.mktemp("production")
            done = services.manage(
                {**services.plain_environ(home), **settings}, "collectstatic", "--noinput"
            )
            assert done.returncode == 0, done.stderr
    return settings


@pytest.fixture
def site(environ: dict[str, str], daphne_server: Start) -> services.Daphne:
    return daphne_server(**environ)
