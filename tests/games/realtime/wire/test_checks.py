"""Connections are checked without holding up the rest."""

from typing import Any

import pytest

from games.realtime.wire.checks import check_some


async def test_connections_are_checked_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Connection:
        def __init__(self) -> None:
            self.checks = 0

        def check_timeouts(self) -> None:
            self.checks += 1

    class Server:
        def __init__(self) -> None:
            self.connections = {Connection(): {} for _ in range(90)}

        def timeout_checker(self) -> None:
            """Only the test's own rounds."""

    server: Any = Server()
    lost, *_, last = server.connections
    most = 0
    for _ in range(18):
        before = sum(one.checks for one in server.connections)
        check_some(server)
        most = max(most, sum(one.checks for one in server.connections) - before)
        server.connections.pop(last, None)
    assert most == 5
    assert {one.checks for one in server.connections} == {1}
    assert last.checks == 0, "it was lost before its turn"
    assert lost.checks == 1
    check_some(server)
    assert sum(one.checks for one in server.connections) == 89 + 5, "and from the beginning"
