"""Every command that a room accepts, whether from a socket, a form or a timer.

A command is declared here and nowhere else. Its fields are what the parser reads from a frame
(`fields.py`); the name in `@command("roll")` is its `type` on the wire. A command without such a
name cannot come from a client. What a command does is written in `games.services`, in a function
marked with `@handles`. The envelope of every command (sender, id, answer) is in `requests.py`.

Players are numbers of seats in the room (`Player.seat`); `player` is the one who asks.
"""

import farkle
from games.protocol.declaration import Body as Body
from games.protocol.declaration import command
from games.protocol.fields import Keep, Players, RuleFields, Rules
from games.protocol.requests import Answer as Answer
from games.protocol.requests import Command as Command
from games.protocol.requests import Done as Done
from games.protocol.requests import No as No

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


@command()
class SitAgain(Body):
    """Take back these seats, which the person had left."""

    seats: Players


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


@command()
class RemoveMember(Body):
    """The host bars the present or former holder of seat `whom` from the room."""

    player: int
    whom: int


@command()
class ShutOut(Body):
    """The host has blocked the holder of seat `whom`: free the seat."""

    player: int
    whom: int


@command()
class Readmit(Body):
    """The host undoes the removal of a member. `back`: the person also gets the seat back."""

    player: int
    whom: int
    back: bool = False


@command("host")
class HandOver(Body):
    """The host makes `whom` the host."""

    player: int
    whom: int


@command("take_host")
class TakeHost(Body):
    """The founder becomes host again."""

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
    """The host lets in somebody who knocked, or declines."""

    player: int
    knock: int
    yes: bool


@command("remove_new")
class RemoveNew(Body):
    """The host removes everybody who joined in the last `minutes`."""

    player: int
    minutes: int


@command("add_computer")
class AddComputer(Body):
    """The host seats a computer. `level` is a key of `farkle.ai.players.LEVELS`."""

    player: int
    level: str


@command()
class UseCode(Body):
    """Hold a seat on this device, by the code made for it on another."""

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
    """A guest became an account, or an account was deleted. No client sends it; it only names the
    command of the resulting events."""


# Games


@command("ready")
class Ready(Body):
    player: int
    yes: bool


@command("start")
class Start(Body):
    """The host starts the next game."""

    player: int


@command("start_without")
class StartWithout(Body):
    """The host starts the next game without these players, who are away and keep their seats."""

    player: int
    players: Players


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
    """Set after how many idle days a game is abandoned."""

    player: int
    abandon_days: int


@command("holiday_days")
class SetHolidayDays(Body):
    """Set how many days of holiday every player has in a season."""

    player: int
    holiday_days: int


@command("order")
class SetOrder(Body):
    """Set the order of turns from the next game on."""

    player: int
    players: Players


@command()
class SetSeason(Body):
    """The host names season `number`: the current one, or the next one, which then starts."""

    player: int
    number: int
    name: str


@command("new_link")
class NewLink(Body):
    """The host makes a new link for the room. The old one stops working."""

    player: int


@command("close")
class Close(Body):
    """The host closes the room."""

    player: int


@command()
class Moderate(Body):
    """The operator of the site closes the room, keeps it off the home page, or keeps its chat off.
    None leaves a setting as it is."""

    unlisted: bool | None = None
    silenced: bool | None = None
    close: bool = False


@command()
class Expel(Body):
    """The operator of the site takes away the seat of `whom`."""

    whom: int


# Absence, pauses and time


@command()
class Missing(Body):
    """Report that a player whom the others wait for is absent."""

    player: int


@command()
class Back(Body):
    """Report that an absent player is back."""

    player: int


@command("extend")
class Extend(Body):
    """Ask for more time for this turn."""

    player: int


@command("give_time")
class GiveTime(Body):
    """Give the player at turn more time. The sender is another player."""

    player: int


@command("holiday")
class TakeHoliday(Body):
    """Start a holiday of `days` days; 0 ends it."""

    player: int
    days: int


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
    """A deadline of this kind has passed."""

    kind: str


@command()
class FollowClock(Body):
    """The site was off from `before` to `after`, in ms since 1970, or its clock was set so."""

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
