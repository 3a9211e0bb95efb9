"""Checks of JSON values, from which `contract.py` builds those of whole frames.

Each knows its values' type in TypeScript, too: `typescript.py` writes these types for the scripts.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Check:
    """A check of a value, which raises WrongFrame, and the value's type in TypeScript."""

    run: Callable[[Any], None]
    type: str

    def __call__(self, value: Any) -> None:
        self.run(value)


DECLARED: dict[str, str] = {}
"""The types in TypeScript that have a name."""


def of_type(name: str) -> Callable[[Callable[[Any], None]], Check]:
    return lambda run: Check(run, name)


def named(name: str, check: Check) -> Check:
    """Return the check, with a name for the type of its values."""
    DECLARED[name] = check.type
    return replace(check, type=name)


class WrongFrame(AssertionError):
    """A frame that is not in the contract."""


def wrong(value: object, wanted: str) -> WrongFrame:
    return WrongFrame(f"{value!r:.200} is not {wanted}")


@of_type("number")
def number(value: Any) -> None:
    if type(value) is not int:
        raise wrong(value, "a whole number")


@of_type("number")
def count(value: Any) -> None:
    number(value)
    if value < 0:
        raise wrong(value, "a count")


@of_type("boolean")
def flag(value: Any) -> None:
    if not isinstance(value, bool):
        raise wrong(value, "true or false")


@of_type("string")
def text(value: Any) -> None:
    if not isinstance(value, str):
        raise wrong(value, "a text")


@of_type("number")
def face(value: Any) -> None:
    if type(value) is not int or not 1 <= value <= 6:
        raise wrong(value, "a face")


@of_type("string")
def keep(value: Any) -> None:
    text(value)
    if len(value) > 8 or list(value) != sorted(value) or set(value) - set("123456"):
        raise wrong(value, "a keep")


@of_type("number")
def chance(value: Any) -> None:
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise wrong(value, "a chance")


@of_type("number")
def real(value: Any) -> None:
    if type(value) not in (int, float):
        raise wrong(value, "a number")


def one_of(*allowed: Any) -> Check:
    def check(value: Any) -> None:
        if value not in allowed:
            raise wrong(value, f"one of {allowed}")

    return Check(check, " | ".join(map(json.dumps, allowed)))


def one_or_another(one: Check, other: Check) -> Check:
    def check(value: Any) -> None:
        try:
            one(value)
        except WrongFrame:
            other(value)

    return Check(check, f"{one.type} | {other.type}")


def maybe(inner: Check) -> Check:
    return Check(
        lambda value: None if value is None else inner(value),
        f"{inner.type} | null",
    )


def many(inner: Check, least: int = 0) -> Check:
    def check(value: Any) -> None:
        if not isinstance(value, list) or len(value) < least:
            raise wrong(value, f"a list of at least {least}")
        for one in value:
            inner(one)

    return Check(check, f"({inner.type})[]" if " " in inner.type else f"{inner.type}[]")


def row(fields: Mapping[str, Check]) -> Check:
    """A list with one value for each field; those whose names end in ? may be left out."""
    checks = list(fields.values())
    least = sum(not name.endswith("?") for name in fields)

    def check(value: Any) -> None:
        if not isinstance(value, list) or not least <= len(value) <= len(checks):
            raise wrong(value, f"a row of {len(checks)}")
        for one, its in zip(value, checks, strict=False):
            its(one)

    return Check(check, f"[{', '.join(_types(fields))}]")


def table(keys: Check, values: Check) -> Check:
    def check(value: Any) -> None:
        if not isinstance(value, dict):
            raise wrong(value, "an object")
        for key, one in value.items():
            keys(key)
            values(one)

    record = f"Record<{keys.type}, {values.type}>"
    return Check(check, record if keys.type == "string" else f"Partial<{record}>")


def thing(fields: Mapping[str, Check]) -> Check:
    """An object with exactly these fields; a name that ends in ? may be left out."""
    wanted = {name.rstrip("?"): check for name, check in fields.items()}
    needed = {name for name in fields if not name.endswith("?")}

    def check(value: Any) -> None:
        if not isinstance(value, dict):
            raise wrong(value, "an object")
        if not needed <= value.keys() <= wanted.keys():
            raise wrong(sorted(value), f"the fields {sorted(fields)}")
        for name, one in value.items():
            try:
                wanted[name](one)
            except WrongFrame as error:
                raise WrongFrame(f"{name}: {error}") from error

    return Check(check, object_type(_types(fields)))


def object_type(lines: Iterable[str]) -> str:
    """Return the type of an object in TypeScript, from its fields as `name: type`."""
    return "{ " + "; ".join(lines) + " }"


def _types(fields: Mapping[str, Check]) -> list[str]:
    return [f"{name}: {check.type}" for name, check in fields.items()]
