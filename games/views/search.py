"""The form that searches a person's finished games."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from farkle import PRESETS
from games.models import Standing
from games.people.form_fields import text_input
from games.people.names import NAME_LENGTH
from games.rules.choices import CHOICES
from games.selectors.game_list import OWN_RULES, Search

_LONGEST: Final = 40
_ANY: Final = ("", gettext_lazy("any"))
_RESULT = Standing.Result
_RESULTS: Final = (
    _ANY,
    (_RESULT.WON, pgettext_lazy("a game", "won")),
    (_RESULT.LOST, pgettext_lazy("a game", "lost")),
    (_RESULT.ABANDONED, pgettext_lazy("a game", "abandoned")),
)


def _rules() -> list[tuple[str, Any]]:
    presets = [(key, choice.name) for key, choice in CHOICES.items() if key in PRESETS]
    return [_ANY, *presets, (OWN_RULES, gettext_lazy("Custom rules"))]


def _day(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": gettext_lazy("Enter the date as 2026-11-21.")},
        widget=forms.DateInput({"class": "input", "type": "date"}, format="%Y-%m-%d"),
    )


class SearchForm(forms.Form):
    people = forms.CharField(
        label=gettext_lazy("Played with"),
        required=False,
        max_length=_LONGEST,
        widget=text_input("off", maxlength=NAME_LENGTH),
    )
    rules = forms.ChoiceField(
        label=gettext_lazy("Rules"),
        required=False,
        choices=_rules,
        widget=forms.Select({"class": "input"}),
    )
    result = forms.ChoiceField(
        label=gettext_lazy("Result"),
        required=False,
        choices=_RESULTS,
        widget=forms.Select({"class": "input"}),
    )
    since = _day(pgettext_lazy("a date", "From"))
    until = _day(pgettext_lazy("a date", "To"))
    # Without a limit: the page would show no error of a hidden field, and the games of all rooms.
    room = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_room(self) -> str:
        code: str = self.cleaned_data["room"]
        return code.upper()

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or {}
        since, until = fields.get("since"), fields.get("until")
        if since and until and since > until:
            self.add_error("until", gettext_lazy("This date is before the other one."))
        return fields

    def search(self) -> Search:
        """Return the conditions that are valid."""
        self.full_clean()
        return Search(**self.cleaned_data)
