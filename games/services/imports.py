"""Import a game from a file, to view it. Only what a replay confirms is trusted.

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
from games.workers.worker import NoAnswer

MOST_KEPT: Final = 50
LARGE: Final = 200_000
"""Characters. Larger files are checked in the worker process, one at a time."""
_NOTED_AFTER: Final = timedelta(days=1)


class NotAGame(Exception):
    """Why a file is refused: a sentence, with the place where it first goes wrong.

    `later`: the same file may be accepted at another time.
    """

    def __init__(self, text: str, *, later: bool = False) -> None:
        self.later = later
        super().__init__(text)


class Disproved(NotAGame):
    """A replay, which may take seconds, showed that the game in the file cannot have happened."""


def import_game(person: Person, text: str) -> str:
    """Check the game in `text`, keep it for `person` and return its key. Raise NotAGame."""
    return _keep(person, _checked(text))


def note_opened(key: str) -> None:
    """Remember that somebody looked at the game, at most once a day."""
    now = clock.now()
    stale = ImportedGame.objects.filter(key=key, opened__lt=now - _NOTED_AFTER)
    if stale.exists():  # a page that only reads must not wait for a lock
        stale.update(opened=now)


def _checked(text: str) -> bytes:
    if not LARGE < len(text) <= MOST_LETTERS:
        found = pack(text)
    else:
        try:
            found = analysis.current().run(pack, text)
        except NoAnswer as error:
            raise NotAGame(_("Busy right now. Try again in a minute."), later=True) from error
    if isinstance(found, Problem):
        raise (Disproved if found.code == "wrong" else NotAGame)(_sentence(found))
    return found


def _keep(person: Person, packed: bytes) -> str:
    """Store the game, unless the person has it, in place of their oldest. Return its key."""
    now, mine = clock.now(), ImportedGame.objects.filter(person=person)
    if key := mine.filter(packed=packed).values_list("key", flat=True).first():
        return key
    kept = ImportedGame.objects.create(
        key=token_urlsafe(12), person=person, packed=packed, at=now, opened=now
    )
    old = mine.order_by("-at", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
    ImportedGame.objects.filter(pk__in=list(old)).delete()
    return kept.key


def _sentence(problem: Problem) -> str:
    if problem.code in ("malformed", "wrong"):
        return str(problem.value)
    if problem.code == "not_one":
        count = int(problem.value)
        return ngettext(
            "The file has %(count)s game. Import one at a time.",
            "The file has %(count)s games. Import one at a time.",
            count,
        ) % {"count": count}
    return {
        "too_large": _("That file is too large."),
        "too_long": _("That game is too long."),
        "no_record": _("This isn't a Farkle game file."),
        "no_game": _("This isn't a Farkle game file."),
        "no_text": _("The file has characters that aren't text."),
        "no_json": _("This isn't a Farkle game file."),
        "names": _("The file has more names than seats."),
        "long_name": _("A name in the file has more than %(longest)s characters.")
        % {"longest": problem.value},
        "details": _("The details in the file don't match the game."),
    }[problem.code]
