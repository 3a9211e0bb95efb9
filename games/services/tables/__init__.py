"""Rooms as commands change them: read, kept in memory, checked and written."""
