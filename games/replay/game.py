"""Read past games for pages, files and analyses, and check who may see them."""

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from farkle import Record, RuleSet
from farkle.ai.players import LEVELS
from farkle.engine.fairness import Proof, Terms
from farkle.engine.gamefile import GameFile
from games.models import MATERIALS, Deal, Game, ImportedGame, Person, Player, Room, Standing, Try
from games.people.blocks import codes_for
from games.people.names import UnfitName, fit_name
from games.replay.record_check import seats_of
from games.replay.steps import FoldedGame, KeptGames
from games.rules.card import name_in_game
from games.rules.catalogue import preset_of
from games.rules.exchange import name_in_file
from games.state.records import moves_of
from games.state.room_settings import settings_of
from games.state.room_state import seed_of

COLOURS = 6

_MOST_BYTES = 100_000_000
"""Memory for the games read last: some hundred, or the longest that can be imported."""
_STEP_BYTES = 2000
"""Approximate memory of a step."""
_SEAT_BYTES = 40
"""Memory of each seat in a step."""
_LATEST = datetime(9999, 12, 31, tzinfo=UTC)


@dataclass(frozen=True)
class PastGame:
    """A game and its record. Tuples are by seat, from seat 0.

    - `key`: its permanent name in caches and, if imported, in its URL; empty for a running game.
    - `pk`: its primary key; None for an imported or running game.
    - `levels`: the levels of computer players, "" for a person.
    - `players`: their numbers in the room. `own_seats`: those of the reader.
    - `times`: the time of each action, the start first.
    - `proof`: None while nothing proves the origin of the dice.
    - `owner`: the person who opened the room, or who imported the game.
    - `kept`: the replayed game, if it is in memory.
    """

    pk: int | None
    key: str
    code: str
    number: int
    room_name: str
    status: str
    preset: str
    names: tuple[str, ...]
    colours: tuple[int, ...]
    materials: tuple[str, ...]
    levels: tuple[str, ...]
    players: tuple[int, ...]
    own_seats: tuple[int, ...]
    teams: tuple[int, ...] | None
    winners: tuple[int, ...]
    started: datetime | None
    finished: datetime | None
    record: Record
    times: tuple[datetime | None, ...]
    proof: Proof | None
    imported: bool = False
    is_of_deal: bool = False
    owner: int | None = None
    kept: FoldedGame | None = field(default=None, repr=False, compare=False)

    @property
    def is_alone(self) -> bool:
        """True if one player played alone, whom nobody could beat."""
        return len(self.names) == 1

    @property
    def counts_turns(self) -> bool:
        """True if everybody played alone, so that pages number turns and not rounds."""
        return self.is_alone or self.is_of_deal

    @property
    def rules(self) -> RuleSet:
        return self.record.rules

    @cached_property
    def rules_name(self) -> str:
        """The name of the rules in the reader's language."""
        return name_in_game(self.rules)

    def file(self) -> GameFile:
        about: dict[str, Any] = {
            "room": self.room_name,
            "number": self.number,
            "status": self.status,
            "preset": self.preset,
            "started": _ms(self.started),
            "finished": _ms(self.finished),
            "colours": list(self.colours),
            "materials": list(self.materials),
            "levels": list(self.levels),
            "times": [_ms(at) for at in self.times],
        }
        return GameFile(self.record, self.proof, about)


def _no_game() -> Http404:
    """Return the 404 for a game, with a heading and words for the page."""
    return Http404(
        _("Game not found"),
        _("No game has this link. Check it, or ask your friend to send it again."),
    )


def past_game(code: str, number: int, person: Person | None) -> PastGame:
    """Return game `number` of the room `code` for `person` to see, a running one without a proof of
    its dice. Raise Http404 if the game does not exist or has not started, PermissionDenied if the
    host shows the room's games only to its players."""
    started = Game.objects.started().select_related("room").filter(number=number)
    game = started.filter(room__code=code).first() or _by_former_link(started, code, person)
    if game is None:
        raise _no_game()
    if not may_see(game.room, person):
        raise PermissionDenied
    players = Player.objects.marked_for(person).filter(room=game.room)
    past = read_game(game, {player.seat: player for player in players}, keep=True)
    if person is None:
        return past
    return replace(past, code=codes_for(person, [game.room])[game.room_id])


