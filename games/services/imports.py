"""Import a game from a file, to look at. Nothing in it is believed that was not played again.

Each person keeps the newest imported games, up to a limit. One that nobody opens expires.
"""

from datetime import timedelta
from secrets import token_urlsafe
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.models import ImportedGame, Person
from games.replay import analysis
from games.replay.record_check import MOST_LETTERS, Problem, pack
from games.solver_pool import NoAnswer

MOST_KEPT: Final = 50
MOST_AN_HOUR: Final = 30
LARGE: Final = 200_000
"""Letters. Larger files are checked in the worker process, one at a time."""
_NOTED_AFTER: Final = timedelta(days=1)


class NotAGame(Exception):
    """Why a file is refused: a sentence, with the place where it first goes wrong.

    `later` where the same file may be taken another time.
    """

    def __init__(self, text: str, *, later: bool = False) -> None:
        self.later = later
        super().__init__(text)


def import_game(person: Person, text: str) -> str:
    """Check the game in `text`, keep it for `person` and return its key. Raise NotAGame."""
    mine = ImportedGame.objects.filter(person=person)
    if mine.filter(at__gt=clock.now() - timedelta(hours=1)).count() >= MOST_AN_HOUR:
        raise too_many()
    return _keep(person, _checked(text))


def too_many() -> NotAGame:
    """Return the refusal of one game too many."""
    return NotAGame(_("Too many games at once. Bring in the next one in an hour."), later=True)


def note_opened(key: str) -> None:
    """Remember that somebody looked at the game, at most once a day."""
    now = clock.now()
    stale = ImportedGame.objects.filter(key=key, opened__lt=now - _NOTED_AFTER)
    if stale.exists():  # a page that changes nothing waits for no lock
        stale.update(opened=now)


def _checked(text: str) -> bytes:
    if not LARGE < len(text) <= MOST_LETTERS:
        found = pack(text)
    else:
        try:
            found = analysis.current().run(pack, text)
        except NoAnswer as error:
            raise NotAGame(_("The server is busy. Try again in a minute."), later=True) from error
    if isinstance(found, Problem):
        raise NotAGame(_sentence(found))
    return found


def _keep(person: Person, packed: bytes) -> str:
    """Store the game in place of the person's oldest. Return its key."""
    now, mine = clock.now(), ImportedGame.objects.filter(person=person)
    kept = ImportedGame.objects.create(
        key=token_urlsafe(12), person=person, packed=packed, at=now, opened=now
    )
    old = mine.order_by("-at", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
    ImportedGame.objects.filter(pk__in=list(old)).delete()
    return kept.key


def _sentence(problem: Problem) -> str:
    if problem.code == "wrong":
        return str(problem.value)
    if problem.code == "not_one":
        count = int(problem.value)
        return ngettext(
            "There is %(count)s game in it: bring in one at a time.",
            "There are %(count)s games in it: bring in one at a time.",
            count,
        ) % {"count": count}
    return {
        "too_large": _("That file is too large for a game."),
        "too_long": _("That game is too long."),
        "no_record": _("This is no record of a game."),
        "no_game": _("This is no game of Farkle."),
        "no_text": _("There are characters in it that are no text."),
        "no_json": _("This is no JSON: %(why)s.") % {"why": problem.value},
        "names": _("There are more names in it than seats."),
        "long_name": _("A name in it has more than %(longest)s characters.")
        % {"longest": problem.value},
        "details": _("What it says about the game does not fit the game."),
    }[problem.code]
