"""What the forms of an account answer when they did nothing."""

import pytest
from django import forms
from django.core.exceptions import ValidationError

from games.people.forms import TOO_MANY
from games.services.accounts.problems import check, user_of
from tests.support.accounts import Browser, problem


class _Form(forms.Form):
    name = forms.CharField(error_messages={"required": "Say who."})
    code = forms.CharField(required=False)

    def clean_code(self) -> None:
        if self.cleaned_data["code"] == "again":
            raise ValidationError("Wait.", code=TOO_MANY)


def test_the_first_thing_that_is_wrong_is_said_beside_its_field() -> None:
    found = problem(check, _Form({}))
    assert (found.field, found.text, found.status) == ("name", "Say who.", 422)
    for name in ("Mara", ""):  # waiting comes first
        assert problem(check, _Form({"name": name, "code": "again"})).status == 429
    check(_Form({"name": "Mara"}))


@pytest.mark.django_db
def test_a_stranger_has_no_account() -> None:
    assert problem(user_of, Browser().request()).status == 403
