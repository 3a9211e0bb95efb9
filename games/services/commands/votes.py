"""Pauses, and the votes to pause, to resume, or to go on without the current player.

A person has one vote. A vote passes with more than half of the voters who are present. But to go on
needs a reason: a countdown for absence, most of the turn's time gone, or two minutes without a
move, before which the absent count as well. To resume, the absent count as well, unless half of
those present ask again five minutes after half of them first asked.
"""

from collections.abc import Collection
from typing import Final

from games import clock
from games.models import Player
from games.protocol.commands import PauseGame, Resume, Vote
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored
from games.services.commands import absence
from games.services.tables.handlers import handles
from games.services.tables.refusals import require_fit
from games.services.tables.table import Table
from games.state.absence import VOTES, Pause, go_on_from, stalled_from, waited_since

REASON_LENGTH: Final = 80
STOPPED: Final = ("computer", "away", "turn")
"""Kinds of deadline that are suspended during a pause."""

MOST_PAUSES: Final = 5
"""Maximum number of the host's pauses in a game with other people."""
ASK_AGAIN_MS: Final = 5 * 60 * 1000


@handles(PauseGame, by="host")
def pause(table: Table, body: PauseGame, host: Player) -> list[Stored]:
    reason = ""
    if body.reason.strip():
        reason = require_fit(body.reason, longest=REASON_LENGTH, refusal="bad_reason")
    _require_possible(table, "pause")
    if table.others_play:
        if table.absence.pauses >= MOST_PAUSES:
            raise Refused("many_pauses", most=MOST_PAUSES)
        table.absence.pauses += 1
    return [_pause(table, host.seat, reason)]


@handles(Resume, by="host")
def resume(table: Table, _body: Resume, host: Player) -> list[Stored]:
    _require_possible(table, "resume")
    return [resume_game(table, host.seat)]


@handles(Vote, by="player")
def vote(table: Table, body: Vote, player: Player) -> list[Stored] | PendingEvent:
    """Cast or withdraw a vote, and carry out the proposal once it passes."""
    about = body.about
    if about not in VOTES:
        raise Refused("bad_vote")
    _require_possible(table, about)
    voters = _voters(table, about)
    if player not in voters:
        raise Refused("no_vote")
    stalled = about == "go_on" and _require_reason(table)
    present = absence.present_players(table)
    # If not even this voter counts as present, the server has just started, so count all votes.
    there = [voter for voter in voters if voter.seat in present or player.seat not in present]
    counted = there if stalled or about == "pause" else voters
    others = [seat for seat in table.absence.votes.get(about, []) if seat != player.seat]
    votes = [*others, player.seat] if body.yes else others
    needed = len(_persons(counted)) // 2 + 1
    passed = len(_persons(counted, votes)) >= needed
    cast = {"e": "vote", "about": about, "players": votes, "needed": needed}
    if about == "resume":
        half = 2 * len(_persons(there, votes)) >= len(_persons(there))
        passed = passed or _is_asked_again(table, half=body.yes and half)
        cast["again"] = table.absence.paused and table.absence.paused.again
    if passed and about == "go_on":
        return table.record([cast, *absence.times_up(table, "vote")], player=None)
    events: list[Stored] = [cast]
    if passed:
        events.append(_pause(table, None, "") if about == "pause" else resume_game(table, None))
    return events


def _require_possible(table: Table, about: str) -> None:
    if table.running is None:
        raise Refused("no_game")
    paused = table.absence.paused is not None
    if about == "resume":
        if not paused:
            raise Refused("not_paused")
    elif paused:
        raise Refused("paused")


def _require_reason(table: Table) -> bool:
    """Return True if the game has stalled. Raise Refused if the current player still has time."""
    player, now = table.at_turn, clock.milliseconds()
    if player is None or table.computer_level(player):
        raise Refused("no_vote")
    possible = go_on_from(table.room, table.absence, player, table.last_move)
    if possible is None or now < possible:
        raise Refused("not_yet", name=player.name)
    stalled = stalled_from(table.room, waited_since(table.absence, table.last_move))
    return stalled is not None and now >= stalled


def _voters(table: Table, about: str) -> list[Player]:
    """Return the people who may vote about this. A seat that a computer plays has no vote."""
    autoplay = table.absence.autoplay
    people = [player for player in table.in_game() if not (player.level or player.seat in autoplay)]
    at_turn = table.at_turn
    if about != "go_on" or at_turn is None:
        return people
    return [player for player in people if player.person_id != at_turn.person_id]


def _persons(players: Collection[Player], votes: Collection[int] | None = None) -> set[int | None]:
    """Return the persons behind these players, or behind those among them who voted."""
    return {player.person_id for player in players if votes is None or player.seat in votes}


def _is_asked_again(table: Table, *, half: bool) -> bool:
    """Return True if half ask to resume long enough after the first request, which this records."""
    now, paused = clock.milliseconds(), table.absence.paused
    if paused is None or not half:
        return False
    if paused.again is None:
        paused.again = now + ASK_AGAIN_MS
    return now >= paused.again


def _pause(table: Table, by: int | None, reason: str) -> Stored:
    now = clock.milliseconds()
    rest = {kind: at - now for kind, at in table.room.deadlines.items() if kind in STOPPED}
    table.absence.paused = Pause(by, reason, now, rest)
    return table.absence.paused.event()


def resume_game(table: Table, by: int | None) -> Stored:
    """End the pause, and let each deadline run on with the time that was left."""
    now, paused = clock.milliseconds(), table.absence.paused
    if paused is not None:
        again = {kind: now + rest for kind, rest in paused.rest.items()}
        table.change_room(deadlines={**table.room.deadlines, **again})
    table.absence.paused = None
    table.absence.clock_restarted_at = now
    return {"e": "resumed", "player": by}
