"""The room's refusals: codes, and sentences for players. See `farkle.errors` for the engine's."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as translate
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from farkle import IllegalAction
from farkle.ai.hints.hint_words import WHY
from farkle.errors import REFUSALS
from games.rules.messages import figures

SENTENCES: dict[str, str | Promise] = {
    "bad_frame": _("Something went wrong. Reload and try again."),
    "unknown_type": _("Something went wrong. Reload and try again."),
    "too_fast": _("Slow down a little and try again."),
    "id_taken": _("Something went wrong. Reload and try again."),
    "not_yours": _("That seat isn't yours."),
    "no_player": _("There's no player in that seat."),
    "gone": _("That player has left."),
    "not_host": _("Only the host can do that."),
    "not_founder": _("Only the player who created this room can do that."),
    "not_newcomer": _(
        "You can only remove players who joined in the last hour. The player who created this "
        "room can remove the others."
    ),
    "by_operator": _("The operator of this site turned this off."),
    "no_game": _("No game in progress."),
    "game_on": _("You can't do that during a game."),
    "not_playing": _("You're not in this game. You'll be in the next one."),
    "stale": _("The game has moved on."),
    "not_your_turn": _("It's {name}'s turn."),
    "too_few": _("You need at least two players."),
    "too_many_at_once": _("At most {most} players can play at the same time."),
    "not_dealt": _("Here everybody plays the same dice by the same rules. They can't be changed."),
    "same_dice": _("When all play at once, all have the same dice: nobody can choose."),
    "many_own_dice": _("With more than {most} dice, players can't choose their own."),
    "try_running": _("Finish your first try of these dice before you begin another one."),
    "bad_name": "{why}",  # the sentence of UnfitName
    "bad_colour": _("That colour doesn't exist."),
    "bad_rules": _("These rules can't be played: {problem}"),
    "bad_team": _("That team doesn't exist."),
    "one_team": _("You need at least two teams."),
    "bad_settings": _("That setting isn't possible."),
    "bad_order": _("The order must name every player here once."),
    "bad_string": _("Those characters can't be used for the dice."),
    "room_full": _("This room is full."),
    "room_closed": _("This room is closed."),
    "no_room": _("This room doesn't exist."),
    "locked": _("The host locked this room. New players can't join."),
    "declined": _("The host didn't let you in."),
    "many_knock": _("Too many players are waiting to join. Try again in a moment."),
    "no_knock": _("That player isn't waiting any more."),
    "nobody_new": _("Nobody joined in that time."),
    "many_join": _("Too many players just joined this room. Try again in a minute."),
    "unavailable": _("This room isn't available."),
    "removed": _("The host removed you from this room."),
    "too_many_seats": _("You've reached the seat limit in this room."),
    "too_many_links": _("This room has had too many links. Create a new room instead."),
    "too_many_here": _("You or your network did that too often. Try again later."),
    "name_taken": _("You already have rules named {name}."),
    "too_many_saved": _("You already have {most} saved rule sets. Delete one first."),
    "no_season": _("Play a game in this season before you start the next one."),
    "no_computer": _("That computer player doesn't exist."),
    "no_dice": _(
        "This game's dice are lost, so nobody can roll. The host can close the room and create "
        "a new one."
    ),
    "paused": _("The game is paused."),
    "not_paused": _("The game isn't paused."),
    "bad_reason": _("A reason can have up to {longest} characters."),
    "bad_vote": _("That vote doesn't exist."),
    "no_vote": _("There's nothing for you to vote on."),
    "not_yet": _("Not yet: {name} still has time."),
    "many_pauses": _("The host can pause a game {most} times. Players can vote for another break."),
    "no_time": _("No more time can be added to this turn."),
    "no_holiday": _("Holidays are for games whose turns may take an hour or more."),
    "too_long_holiday": _("You have {days} days of holiday left this season."),
    "already_in": _("You're already in this game."),
    "left_game": _("You left this game. You'll be in the next one."),
    "too_late": _("You'll play from the next game."),
    "talk_off": _("The host turned chat off."),
    "bad_text": _("Messages must be 1–{longest} characters."),
    "bad_code": _("This code is wrong, expired or already used."),
    "not_away": _("That player is online."),
    "not_away_long": _("You can give a seat away once its player has been gone for {minutes} min."),
    "not_there": _("That player is offline."),
    "not_due": _("Not yet."),
    "busy": _("Busy right now, retrying…"),
    "broken": _("Something went wrong on our side. Nothing changed."),
}


class Refused(Exception):
    """A refused command. `code` is a key of SENTENCES or that of an engine error."""

    def __init__(self, code: str, sentence: object = None, /, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self._sentence = SENTENCES[code] if sentence is None else sentence
        self._values = values

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The reason in the active language."""
        return str(self._sentence).format(**self._values)


def engine_refusal(error: IllegalAction) -> Refused:
    return Refused(error.code, gettext_lazy(error.template), **figures(error.params))


_ABOUT_SEATS: Final = frozenset(
    {"already_left", "no_such_seat", "no_teams", "team_needed", "too_late_to_join"}
)
"""Refusals of who joins or leaves, which no button of a turn shows."""


def hints() -> dict[str, str]:
    """Return the sentences of hints, with {names} for values."""
    return {code: translate(why.template).replace(":,}", "}") for code, why in WHY.items()}


def reasons() -> dict[str, str]:
    """Return the engine's refusals with {names} for values, for tooltips of disabled buttons."""
    return {
        code: translate(text).replace(":,}", "}")
        for code, text in sorted(REFUSALS.items())
        if code not in _ABOUT_SEATS
    }
