"""Reading frames: everything docs/protocol.md allows is taken, and nothing else, whatever it is."""

import contextlib
import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farkle import IllegalAction
from games.protocol import commands as c
from games.protocol import errors, events, parser
from games.protocol.parser import Asked, BadFrame, Pick, Ping, Since, parse
from tests.support import contract

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
ID = "0123456789abcdef"

GOOD: dict[str, tuple[dict[str, Any], object]] = {
    "roll": (
        {"id": ID, "player": 2, "game": 1, "ply": 7, "keep": "115"},
        Asked(ID, c.Roll(2, 1, 7, (1, 1, 5))),
    ),
    "bank": (
        {"id": ID, "player": 2, "game": 1, "ply": 7, "keep": "5"},
        Asked(ID, c.Bank(2, 1, 7, (5,))),
    ),
    "build": ({"id": ID, "player": 2, "game": 1, "ply": 7}, Asked(ID, c.Build(2, 1, 7))),
    "leave": ({"id": ID, "player": 2}, Asked(ID, c.Leave(2))),
    "ready": ({"id": ID, "player": 2, "yes": True}, Asked(ID, c.Ready(2, yes=True))),
    "rename": ({"id": ID, "player": 2, "name": "Zoë"}, Asked(ID, c.Rename(2, "Zoë"))),
    "colour": ({"id": ID, "player": 2, "colour": 5}, Asked(ID, c.Colour(2, 5))),
    "string": (
        {"id": ID, "player": 2, "game": 1, "text": "abcdefgh"},
        Asked(ID, c.AddString(2, 1, "abcdefgh")),
    ),
    "start": ({"id": ID, "player": 1}, Asked(ID, c.Start(1))),
    "rematch": ({"id": ID, "player": 1}, Asked(ID, c.Rematch(1))),
    "rules": (
        {"id": ID, "player": 1, "rules": {"version": 1}, "base": "kcd"},
        Asked(ID, c.SetRules(1, {"version": 1}, "kcd")),
    ),
    "change": (
        {"id": ID, "player": 1, "fields": {"target": 5000}},
        Asked(ID, c.ChangeRules(1, {"target": 5000})),
    ),
    "teams": ({"id": ID, "player": 1, "count": 3}, Asked(ID, c.SetTeams(1, 3))),
    "team": ({"id": ID, "player": 1, "whom": 2, "team": 0}, Asked(ID, c.SetTeam(1, 2, 0))),
    "settings": (
        {
            "id": ID,
            "player": 1,
            "name": "Friday",
            "listed": True,
            "seats": 8,
            "pace": "slow",
            "hints": True,
            "away": "skip",
            "away_after": 60,
            "timer": 90,
            "talk": False,
            "late": "play",
            "starts": "loser",
        },
        Asked(
            ID,
            c.SetRoom(
                1,
                "Friday",
                listed=True,
                seats=8,
                pace="slow",
                away="skip",
                away_after=60,
                timer=90,
                talk=False,
                late="play",
                starts="loser",
                hints=True,
            ),
        ),
    ),
    "order": ({"id": ID, "player": 1, "players": [2, 1]}, Asked(ID, c.SetOrder(1, (2, 1)))),
    "remove": ({"id": ID, "player": 1, "whom": 2}, Asked(ID, c.Remove(1, 2))),
    "host": ({"id": ID, "player": 1, "whom": 2}, Asked(ID, c.HandOver(1, 2))),
    "add_computer": (
        {"id": ID, "player": 1, "level": "pip"},
        Asked(ID, c.AddComputer(1, "pip")),
    ),
    "join": ({"id": ID, "player": 2}, Asked(ID, c.Join(2))),
    "give": ({"id": ID, "player": 1, "whom": 2, "to": 3}, Asked(ID, c.Give(1, 2, 3))),
    "object": ({"id": ID, "player": 2}, Asked(ID, c.TakeBack(2))),
    "say": ({"id": ID, "player": 2, "text": "Well"}, Asked(ID, c.Say(2, "Well"))),
    "react": (
        {"id": ID, "player": 2, "reaction": "clap"},
        Asked(ID, c.React(2, "clap")),
    ),
    "extend": ({"id": ID, "player": 2}, Asked(ID, c.Extend(2))),
    "vote": (
        {"id": ID, "player": 2, "about": "go_on", "yes": True},
        Asked(ID, c.Vote(2, "go_on", yes=True)),
    ),
    "pause": ({"id": ID, "player": 1, "reason": "Tea"}, Asked(ID, c.PauseGame(1, "Tea"))),
    "resume": ({"id": ID, "player": 1}, Asked(ID, c.Resume(1))),
    "close": ({"id": ID, "player": 1}, Asked(ID, c.Close(1))),
    "since": ({"n": 40}, Since(40)),
    "ping": ({"n": 40}, Ping(40)),
    "pick": ({"player": 2, "ply": 7, "dice": [0, 5]}, Pick(2, 7, (0, 5))),
}
OPTIONAL = {
    "settings": {
        "name",
        "listed",
        "seats",
        "pace",
        "hints",
        "away",
        "away_after",
        "timer",
        "talk",
        "late",
        "starts",
    },
    "rules": {"base"},
}
WRONG: list[Any] = [
    *(None, True, False, -1, 1.5, 2**53, 10**400, "", "x" * 401, [], [[]], {}, {"a": [1]}),
    *([-1], ["1"], [1.5], list(range(2000)), [0] * 2, "716", "1111111", "\ud800"),
    functools.reduce(lambda inner, _: [inner], range(400), []),
]


