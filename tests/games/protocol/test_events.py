"""The events of a room, as docs/develop/protocol.md lists them."""

from games.protocol import events
from tests.support.protocol import protocol_page


def test_the_page_names_every_event_and_its_fields() -> None:
    assert protocol_page.events() == events.FIELDS
