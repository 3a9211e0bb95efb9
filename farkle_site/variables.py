"""Read single environment variables. A bad value raises WrongEnvironment with a sentence that names
the variable and the values it may have. An empty variable counts as unset."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured


class WrongEnvironment(ImproperlyConfigured):
    """A variable is missing or malformed. The message is for the operator who starts the site."""


def text(name: str, pattern: str = "", example: str = "") -> str:
    """Return the variable, or the content of the file named by NAME_FILE, as for secrets; "" if
    neither is set. It must match `pattern`. Error messages do not repeat it."""
    value = os.environ.get(name, "")
    if path := os.environ.get(f"{name}_FILE"):
        try:
            value = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise WrongEnvironment(
                f"{name}_FILE names a file that cannot be read: {error}."
            ) from error
    value = value.strip()
    if value and pattern and not re.fullmatch(pattern, value, re.IGNORECASE):
        raise WrongEnvironment(f"{name} must look like {example}.")
    return value


def url(name: str, pattern: str, example: str) -> SplitResult | None:
    """Return the parts of an address that matches `pattern`, or None. Error messages do not repeat
    the address, which may contain a password."""
    value = text(name, pattern, example)
    try:
        parts = urlsplit(value)
        _ = parts.port  # raises ValueError if it is not a number
    except ValueError as error:
        raise WrongEnvironment(f"{name} must look like {example}.") from error
    return parts if value else None


def require_known_options(name: str, check: Callable[[], object]) -> None:
    """Run `check`, in which a library reads the options of this URL. Raise WrongEnvironment with
    the library's reason if it fails."""
    try:
        check()
    except Exception as error:  # libraries raise different errors
        raise WrongEnvironment(f"{name} cannot be used: {str(error).strip()}.") from error


def items(name: str, pattern: str = ".*", example: str = "") -> list[str]:
    """Return the comma-separated items, each of which must match `pattern`."""
    parts = [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]
    for part in parts:
        if not re.fullmatch(pattern, part, re.IGNORECASE):
            raise WrongEnvironment(f"{name} holds {part!r}; each must look like {example}.")
    return parts


def folder(name: str, default: Path) -> Path:
    return Path(os.environ.get(name) or default).expanduser().absolute()


def choice(name: str, allowed: tuple[str, ...], default: str) -> str:
    """Return the variable, which must be one of `allowed`."""
    value = os.environ.get(name) or default
    if value not in allowed:
        raise WrongEnvironment(f"{name} is {value!r}; it must be one of {', '.join(allowed)}.")
    return value


def yes_or_no(name: str, *, default: bool = False) -> bool:
    """Return True if the variable is "yes" or a usual synonym."""
    value = os.environ.get(name, "").strip().lower()
    if value not in {"", "yes", "true", "on", "1", "no", "false", "off", "0"}:
        raise WrongEnvironment(f"{name} is {os.environ[name]!r}; it must be yes or no.")
    return value in {"yes", "true", "on", "1"} if value else default


def whole_number(name: str, default: int, *, lowest: int = 1, highest: int = 10**9) -> int:
    """Return the variable as a number between the two bounds."""
    value = os.environ.get(name) or str(default)
    if not re.fullmatch("[0-9]{1,10}", value) or not lowest <= int(value) <= highest:
        raise WrongEnvironment(
            f"{name} is {value!r}; it must be a whole number from {lowest} to {highest}."
        )
    return int(value)
