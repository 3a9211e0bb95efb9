"""Forms for what people type into pages. Services check the values again and decide."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.people.names import CODE_ALPHABET, CODE_LENGTH, NAME_LENGTH, UnfitName, fit_name

_CODE = re.compile(f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}")
_LINK = re.compile(rf"/r/([0-9A-Za-z]{{{CODE_LENGTH}}})\b")


class NameForm(forms.Form):
    """A person's name at the table."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH * 4,  # `fit_name` checks the length, once it is normalised
        strip=True,
        error_messages={"required": _("Enter your name so the others know who's playing.")},
        widget=forms.TextInput(
            attrs={
                "class": "input",
                "autocomplete": "nickname",
                "maxlength": NAME_LENGTH,
                "enterkeyhint": "go",
            }
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and self.errors:
            self.fields["name"].widget.attrs |= {
                "aria-invalid": "true",
                "aria-describedby": "name-problem",
                "autofocus": True,
            }

    def clean_name(self) -> str:
        try:
            return fit_name(self.cleaned_data["name"])
        except UnfitName as error:
            raise forms.ValidationError(str(error)) from error


def code_in(typed: str) -> str | None:
    """Return the room code in a typed or pasted text, or None.

    The text may be the code, in one part or two, or the whole link.
    """
    link = _LINK.search(typed)
    letters = link[1] if link else re.sub(r"[\s.\-]", "", typed)
    code = letters.upper()
    return code if _CODE.fullmatch(code) else None
