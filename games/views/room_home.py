"""The home of a room between two evenings: who is here, the standings, and the last evenings."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.formats import list_names, listed
from games.models import Game, Person, Player, Room
from games.models.rooms import seasons_of
from games.people import presence
from games.replay.game import may_see
from games.selectors.seasons import EVENING_GAP, Evening, evenings_of, history_of, lines_of, ranked
from games.state.room_settings import settings_of
from games.views.lobby import people_first, seat_of
from games.views.standings import again_words, season_name

MOST_LINES: Final = 8
MOST_EVENINGS: Final = 4
MOST_SEATS: Final = 24
"""Maximum dice on the felt, as in `room/felt.js`."""

_NAMES_SHOWN: Final = 3


def home_of(
    room: Room,
    person: Person | None,
    players: Sequence[Player],
    held: Sequence[Player],
    *,
    asked: bool,
) -> dict[str, Any] | None:
    """Return the context of the room's home, or None while the result of the last game is shown.

    The home is shown when another evening begins, or if the reader has `asked` for it. The result
    of a game over days stays for the time of a turn, so that all players find it.
    """
    if room.status != Room.Status.OVER:
        return None
    ended = Game.objects.filter(room=room, finished__isnull=False).order_by("-number")
    number, finished = ended.values_list("number", "finished").first() or (0, None)
    if finished is None:
        return None
    stays = max(EVENING_GAP, timedelta(seconds=settings_of(room)["timer"]))
    if not asked and clock.now() - finished < stays:
        return None
    here = presence.present_in([room.pk], clock.now().timestamp())[room.pk]
    own = {player.seat for player in held}
    here |= own
    shown = people_first(players)[:MOST_SEATS]
    return {
        "game": number,
        "heading": again_words(finished),
        "last": finished,
        "seats": [(seat_of(player, room, own), _state(player, here)) for player in shown],
        "can_see": may_see(room, person),
        **(_standings(room, person) if may_see(room, person) else {}),
    }


def _state(player: Player, here: frozenset[int]) -> str:
    """Return where a player is: "here", "in" if they want to play, or "away"."""
    if player.level or player.seat in here:
        return "here"
    return "in" if player.ready else "away"


def _standings(room: Room, person: Person | None) -> dict[str, Any]:
    """Return the standings of the current season, and its last evenings."""
    history = history_of(room, person, since=seasons_of(room)[-1].first)
    season, players = history.seasons[-1], history.players
    lines = lines_of(season.games)
    evenings = evenings_of(season.games)
    return {
        "season_name": season_name(season.season),
        "lines": [
            (place, line, players[line.seat]) for place, line in ranked(lines, players)[:MOST_LINES]
        ],
        "more": len(lines) > MOST_LINES,
        "evenings": [
            _evening(room, evening, players) for evening in evenings[: -MOST_EVENINGS - 1 : -1]
        ],
    }


def _evening(room: Room, evening: Evening, players: dict[int, Player]) -> dict[str, Any]:
    """Return an evening's date, who won, and the URL of its last game."""
    wins = evening.wins()
    most = wins[0][1]
    best = [players[seat].name for seat, count in wins if count == most]
    words = ngettext("%(count)s win", "%(count)s wins", most)
    if len(best) > 1:
        words = ngettext("%(count)s win each", "%(count)s wins each", most)
    others = [f"{players[seat].name} {count}" for seat, count in wins if count < most]
    return {
        "at": evening.at,
        "won": _("%(name)s won") % {"name": list_names(best, _NAMES_SHOWN)},
        "wins": listed([words % {"count": most}, *others[:_NAMES_SHOWN]]),
        "games": len(evening.games),
        "url": reverse("game", args=[room.code, evening.games[-1].number]),
    }
