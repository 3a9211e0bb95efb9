"""The invitation says who plays what, and whether one can join."""

import re
from html import unescape

import pytest
from django.test import Client

from farkle import PRESETS, may_join
from games import assets
from games.models import Game, Player, Room
from games.protocol.commands import (
    ChangeRules,
    Close,
    Leave,
    LetIn,
    Readmit,
    Rematch,
    Remove,
    SetDoor,
    SetRoom,
    SetRules,
    Sit,
    Start,
)
from games.state.room_state import position_of
from tests.games.views.conftest import Table, text_of
from tests.support.play.played import play, play_on
from tests.support.rooms import forget_tables

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_left_the_game_is_promised_the_next_one(table: Table) -> None:
    table.joined_by("Zoe")
    table.asks("Mara", SetRoom(table.seat("Mara"), late="play"))
    table.asks("Mara", Start(table.seat("Mara")))
    table.asks("Zoe", Leave(table.seat("Zoe")))
    page = text_of(table.clients["Zoe"], table.url)
    assert "You left this game. Join now and you'll be in the next one." in page
    assert "you'll play from the next round" in text_of(Client(), table.url)


NEXT_ROUND = "A game is in progress. Join now and you'll play from the next round."
NEXT_GAME = "A game is in progress. Join now and you'll be in the next one."


@pytest.mark.parametrize("rules", [{"rounds": 1}, {"rounds": 2}, {"target": 300}])
def test_the_next_round_is_promised_while_there_is_one(table: Table, rules: dict[str, int]) -> None:
    by = {**PRESETS["family"].to_dict(), "entry_min": 0, **rules}
    table.asks("Mara", SetRoom(table.seat("Mara"), late="play"))
    game = play(table, by, most=0)
    promised = set()
    while game.status == Game.Status.PLAYING:
        may = may_join(position_of(game).state)
        page = text_of(Client(), table.url)
        assert (NEXT_ROUND in page, NEXT_GAME in page) == (may, not may)
        promised.add(may)
        play_on(table, game, most=1)
    assert promised == ({False} if rules == {"rounds": 1} else {True, False})


def test_who_was_removed_and_let_back_in_reads_that_the_game_goes_on(table: Table) -> None:
    table.joined_by("Zoe")
    mara, ines = table.seat("Mara"), table.seat("Ines")
    game = play(table, most=0)
    while position_of(game).state.scores[game.players.index(ines)] <= min(
        position_of(game).state.scores
    ):
        play_on(table, game, most=1)  # who is last when removed leaves the game
    table.asks("Mara", Remove(mara, ines))
    table.asks("Mara", Readmit(mara, ines))
    page = text_of(table.clients["Ines"], table.url)
    assert "A computer is playing for you. Join now and you'll play on." in page
    assert table.clients["Ines"].post(f"{table.url}sit/", {"name": "Ines"}).status_code == 302
    assert not position_of(Game.objects.get(pk=game.pk)).state.left[game.players.index(ines)]


def test_a_person_with_seats_of_both_kinds_is_promised_nothing(table: Table) -> None:
    table.joined_by("Zoe")
    play(table, most=0)
    ines = table.seat("Ines")
    table.asks("Ines", Leave(ines))
    table.asks("Ines", Sit("Child", another=True))
    table.asks("Ines", Leave(table.seat("Child")))
    table.asks("Mara", SetRoom(table.seat("Mara"), late="play"))
    page = text_of(table.clients["Ines"], table.url)
    assert "A game is in progress.</p>" in page


def test_the_invitation_shows_people_and_rules_and_takes_no_seat(table: Table) -> None:
    page = text_of(Client(), table.url)
    for said in (
        "Mara invited you to play Farkle",
        "Ines",
        "Roll six dice. Keep what scores. Bank it, or roll again and risk it all.",
        "At 10,000 the others get one last turn. Most points win.",
        "Standard",
        "about 9 min",
        ">Join</button>",
    ):
        assert said in page
    assert Client().get(f"{table.url}sit/")["Location"] == table.url
    assert Player.objects.count() == 2


def test_the_preview_of_the_link_names_the_room(table: Table) -> None:
    table.asks("Mara", SetRoom(table.seat("Mara"), name='Kitchen "table" <3'))
    page = Client().get(table.url).content.decode()
    tags = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page))
    assert unescape(tags["og:title"]) == "Mara invited you to play Farkle"
    said = 'Kitchen "table" <3 · Rules: Standard · Playing: Mara and Ines'
    assert unescape(tags["og:description"]) == said
    assert tags["og:url"] == f"http://testserver{table.url}"


