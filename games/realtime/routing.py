"""The URLs of web sockets."""

from channels.security.websocket import WebsocketDenier
from django.urls import re_path

from games.realtime.consumers import RoomConsumer

_ROOM = r"^ws/room/(?P<code>[2-9A-Z]{8})/"

websocket_urlpatterns = [
    re_path(rf"{_ROOM}\Z", RoomConsumer.as_asgi()),
    re_path(rf"{_ROOM}screen/\Z", RoomConsumer.as_asgi(is_screen=True)),
    re_path("", WebsocketDenier.as_asgi()),
]
