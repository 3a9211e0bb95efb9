"""Games of every kind, played through sockets: replayed, exported, imported, their dice thrown
again, and everything that is stored compared with everything else."""

import asyncio
import json
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from farkle import PRESETS
from farkle.__main__ import main
from farkle.ai.review.review import GameSummary, steps, summarize
from farkle.engine.gamefile import GameFile
from tests.conftest import ON_POSTGRES, Backend
from tests.support import services, stored
from tests.support.client import PATIENCE_SECONDS, Browser, Page, play
from tests.support.servers.clocked import set_ahead
from tests.support.sockets import Start, all_at, in_thread, nothing_broke, table

pytestmark = pytest.mark.no_cover

NEAR = 1500
"""The target: some dozens of moves away."""
FAR = 4000
"""So far that hardly any first turn ends the game."""
HALF_A_MINUTE = 31.0
"""After so long without a move others may vote to go on."""


async def started(pages: list[Page], rules: dict[str, Any], **settings: Any) -> None:
    """The first of them sets the rules and begins."""
    host = pages[0]
    await host.done("rules", player=1, rules=rules)
    if settings:
        await host.done("settings", player=1, **settings)
    begun = await host.done("start", player=1)
    await all_at(pages, begun["n"])


def near(preset: str, **changes: Any) -> dict[str, Any]:
    target = min(NEAR, PRESETS[preset].target)
    return {**PRESETS[preset].to_dict(), "target": target, **changes}


def _seen(page: Page) -> set[int]:
    """Everybody who was ever there."""
    return {player for frame in page.got("here") for player in frame["on"]}


def happened(page: Page, name: str) -> bool:
    return any(f'["{name}"' in text for text in page.story.values())


# Kinds of games: each plays in a room of its own and returns its code


async def by_a_preset(server: services.Daphne, preset: str) -> str:
    async with table(server, seats=2) as pages:
        await started(pages, near(preset))
        await asyncio.gather(*map(play, pages))
        return pages[0].code


async def with_building(server: services.Daphne) -> str:
    async with table(server, seats=2) as pages:
        for _ in range(5):
            await started(pages, near("4iam", building=True, entry_min=0, target=3000))
            await asyncio.gather(*(play(page, building=True) for page in pages))
            if happened(pages[0], "built"):
                return pages[0].code
    raise AssertionError("nobody ever built")


async def with_a_play_off(server: services.Daphne) -> str:
    """One round in which hardly anybody can bank: level at nothing. Who leaves ends it."""
    async with table(server, seats=3) as pages:
        host = pages[0]
        for _ in range(5):
            await started(pages, near("kcd", rounds=1, bank_min=3000))
            await asyncio.gather(
                *(play(page, partial(happened, page, "playoff")) for page in pages)
            )
            for page in pages[:0:-1]:
                if host.here.game["status"] == "playing":
                    gone = await page.done("leave", player=page.mine[0])
                    await host.until(lambda gone=gone: host.here.n >= gone["n"])
            if happened(host, "playoff"):
                return host.code
    raise AssertionError("nobody was ever level")


def _has_played(page: Page, turns: int) -> bool:
    told = Counter(event[0] for text in page.story.values() for event in json.loads(text)[3])
    return told["turn"] >= turns


async def somebody_leaves(server: services.Daphne) -> str:
    async with table(server, seats=3) as pages:
        await started(pages, near("kcd", target=FAR))
        await asyncio.gather(*(play(page, partial(_has_played, page, 2)) for page in pages))
        gone = await pages[1].done("leave", player=2)
        await all_at(pages, gone["n"])
        await asyncio.gather(play(pages[0]), play(pages[2]))
        return pages[0].code


async def somebody_comes_late(server: services.Daphne) -> str:
    async with table(server, seats=2) as pages:
        await started(pages, near("kcd", target=3000), late="play")
        browser = Browser(server.url)
        await in_thread(browser.sit, pages[0].code, "Late")
        async with Page(browser, pages[0].code) as late:
            await all_at([*pages, late], late.here.n)
            assert happened(late, "joined") or len(late.here.game["players"]) == 3
            await asyncio.gather(*map(play, [*pages, late]))
        return pages[0].code


async def others_go_on(server: services.Daphne, away: str, later: Callable[[], None]) -> str:
    """The first at turn does nothing until it is `later`; the others have had enough."""
    async with table(server, seats=3) as pages:
        await started(pages, near("kcd", first_player="seat"), timer=60, away=away)
        await pages[0].until(lambda: {2, 3} <= _seen(pages[0]))
        later()
        for page in pages[1:]:
            await page.done("vote", player=page.mine[0], about="go_on", yes=True)
        await pages[0].until(lambda: happened(pages[0], "waited"))
        await pages[0].until(lambda: pages[0].here.game["state"]["current"] != 0)
        await asyncio.gather(*map(play, pages))
        return pages[0].code


