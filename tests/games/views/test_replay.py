"""A past game's page: what is on it, who may see it, each step's own address."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from farkle import PRESETS
from farkle.ai.review.analysis import analysis
from games.models import Turn
from games.protocol.commands import Close, SetRoom, SetTeams, Start
from games.rules.card import card_of
from games.views import replay
from tests.games.views.conftest import Table, on_one_line
from tests.support.play.played import play

pytestmark = pytest.mark.django_db(transaction=True)


def page(url: str, status: int = 200) -> str:
    answer = Client().get(url)
    assert answer.status_code == status, url
    return unescape(on_one_line(answer.content.decode()))


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def last_scene(html: str) -> int:
    found = re.search(r'data-last="(\d+)"', html)
    assert found
    return int(found[1])


def test_the_link_alone_shows_result_rules_chart_and_what_happened(table: Table) -> None:
    game = play(table)
    url = f"{table.url}game/{game.number}/"
    html = page(url)
    said = words(html)
    winner = table.room.players.get(seat=game.players[game.winners[0]]).name
    assert f"{winner} won" in said
    assert "Tavern (Kingdom Come)" in said
    rules = words(page(f"{url}?rules"))
    for section in card_of(PRESETS["kcd"]).sections:
        for line in section.lines:
            assert line.text in rules
    assert "Biggest turn" in said
    for seat, standing in enumerate(game.standings.order_by("seat")):
        assert f"{standing.score:,}" in said, seat
    assert html.count("data-from=") == 2
    rows = re.findall(r'<tr><th scope="row">(\d+)</th>', html)
    assert len(rows) == Turn.objects.filter(game=game).order_by("-round")[0].round


def test_every_step_has_a_page_and_together_they_tell_the_game(table: Table) -> None:
    game = play(table)
    url = f"{table.url}game/{game.number}/"
    last = last_scene(page(url))
    told = [page(f"{url}{scene}/?part") for scene in range(last + 1)]
    assert "Roll-off" in words(told[0])
    fresh = [
        [int(face) for face in re.findall(r'role="img" data-face="(\d)" aria-label="\d, ', one)]
        for one in told
        if "data-thrown" in one
    ]
    turns = Turn.objects.filter(game=game).order_by("number")
    assert fresh == [roll["dice"] for turn in turns for roll in turn.rolls]
    assert " wins with " in words(told[-1])
    page(f"{url}{last + 1}/", 404)


def test_a_step_without_a_script_leads_on_and_back_by_links(table: Table) -> None:
    game = play(table)
    url = f"{table.url}game/{game.number}/"
    html = page(f"{url}3/")
    targets = dict(re.findall(r'data-go="(\w+)" href="([^"]+)"', html))
    last = last_scene(html)
    assert targets == {
        "first": f"{url}0/",
        "back": f"{url}2/",
        "next": f"{url}4/",
        "last": f"{url}{last}/",
    }
    for target in re.findall(r'href="([^"]+)" data-scene', html):
        assert Client().get(target).status_code == 200


def test_a_game_that_is_on_has_nothing_to_show_yet(table: Table) -> None:
    game = play(table, most=3)
    html = page(f"{table.url}game/{game.number}/")
    assert "This game isn't finished" in html
    assert f'href="{table.url}"' in html
    for nowhere in ("game/2/", "game/99/", "game/1/4/../9999/"):
        assert Client().get(f"{table.url}{nowhere}").status_code == 404


def test_names_are_text_wherever_they_stand(table: Table) -> None:
    evil = "<b>x</b>&'\""
    table.joined_by(evil)
    game = play(table)
    for part in ("", "0/", "1/?part"):
        answer = Client().get(f"{table.url}game/{game.number}/{part}")
        assert evil not in answer.content.decode()


def test_the_page_asks_the_database_the_same_for_a_long_game_as_for_a_short_one(
    table: Table,
) -> None:
    counts = []
    for rules in ("kcd", "family"):
        game = play(table, rules)
        url = f"{table.url}game/{game.number}/"
        Client().get(url)
        with CaptureQueriesContext(connection) as queries:
            Client().get(f"{url}5/")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


def test_a_small_code_is_the_same_room(table: Table) -> None:
    game = play(table)
    small = f"/r/{table.code.lower()}/game/{game.number}/4/"
    answer: Any = Client().get(small)
    assert answer["Location"] == f"{table.url}game/{game.number}/4/"


def test_a_host_may_keep_past_games_to_the_players(table: Table) -> None:
    game = play(table)
    url = f"{table.url}game/{game.number}/"
    table.asks("Mara", SetRoom(table.seat("Mara"), past="players"))
    for part in ("", "3/", "3/?part", "dice/"):
        answer = Client().get(url + part)
        assert answer.status_code == 403
        assert "Players only" in answer.content.decode()
        assert table.clients["Ines"].get(url + part).status_code == 200


def test_teams_and_play_offs_are_told_apart(table: Table) -> None:
    table.asks("Mara", SetTeams(table.seat("Mara"), 2))
    game = play(table, {**PRESETS["kcd"].to_dict(), "target": 500})
    html = page(f"{table.url}game/{game.number}/")
    said = words(html)
    team = re.search(r'class="won">.*?class="side">([AB])<', html)
    assert team
    assert f"Team {team[1]} won" in said
    scores = sorted(game.standings.values_list("score", flat=True), reverse=True)
    for score in scores:
        assert re.search(rf"Team [AB] {score:,}", said), score
    # Nobody can write anything: level at nothing, again and again, until somebody has enough.
    game = play(table, {**PRESETS["kcd"].to_dict(), "rounds": 1, "bank_min": 5000}, most=25)
    table.asks("Mara", Close(table.seat("Mara")))
    html = page(f"{table.url}game/{game.number}/")
    found = re.search(r'data-scene="(\d+)"( aria-current="true")?>tiebreaker<', html)
    assert found
    assert ", tiebreaker" in words(page(f"{table.url}game/{game.number}/{found[1]}/?part"))
    assert ", tiebreaker" not in words(page(f"{table.url}game/{game.number}/1/?part"))


def test_a_choice_can_be_decided_again_once_the_chances_are_known(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play(table)
    url = f"{table.url}game/{game.number}/"
    page(f"{url}2/?try", 404)
    monkeypatch.setattr(replay, "analysis_of", lambda past: analysis(past.record))
    html = page(f"{url}")
    tries = re.findall(r'data-try="(\d+)" href="([^"]+)#try"', html)
    assert tries
    for scene, address in tries:
        assert address == f"{url}{scene}/"
    scene = tries[0][0]
    position = re.search(r'id="position"[^>]*>(.*?)</script>', page(f"{url}{scene}/?try"))
    assert position
    keep, row = next(iter(json.loads(position[1])["may"]["keeps"].items()))
    do = "roll" if len(row) < 4 or not row[3] else "bank"
    answer = words(page(f"{url}{scene}/?try&do={do}&keep={keep}"))
    assert re.search(r"You, now: keep .*%.* As in the game: ", answer)
    for hostile in ("do=roll&keep=<b>", "do=steal", f"do=bank&keep={'1' * 4000}", "do=&keep="):
        page(f"{url}{scene}/?try&{hostile}", 404)
    page(f"{url}0/?try", 404)
    assert Client().post(f"{url}{scene}/?try").status_code == 405


def test_a_choice_is_tried_by_those_who_may_see_the_game(table: Table) -> None:
    game = play(table)
    table.asks("Mara", SetRoom(table.seat("Mara"), past="players"))
    assert Client().get(f"{table.url}game/{game.number}/2/?try").status_code == 403


def test_a_spreadsheet_reads_the_names_of_the_table(table: Table) -> None:
    game = play(table)
    answer = Client().get(f"{table.url}game/{game.number}/game.csv")
    assert answer.content.startswith(b"\xef\xbb\xbfturn,round,seat,")


def test_there_is_no_result_before_the_game_has_ended(table: Table) -> None:
    table.asks("Mara", Start(table.seat("Mara")))
    assert Client().get(f"{table.url}result/1/").status_code == 404
    table.asks("Mara", Close(table.seat("Mara")))
    # Of a game that was called off there is little to tell.
    answer = Client().get(f"{table.url}result/1/").json()
    assert answer.pop("computers") == [
        *(["Pip (very easy)", 27], ["Magpie (easy)", 65]),
        *(["Penny (medium)", 84], ["Ledger (hard)", 96]),
    ]
    nothing = {"best": 0, "farkles": 0, "turns": 0, "accuracy": None}
    nothing |= {"kept": [], "round": 0, "luck": None, "mistake": None}
    assert answer == {
        "length": "",
        "rows": [nothing, nothing],
        "analysis": "waiting",
        "solvable": False,
        "deciding": None,
        "lines": None,
    }


def test_a_result_is_shown_to_those_who_may_see_the_game(table: Table) -> None:
    mara = table.seat("Mara")
    table.asks("Mara", SetRoom(mara, past="players"))
    table.asks("Mara", Start(mara))
    table.asks("Mara", Close(mara))
    assert Client().get(f"{table.url}result/1/").status_code == 403
    assert table.clients["Ines"].get(f"{table.url}result/1/").status_code == 200
