"""What the page knows by itself agrees with the server."""

from datetime import timedelta

from games.people.presence import PING_SECONDS, QUIET_PING_SECONDS
from games.state.rights import NEWCOMER_FOR
from games.state.room_settings import LONG_SECONDS
from tests.support import node


def test_the_constants_are_those_of_the_server() -> None:
    [constants] = node.run("constants", [None])
    minutes = NEWCOMER_FOR // timedelta(minutes=1)
    assert constants == {
        "LONG": LONG_SECONDS,
        "NEWCOMER_MINUTES": minutes,
        "PING_EVERY": 1000 * PING_SECONDS,
        "PING_AT_REST": 1000 * QUIET_PING_SECONDS,
    }
