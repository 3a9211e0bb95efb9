"""How the fields of forms are drawn."""

from django import forms

from games.people.form_fields import email_input, password_input, text_input


class _Form(forms.Form):
    name = forms.CharField(label="Name", help_text="As you like.", widget=text_input("username"))
    password = forms.CharField(label="Password", widget=password_input())
    email = forms.EmailField(label="Email", required=False, widget=email_input())


def test_a_field_has_a_label_and_a_hint() -> None:
    drawn = _Form()["name"].as_field_group()
    assert '<label for="id_name">Name</label>' in drawn
    assert 'aria-describedby="id_name_helptext"' in drawn
    assert '<p class="small quiet" id="id_name_helptext">As you like.</p>' in drawn
    assert "autofocus" not in drawn
    assert 'autocomplete="email"' in _Form()["email"].as_field_group()


def test_an_error_takes_the_place_of_the_hint_and_the_first_one_has_the_focus() -> None:
    form = _Form({"email": "nowhere"})
    drawn = form["name"].as_field_group()
    assert 'aria-describedby="id_name_error"' in drawn
    assert '<p class="problem" id="id_name_error">This field is required.</p>' in drawn
    assert "As you like." not in drawn
    assert "autofocus" in drawn
    assert "autofocus" not in form["email"].as_field_group()


def test_what_was_typed_stays_but_for_passwords() -> None:
    form = _Form({"name": "Mara", "password": "six dice", "email": "nowhere"})
    assert 'value="Mara"' in form["name"].as_field_group()
    assert "six dice" not in form["password"].as_field_group()
