"""Addresses of files: past games, and all that is kept of somebody, to take along."""

from django.urls import path

from games import my_data, past_downloads

urlpatterns = [
    path("r/<str:code>/game/<int:number>/game.json", past_downloads.game_json, name="game_json"),
    path("r/<str:code>/game/<int:number>/game.csv", past_downloads.game_csv, name="game_csv"),
    path("r/<str:code>/game/<int:number>/game.txt", past_downloads.game_text, name="game_text"),
    path("r/<str:code>/game/<int:number>/luck.json", past_downloads.game_luck, name="game_luck"),
    path("imported/<str:key>/game.json", past_downloads.imported_json, name="imported_json"),
    path("imported/<str:key>/game.csv", past_downloads.imported_csv, name="imported_csv"),
    path("imported/<str:key>/game.txt", past_downloads.imported_text, name="imported_text"),
    path("imported/<str:key>/luck.json", past_downloads.imported_luck, name="imported_luck"),
    path("games/mine.json", my_data.my_games_file, name="my_games_file"),
    path("account/data.json", my_data.my_data, name="my_data"),
]
