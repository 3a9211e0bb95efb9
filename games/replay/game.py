"""Past games: who may see them, and the data for pages, files and reviews."""

import json
import zlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from farkle import Record, RuleSet
from farkle.ai.players import LEVELS
from farkle.engine.fairness import Proof, Terms
from farkle.engine.gamefile import GameFile
from games.models import Game, ImportedGame, Person, Player, Room, Standing
from games.people.blocks import codes_for
from games.people.names import ROOM_NAME_LENGTH, UnfitName, fit_name
from games.replay.kept import KeptGames
from games.replay.steps import FoldedGame
from games.rules.card import name_of
from games.rules.catalogue import preset_of, rules_of
from games.state.records import moves_of
from games.state.room_settings import settings_of
from games.state.room_state import seed_of

COLOURS = 6

NO_GAME = "no game"
"""The reason of a 404 for a game; 404.html has words of its own for it."""

_MOST_ACTIONS = 20_000
"""How many actions of the games last read stay in memory: the longest game that can be imported, or
some hundred others. An action takes one to two kilobytes."""
_MOST_STATES = 10_000_000
"""How many steps times seats of games that were played again stay in memory."""
_LATEST = datetime(9999, 12, 31, tzinfo=UTC)

_Moves = tuple[Record, tuple[datetime, ...]]


@dataclass(frozen=True)
class PastGame:
    """A game and all that is known about it. Tuples are by seat, from seat 0.

    - `key`: its permanent name in caches and, for an imported game, in its address; empty while the
      game is on.
    - `pk`: its row; None for an imported game and for one that still changes.
    - `levels`: the levels of computer players, "" for a person.
    - `players`: their numbers in the room. `mine`: the reader's seats.
    - `times`: when each action was made, the start first.
    - `proof`: None while nothing proves where the dice came from.
    - `owner`: the person who opened the room, or who imported the game.
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
    owner: int | None = None

    def file(self) -> GameFile:
        """Return the game as a file to download."""
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


def past_game(code: str, number: int, person: Person | None) -> PastGame:
    """Return game `number` of the room `code` for `person` to see.

    A game that is still on is returned as it stands, without a proof of its dice. Raises Http404
    for a game that does not exist or has not started, PermissionDenied where the host shows the
    games of the room to its players only.
    """
    started = Game.objects.started().select_related("room").filter(number=number)
    game = started.filter(room__code=code).first() or _by_former_link(started, code, person)
    if game is None:
        raise Http404(NO_GAME)
    if not may_see(game.room, person):
        raise PermissionDenied
    players = Player.objects.marked_for(person).filter(room=game.room)
    found = whole(game, {player.seat: player for player in players})
    return found if person is None else replace(found, code=_code(game, person))


def _by_former_link(started: QuerySet[Game], code: str, person: Person | None) -> Game | None:
    """Return the game for somebody who has or had a seat, by a link that the room had before."""
    if person is None:
        return None
    seats = Player.objects.ever_held_by(person).values("room")
    return started.filter(room__in=Room.objects.once_at(code), room_id__in=seats).first()


def _code(game: Game, person: Person) -> str:
    return codes_for(person, [game.room])[game.room_id]


def may_see(room: Room, person: Person | None) -> bool:
    """Return whether `person` may see the games of `room`.

    Everybody with the link may, unless the host shows them only to those who have or had a seat
    there, on whichever device.
    """
    if settings_of(room)["past"] == "link":
        return True
    if person is None:
        return False
    seats = Player.objects.ever_held_by(person).filter(room=room)
    return seats.exists() or Standing.objects.filter(person=person, game__room=room).exists()


def whole(game: Game, players: dict[int, Player]) -> PastGame:
    """Return `game`, given the players of its room by number, marked for the reader.

    Raises Http404 for a game that has not started.
    """
    if game.rules is None:
        raise Http404
    seated = [players[seat] for seat in game.players]
    ended = game.status in Game.ENDED
    key = f"game-{game.commitment}" if ended else ""
    record, times = _moves(game.pk, key) if ended else moves_of(game)
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
        mine=tuple(seat for seat, one in enumerate(seated) if one.is_mine),
        teams=None if game.teams is None else tuple(game.teams),
        winners=tuple(game.winners),
        started=game.started,
        finished=game.finished,
        record=replace(record, names=names),
        times=times,
        proof=_proof(game),
        owner=game.room.opened_by_id,
    )


def imported_game(key: str) -> PastGame:
    """Return a game that was imported from a file. Whoever has its address may see it.

    Its rules and its play were checked; its names and times are what the file says. Nobody here is
    one of its players. Raises Http404.
    """
    owner = ImportedGame.objects.filter(key=key).values_list("person", flat=True).first()
    if owner is None:
        raise Http404(NO_GAME)
    found = _import_file(key)
    record, about = found.record, found.about
    last = _folded_import(key).last
    seats = range(len(last.scores))
    names = tuple(_name(record.names, seat) for seat in seats)
    number = about.get("number")
    times = _listed(about.get("times"), len(record.steps) + 1)
    return PastGame(
        pk=None,
        key=key,
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
        owner=owner,
    )


def _listed(value: Any, count: int) -> list[Any]:
    """Return the value from a file if it is a list of the right length, else as many Nones."""
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


def fold(game: PastGame) -> FoldedGame:
    """Play `game` again. One that has ended is folded once and kept with the last ones read."""
    if not game.key:
        return FoldedGame(game.record)
    return _kept_folded.get(game.key, lambda: FoldedGame(game.record))


def moment(milliseconds: Any) -> datetime | None:
    """Return the time for milliseconds since 1970; None for anything else."""
    if not isinstance(milliseconds, int) or not 0 <= milliseconds <= _LATEST.timestamp() * 1000:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, tz=UTC)


# A game that has ended never changes, and its key is unique for ever. What is kept here lives in
# this process: to read a folded game from a shared cache takes as long as to fold it (2 ms for 150
# actions).
_kept_moves = KeptGames[_Moves](_MOST_ACTIONS, lambda moves: len(moves[0].steps))
_kept_files = KeptGames[GameFile](_MOST_ACTIONS, lambda file: len(file.record.steps))
_kept_folded = KeptGames[FoldedGame](
    _MOST_STATES, lambda folded: len(folded) * len(folded.last.scores)
)


def _moves(pk: int, key: str) -> _Moves:
    return _kept_moves.get(key, lambda: moves_of(Game.objects.get(pk=pk)))


def _import_file(key: str) -> GameFile:
    return _kept_files.get(key, lambda: _read_import(key))


def _read_import(key: str) -> GameFile:
    packed = ImportedGame.objects.values_list("packed", flat=True).get(key=key)
    return GameFile.from_dict(json.loads(zlib.decompress(packed)))


def _folded_import(key: str) -> FoldedGame:
    return _kept_folded.get(key, lambda: FoldedGame(_import_file(key).record))


def _proof(game: Game) -> Proof | None:
    seed = seed_of(game)
    if seed is None:
        return None
    strings, terms = tuple(game.strings), Terms(*game.terms)
    return Proof(game.commitment, bytes.fromhex(seed), strings, terms)


def _ms(at: datetime | None) -> int | None:
    return None if at is None else int(at.timestamp() * 1000)
