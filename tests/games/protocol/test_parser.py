"""The parser reads everything that docs/develop/protocol.md allows, and refuses everything else."""

import contextlib
import functools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.protocol import commands as c
from games.protocol import parser, requests
from games.protocol.parser import BadFrame, CommandFrame, parse
from tests.support.protocol import contract
from tests.support.protocol.client_frames import FROM_CLIENT, ID, OPTIONAL
from tests.support.protocol.protocol_page import PAGE, client_frames

WRONG: list[Any] = [
    *(None, True, False, -1, 1.5, 2**53, 10**400, "", "x" * 401, [], [[]], {}, {"a": [1]}),
    *([-1], ["1"], [1.5], list(range(2000)), [0] * 2, "716", "111111111", "\ud800"),
    functools.reduce(lambda inner, _: [inner], range(400), []),
]


def frame(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, **FROM_CLIENT[kind][0], **more}


@pytest.mark.parametrize("kind", FROM_CLIENT)
def test_every_frame_is_read(kind: str) -> None:
    assert parse(json.dumps(frame(kind))) == FROM_CLIENT[kind][1]


def test_optional_fields_may_be_left_out() -> None:
    assert parse(f'{{"type":"settings","id":"{ID}","player":1}}') == CommandFrame(ID, c.SetRoom(1))
    preset = parse(f'{{"type":"rules","id":"{ID}","player":1,"rules":"classic"}}')
    assert preset == CommandFrame(ID, c.SetRules(1, "classic"))
    first = parse(json.dumps(frame("roll", keep="")))
    assert first == CommandFrame(ID, c.Roll(1, 1, 7, ()))


def broken() -> Iterator[tuple[str, str, Any]]:
    for kind, (fields, _) in FROM_CLIENT.items():
        for name in fields:
            for wrong in WRONG:
                yield kind, name, wrong


def fits(kind: str, name: str, value: Any) -> bool:
    """Whether a value of WRONG happens to be right in this field."""
    right = FROM_CLIENT[kind][0][name]
    if name == "id":
        return bool(value == "111111111")
    if name == "keep":
        return bool(value == "")
    if name in ("players", "dice"):
        return value == [] or (name == "players" and value == [0, 0])
    if (kind, name) == ("rules", "rules"):
        return value in ("", "716", "111111111") or isinstance(value, dict)
    if isinstance(right, str):
        return value in ("", "716", "111111111")
    return isinstance(right, bool | dict) and type(value) is type(right)


def test_a_wrong_value_in_any_field_is_refused() -> None:
    for kind, name, wrong in broken():
        if fits(kind, name, wrong):
            parse(json.dumps(frame(kind, **{name: wrong})))
            continue
        with pytest.raises(BadFrame) as caught:
            parse(json.dumps(frame(kind, **{name: wrong})))
        assert caught.value.code == "bad_frame", (kind, name, wrong)
        has_id = "id" in FROM_CLIENT[kind][0] and name != "id" and wrong != "\ud800"
        assert caught.value.id == (ID if has_id else None), (kind, name, wrong)


def test_a_missing_or_unknown_field_is_refused() -> None:
    for kind, (fields, _) in FROM_CLIENT.items():
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
def test_a_text_that_is_no_frame_is_refused(text: str) -> None:
    with pytest.raises(BadFrame) as caught:
        parse(text)
    assert (caught.value.code, caught.value.id) == ("bad_frame", None)


def test_half_a_surrogate_pair_is_refused_anywhere() -> None:
    with pytest.raises(BadFrame):
        parse(json.dumps(frame("rules", rules={"\ud800": 1})))
    with pytest.raises(BadFrame):
        parse(json.dumps(frame("rename", name="a\udfffb")))
    assert parse(json.dumps(frame("rename", name="🎲"))) == CommandFrame(ID, c.Rename(1, "🎲"))


def test_an_unknown_type_is_refused_with_its_id() -> None:
    with pytest.raises(BadFrame) as caught:
        parse(f'{{"type":"cheat","id":"{ID}"}}')
    assert (caught.value.code, caught.value.id) == ("unknown_type", ID)


@pytest.mark.parametrize("wrong", ["short", "x" * 41, "with space", "späterer", 12345678, None])
def test_a_wrong_id_is_refused(wrong: object) -> None:
    with pytest.raises(BadFrame) as caught:
        parse(json.dumps(frame("start", id=wrong)))
    assert caught.value.id is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.text(st.characters()) | json_values.map(json.dumps))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(BadFrame):
        parse(text)


@given(st.sampled_from(sorted(FROM_CLIENT)), st.data())
def test_any_value_in_any_field_is_read_or_refused(kind: str, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(FROM_CLIENT[kind][0])))
    with contextlib.suppress(BadFrame):
        parse(json.dumps(frame(kind, **{name: data.draw(json_values)})))


def test_the_page_names_every_frame_of_a_client() -> None:
    code = {}
    for kind, shape in parser.SHAPES.items():
        with_id = {"id"} if kind in requests.SHAPES else set()
        optional = {f"{name}?" for name in shape.readers.keys() - shape.required}
        code[kind] = shape.required | with_id | optional
    assert {kind: set(names) for kind, names in client_frames().items()} == code


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
        if '"..."' in example:  # something is left out
            assert json.loads(example)["type"] in contract.FRAMES
        else:
            contract.checked(example)
