"""What stands between daphne and a socket of a room: connections, and the frames on them."""
