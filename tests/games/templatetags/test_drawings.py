"""Icons and dice in templates."""

from django.template import Context, Template

from tests.games.views.conftest import on_one_line


def drawn(tag: str, **context: object) -> str:
    return on_one_line(Template("{% load drawings %}{% " + tag + " %}").render(Context(context)))


def test_an_icon_is_decoration() -> None:
    assert drawn('icon "back"') == (
        '<svg class="ico" aria-hidden="true"><use href="#i-back" /></svg>'
    )


def test_a_name_is_escaped() -> None:
    assert "&quot;&gt;&lt;b&gt;" in drawn("icon name", name='"><b>')


def test_a_die_has_its_face_as_text() -> None:
    html = drawn("die face", face=5)
    assert 'role="img" aria-label="5"' in html
    assert '<use href="#die-5" />' in html


def test_dots_have_a_text_unless_the_words_beside_them_say_the_same() -> None:
    assert 'role="img" aria-label="1, 5"' in drawn("dots dice", dice=(1, 5))
    silent = drawn("dots dice silent=True", dice=(1, 5))
    assert 'aria-hidden="true"' in silent
    assert "aria-label" not in silent
    assert silent.count("data-face") == 2


def test_the_button_that_closes_a_dialog_has_a_name() -> None:
    assert 'data-close aria-label="Close"' in drawn("close_button")
