"""A room with a past game, for the tests of the replay."""

import pytest

from tests.support.rooms import Place


@pytest.fixture
def place() -> Place:
    """Two people who have played one game under the tavern rules."""
    made = Place(rules="kcd")
    made.start()
    made.play_out()
    return made
