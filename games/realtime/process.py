"""The parts of one server process, created at start-up by farkle_site/asgi.py.

Management commands have none of them: they perform commands on their own thread, and server
processes find the events in the database.
"""

import asyncio
import logging
import sys
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from functools import partial

from django.conf import settings
from redis.exceptions import RedisError

from farkle import Action
from games import broadcast, clock
from games.broadcast import Broadcaster
from games.notices.outbox import Outbox
from games.people import presence
from games.realtime.background import BackgroundTasks, Job
from games.realtime.bus import Bus
from games.realtime.heartbeat import BEAT_SECONDS, Heartbeat
from games.realtime.hub import Hub
from games.realtime.limits import ConnectionLimits
from games.realtime.scheduler import Scheduler
from games.realtime.threads import DatabaseThreads
from games.realtime.watch.changes import SESSION_SECONDS
from games.realtime.watchdog import Watchdog
from games.replay import analysis
from games.replay.analysis import AnalysisQueue
from games.services import races, spreads
from games.services.standings import add_up, keep_accuracies
from games.services.upkeep import runs
from games.workers import painter
from games.workers.faults import Faults
from games.workers.painter import painter_of
from games.workers.solver import Solver
from games.workers.spreading import spread_within
from games.workers.worker import NoAnswer, Workers

logger = logging.getLogger(__name__)

TICK_SECONDS = 1.0
"""Seconds between two checks of the open rooms."""
RACE_SECONDS = 1.0
"""Seconds between two looks at what is due in races."""


