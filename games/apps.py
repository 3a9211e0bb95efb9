"""The configuration of this Django app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """People, rooms, players, games, turns and events."""

    name = "games"

    def ready(self) -> None:
        from games.people import audit  # needs the models, which are loaded by now

        audit.connect()
