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
    template: ClassVar[str] = translatable("You can't do that right now.")

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
    template = translatable("Roll first.")


class NothingKept(IllegalAction):
    code = "nothing_kept"
    template = translatable("Select at least one scoring die.")


class NotThrown(IllegalAction):
    code = "not_thrown"
    template = translatable("Those dice aren't in this roll: {dice}.")


class DoesNotScore(IllegalAction):
    """`face` is the first die of the keep that does not score."""

    code = "does_not_score"
    template = translatable("That {face} doesn't score.")


class MustKeepAll(IllegalAction):
    """Rule field `keep` = all."""

    code = "must_keep_all"
    template = translatable("Keep as many dice as can score together: {dice}.")


class EntryMissing(IllegalAction):
    """Rule field `entry_min`."""

    code = "entry_missing"
    template = translatable(
        "You need {entry_min:,} in one turn to get on the board: {missing:,} more."
    )


class BankTooLow(IllegalAction):
    """Rule field `bank_min`."""

    code = "bank_too_low"
    template = translatable("You need {bank_min:,} to bank. You have {points:,}.")


class HotDiceFirst(IllegalAction):
    """Rule field `hot_dice` = mandatory."""

    code = "hot_dice_first"
    template = translatable("All six dice scored: roll them again before you bank.")


class FourFirst(IllegalAction):
    """Rule field `roll_after_four`."""

    code = "four_first"
    template = translatable("After four of a kind you must roll once more.")


class LastThrow(IllegalAction):
    """Rule field `entry_rolls`."""

    code = "last_throw"
    template = translatable("That was roll {entry_rolls}, your last to get on the board: bank now.")


class CannotBuild(IllegalAction):
    code = "cannot_build"


class BuildingOff(CannotBuild):
    code = "building_off"
    template = translatable("Piggybacking is off.")


class NoBuildingInPlayOff(CannotBuild):
    code = "no_building_in_playoff"
    template = translatable("There's no piggybacking in a tiebreaker.")


class NothingToBuildOn(CannotBuild):
    code = "nothing_to_build_on"
    template = translatable("You can only piggyback on a turn that was banked.")


class TurnUnderWay(CannotBuild):
    code = "turn_under_way"
    template = translatable("You can only piggyback at the start of your turn.")


class NotAllEntered(CannotBuild):
    code = "not_all_entered"
    template = translatable("Piggybacking starts once everyone is on the board.")


class NoSuchSeat(IllegalAction):
    code = "no_such_seat"
    template = translatable("There's no player in that seat.")


class AlreadyLeft(IllegalAction):
    code = "already_left"
    template = translatable("That player has already left the game.")


class CannotJoin(IllegalAction):
    code = "cannot_join"


class TooLateToJoin(CannotJoin):
    """Nobody can join once the final round has begun."""

    code = "too_late_to_join"
    template = translatable("It's the final round. You can join the next game.")


class TeamNeeded(CannotJoin):
    code = "team_needed"
    template = translatable("This is a team game: choose a team.")


class NoTeams(CannotJoin):
    code = "no_teams"
    template = translatable("This game has no teams.")
