"""A game that has been played, as pages, files and reviews want it: found, allowed, read whole."""

import json
import zlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from farkle import GameState, Record, RuleSet
from farkle.ai.players import LEVELS
from farkle.ai.review import GameSummary, Step, steps, summarize
from farkle.engine.fairness import Proof
from farkle.engine.gamefile import GameFile
from games.models import Game, ImportedGame, Person, Player, Room, Standing
from games.rules.card import name_of
from games.rules.catalogue import preset_of, rules_of
from games.state.records import moves_of
from games.state.room_settings import settings_of
from games.state.room_state import seed_of
from games.validators import ROOM_NAME_LENGTH, UnfitName, fit_name

ENDED = (Game.Status.OVER, Game.Status.ABANDONED)

COLOURS = 6

_KEPT = 16
"""So many games that were looked at last are kept in memory, read: each some hundred kilobytes."""
_MOST_KEPT = 200_000
"""Steps times seats of a game whose states are kept as well."""
_LATEST = datetime(9999, 12, 31, tzinfo=UTC)


class NoSuchGame(Exception):
    """There is none, or it has not started."""


class NotForYou(Exception):
    """The host shows the games of this room to its players only."""


@dataclass(frozen=True)
class PastGame:
    """A game with all that is known of it. What goes by seat is a tuple, seats from 0.

    `key` is its name for ever, in caches and, where it is `imported`, in its address; empty while
    it is on. `pk` is its row, None where it has none or still changes. `levels` are those of
    computers, "" for a person; `players` their numbers in the room; `mine` the reader's seats;
    `times` when each step was made, the start first. `proof` is None where nothing shows (yet)
    where the dice came from.
    """

    pk: int | None
    key: str
    code: str
    number: int
    room_name: str
    status: str
    preset: str
    rules: RuleSet
    rules_name: str
    names: tuple[str, ...]
    colours: tuple[int, ...]
    levels: tuple[str, ...]
    players: tuple[int, ...]
    mine: tuple[int, ...]
    teams: tuple[int, ...] | None
    winners: tuple[int, ...]
    started: datetime | None
    finished: datetime | None
    record: Record
    times: tuple[datetime | None, ...]
    proof: Proof | None
    imported: bool = False

    def file(self) -> GameFile:
        """The game to be taken along."""
        about: dict[str, Any] = {
            "room": self.room_name,
            "number": self.number,
            "status": self.status,
            "preset": self.preset,
            "started": _ms(self.started),
            "finished": _ms(self.finished),
            "colours": list(self.colours),
            "levels": list(self.levels),
            "times": [_ms(at) for at in self.times],
        }
        return GameFile(self.record, self.proof, about)


@dataclass(frozen=True)
class Replay:
    """Every step of a game, and what was memorable."""

    steps: tuple[Step, ...]
    story: GameSummary


def past_game(code: str, number: int, person: Person | None) -> PastGame:
    """Game `number` of the room `code`, for `person` to see. Raises NoSuchGame, NotForYou.

    One that is still on is found as well, as far as it has come, without a proof of its dice.
    """
    found = Game.objects.select_related("room").filter(room__code=code, number=number)
    game = found.exclude(status=Game.Status.WAITING).first()
    if game is None:
        raise NoSuchGame
    if not may_see(game.room, person):
        raise NotForYou
    players = {player.seat: player for player in Player.objects.filter(room=game.room)}
    return whole(game, players, person)


def may_see(room: Room, person: Person | None) -> bool:
    """Whether the games of `room` are shown to `person`: to everybody with the link, or, where the
    host chose so, to whoever has or had a seat there, on whichever device."""
    if settings_of(room)["past"] == "link":
        return True
    if person is None:
        return False
    mine = Q(person=person) | Q(before=person) | Q(holders__person=person)
    had = Standing.objects.filter(person=person, game__room=room)
    return Player.objects.filter(mine, room=room).exists() or had.exists()


def whole(game: Game, players: dict[int, Player], person: Person | None) -> PastGame:
    """`game`, which has started, with the players of its room by their numbers."""
    if game.rules is None:
        raise NoSuchGame
    seated = [players[seat] for seat in game.players]
    ended = game.status in ENDED
    key = f"game-{game.commitment}" if ended else ""
    record, times = _ended_moves(game.pk, key) if ended else moves_of(game)
    names = tuple(player.name for player in seated)
    rules = rules_of(game.rules)
    return PastGame(
        pk=game.pk if ended else None,
        key=key,
        code=game.room.code,
        number=game.number,
        room_name=game.room.name,
        status=game.status,
        preset=game.preset,
        rules=rules,
        rules_name=name_of(rules),
        names=names,
        colours=tuple(player.colour for player in seated),
        levels=tuple(player.level for player in seated),
        players=tuple(game.players),
        mine=tuple(
            seat for seat, one in enumerate(seated) if person and one.person_id == person.pk
        ),
        teams=None if game.teams is None else tuple(game.teams),
        winners=tuple(game.winners),
        started=game.started,
        finished=game.finished,
        record=replace(record, names=names),
        times=times,
        proof=_proof(game),
    )