def frame(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, **GOOD[kind][0], **more}


@pytest.mark.parametrize("kind", GOOD)
def test_every_frame_is_read(kind: str) -> None:
    assert parse(json.dumps(frame(kind))) == GOOD[kind][1]


def test_what_may_be_left_out() -> None:
    assert parse(f'{{"type":"settings","id":"{ID}","player":1}}') == Asked(ID, c.SetRoom(1))
    preset = parse(f'{{"type":"rules","id":"{ID}","player":1,"rules":"classic"}}')
    assert preset == Asked(ID, c.SetRules(1, "classic"))
    first = parse(json.dumps(frame("roll", keep="")))
    assert first == Asked(ID, c.Roll(2, 1, 7, ()))


def broken() -> Iterator[tuple[str, str, Any]]:
    for kind, (fields, _) in GOOD.items():
        for name in fields:
            for wrong in WRONG:
                yield kind, name, wrong


def fits(kind: str, name: str, value: Any) -> bool:
    """Whether a value of WRONG happens to be right in this field."""
    if name in (
        "name",
        "text",
        "reaction",
        "base",
        "pace",
        "level",
        "away",
        "about",
        "reason",
        "late",
        "starts",
    ):
        return value in ("", "716", "1111111")
    if kind == "rules" and name == "rules":
        return value in ("", "716", "1111111") or isinstance(value, dict)
    if name == "fields":
        return isinstance(value, dict)
    return (
        (name in ("yes", "listed", "hints", "talk") and isinstance(value, bool))
        or (name == "keep" and value == "")
        or (name in ("players", "dice") and value == [])
        or (name == "players" and value == [0, 0])
    )


def test_every_field_of_every_frame_wrong() -> None:
    for kind, name, wrong in broken():
        if fits(kind, name, wrong):
            parse(json.dumps(frame(kind, **{name: wrong})))
            continue
        with pytest.raises(BadFrame) as caught:
            parse(json.dumps(frame(kind, **{name: wrong})))
        assert caught.value.code == "bad_frame", (kind, name, wrong)
        has_id = "id" in GOOD[kind][0] and name != "id" and wrong != "\ud800"
        assert caught.value.id == (ID if has_id else None), (kind, name, wrong)


def test_every_field_of_every_frame_missing_and_one_too_many() -> None:
    for kind, (fields, _) in GOOD.items():
        for name in set(fields) - OPTIONAL.get(kind, set()):
            data = frame(kind)
            del data[name]
            with pytest.raises(BadFrame):
                parse(json.dumps(data))
        with pytest.raises(BadFrame):
            parse(json.dumps(frame(kind, extra=1)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "null",
        "[]",
        "1",
        '"roll"',
        "{",
        "{}",
        '{"type":null}',
        '{"type":["roll"]}',
        "[" * 4000,
        '{"a":' * 1500 + "1" + "}" * 1500,
        '{"type":"ping","n":NaN}',
        '{"type":"ping","n":Infinity}',
        '{"type":"ping","n":-Infinity}',
        '{"type":"ping","n":1e999}',
        '{"type":"ping","n":1.0}',
        '{"type":"ping","n":1,"n":1}',
        '{"type":"ping","type":"ping","n":1}',
        '{"type":"ping","n":' + "9" * 5000 + "}",
        "\x00",
        "\ufeff{}",
        "{'type':'ping','n':1}",
    ],
    ids=lambda text: ascii(text)[:30],
)
def test_what_is_no_frame(text: str) -> None:
    with pytest.raises(BadFrame) as caught:
        parse(text)
    assert (caught.value.code, caught.value.id) == ("bad_frame", None)


