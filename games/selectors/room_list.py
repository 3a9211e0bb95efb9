"""The rooms of the home page, in a constant number of queries."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.formats import list_names, points, time_ago, time_left
from games.models import Event, Game, Person, Player, Room
from games.people import presence
from games.people.blocks import rooms_shut_to
from games.rules.messages import side_names
from games.state.room_settings import settings_of

MOST_MINE = 20
MOST_OPEN = 8
LOOKED_AT = 100
MOST_SIFTED = 2000  # maximum number of public rooms read to find one per person and address
# Times without an event after which a room is no longer offered to strangers. The shorter one is
# for rooms that none of their players has open.
OPEN_FOR = timedelta(hours=2)
DESERTED_AFTER = timedelta(minutes=5)

_NAMES_SHOWN = 4


@dataclass(frozen=True)
class Entry:
    """A room as the home page shows it."""

    code: str
    name: str
    others: str
    state: str
    detail: str
    waits: bool  # the room waits for the reader
    at: datetime
    asleep: bool  # nothing has happened for a day since the last game
    playing: bool
    my_turn: bool  # a game waits for the reader's move
    due: int | None  # deadline of the turn (ms since 1970)
    left: str  # time until then, in words
    here: str  # names of the others who are present
    watch: bool  # strangers may watch the game that is being played
    scores: str  # names and scores of its players


@dataclass(frozen=True)
class Practice:
    """A person's room against one computer: its game goes on, with both scores, or is over."""

    code: str
    seat: int
    against: str
    level: str
    over: bool
    own: int = 0
    other: int = 0


def practice_of(person: Person) -> Practice | None:
    """Return the newest room that `person` opened against one computer, one with an unfinished game
    first, or None. In a finished one they may have given up, and so left their seat."""
    status = Room.Status
    rooms = Room.objects.filter(
        opened_by=person, status__in=(status.PLAYING, status.OVER), deal=None
    )
    company = Player.objects.exclude(person=person).filter(room=OuterRef("pk"), level="")
    alone = rooms.exclude(Exists(company)).order_by("-status", "-pk")  # "playing" before "over"
    for room in alone.prefetch_related("players")[:LOOKED_AT]:
        players = room.players.all()
        own = [player for player in players if not player.level]
        others = [player for player in players if player.level and not player.left]
        if len(own) != 1 or len(others) != 1:
            continue
        [me], [other], over = own, others, room.status == status.OVER
        practice = Practice(room.code, me.seat, other.name, other.level, over)
        if over:
            return practice
        game = Game.objects.running(room)
        if game is not None and not me.left:
            scores = _scores(game)
            return replace(practice, own=scores[me.seat], other=scores[other.seat])
    return None


def _scores(game: Game) -> dict[int, int]:
    """Return the score of each player after the last completed turn."""
    scores = game.snapshot["state"]["scores"] if game.snapshot else [0] * len(game.players)
    return dict(zip(game.players, scores, strict=False))


def rooms_of(person: Person) -> list[Entry]:
    """Return the open rooms in which `person` has a seat, asleep or not: first those that wait for
    them, by deadline, then the others, by latest event."""
    seats = Player.objects.held_by(person).seated()
    rooms = Room.objects.open().filter(pk__in=seats.values("room"))
    company = Player.objects.exclude(pk__in=seats).filter(room=OuterRef("pk"), level="")
    # Once asleep, rooms without other people are left out.
    wanted = rooms.filter(Q(due_at__isnull=False) | Exists(company))
    wanted = wanted.exclude(deal__isnull=False, status=Room.Status.OVER)  # the deal has a page
    return sorted(_entries(_newest_first(wanted), person), key=_urgency)[:MOST_MINE]


def waiting_games_of(person: Person, but: str = "") -> list[Entry]:
    """Return the rooms, except `but`, where it is the turn of `person`, the most urgent first."""
    return [entry for entry in rooms_of(person) if entry.my_turn and entry.code != but]


def _urgency(entry: Entry) -> tuple[bool, bool, float, float]:
    due = math.inf if entry.due is None or not entry.waits else entry.due
    return not entry.waits, not entry.my_turn, due, -entry.at.timestamp()


def open_rooms(but: Sequence[str], person: Person | None = None) -> list[Entry]:
    """Return active public rooms, without those that shut out `person`."""
    not_locked = Q(settings__door__isnull=True) | ~Q(settings__door="locked")
    listed = Room.objects.open().filter(not_locked, is_offered=True).exclude(code__in=but)
    if person is not None:
        removed = Player.objects.filter(removed=True).held_by(person)
        listed = listed.exclude(pk__in=removed.values("room"))
        listed = listed.exclude(rooms_shut_to(person.pk))
    now = clock.now()
    shown = Room.objects.filter(pk__in=_newest_of_each(listed))
    alive = [
        entry
        for entry in _entries(_newest_first(shown), None)
        if entry.others and now - entry.at < (OPEN_FOR if entry.here else DESERTED_AFTER)
    ]
    return alive[:MOST_OPEN]


