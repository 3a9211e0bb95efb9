# ruff: noqa: RUF001  # names in many scripts have letters that look like others
"""Names are short, normalised text without characters that act on what surrounds them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.people.names import UnfitName, fit_name, looks_of

CYRILLIC_A = "\u0430"


@pytest.mark.parametrize(
    ("raw", "fit"),
    [
        ("Mara", "Mara"),
        ("  Mara\t\n B  ", "Mara B"),
        ("Zoe\u0308", "Zoë"),
        ("李雷", "李雷"),
        ("أحمد", "أحمد"),
        ("x" * 24, "x" * 24),
        ("🎲", "🎲"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("<b>&amp;", "<b>&amp;"),
        ("\u3164Mara\u2800\u2800B\uffa0", "Mara B"),
        ("Ma\u034fra\ufe00\U000e0100", "Mara"),
        ("Zoe\u034f\u0308", "Zoë"),
        ("Ma\ufe0fra\ufe0f", "Mara"),
        ("Ma\u200dra\u200d", "Mara"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("👩🏽\u200d🚀\u200d", "👩🏽\u200d🚀"),
        ("👩\u200d\u200d🚀", "👩\u200d🚀"),
        ("ශ්\u200dරී", "ශ්\u200dරී"),
        ("\u200fمحمد\u200e", "محمد"),
        ("Ma\u200cra", "Mara"),
    ],
)
def test_a_fit_name_is_normalised(raw: str, fit: str) -> None:
    assert fit_name(raw) == fit


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "   ",
        "x" * 25,
        "x" * 100_000,
        "a\u202eb",  # right-to-left override
        "a\u2066b",  # isolate
        "a\u200bb",  # zero width space
        "\u200d",
        "\u200d\u200d",
        "\u3164",
        "\u2800\u2800",
        "\u115f\u1160\uffa0",
        "\ufe0f",
        "\u034f\u180b",
        "a\x00b",
        "a\x1bb",
        "\ud800",
        "a\ue000",
        "a\u0378",
        "a\u2028b".replace("\u2028", "\u2028\u200b"),
        "a" + "\u0335" * 3,  # grows over its neighbours
        "\u0301",
    ],
    ids=ascii,
)
def test_an_unfit_name_is_refused(raw: str) -> None:
    with pytest.raises(UnfitName):
        fit_name(raw)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ("", "Names must be 1–24 characters."),
        ("x" * 25, "Names must be 1–24 characters."),
        ("\u0301", "Nothing of that name can be seen."),
        ("Ma\u200bra", "U+200B can't be seen. Type the name again instead of pasting it."),
        ("Ma\ufeffra", "U+FEFF can't be seen. Type the name again instead of pasting it."),
        ("\u202eMara", "U+202E turns the direction of the text. Names work without it."),
        ("\u2068Mara\u2069", "U+2068 turns the direction of the text. Names work without it."),
        ("Ma\x1bra", "U+001B is a control character, not a letter."),
        ("Ma\ue000", "U+E000 looks different on every device."),
        ("Ma\u0378", "U+0378 isn't a character that every device knows."),
        ("\ud83d", "U+D83D is half a character. Type the name again."),
        ("M" + "\u0336\u0353\u0316" + "ara", "“M\u0336” has too many accents or signs."),
        ("ก" + "\u0e34" * 2, "“กิ” has too many accents or signs."),
        ("\ufdfd", "“﷽” is too wide for a name."),
    ],
    ids=ascii,
)
def test_a_refusal_tells_which_character_is_the_problem(raw: str, why: str) -> None:
    with pytest.raises(UnfitName) as caught:
        fit_name(raw)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    "name",
    [
        "Zoë Müller-Lüdenscheidt",
        "O’Connor",
        "D'Angelo",
        "Nguyễn Thị Hằng",
        "Þórdís",
        "Βασίλης",
        "Ёлка",
        "محمد",
        "مُحَمَّد",
        "علی\u200cرضا",
        "יִצְחָק",
        "שָּׁלוֹם",
        "अभिषेक",
        "क्षत्रिय",
        "সৌরভ",
        "தமிழ்செல்வி",
        "ശ്രീജിത്ത്",
        "ශ්\u200dරී",
        "สมหญิง",
        "น้ำผึ้ง",
        "ស្រីមុំ",
        "မြို့သူ",
        "བསྒྲུབས་པ",
        "李雷",
        "さくら",
        "가온",
        "ᏣᎳᎩ",
        "ወይዘሮ",
        "Ｍａｒａ",
        "👨\u200d👩\u200d👧\u200d👦",
        "🏳\ufe0f\u200d🌈",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "Åsa 🎲",
    ],
    ids=ascii,
)
def test_what_people_are_called_is_taken_as_it_is(name: str) -> None:
    assert fit_name(name) == unicodedata.normalize("NFC", name)


@given(st.text(st.characters(), max_size=30))
def test_a_name_that_passes_is_printable_and_passes_again(raw: str) -> None:
    try:
        name = fit_name(raw)
    except UnfitName:
        return
    assert 1 <= len(name) <= 24
    assert unicodedata.is_normalized("NFC", name)
    assert name == name.strip()
    name.encode()
    assert not any(
        unicodedata.category(c) in {"Cc", "Cs", "Co", "Cn"}
        or unicodedata.bidirectional(c)
        in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
        for c in name
    )
    assert fit_name(name) == name


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Mara", f"M{CYRILLIC_A}ra"),
        ("Mara", "mARA"),
        ("MARA", "\u041c\u0410\u0420\u0410".replace("\u0420", "R")),
        ("Teo", "\u0422\u0435\u043e"),
        ("ANNA", "\u0391\u039d\u039d\u0391"),
        ("Ines", "lnes"),
        ("INES", "1NES"),
        ("INES", "ines"),
        ("Player 1", "Player l"),
        ("Mam", "Marn"),
        ("Mara", "\uff2d\uff41\uff52\uff41"),
        ("Zoë", "Zoe\u0308"),
        ("Mara", "\U0001d4dcara"),
        ("❤\ufe0f", "❤\ufe0f"),
    ],
)
def test_these_names_look_the_same(name: str, other: str) -> None:
    assert not looks_of(name).isdisjoint(looks_of(other))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *(("Anna", "Hanna"), ("Zoe", "Zoë"), ("Ali", "All"), ("Mara", "Mara 2"), ("Bo", "Bob")),
        *(("Player 2", "Player 3"), ("李", "雷"), ("🎲", "🎯"), ("Uli", "Vli"), ("Jan", "Ian")),
    ],
)
def test_these_names_do_not_look_the_same(name: str, other: str) -> None:
    assert looks_of(name).isdisjoint(looks_of(other))
