"""The search form of a person's games."""

from datetime import date

from games.selectors.game_list import Search
from games.views.search import SearchForm


def test_a_search_is_read_from_the_address() -> None:
    typed = {"people": " Teo ", "rules": "kcd", "result": "won", "since": "2026-01-31"}
    form = SearchForm({**typed, "room": "abcd2345", "until": ""})
    assert form.search() == Search("Teo", "kcd", "won", date(2026, 1, 31), None, "ABCD2345")
    assert not form.errors


def test_what_is_wrong_is_left_out_and_named() -> None:
    typed = {"rules": "chess", "result": "eaten", "since": "2026-02-30", "until": "soon"}
    form = SearchForm({**typed, "people": "Teo"})
    assert form.search() == Search(people="Teo")
    assert set(form.errors) == set(typed)
    form = SearchForm({"since": "2026-02-02", "until": "2026-02-01"})
    assert form.search() == Search(since=date(2026, 2, 2))
    assert set(form.errors) == {"until"}


def test_no_code_of_a_room_is_too_long_to_be_searched() -> None:
    form = SearchForm({"room": "a" * 100})
    assert form.search() == Search(room="A" * 100)
    assert not form.errors


def test_what_was_typed_stays_in_the_form() -> None:
    drawn = SearchForm({"since": "31.12.", "people": "Teo"}).as_div()
    assert 'value="31.12."' in drawn
    assert 'value="Teo"' in drawn
