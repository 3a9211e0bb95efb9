"""A language is offered once both of its catalogues are built."""

from pathlib import Path

from games import languages


def test_a_language_needs_both_catalogues(tmp_path: Path) -> None:
    for code, domains in (("de", languages.DOMAINS), ("pt-br", ("django",))):
        for domain in domains:
            built = languages.catalogue(tmp_path, code, domain).with_suffix(".mo")
            built.parent.mkdir(parents=True, exist_ok=True)
            built.touch()
    assert languages.offered(tmp_path) == [("en", "English"), ("de", "Deutsch")]
    assert (tmp_path / "pt_BR" / "LC_MESSAGES" / "django.mo").exists()
