"""Everything that can be asked of a room: a closed set, whoever asks (socket, form, timer).

Players are numbers of seats in the room (`Player.seat`). `player` is who it is for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import farkle
from farkle import Dice

# In a game


@dataclass(frozen=True, slots=True)
class Roll:
    player: int
    game: int
    ply: int
    keep: Dice


@dataclass(frozen=True, slots=True)
class Bank:
    player: int
    game: int
    ply: int
    keep: Dice


@dataclass(frozen=True, slots=True)
class Build:
    player: int
    game: int
    ply: int


# Of a player


@dataclass(frozen=True, slots=True)
class Leave:
    player: int


@dataclass(frozen=True, slots=True)
class Ready:
    player: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Rename:
    player: int
    name: str


@dataclass(frozen=True, slots=True)
class Colour:
    player: int
    colour: int


@dataclass(frozen=True, slots=True)
class Join:
    """Play in the game that is on."""

    player: int


@dataclass(frozen=True, slots=True)
class Say:
    """Not under the room's lock, nor in its story: see `play_talk`."""

    player: int
    text: str


@dataclass(frozen=True, slots=True)
class React:
    player: int
    reaction: str


@dataclass(frozen=True, slots=True)
class UseCode:
    """The seat that the code was made for, on this device."""

    code: str


@dataclass(frozen=True, slots=True)
class Give:
    """The host hands the seat of `whom`, who is away, to the person of `to`."""

    player: int
    whom: int
    to: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The seat was mine before it was given away."""

    player: int


@dataclass(frozen=True, slots=True)
class Extend:
    """More time for this turn."""

    player: int


@dataclass(frozen=True, slots=True)
class Vote:
    """`about`: one of `waits.VOTES`."""

    player: int
    about: str
    yes: bool


@dataclass(frozen=True, slots=True)
class AddString:
    """What a seat adds to the dice of game number `game`. Leaves no event."""

    player: int
    game: int
    text: str


@dataclass(frozen=True, slots=True)
class Rematch:
    player: int


# Of the host


@dataclass(frozen=True, slots=True)
class Start:
    player: int


@dataclass(frozen=True, slots=True)
class SetRules:
    """`rules`: the key of a preset, or a whole rule set as a dict; that one is compared with the
    preset `base` (empty: with the nearest)."""

    player: int
    rules: str | Mapping[str, Any]
    base: str = ""


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """These fields of the rules; the others stay as they are."""

    player: int
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SetTeams:
    """So many teams; 0 for none."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class SetTeam:
    """`whom` plays in this team: asked for by the host, or for oneself."""

    player: int
    whom: int
    team: int


@dataclass(frozen=True, slots=True)
class SetRoom:
    """What is None stays as it is."""

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


@dataclass(frozen=True, slots=True)
class SetOrder:
    player: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Remove:
    player: int
    whom: int


@dataclass(frozen=True, slots=True)
class HandOver:
    player: int
    whom: int


@dataclass(frozen=True, slots=True)
class AddComputer:
    """`level`: a key of `farkle.ai.players.LEVELS`."""

    player: int
    level: str


@dataclass(frozen=True, slots=True)
class PauseGame:
    player: int
    reason: str


@dataclass(frozen=True, slots=True)
class Resume:
    player: int


@dataclass(frozen=True, slots=True)
class Close:
    player: int


# Of people who have no seat yet, and of nobody


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat. Who has one already keeps it, unless `another` is asked for."""

    name: str
    another: bool = False


@dataclass(frozen=True, slots=True)
class Missing:
    """The player, on whom others wait, is not there."""

    player: int


@dataclass(frozen=True, slots=True)
class Back:
    """The player, who was away, is there again."""

    player: int


@dataclass(frozen=True, slots=True)
class ComputerMove:
    """What the computer at turn has decided."""

    game: int
    ply: int
    action: farkle.Roll | farkle.Bank | farkle.Build


@dataclass(frozen=True, slots=True)
class BecomeAnother:
    """A person's seats are another's now, or bear another name: nobody asks it at the table."""


@dataclass(frozen=True, slots=True)
class Expire:
    """The deadline `kind` of the room has come."""

    kind: str


Body = (
    Roll
    | Bank
    | Build
    | Leave
    | Ready
    | Rename
    | BecomeAnother
    | Colour
    | AddString
    | Rematch
    | Start
    | SetRules
    | ChangeRules
    | SetTeams
    | SetTeam
    | SetRoom
    | SetOrder
    | Remove
    | HandOver
    | AddComputer
    | Join
    | UseCode
    | Give
    | TakeBack
    | Say
    | React
    | Extend
    | Vote
    | PauseGame
    | Resume
    | Close
    | Sit
    | ComputerMove
    | Missing
    | Back
    | Expire
)

MOVES = (Roll, Bank, Build)


@dataclass(frozen=True, slots=True)
class Command:
    """`body` asked of the room with this code by a person (a key; None: nobody), under a random
    `id` that stays the same when it is asked again."""

    room: str
    person: int | None
    id: str
    body: Body


def own_id(kind: str, *numbers: int) -> str:
    """The id of a command that nobody asked for. No frame or form can bring a colon, so nobody can
    take such an id before its time comes."""
    return ":".join((kind, *map(str, numbers)))


@dataclass(frozen=True, slots=True)
class Done:
    """A yes: `n` is the number of the event it left, None where it leaves none."""

    n: int | None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class No:
    """A no, with its reason as a code and as a sentence. Nothing was changed."""

    code: str
    text: str


Answer = Done | No
