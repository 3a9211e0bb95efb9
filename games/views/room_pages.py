"""The two pages of a room, the table and the invitation, and the dialogs that the table fetches."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from farkle import may_join
from farkle.ai.players import LEVELS
from farkle.rules.named_dice import NAMED_DICE
from games import assets
from games.formats import list_names
from games.models import FOUNDER, MATERIALS, Game, Person, Player, Room, Webhook
from games.notices import vapid
from games.people import identity
from games.people.forms import NameForm
from games.protocol import frames
from games.protocol.commands import No
from games.protocol.errors import hints, reasons
from games.replay.game import may_see
from games.rules.card import Card, card_of, choices_for_editor, choices_with_minutes, news_of
from games.rules.catalogue import rules_of
from games.rules.fields import GROUPS, QUICK
from games.services import saved_rules
from games.services.commands.door import knock_of
from games.services.commands.race import rules_of_race
from games.services.commands.teams import TEAM_COUNTS
from games.state.places import may_enter
from games.state.room_settings import settings_of
from games.state.room_state import position_of
from games.state.running import seats_of
from games.views.lobby import goal_of, lobby_of, people_first, seat_of
from games.views.room_home import home_of
from games.views.shared import (
    Preview,
    host_for_others,
    keepers_of,
    link_of,
    new_request_id,
)
from games.views.webhooks import keeper_of_chat


def card_in_force(room: Room) -> Card:
    """Return the rules of the game being played, else those of the next one, under the name that
    they have in this room, and with what is new in them."""
    game = Game.objects.running(room) if room.status == Room.Status.PLAYING else None
    rules = chosen = rules_of(room.rules)
    base, teams = room.base, room.teams > 0
    if game is not None and game.rules is not None:
        as_chosen = {**game.rules, "first_player": room.rules["first_player"]}
        base = room.base if as_chosen == room.rules else ""
        rules, teams = rules_of(game.rules), game.teams is not None
        chosen = rules_of(as_chosen)
    in_game = game is not None or room.deal_id is not None
    card = card_of(rules, base, teams=teams, in_game=in_game)
    name = saved_rules.name_in(room, chosen) or card.name
    before = _last_rules(room)
    played = rules_of_race(rules) if settings_of(room)["together"] and game is None else rules
    news = news_of(played, rules_of(before), name) if before else ""
    return replace(card, name=name, news=news)


def _last_rules(room: Room) -> dict[str, Any] | None:
    """Return the rules of the last game that has ended."""
    ended = Game.objects.filter(room=room).ended().order_by("-number")
    return ended.values_list("rules", flat=True).first() if room.played else None


def is_removed(held: list[Player]) -> bool:
    """Return True if the holder of these seats was removed, unless it is the founder."""
    return not _is_founder(held) and any(player.removed for player in held)


def _is_founder(held: list[Player]) -> bool:
    """Return True if the holder of these seats is the founder, who can always sit down."""
    return any(player.seat == FOUNDER for player in held)


def state_of_knock(room: Room, person: Person | None) -> str:
    """Return the state of the person's knock: "waiting", "declined", or "" without one."""
    knock = None if person is None else knock_of(room, person.pk)
    if knock is None:
        return ""
    return "declined" if "no" in knock else "waiting"


def _news_of_game(room: Room, held: list[Player]) -> str:
    """Return the sentence about the running game for the holder of these seats, if any."""
    game = Game.objects.running(room)
    if game is None:
        return ""
    state, seats = position_of(game).state, seats_of(game.players)
    joins = settings_of(room)["late"] == "play" and may_join(state)
    new = (
        _("A game is in progress. Join now and you'll play from the next round.")
        if joins
        else _("A game is in progress. Join now and you'll be in the next one.")
    )

    def news(player: Player) -> str:
        if player.seat not in seats:
            return new
        if state.left[seats[player.seat]]:
            return _("You left this game. Join now and you'll be in the next one.")
        return _("A computer is playing for you. Join now and you'll play on.")

    sentences = {news(player) for player in held} or {new}
    return sentences.pop() if len(sentences) == 1 else _("A game is in progress.")


def _players_of(room: Room) -> list[Player]:
    return list(Player.objects.filter(room=room).seated().in_turn_order())


def _seats_to_retake(room: Room, held: list[Player], seated: int) -> list[tuple[str, list[str]]]:
    """Return the choices of seats that a member can retake, as (seats, names): first all of them,
    if several people share this device, then each alone."""
    left = [player for player in held if player.left]
    if seated + len(left) > settings_of(room)["seats"] and not _is_founder(held):
        left = left[:1]
    each = [(str(player.seat), [player.name]) for player in left]
    together = (",".join(seat for seat, _names in each), [player.name for player in left])
    return [together, *each] if len(left) > 1 else each


def _shared_context(request: HttpRequest, room: Room, players: list[Player]) -> dict[str, Any]:
    card = card_in_force(room)
    host = next((player.name for player in players if player.seat == room.host), None)
    who = list_names([player.name for player in players], 6)
    title = room.name or _("Farkle")
    invitation = (
        _("%(name)s invited you to play Farkle") % {"name": host}
        if host
        else _("You're invited to play Farkle")
    )
    parts = [
        title,
        _("Rules: %(name)s") % {"name": card.name},
        card.changes,
        _("Playing: %(names)s") % {"names": who} if who else "",
    ]
    return {
        "room": room,
        "title": title,
        "card": card,
        "invitation": invitation,
        "preview": Preview(
            invitation,
            " · ".join(part for part in parts if part),
            link_of(request, room),
            request.build_absolute_uri(reverse("room_preview", args=[room.code])),
        ),
        "request_id": new_request_id(request),
    }


