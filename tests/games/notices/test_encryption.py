"""Encryption for a browser: the example of RFC 8291, and what is refused."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from games.notices.encryption import LONGEST, encrypt, is_key
from tests.support.outside.push_service import Browser, from_base64, to_base64

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SERVER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAm"
    "S6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_"
    "Qulcy4a-fN"
)


def key_of(private: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_base64(private), "big"), ec.SECP256R1())


def test_it_is_the_example_of_the_standard() -> None:
    made = encrypt(
        TEXT,
        from_base64(BROWSER),
        from_base64(AUTH),
        key=key_of(SERVER),
        salt=from_base64(SALT),
    )
    assert to_base64(made) == BODY
    browser = Browser("", key_of(PRIVATE))
    browser.auth = from_base64(AUTH)
    assert browser.decrypt(made) == TEXT


def test_a_browser_can_read_it_and_no_two_are_alike() -> None:
    browser = Browser("")
    bodies = {encrypt(TEXT, browser.public, browser.auth) for _ in range(2)}
    assert len(bodies) == 2
    assert {browser.decrypt(body) for body in bodies} == {TEXT}
    assert len(encrypt(b"x" * LONGEST, browser.public, browser.auth)) <= 4096
    with pytest.raises(ValueError, match="too long"):
        encrypt(b"x" * (LONGEST + 1), browser.public, browser.auth)


@pytest.mark.parametrize("key", [b"", b"\x04" + b"x" * 64, b"\x00", from_base64(BROWSER)[:-1]])
def test_a_key_that_is_none_is_refused(key: bytes) -> None:
    assert not is_key(key)
    with pytest.raises(ValueError, match=r"."):
        encrypt(TEXT, key, b"x" * 16)
