"""The dice: as the page says, the same for everybody who computes them, and fair."""

import hashlib
import hmac

from farkle.engine.fairness import STRING, commitment_of, throw
from games.state.dice import DiceSource, new_seed

SEED = bytes(range(32))
KNOWN = [(2, 2, 6, 2, 3, 2), (1, 4, 2, 3, 2, 1), (6, 3, 1, 4, 3, 6)]


def by_the_page(seed: bytes, strings: list[str], k: int, count: int) -> list[int]:
    """The dice as somebody else would compute them from the description."""
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
