"""Every command that a room takes, from whomever it comes: a socket, a form or a timer.

A command is declared here and nowhere else. Its fields are what the parser reads from a frame, see
`games.protocol.fields`; the name in `@command("roll")` is its `type` on the wire. A command without
such a name cannot come from a client. What a command does is written in `games.services`, in a
function marked with `@handles`.

Players are numbers of seats in the room (`Player.seat`); `player` is the one who asks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

import farkle
from games.protocol.fields import Keep, Players, RuleFields, Rules, Shape, shape_of


class Body:
    """What a command asks for. The name and the fields of a body must stay as they are: rooms store
    a hash of both with each event, to recognise a command that is sent again."""

    __slots__ = ()


Kind = TypeVar("Kind", bound=type[Any])

BODIES: list[type[Body]] = []
"""Every command there is."""
SHAPES: dict[str, Shape] = {}
"""The commands that a client may send, by their type on the wire."""


@dataclass_transform(frozen_default=True)
def command(wire_name: str | None = None) -> Callable[[Kind], Kind]:
    """Declare a command, which a client may send as a frame of this type."""

    def declare(kind: Kind) -> Kind:
        body = dataclass(frozen=True, slots=True)(kind)
        BODIES.append(body)
        if wire_name is not None:
            SHAPES[wire_name] = shape_of(body)
        return body  # type: ignore[return-value]  # a dataclass with slots is a class made anew

    return declare


# Moves


@command("roll")
class Roll(Body):
    player: int
    game: int
    ply: int
    keep: Keep


@command("bank")
class Bank(Body):
    player: int
    game: int
    ply: int
    keep: Keep


@command("build")
class Build(Body):
    player: int
    game: int
    ply: int


@command()
class ComputerMove(Body):
    """The move that the computer at turn has chosen, or a `weaker` level in its place."""

    game: int
    ply: int
    action: farkle.Roll | farkle.Bank | farkle.Build
    weaker: str = ""


# Seats


@command()
class Sit(Body):
    """Take a seat. A person who has one keeps it, unless `another` is asked for."""

    name: str
    another: bool = False


@command("leave")
class Leave(Body):
    """Get up for good."""

    player: int


@command("join")
class Join(Body):
    """Play in the game that is already running."""

    player: int


@command("rename")
class Rename(Body):
    player: int
    name: str


@command("colour")
class Colour(Body):
    player: int
    colour: int


@command("remove")
class Remove(Body):
    """The host takes away the seat of `whom`."""

    player: int
    whom: int


@command("host")
class HandOver(Body):
    """The host makes `whom` the host."""

    player: int
    whom: int


@command("take_host")
class TakeHost(Body):
    """Whoever opened the room is its host again."""

    player: int


@command("door")
class SetDoor(Body):
    """Set who may come in and who may watch. None leaves a setting as it is."""

    player: int
    door: str | None = None
    spectators: bool | None = None


@command("odds")
class ShowOdds(Body):
    """The host shows everybody's chance to win to those who watch, or stops it."""

    player: int
    odds: bool


@command("let_in")
class LetIn(Body):
    """The host gives whoever knocked a seat, or declines."""

    player: int
    knock: int
    yes: bool


@command("remove_new")
class RemoveNew(Body):
    """The host removes everybody who came in the last `minutes`."""

    player: int
    minutes: int


@command("add_computer")
class AddComputer(Body):
    """The host seats a computer. `level` is a key of `farkle.ai.players.LEVELS`."""

    player: int
    level: str


@command()
class UseCode(Body):
    """Hold the seat for which the code was made on this device."""

    code: str


@command("give")
class Give(Body):
    """The host gives the seat of `whom`, who is absent, to the person in seat `to`."""

    player: int
    whom: int
    to: int


@command("object")
class TakeBack(Body):
    """Take back a seat that the host gave away."""

    player: int


