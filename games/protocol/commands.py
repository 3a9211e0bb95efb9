"""Every command that a room accepts, whether from a socket, a form or a timer.

A command is declared here and nowhere else. Its fields are what the parser reads from a frame
(`fields.py`); the name in `@command("roll")` is its `type` on the wire. A command without such a
name cannot come from a client. Its handler is a function of `games.services.commands` marked with
`@handles`. The envelope of every command (sender, id, answer) is in `requests.py`.

Players are numbers of seats in the room (`Player.seat`).
"""

from dataclasses import dataclass

import farkle
from games.protocol.fields import Keep, Players, RuleFields, Rules
from games.protocol.requests import Answer as Answer
from games.protocol.requests import Body as Body
from games.protocol.requests import Command as Command
from games.protocol.requests import Done as Done
from games.protocol.requests import No as No
from games.protocol.requests import command


@dataclass(frozen=True, slots=True)
class OfPlayer(Body):
    """A command of a player. Those of the server itself are about the player."""

    player: int


# Moves


@dataclass(frozen=True, slots=True)
class Move(OfPlayer):
    game: int
    ply: int


@command("roll")
class Roll(Move):
    keep: Keep


@command("bank")
class Bank(Move):
    keep: Keep


@command("build")
class Build(Move):
    pass


@command()
class ComputerMove(Body):
    """The move chosen by the computer whose turn it is, or by a `weaker` level in its place."""

    game: int
    ply: int
    action: farkle.Roll | farkle.Bank | farkle.Build
    weaker: str = ""


# Seats


@command()
class Sit(Body):
    """Take a seat. A person who has one keeps it, and gets one more with `another`."""

    name: str
    another: bool = False


@command()
class SitAgain(Body):
    """Take back these seats, which the person had left."""

    seats: Players


@command("leave")
class Leave(OfPlayer):
    """Get up for good."""


@command("join")
class Join(OfPlayer):
    """Play in the game that is already running."""


@command("rename")
class Rename(OfPlayer):
    name: str


@command("colour")
class Colour(OfPlayer):
    colour: int


@command("remove")
class Remove(OfPlayer):
    """The host takes away the seat `whom`."""

    whom: int


@command()
class RemoveMember(OfPlayer):
    """The host bars the present or former holder of seat `whom` from the room."""

    whom: int


@command()
class ShutOut(OfPlayer):
    """The host has blocked the holder of seat `whom`: free the seat."""

    whom: int


@command()
class Readmit(OfPlayer):
    """The host undoes the removal of a member. `back`: the person also gets the seat back."""

    whom: int
    back: bool = False


@command("host")
class HandOver(OfPlayer):
    """The host makes the player in seat `whom` the host."""

    whom: int


@command("take_host")
class TakeHost(OfPlayer):
    """The founder becomes host again."""


@command("door")
class SetDoor(OfPlayer):
    """Set the room's door, and spectators. None leaves a setting as it is."""

    door: str | None = None
    spectators: bool | None = None


@command("odds")
class ShowOdds(OfPlayer):
    """The host shows all chances to win to spectators, or stops it."""

    odds: bool


@command("let_in")
class LetIn(OfPlayer):
    """The host answers a knock."""

    knock: int
    yes: bool


@command("remove_new")
class RemoveNew(OfPlayer):
    """The host removes all who joined in the last `minutes`."""

    minutes: int


@command("add_computer")
class AddComputer(OfPlayer):
    """The host seats a computer. `level` is a key of `farkle.ai.players.LEVELS`."""

    level: str


@command()
class UseCode(Body):
    """Hold a seat on this device, by the code made for it on another."""

    code: str


@command("give")
class Give(OfPlayer):
    """The host gives the seat `whom` of an absent player to the person in seat `to`."""

    whom: int
    to: int


@command("object")
class TakeBack(OfPlayer):
    """Take back a seat that the host gave away."""


@command()
class BecomeAnother(Body):
    """A guest became an account, or an account was deleted. No client sends it; it only names the
    command of the resulting events."""


# Games


@command("ready")
class Ready(OfPlayer):
    yes: bool


@command("start")
class Start(OfPlayer):
    """The host starts the next game."""


@command("start_without")
class StartWithout(OfPlayer):
    """The host starts the next game without these players, who are away and keep their seats."""

    players: Players


@command("rematch")
class Rematch(OfPlayer):
    """Ask for another game."""


@command("string")
class AddString(OfPlayer):
    """Add a string to the dice of game number `game`. Leaves no event."""

    game: int
    text: str


# The room


@command("rules")
class SetRules(OfPlayer):
    """Set the rules of the next game. `base` is the preset they are compared with; if it is empty,
    the nearest one."""

    rules: Rules
    base: str = ""


@command("change")
class ChangeRules(OfPlayer):
    """Change these fields of the rules and leave the others."""

    fields: RuleFields


@command("teams")
class SetTeams(OfPlayer):
    """Set the number of teams; 0 for none."""

    count: int


@command("team")
class SetTeam(OfPlayer):
    """Put the player in seat `whom` into a team. Only the host may move others."""

    whom: int
    team: int


@command("settings")
class SetRoom(OfPlayer):
    """Set the room's settings. None leaves one as it is."""

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
class SetAbandon(OfPlayer):
    """Set the number of idle days after which a game is abandoned."""

    abandon_days: int


@command("holiday_days")
class SetHolidayDays(OfPlayer):
    """Set the days of holiday that every player has in a season."""

    holiday_days: int


@command("order")
class SetOrder(OfPlayer):
    """Set the order of turns from the next game on."""

    players: Players


@command()
class SetSeason(OfPlayer):
    """The host names season `number`: the current one, or the next one, which then starts."""

    number: int
    name: str


@command("new_link")
class NewLink(OfPlayer):
    """The host makes a new link for the room. The old one stops working."""


@command("close")
class Close(OfPlayer):
    """The host closes the room."""


@command()
class Moderate(Body):
    """The operator of the site closes the room, keeps it off the home page, or keeps its chat off.
    None leaves a setting as it is."""

    unlisted: bool | None = None
    silenced: bool | None = None
    close: bool = False


@command()
class Expel(Body):
    """The operator of the site takes away the seat `whom`."""

    whom: int


# Absence, pauses and time


@command()
class Missing(OfPlayer):
    """Report that the player needed by the others is absent."""


@command()
class Back(OfPlayer):
    """Report that an absent player is back."""


@command("extend")
class Extend(OfPlayer):
    """Ask for more time for this turn."""


@command("give_time")
class GiveTime(OfPlayer):
    """Give the current player, who is not the sender, more time."""


@command("holiday")
class TakeHoliday(OfPlayer):
    """Start a holiday of `days` days; 0 ends it."""

    days: int


@command("vote")
class Vote(OfPlayer):
    """Cast or withdraw a vote. `about` is one of `games.state.absence.VOTES`."""

    about: str
    yes: bool


@command("pause")
class PauseGame(OfPlayer):
    reason: str


@command("resume")
class Resume(OfPlayer):
    pass


@command()
class Expire(Body):
    """A deadline of this kind has passed."""

    kind: str


@command()
class FollowClock(Body):
    """The site was off from `before` to `after`, in ms since 1970, or its clock was set so."""

    before: int
    after: int


# Chat. It needs neither the room's lock nor an event: see `games.services.chat`.


@command("say")
class Say(OfPlayer):
    text: str


@command("react")
class React(OfPlayer):
    reaction: str
