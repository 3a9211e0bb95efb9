"""A running game applies actions with its own dice, and goes on from where it is stored.

The dice: as the page says, the same for everybody who computes them, and fair. Moves are read as
other processes packed them.
"""

import hashlib
import hmac

import pytest

from farkle import Roll
from farkle.engine.fairness import STRING, commitment_of, throw
from games.models import Game
from games.protocol.errors import Refused
from games.state.running import (
    MOST_CHARACTERS,
    SNAPSHOT_PLIES,
    DiceSource,
    Moves,
    RunningGame,
    new_seed,
)
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db

SEED = bytes(range(32))
KNOWN = [(2, 2, 6, 2, 3, 2), (1, 4, 2, 3, 2, 1), (6, 3, 1, 4, 3, 6)]
ROLLED = {"e": "rolled", "dice": [1, 1, 5, 2, 3, 4]}


def running(place: Place) -> RunningGame:
    found = RunningGame.read(Game.objects.running(place.room))
    assert found is not None
    return found


def test_it_is_read_as_it_was_left() -> None:
    place = Place(2)
    place.start()
    for _ in range(SNAPSHOT_PLIES + 5):
        place.move()
    game = running(place)
    assert game.state == place.state()
    assert game.seed == place.seed()
    assert game.seat_of == {player: seat for seat, player in enumerate(game.game.players)}


def test_only_a_game_that_is_being_played_is_read() -> None:
    place = Place(2)
    assert RunningGame.read(None) is None
    assert RunningGame.read(Game.objects.get()) is None
    place.start()
    place.play_out()
    assert RunningGame.read(Game.objects.get(number=1)) is None


def test_two_who_read_it_throw_the_same_dice() -> None:
    place = Place(2)
    place.start()
    one, other = running(place), running(place)
    before = one.game.thrown
    assert one.act(Roll()) == other.act(Roll())
    assert one.state == other.state
    assert one.game.thrown == other.game.thrown > before


def test_what_is_refused_changes_nothing() -> None:
    place = Place(2)
    place.start()
    game = running(place)
    before, thrown = game.state, game.game.thrown
    with pytest.raises(Refused):
        game.act(Roll(keep=(6, 6)))
    assert game.state is before
    assert game.game.thrown == thrown


def test_without_its_seed_nobody_can_throw() -> None:
    place = Place(2)
    place.start()
    game = running(place)
    before, thrown = game.state, game.game.thrown
    game.sealed = b"not the seed"
    assert game.seed is None
    with pytest.raises(Refused, match="dice are lost"):
        game.act(Roll())
    assert game.state is before
    assert game.game.thrown == thrown


def test_a_snapshot_is_taken_after_a_turn_and_within_a_long_one() -> None:
    place = Place(2)
    place.start()
    game = running(place)
    assert game.needs_snapshot, "no turn has begun"
    game.game.snapshot = game.to_snapshot()
    while not game.state.rolls:
        game.act(Roll())
    assert not game.needs_snapshot
    game.game.snapshot = {"state": {"ply": game.state.ply - SNAPSHOT_PLIES}}
    assert game.needs_snapshot


def by_the_page(seed: bytes, strings: list[str], k: int, count: int) -> list[int]:
    """Return the dice as the description on the page gives them."""
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        message = (str(k) + ":" + str(block) + ":" + ",".join(strings)).encode()
        for byte in hmac.new(seed, message, hashlib.sha256).digest():
            if byte >= 252:
                continue
            if len(faces) < count:
                faces.append(byte % 6 + 1)
        block += 1
    return faces


def test_known_throws_never_change() -> None:
    # Games that were played must be checkable for ever: these are fixed.
    assert commitment_of(SEED) == hashlib.sha256(SEED).hexdigest()
    assert throw(SEED, ["", ""], 1, 6) == tuple(by_the_page(SEED, ["", ""], 1, 6))
    assert [throw(SEED, ["mara-string", ""], k, 6) for k in (1, 2, 3)] == KNOWN


def test_a_throw_of_many_dice_takes_many_blocks() -> None:
    assert list(throw(SEED, ["a"], 1, 500)) == by_the_page(SEED, ["a"], 1, 500)


def test_everything_that_goes_in_counts() -> None:
    base = throw(SEED, ["aaaaaaaa", "bbbbbbbb"], 1, 40)
    assert throw(SEED, ["aaaaaaaa", "bbbbbbbc"], 1, 40) != base
    assert throw(SEED, ["bbbbbbbb", "aaaaaaaa"], 1, 40) != base
    assert throw(SEED, ["aaaaaaaa", "bbbbbbbb"], 2, 40) != base
    assert throw(bytes(32), ["aaaaaaaa", "bbbbbbbb"], 1, 40) != base


def test_a_source_counts_its_throws_and_continues() -> None:
    cup = DiceSource(SEED, ["", ""], 0)
    throws = [cup(6), cup(2), cup(1)]
    assert cup.thrown == 3
    later = DiceSource(SEED, ["", ""], 2)
    assert later(1) == throws[2]
    assert "1f" not in repr(cup)
    assert SEED.hex() not in repr(vars(type(cup)))


def test_the_dice_are_fair() -> None:
    faces = [face for k in range(2000) for face in throw(SEED, [""], k, 30)]
    expected = len(faces) / 6
    chi_square = sum((faces.count(face) - expected) ** 2 / expected for face in range(1, 7))
    assert chi_square < 20.5  # 5 degrees of freedom: one seed in a thousand is worse, this is not


def test_every_seed_is_new() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
    assert {len(new_seed()) for _ in range(10)} == {32}


def test_which_strings_seats_may_add() -> None:
    assert STRING.fullmatch("aZ0_-aZ0")
    for wrong in ("short", "with,comma", "x" * 65, "späte-string", "with space", "line\nbreak"):
        assert not STRING.fullmatch(wrong)


def test_moves_are_read_as_they_were_packed() -> None:
    moves = Moves(7, 12, [[ROLLED], [ROLLED, ROLLED]], {"turn": 1_800_000_000_000}, {"away": [2]})
    packed = moves.pack()
    assert packed is not None
    assert Moves.unpack(packed) == moves
    assert moves.last == 13


def test_long_moves_are_not_handed_on() -> None:
    assert Moves(7, 12, [[ROLLED] * MOST_CHARACTERS], {}, {}).pack() is None
