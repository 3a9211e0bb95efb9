"""The Django app: people, rooms, players, games; sockets; pages."""
