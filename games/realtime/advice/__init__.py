"""Hints and chances to win, which a worker process works out for open rooms."""