def test_the_invitation_during_a_game_is_for_the_next_one(table: Table) -> None:
    table.asks("Mara", Start(table.seat("Mara")))
    page = text_of(Client(), table.url)
    assert "you'll be in the next one" in page
    assert "Watch" in page
    assert 'id="table"' in text_of(Client(), f"{table.url}?watch")


def test_a_full_room_can_only_be_watched(table: Table) -> None:
    table.asks("Mara", SetRoom(table.seat("Mara"), seats=2))
    page = text_of(Client(), table.url)
    assert "This room is full." in page
    assert "Watch" in page
    assert ">Join</button>" not in page
    answer = Client().post(f"{table.url}sit/", {"name": "Teo"})
    assert answer.status_code == 409
    assert "This room is full." in answer.content.decode()


def test_a_removed_person_is_kept_out(table: Table) -> None:
    ines = table.clients["Ines"]
    table.asks("Mara", Remove(table.seat("Mara"), table.seat("Ines")))
    for url in (table.url, f"{table.url}?watch"):
        page = text_of(ines, url)
        assert "The host removed you from this room." in page
        assert ">Join</button>" not in page
    assert ines.post(f"{table.url}sit/", {"name": "Ines"}).status_code == 409


def test_somebody_who_left_may_sit_down_again(table: Table) -> None:
    table.asks("Ines", Leave(table.seat("Ines")))
    assert ">Join</button>" in text_of(table.clients["Ines"], table.url)


def test_a_closed_room_stays_readable(table: Table) -> None:
    table.asks("Mara", Close(table.seat("Mara")))
    page = text_of(Client(), table.url)
    assert "<h1>This room is closed.</h1>" in page
    assert "invited you" not in page[page.index("<body") :]
    assert "Create your own room" in page
    assert 'id="table"' in text_of(table.clients["Mara"], table.url)


def test_a_closed_room_leads_to_its_finished_games(table: Table) -> None:
    table.asks("Mara", Close(table.seat("Mara")))
    assert "Finished games" not in text_of(Client(), table.url)
    Room.objects.update(played=1)
    page = text_of(Client(), table.url)
    assert "Finished games are kept. Start a new one any time." in page
    assert f'href="{table.url}standings/"' in page
    assert f'href="/games/?room={table.code}"' in text_of(table.clients["Mara"], table.url)
    Room.objects.update(settings={**table.room.settings, "past": "players"})
    assert "Finished games</a>" not in text_of(Client(), table.url)


def test_the_dialog_of_rules_names_what_the_host_has_changed(table: Table) -> None:
    page = text_of(table.clients["Mara"], table.url)
    assert "with minimum bank" not in page
    table.asks("Mara", ChangeRules(table.seat("Mara"), {"bank_min": 200}))
    assert "with minimum bank 200" in text_of(table.clients["Mara"], table.url)


def test_the_rules_in_force_are_those_of_the_running_game(table: Table) -> None:
    mara = table.seat("Mara")
    table.asks("Mara", SetRules(mara, "kcd"))
    card = f"{table.url}rules/card/"
    assert Client().get(card).json()["name"] == "Tavern (Kingdom Come)"
    table.asks("Mara", Start(mara))
    table.asks("Mara", SetRules(mara, "classic"))
    assert Client().get(card).json()["name"] == "Tavern (Kingdom Come)"
    assert "Tavern (Kingdom Come)" in text_of(Client(), f"{table.url}rules/")


def test_rules_that_the_host_has_saved_have_that_name_in_the_room(table: Table) -> None:
    mara = table.seat("Mara")
    hers, guests = "1.standard.entry_min-350", "1.standard.entry_min-500"
    for whom, name, code in (("Mara", "Us <b>", hers), ("Ines", "Not yours", guests)):
        saved = {"name": name, "rules": code}
        assert table.clients[whom].post("/rules/mine/", saved).status_code == 302

    def name() -> str:
        return str(Client().get(f"{table.url}rules/card/").json()["name"])

    standard = PRESETS["standard"].to_dict()
    table.asks("Mara", SetRules(mara, {**standard, "entry_min": 350}))
    assert name() == "Us <b>"
    invitation = Client().get(table.url).content.decode()
    assert "Us &lt;b&gt;" in invitation
    assert "Us <b>" not in invitation
    table.asks("Mara", SetRules(mara, {**standard, "entry_min": 500}))
    assert "Not yours" not in name(), "a guest's name for them stays with the guest"
    table.asks("Mara", SetRules(mara, {**standard, "entry_min": 350}))
    table.asks("Mara", Start(mara))
    assert name() == "Us <b>", "the running game is played by them"
    table.asks("Mara", Leave(mara))
    assert name() != "Us <b>", "Ines is host now"


