"""The helper process: the same decisions as here, whatever befalls it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from farkle import PRESETS, GameState
from farkle.ai.players import LEVELS, decide
from games.solver_pool import NoAnswer, SolverPool

FAMILY = PRESETS["family"]


@pytest.fixture(scope="module")
def minds() -> Iterator[SolverPool]:
    helper = SolverPool(patience=120)
    yield helper
    helper.stop()


def position(throw: str) -> GameState:
    state, _ = GameState.start(replace(FAMILY, first_player="seat"), 2, lambda n: (1,) * n)
    thrown = {"throw": [int(face) for face in throw], "rolls": 1, "ply": 9}
    changed = state.to_dict() | {"entered": [True, True], "scores": [4000, 4500]} | thrown
    return GameState.from_dict(state.rules, changed)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def until_gone(pid: int) -> None:
    async with asyncio.timeout(120):
        while not gone(pid):  # noqa: ASYNC110  # nobody tells when a process ends
            await asyncio.sleep(0.02)


async def test_every_level_decides_there_as_here(minds: SolverPool) -> None:
    state = position("115234")
    await minds.prepare(state.rules)
    for level in LEVELS:
        assert await minds.decide(state, level) == decide(state, level)
    assert await minds.ask(os.getpid) != os.getpid()


async def test_questions_may_be_asked_together(minds: SolverPool) -> None:
    state = position("155234")
    decisions = await asyncio.gather(*(minds.decide(state, "ledger") for _ in range(20)))
    assert set(decisions) == {decide(state, "ledger")}


async def test_what_is_wrong_with_a_question_is_said(minds: SolverPool) -> None:
    with pytest.raises(KeyError):
        await minds.decide(position("115234"), "deep thought")
    assert await minds.ask(abs, -1) == 1


async def test_a_helper_that_dies_is_begun_again(minds: SolverPool) -> None:
    before = await minds.ask(os.getpid)
    os.kill(before, signal.SIGKILL)
    state = position("115234")
    assert await minds.decide(state, "abacus") == decide(state, "abacus")
    assert await minds.ask(os.getpid) != before


async def test_what_kills_it_each_time_is_given_up(minds: SolverPool) -> None:
    with pytest.raises(NoAnswer):
        await minds.ask(os._exit, 1)
    assert await minds.ask(abs, -1) == 1


async def test_a_helper_that_hangs_is_ended_and_somebody_decides_all_the_same() -> None:
    helper = SolverPool(patience=120)
    try:
        pid = await helper.ask(os.getpid)
        helper.patience = 0.05
        with pytest.raises(NoAnswer):
            await helper.ask(time.sleep, 600)
        assert not gone(pid)  # it may be slow only
        state = position("115234")
        assert await helper.decide(state, "abacus") == decide(state, "pip")
        helper.hangs = 0.0
        await helper.prepare(state.rules)
        await until_gone(pid)
        helper.patience = 60.0
        assert await helper.decide(state, "abacus") == decide(state, "abacus")
    finally:
        helper.stop()


async def test_after_a_stop_no_process_is_left() -> None:
    helper = SolverPool(patience=120)
    pid = await helper.ask(os.getpid)
    helper.stop()
    await until_gone(pid)
    helper.stop()


def test_it_ends_with_its_server_however_that_ends(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(
        "import asyncio, os, time\n"
        "from games.solver_pool import SolverPool\n"
        "if __name__ == '__main__':\n"
        "    minds = SolverPool(patience=120)\n"
        "    print(asyncio.run(minds.ask(os.getpid)), flush=True)\n"
        "    time.sleep(600)\n"
    )
    command = [sys.executable, str(script)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as server:
        assert server.stdout is not None
        assert int(server.stdout.readline())
        server.kill()
        # The helper has the same standard output: it is read to its end once both have gone.
        assert server.communicate(timeout=120) == (b"", None)
