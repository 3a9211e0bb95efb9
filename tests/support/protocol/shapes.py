"""Checks of JSON values, from which `contract.py` builds those of whole frames."""

from collections.abc import Callable, Mapping
from typing import Any

Check = Callable[[Any], None]


class WrongFrame(AssertionError):
    """A frame that is not in the contract."""


def wrong(value: object, wanted: str) -> WrongFrame:
    return WrongFrame(f"{value!r:.200} is not {wanted}")


def number(value: Any) -> None:
    if type(value) is not int:
        raise wrong(value, "a whole number")


def count(value: Any) -> None:
    number(value)
    if value < 0:
        raise wrong(value, "a count")


def flag(value: Any) -> None:
    if not isinstance(value, bool):
        raise wrong(value, "true or false")


def text(value: Any) -> None:
    if not isinstance(value, str):
        raise wrong(value, "a text")


def face(value: Any) -> None:
    if type(value) is not int or not 1 <= value <= 6:
        raise wrong(value, "a face")


def keep(value: Any) -> None:
    text(value)
    if len(value) > 6 or list(value) != sorted(value) or set(value) - set("123456"):
        raise wrong(value, "a keep")


def chance(value: Any) -> None:
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise wrong(value, "a chance")


def real(value: Any) -> None:
    if type(value) not in (int, float):
        raise wrong(value, "a number")


def one_of(*allowed: Any) -> Check:
    def check(value: Any) -> None:
        if value not in allowed:
            raise wrong(value, f"one of {allowed}")

    return check


def one_or_another(one: Check, other: Check) -> Check:
    def check(value: Any) -> None:
        try:
            one(value)
        except WrongFrame:
            other(value)

    return check


def maybe(inner: Check) -> Check:
    return lambda value: None if value is None else inner(value)


def many(inner: Check, least: int = 0) -> Check:
    def check(value: Any) -> None:
        if not isinstance(value, list) or len(value) < least:
            raise wrong(value, f"a list of at least {least}")
        for one in value:
            inner(one)

    return check


def row(*inner: Check, optional: int = 0) -> Check:
    def check(value: Any) -> None:
        if not isinstance(value, list) or not len(inner) - optional <= len(value) <= len(inner):
            raise wrong(value, f"a row of {len(inner)}")
        for one, its in zip(value, inner, strict=False):
            its(one)

    return check


def table(keys: Check, values: Check) -> Check:
    def check(value: Any) -> None:
        if not isinstance(value, dict):
            raise wrong(value, "an object")
        for key, one in value.items():
            keys(key)
            values(one)

    return check


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

    return check
