"""Every refusal by its code, with the sentence that players read.

The engine's refusals (`farkle.errors`) come on top of these.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext as translate
from django.utils.translation import gettext_lazy as _

from farkle import IllegalAction
from farkle.ai.hints import WHY
from games.rules.messages import figures

SENTENCES: dict[str, str | Promise] = {
    "bad_frame": _("The server did not understand that."),
    "unknown_type": _("The server knows no such request."),
    "too_fast": _("That was too fast. Wait a moment."),
    "id_taken": _("This request was used before for something else."),
    "not_yours": _("That seat is not yours."),
    "no_player": _("Nobody sits there."),
    "gone": _("That player has left."),
    "not_host": _("Only the host may do that."),
    "not_founder": _("Only the player who created this room can do that."),
    "no_game": _("No game is on."),
    "game_on": _("Not while a game is on."),
    "not_playing": _("You have no part in this game; the next one has a place for you."),
    "stale": _("The game has moved on."),
    "not_your_turn": _("It is {name}'s turn."),
    "too_few": _("Two players at least."),
    "bad_name": _("A name has 1 to {longest} characters that can be seen."),
    "bad_colour": _("There is no such colour."),
    "bad_rules": _("These rules cannot be played: {problem}"),
    "bad_team": _("There is no such team."),
    "one_team": _("Two teams at least: so far everybody sits in the same one."),
    "bad_settings": _("The room cannot be set like that."),
    "bad_order": _("The order must name everybody who sits here once."),
    "bad_string": _("That cannot be added to the dice."),
    "room_full": _("Every seat is taken."),
    "room_closed": _("This room is closed."),
    "no_room": _("There is no such room."),
    "locked": _("The host has locked this room. Nobody new can join."),
    "declined": _("The host didn't let you in."),
    "many_knock": _("Many are waiting to be let in. Try again in a moment."),
    "no_knock": _("That player isn't waiting any more."),
    "nobody_new": _("Nobody has joined since then."),
    "many_join": _("Many players joined from here just now. Try again in a minute."),
    "removed": _("The host has removed you from this room."),
    "too_many_seats": _("You hold as many seats here as one person may."),
    "too_many_rooms": _("You have opened many rooms. Wait a while before the next."),
    "too_many_here": _("Your network has added a lot in the last hour. Try again a little later."),
    "name_taken": _("You keep other rules under the name {name}."),
    "too_many_saved": _("You keep {most} rule sets already. Delete one first."),
    "no_computer": _("There is no such computer player."),
    "paused": _("The table is paused."),
    "not_paused": _("The table is not paused."),
    "bad_reason": _("A reason has up to {longest} characters that can be seen."),
    "bad_vote": _("There is no such vote."),
    "no_vote": _("There is nothing for you to vote about."),
    "not_yet": _("Not yet: {name} still has time."),
    "many_pauses": _("This game was paused {most} times. Players can vote for another pause."),
    "no_time": _("This turn cannot be given more time."),
    "too_late": _("You play from the next game on."),
    "talk_off": _("The host has turned talking off."),
    "bad_text": _("A message has 1 to {longest} characters that can be seen."),
    "bad_code": _("This code is wrong, too old, or used already."),
    "not_away": _("That player is there."),
    "not_there": _("That player is not there."),
    "not_due": _("It is not time for that."),
    "busy": _("The server is busy. It will be tried again."),
    "broken": _("That went wrong on our side. Nothing was changed."),
}


class Refused(Exception):
    """A refusal: nothing was changed. `code` is a key of SENTENCES or that of an engine error."""

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self.text = str(SENTENCES[code]).format(**values)
        super().__init__(self.text)


def engine_refusal(error: IllegalAction) -> Refused:
    """Return the engine's refusal, in the language of the person who asked."""
    refused = Refused.__new__(Refused)
    Exception.__init__(refused, str(error))
    refused.code = error.code
    refused.text = translate(error.template).format(**figures(error.params))
    return refused


def hints() -> dict[str, str]:
    """Return the sentences of hints, with {names} to fill."""
    return {code: translate(why.template).replace(":,}", "}") for code, why in WHY.items()}


def reasons() -> dict[str, str]:
    """Return the sentences of the engine's refusals, with {names} to fill. A page shows them beside
    buttons that are disabled."""
    found: dict[str, str] = {}
    kinds = [IllegalAction]
    while kinds:
        kind = kinds.pop()
        found[kind.code] = translate(kind.template).replace(":,}", "}")
        kinds += kind.__subclasses__()
    return dict(sorted(found.items()))
