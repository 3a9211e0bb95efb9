"""The absences of a room: stored as JSON, changed by events."""

import json

import pytest

from games.state.absence import STAND_IN, AbsenceState, Pause

EVERYTHING: dict[str, object] = {
    "away": [2],
    "stand_in": 2,
    "extended": 1,
    "votes": {"go_on": [1], "pause": [1]},
    "pauses": 3,
    "fresh": 900,
}


def without(*names: str) -> dict[str, object]:
    return {name: value for name, value in EVERYTHING.items() if name not in names}


def test_a_new_room_stores_nothing() -> None:
    assert AbsenceState().to_dict() == {}
    assert AbsenceState.from_dict({}).is_empty


def test_it_comes_back_from_json_as_it_was() -> None:
    absence = AbsenceState(
        away=[2],
        warm=[3],
        stand_in=1,
        missed={2: 1},
        extended=1,
        votes={"pause": [1]},
        paused=Pause(1, "Tea", 1000, {"turn": 500}, again=301_000),
        pauses=2,
        fresh=900,
    )
    again = AbsenceState.from_dict(json.loads(json.dumps(absence.to_dict())))
    assert again == absence
    again.away.append(4)
    again.votes["pause"].append(2)
    assert (absence.away, absence.votes) == ([2], {"pause": [1]})


def test_a_computer_plays_for_who_is_kept_warm_and_for_the_present_turn() -> None:
    absence = AbsenceState(away=[4], warm=[3], stand_in=1)
    assert [absence.stand_in_level(player) for player in (1, 2, 3, 4)] == [
        STAND_IN,
        "",
        STAND_IN,
        "",
    ]
    assert [absence.is_absent(player) for player in (1, 2, 3, 4)] == [True, False, True, True]


def test_an_absence_ends_with_an_event_that_says_what_was_missed() -> None:
    absence = AbsenceState(away=[2], missed={2: 3})
    assert absence.end(1) == []
    assert absence.end(2) == [{"e": "back", "player": 2, "turns": 3}]
    assert absence.is_empty


@pytest.mark.parametrize(
    ("event", "left"),
    [
        ({"e": "turn"}, {"away": [2], "votes": {"pause": [1]}, "pauses": 3}),
        ({"e": "rolled"}, {**without("fresh"), "votes": {"pause": [1]}}),
        ({"e": "waited"}, {**EVERYTHING, "votes": {"pause": [1]}}),
        ({"e": "gone", "player": 2}, without("away", "stand_in")),
        ({"e": "paused"}, without("votes")),
        ({"e": "ended"}, {"away": [2], "extended": 1}),
    ],
)
def test_events_end_what_they_settle(event: dict[str, object], left: dict[str, object]) -> None:
    absence = AbsenceState.from_dict(EVERYTHING)
    absence.update([event])
    assert absence.to_dict() == left
