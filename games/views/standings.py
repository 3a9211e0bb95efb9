"""The standings of a room: seasons, evenings, results between players, and members."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.debug import sensitive_post_parameters

from games.formats import points
from games.models import Person, Player, Room
from games.models.rooms import Season
from games.people import identity
from games.people.forms import TitleForm
from games.protocol.commands import Command, No, SetSeason
from games.replay.chart import MOST_LINES as MOST_DRAWN
from games.replay.chart import Chart, Turn, chart_of, keys_of_seats
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
    ranked,
)
from games.services import executor
from games.services.accounts import contacts
from games.views import webhooks
from games.views.members import after_form, command_in_form, members_of
from games.views.shared import (
    form_page,
    keepers_of,
    link_of,
    new_request_id,
    number_in,
    owns,
    players_only,
    request_id,
    room_or_404,
    status_of,
)
from games.views.webhooks import WebhookForm, keeper_of_chat

MOST_LINES: Final = 100
MOST_MEETING: Final = 12
MOST_EVENINGS: Final = 60


@form_page
def standings(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the standings of the season in `?season=`, or of the current one. The host's forms name
    a season, start the next, remove or readmit a member, or invite all members."""
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
    body = command_in_form(room, request.POST.dict()) or SetSeason(
        room.host or 0, number_in(request.POST.get("number", "")), request.POST.get("name", "")
    )
    answer = executor.perform(Command(code, person.pk, request_id(request), body))
    if not isinstance(answer, No):
        return redirect(after_form(room, body, seated))
    room = room_or_404(code, with_webhook=True)
    return _page(request, room, status_of(answer), refusal=answer)


@form_page
@sensitive_post_parameters("address")
def webhook(request: HttpRequest, code: str) -> HttpResponseBase:
    """Set, test or remove the webhook of a room, for its keeper."""
    if request.method != "POST":  # a reload of the form's response
        return redirect("standings", code)
    room, person = room_or_404(code, with_webhook=True), identity.person_of(request)
    keeper = None if person is None else keeper_of_chat(room, keepers_of(room, person))
    if keeper is None:
        raise PermissionDenied
    news = webhooks.perform(request, room, person, keeper)
    if isinstance(news, WebhookForm):
        return _page(request, room, 422, chat_form=news)
    url = reverse("standings", args=[room.code], query={"chat": news} if news else None)
    return redirect(f"{url}#chat-title")


def _notify(request: HttpRequest, room: Room, person: Person) -> HttpResponseBase:
    if not owns(room, keepers_of(room, person)):
        return _page(request, room)
    contacts.send_invitations(room, person, contacts.members_with_notices(room, person))
    return redirect(f"{reverse('standings', args=[room.code])}?told=1#again-title")


def _page(
    request: HttpRequest,
    room: Room,
    status: int = 200,
    *,
    refusal: No | None = None,
    chat_form: WebhookForm | None = None,
) -> HttpResponse:
    person = identity.person_of(request)
    history = history_of(room, person)
    players, now = history.players, history.seasons[-1]
    shown = _season_in(request, history)
    lines = lines_of(shown.games)
    evenings = evenings_of(shown.games)
    owning = owns(room, players)
    season_forms = _season_forms(request, now, refusal) if owning and shown is now else []
    context: dict[str, Any] = {
        "room": room,
        "room_name": room.name or _("Farkle"),
        "back": reverse("room", args=[room.code]),
        "season": shown.season,
        "season_name": season_name(shown.season),
        "is_now": shown is now,
        "games": len(shown.games),
        "lines": [
            (place, line, players[line.seat]) for place, line in ranked(lines, players)[:MOST_LINES]
        ],
        "meetings": _meetings(shown, lines, players),
        "evenings": [
            (evening, [f"{players[seat].name} {points(wins)}" for seat, wins in evening.wins()])
            for evening in evenings[: -MOST_EVENINGS - 1 : -1]
        ],
        "chart": _chart(evenings, lines, players),
        "past": _past(history),
        "season_forms": season_forms,
        "members": members_of(room, history, request.GET.dict()),
        "cut": history.cut,
        "owns": owning,
        "invitation": _invitation(room, history),
        "listening": len(contacts.members_with_notices(room, person)) if owning and person else 0,
        "told": owning and "told" in request.GET,
        "chat": None
        if keeper_of_chat(room, players) is None
        else webhooks.chat_of(room, players, request.GET.get("chat", ""), chat_form),
        "link": link_of(request, room),
        "request_id": new_request_id(request),
        "refusal": None if any(form.errors for *_, form in season_forms) else refusal,
    }
    return render(request, "history/standings.html", context, status=status)


