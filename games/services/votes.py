"""Pauses, and the votes to pause, to resume, or to go on without the player at turn."""

from games import clock
from games.models import Player
from games.protocol.commands import Command, PauseGame, Resume, Vote
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services import absence
from games.services.handlers import handles
from games.services.table import Table
from games.state.absence import VOTES, Pause
from games.validators import UnfitName, fit_name

REASON_LENGTH = 80
STOPPED = ("computer", "away", "turn")
"""The kinds of deadline that stand still during a pause."""


@handles(PauseGame)
def pause(table: Table, command: Command, body: PauseGame) -> PendingEvent:
    """Pause the game and its deadlines, for the host."""
    host = table.require_host(command, body.player)
    reason = ""
    if body.reason.strip():
        try:
            reason = fit_name(body.reason, longest=REASON_LENGTH)
        except UnfitName as error:
            raise Refused("bad_reason", longest=REASON_LENGTH) from error
    _require_possible(table, "pause")
    return table.record(command, [_pause(table, host.seat, reason)], player=host.seat)


@handles(Resume)
def resume(table: Table, command: Command, body: Resume) -> PendingEvent:
    """Resume the game, for the host."""
    host = table.require_host(command, body.player)
    _require_possible(table, "resume")
    return table.record(command, [_resume(table, host.seat)], player=host.seat)


@handles(Vote)
def vote(table: Table, command: Command, body: Vote) -> PendingEvent:
    """Cast or withdraw a vote. It passes with more than half of the voters who are present."""
    player = table.require_seat(command, body.player)
    if body.about not in VOTES:
        raise Refused("bad_vote")
    _require_possible(table, body.about)
    voters = _voters(table, body.about)
    if player not in voters:
        raise Refused("no_vote")
    present = absence.present_players(table)
    # If not even this voter counts as present, a server has just started: then all votes count.
    counted = {one.seat for one in voters if one.seat in present or player.seat not in present}
    others = [seat for seat in table.absence.votes.get(body.about, []) if seat != player.seat]
    votes = [*others, player.seat] if body.yes else others
    needed = len(counted) // 2 + 1
    passed = len(counted.intersection(votes)) >= needed
    cast = {"e": "vote", "about": body.about, "players": votes, "needed": needed}
    if passed and body.about == "go_on":
        return absence.times_up(table, command, "vote", cast)
    table.absence.votes[body.about] = votes
    if not votes:
        del table.absence.votes[body.about]
    events: list[Stored] = [cast]
    if passed:
        events.append(_pause(table, None, "") if body.about == "pause" else _resume(table, None))
    return table.record(command, events, player=player.seat)


def _require_possible(table: Table, about: str) -> None:
    """Raise Refused if this cannot happen now."""
    if table.running is None:
        raise Refused("no_game")
    paused = table.absence.paused is not None
    if about == "resume":
        if not paused:
            raise Refused("not_paused")
    elif paused:
        raise Refused("paused")
    elif about == "go_on" and not {"away", "turn"} & table.room.deadlines.keys():
        raise Refused("no_vote")


def _voters(table: Table, about: str) -> list[Player]:
    """Return the people who may vote about this."""
    people = [player for player in table.in_game() if player.person_id is not None]
    at_turn = table.at_turn
    if about != "go_on" or at_turn is None:
        return people
    return [player for player in people if player.person_id != at_turn.person_id]


def _pause(table: Table, by: int | None, reason: str) -> Stored:
    now = clock.milliseconds()
    rest = {kind: at - now for kind, at in table.room.deadlines.items() if kind in STOPPED}
    table.absence.paused = Pause(by, reason, now, rest)
    return {"e": "paused", "player": by, "reason": reason, "since": now}


def _resume(table: Table, by: int | None) -> Stored:
    now, paused = clock.milliseconds(), table.absence.paused
    if paused is not None:
        again = {kind: now + max(0, rest) for kind, rest in paused.rest.items()}
        table.change_room(deadlines={**table.room.deadlines, **again})
    table.absence.paused = None
    return {"e": "resumed", "player": by}
