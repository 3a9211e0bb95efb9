"""The errors of the engine.

Every kind of illegal action has its own exception: `code` is for programs, `template` and `params`
for translators, `str(error)` for the player. The state is unchanged when one is raised.
"""

from __future__ import annotations

from typing import ClassVar


def translatable(template: str) -> str:
    """Return `template`; the call marks it for the collection of translatable texts."""
    return template


class FarkleError(Exception):
    """The base class of all errors of the engine."""


class RulesError(FarkleError, ValueError):
    """A rule set that cannot be read or played.

    Translators use `template` and `params`; the parameter `field` is the name of a field.
    """

    def __init__(self, template: str, **params: object) -> None:
        self.template = template
        self.params = params
        super().__init__(template.format(**params))


class RecordError(FarkleError, ValueError):
    """A stored action, event, state or record that does not have the documented shape."""


class Disagreement(FarkleError):
    """A record that differs from its own replay.

    `step` is the first step that differs (0 is the start, 1 the first action); `recorded` and
    `replayed` describe what the record has there and what the rules give.
    """

    def __init__(self, step: int, recorded: str, replayed: str) -> None:
        self.step = step
        self.recorded = recorded
        self.replayed = replayed
        where = "the start" if step == 0 else f"step {step}"
        given = replayed.removesuffix(".")  # a refusal ends with a period of its own
        super().__init__(f"At {where} the record says {recorded}; the rules give {given}.")


class IllegalAction(FarkleError):
    """An action that the rules do not allow now; the state is unchanged."""

    code: ClassVar[str] = "illegal"
    template: ClassVar[str] = translatable("That cannot be done now.")

    def __init__(self, **params: object) -> None:
        self.params = params

    def __str__(self) -> str:
        return self.template.format(**self.params)

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{type(self).__name__}({inner})"


class GameIsOver(IllegalAction):
    code = "game_over"
    template = translatable("The game is over.")


class NotRolled(IllegalAction):
    code = "not_rolled"
    template = translatable("Roll first.")


class NothingToKeep(IllegalAction):
    code = "nothing_to_keep"
    template = translatable("No dice lie there to set aside: roll.")


class NothingKept(IllegalAction):
    code = "nothing_kept"
    template = translatable("Choose at least one die that scores.")


class NotThrown(IllegalAction):
    code = "not_thrown"
    template = translatable("This throw has no such dice: {dice}.")


class DoesNotScore(IllegalAction):
    """`face` is the first die of the keep that does not score."""

    code = "does_not_score"
    template = translatable("The {face} does not score here.")


class MustKeepAll(IllegalAction):
    """Rule field `keep` = all."""

    code = "must_keep_all"
    template = translatable("Every die that can score must be set aside: {dice} dice here.")


class EntryMissing(IllegalAction):
    """Rule field `entry_min`."""

    code = "entry_missing"
    template = translatable("{entry_min:,} in one turn to get in. {missing:,} to go.")


class BankTooLow(IllegalAction):
    """Rule field `bank_min`."""

    code = "bank_too_low"
    template = translatable("Not yet: banking starts at {bank_min:,}. You have {points:,}.")


class HotDiceFirst(IllegalAction):
    """Rule field `hot_dice` = mandatory."""

    code = "hot_dice_first"
    template = translatable("All six dice scored: roll them again before you bank.")


class FourFirst(IllegalAction):
    """Rule field `roll_after_four`."""

    code = "four_first"
    template = translatable("After four alike you must roll once more before you bank.")


class LastThrow(IllegalAction):
    """Rule field `entry_rolls`."""

    code = "last_throw"
    template = translatable("That was throw {entry_rolls}, the last one to get in: bank now.")


class CannotBuild(IllegalAction):
    code = "cannot_build"


class BuildingOff(CannotBuild):
    code = "building_off"
    template = translatable("These rules know no building.")


class NoBuildingInPlayOff(CannotBuild):
    code = "no_building_in_playoff"
    template = translatable("There is no building in a play-off.")


class NothingToBuildOn(CannotBuild):
    code = "nothing_to_build_on"
    template = translatable("Building needs a turn before yours that was banked.")


class TurnUnderWay(CannotBuild):
    code = "turn_under_way"
    template = translatable("Building is for the start of a turn.")


class NotAllEntered(CannotBuild):
    code = "not_all_entered"
    template = translatable("Building starts once everybody is in.")


class NoSuchSeat(IllegalAction):
    code = "no_such_seat"
    template = translatable("Nobody sits there.")


class AlreadyLeft(IllegalAction):
    code = "already_left"
    template = translatable("That player has left the game already.")


class CannotJoin(IllegalAction):
    code = "cannot_join"


class TooLateToJoin(CannotJoin):
    """Nobody can join once the final round has begun."""

    code = "too_late_to_join"
    template = translatable("The last turns are being played: the next game has a place.")


class TeamNeeded(CannotJoin):
    code = "team_needed"
    template = translatable("This game is played in teams: choose one of them.")


class NoTeams(CannotJoin):
    code = "no_teams"
    template = translatable("This game is not played in teams.")
