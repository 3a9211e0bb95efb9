"""What `play` does about pauses and votes: the others go on sooner, or the table rests."""

from games import clock
from games.models import Player
from games.protocol import commands as c
from games.protocol import events as room_events
from games.protocol.commands import Command
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent
from games.services import absence
from games.services.handlers import handles
from games.services.table import Table
from games.state.absence import VOTES, Pause
from games.validators import UnfitName, fit_name

REASON_LENGTH = 80
STOPPED = ("computer", "away", "turn")
"""The kinds of deadline that stand still meanwhile."""


@handles(c.PauseGame)
def pause(table: Table, command: Command, body: c.PauseGame) -> PendingEvent:
    """The host stops the game, and all times with it."""
    host = table.host(command, body.player)
    reason = ""
    if body.reason.strip():
        try:
            reason = fit_name(body.reason, longest=REASON_LENGTH)
        except UnfitName as error:
            raise Refused("bad_reason", longest=REASON_LENGTH) from error
    _can(table, "pause")
    return table.record(command, [_pause(table, host.seat, reason)], player=host.seat)


@handles(c.Resume)
def resume(table: Table, command: Command, body: c.Resume) -> PendingEvent:
    """The host lets it go on."""
    host = table.host(command, body.player)
    _can(table, "resume")
    return table.record(command, [_resume(table, host.seat)], player=host.seat)


@handles(c.Vote)
def vote(table: Table, command: Command, body: c.Vote) -> PendingEvent:
    """One of those it is up to wants it, or no more; more than half of them bring it about."""
    player = table.own(command, body.player)
    if body.about not in VOTES:
        raise Refused("bad_vote")
    _can(table, body.about)
    those = _up_to(table, body.about)
    if player not in those:
        raise Refused("no_vote")
    here = absence.there(table)
    # Where not even who votes is known to be there, a server has just started: all have a say.
    electors = {one.seat for one in those if one.seat in here or player.seat not in here}
    others = [seat for seat in table.waits.votes.get(body.about, []) if seat != player.seat]
    votes = [*others, player.seat] if body.yes else others
    needed = len(electors) // 2 + 1
    passed = len(electors.intersection(votes)) >= needed
    told = {"e": "vote", "about": body.about, "players": votes, "needed": needed}
    if passed and body.about == "go_on":
        return absence.times_up(table, command, "vote", told)
    table.waits.votes[body.about] = votes
    if not votes:
        del table.waits.votes[body.about]
    events: list[room_events.Stored] = [told]
    if passed:
        events.append(_pause(table, None, "") if body.about == "pause" else _resume(table, None))
    return table.record(command, events, player=player.seat)


def _can(table: Table, about: str) -> None:
    """Raises Refused where there is nothing to be brought about."""
    if table.running is None:
        raise Refused("no_game")
    paused = table.waits.paused is not None
    if about == "resume":
        if not paused:
            raise Refused("not_paused")
    elif paused:
        raise Refused("paused")
    elif about == "go_on" and not {"away", "turn"} & table.room.deadlines.keys():
        raise Refused("no_vote")


def _up_to(table: Table, about: str) -> list[Player]:
    """The people who have a say."""
    people = [player for player in table.in_game() if player.person_id is not None]
    at_turn = table.at_turn
    if about != "go_on" or at_turn is None:
        return people
    return [player for player in people if player.person_id != at_turn.person_id]


def _pause(table: Table, by: int | None, reason: str) -> room_events.Stored:
    now = clock.milliseconds()
    rest = {kind: at - now for kind, at in table.room.deadlines.items() if kind in STOPPED}
    table.waits.paused = Pause(by, reason, now, rest)
    return {"e": "paused", "player": by, "reason": reason, "since": now}


def _resume(table: Table, by: int | None) -> room_events.Stored:
    now, paused = clock.milliseconds(), table.waits.paused
    if paused is not None:
        again = {kind: now + max(0, rest) for kind, rest in paused.rest.items()}
        table.change_room(deadlines={**table.room.deadlines, **again})
    table.waits.paused = None
    return {"e": "resumed", "player": by}
