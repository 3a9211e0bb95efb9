"""Errors of the engine and the messages of its refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def translatable(template: str) -> str:
    """Mark `template` for `makemessages`, and return it unchanged."""
    return template


class FarkleError(Exception):
    """Base class of all errors of the engine."""


class RulesError(FarkleError, ValueError):
    """A rule set that cannot be read or played. The parameter `field`, if any, is a field name."""

    def __init__(self, template: str, **params: object) -> None:
        self.template = template
        self.params = params
        super().__init__(template.format(**params))


class RecordError(FarkleError, ValueError):
    """A malformed action, event, state or record."""


class Disagreement(FarkleError):
    """A record that differs from its replay at `step` (0 is the start, 1 the first action).

    `recorded` and `replayed` describe the difference.
    """

    def __init__(self, step: int, recorded: str, replayed: str) -> None:
        self.step = step
        self.recorded = recorded
        self.replayed = replayed
        where = "the start" if step == 0 else f"step {step}"
        given = replayed.removesuffix(".")  # a refusal ends with a period of its own
        super().__init__(f"At {where} the record says {recorded}; the rules give {given}.")


REFUSALS: Final[Mapping[str, str]] = {
    "game_over": translatable("The game is over."),
    "not_rolled": translatable("Roll first."),
    "nothing_to_keep": translatable("Roll first."),
    "nothing_kept": translatable("Select at least one scoring die."),
    "not_thrown": translatable("Those dice aren't in this roll: {dice}."),
    "does_not_score": translatable("That {face} doesn't score."),
    "must_keep_all": translatable("Keep as many dice as can score together: {dice}."),
    "entry_missing": translatable(
        "You need {entry_min:,} in one turn to get on the board: {missing:,} more."
    ),
    "bank_too_low": translatable("You need {bank_min:,} to bank. You have {points:,}."),
    "confirm_first": translatable("After a set, score {confirm_points:,} more before you bank."),
    "beat_first": translatable("Beat what the turn before yours banked."),
    "no_multiple": translatable("You can only bank a multiple of {bank_multiple:,}."),
    "not_ahead": translatable("Get ahead of everyone else before you bank."),
    "hot_dice_first": translatable("All dice scored: roll them again before you bank."),
    "roll_first": translatable("Roll once more before you bank."),
    "dice_left": translatable("Set more dice aside before you bank."),
    "passes_target": translatable("Passing {target:,} counts nothing."),
    "last_throw": translatable("That was your last roll: bank now."),
    "building_off": translatable("Piggybacking is off."),
    "no_building_in_playoff": translatable("There's no piggybacking in a tiebreaker."),
    "nothing_to_build_on": translatable("You can only piggyback on a turn that was banked."),
    "turn_under_way": translatable("You can only piggyback at the start of your turn."),
    "not_all_entered": translatable("Piggybacking starts once everyone is on the board."),
    "no_such_seat": translatable("There's no player in that seat."),
    "already_left": translatable("That player has already left the game."),
    "too_late_to_join": translatable("It's the final round. You can join the next game."),
    "team_needed": translatable("This is a team game: choose a team."),
    "no_teams": translatable("This game has no teams."),
}
"""Message templates of the refusals, by code."""


class IllegalAction(FarkleError):
    """An action that the rules do not allow now. `str()` is the message in English."""

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.template = REFUSALS[code]
        self.params = params
        super().__init__(code)

    def __str__(self) -> str:
        return self.template.format(**self.params)

    def __repr__(self) -> str:
        inner = "".join(f", {name}={value!r}" for name, value in self.params.items())
        return f"IllegalAction({self.code!r}{inner})"
