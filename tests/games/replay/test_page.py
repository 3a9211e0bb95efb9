"""Everything the page of a past game shows."""

import pytest

from games.replay.context import ReplayContext
from games.replay.game import past_game
from games.replay.page import step_page, step_title, title_of, whole_page
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def context(place: Place) -> ReplayContext:
    """The page of a past game, without its luck."""
    return ReplayContext.of(past_game(place.code, 1, None), None)


def test_the_title_names_the_game_and_its_winner(context: ReplayContext) -> None:
    winner = context.names[context.game.winners[0]]
    assert title_of(context) == f"Farkle, game 1: {winner} won"
    assert step_title(context, 3) == f"Step 3. {title_of(context)}"


def test_every_step_links_to_its_own_round(context: ReplayContext) -> None:
    for number in range(len(context.folded)):
        page = step_page(context, number)
        current = [one["number"] for one in page["rounds"] if one["now"]]
        assert len(current) == 1
        if page["board"].round:
            assert current == [page["board"].round]


def test_the_whole_page_leads_to_the_neighbours_of_its_step(context: ReplayContext) -> None:
    last = context.last
    for number, back, ahead in ((0, 0, 1), (4, 3, 5), (last, last - 1, last)):
        links = whole_page(context, number, step=True)["links_to"]
        assert links["back"] == context.links.step(back)
        assert links["next"] == context.links.step(ahead)
        assert (links["first"], links["last"]) == (context.links.step(0), context.links.step(last))


def test_the_address_of_the_page_is_the_steps_own_only_where_it_was_asked_for(
    context: ReplayContext,
) -> None:
    assert whole_page(context, 4, step=True)["here"] == context.links.step(4)
    assert whole_page(context, context.last, step=False)["here"] == context.links.page


def test_no_highlight_takes_the_name_of_the_turn_that_decided_the_game(
    context: ReplayContext,
) -> None:
    """That one goes by the chance to win, and the result names it: it may be another turn."""
    titles = [one["title"] for one in whole_page(context, 0, step=False)["moments"]]
    assert titles[-1] == "Lead for good"
    assert "Deciding turn" not in titles
