"""Addresses of what has been played: games, lists of them, figures."""

from django.urls import path

from games import past_list_views, past_views

urlpatterns = [
    path("games/", past_list_views.games, name="my_games"),
    path("games/figures/", past_list_views.my_statistics, name="my_statistics"),
    path("figures/", past_list_views.site_statistics, name="site_statistics"),
    path("r/<str:code>/game/<int:number>/", past_views.game, name="game"),
    path("r/<str:code>/game/<int:number>/<int:scene>/", past_views.game, name="game_step"),
    path("r/<str:code>/game/<int:number>/dice/", past_views.dice, name="game_dice"),
]
