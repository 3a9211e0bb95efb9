"""A sealed seed opens with the site's key, for its own game, and with nothing else."""

import pytest
from pytest_django import Settings

from farkle.engine.fairness import commitment_of
from games.state.sealing import CannotUnseal, seal, seal_address, unseal, unseal_address

SEED = bytes(range(32))
COMMITMENT = commitment_of(SEED)


def test_a_sealed_seed_opens_and_says_nothing_before() -> None:
    sealed = seal(SEED, COMMITMENT)
    assert SEED not in sealed
    assert seal(SEED, COMMITMENT) != sealed
    assert unseal(sealed, COMMITMENT) == SEED


def test_the_seed_of_a_game_that_is_over_is_stored_as_it_is() -> None:
    assert unseal(SEED, COMMITMENT) == SEED


def test_a_seed_opens_for_its_own_game_only() -> None:
    with pytest.raises(CannotUnseal):
        unseal(seal(SEED, COMMITMENT), commitment_of(bytes(32)))


@pytest.mark.parametrize("damage", [b"", b"\x01", b"\x01" * 20, b"\x01" * 61], ids=len)
def test_what_was_never_sealed_does_not_open(damage: bytes) -> None:
    with pytest.raises(CannotUnseal):
        unseal(damage, COMMITMENT)


def test_an_earlier_key_opens_what_it_sealed_while_it_is_a_fallback(
    settings: Settings,
) -> None:
    settings.SECRET_KEY = "the key of last year"
    sealed = seal(SEED, COMMITMENT)
    settings.SECRET_KEY = "the key of this year"
    with pytest.raises(CannotUnseal, match="SECRET_KEY_FALLBACKS"):
        unseal(sealed, COMMITMENT)
    settings.SECRET_KEY_FALLBACKS = ["another", "the key of last year"]
    assert unseal(sealed, COMMITMENT) == SEED


def test_the_format_never_changes(settings: Settings) -> None:
    """Databases and backups hold sealed seeds."""
    settings.SECRET_KEY = "a key for this test"
    sealed = bytes.fromhex(
        "01a8a7d43344f4c18660cdef7539832ec2e999096f6432cb29fc9a91ad11"
        "775da1f8ea106ded2f1aa23c3f26b4dddfc25362b63a6e7e3dff869eae88f9"
    )
    assert unseal(sealed, COMMITMENT) == SEED


def test_the_address_of_a_webhook_opens_for_its_own_room_only() -> None:
    sealed = seal_address("https://chat.example/secret", 7)
    assert b"chat.example" not in sealed
    assert unseal_address(sealed, 7) == "https://chat.example/secret"
    with pytest.raises(CannotUnseal, match="The address of a webhook"):
        unseal_address(sealed, 8)
    with pytest.raises(CannotUnseal):  # the keys are not the same
        unseal(seal_address("x" * 32, 7), "7")
