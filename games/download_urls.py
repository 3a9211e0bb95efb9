"""Addresses of files: past games to take along."""

from django.urls import path

from games import past_downloads

urlpatterns = [
    path("r/<str:code>/game/<int:number>/game.json", past_downloads.game_json, name="game_json"),
    path("r/<str:code>/game/<int:number>/game.csv", past_downloads.game_csv, name="game_csv"),
    path("r/<str:code>/game/<int:number>/game.txt", past_downloads.game_text, name="game_text"),
    path("r/<str:code>/game/<int:number>/luck.json", past_downloads.game_luck, name="game_luck"),
]
