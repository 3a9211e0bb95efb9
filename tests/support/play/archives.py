"""Archived games, for tests that run in this process."""

from datetime import timedelta

from games import clock
from games.models import Archive, Game
from games.replay import game as past_games
from games.services.upkeep.archiving import ARCHIVED_AFTER, archive


def archive_all() -> int:
    """Archive every game that has ended, as a month later, and return how many there were. What
    this process remembers of them is forgotten."""
    count = archive(clock.now() + ARCHIVED_AFTER + timedelta(minutes=1))
    forget_past_games()
    return count


def tear(game: Game) -> None:
    """Lose the end of the game's archive."""
    archive = Archive.objects.get(game=game)
    archive.packed = bytes(archive.packed)[:-10]
    archive.save()
    forget_past_games()


def forget_past_games() -> None:
    """Begin as a new process, which has read no past game yet."""
    past_games._kept_games.clear()
