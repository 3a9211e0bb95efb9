"""Addresses of the game's own pages. A room's code is part of its link."""

from django.urls import path

from games import views

urlpatterns = [
    path("", views.home, name="home"),
    path("rooms/", views.open_room, name="open_room"),
    path("find/", views.find_room, name="find_room"),
    path("rules/", views.rules, name="rules"),
    path("r/<str:code>/", views.room, name="room"),
    path("r/<str:code>/sit/", views.sit, name="sit"),
    path("r/<str:code>/rules/", views.room_rules, name="room_rules"),
    path("r/<str:code>/rules/card/", views.room_rules_card, name="room_rules_card"),
    path("r/<str:code>/result/<int:number>/", views.room_result, name="room_result"),
    path("r/<str:code>/qr.svg", views.room_qr, name="room_qr"),
]