def imported_game(key: str) -> PastGame:
    """A game that was brought in as a file: whoever has its address may see it. Raises NoSuchGame.

    What it says about itself is believed as far as it can be; who played is nobody here.
    """
    kept = ImportedGame.objects.filter(key=key[:16]).first()
    if kept is None:
        raise NoSuchGame
    found = GameFile.from_dict(json.loads(zlib.decompress(kept.packed)))
    record, about = found.record, found.about
    last = GameState.begin(record.rules, record.start)
    for step in record.steps:
        last = last.fold(step.events)
    seats = range(len(last.scores))
    names = tuple(_name(record.names, seat) for seat in seats)
    number = about.get("number")
    times = _listed(about.get("times"), len(record.steps) + 1)
    return PastGame(
        pk=None,
        key=kept.key,
        code="",
        number=number if isinstance(number, int) and number > 0 else 1,
        room_name=_room_name(about.get("room")),
        status=Game.Status.OVER if last.phase == "over" else Game.Status.ABANDONED,
        preset=preset_of(record.rules),
        rules=record.rules,
        rules_name=name_of(record.rules),
        names=names,
        colours=tuple(
            one % COLOURS if isinstance(one, int) else seat % COLOURS
            for seat, one in enumerate(_listed(about.get("colours"), len(seats)))
        ),
        levels=tuple(
            one if one in LEVELS else "" for one in _listed(about.get("levels"), len(seats))
        ),
        players=tuple(seat + 1 for seat in seats),
        mine=(),
        teams=last.teams,
        winners=last.winners,
        started=moment(about.get("started")),
        finished=moment(about.get("finished")),
        record=replace(record, names=names),
        times=tuple(map(moment, times)),
        proof=found.proof,
        imported=True,
    )


def _listed(value: Any, count: int) -> list[Any]:
    """A list of so many, from what a file says."""
    return value if isinstance(value, list) and len(value) == count else [None] * count


def _room_name(said: Any) -> str:
    try:
        return fit_name(said, longest=ROOM_NAME_LENGTH) if isinstance(said, str) else ""
    except UnfitName:
        return ""


def _name(names: tuple[str, ...], seat: int) -> str:
    try:
        return fit_name(names[seat])
    except (IndexError, UnfitName):
        return _("Seat %(number)s") % {"number": seat + 1}


def replay(game: PastGame) -> Replay:
    """Every step of `game`, played again by the engine."""
    if len(game.record.steps) * len(game.names) > _MOST_KEPT:
        return _replayed(game.record)
    if game.imported:
        return _imported_replay(game.key)
    if game.pk is None:
        return _replayed(game.record)
    return _ended_replay(game.pk, game.key)


def moment(milliseconds: Any) -> datetime | None:
    """A time in ms since 1970, None for what is none."""
    if not isinstance(milliseconds, int) or not 0 <= milliseconds <= _LATEST.timestamp() * 1000:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, tz=UTC)


# What has ended never changes. The key is part of what it is kept by because it, and not the number
# of a row, is unique for ever.


@lru_cache(maxsize=_KEPT)
def _ended_moves(pk: int, _key: str) -> tuple[Record, tuple[datetime, ...]]:
    return moves_of(Game.objects.get(pk=pk))


@lru_cache(maxsize=_KEPT)
def _ended_replay(pk: int, key: str) -> Replay:
    return _replayed(_ended_moves(pk, key)[0])


@lru_cache(maxsize=_KEPT)
def _imported_replay(key: str) -> Replay:
    return _replayed(imported_game(key).record)


def _replayed(record: Record) -> Replay:
    played = steps(record)
    return Replay(played, summarize(played))


def _proof(game: Game) -> Proof | None:
    seed = seed_of(game)
    if seed is None:
        return None
    return Proof(game.commitment, bytes.fromhex(seed), tuple(game.strings))


def _ms(at: datetime | None) -> int | None:
    return None if at is None else int(at.timestamp() * 1000)
