"""Addresses of the game's own pages. A room's code is part of its link."""

from django.urls import include, path, re_path

from games import rule_views, seat_views, views

_TEXT = r"^rules/(?P<text>[0-9]+\.[A-Za-z0-9_.-]+)"

urlpatterns = [
    path("", views.home, name="home"),
    path("rooms/", views.open_room, name="open_room"),
    path("practice/", views.practice, name="practice"),
    path("find/", views.find_room, name="find_room"),
    path("rules/", rule_views.all_rules, name="rules"),
    path("rules/mine/", rule_views.my_rules, name="my_rules"),
    path("rules/mine/<int:number>/name/", rule_views.rename_rules, name="rename_rules"),
    path("rules/mine/<int:number>/delete/", rule_views.delete_rules, name="delete_rules"),
    path("rules/mine/<int:number>/rules.json", rule_views.saved_file, name="saved_file"),
    path("rules/read/", rule_views.read_rules, name="read_rules"),
    re_path(_TEXT + "/$", rule_views.rule_set, name="rule_set"),
    re_path(_TEXT + "/card/$", rule_views.rule_card, name="rule_card"),
    re_path(_TEXT + r"/rules\.json$", rule_views.rule_file, name="rule_file"),
    path("r/<str:code>/", views.room, name="room"),
    path("r/<str:code>/sit/", views.sit, name="sit"),
    path("r/<str:code>/screen/", views.screen, name="room_screen"),
    path("r/<str:code>/device/", seat_views.seat_code, name="seat_code"),
    path("seat/", seat_views.seat, name="seat"),
    path("r/<str:code>/rules/", views.room_rules, name="room_rules"),
    path("r/<str:code>/rules/card/", views.room_rules_card, name="room_rules_card"),
    path("r/<str:code>/result/<int:number>/", views.room_result, name="room_result"),
    path("r/<str:code>/qr.svg", views.room_qr, name="room_qr"),
    path("", include("games.past_page_urls")),
    path("", include("games.download_urls")),
]