async def on_another_device(server: services.Daphne) -> str:
    """The second player's seat moves to another browser in the middle of the game."""
    async with table(server, seats=2) as pages:
        await started(pages, near("kcd", target=FAR, first_player="seat"))
        await asyncio.gather(*(play(page, partial(_has_played, page, 2)) for page in pages))
        code = await in_thread(pages[1].browser.seat_code, pages[0].code, 2, "move")
        phone = Browser(server.url)
        assert await in_thread(phone.take_seat, code) == pages[0].code
        async with Page(phone, pages[0].code) as moved:
            await moved.until(lambda: moved.mine == [2])
            await asyncio.gather(play(pages[0]), play(moved))
        assert happened(pages[0], "device")
        return pages[0].code


async def with_a_computer(server: services.Daphne) -> str:
    async with table(server, seats=1) as pages:
        await pages[0].done("settings", player=1, pace="quick")
        await pages[0].done("add_computer", player=1, level="pip")
        await started(pages, near("kcd", target=500))
        await play(pages[0])
        return pages[0].code


KINDS: dict[str, Callable[[services.Daphne], Awaitable[str]]] = {
    **{preset: partial(by_a_preset, preset=preset) for preset in PRESETS},
    "building": with_building,
    "play-off": with_a_play_off,
    "leaving": somebody_leaves,
    "late": somebody_comes_late,
    "device": on_another_device,
    "computer": with_a_computer,
}


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE_SECONDS) as answer:
        return str(answer.read().decode())


def gone_through(server: services.Daphne, code: str, number: int) -> tuple[str, GameSummary]:
    """Replay, files, import and verification of one game; its file, what was memorable in it."""
    here = f"{server.url}/r/{code}/game/{number}/"
    text = fetched(f"{here}game.json")
    game = GameFile.from_dict(json.loads(text))
    found = summarize(steps(game.record))
    checked = game.check()
    assert checked.throws
    assert [player.score for player in found.players] == list(checked.last.scores)
    assert len(fetched(f"{here}game.csv").splitlines()) > len(found.turns)
    imported = Browser(server.url).bring_in(text)
    again = GameFile.from_dict(json.loads(fetched(f"{imported}game.json")))
    assert (again.record, again.proof) == (game.record, game.proof)
    assert fetched(f"{imported}game.txt") == fetched(f"{here}game.txt")
    for page in (here, f"{here}0/", imported):
        assert game.record.names[-1] in fetched(page)
    return text, found


@ON_POSTGRES  # which changes the order of keys in what it stores as JSON
async def test_every_kind_of_game_is_kept(
    backend: Backend, daphne_server: Start, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = tmp_path / "clock"
    set_ahead(clock, 0)
    server = daphne_server(
        database=backend.database,
        redis=backend.redis,
        program=("-m", "tests.support.servers.clocked"),
        TEST_CLOCK=str(clock),
        FARKLE_ROOMS_A_MINUTE="1000",
        FARKLE_IMPORTS_A_MINUTE="1000",
    )
    codes = dict(
        zip(KINDS, await asyncio.gather(*(kind(server) for kind in KINDS.values())), strict=True)
    )
    # Everybody has the same clock, so these are played when all others are over.
    for times, (kind, away) in enumerate((("skipped", "skip"), ("stand-in", "computer")), 1):
        codes[kind] = await others_go_on(
            server, away, partial(set_ahead, clock, times * HALF_A_MINUTE)
        )
    ended = stored.rows(
        backend.database,
        "SELECT r.code, g.number FROM games_game g JOIN games_room r ON r.id = g.room_id"
        " WHERE g.status = 'over'",
    )
    stories: dict[str, list[GameSummary]] = {}
    for code, number in ended:
        text, found = await in_thread(gone_through, server, code, number)
        stories.setdefault(code, []).append(found)
        file = tmp_path / f"{code}-{number}.json"
        file.write_text(text)
        assert main(["verify", str(file)]) == 0
    assert "The dice are fair" in capsys.readouterr().out
    assert set(stories) == set(codes.values())

    def outcomes(kind: str) -> set[str]:
        return {turn.outcome for one in stories[codes[kind]] for turn in one.turns}

    assert any(turn.built for one in stories[codes["building"]] for turn in one.turns)
    assert any(player.left for one in stories[codes["leaving"]] for player in one.players)
    assert [len(one.players) for one in stories[codes["late"]]] == [3]
    assert "skipped" in outcomes("skipped")
    assert not {"skipped", "left"} & outcomes("stand-in")
    await in_thread(stored.check_history, server)
    nothing_broke(server)
