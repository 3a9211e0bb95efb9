"""Describe the turns and choices of a past game, in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import Action, Bank, Build, Dice, Roll
from farkle.ai.review.review import PlayedTurn
from farkle.text.message import Sentence, kept
from games.formats import points
from games.replay.game import PastGame
from games.rules.messages import said, side_name


@dataclass(frozen=True)
class Act:
    """A choice, made (`done`) or advised: the dice it keeps, and what happens to the rest."""

    keep: Dice
    words: str
    done: bool

    @property
    def dice(self) -> str:
        """The dice it keeps in words, such as "two 5s"."""
        words = kept(self.keep)
        return said(words) if isinstance(words, Sentence) else ""


def act_of(action: Action, aside: int, *, done: bool) -> Act:
    """Describe an action. `aside` is how many dice were set aside before it."""
    keep = action.keep if isinstance(action, Roll | Bank) else ()
    if isinstance(action, Build):
        words = _("Continued the previous turn") if done else _("continue the previous turn")
    elif isinstance(action, Bank):
        words = _("and banked") if done else _("and bank")
    elif keep:
        rest = dice_of(action, aside)
        template = (
            ngettext("and rolled %(count)s die", "and rolled %(count)s dice", rest)
            if done
            else ngettext("and roll %(count)s die", "and roll %(count)s dice", rest)
        )
        words = template % {"count": rest}
    else:
        words = _("Rolled all six dice") if done else _("roll all six dice")
    return Act(keep, words, done)


def dice_of(action: Action, aside: int) -> int:
    """Return how many dice an action rolls with `aside` set aside before it; 0 for a bank.

    Piggybacking is not asked about: the dice of an offer are not in the action.
    """
    if not isinstance(action, Roll):
        return 0
    return 6 - (aside + len(action.keep)) % 6


def turn_words(turn: PlayedTurn) -> str:
    """Say how a turn went, without naming its player."""
    values = {"points": points(turn.points), "lost": points(turn.lost)}
    match turn.outcome:
        case "banked" if turn.built:
            said = _("banked %(points)s, piggybacked") % values
        case "banked":
            said = _("banked %(points)s") % values
        case "farkled" if turn.penalty:
            said = _("farkle, −%(penalty)s") % {"penalty": points(turn.penalty)}
        case "farkled" if turn.lost:
            said = _("farkle, lost %(lost)s") % values
        case "farkled":
            said = _("farkle")
        case "ran_out":
            said = _("didn't get on the board")
        case "skipped":
            said = _("skipped")
        case "left":
            said = _("left the game")
        case _:
            said = _("unfinished")
    return said


def room_name(game: PastGame) -> str:
    """Return the name of the room; the name of the game where it has none."""
    return game.room_name or _("Farkle")


def subtitle(game: PastGame) -> str:
    """Say which game of the room this is, and when it was played."""
    said = [_("Game %(number)s") % {"number": game.number}]
    if game.finished is not None:
        said.append(date_format(localtime(game.finished), "DATETIME_FORMAT"))
    if game.imported:  # only its play was checked, not the room, names and times in the file
        said.insert(0, _("From a file"))
    return ", ".join(said)


def has_other_names(game: PastGame) -> bool:
    """Return whether the names in a file aren't those that the game began with."""
    return game.imported and game.proof is not None and not game.proof.names_fit(game.record)


def proved(game: PastGame) -> str:
    """Say which facts about a game from a file were checked, and which are only the file's
    claim."""
    if not game.imported:
        return ""
    if game.proof is None:
        said = _("The moves follow the rules. Dice, rules and names are what the file says.")
    elif game.proof.names_fit(game.record):
        said = _("Moves, dice, rules and names hold, and the fingerprint covers them.")
    else:
        said = _("Moves, dice and rules hold. The names aren't those the game began with.")
    unfinished = "" if game.status == "over" else _("Unfinished.")
    return " ".join(filter(None, (said, unfinished)))


def where(names: Sequence[str], turn: PlayedTurn) -> str:
    """Return, for example, "Ines, round 9"."""
    values = {"name": names[turn.seat], "round": turn.round}
    if turn.playoff:
        return _("%(name)s, tiebreaker") % values
    return _("%(name)s, round %(round)s") % values


def outcome_words(game: PastGame, names: Sequence[str]) -> str:
    """Say who won."""
    if not game.winners:
        return _("Abandoned")
    return _("%(name)s won") % {"name": side_name(game.winners[0], game.teams, names)}


def length_words(game: PastGame, rounds: int) -> str:
    """Return, for example, "12 rounds, 8 minutes"."""
    said = [ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds}]
    if game.started and game.finished:
        minutes = round((game.finished - game.started).total_seconds() / 60)
        if minutes:
            said.append(
                ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
            )
    return ", ".join(said)
