"""Numbers and dates are written alike in pages and scripts."""

from datetime import date

import pytest
from django.utils.formats import date_format
from django.utils.translation import override

from games.formats import chance, points


@pytest.mark.parametrize(
    ("language", "number", "share"),
    [
        ("de", "1.750", "72\u00a0%"),
        ("es", "1.750", "72\u00a0%"),
        ("pl", "1\u00a0750", "72%"),
        ("zh-hans", "1,750", "72%"),
    ],
)
def test_numbers_follow_the_language_as_in_the_browser(
    language: str, number: str, share: str
) -> None:
    with override(language):
        assert (points(1750), chance(0.72)) == (number, share)


def test_months_have_no_capital_in_portuguese() -> None:
    with override("pt-br"):
        assert date_format(date(2026, 5, 27)) == "27 de mai. de 2026"
