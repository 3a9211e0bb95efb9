"""The configuration of this Django app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """People, rooms, players, games, turns and events."""

    name = "games"
