"""The kinds of notice agree with what depends on them."""

from datetime import timedelta

from games.models.notices import Notice
from games.notices import kinds
from games.notices.kinds import KINDS, LONG_TURN


def test_every_kind_fits_its_column_and_is_of_use_for_a_while() -> None:
    named = {getattr(kinds, name) for name in dir(kinds) if isinstance(getattr(kinds, name), str)}
    every = {*KINDS, LONG_TURN}
    assert every <= named
    longest = Notice._meta.get_field("kind").max_length
    assert max(map(len, every)) <= longest
    for kind in KINDS.values():
        assert timedelta() < kind.lasts <= timedelta(days=3)


def test_what_is_urgent_is_useless_in_the_morning() -> None:
    assert not any(kind.urgent and kind.delayed for kind in KINDS.values())
    assert KINDS["turn"].delayed