@command()
class BecomeAnother(Body):
    """A guest became an account, or an account was deleted. Nobody sends it; events are recorded
    under it."""


# Games


@command("ready")
class Ready(Body):
    player: int
    yes: bool


@command("start")
class Start(Body):
    """The host starts the next game."""

    player: int


@command("rematch")
class Rematch(Body):
    """Ask for another game."""

    player: int


@command("string")
class AddString(Body):
    """Add a string to the dice of game number `game`. Leaves no event."""

    player: int
    game: int
    text: str


# The room


@command("rules")
class SetRules(Body):
    """Set the rules of the next game. `base` is the preset they are compared with; if it is empty,
    the nearest one."""

    player: int
    rules: Rules
    base: str = ""


@command("change")
class ChangeRules(Body):
    """Change these fields of the rules and leave the others."""

    player: int
    fields: RuleFields


@command("teams")
class SetTeams(Body):
    """Set the number of teams; 0 for none."""

    player: int
    count: int


@command("team")
class SetTeam(Body):
    """Put `whom` into a team. The host may move anybody, others only themselves."""

    player: int
    whom: int
    team: int


@command("settings")
class SetRoom(Body):
    """Set how the room is run. None leaves a setting as it is."""

    player: int
    name: str | None = None
    listed: bool | None = None
    seats: int | None = None
    pace: str | None = None
    past: str | None = None
    away: str | None = None
    away_after: int | None = None
    timer: int | None = None
    talk: bool | None = None
    late: str | None = None
    starts: str | None = None
    hints: bool | None = None


@command("abandon_after")
class SetAbandon(Body):
    """Abandon a game after so many days in which nothing happens."""

    player: int
    abandon_days: int


@command("order")
class SetOrder(Body):
    """Set the order of turns from the next game on."""

    player: int
    players: Players


@command()
class SetSeason(Body):
    """The host names the season that is on, or starts the next one: `number` says which."""

    player: int
    number: int
    name: str


@command("close")
class Close(Body):
    """The host closes the room."""

    player: int


# Absence, pauses and time


@command()
class Missing(Body):
    """The player, whom others wait for, is absent."""

    player: int


@command()
class Back(Body):
    """The player, who was absent, is back."""

    player: int


@command("extend")
class Extend(Body):
    """Ask for more time for this turn."""

    player: int


@command("vote")
class Vote(Body):
    """Cast or withdraw a vote. `about` is one of `games.state.absence.VOTES`."""

    player: int
    about: str
    yes: bool


@command("pause")
class PauseGame(Body):
    player: int
    reason: str


@command("resume")
class Resume(Body):
    player: int


@command()
class Expire(Body):
    """The deadline of this kind has come."""

    kind: str


@command()
class FollowClock(Body):
    """The server's clock was set from `before` to `after`, in ms since 1970."""

    before: int
    after: int


# Chat. It needs neither the room's lock nor an event: see `games.services.chat`.


@command("say")
class Say(Body):
    player: int
    text: str


@command("react")
class React(Body):
    player: int
    reaction: str


@dataclass(frozen=True, slots=True)
class Command:
    """A request to the room with this code.

    `person` is the key of the person who asks, None for the server itself. `id` is random and stays
    the same when the command is sent again.
    """

    room: str
    person: int | None
    id: str
    body: Body


def own_id(kind: str, *numbers: int) -> str:
    """Return the id of one of the server's own commands. It has a colon, which no frame or form
    accepts, so nobody can use up such an id beforehand."""
    return ":".join((kind, *map(str, numbers)))


def is_own_id(command_id: str) -> bool:
    """Return whether this is the id of a command of the server itself."""
    return ":" in command_id


@dataclass(frozen=True, slots=True)
class Done:
    """The command was carried out. `n` is the number of the event it left, None if it left none."""

    n: int | None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class No:
    """The command was refused, for a reason given as a code and a sentence. Nothing changed."""

    code: str
    text: str


Answer = Done | No
