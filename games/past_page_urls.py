"""Addresses of games that have been played."""

from django.urls import path

from games import past_views

urlpatterns = [
    path("r/<str:code>/game/<int:number>/", past_views.game, name="game"),
    path("r/<str:code>/game/<int:number>/<int:scene>/", past_views.game, name="game_step"),
    path("r/<str:code>/game/<int:number>/dice/", past_views.dice, name="game_dice"),
]
