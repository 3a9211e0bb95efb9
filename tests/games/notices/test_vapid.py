"""Who sends: the site's key, and the statement signed with it."""

import pytest
from pytest_django import Settings

from games import clock
from games.notices import vapid
from tests.support.outside.push_service import claims_of


def test_the_statement_is_for_one_service_and_half_a_day(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["farkle.example"]
    settings.CONTACT = ""
    claims = claims_of(vapid.authorization("https://push.example"))
    assert claims["aud"] == "https://push.example"
    assert claims["sub"] == "https://farkle.example"
    assert 11 * 3600 < claims["exp"] - clock.now().timestamp() < 13 * 3600
    settings.CONTACT = "mailto:me@farkle.example"
    assert claims_of(vapid.authorization("https://x"))["sub"] == "mailto:me@farkle.example"
    settings.CONTACT, settings.PUBLIC = "", "https://tunnel.example"
    assert claims_of(vapid.authorization("https://x"))["sub"] == "https://tunnel.example"


def test_the_key_stays_as_long_as_what_it_is_made_of(settings: Settings) -> None:
    settings.VAPID_KEY = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    set_by_hand = vapid.public_key()
    assert len(vapid.from_base64(set_by_hand)) == 65
    settings.SECRET_KEY = "another"  # nothing changes for it
    assert vapid.public_key() == set_by_hand
    settings.VAPID_KEY = ""
    derived = vapid.public_key()
    assert derived not in (set_by_hand, "")
    assert vapid.public_key() == derived
    settings.SECRET_KEY = "yet another"
    assert vapid.public_key() != derived


@pytest.mark.parametrize("text", ["ü", "a", "a b c d", "%%%%"])
def test_other_texts_are_not_base64(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        vapid.from_base64(text)
    assert vapid.from_base64("_-8") == vapid.from_base64("_-8=") == b"\xff\xef"