def _newest_of_each(rooms: QuerySet[Room]) -> list[int]:
    """Return the keys of the most recently active rooms, at most one per opener and address."""
    keys, taken = list[int](), set[int | str]()
    newest = _newest_first(rooms).values_list("pk", "opened_by", "opened_from")
    for pk, person, origin in newest[:MOST_SIFTED]:
        openers = {person, origin or person}
        if taken.isdisjoint(openers):
            taken |= openers
            keys.append(pk)
    return keys[:LOOKED_AT]


def _newest_first(rooms: QuerySet[Room]) -> QuerySet[Room]:
    """Order rooms by the time of their latest event, which is added as `at`."""
    newest = Event.objects.filter(room=OuterRef("pk"), number=OuterRef("head")).values("at")[:1]
    return rooms.annotate(at=Subquery(newest)).order_by(F("at").desc(), "-pk")


def _entries(listed: QuerySet[Room], person: Person | None) -> list[Entry]:
    seated = Player.objects.seated().in_turn_order().marked_for(person)
    players = Prefetch("players", queryset=seated, to_attr="seated")
    rooms = list(listed.prefetch_related(players)[:LOOKED_AT])
    started = Game.objects.started()
    last = started.filter(room=OuterRef("room")).order_by("-number").values("number")[:1]
    shown = started.filter(room__in=rooms, number=Subquery(last)).defer("rules", "strings")
    games = {game.room_id: game for game in shown}
    here = presence.present_in([room.pk for room in rooms], clock.now().timestamp())
    return [_entry(room, games.get(room.pk), here[room.pk]) for room in rooms]


def _entry(room: Room, game: Game | None, present: Collection[int]) -> Entry:
    players: list[Player] = room.seated  # type: ignore[attr-defined]  # from _entries
    at: datetime = room.at or room.created  # type: ignore[attr-defined]  # from _newest_first
    own = sorted((player for player in players if player.is_mine), key=attrgetter("seat"))
    state, detail, waits = _state(room, game, players, own, at)
    playing = room.status == Room.Status.PLAYING
    due = room.deadlines.get("turn") if playing else None
    return Entry(
        code=room.code,
        name=room.name or _("Farkle"),
        # The first of several players on this device counts as the reader.
        others=list_names(
            [player.name for player in players if player not in own[:1]], _NAMES_SHOWN
        ),
        state=state,
        detail=detail,
        waits=waits,
        at=at,
        asleep=room.due_at is None,
        playing=playing,
        my_turn=waits and playing,
        due=due,
        left="" if due is None else time_left((due - clock.milliseconds()) // 1000),
        here=list_names(
            [player.name for player in players if player.seat in present and not player.is_mine],
            _NAMES_SHOWN,
        ),
        watch=playing and bool(settings_of(room)["spectators"]),
        scores=_scores_in_words(game, players) if playing and game else "",
    )


def _scores_in_words(game: Game, players: Sequence[Player]) -> str:
    scores = _scores(game)
    playing = [player for player in players if player.seat in scores][:_NAMES_SHOWN]
    return " · ".join(f"{player.name}\u00a0{points(scores[player.seat])}" for player in playing)


def _state(
    room: Room, game: Game | None, players: Sequence[Player], own: Sequence[Player], at: datetime
) -> tuple[str, str, bool]:
    if room.status == Room.Status.OVER and game is not None:
        at = game.finished or at  # the latest event may be the room falling asleep
    ago = time_ago(round((clock.now() - at).total_seconds()))
    if room.status == Room.Status.PLAYING and game is not None:
        return _playing(game, players, own, ago)
    if room.status == Room.Status.OVER and game is not None:
        return _result(game, players, own), ago, False
    waiting = ngettext("%(count)s player", "%(count)s players", len(players)) % {
        "count": len(players)
    }
    host = any(player.seat == room.host for player in own)
    if host and len(players) > 1:
        return _("Waiting for you"), _("start the game"), True
    return _("Lobby"), waiting, False


def _result(game: Game, players: Sequence[Player], own: Sequence[Player]) -> str:
    seats = [player.seat for player in own if player.seat in game.players]
    winners = [game.players[seat] for seat in game.winners]
    if len(game.players) == 1:
        return _("Finished")
    # With several players on this device, "you" would be ambiguous.
    if len(seats) == 1 and seats == winners:
        return _("You won")
    by_seat = {player.seat: player.name for player in players}
    names = [by_seat.get(seat, "") for seat in game.players]
    winner = side_names(game.winners, game.teams, names)
    return _("%(name)s won") % {"name": winner} if winner else _("Game over")


def _playing(
    game: Game, players: Sequence[Player], own: Sequence[Player], ago: str
) -> tuple[str, str, bool]:
    # A snapshot is written at the end of each turn, so it has the current player.
    state: dict[str, Any] = game.snapshot["state"] if game.snapshot else {"current": -1}
    current: int = state["current"]
    at_turn = game.players[current] if current >= 0 else None
    names = [player.name for player in players if player.seat == at_turn]
    turn = _("%(name)s's turn") % {"name": names[0]} if names else _("Game in progress")
    if any(player.seat == at_turn for player in own):
        return _("Your turn") if len(own) == 1 else turn, points(state["scores"][current]), True
    return turn, ago, False
