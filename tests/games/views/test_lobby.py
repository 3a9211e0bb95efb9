"""The lobby that the server draws before the page is live."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from games.models import Room
from games.protocol import frames
from games.protocol.commands import AddComputer, Leave, Rename, SetRoom, SetRules, SetTeams, Start
from games.rules.card import card_of
from games.rules.choices import CHOICES
from games.state import room_state
from games.views.lobby import goal_of
from tests.games.views.conftest import Table
from tests.support import node

pytestmark = pytest.mark.django_db(transaction=True)


def _lobby(client: Client, url: str) -> str:
    """Return the text of the lobby as it is sent, without what is hidden."""
    page = client.get(url).content.decode()
    found = re.search(r'<div class="wrap lobby[^>]*>', page)
    assert found is not None
    if "hidden" in found[0]:
        return ""
    drawn = page[found.start() : page.index('data-view="table"')]
    drawn = re.sub(r"<(\w+)[^>]*\shidden[^>]*>.*?</\1>", "", drawn, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", drawn)).split())


def test_the_scripts_draw_the_lobby_as_the_server_does(table: Table) -> None:
    """A row of the server's has the same words, die and tags as the script's."""
    lobbies = []

    def look() -> None:
        for name, client in {**table.clients, "": Client()}.items():
            page = client.get(table.url if name else f"{table.url}?watch").content.decode()
            sync = room_state.sync(table.code)
            assert sync is not None
            players = list(table.room.players.filter(left=False))
            mine = [player.seat for player in players if player.name == name]
            here = frames.here([player.seat for player in players], [], 0, whole=True)
            told = [json.loads(each) for each in (sync.frame, frames.you(mine, []), here)]
            lobbies.append({"page": page[page.index("<body") :], "frames": told})

    look()
    table.asks("Mara", AddComputer(table.seat("Mara"), "pip"))
    table.asks("Mara", SetRules(table.seat("Mara"), "family"))
    look()
    table.asks("Mara", SetTeams(table.seat("Mara"), 2))
    table.asks("Mara", SetRoom(table.seat("Mara"), late="play", timer=86_400))
    look()
    table.asks("Ines", Leave(table.seat("Ines")))
    del table.clients["Ines"]
    look()
    drawn = node.run("lobby", lobbies)
    assert len(drawn) == 11
    for before, after in drawn:
        assert after == before
        assert dict(before)["#start-words"]


def test_everyone_reads_who_plays_and_by_which_rules(table: Table) -> None:
    table.asks("Mara", AddComputer(table.seat("Mara"), "pip"))
    table.asks("Ines", Rename(table.seat("Ines"), "<b>Ines"))
    for name, tags in (("Mara", "host, you"), ("Ines", "host")):
        said = _lobby(table.clients[name], table.url)
        assert "Players (3)" in said
        assert f"Mara {tags}" in said
        assert "<b>Ines" in said
        assert "Pip computer · very easy" in said
        assert "Standard Play to 10,000 · about 10 min" in said


def test_the_host_sees_start_and_the_others_whom_they_wait_for(table: Table) -> None:
    host, guest = (_lobby(table.clients[name], table.url) for name in ("Mara", "Ines"))
    assert "Start game (2 players)" in host
    assert "Add computer player" in host
    assert "A roll at the start decides who goes first." in host
    assert "Provably fair dice" in host
    assert "Waiting for Mara to start the game." in guest
    for words in ("Start game", "Add computer player", "Change"):
        assert words not in guest


def test_the_host_reads_what_becomes_of_late_arrivals(table: Table) -> None:
    words = "Anyone who joins later plays the next game."
    assert words in _lobby(table.clients["Mara"], table.url)
    table.asks("Mara", SetRoom(table.seat("Mara"), late="play"))
    assert words not in _lobby(table.clients["Mara"], table.url)


def test_the_line_of_rules_follows_the_rules(table: Table) -> None:
    table.asks("Mara", SetRules(table.seat("Mara"), "kcd"))
    said = _lobby(table.clients["Ines"], table.url)
    assert "Tavern (Kingdom Come) First to 4,000 · about 3 min" in said


def test_with_more_players_than_were_estimated_a_game_takes_longer() -> None:
    card, room = card_of(CHOICES["classic"].rules), Room()
    assert goal_of(card, 20, room) == "First to 10,000 · about 80 min"
    assert goal_of(card, 21, room) == "First to 10,000 · over 80 min"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(3600, "1 hour"), (5400, "90 minutes"), (86_400, "1 day"), (3 * 86_400, "3 days")],
)
def test_over_days_the_time_of_a_turn_stands_for_that_of_a_game(
    table: Table, seconds: int, words: str
) -> None:
    table.asks("Mara", SetRoom(table.seat("Mara"), timer=seconds))
    said = _lobby(table.clients["Ines"], table.url)
    assert f"Play to 10,000 · {words} a turn" in said
    assert " min " not in said
    table.asks("Mara", SetRoom(table.seat("Mara"), timer=3599))
    assert "about 9 min" in _lobby(table.clients["Ines"], table.url)


def test_people_stand_before_computers(table: Table) -> None:
    table.asks("Mara", AddComputer(table.seat("Mara"), "pip"))
    teo = Client()
    teo.post(f"{table.url}sit/", {"name": "Teo"})
    said = _lobby(table.clients["Ines"], table.url)
    assert said.index("Ines") < said.index("Teo") < said.index("Pip")


def test_a_game_hides_the_lobby(table: Table) -> None:
    table.asks("Mara", Start(table.seat("Mara")))
    assert _lobby(table.clients["Mara"], table.url) == ""


def test_an_opening_score_and_a_penalty_are_said_beside_the_name(table: Table) -> None:
    table.asks("Mara", SetRules(table.seat("Mara"), "family"))
    said = _lobby(table.clients["Ines"], table.url)
    assert "1,000 to get on the board · 3 farkles in a row cost 1,000" in said


def test_a_choice_of_rules_has_one_name(table: Table) -> None:
    page = table.clients["Mara"].get("/room/dialogs/").content.decode()
    for choice in CHOICES.values():
        button = re.search(rf'data-preset="{choice.key}".*?<b>(.*?)</b>', page, re.DOTALL)
        assert button is not None
        assert unescape(button[1]) == choice.name
    table.asks("Mara", SetRules(table.seat("Mara"), {**CHOICES["children"].rules.to_dict()}))
    assert "With children First to 5,000 · about 5 min" in _lobby(table.clients["Ines"], table.url)


def test_a_spectator_is_not_asked_to_bring_players(table: Table) -> None:
    table.asks("Ines", Leave(table.seat("Ines")))
    assert "add a computer" in _lobby(table.clients["Mara"], table.url)
    said = _lobby(Client(), f"{table.url}?watch")
    assert "Waiting for Mara to start the game." in said
    assert "add a computer" not in said
