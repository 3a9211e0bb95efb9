"""Archived games, for tests that run in this process."""

from datetime import timedelta

from games import clock
from games.models import Archive, Event, Game, Player, Turn
from games.replay import game as past_games
from games.services.upkeep.archiving import ARCHIVED_AFTER, archive
from games.state.archive import read_archive


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


def unpack_rows(game: Game) -> None:
    """Store a game that went straight into its archive as rows, as if it had been played here."""
    events, turns = read_archive(game)
    Event.objects.bulk_create(
        (
            Event(room=game.room, game=game, command=f"unpacked:{event.number}", **event._asdict())
            for event in events
        ),
        ignore_conflicts=True,
    )
    players = {player.seat: player for player in Player.objects.filter(room=game.room)}
    Turn.objects.bulk_create(
        Turn(game=game, player=players[game.players[turn.seat]], **turn._asdict()) for turn in turns
    )
    Archive.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(archived=None)
    forget_past_games()