def _season_forms(
    request: HttpRequest, now: SeasonGames, refusal: No | None
) -> list[tuple[int, str, TitleForm]]:
    """Return the forms for the host: the number of the season that each names, its heading, and the
    form. After a season with a game the next one can be started."""

    season, asked = now.season, request.POST.get("number")
    words = [(season.number, _("Rename this season"), _("Name of this season"), _("Rename"))]
    if now.games:
        new = (
            season.number + 1,
            _("Start a new season"),
            _("Name of the new season"),
            pgettext("a season", "Start"),
        )
        words.append(new)
    forms = []
    for number, heading, *label_and_button in words:
        name = season.name if number == season.number else ""
        problem = refusal.text if refusal and asked == str(number) else ""
        ids = f"season-{number}-%s"
        form = TitleForm(request, *label_and_button, name=name, problem=problem, auto_id=ids)
        forms.append((number, heading, form))
    return forms


def _season_in(request: HttpRequest, history: RoomHistory) -> SeasonGames:
    """Return the season in the URL, else the current one. Raise Http404 if it does not exist."""
    number = request.GET.get("season", "")
    if not number:
        return history.seasons[-1]
    for games in history.seasons:
        if str(games.season.number) == number:
            return games
    raise Http404


def season_name(season: Season) -> str:
    return season.name or _("Season %(number)s") % {"number": season.number}


def _meetings(
    shown: SeasonGames, lines: Sequence[Line], players: dict[int, Player]
) -> list[tuple[Player, list[tuple[int, int] | None]]]:
    people = [line.seat for line in lines if not players[line.seat].level][:MOST_MEETING]
    met = meetings_of(shown.games, people)
    if not met:
        return []
    return [(players[seat], [met.get((seat, other)) for other in people]) for seat in people]


def _chart(
    evenings: Sequence[Evening], lines: Sequence[Line], players: dict[int, Player]
) -> Chart | None:
    """Return the chart of the best players' points by evening; None before the second evening."""
    if len(evenings) < 2:
        return None
    seats = [line.seat for line in lines[:MOST_DRAWN]]
    totals = dict.fromkeys(seats, 0)
    turns = []
    for number, evening in enumerate(evenings, 1):
        for game in evening.games:
            for result in game.results:
                if result.seat in totals:
                    totals[result.seat] += result.score
        turns.append(Turn(number, number, tuple(totals.values())))
    names = [players[seat].name for seat in seats]
    pens = _pens([players[seat].colour + 1 for seat in seats])
    return chart_of(turns, names, pens, len(turns), keys=keys_of_seats(len(names)))


def _pens(wanted: Sequence[int]) -> list[int]:
    """Return a different pen for each of up to six players: the wanted one, unless it is taken."""
    pens: list[int] = []
    for pen in wanted:
        free = [other for other in range(1, MOST_DRAWN + 1) if other not in pens]
        pens.append(pen if pen in free else free[0])
    return pens


def _past(history: RoomHistory) -> list[dict[str, Any]]:
    """Return the past seasons with games, newest first, each with its winner."""
    seasons = []
    for past in reversed(history.seasons[:-1]):
        if past.games:
            first = ranked(lines_of(past.games), history.players)[0][1]
            seasons.append(
                {
                    "number": past.season.number,
                    "name": season_name(past.season),
                    "winner": history.players[first.seat],
                    "wins": first.wins,
                    "games": len(past.games),
                    "since": past.games[0].started,
                    "until": past.games[-1].finished,
                }
            )
    return seasons


def _invitation(room: Room, history: RoomHistory) -> dict[str, str]:
    name = room.name or _("Farkle")
    last = max(history.last_played().values(), default=None)
    if last is None:
        heading = _("Invite friends")
        text = _("Join me for a game of Farkle: %(room)s") % {"room": name}
    else:
        heading = again_words(last)
        text = _("%(again)s Our Farkle room is open: %(room)s") % {"again": heading, "room": name}
    return {"heading": heading, "text": text}


def again_words(last: datetime) -> str:
    """Return, for example, "Friday again?" after a game on a Friday."""
    return _("%(day)s again?") % {"day": date_format(localtime(last), "l")}