class ServerProcess:
    def __init__(self) -> None:
        redis = settings.REDIS_URL
        self._bus = Bus(redis, settings.REDIS_TIMEOUTS) if redis else None
        self.threads = DatabaseThreads()
        self.workers = Workers()
        self.analysis_queue = AnalysisQueue(keep_accuracies, self.workers)
        self.solver = Solver(self.workers, solve=self.analysis_queue.solve)
        self.limits = ConnectionLimits()
        self.hub = Hub(self.threads, self.solver, self._bus)
        self.heartbeat = Heartbeat(self.threads, self._on_company)
        self.scheduler = Scheduler(self.threads, self.solver)
        self._outbox = Outbox()
        self._faults = Faults()
        self.is_stopping = False
        """True once the process was told to stop: a proxy then sends new visitors elsewhere."""
        self.is_cut_off = False
        """True if there are other processes, and REDIS_URL is missing."""
        self._tasks = BackgroundTasks()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the background work in an event loop that need not run yet."""
        broadcaster = Broadcaster(loop, self.hub, self._bus)
        broadcaster.listen(self.scheduler.on_update)
        broadcast.current = broadcaster
        analysis.current = self.analysis_queue
        painter.current = painter_of(self.workers)
        if self._bus is not None:
            self._tasks.spawn(self._bus.run(self.hub.on_message))
        self._tasks.spawn(self.scheduler.run())
        if settings.WATCHDOG_SECONDS:
            self._tasks.spawn(Watchdog(settings.WATCHDOG_SECONDS).run())
        for job in self._jobs():
            self._tasks.repeat(job)
        self._outbox.start()

    def stop(self) -> Coroutine[None, None, None]:
        """Tell every socket to reconnect elsewhere, and return a coroutine that ends the background
        work. The sockets are told at once: daphne cancels them in the same turn of the loop."""
        self.is_stopping = True
        self.hub.send_bye()
        return self._end()

    async def _end(self) -> None:
        await self._tasks.stop()
        await asyncio.to_thread(self._outbox.stop)
        await self.heartbeat.stop()
        await self.hub.stop()
        if self._bus is not None:
            await self._bus.close()
        self.analysis_queue.close()

    def _on_company(self, has_company: bool) -> None:
        """Report no player as absent while the players of other processes are not known here."""
        is_cut_off = has_company and self._bus is None
        if is_cut_off and not self.is_cut_off:
            logger.error(
                "Another process uses this database, and REDIS_URL is not set: chat, selections and"
                " presence do not reach all players, and no player is reported absent"
            )
        self.is_cut_off = is_cut_off
        presence.sees_all_players = not is_cut_off

    def _jobs(self) -> list[Job]:
        catch_up = partial(self.threads.read, self.analysis_queue.catch_up)
        jobs = [
            *jobs_of(self.hub),
            Job(BEAT_SECONDS, self.heartbeat.beat, "this process could not leave a sign of life"),
            Job(8.0, catch_up, "games that have ended could not be queued"),
            Job(10.0, self.spread_deals, "the computers could not play a deal"),
            Job(RACE_SECONDS, self.run_races, "races could not go on"),
            Job(600.0, self._add_up, "the totals of the site could not be added up"),
        ]
        if settings.UPKEEP_HOUR is not None:
            keep_up = partial(self._keep_up, settings.UPKEEP_HOUR)
            jobs.append(Job(10.0, keep_up, "the daily upkeep could not begin"))
        return jobs

    async def _keep_up(self, hour: int) -> None:
        """Run the daily upkeep if it is due, in a separate process: it takes minutes, and must not
        compete for the interpreter with the moves in this one."""
        is_due = await self.threads.read(runs.is_due, clock.now(), hour)
        if is_due and await _run_command("upkeep", "--if-due"):
            await self.threads.write(runs.give_up, clock.now(), hour)

    async def run_races(self) -> None:
        """Do what is due in races: see `races.due_races`."""
        due = await self.threads.read(races.due_races, clock.now())
        for computer in due.computers:
            await self.threads.write(races.enter, computer)
        await asyncio.gather(*map(self.threads.perform, due.commands))
        for race in due.over:
            moves: dict[int, Sequence[Action]] = {}
            for games in race.parts():
                moves.update(await self.threads.read(races.moves_of, games))
            joint = await self.threads.read(races.joint_game_of, race, moves)
            while joint is not None and not joint.is_over:
                await self.threads.read(joint.play)
            await self.threads.perform(race.finish(joint))

    async def spread_deals(self) -> None:
        """Have the computers play the deals that they have not played yet."""
        while deal := await self.threads.read(spreads.claim_deal):
            claim = asyncio.create_task(self._keep_claim(deal.deal))
            try:
                spread = await self.workers.spreads.ask(spread_within, deal.rules, deal.seed)
            except NoAnswer:  # the claim on it expires
                logger.warning("the computers did not play a deal in time")
            except Exception as error:  # noqa: BLE001  # of any kind, and the log has it
                self._faults.add("spread", deal.rules, error)
                claim.cancel()
                await self.threads.read(spreads.give_up, deal.deal)
            else:
                await self.threads.write(spreads.keep_spread, deal.deal, spread)
            finally:
                claim.cancel()

    async def _keep_claim(self, deal: int) -> None:
        while True:
            await asyncio.sleep(spreads.CLAIM_SECONDS / 3)
            with suppress(RedisError):  # the next one may succeed
                await self.threads.read(spreads.renew_claim, deal)

    async def _add_up(self) -> None:
        more = True
        while more:
            more = await self.threads.write(add_up, clock.now())
            await asyncio.sleep(1)


def jobs_of(hub: Hub) -> list[Job]:
    return [
        Job(TICK_SECONDS, hub.check_rooms, "missed events could not be read"),
        Job(TICK_SECONDS, hub.share_boards, "the boards of races could not be read"),
        Job(TICK_SECONDS, hub.share_presence, "presence could not be shared"),
        Job(SESSION_SECONDS, hub.check_sessions, "sessions could not be read"),
    ]


async def _run_command(*arguments: str) -> int:
    """Run a management command; log a failure. Return its exit status. Cancelling terminates it."""
    command = await asyncio.create_subprocess_exec(
        sys.executable,
        str(settings.BASE_DIR / "manage.py"),
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the server, which then stops the command
    )
    try:
        status = await command.wait()
    finally:
        if command.returncode is None:
            command.terminate()
    if status:  # negative: the number of the signal that killed it
        logger.error("manage.py %s ended with status %s", " ".join(arguments), status)
    return status
