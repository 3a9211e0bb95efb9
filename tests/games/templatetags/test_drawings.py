"""Icons and dice in templates."""

import re

import pytest
from django.template import Context, Template

from games import assets
from tests.games.views.conftest import on_one_line


@pytest.fixture(autouse=True)
def _sprite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "url", lambda _source: "/sprite.svg")


def drawn(tag: str, **context: object) -> str:
    return on_one_line(Template("{% load drawings %}{% " + tag + " %}").render(Context(context)))


def test_an_icon_is_decoration() -> None:
    assert drawn('icon "chat"') == (
        '<svg class="ico" aria-hidden="true"><use href="/sprite.svg#i-chat" /></svg>'
    )


def test_an_icon_that_points_follows_the_direction_of_writing() -> None:
    assert 'class="ico along"' in drawn('icon "back"')


def test_a_name_is_escaped() -> None:
    assert "&quot;&gt;&lt;b&gt;" in drawn("icon name", name='"><b>')


def test_a_die_has_its_face_as_text() -> None:
    html = drawn("die face", face=5)
    assert 'role="img" aria-label="5"' in html
    assert '<use href="/sprite.svg#die-5" />' in html


def test_dots_have_a_text_unless_the_words_beside_them_say_the_same() -> None:
    assert 'role="img" aria-label="1, 5"' in drawn("dots dice", dice=(1, 5))
    silent = drawn("dots dice silent=True", dice=(1, 5))
    assert 'aria-hidden="true"' in silent
    assert "aria-label" not in silent
    assert silent.count("data-face") == 2


def test_the_button_that_closes_a_dialog_has_a_name() -> None:
    assert 'data-close aria-label="Close"' in drawn("close_button")


def test_a_page_has_all_gradients_of_the_dice() -> None:
    repeated = set(re.findall(r'id="([\w-]+)"', drawn("die_gradients")))
    assert repeated == set(re.findall(r"url\(#([\w-]+)\)", assets.sprite_source()))


def test_a_picture_has_the_whole_sprite() -> None:
    assert 'id="logo"' in drawn("inline_sprite")
