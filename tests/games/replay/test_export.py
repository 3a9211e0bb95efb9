"""Past games as files: the record, the table of throws, and the game told."""

import csv
import io
import json

import pytest
from django.test import Client

from farkle.engine.gamefile import GameFile
from games.models import Game, Player
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


MARK = "\ufeff"
"""By this, spreadsheets know that a file is UTF-8."""


def fetched(place: Place, ending: str) -> str:
    answer = Client().get(f"/r/{place.code.lower()}/game/1/game.{ending}")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == (f'attachment; filename="farkle-game-1.{ending}"')
    return answer.content.decode()


def test_the_record_holds_when_it_is_checked(place: Place) -> None:
    found = GameFile.from_dict(json.loads(fetched(place, "json")))
    checked = found.check()
    assert checked.last == place.state()
    assert checked.throws == Game.objects.get(room=place.room, number=1).thrown
    assert found.about["times"][0] <= found.about["finished"]
    assert found.record.names == ("Player 1", "Player 2")


def test_the_table_has_every_throw_and_no_formula(place: Place) -> None:
    Player.objects.filter(room=place.room, seat=2).update(name="=1+1")
    table = fetched(place, "csv")
    assert table.startswith(MARK)
    rows = list(csv.DictReader(io.StringIO(table.removeprefix(MARK))))
    game = Game.objects.get(room=place.room, number=1)
    for turn in game.turns.order_by("number"):
        mine = [row for row in rows if row["turn"] == str(turn.number)]
        assert [row["dice"].replace(" ", "") for row in mine] == [
            "".join(map(str, roll["dice"])) for roll in turn.rolls
        ]
        assert [int(row["points"]) for row in mine] == [roll["points"] for roll in turn.rolls]
        assert (mine[-1]["outcome"], mine[-1]["total"]) == (turn.outcome, str(turn.total))
        assert {row["outcome"] for row in mine[:-1]} <= {""}
    assert {row["name"] for row in rows} == {"Player 1", "'=1+1"}


def test_the_text_tells_the_game(place: Place) -> None:
    told = fetched(place, "txt")
    assert told.splitlines()[0] == "Farkle, game 1"
    assert "Player 1 and Player 2" in told
    assert f"{max(place.state().scores):,} points" in told
