"""Bringing in a game from a file, to look at: nothing is believed that was not played again."""

import json

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import Disagreement, FarkleError, Join, Record
from farkle.engine.fairness import Unproven
from farkle.engine.gamefile import GameFile, games_in
from games.models import Person
from games.services import imports

MOST_LETTERS = 4_000_000
MOST_STEPS = 10_000
"""A second or two to play again."""
MOST_SEATS = 2000
MOST_STATES = 5_000_000
"""Steps times seats: every state has something of every seat."""


class NotAGame(Exception):
    """Why it is refused, with the place where it first goes wrong, as a sentence."""


def take(person: Person, text: str) -> str:
    """Check the game in `text`, keep it for `person`, and say under which key. Raises NotAGame."""
    game = read(text)
    key = imports.keep(person, game)
    if key is None:
        raise NotAGame(_("Too many games at once. Bring in the next one in an hour."))
    return key


def read(text: str) -> GameFile:
    """The one game in `text`, played again throw by throw. Raises NotAGame."""
    if len(text) > MOST_LETTERS:
        raise NotAGame(_("That file is too large for a game."))
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()
        games = games_in(data)
    except RecursionError as error:
        raise NotAGame(_("This is no record of a game.")) from error
    except UnicodeEncodeError as error:  # half a character, which JSON can name
        raise NotAGame(_("There are characters in it that are no text.")) from error
    except FarkleError as error:
        raise NotAGame(str(error)) from error
    except ValueError as error:
        raise NotAGame(_("This is no JSON: %(why)s.") % {"why": error}) from error
    if len(games) != 1:
        raise NotAGame(
            ngettext(
                "There is %(count)s game in it: bring in one at a time.",
                "There are %(count)s games in it: bring in one at a time.",
                len(games),
            )
            % {"count": len(games)}
        )
    game = games[0]
    if _is_too_large(game.record):
        raise NotAGame(_("That game is too long."))
    try:
        game.check()
    except (Disagreement, Unproven) as error:
        raise NotAGame(str(error)) from error
    return game


def _is_too_large(record: Record) -> bool:
    count = len(record.steps)
    seats = record.players + sum(isinstance(step.action, Join) for step in record.steps)
    return count > MOST_STEPS or seats > MOST_SEATS or count * seats > MOST_STATES
