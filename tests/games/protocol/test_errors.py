"""Refusals and their sentences."""

from farkle.errors import REFUSALS
from games.protocol import errors
from tests.support.protocol.protocol_page import rows_of, words


def test_the_page_names_every_refusal() -> None:
    page = {code for row in rows_of("Refusals") for code in words(row[0])}
    of_forms = {
        "too_many_here",
        "name_taken",
        "too_many_saved",
        "bad_code",
        "many_join",
        "no_season",
    }
    assert page == set(errors.SENTENCES) - of_forms - {"no_room", "not_due"}
    assert not page & set(REFUSALS)


def test_reasons_cover_every_refusal_of_a_turn() -> None:
    reasons = errors.reasons()
    assert (
        reasons["entry_missing"]
        == "You need {entry_min} in one turn to get on the board: {missing} more."
    )
    joining = {"no_such_seat", "already_left", "too_late_to_join", "team_needed", "no_teams"}
    assert set(reasons) == set(REFUSALS) - joining
    assert not any(":," in text for text in reasons.values())
