"""Chat messages, reactions, and dice rolled in the lobby. They do not lock the room and leave no
event."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from games import clock
from games.db import postgres
from games.models import Message, Person, Player, Room
from games.protocol import frames
from games.protocol.commands import Command, React, Say, Toss
from games.protocol.errors import Refused
from games.services.tables.refusals import require_fit
from games.state.places import places_in
from games.state.room_settings import settings_of
from games.state.turns import EndedTurn

LONGEST_MESSAGE: Final = 200
RECENT: Final = 50
"""Number of messages that a client receives on connecting. Older ones expire."""
LOCK_MS: Final = 100
"""Maximum wait for a locked room. A longer one would delay the moves of all others."""

LARGE: Final = 1000
"""Points of a turn to which computer players react."""

REACTIONS: Final = ("clap", "laugh", "wow", "ouch", "luck", "hurry", "thanks", "again")


def say(command: Command, body: Say) -> Message | None:
    """Store and return a message; None for a repeated command. Raise Refused or DatabaseError."""
    player = _speaker(command, body.player)
    text = require_fit(body.text, longest=LONGEST_MESSAGE, refusal="bad_text")
    with transaction.atomic():
        postgres.limit_lock_wait(LOCK_MS)
        message, is_new = Message.objects.get_or_create(
            room_id=player.room_id,
            command=command.id,
            defaults={"player": player, "text": text, "at": clock.now()},
        )
    if (message.player_id, message.text) != (player.pk, text):
        raise Refused("id_taken")
    return message if is_new else None


def react(command: Command, body: React) -> str:
    """Check that the sender may react, and return the name of a spectator; reactions are not
    stored. Raise Refused."""
    name = ""
    if body.player is None:
        name = _name_of_spectator(command)
    else:
        _speaker(command, body.player)
    if body.reaction not in REACTIONS:
        raise Refused("bad_text", longest=LONGEST_MESSAGE)
    return name


def reaction_to(turn: EndedTurn, players: Sequence[Player]) -> str | None:
    """Return the frame of a computer player's reaction to a turn of another player, or None.
    `players`: by engine seat.

    They react to large banks and farkles, but seldom: only one turn of a round counts, each time
    the next player's.
    """
    every = len(players) + 1
    computers = [
        player.seat
        for seat, player in enumerate(players)
        if player.level and not player.left and seat != turn.seat
    ]
    reaction = {"banked": "clap", "farkled": "ouch"}.get(turn.outcome)
    points = turn.built + sum(roll["points"] for roll in turn.rolls)
    if turn.number % every or points < LARGE or reaction is None or not computers:
        return None
    return frames.reacted(reaction, computers[turn.number // every % len(computers)])


def toss(command: Command, body: Toss) -> None:
    """Check that the player may roll a die in the lobby; such rolls are not stored. Raise
    Refused."""
    if _sender(command, body.player).room.status == Room.Status.PLAYING:
        raise Refused("game_on")


def _speaker(command: Command, seat: int) -> Player:
    """Return the player in this seat, if they may chat. Raise Refused."""
    player = _sender(command, seat)
    if not settings_of(player.room)["talk"]:
        raise Refused("talk_off")
    return player


def _name_of_spectator(command: Command) -> str:
    """Return the sender's name, "" if unknown, if they watch the room and may react. Raise
    Refused."""
    room = _room(command)
    places = places_in(room.pk)
    if places.of(command.person).held or places.bar_reason(command.person, room.code):
        raise Refused("not_yours")
    if room.status == Room.Status.CLOSED:
        raise Refused("room_closed")
    settings = settings_of(room)
    if not (settings["talk"] and settings["spectators_react"]):
        raise Refused("talk_off")
    person = Person.objects.filter(pk=command.person or 0).first()
    return "" if person is None else person.name


def _room(command: Command) -> Room:
    room = Room.objects.filter(code=command.room).first()
    if room is None:  # it has a new link, or was deleted
        raise Refused("no_room")
    return room


def _sender(command: Command, seat: int) -> Player:
    """Return the player in this seat, if it is the sender's. Raise Refused."""
    room = _room(command)
    player = Player.objects.marked_for(command.person).filter(room=room, seat=seat).first()
    if player is None:
        raise Refused("no_player")
    if not player.is_mine:
        raise Refused("not_yours")
    if player.left:
        raise Refused("gone")
    if room.status == Room.Status.CLOSED:
        raise Refused("room_closed")
    player.room = room
    return player
