"""A process whose event loop stands still ends, after it has said where."""

import os
import signal
import subprocess
import time
import urllib.request

import pytest

from tests.support import services
from tests.support.sockets import Start

FROZEN_SERVER = ("-m", "tests.support.servers.frozen_server")


def freezes(server: services.Daphne, patience: float = 60) -> int:
    """Make the loop stand still. Return the exit code of the process."""
    os.kill(server.pid, signal.SIGUSR1)
    process = server._process
    assert process is not None
    return process.wait(patience)


def test_a_process_whose_loop_stands_still_ends(daphne_server: Start) -> None:
    server = daphne_server(program=FROZEN_SERVER, FARKLE_WATCHDOG_SECONDS="2")
    assert freezes(server) == os.EX_SOFTWARE
    assert "The event loop has stood still for 2 s" in server.log()
    assert "in freeze" in server.log()  # where it hung


def test_a_process_that_was_stopped_for_a_while_goes_on(daphne_server: Start) -> None:
    server = daphne_server(FARKLE_WATCHDOG_SECONDS="2")
    os.kill(server.pid, signal.SIGSTOP)
    time.sleep(4)
    os.kill(server.pid, signal.SIGCONT)
    time.sleep(2)
    with urllib.request.urlopen(f"{server.url}/healthz", timeout=5) as answer:
        assert answer.status == 200


def test_it_can_be_turned_off(daphne_server: Start) -> None:
    server = daphne_server(program=FROZEN_SERVER, FARKLE_WATCHDOG_SECONDS="0")
    with pytest.raises(subprocess.TimeoutExpired):
        freezes(server, patience=2)
    with pytest.raises(TimeoutError):
        urllib.request.urlopen(f"{server.url}/healthz", timeout=0.5)
    server.kill()