def test_what_has_changed_since_the_last_game_is_told_before_the_next_and_in_it(
    table: Table,
) -> None:
    mara = table.seat("Mara")
    short = {**PRESETS["standard"].to_dict(), "rounds": 1}
    play(table, short)

    def news() -> str:
        return str(Client().get(f"{table.url}rules/card/").json()["news"])

    assert news() == ""
    table.asks("Mara", SetRules(mara, {**short, "farkle_penalty": 1000}))
    told = "New: 3 farkles in a row cost 1,000."
    assert news() == told
    table.asks("Mara", Rematch(mara))
    assert table.room.status == Room.Status.PLAYING
    assert news() == told
    table.asks("Mara", SetRules(mara, short))
    assert news() == told, "the running game keeps its rules"


def test_the_invitation_names_what_differs(table: Table) -> None:
    own = {**PRESETS["standard"].to_dict(), "entry_min": 350, "target": 5000}
    table.asks("Mara", SetRules(table.seat("Mara"), own))
    page = Client().get(table.url).content.decode()
    changes, name = page.index(">350 to get on the board</p>"), page.index('name="name"')
    assert changes < name
    assert re.search(r'name="description"[^>]*350 to get on the board', page)


def test_who_knocks_waits_for_the_hosts_answer(table: Table) -> None:
    table.asks("Mara", SetDoor(table.seat("Mara"), door="knock"))
    nora, eve = Client(), Client()
    assert "Ask to join" in text_of(nora, table.url)
    for client, name in ((nora, "Nora"), (eve, "Eve")):
        answer = client.post(f"{table.url}sit/", {"name": name})
        assert answer["Location"] == table.url
        page = text_of(client, table.url)
        assert "You've asked to join." in page
        assert 'name="request"' not in page, "once is enough"
        assert assets.url("js/pages/knock.js") in page
        assert client.get(f"{table.url}knock/").json() == {"waiting": True}
    (first, _), (second, _) = [(one["id"], one["name"]) for one in table.room.knocks]
    table.asks("Mara", LetIn(table.seat("Mara"), first, yes=True))
    table.asks("Mara", LetIn(table.seat("Mara"), second, yes=False))
    for client in (nora, eve):
        assert client.get(f"{table.url}knock/").json() == {"waiting": False}
    assert 'id="table"' in text_of(nora, table.url)
    assert "The host didn't let you in." in text_of(eve, table.url)
    assert eve.post(f"{table.url}sit/", {"name": "Eve"}).status_code == 409
    assert Client().get(f"{table.url}knock/").json() == {"waiting": False}


def test_a_locked_room_says_so_to_everybody_new(table: Table) -> None:
    table.asks("Ines", Leave(table.seat("Ines")))
    table.asks("Mara", SetDoor(table.seat("Mara"), door="locked"))
    page = text_of(Client(), table.url)
    assert "The host locked this room." in page
    assert 'name="request"' not in page
    assert Client().post(f"{table.url}sit/", {"name": "Teo"}).status_code == 409
    assert 'name="request"' in text_of(table.clients["Ines"], table.url), "she was there before"
    assert table.clients["Ines"].post(f"{table.url}sit/", {"name": "Ines"}).status_code == 302


def test_a_founder_who_was_removed_once_comes_back(table: Table) -> None:
    table.room.players.filter(name="Mara").update(left=True, removed=True)
    forget_tables()
    mara = table.clients["Mara"]
    assert 'name="request"' in text_of(mara, table.url)
    assert mara.post(f"{table.url}sit/", {"name": "Mara"}).status_code == 302
    assert 'id="table"' in text_of(mara, table.url)


def test_a_founder_who_got_up_is_offered_a_seat_in_a_full_room(table: Table) -> None:
    table.asks("Mara", SetRoom(table.seat("Mara"), seats=2))
    table.asks("Mara", Leave(table.seat("Mara")))
    table.joined_by("Teo")
    assert "This room is full." in text_of(Client(), table.url)
    mara = table.clients["Mara"]
    page = text_of(mara, table.url)
    assert ">Join</button>" in page
    assert "This room is full." not in page
    assert mara.post(f"{table.url}sit/", {"name": "Mara"}).status_code == 302
    assert 'id="table"' in text_of(mara, table.url)
