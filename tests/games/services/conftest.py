"""Both ways in which the write path reaches the database."""

import pytest
from pytest_django import Settings


@pytest.fixture(params=["raw statements", "orm"])
def _statements(request: pytest.FixtureRequest, settings: Settings) -> None:
    """Run the test twice: with the write path's own statements, and with the ORM."""
    settings.RAW_STATEMENTS = request.param == "raw statements"
