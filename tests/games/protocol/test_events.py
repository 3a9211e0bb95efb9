"""The events of a room, as docs/protocol.md lists them."""

from games.protocol import events
from tests.support import contract
from tests.support.protocol_page import rows_of, words


def test_the_page_names_every_event_and_its_fields() -> None:
    page = {}
    for first, fields in rows_of("The fold"):
        for name in words(first):
            page[name] = tuple(one.strip() for one in fields.split(",") if one.strip())
    assert page == events.FIELDS
    assert {name: len(fields) for name, fields in page.items()} == {
        name: len(checks) for name, checks in contract.EVENTS.items()
    }
