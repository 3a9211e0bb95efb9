"""Every command that a room accepts, whether from a socket, a form or a timer.

The name in `@command("roll")` is its `type` on the wire; a command without a name cannot come from
a client. Its handler is marked with `@handles` in `games.services.commands`. Players are given by
their seats in the room (`Player.seat`).
"""

from dataclasses import dataclass
from typing import Any

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
    """A command from a player, or, if the server sends it, about a player."""

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
    """A computer player's move, chosen by its own level or by a `weaker` one in its place."""

    game: int
    ply: int
    action: farkle.Roll | farkle.Bank | farkle.Build
    weaker: str = ""


# Seats


@command()
class Sit(Body):
    """Take a seat. A person who has one keeps it, and gets a second one with `another`."""

    name: str
    another: bool = False


@command()
class SitAgain(Body):
    """Sit down again in these seats, which the person had left."""

    seats: Players


@command("leave")
class Leave(OfPlayer):
    """Leave the seat, and the running game."""


@command("join")
class Join(OfPlayer):
    """Join the game that is already running."""


@command("rename")
class Rename(OfPlayer):
    name: str


@command("colour")
class Colour(OfPlayer):
    colour: int


@command("material")
class Material(OfPlayer):
    """Choose what the player's dice are made of, one of `games.models.MATERIALS`."""

    material: str


@command("dice")
class ChooseDice(OfPlayer):
    """Choose the named dice of the seat `whom`, the player's own or for the host a computer's: a
    letter of `farkle.rules.named_dice` for each."""

    whom: int
    letters: str


@command("remove")
class Remove(OfPlayer):
    """The host removes the player in seat `whom`."""

    whom: int


@command()
class RemoveMember(OfPlayer):
    """The host bars the present or former holder of seat `whom` from the room."""

    whom: int


@command()
class ShutOut(OfPlayer):
    """Free the seat `whom`, whose holder the host has blocked."""

    whom: int


@command()
class Readmit(OfPlayer):
    """The host undoes the removal of a member, who also gets the seat `back` if that is set."""

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
    """Set the door, or admit spectators or not. None leaves a setting as it is."""

    door: str | None = None
    spectators: bool | None = None


@command("odds")
class ShowOdds(OfPlayer):
    """The host shows the win chances to spectators, or hides them."""

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
    """Take over a seat on this device, with the code made for it on another."""

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
    """A guest became an account, or an account was deleted. It only labels the resulting events."""


# Games


@command("ready")
class Ready(OfPlayer):
    yes: bool


@command("start")
class Start(OfPlayer):
    """The host starts the next game."""


@command("start_without")
class StartWithout(OfPlayer):
    """The host starts the next game without these absent players, who keep their seats."""

    players: Players


@command("rematch")
class Rematch(OfPlayer):
    """Ask for another game. With a `level`, a computer of that level replaces the only one."""

    level: str = ""


@command()
class EndTry(Body):
    """The deal closes: its try, which is still played, keeps what is banked."""


@command()
class FinishRace(Body):
    """All have ended their tries of the race, or its time is up. `joint` is the game that they
    become (`games.services.tables.joint_game.JointGame`), None if they become none."""

    joint: Any = None


@command("end_race")
class EndRace(OfPlayer):
    """The host ends the race. Tries that are still played keep what is banked."""


@command("string")
class AddString(OfPlayer):
    """Add the player's random string to the dice of game number `game`. It leaves no event."""

    game: int
    text: str


# The room


@command("rules")
class SetRules(OfPlayer):
    """Set the rules of the next game. `base` is the preset they are compared with (default: the
    nearest)."""

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
    """Put the player in seat `whom` into a team. Only the host may move other players."""

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
    spectators_react: bool | None = None
    late: str | None = None
    starts: str | None = None
    hints: bool | None = None
    together: bool | None = None
    own_dice: bool | None = None


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
    """The host makes a new link for the room, which replaces the old one."""


@command("close")
class Close(OfPlayer):
    """The host closes the room."""


@command()
class Moderate(Body):
    """The site's operator closes the room, hides it from the home page, or turns its chat off. None
    leaves a setting as it is."""

    unlisted: bool | None = None
    silenced: bool | None = None
    close: bool = False


@command()
class Expel(Body):
    """The site's operator removes the player in seat `whom`."""

    whom: int


# Absence, pauses and time


@command()
class Missing(OfPlayer):
    """Report that a player the room needs is absent."""


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
    """The site was down from `before` to `after` (ms since 1970), or its clock was set so."""

    before: int
    after: int


# Chat, which needs neither the room's lock nor an event: see `games.services.chat`.


@command("say")
class Say(OfPlayer):
    text: str


@command("react")
class React(Body):
    """A reaction of a player, or of a spectator, who has no seat."""

    reaction: str
    player: int | None = None


@command("toss")
class Toss(OfPlayer):
    """Roll one's own die on the felt of the lobby, which counts for nothing."""
