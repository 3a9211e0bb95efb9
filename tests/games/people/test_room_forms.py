"""What people type into pages: a name, a room code."""

import pytest

from games.people.room_forms import NameForm, code_in


@pytest.mark.parametrize(
    "typed",
    [
        "K7M2PQ9R",
        "k7m2pq9r",
        "K7M2 PQ9R",
        " k7m2-pq9r ",
        "http://x.test/r/K7M2PQ9R/",
        "/r/k7m2pq9r",
    ],
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert code_in(typed) == "K7M2PQ9R"


@pytest.mark.parametrize("typed", ["", "K7M2PQ9", "K7M2PQ9RR", "K7M2PQ9I", "<script>", "1" * 9])
def test_what_is_no_code_is_none(typed: str) -> None:
    assert code_in(typed) is None


@pytest.mark.parametrize(("typed", "name"), [("Mara", "Mara"), ("  Mara \t Lind ", "Mara Lind")])
def test_a_name_is_made_fit(typed: str, name: str) -> None:
    form = NameForm({"name": typed})
    assert form.is_valid()
    assert form.cleaned_data == {"name": name}


@pytest.mark.parametrize("typed", ["", "  ", "x" * 25, "x" * 200, "\u202eevil"])
def test_an_unfit_name_marks_its_field(typed: str) -> None:
    form = NameForm({"name": typed})
    assert len(form.errors["name"]) == 1
    field = str(form["name"])
    assert 'aria-invalid="true"' in field
    assert 'aria-describedby="name-problem"' in field
    assert "autofocus" in field


def test_an_empty_form_marks_nothing() -> None:
    assert "aria-invalid" not in str(NameForm()["name"])
