"""Fields as plain data and back: every type that is declared has a reader, which refuses others."""

from dataclasses import dataclass, fields

import pytest

from farkle import RecordError
from farkle.engine.events import EVENTS
from farkle.engine.plain import READERS, check_names, check_version, write_fields


@dataclass(frozen=True)
class Example:
    seat: int
    teams: tuple[int, ...] | None
    dice: tuple[int, ...] = ()


def test_fields_are_written_in_order_with_tuples_as_lists():
    data = write_fields(Example(1, None, (6, 6)))
    assert list(data.items()) == [("seat", 1), ("teams", None), ("dice", [6, 6])]


def test_every_field_of_an_event_has_a_reader():
    declared = {str(field.type) for kind in EVENTS.values() for field in fields(kind)}
    assert declared <= set(READERS)


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("int", 5, True),
        ("bool", False, 0),
        ("Seats", [0, 2], [0, None]),
        ("tuple[bool, ...]", [True], [1]),
        ("Dice", [1, 6], [0]),
        ("int | None", None, "1"),
        ("Seats | None", None, 5),
        ("str", "OA", "Oa"),
        ("tuple[str, ...]", ["OA", ""], "OA"),
    ],
)
def test_a_reader_takes_one_type(kind, good, bad):
    value = READERS[kind]("it", good)
    assert value == (tuple(good) if isinstance(good, list) else good)
    with pytest.raises(RecordError, match=r"^it must be "):
        READERS[kind]("it", bad)


def test_an_odd_field_is_named():
    check_names("It", {"a": 1}, ["a"])
    for data in ({}, {"a": 1, "b": 2}):
        odd = "b" if data else "a"
        with pytest.raises(RecordError, match=rf"^It has a missing or unknown field: {odd}\.$"):
            check_names("It", data, ["a"])


@pytest.mark.parametrize("data", [None, [], {}, {"version": True}, {"version": 2}])
def test_another_version_is_refused(data):
    assert check_version("It", {"version": 1}, 1) == {"version": 1}
    with pytest.raises(RecordError, match=r"^It must be an object of version 1\.$"):
        check_version("It", data, 1)
