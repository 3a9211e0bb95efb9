"""A class that plays a deal: who sees what, and when; questions, votes and the export."""

import csv
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.test import Client

from games import clock
from games.models import Deal, Person, Question, Try, Vote
from games.people import identity
from games.services.deals import begin_try, end_challenge, make_challenge
from tests.support.deals import Attempt, new_deal
from tests.support.guests import new_guest
from tests.support.rooms import fresh_id

pytestmark = pytest.mark.django_db(transaction=True)


class Class:
    """A deal of a teacher, and pupils with browsers."""

    def __init__(self) -> None:
        self.teacher, self.board = self._person()
        rules = {**new_deal().rules, "rounds": 0}
        until = clock.now() + timedelta(days=1)
        self.deal = make_challenge(self.teacher, fresh_id(), rules, until)
        self.url = f"/deals/{self.deal.key}/"

    def _person(self) -> tuple[Person, Client]:
        person, cookie = new_guest()
        client = Client()
        client.cookies[identity.COOKIE] = cookie
        return person, client

    def pupil(self, enough: int = 300, *, plays_out: bool = True) -> Client:
        person, client = self._person()
        attempt = Attempt(self.deal, person)
        if plays_out:
            attempt.play_out(enough)
        return client

    def ends(self) -> None:
        assert self.board.post(f"{self.url}class/end/").status_code == 302
        self.deal.refresh_from_db()

    def asks(self) -> Question:
        page = text_of(self.board, f"{self.url}class/")
        key = re.findall(r'name="position" value="([\d.]+)"', page)[0]
        assert self.board.post(f"{self.url}class/ask/", {"position": key}).status_code == 302
        return Question.objects.latest("pk")

    def votes(self, client: Client, question: Question, do: str, keep: str) -> int:
        given = {"question": question.pk, "do": do, "keep": keep}
        return client.post(f"{self.url}vote/", given).status_code


