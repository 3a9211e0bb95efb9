"""Addresses of the game's own pages. A room's code is part of its link."""

from django.urls import include, path, re_path

from games.views import rooms, rules, seats

_TEXT = r"^rules/(?P<text>[0-9]+\.[A-Za-z0-9_.-]+)"

urlpatterns = [
    path("", rooms.home, name="home"),
    path("rooms/", rooms.open_room, name="open_room"),
    path("practice/", rooms.practice, name="practice"),
    path("find/", rooms.find_room, name="find_room"),
    path("rules/", rules.all_rules, name="rules"),
    path("rules/mine/", rules.my_rules, name="my_rules"),
    path("rules/mine/<int:number>/name/", rules.rename_rules, name="rename_rules"),
    path("rules/mine/<int:number>/delete/", rules.delete_rules, name="delete_rules"),
    path("rules/mine/<int:number>/rules.json", rules.saved_file, name="saved_file"),
    path("rules/read/", rules.read_rules, name="read_rules"),
    re_path(_TEXT + "/$", rules.rule_set, name="rule_set"),
    re_path(_TEXT + "/card/$", rules.rule_card, name="rule_card"),
    re_path(_TEXT + r"/rules\.json$", rules.rule_file, name="rule_file"),
    path("r/<str:code>/", rooms.room, name="room"),
    path("r/<str:code>/sit/", rooms.sit, name="sit"),
    path("r/<str:code>/screen/", rooms.screen, name="room_screen"),
    path("r/<str:code>/device/", seats.seat_code, name="seat_code"),
    path("seat/", seats.seat, name="seat"),
    path("r/<str:code>/rules/", rooms.room_rules, name="room_rules"),
    path("r/<str:code>/rules/card/", rooms.room_rules_card, name="room_rules_card"),
    path("r/<str:code>/result/<int:number>/", rooms.room_result, name="room_result"),
    path("r/<str:code>/qr.svg", rooms.room_qr, name="room_qr"),
    path("", include("games.views.replay_urls")),
    path("", include("games.views.download_urls")),
]
