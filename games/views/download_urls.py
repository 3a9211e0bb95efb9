"""Addresses of files: past games, and all that is kept of somebody, to take along."""

from django.urls import path

from games.views import exports, replay

urlpatterns = [
    path("r/<str:code>/game/<int:number>/game.json", replay.game_json, name="game_json"),
    path("r/<str:code>/game/<int:number>/game.csv", replay.game_csv, name="game_csv"),
    path("r/<str:code>/game/<int:number>/game.txt", replay.game_text, name="game_text"),
    path("r/<str:code>/game/<int:number>/luck.json", replay.game_luck, name="game_luck"),
    path("imported/<str:key>/game.json", replay.imported_json, name="imported_json"),
    path("imported/<str:key>/game.csv", replay.imported_csv, name="imported_csv"),
    path("imported/<str:key>/game.txt", replay.imported_text, name="imported_text"),
    path("imported/<str:key>/luck.json", replay.imported_luck, name="imported_luck"),
    path("games/mine.json", exports.my_games_file, name="my_games_file"),
    path("account/data.json", exports.my_data, name="my_data"),
]