def _by_former_link(started: QuerySet[Game], code: str, person: Person | None) -> Game | None:
    """Return the game, by a former link of its room, for a person who has or had a seat there."""
    if person is None:
        return None
    seats = Player.objects.ever_held_by(person).values("room")
    return started.filter(room__in=Room.objects.once_at(code), room_id__in=seats).first()


def may_see(room: Room, person: Person | None) -> bool:
    """Return True if `person` may see the games of `room`: all who have the link, unless the host
    shows them only to those who have or had a seat there."""
    if room.deal is None and settings_of(room)["past"] == "link":
        return True
    if room.deal is not None and may_see_tries(room.deal, person):
        return True
    if person is None:
        return False
    seats = Player.objects.ever_held_by(person).filter(room=room)
    return seats.exists() or Standing.objects.filter(person=person, game__room=room).exists()


def may_see_tries(deal: Deal, person: Person | None) -> bool:
    """Return True if `person` may see everybody's tries of the deal: once a try of their own has
    ended and the first one is not running, and for all once the deal is closed."""
    if deal.closed is not None:
        return True
    if person is None or deal.kind == Deal.Kind.ROOM:  # of a race, once all have ended
        return False
    return has_finished(Try.objects.filter(deal=deal, person=person).only("is_first", "ended"))


def has_finished(tries: Iterable[Try]) -> bool:
    """Return True if one of a person's tries of a deal has ended and the first one is not running:
    they have thrown all its dice."""
    own = [(attempt.is_first, attempt.ended) for attempt in tries]
    return any(end for _first, end in own) and not any(first and not end for first, end in own)


def read_game(game: Game, players: dict[int, Player], *, keep: bool = False) -> PastGame:
    """Return `game`, given its room's players by seat, marked for the reader. `keep` replays an
    ended game and keeps it in memory. Raise Http404 if the game has not started."""
    if game.rules is None:
        raise Http404
    seated = [players[seat] for seat in game.players]
    ended = game.status in Game.ENDED
    key = ""
    if ended:  # the games of a deal have one commitment
        key = f"game-{game.commitment}" if game.deal_id is None else f"try-{game.pk}"
    stored = _kept_games.get(key, lambda: _play(_read(game))) if ended and keep else _read(game)
    names = tuple(player.name for player in seated)
    return PastGame(
        pk=game.pk if ended else None,
        key=key,
        code=game.room.code,
        number=game.number,
        room_name=game.room.name,
        status=game.status,
        preset=game.preset,
        names=names,
        colours=tuple(player.colour for player in seated),
        materials=tuple(player.material for player in seated),
        levels=tuple(player.level for player in seated),
        players=tuple(game.players),
        own_seats=tuple(seat for seat, player in enumerate(seated) if player.is_mine),
        teams=None if game.teams is None else tuple(game.teams),
        winners=tuple(game.winners),
        started=game.started,
        finished=game.finished,
        record=replace(stored.record, names=names),
        times=stored.times,
        proof=_proof_of(game) if game.deal_id is not None else stored.proof,
        is_of_deal=game.deal_id is not None,
        owner=game.room.opened_by_id,
        kept=stored.folded,
    )