def table_page(
    request: HttpRequest,
    room: Room,
    held: list[Player],
    *,
    screen: bool = False,
    runner: Player | None = None,
) -> HttpResponse:
    """Return the table for the holder of these seats, or as a TV view (`screen`). `runner` is
    the player of a race who plays here."""
    players = _players_of(room)
    person = identity.person_of(request)
    shared = _shared_context(request, room, players)
    context = {
        **shared,
        "lobby": lobby_of(room, players, held, shared["card"]),
        "home": None
        if room.deal_id
        else home_of(room, person, players, held, asked="home" in request.GET),
        "protocol": frames.PROTOCOL,
        "assets": assets.version(),
        "reasons": reasons(),
        "link": link_of(request, room),
        "site": host_for_others(request),
        "spoken": f"{room.code[:4]} {room.code[4:]}",
        "level_names": {
            key: {"name": level.name, "difficulty": _(level.difficulty)}
            for key, level in LEVELS.items()
        },
        "screen": screen,
        "race": runner,
        "past_url": _past_url(room, person, held),
        "chat_is_off": not screen and _chat_is_off(room, person, held),
    }
    return render(request, "room/room.html", context)


def dialogs_page(request: HttpRequest) -> HttpResponse:
    """Return the dialogs that a room's page fetches, which are the same for all rooms."""
    context = {
        "choices": choices_with_minutes(),
        "groups": GROUPS,
        "rule_sets": choices_for_editor(),
        "quick": QUICK,
        "team_counts": TEAM_COUNTS,
        "pens": list(
            enumerate((_("red"), _("blue"), _("green"), _("purple"), _("orange"), _("teal")))
        ),
        "materials": zip(MATERIALS, (_("ivory"), _("bone"), _("dark")), strict=True),
        "levels": LEVELS.values(),
        "hints": hints(),
        "named_dice": {die.letter: die.weights for die in NAMED_DICE.values()},
        "push_key": vapid.public_key(),
    }
    return render(request, "room/fetched_dialogs.html", context)


def _past_url(room: Room, person: Person | None, held: list[Player]) -> str:
    if not room.played or not may_see(room, person):
        return ""
    if held:
        return reverse("my_games", query={"room": room.code})
    return reverse("standings", args=[room.code])


def _chat_is_off(room: Room, person: Person | None, held: list[Player]) -> bool:
    """Return True if the reader is the keeper of the room's webhook, and it was switched off."""
    if {FOUNDER, room.host}.isdisjoint(player.seat for player in held):
        return False
    off = Webhook.objects.filter(room=room, off__isnull=False).exists()
    return off and keeper_of_chat(room, keepers_of(room, person)) is not None


def invitation_page(
    request: HttpRequest,
    room: Room,
    form: NameForm,
    person: Person | None,
    held: list[Player],
    *,
    status: int = 200,
    refusal: No | None = None,
) -> HttpResponse:
    """Return the invitation for a person without a seat, who has left the seats `held`."""
    players = _players_of(room)
    door = "open" if held else settings_of(room)["door"]
    knocked = state_of_knock(room, person) if door == "knock" else ""
    removed, watch = is_removed(held), may_enter(room, person)
    problem: tuple[str, str] | None = None
    remark = ""
    closed = room.status == Room.Status.CLOSED
    full = len(players) >= settings_of(room)["seats"] and not _is_founder(held)
    if removed:
        problem = (
            _("The host removed you from this room."),
            _("You can't rejoin with this link. If that was a mistake, ask the host."),
        )
    elif closed:
        kept = _("Finished games are kept.") + " " if room.played else ""
        problem = (_("This room is closed."), kept + _("Start a new one any time."))
    elif full:
        problem = (
            _("This room is full."),
            _("You can watch, and join when a seat opens up.") if watch else "",
        )
    elif knocked == "declined":
        problem = (_("The host didn't let you in."), "")
    elif door == "locked":
        problem = (_("The host locked this room."), _("New players can't join right now."))
    elif refusal is not None:
        problem = (refusal.text, "")
    elif knocked == "waiting":
        remark = _("You've asked to join. Waiting for the host to let you in…")
    elif door == "knock":
        remark = _("The host lets new players in. Enter your name and ask to join.")
    else:
        remark = _news_of_game(room, held)
    shared = _shared_context(request, room, players)
    context = {
        **shared,
        "form": form,
        "players": [seat_of(player, room, set()) for player in people_first(players)],
        "goal": goal_of(shared["card"], len(players), room),
        "problem": problem,
        "over": problem if removed or closed else None,
        "remark": remark,
        "can_sit": not (removed or closed or full or knocked or door == "locked"),
        "knocks": door == "knock",
        "again": _seats_to_retake(room, held, len(players)),
        "played": room.played > 0,
        "past_url": _past_url(room, person, held) if closed else "",
        "waiting": knocked == "waiting",
        "can_watch": watch and not removed,
    }
    return render(request, "room/invitation.html", context, status=status)
