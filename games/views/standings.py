"""The standings of a room: seasons, evenings, who beat whom, and who has sat here."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Person, Player, Room
from games.models.rooms import Season
from games.people import identity
from games.protocol.commands import Command, No, SetSeason
from games.replay.chart import MOST_LINES as MOST_DRAWN
from games.replay.chart import Chart, Turn, chart_of
from games.replay.game import may_see
from games.selectors.seasons import (
    Evening,
    Line,
    RoomHistory,
    SeasonGames,
    evenings_of,
    history_of,
    lines_of,
    meetings_of,
)
from games.services import executor
from games.services.accounts import contacts
from games.views.members import after_form, asked_by_form, members_of
from games.views.shared import (
    keepers_of,
    link_of,
    new_request_id,
    owns,
    players_only,
    request_id,
    room_or_404,
)
from games.views.webhooks import chat_of, keeper_of_chat

MOST_LINES: Final = 100
MOST_MEETING: Final = 12
MOST_EVENINGS: Final = 60


@dataclass(frozen=True)
class PastSeason:
    """A season that is over, and who had the most wins."""

    number: int
    name: str
    winner: Player
    wins: int
    games: int
    since: datetime
    until: datetime


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def standings(request: HttpRequest, code: str) -> HttpResponseBase:
    """The standings of a season, `?season=`, or of the one that is on. The host's form names a
    season, starts the next, or removes a member and undoes it."""
    if code not in request.path_info:  # typed in small letters
        return redirect("standings", code)
    room = room_or_404(code, with_webhook=True)
    person = identity.person_of(request)
    if not may_see(room, person):
        return players_only(request, code)
    if request.method != "POST" or person is None:
        return _page(request, room)
    if request.POST.get("do") == "notify":
        return _notify(request, room, person)
    seated = frozenset(Player.objects.filter(room=room).seated().values_list("seat", flat=True))
    body = asked_by_form(room, request.POST.dict()) or _season(request, room)
    answer = executor.perform(Command(code, person.pk, request_id(request), body))
    if not isinstance(answer, No):
        return redirect(after_form(room, body, seated))
    return _page(request, room_or_404(code, with_webhook=True), answer)


def _notify(request: HttpRequest, room: Room, person: Person) -> HttpResponseBase:
    """Invite all members who have notices on."""
    if not owns(room, keepers_of(room, person)):
        return _page(request, room)
    contacts.send_invitations(room, person, contacts.listening_members(room, person))
    return redirect(f"{reverse('standings', args=[room.code])}?told=1#again-title")


def _season(request: HttpRequest, room: Room) -> SetSeason:
    number = request.POST.get("number", "")
    season = int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else 0
    return SetSeason(room.host or 0, season, request.POST.get("name", ""))


def _page(request: HttpRequest, room: Room, refusal: No | None = None) -> HttpResponse:
    person = identity.person_of(request)
    history = history_of(room, person)
    players, now = history.players, history.seasons[-1]
    shown = _asked_for(request, history)
    lines = lines_of(shown.games)
    evenings = evenings_of(shown.games)
    owning = owns(room, players)
    context: dict[str, Any] = {
        "room": room,
        "room_name": room.name or _("Farkle"),
        "back": reverse("room", args=[room.code]),
        "season": shown.season,
        "season_name": _name(shown.season),
        "is_now": shown is now,
        "games": len(shown.games),
        "lines": [(place, one, players[one.seat]) for place, one in enumerate(lines, 1)][
            :MOST_LINES
        ],
        "meetings": _meetings(shown, lines, players),
        "evenings": [(one, _winners(one, players)) for one in evenings[: -MOST_EVENINGS - 1 : -1]],
        "chart": _chart(evenings, lines, players),
        "past": _past(history),
        "now": now.season,
        "next": now.season.number + 1,
        "members": members_of(room, history, request.GET.dict()),
        "cut": history.cut,
        "owns": owning,
        "can_start": bool(now.games),
        "invitation": _invitation(room, history),
        "listening": (len(contacts.listening_members(room, person)) if owning and person else 0),
        "told": owning and "told" in request.GET,
        "chat": (
            None
            if keeper_of_chat(room, players) is None
            else chat_of(room, players, request.GET.get("chat", ""))
        ),
        "link": link_of(request, room),
        "request_id": new_request_id(request),
        "refusal": refusal,
    }
    status = 200 if refusal is None else 503 if refusal.code == "busy" else 409
    return render(request, "history/standings.html", context, status=status)


def _asked_for(request: HttpRequest, history: RoomHistory) -> SeasonGames:
    """Return the season in the address. Raise Http404 if there is none."""
    asked = request.GET.get("season", "")
    if not asked:
        return history.seasons[-1]
    for one in history.seasons:
        if str(one.season.number) == asked:
            return one
    raise Http404


def _name(season: Season) -> str:
    return season.name or _("Season %(number)s") % {"number": season.number}


def _meetings(
    shown: SeasonGames, lines: Sequence[Line], players: dict[int, Player]
) -> list[tuple[Player, list[tuple[int, int] | None]]]:
    """Return a row for each person: how often they beat each of the others, and were beaten."""
    people = [one.seat for one in lines if not players[one.seat].level][:MOST_MEETING]
    met = meetings_of(shown.games, people)
    if not met:
        return []
    return [(players[one], [met.get((one, other)) for other in people]) for one in people]


def _winners(evening: Evening, players: dict[int, Player]) -> list[tuple[Player, int]]:
    return [(players[seat], wins) for seat, wins in evening.wins()]


def _chart(
    evenings: Sequence[Evening], lines: Sequence[Line], players: dict[int, Player]
) -> Chart | None:
    """Return the points of the best players after each evening; None if there was one evening
    only."""
    if len(evenings) < 2:
        return None
    seats = [one.seat for one in lines[:MOST_DRAWN]]
    totals = dict.fromkeys(seats, 0)
    turns = []
    for number, evening in enumerate(evenings, 1):
        for game in evening.games:
            for one in game.results:
                if one.seat in totals:
                    totals[one.seat] += one.score
        turns.append(Turn(number, number, tuple(totals.values())))
    names = [players[seat].name for seat in seats]
    pens = _pens([players[seat].colour + 1 for seat in seats])
    return chart_of(turns, names, pens, len(turns))


def _pens(wanted: Sequence[int]) -> list[int]:
    """Return a pen of their own for up to six players: the wanted one, unless it is taken."""
    pens: list[int] = []
    for pen in wanted:
        free = [one for one in range(1, MOST_DRAWN + 1) if one not in pens]
        pens.append(pen if pen in free else free[0])
    return pens


def _past(history: RoomHistory) -> list[PastSeason]:
    """Return the seasons before the one that is on, newest first, if anything was played there."""
    found = []
    for one in reversed(history.seasons[:-1]):
        if one.games:
            first = lines_of(one.games)[0]
            found.append(
                PastSeason(
                    number=one.season.number,
                    name=_name(one.season),
                    winner=history.players[first.seat],
                    wins=first.wins,
                    games=len(one.games),
                    since=one.games[0].started,
                    until=one.games[-1].finished,
                )
            )
    return found


def _invitation(room: Room, history: RoomHistory) -> dict[str, str]:
    """Return the heading and the text with which the host invites everybody again."""
    name = room.name or _("Farkle")
    last = max(history.last_played().values(), default=None)
    if last is None:
        heading = _("Invite friends")
        text = _("Join me for a game of Farkle: %(room)s") % {"room": name}
    else:
        heading = _("%(day)s again?") % {"day": date_format(localtime(last), "l")}
        text = _("%(again)s Our Farkle room is open: %(room)s") % {"again": heading, "room": name}
    return {"heading": heading, "text": text}
