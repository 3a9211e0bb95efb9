"""Read single environment variables: texts, secrets, numbers, choices.

A bad value raises WrongEnvironment with one sentence that names the variable and says what it
should be.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


class WrongEnvironment(ImproperlyConfigured):
    """A variable is missing or malformed; the message is for whoever starts the site."""


def text(environ: Mapping[str, str], name: str) -> str | None:
    """Return the variable, or the content of the file that NAME_FILE names, as for secrets."""
    if path := environ.get(f"{name}_FILE"):
        try:
            return Path(path).read_text(encoding="utf-8").strip() or None
        except (OSError, UnicodeDecodeError) as error:
            raise WrongEnvironment(
                f"{name}_FILE names a file that cannot be read: {error}."
            ) from error
    return environ.get(name, "").strip() or None


def require_known_options(name: str, check: Callable[[], object]) -> None:
    """Run `check`, which lets the library that reads this URL read it. Raise WrongEnvironment with
    the library's reason if it cannot; the URL itself holds a password and is not repeated."""
    try:
        check()
    except Exception as error:  # each library has errors of its own
        raise WrongEnvironment(f"{name} cannot be used: {str(error).strip()}.") from error


def items(environ: Mapping[str, str], name: str) -> list[str]:
    """Return the comma-separated items."""
    return [part.strip() for part in environ.get(name, "").split(",") if part.strip()]


def choice(environ: Mapping[str, str], name: str, allowed: tuple[str, ...], default: str) -> str:
    """Return the variable, which is one of `allowed`."""
    value = environ.get(name) or default
    if value not in allowed:
        raise WrongEnvironment(f"{name} is {value!r}; it must be one of {', '.join(allowed)}.")
    return value


def yes_or_no(environ: Mapping[str, str], name: str, default: str = "no") -> bool:
    """Return whether the variable is "yes", or one of its usual synonyms."""
    value = (environ.get(name) or default).strip().lower()
    if value in {"yes", "true", "on", "1"}:
        return True
    if value in {"no", "false", "off", "0"}:
        return False
    raise WrongEnvironment(f"{name} is {environ[name]!r}; it must be yes or no.")


def whole_number(
    environ: Mapping[str, str], name: str, default: int, *, lowest: int, highest: int | None = None
) -> int:
    """Return the variable as a number between the two bounds, or `default` if it is not set.

    Raises WrongEnvironment.
    """
    value = environ.get(name) or str(default)
    if (
        not (value.isascii() and value.isdigit())
        or int(value) < lowest
        or (highest is not None and int(value) > highest)
    ):
        span = f"from {lowest} up" if highest is None else f"from {lowest} to {highest}"
        raise WrongEnvironment(f"{name} is {value!r}; it must be a whole number {span}.")
    return int(value)
