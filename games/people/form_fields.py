"""How the fields of forms are drawn: each by templates/forms/field.html."""

from typing import Any

from django import forms
from django.forms.renderers import TemplatesSetting


class _BoundField(forms.BoundField):
    """A field of a form. An error takes the place of the hint, and the first wrong field has the
    focus when the page opens."""

    def build_widget_attrs(
        self, attrs: dict[str, Any], widget: forms.Widget | None = None
    ) -> dict[str, Any]:
        built = super().build_widget_attrs(attrs, widget)
        if self.errors:
            built["aria-describedby"] = f"{self.auto_id}_error"
            if self.name == next(iter(self.form.errors)):
                built["autofocus"] = True
        return built


class Renderer(TemplatesSetting):
    """Draws forms with the site's templates (the setting FORM_RENDERER)."""

    field_template_name = "forms/field.html"
    bound_field_class = _BoundField


def text_input(autocomplete: str, classes: str = "", **attributes: Any) -> forms.TextInput:
    """Return a widget for a name or a code."""
    return forms.TextInput({**_text(autocomplete, classes), **attributes})


def email_input() -> forms.EmailInput:
    return forms.EmailInput(_text("email"))


def password_input(autocomplete: str = "current-password") -> forms.PasswordInput:
    """Return a widget for a password, which it never shows again."""
    return forms.PasswordInput({"class": "input", "autocomplete": autocomplete})


def text_area(rows: int, **attributes: Any) -> forms.Textarea:
    """Return a widget for a pasted file."""
    return forms.Textarea({**_text("off", "mono"), "rows": rows, **attributes})


def file_field(label: Any, accept: str) -> forms.FileField:
    """Return an optional field for a file, which may be empty."""
    widget = forms.FileInput({"class": "input", "accept": accept})
    return forms.FileField(label=label, required=False, allow_empty_file=True, widget=widget)


def _text(autocomplete: str, classes: str = "") -> dict[str, Any]:
    return {
        "class": f"input {classes}".strip(),
        "autocomplete": autocomplete,
        "spellcheck": "false",
    }
