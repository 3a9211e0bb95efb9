"""Addresses of files: past games, and all that is kept of somebody, to take along."""

from django.urls import path

from games.views import downloads, exports

urlpatterns = [
    path("r/<str:code>/game/<int:number>/game.json", downloads.game_json, name="game_json"),
    path("r/<str:code>/game/<int:number>/game.csv", downloads.game_csv, name="game_csv"),
    path("r/<str:code>/game/<int:number>/game.txt", downloads.game_text, name="game_text"),
    path("r/<str:code>/game/<int:number>/luck.json", downloads.game_luck, name="game_luck"),
    path("imported/<str:key>/game.json", downloads.imported_json, name="imported_json"),
    path("imported/<str:key>/game.csv", downloads.imported_csv, name="imported_csv"),
    path("imported/<str:key>/game.txt", downloads.imported_text, name="imported_text"),
    path("imported/<str:key>/luck.json", downloads.imported_luck, name="imported_luck"),
    path("games/mine.json", exports.my_games_file, name="my_games_file"),
    path("account/data.json", exports.my_data, name="my_data"),
]
