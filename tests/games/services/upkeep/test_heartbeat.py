"""The signs of life of server processes, in the database."""

import pytest

from games.models import Heartbeat
from games.services.upkeep.heartbeat import beat, forget


@pytest.mark.django_db
def test_each_process_has_one_sign_and_sees_those_of_others() -> None:
    assert beat("here", 1) == {}
    assert beat("there", 7) == {"here": 1}
    assert beat("here", 2) == {"there": 7}
    assert Heartbeat.objects.count() == 2
    forget(["there"])
    assert beat("here", 3) == {}
