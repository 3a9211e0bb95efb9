"""The pictures beside links: what they say, to whom, and how many are drawn."""

import re
import struct
from collections import Counter
from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client, override_settings
from django.utils.translation import trans_real

from farkle.ai.review.analysis import analysis
from games.models import Room
from games.protocol.commands import Close, Leave, Rename, SetDoor, SetRoom, SetTeams, Start
from games.state.room_state import position_of
from games.templatetags.marks import pencil
from games.views import previews
from games.workers import painter
from games.workers.painter import Painter, painter_of
from games.workers.worker import Workers
from tests.games.views.conftest import Table
from tests.support.languages.pseudo import OPEN, Pseudo
from tests.support.play.played import play, play_on
from tests.support.rooms import short

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    workers = Workers()
    yield workers
    workers.close()


@pytest.fixture(autouse=True)
def _own_painter(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without pictures, and with none drawn in the last minute."""
    monkeypatch.setattr(painter, "current", painter_of(workers))


@pytest.fixture
def drawings() -> list[str]:
    """The drawings that are asked for. They are not made into pictures, which takes its time."""
    found: list[str] = []

    def draw(svg: str) -> bytes:
        found.append(svg)
        return b"picture"

    painter.current = Painter(draw)
    return found


def _words(svg: str) -> list[str]:
    return [unescape(one) for one in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def test_a_rooms_picture_is_a_png_of_the_right_size(table: Table) -> None:
    table.asks("Ines", Rename(table.seat("Ines"), '</text>&<image href="/etc">'[:24]))
    answer = Client().get(f"{table.url}preview.png")
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert struct.unpack(">II", answer.content[16:24]) == previews.SIZE
    assert "private" in answer["Cache-Control"]


def test_a_rooms_picture_says_who_invites_and_names_are_only_text(
    table: Table, drawings: list[str]
) -> None:
    table.asks("Ines", Rename(table.seat("Ines"), '<b a="&">'))
    Client().get(f"{table.url}preview.png")
    (svg,) = drawings
    assert _words(svg)[:2] == ["Mara invited you", 'Playing: Mara, <b a="&">']
    assert "<b a" not in svg


@pytest.mark.parametrize(("language", "is_drawn"), [("eo", True), ("zh-hans", False)])
def test_a_picture_is_in_the_rooms_language_if_the_font_has_its_letters(
    table: Table,
    drawings: list[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    is_drawn: bool,
) -> None:
    Room.objects.update(language=language)
    with override_settings(LANGUAGES=[("en", "English"), (language, "Pseudo")]):
        monkeypatch.setitem(trans_real._translations, language, Pseudo(language))
        Client().get(f"{table.url}preview.png")
    assert _words(drawings[0])[0].startswith(OPEN) == is_drawn


def test_a_name_in_letters_that_the_font_lacks_is_left_out(
    table: Table, drawings: list[str]
) -> None:
    table.asks("Mara", Rename(table.seat("Mara"), "小明"))
    table.asks("Ines", Rename(table.seat("Ines"), "Жанна"))
    Client().get(f"{table.url}preview.png")
    assert _words(drawings[0])[:2] == ["You're invited", "Playing: Жанна"]


@pytest.mark.parametrize("how", ["locked", "closed"])
def test_a_closed_door_shows_nobody(table: Table, drawings: list[str], how: str) -> None:
    mara = table.seat("Mara")
    table.asks("Mara", SetDoor(mara, door="locked") if how == "locked" else Close(mara))
    assert Client().get(f"{table.url}preview.png").status_code == 200
    assert drawings == [previews.default_picture()]


def test_the_page_names_its_picture_by_its_full_address(table: Table) -> None:
    table.asks("Mara", SetRoom(table.seat("Mara"), name='Kitchen "table" <3'))
    page = Client().get(table.url).content.decode()
    tags = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page))
    picture = f"http://testserver{table.url}preview.png"
    assert tags["og:image"] == tags["twitter:image"] == picture
    assert tags["twitter:card"] == "summary_large_image"
    assert unescape(tags["twitter:title"]) == "Mara invited you to play Farkle"
    home = Client().get("/").content.decode()
    address = re.search(r'og:image" content="http://testserver(/[^"]+)"', home)
    assert address is not None
    assert Client().get(address[1]).status_code == 200


def test_a_results_picture_says_who_won_and_by_how_much(table: Table, drawings: list[str]) -> None:
    game = play(table)
    page = Client().get(f"{table.url}game/{game.number}/").content.decode()
    address = re.search(r'og:image" content="http://testserver(/[^"]+)"', page)
    assert address is not None
    assert Client().get(address[1]).content == b"picture"
    first, second = sorted((one.score for one in game.standings.all()), reverse=True)
    winner = table.room.players.get(seat=game.players[game.winners[0]]).name
    said = _words(drawings[0])
    assert said[0] == f"{winner} wins by {first - second:,}"
    assert said[1].startswith("Rules: Tavern (Kingdom Come). ")
    assert said[2:] == [winner, ({"Mara", "Ines"} - {winner}).pop()]


def test_a_team_wins_with_the_total_of_its_players(table: Table, drawings: list[str]) -> None:
    for name in ("Teo", "Zoe"):
        table.joined_by(name)
    table.asks("Mara", SetTeams(table.seat("Mara"), 2))
    game = play(table, short(1000))
    assert game.teams is not None
    totals = Counter[int]()
    for one in game.standings.all():
        totals[game.teams[one.seat]] += one.score
    (team, best), (_, second) = totals.most_common()
    Client().get(f"{table.url}game/{game.number}/preview.png")
    (svg,) = drawings
    assert _words(svg)[0] == f"Team {'AB'[team]} wins by {best - second:,}"
    figures = [shape for shape, _ in pencil(best)["strokes"]]
    assert re.findall(r'href="#(\w+)" x=', svg)[: len(figures)] == figures


def test_there_is_no_margin_over_who_left(table: Table, drawings: list[str]) -> None:
    game = play(table, most=0)
    mara, ines = (game.players.index(table.seat(name)) for name in ("Mara", "Ines"))
    while (scores := position_of(game).state.scores)[mara] <= scores[ines]:
        play_on(table, game, most=1)
    table.asks("Ines", Leave(table.seat("Ines")))
    Client().get(f"{table.url}game/{game.number}/preview.png")
    assert _words(drawings[0])[0] == "Mara wins"


def test_the_rounds_of_a_result_are_those_of_its_page(table: Table, drawings: list[str]) -> None:
    """In a final round who began takes one turn more than there are rounds."""
    for _ in range(8):  # until the last turn is that of who began
        game = play(table, "4iam")
        path = f"{table.url}game/{game.number}/"
        rounds = re.search(r"(\d+) rounds", Client().get(path).content.decode())
        assert rounds
        turns, number = max(one.turns for one in game.standings.all()), int(rounds[1])
        if turns > number:
            break
    assert turns == number + 1
    Client().get(f"{path}preview.png")
    assert f". {rounds[0]}. " in " ".join(_words(drawings[0]))


def test_a_game_without_a_winner_has_the_picture_of_the_house(
    table: Table, drawings: list[str]
) -> None:
    table.asks("Mara", Start(table.seat("Mara")))
    table.asks("Mara", Close(table.seat("Mara")))
    assert Client().get(f"{table.url}game/1/preview.png").status_code == 200
    assert drawings == [previews.default_picture()]
    assert Client().get(f"{table.url}game/7/preview.png").status_code == 404


def test_a_game_for_its_players_only_shows_no_result(table: Table, drawings: list[str]) -> None:
    game = play(table)
    table.asks("Mara", SetRoom(table.seat("Mara"), past="players"))
    Client().get(f"{table.url}game/{game.number}/preview.png")
    assert drawings == [previews.default_picture()]
    table.clients["Ines"].get(f"{table.url}game/{game.number}/preview.png")
    assert "wins" in _words(drawings[1])[0]


def test_a_result_has_the_lines_of_the_chances_once_they_are_known(
    table: Table, drawings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play(table)
    address = f"{table.url}game/{game.number}/preview.png"
    Client().get(address)
    assert 'stroke="#ea7a68"' not in drawings[0]
    monkeypatch.setattr(previews, "analysis_of", lambda past: analysis(past.record))
    Client().get(address)
    ways = re.findall(
        r'<path d="M84 (\d+)L[^"]*L1116 (\d+)" fill="none" stroke="(#\w+)"', drawings[1]
    )
    assert sorted(colour for _, _, colour in ways) == ["#74b2ec", "#ea7a68"]
    assert [end for _, end, _ in ways] == ["590", "512"]


def test_a_picture_is_drawn_once(table: Table, drawings: list[str]) -> None:
    for _ in range(3):
        assert Client().get(f"{table.url}preview.png").content == b"picture"
    assert len(drawings) == 1


def test_a_flood_gets_the_picture_of_the_house(
    table: Table,
) -> None:
    drawings: list[str] = []
    painter.current = Painter(lambda svg: drawings.append(svg) or b"picture", a_minute=2)
    answers = []
    for number in range(4):
        table.joined_by(f"Guest {number}")
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        answers.append(client.get(f"{table.url}preview.png"))
    assert [one.status_code for one in answers] == [200, 200, 302, 302]
    assert answers[2]["Location"] == "/static/img/preview.png"
    assert len(drawings) == 2


def test_the_networks_of_one_48_share_the_pictures_of_one_address(
    table: Table, drawings: list[str]
) -> None:
    painter.current = Painter(lambda svg: drawings.append(svg) or b"picture", a_minute=4)
    for number in range(6):
        table.joined_by(f"Guest {number}")
        host = 1 if number < 5 else 2
        address = f"2001:db8:{host}:{number}::1"
        answer = Client(REMOTE_ADDR=address).get(f"{table.url}preview.png")
        assert answer.status_code == (200 if number in (0, 1, 5) else 302)


def test_what_cannot_be_drawn_is_no_error(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "render_to_string", lambda *_: "no drawing")
    assert Client().get(f"{table.url}preview.png").status_code == 302
