"""Provably fair dice: the throws of a seed, and proofs that do not fit a game."""

import hmac
import json
from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest

from farkle import PRESETS
from farkle.engine.fairness import Unproven, commitment_of, terms_of, throw
from farkle.engine.gamefile import GameFile
from farkle.rules.named_dice import NAMED_DICE, weights_of
from tests.support.engine.proved_game import SEED, STRINGS, played


def test_a_forged_roll_off_is_found():
    game, _ = played()
    start = replace(game.record.start[1], dice=game.record.start[1].dice[::-1])
    record = replace(game.record, start=(game.record.start[0], start, *game.record.start[2:]))
    with pytest.raises(Unproven, match="At the start the record says that roll 1 was") as caught:
        game.proof.check(record)
    assert caught.value.step == 0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seed": bytes(32)}, "doesn't match the fingerprint"),
        ({"strings": ("mara-string", "", "")}, "3 strings were added to the dice, by 2 players"),
        ({"strings": ("", "mara-string")}, "the seed gives"),
    ],
)
def test_a_proof_that_does_not_fit(change, why):
    game, _ = played()
    with pytest.raises(Unproven, match=why):
        replace(game.proof, **change).check(game.record)


def test_the_terms_are_hashes_of_the_rules_that_are_not_as_usual_and_of_the_names():
    rules = replace(PRESETS["family"], target=5000, building=True)
    text = b'rules:{"rules":{"building":true,"target":5000},"teams":[0,1]}'
    each = ",".join(sha256(name.encode()).hexdigest() for name in ("Zoë", "a,b"))
    assert terms_of(SEED, rules, [0, 1], ["Zoë", "a,b"]) == (
        hmac.digest(SEED, text, "sha256").hex(),
        hmac.digest(SEED, f"names:{each}".encode(), "sha256").hex(),
    )


def test_the_fingerprint_of_a_game_covers_all_it_is_said_to():
    proof = played()[0].proof
    terms = proof.terms
    others = [
        replace(proof, strings=("", "mara-string")),
        replace(proof, commitment=commitment_of(bytes(32))),
        replace(proof, terms=terms._replace(rules=terms.names)),
        replace(proof, terms=terms._replace(names=terms.rules)),
    ]
    assert len({one.fingerprint for one in [proof, *others]}) == 5


def test_names_fit_without_those_who_joined_late():
    game, _ = played()
    assert game.proof.names_fit(replace(game.record, names=("Mara", "Teo", "Late")))
    assert not game.proof.names_fit(replace(game.record, names=("Teo", "Mara")))


def test_the_commitment_is_the_hash_of_the_seed():
    assert commitment_of(bytes(32)) == sha256(bytes(32)).hexdigest()


def test_a_throw_reads_the_bytes_of_its_hmac_and_skips_those_of_252_and_more():
    block = hmac.digest(SEED, b"7:0:mara-string,", "sha256")
    fair = [byte % 6 + 1 for byte in block if byte < 252]
    assert throw(SEED, STRINGS, 7, 6) == tuple(fair[:6])
    following = hmac.digest(SEED, b"7:1:mara-string,", "sha256")
    fair += [byte % 6 + 1 for byte in following if byte < 252]
    assert throw(SEED, STRINGS, 7, 40) == tuple(fair[:40])


def test_throws_differ_by_their_number_their_seed_and_the_strings():
    throws = {
        throw(SEED, STRINGS, 1, 30),
        throw(SEED, STRINGS, 2, 30),
        throw(bytes(32), STRINGS, 1, 30),
        throw(SEED, ("", "mara-string"), 1, 30),
    }
    assert len(throws) == 4


def test_every_face_comes_about_equally_often():
    counts = Counter(throw(SEED, STRINGS, 1, 60_000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 10_000) < 500 for count in counts.values())


CHOSEN = ("OOAFSS", "AOFOSO")


def test_ordinary_named_dice_fall_as_dice_without_names():
    assert throw(SEED, STRINGS, 7, 40, weights_of("O" * 40)) == throw(SEED, STRINGS, 7, 40)


def test_a_named_die_skips_bytes_from_the_largest_multiple_of_its_weights_on():
    weights = (1, 2, 3, 4, 5, 85)  # of 100: bytes below 200
    fair = [byte % 100 for byte in hmac.digest(SEED, b"7:0:mara-string,", "sha256") if byte < 200]
    starts = (0, 1, 3, 6, 10, 15)
    expected = tuple(sum(start <= at for start in starts) for at in fair)
    assert throw(SEED, STRINGS, 7, len(fair), [weights] * len(fair)) == expected


@pytest.mark.parametrize("letter", NAMED_DICE)
def test_a_named_die_falls_as_its_weights_say(letter):
    """Chi-square of 60,000 throws with 5 degrees of freedom, at 1e-4."""
    weights, count = NAMED_DICE[letter].weights, 60_000
    counts = Counter(throw(SEED, STRINGS, 1, count, [weights] * count))
    expected = [count * weight / sum(weights) for weight in weights]
    chi = sum((counts[face] - each) ** 2 / each for face, each in enumerate(expected, 1))
    assert chi < 25.745


def test_a_game_with_named_dice_is_proven():
    game, rolls = played(chosen=CHOSEN)
    assert GameFile.from_dict(json.loads(json.dumps(game.to_dict()))).check().throws == rolls
    other, _ = played()
    assert other.record.steps != game.record.steps


@pytest.mark.parametrize("chosen", [(), CHOSEN[::-1], ("OOAFSS", "AOFOOO")])
def test_other_dice_than_those_promised_are_found(chosen):
    game, _ = played(chosen=CHOSEN)
    start = replace(game.record.start[0], chosen=chosen)
    record = replace(game.record, start=(start, *game.record.start[1:]))
    with pytest.raises(Unproven, match="the rules that the game began with"):
        game.proof.check(record)
    honest = replace(game.proof, terms=terms_of(SEED, record.rules, None, record.names, chosen))
    with pytest.raises(Unproven, match="the seed gives"):
        honest.check(record)


def test_the_terms_have_the_dice_and_their_weights():
    text = (
        b'rules:{"dice":["OA","AA"],"rules":{},"teams":null,'
        b'"weights":{"A":[6,4,4,4,3,4],"O":[1,1,1,1,1,1]}}'
    )
    terms = terms_of(SEED, PRESETS["family"], None, (), ("OA", "AA"))
    assert terms.rules == hmac.digest(SEED, text, "sha256").hex()
