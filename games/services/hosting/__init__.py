"""The host of a room, and everything that only the host decides."""
