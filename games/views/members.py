"""The members of a room on its standings page, and the host's forms about them."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.core import signing
from django.urls import reverse

from games import clock
from games.models import FOUNDER, Game, Player, Room
from games.people import presence
from games.protocol.commands import Body, Readmit, RemoveMember
from games.selectors.seasons import RoomHistory
from games.views.shared import number_in

MOST_MEMBERS: Final = 100
_UNDO_WITHIN: Final = timedelta(minutes=10)
_SEATED: Final = signing.TimestampSigner(salt="games.views.members.seated")
"""Proves that a person had a seat when the host removed them."""


class Member(NamedTuple):
    """A person who has or had a seat."""

    player: Player
    last: datetime | None
    """The end of their last game."""
    here: bool
    removable: bool


def members_of(room: Room, history: RoomHistory, query: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of the members: present ones first, then those with a seat, then by their
    last game. `undo` was removed just now, according to the URL's `query`; `undo_back` is the proof
    that they had a seat, or ""."""
    last = history.last_played()
    here = presence.players_present(room.pk, clock.now().timestamp())
    people = [player for player in history.players.values() if not player.level]
    game = Game.objects.running(room) if room.status == Room.Status.PLAYING else None
    playing = set() if game is None else set(game.players)
    removed = [player for player in people if player.removed]

    def member(player: Player) -> Member:
        plays = player.seat in playing and not player.left
        stays = player.is_mine or player.seat == FOUNDER or plays
        is_here = player.seat in here and not player.left
        return Member(player, last.get(player.seat), is_here, removable=not stays)

    def rank(member: Member) -> tuple[bool, bool, float, int]:
        played = -(member.last.timestamp() if member.last else 0)
        return not member.here, member.player.left, played, member.player.seat

    listed = sorted((member(player) for player in people if not player.removed), key=rank)
    return {
        "listed": listed[:MOST_MEMBERS],
        "removed": removed[:MOST_MEMBERS],
        "here": sum(member.here for member in listed),
        "undo": next((p for p in removed if str(p.seat) == query.get("removed")), None),
        "undo_back": query.get("back", ""),
    }


def command_in_form(room: Room, form: Mapping[str, str]) -> Body | None:
    """Return the command of a form about a member; None for another form."""
    whom = number_in(form.get("whom", ""))
    match form.get("do"):
        case "remove":
            return RemoveMember(room.host or 0, whom)
        case "readmit":
            return Readmit(room.host or 0, whom, back=_is_proof(form.get("back", ""), room, whom))
        case _:
            return None


def after_form(room: Room, body: Body, was_seated: frozenset[int]) -> str:
    """Return the URL to redirect to after a form; after a removal, it offers to undo it."""
    url = reverse("standings", args=[room.code])
    if isinstance(body, Readmit):
        return f"{url}#members-title"
    if not isinstance(body, RemoveMember):
        return url
    back = {"back": _proof(room, body.whom)} if body.whom in was_seated else {}
    return f"{url}?{urlencode({'removed': body.whom, **back})}#members-title"


def _proof(room: Room, seat: int) -> str:
    return _SEATED.sign(f"{room.pk}.{seat}")


def _is_proof(text: str, room: Room, seat: int) -> bool:
    try:
        return _SEATED.unsign(text, max_age=_UNDO_WITHIN) == f"{room.pk}.{seat}"
    except signing.BadSignature:
        return False