def imported_game(key: str) -> PastGame:
    """Return an imported game, which all who have its URL may see. Its rules and its play were
    checked; names and times are those of the file. No person here is a player. Raise Http404."""
    owner = ImportedGame.objects.filter(key=key).values_list("person", flat=True).first()
    if owner is None:
        raise _no_game()
    stored = _kept_games.get(key, lambda: _play(_read_import(key)))
    record, about = stored.record, stored.about
    last = (stored.folded or FoldedGame(record)).last
    seats = range(len(last.scores))
    names = tuple(_name(record.names, seat) for seat in seats)
    number = about.get("number")
    return PastGame(
        pk=None,
        key=key,
        code="",
        number=number if isinstance(number, int) and number > 0 else 1,
        room_name=name_in_file(about.get("room")),
        status=Game.Status.OVER if last.phase == "over" else Game.Status.ABANDONED,
        preset=preset_of(record.rules),
        names=names,
        colours=tuple(
            colour % COLOURS if isinstance(colour, int) else seat % COLOURS
            for seat, colour in enumerate(_list_of(about.get("colours"), len(seats)))
        ),
        materials=tuple(
            material if material in MATERIALS else MATERIALS[0]
            for material in _list_of(about.get("materials"), len(seats))
        ),
        levels=tuple(
            level if level in LEVELS else "" for level in _list_of(about.get("levels"), len(seats))
        ),
        players=tuple(seat + 1 for seat in seats),
        own_seats=(),
        teams=last.teams,
        winners=last.winners,
        started=_time(about.get("started")),
        finished=_time(about.get("finished")),
        record=replace(record, names=names),
        times=stored.times,
        proof=stored.proof,
        imported=True,
        owner=owner,
        kept=stored.folded,
    )


def _list_of(value: Any, count: int) -> list[Any]:
    """Return the value from a file if it is a list of this length, else as many Nones."""
    return value if isinstance(value, list) and len(value) == count else [None] * count


def _name(names: tuple[str, ...], seat: int) -> str:
    try:
        return fit_name(names[seat])
    except (IndexError, UnfitName):
        return _("Seat %(number)s") % {"number": seat + 1}


def fold(game: PastGame) -> FoldedGame:
    """Return the replayed game, from memory or anew."""
    return game.kept or FoldedGame(game.record)


def _time(milliseconds: Any) -> datetime | None:
    """Return the time from ms since 1970; None for anything else."""
    if not isinstance(milliseconds, int) or not 0 <= milliseconds <= _LATEST.timestamp() * 1000:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, tz=UTC)


class _Stored(NamedTuple):
    """A stored game. `about` comes from an imported file. `folded` is set in memory."""

    record: Record
    times: tuple[datetime | None, ...]
    proof: Proof | None
    about: Mapping[str, Any] = MappingProxyType({})
    folded: FoldedGame | None = None

    @property
    def size(self) -> int:
        """Approximate size in memory, in bytes."""
        steps = 0 if self.folded is None else len(self.folded)
        return steps * (_STEP_BYTES + _SEAT_BYTES * seats_of(self.record))


# Ended games never change, and their keys are unique for ever. They are kept in this process:
# reading a folded game from a shared cache takes as long as folding it (2 ms for 150 actions).
_kept_games = KeptGames[_Stored](_MOST_BYTES, attrgetter("size"))


def _play(stored: _Stored) -> _Stored:
    return stored._replace(folded=FoldedGame(stored.record))


def _read(game: Game) -> _Stored:
    record, times = moves_of(game)
    # A deal's seed is opened later, so its games have no proof to keep.
    return _Stored(record, times, None if game.deal_id is not None else _proof_of(game))


def _proof_of(game: Game) -> Proof | None:
    """Return the proof of the dice, which a deal has from its close on."""
    seed = seed_of(game)
    if seed is None:
        return None
    terms = Terms(*game.terms)
    return Proof(game.commitment, bytes.fromhex(seed), tuple(game.strings), terms)


def _read_import(key: str) -> _Stored:
    packed = ImportedGame.objects.values_list("packed", flat=True).get(key=key)
    file = GameFile.from_dict(json.loads(zlib.decompress(packed)))
    times = map(_time, _list_of(file.about.get("times"), len(file.record.steps) + 1))
    return _Stored(file.record, tuple(times), file.proof, file.about)


def _ms(at: datetime | None) -> int | None:
    return None if at is None else int(at.timestamp() * 1000)
