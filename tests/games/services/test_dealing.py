"""New deals."""

from datetime import timedelta

import pytest

from farkle import PRESETS
from farkle.engine.fairness import commitment_of
from games import clock
from games.models import Deal
from games.protocol.errors import Refused
from games.services.dealing import make_deal
from games.state.sealing import unseal

pytestmark = pytest.mark.django_db

CHALLENGE = Deal.Kind.CHALLENGE


def test_rules_that_nobody_can_play_alone_are_refused() -> None:
    until = clock.now() + timedelta(days=1)
    with pytest.raises(Refused, match="Piggybacking needs another player's turn"):
        make_deal(CHALLENGE, {**PRESETS["4iam"].to_dict(), "building": True}, until)
    assert not Deal.objects.exists()


def test_a_deal_commits_to_the_seed_that_is_given_and_seals_it() -> None:
    seed = bytes(range(32))
    deal = make_deal(Deal.Kind.ROOM, "kcd", clock.now(), seed=seed)
    assert deal.commitment == commitment_of(seed)
    assert seed not in bytes(deal.seed)
    assert unseal(bytes(deal.seed), deal.commitment) == seed
