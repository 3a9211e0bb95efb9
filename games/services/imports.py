"""Import a game file for viewing, once a replay has confirmed it. A person's oldest imports make
way for new ones; games that are not opened for long expire."""

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
    """Refusal of a file, with its first error. `later`: it may be accepted at another time."""

    def __init__(self, text: str, *, later: bool = False) -> None:
        self.later = later
        super().__init__(text)


class Disproved(NotAGame):
    """The replay, which may take seconds, contradicts the file."""


def import_game(person: Person, text: str) -> str:
    """Check the game in `text`, keep it for `person` and return its key. Raise NotAGame."""
    return _keep(person, _check(text))


def note_opened(key: str) -> None:
    """Record that the game was opened, at most once a day."""
    now = clock.now()
    stale = ImportedGame.objects.filter(key=key, opened__lt=now - _NOTED_AFTER)
    if stale.exists():  # a page that only reads must not wait for a lock
        stale.update(opened=now)


def _check(text: str) -> bytes:
    is_large = LARGE < len(text) <= MOST_LETTERS
    try:
        packed = analysis.current.run(pack, text) if is_large else pack(text)
    except NoAnswer as error:
        raise NotAGame(_("Busy right now. Try again in a minute."), later=True) from error
    if isinstance(packed, Problem):
        raise (Disproved if packed.code == "wrong" else NotAGame)(_sentence(packed))
    return packed


def _keep(person: Person, packed: bytes) -> str:
    """Store the game unless the person has it, drop the oldest above the limit, return the key."""
    now, kept = clock.now(), ImportedGame.objects.filter(person=person)
    if key := kept.filter(packed=packed).values_list("key", flat=True).first():
        return key
    key = token_urlsafe(12)
    ImportedGame.objects.create(key=key, person=person, packed=packed, at=now, opened=now)
    old = kept.order_by("-at", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
    ImportedGame.objects.filter(pk__in=list(old)).delete()
    return key


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
        "no_game": _("This isn't a Farkle game file."),
        "no_text": _("The file has characters that aren't text."),
        "names": _("The file has more names than seats."),
        "long_name": _("A name in the file has more than %(longest)s characters.")
        % {"longest": problem.value},
        "details": _("The details in the file don't match the game."),
    }[problem.code]
