"""Only pages of this site may open sockets."""

import pytest
from websockets.exceptions import InvalidStatus

from tests.support import services
from tests.support.client import Browser
from tests.support.sockets import Raw


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.test",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1",
        "http://127.0.0.1.evil.test:{port}",
    ],
)
async def test_pages_of_other_origins_are_refused(
    one_server: services.Daphne, lobby: tuple[Browser, str], origin: str
) -> None:
    wrong = origin.format(port=one_server.port)
    with pytest.raises(InvalidStatus) as caught:
        async with Raw(*lobby, Origin=wrong)():
            pass
    assert caught.value.response.status_code == 403


async def test_a_foreign_host_is_refused(
    one_server: services.Daphne, lobby: tuple[Browser, str]
) -> None:
    with pytest.raises(InvalidStatus):
        async with Raw(*lobby, Origin="http://evil.test", Host="evil.test")():
            pass