def text_of(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    return " ".join(answer.content.decode().split())


@pytest.fixture
def group() -> Class:
    return Class()


def test_a_teacher_makes_a_class_without_playing() -> None:
    client = Client()
    client.get("/challenge/")
    form = {"rules": "kcd", "days": "1", "request": fresh_id(), "class": "1"}
    place = client.post("/challenge/", form)["Location"]
    assert place == f"/deals/{Deal.objects.get().key}/class/"
    assert Try.objects.count() == 0
    page = text_of(client, place)
    assert "Play with the same dice" in page
    code = Deal.objects.get().key
    assert f"{code[:4]} {code[4:]}" in page
    assert Client().get("/find/", {"code": code})["Location"] == f"/deals/{code}/"
    assert Client().get(f"/deals/{code}/qr.svg")["Content-Type"] == "image/svg+xml"


def test_only_the_maker_has_the_page_the_export_and_the_questions(group: Class) -> None:
    pupil = group.pupil()
    for client in (Client(), pupil):
        assert client.get(f"{group.url}class/").status_code == 404
        assert client.get(f"{group.url}tries.csv").status_code == 404
        assert client.post(f"{group.url}class/end/").status_code == 404
        assert client.post(f"{group.url}class/ask/", {"position": "1.1.1"}).status_code == 404


def test_the_board_grows_and_has_no_names_unless_asked(group: Class) -> None:
    page = text_of(group.board, f"{group.url}class/")
    assert "Nobody has finished yet" in page
    versions = {re.findall('data-version="([^"]*)"', page)[0]}
    group.pupil()
    group.pupil(plays_out=False)
    page = text_of(group.board, f"{group.url}class/?part")
    assert "1 has finished, 1 still playing." in page
    versions.add(re.findall('data-version="([^"]*)"', page)[0])
    assert len(versions) == 2
    assert "<html" not in page
    assert "Mara" not in page
    assert "Mara" in text_of(group.board, f"{group.url}class/?names")


def test_par_is_hidden_until_all_have_played(group: Class) -> None:
    level = {"runs": 1, "mean": 71_717.0, "points": [[71_717, 1]]}
    spread = {"levels": {"abacus": level}, "par": 72_727, "perfect": 73_737, "par_turns": []}
    Deal.objects.filter(pk=group.deal.pk).update(spread=spread)
    group.pupil()
    group.pupil(plays_out=False)
    assert "72,727" not in text_of(group.board, f"{group.url}class/")
    assert "Abacus" not in text_of(group.board, f"{group.url}class/")
    group.ends()
    assert "72,727" in text_of(group.board, f"{group.url}class/")


def test_no_position_is_shown_or_asked_while_somebody_plays(group: Class) -> None:
    group.pupil()
    group.pupil(plays_out=False)
    end_challenge(group.deal)
    group.deal.refresh_from_db()
    attempt = Try.objects.filter(ended__isnull=False).get()
    position = {"position": f"{attempt.pk}.1.1"}
    page = text_of(group.board, f"{group.url}class/")
    assert 'name="position"' not in page
    assert "data-face" not in page
    assert group.board.post(f"{group.url}class/ask/", position).status_code == 404
    assert not Question.objects.exists()
    group.ends()
    assert not Try.objects.filter(ended=None).exists()
    page = text_of(group.board, f"{group.url}class/")
    found = re.search(r'name="position" value="([^"]+)"', page)
    assert found
    position = {"position": found[1]}
    assert group.board.post(f"{group.url}class/ask/", position).status_code == 302


def test_nobody_can_begin_a_try_that_counts_once_it_has_ended(group: Class) -> None:
    group.pupil()
    group.ends()
    late, _ = new_guest()
    begin_try(late, group.deal, fresh_id(), name="Late")
    assert not Try.objects.get(person=late).is_first


def test_a_question_is_seen_by_players_only_and_each_has_one_vote(group: Class) -> None:
    first, second = group.pupil(50), group.pupil(2000)
    group.ends()
    question = group.asks()
    late = group.pupil()  # practice does not count
    for client in (Client(), late):
        assert "data-face" not in text_of(client, f"{group.url}vote/")
        do, keep = question.position["moves"][0]
        assert group.votes(client, question, do, keep) == 422
    assert Vote.objects.count() == 0
    assert "What would you do?" in text_of(first, group.url)
    page = text_of(first, f"{group.url}vote/")
    assert page.count('name="keep"') == len({keep for _do, keep in question.position["moves"]})
    for do, keep in question.position["moves"][:2]:
        assert group.votes(first, question, do, keep) == 302
    assert group.votes(second, question, *question.position["moves"][0]) == 302
    assert Vote.objects.count() == 2
    assert "Your vote:" in text_of(first, f"{group.url}vote/?part")
    assert "2 votes of 2." in text_of(group.board, f"{group.url}class/?part")


@pytest.mark.parametrize(
    ("do", "keep"),
    [("roll", "666666"), ("win", "1"), ("", ""), ("bank", "x"), ("roll", "1" * 500), ("roll", "²")],
)
def test_a_vote_that_is_not_possible_is_refused(group: Class, do: str, keep: str) -> None:
    pupil = group.pupil()
    group.ends()
    question = group.asks()
    assert group.votes(pupil, question, do, keep) == 422
    assert Vote.objects.count() == 0


def test_when_the_answers_are_shown_the_vote_is_over(group: Class) -> None:
    pupil = group.pupil()
    group.pupil(2000)
    group.ends()
    question = group.asks()
    move = question.position["moves"][0]
    group.votes(pupil, question, *move)
    assert "Show the answers" in text_of(group.board, f"{group.url}class/")
    group.board.post(f"{group.url}class/ask/")
    page = text_of(group.board, f"{group.url}class/")
    assert "Analysing every decision" in page
    assert 'class="bar-of"' in page
    assert group.votes(pupil, question, *move) == 422
    another = group.asks()
    assert group.votes(pupil, question, *move) == 422
    assert group.votes(pupil, another, *another.position["moves"][0]) == 302


@pytest.mark.parametrize("position", ["", "1", "x.y.z", "0.0.0", "1.99.1", "9" * 40 + ".1.1"])
def test_a_wrong_position_asks_nothing(group: Class, position: str) -> None:
    group.pupil()
    group.ends()
    answer = group.board.post(f"{group.url}class/ask/", {"position": position})
    assert answer.status_code in (302, 404)
    assert not Question.objects.exists()


def test_a_position_of_another_deal_asks_nothing(group: Class) -> None:
    group.pupil()
    group.ends()
    other = Attempt(new_deal()).play_out()
    answer = group.board.post(f"{group.url}class/ask/", {"position": f"{other.pk}.1.1"})
    assert answer.status_code == 404


def test_the_export_has_every_try_and_no_formula(group: Class) -> None:
    group.pupil()
    evil, _ = new_guest()
    attempt = Attempt(group.deal, evil)
    attempt.play_out()
    attempt.room.players.update(name="=1+2")
    group.pupil(plays_out=False)
    Attempt(group.deal, group.teacher).play_out()
    answer = group.board.get(f"{group.url}tries.csv")
    assert "attachment" in answer["Content-Disposition"]
    rows = list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))
    assert {row["name"] for row in rows} == {"Mara", "'=1+2"}
    for row in rows:
        turns = [int(row[f"turn_{number}"]) for number in range(1, 11)]
        assert sum(turns) == int(row["points"])
        assert (row["player"], row["try"], row["accuracy"]) == ("guest", "counts", "")


def test_the_export_tells_only_points_while_its_maker_may_not_see_tries(group: Class) -> None:
    group.pupil()
    group.pupil(plays_out=False)

    def columns() -> set[str]:
        text = group.board.get(f"{group.url}tries.csv").content.decode("utf-8-sig")
        return set(text.split("\r\n")[0].split(","))

    telling = {"accuracy", "turn_1", "turn_10"}
    assert columns().isdisjoint(telling)
    attempt = Attempt(group.deal, group.teacher)
    attempt.move()
    assert columns().isdisjoint(telling)
    attempt.play_out()
    assert telling <= columns()
