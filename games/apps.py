"""How Django knows this app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """People, rooms, players, games, turns and events."""

    name = "games"