def test_nobody_can_take_the_id_of_what_happens_by_itself() -> None:
    """Else a player could keep a computer from moving, or a deadline from coming."""
    for own in (c.own_id("computer", 1, 1000), c.own_id("idle", 10000)):
        with pytest.raises(BadFrame):
            parse(json.dumps({"type": "ready", "id": own, "player": 2, "yes": True}))
        assert parse(
            json.dumps({"type": "ready", "id": own.replace(":", "-"), "player": 2, "yes": True})
        )


def test_half_a_character_anywhere() -> None:
    with pytest.raises(BadFrame):
        parse(json.dumps(frame("rules", rules={"\ud800": 1})))
    with pytest.raises(BadFrame):
        parse(json.dumps(frame("rename", name="a\udfffb")))
    assert parse(json.dumps(frame("rename", name="🎲"))) == Asked(ID, c.Rename(2, "🎲"))


def test_a_type_nobody_knows() -> None:
    with pytest.raises(BadFrame) as caught:
        parse(f'{{"type":"cheat","id":"{ID}"}}')
    assert (caught.value.code, caught.value.id) == ("unknown_type", ID)


@pytest.mark.parametrize("wrong", ["short", "x" * 41, "with space", "späterer", 12345678, None])
def test_ids(wrong: object) -> None:
    with pytest.raises(BadFrame) as caught:
        parse(json.dumps(frame("start", id=wrong)))
    assert caught.value.id is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.text(st.characters()) | json_values.map(json.dumps))
def test_anything_at_all(text: str) -> None:
    with pytest.raises(BadFrame):
        parse(text)


@given(st.sampled_from(sorted(GOOD)), st.data())
def test_any_value_in_any_field(kind: str, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(GOOD[kind][0])))
    with contextlib.suppress(BadFrame):
        parse(json.dumps(frame(kind, **{name: data.draw(json_values)})))


# The page and the code say the same


def rows_of(heading: str) -> list[list[str]]:
    """The rows of every table below a heading of the page."""
    part = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in row] for row in rows]


def words(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


def test_the_page_names_every_event_and_its_fields() -> None:
    page = {}
    for first, fields, *_ in rows_of("The fold"):
        for name in words(first):
            page[name] = tuple(one.strip() for one in fields.split(",") if one.strip())
    assert page == events.FIELDS
    assert {name: len(fields) for name, fields in page.items()} == {
        name: len(checks) for name, checks in contract.EVENTS.items()
    }


def test_the_page_names_everything_a_client_may_say() -> None:
    page = {}
    for first, fields, *_ in rows_of("Client to server"):
        listed = [one.strip() for one in fields.split(",")]
        page[words(first)[0]] = (
            {one for one in listed if not one.endswith("?")},
            {one.rstrip("?") for one in listed if one.endswith("?")},
        )
    code = {}
    for kind, shape in parser.SHAPES.items():
        with_id = {"id"} if kind in c.SHAPES else set()
        code[kind] = (shape.required | with_id, shape.readers.keys() - shape.required)
    assert page == code
    assert set(GOOD) == set(code)


def test_the_page_names_every_refusal() -> None:
    page = {code for row in rows_of("Refusals") for code in words(row[0])}
    of_forms = {"too_many_rooms", "name_taken", "too_many_saved", "bad_code"}
    assert page == set(errors.SENTENCES) - of_forms - {"no_room", "not_due"}
    assert not page & {kind.code for kind in IllegalAction.__subclasses__()}


def test_the_page_names_every_frame_of_the_server() -> None:
    part = PAGE.split("\n## Server to client\n")[1].split("\n## ")[0]
    headings = re.findall(r"^### (.+)$", part, re.MULTILINE)
    assert {name for heading in headings for name in heading.split(", ")} == set(contract.FRAMES)


def test_the_examples_of_the_page_are_frames() -> None:
    part = PAGE.split("\n## Server to client\n")[1].split("\n## ")[0]
    examples = re.findall(r"^`(\{.*\})`", part, re.MULTILINE)
    assert len(examples) >= 6
    for example in examples:
        contract.checked(example.replace("all?", "all").replace("lost?", "lost").replace("…", ""))
    for example in re.findall(r"```json\n(.*?)```", part, re.DOTALL):
        assert json.loads(example)["type"] in contract.FRAMES


def test_reasons_cover_every_refusal_of_the_engine() -> None:
    reasons = errors.reasons()
    assert reasons["entry_missing"] == "{entry_min} in one turn to get in. {missing} to go."
    kinds = [IllegalAction]
    while kinds:
        kind = kinds.pop()
        assert kind.code in reasons
        kinds += kind.__subclasses__()
    assert not any(":," in text for text in reasons.values())
