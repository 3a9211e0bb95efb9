"""Everything the page of a past game shows."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from farkle.ai.review.analysis import analysis
from games.replay.context import ReplayContext, links_of
from games.replay.game import past_game
from games.replay.page import MOST_ROWS, results_of, step_page, step_title, title_of, whole_page
from games.replay.winning import bands_of
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
        current = [played["number"] for played in page["rounds"] if played["now"]]
        assert len(current) == 1
        if page["board"]["round"]:
            assert current == [page["board"]["round"]]


def test_dice_are_of_the_material_of_whose_turn_it_is(context: ReplayContext) -> None:
    game = replace(context.game, materials=("dark", "bone"))
    context = replace(context, game=game)
    pages = [step_page(context, number) for number in range(len(context.folded))]
    materials = {page["board"]["name"]: page["material"] for page in pages}
    assert materials == {"": "", game.names[0]: "dark", game.names[1]: "bone"}


def test_the_whole_page_leads_to_the_neighbours_of_its_step(context: ReplayContext) -> None:
    last = context.last
    for number, back, ahead in ((0, 0, 1), (4, 3, 5), (last, last - 1, last)):
        links = whole_page(context, number, step=True)["links_to"]
        assert links["back"] == context.link_to_step(back)
        assert links["next"] == context.link_to_step(ahead)
        assert (links["first"], links["last"]) == (
            context.link_to_step(0),
            context.link_to_step(last),
        )


def test_the_address_of_the_page_is_the_steps_own_only_where_it_was_asked_for(
    context: ReplayContext,
) -> None:
    assert whole_page(context, 4, step=True)["here"] == context.link_to_step(4)
    assert whole_page(context, context.last, step=False)["here"] == links_of(context.game)["page"]


def test_no_highlight_takes_the_name_of_the_turn_that_decided_the_game(
    context: ReplayContext,
) -> None:
    """That one would go by the chance to win: it may be another turn."""
    titles = [one["title"] for one in whole_page(context, 0, step=False)["moments"]]
    assert titles[-1] == "Lead for good"
    assert "Deciding turn" not in titles


def test_scores_are_drawn_before_the_chances_are_known(place: Place) -> None:
    context = ReplayContext.of(past_game(place.code, 1, None), None)
    chart = whole_page(context, 0, step=False)["chart"]
    assert bands_of(context, []) is None
    assert (chart.sides, chart.chances, chart.steps) == ((), (), ())


def test_every_step_has_chances_and_a_choice_comes_before_its_throw(place: Place) -> None:
    game = past_game(place.code, 1, None)
    context = ReplayContext.of(game, analysis(game.record))
    bands = bands_of(context, [])
    assert bands is not None
    assert context.winning
    assert list(bands.names) == list(context.names)
    assert len(bands.chances) == context.last + 1
    assert sorted(bands.chances[-1]) == [0.0, 1.0]
    for decision in context.winning.decisions:
        step = context.folded.step_of(decision.step)
        moment = context.winning.moments[decision.step]
        last = context.folded.last_step_of(decision.step)
        assert bands.chances[last] == moment.after
        if last > step:
            assert bands.chances[step] == moment.chosen
    chart = whole_page(context, 0, step=False)["chart"]
    assert len(chart.steps) == context.last + 1


Ending = tuple[int, bool, bool]
"""Score, whether the player won, whether they left."""


@pytest.fixture
def ended(place: Place) -> Callable[..., ReplayContext]:
    """Make the context of a game that ended as given, seat by seat."""
    context = ReplayContext.of(past_game(place.code, 1, None), None)
    template = context.folded.summary.players[0]

    def end(*endings: Ending, teams: tuple[int, ...] | None = None) -> ReplayContext:
        count = len(endings)
        players = tuple(
            replace(template, seat=seat, score=score, won=won, left=left)
            for seat, (score, won, left) in enumerate(endings)
        )
        context.folded.summary = replace(context.folded.summary, players=players)
        scores, won, left = zip(*endings, strict=True)
        winners = tuple(seat for seat in range(count) if won[seat])
        context.folded.last = replace(
            context.folded.last, scores=scores, left=left, winners=winners, teams=teams
        )
        names = tuple(f"Player {seat}" for seat in range(count))
        game = replace(
            context.game,
            teams=teams,
            levels=("",) * count,
            own_seats=(1,),
            names=names,
            colours=(0,) * count,
            materials=("ivory",) * count,
        )
        return replace(context, game=game)

    return end


def test_winners_come_first_and_those_who_left_last(ended: Callable[..., ReplayContext]) -> None:
    context = ended((900, False, True), (500, False, False), (700, True, False))
    rows = results_of(context)["results"]
    assert [(row["score"], row["place"]) for row in rows] == [(700, 1), (500, 2), (900, "")]
    assert [row["tag"] for row in rows] == ["", "you", "left"]


def test_equal_scores_share_a_place(ended: Callable[..., ReplayContext]) -> None:
    context = ended((700, True, False), (500, False, False), (500, False, False), (1, False, False))
    assert [row["place"] for row in results_of(context)["results"]] == [1, 2, 2, 4]


def test_a_team_shares_a_place_and_a_total(ended: Callable[..., ReplayContext]) -> None:
    endings = [(700, True, False), (900, False, False), (400, True, False), (100, False, False)]
    found = results_of(ended(*endings, teams=(0, 1, 0, 1)))
    assert [row["place"] for row in found["results"]] == [1, 1, 2, 2]
    assert found["sides"] == [("Team A", 1100), ("Team B", 1000)]


def test_the_winning_team_stands_above_one_that_left_with_more(
    ended: Callable[..., ReplayContext],
) -> None:
    endings = [(900, False, True), (500, True, False), (300, True, False), (400, False, False)]
    found = results_of(ended(*endings, teams=(0, 1, 1, 2)))
    assert [row["side"] for row in found["results"]] == ["B", "B", "C", "A"]
    assert [name for name, _total in found["sides"]] == ["Team B", "Team C", "Team A"]


def test_of_many_players_the_rest_folds_out(ended: Callable[..., ReplayContext]) -> None:
    found = results_of(ended(*[(score, False, False) for score in range(MOST_ROWS + 5)]))
    assert (len(found["results"]), len(found["more_results"])) == (MOST_ROWS, 5)
