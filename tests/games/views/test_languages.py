"""Every word and number on a page comes through gettext and the locale.

The tests ask for pages in Esperanto, whose number format Django knows, with a catalogue that puts
every message in brackets. A text outside brackets was not translated.
"""

import gettext
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.test import Client, override_settings
from django.utils.translation import trans_real

from farkle.ai.players import LEVELS
from tests.games.views.conftest import Table

OPEN, CLOSE = "\u27e6", "\u27e7"
READ_ALOUD = ("aria-label", "alt", "title", "placeholder")
UNREAD = ("script", "style", "kbd")
# What people typed, and what is the same in every language.
NAMES = re.compile(
    r"\b(Mara's room|Mara|Ines|Farkle|English|testserver\S*)\b"
    rf"|\b({'|'.join(level.name for level in LEVELS.values())})\b"
    r"|\b[A-Z2-9]{4} ?[A-Z2-9]{4}\b|\bv?\d+\b"
)


class _Bracketed(gettext.NullTranslations):
    domain = "django"

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message.rpartition(chr(4))[2]}{CLOSE}" if message else ""

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)

    def to_language(self) -> str:
        return "eo"


class _Words(HTMLParser):
    """The text of a page, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in UNREAD
        given = dict(attrs)
        self.found += [given[name] or "" for name in READ_ALOUD if name in given]
        described = f"{given.get('name')} {given.get('property')}"
        if tag == "meta" and re.search("description|og:title", described):
            self.found.append(given.get("content") or "")

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.found.append(data.strip())


def _outside(words: list[str]) -> list[str]:
    """Return the texts outside brackets that are not names."""
    return [rest for text in words if re.search(r"[^\W\d_]", rest := NAMES.sub("", _bare(text)))]


def _bare(text: str) -> str:
    less = re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", "", text)
    return text if less == text else _bare(less)  # a sentence may stand in a sentence


@pytest.fixture
def esperanto(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The headers of a browser that asks for Esperanto alone."""
    with override_settings(LANGUAGES=[("en", "English"), ("eo", "Esperanto")]):
        monkeypatch.setitem(trans_real._translations, "eo", _Bracketed())
        yield {"accept-language": "eo"}


def test_words_outside_brackets_are_found() -> None:
    assert _outside([f"{OPEN}Open a room{CLOSE}", "Mara, Ines", "1.000"]) == []
    assert _outside(["Create a room"]) == ["Create a room"]
    assert _outside([f"{OPEN}At the table: {OPEN}two{CLOSE}{CLOSE} people"]) == [" people"]


PATHS = [
    "/",
    "/nowhere/",
    "/find/?code=nonsense",
    "/rules/",
    "/rules/1.family/",
    "/rules/1.family.keep-x/",
    "{room}",
]


@pytest.mark.parametrize("who", ["Mara", "stranger"])
@pytest.mark.parametrize("path", [*PATHS, "{room}rules/"])
def test_every_word_on_a_page_is_translated(
    table: Table, esperanto: dict[str, str], path: str, who: str
) -> None:
    client = table.clients.get(who, Client())
    page = client.get(path.format(room=table.url), headers=esperanto)
    words = _Words()
    words.feed(page.content.decode())
    assert sum(OPEN in text for text in words.found) > 3
    assert _outside(words.found) == []
    # 1,000 is English.
    assert not [text for text in words.found if re.search(r"\d,\d{3}", text)]
