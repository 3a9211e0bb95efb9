"""What a notice says, and what it must not say."""

import pytest
from django.templatetags.static import static

from games.models import Notice, Player, Room
from games.notices.kinds import KINDS
from games.notices.texts import tag_of, text_of
from tests.games.notices.conftest import Listens
from tests.games.notices.test_queue import queued
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_it_names_the_table_and_leads_there(listens: Listens) -> None:
    notice = queued(listens)
    assert text_of(notice) == {
        "title": "Farkle",
        "body": "Game 1 is over. See who won.",
        "url": f"/r/{notice.room.code}/",
        "tag": f"over-{notice.room_id}",
        "icon": static("img/icon-192.png"),
    }
    Room.objects.update(name="Fridays")
    assert text_of(Notice.objects.get())["title"] == "Fridays"


def test_each_kind_has_its_own_words_and_none_says_who_plays(listens: Listens) -> None:
    place, [device, _] = Place(2), listens(new_guest()[0])
    Player.objects.filter(room=place.room, seat=2).update(name="Ines")
    said = set()
    for kind in KINDS:
        body = {"game": 2, "status": "abandoned", "by": 2}
        text = text_of(Notice(kind=kind, device=device, room=place.room, body=body))
        said.add(text["body"])
        assert "Player 1" not in text["body"]
        assert place.code not in text["title"] + text["body"] + text["tag"]
    assert len(said) == len(KINDS)


def test_a_vote_takes_the_place_of_the_turn_it_is_about() -> None:
    tags = {kind: tag_of(Notice(kind=kind, room_id=7)) for kind in KINDS}
    assert tags["turn"] == tags["vote"] == tags["countdown"] == "turn-7"
    assert len(set(tags.values())) == len(KINDS) - 2
