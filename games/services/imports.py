"""Import a game from a file, to look at. Nothing in it is believed that was not played again.

Each person keeps the newest imported games, up to a limit.
"""

import json
import zlib
from datetime import timedelta
from secrets import token_urlsafe

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import Disagreement, FarkleError, Join, Record
from farkle.engine.fairness import Unproven
from farkle.engine.gamefile import GameFile, games_in
from games import clock
from games.models import ImportedGame, Person

MOST_LETTERS = 4_000_000
MOST_STEPS = 10_000
"""It takes a second or two to play so many again."""
MOST_SEATS = 2000
MOST_STATES = 5_000_000
"""Steps times seats, because each state holds something for each seat."""
MOST_KEPT = 50
MOST_AN_HOUR = 30


class NotAGame(Exception):
    """Why a file is refused: a sentence, with the place where it first goes wrong."""


def import_game(person: Person, text: str) -> str:
    """Check the game in `text`, keep it for `person` and return its key. Raise NotAGame."""
    game = read(text)
    key = keep(person, game)
    if key is None:
        raise NotAGame(_("Too many uploads. Try again in an hour."))
    return key


def read(text: str) -> GameFile:
    """Return the one game in `text`, played again throw by throw. Raise NotAGame."""
    if len(text) > MOST_LETTERS:
        raise NotAGame(_("That file is too large."))
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()
        games = games_in(data)
    except RecursionError as error:
        raise NotAGame(_("This isn't a Farkle game file.")) from error
    except UnicodeEncodeError as error:  # half a surrogate pair, which JSON can spell
        raise NotAGame(_("The file has characters that aren't text.")) from error
    except FarkleError as error:
        raise NotAGame(str(error)) from error
    except ValueError as error:
        raise NotAGame(_("This isn't valid JSON: %(why)s.") % {"why": error}) from error
    if len(games) != 1:
        raise NotAGame(
            ngettext(
                "The file has %(count)s game. Import one at a time.",
                "The file has %(count)s games. Import one at a time.",
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


def keep(person: Person, game: GameFile) -> str | None:
    """Store the game in place of the person's oldest. Return its key, or None after too many."""
    now = clock.now()
    mine = ImportedGame.objects.filter(person=person)
    if mine.filter(at__gt=now - timedelta(hours=1)).count() >= MOST_AN_HOUR:
        return None
    packed = zlib.compress(json.dumps(game.to_dict()).encode())
    kept = ImportedGame.objects.create(key=token_urlsafe(12), person=person, packed=packed, at=now)
    old = mine.order_by("-at", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
    ImportedGame.objects.filter(pk__in=list(old)).delete()
    return kept.key


def _is_too_large(record: Record) -> bool:
    count = len(record.steps)
    seats = record.players + sum(isinstance(step.action, Join) for step in record.steps)
    return count > MOST_STEPS or seats > MOST_SEATS or count * seats > MOST_STATES
